"""Why something is refused; docs/protocol.md explains the codes."""

from typing import Literal

Code = Literal[
    "bad-name",
    "bad-option",
    "begun",
    "bot-plays",
    "broken",
    "dice-fixed",
    "gathering",
    "host-only",
    "http",
    "illegal",
    "no-chat",
    "no-device",
    "no-dice",
    "no-game",
    "no-table",
    "not-begun",
    "not-over",
    "not-saved",
    "not-yours",
    "nothing-to-throw",
    "other-rules",
    "over",
    "seats-open",
    "server",
    "stale",
    "still-here",
    "taken",
    "too-fast",
    "too-late",
    "too-long",
    "too-many-listed",
    "too-many-tables",
    "too-much-chat",
    "unprintable",
    "unreadable-table",
]


class Refused(Exception):
    """A request that changes nothing."""

    def __init__(self, code: Code, why: str, clause: str = "") -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.clause = clause


class BadName(ValueError):
    """A name that nobody could read."""
