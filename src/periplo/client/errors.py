"""What a client may get instead of an answer."""

from periplo.core.errors import PeriploError


class ServerRefused(PeriploError):
    """The server said no; `code` is one of docs/protocol.md's."""

    def __init__(self, code: str, why: str, clause: str = "") -> None:
        super().__init__(f"{why} [{clause}]" if clause else why)
        self.code = code
        self.why = why
        self.clause = clause


class Disconnected(PeriploError):
    """The socket was closed; `code` says why."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(f"{code} {why}".strip())
        self.code = code
        self.why = why


class UnfairDice(PeriploError):
    """The server went back on what it had published or acknowledged about a table's dice."""
