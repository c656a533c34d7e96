"""Why something is refused; docs/protocol.md explains the codes."""

from typing import Literal

Code = Literal[
    "already",
    "bad-name",
    "bad-option",
    "bad-picture",
    "begun",
    "bot-plays",
    "broken",
    "closed",
    "conceded",
    "dice-fixed",
    "disputed",
    "gathering",
    "hints-off",
    "host-only",
    "http",
    "illegal",
    "name-taken",
    "no-chat",
    "no-code",
    "no-day",
    "no-device",
    "no-dice",
    "no-game",
    "no-hints",
    "no-line",
    "no-pack",
    "no-suggestion",
    "no-table",
    "nobody",
    "not-begun",
    "not-counted",
    "not-over",
    "not-paused",
    "not-rated",
    "not-saved",
    "not-yours",
    "nothing-to-judge",
    "nothing-to-name",
    "nothing-to-throw",
    "other-rules",
    "over",
    "pack-changed",
    "pack-faulty",
    "pack-too-large",
    "packs-host",
    "paused",
    "seats-open",
    "server",
    "settled",
    "stale",
    "still-here",
    "taken",
    "too-fast",
    "too-late",
    "too-long",
    "too-many-listed",
    "too-many-packs",
    "too-many-tables",
    "too-much-chat",
    "unprintable",
    "unreadable-table",
    "waiting",
]


class Refused(Exception):
    """A request that changes nothing."""

    def __init__(self, code: Code, why: str, clause: str = "") -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.clause = clause


class NameTaken(Refused):
    """A name that somebody else at the table has; `free_name` is like it, and nobody's."""

    def __init__(self, name: str, free_name: str) -> None:
        super().__init__("name-taken", f"there is somebody called {name} already")
        self.free_name = free_name


class BadName(ValueError):
    """A name that nobody could read."""
