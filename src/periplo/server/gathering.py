"""What players contribute to a table's dice between its start and its first draw.

First each promises a random value by its SHA-256. When the promises are fixed and published,
each shows the value. So nobody chooses theirs knowing another's, not even together with whoever
knows the server's secret: docs/decisions/0006-dice-nobody-can-choose.md.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from periplo.play.draws import by_seat, commitment

PROMISING, SHOWING, MIXED = range(3)


class Kept(msgspec.Struct):
    """As a row of the database holds it, in JSON."""

    stage: int = PROMISING
    promises: dict[int, str] = msgspec.field(default_factory=dict)  # by seat, from 0
    values: dict[int, str] = msgspec.field(default_factory=dict)


_read = msgspec.json.Decoder(Kept).decode
_write = msgspec.json.Encoder().encode


class Gathering:
    """The promises and the values of one table; `stage` is what has been decided.

    `published` follows it when that is on disk: nobody is told anything earlier.
    """

    def __init__(self, row: Mapping[str, Any]) -> None:
        kept = _read(row["mixing"]) if row["mixing"] else Kept()
        self.stage = self.published = kept.stage
        self.promises = kept.promises
        self.values = kept.values
        if row["secret"]:  # an older version started it, without any of this; or it is over
            self.end()

    def to_text(self) -> str:
        return _write(Kept(self.stage, self.promises, self.values)).decode()

    def end(self) -> None:
        self.stage = self.published = MIXED

    def is_over(self) -> bool:
        """Whether the values are fixed and published: only then anything is drawn."""
        return self.published == MIXED

    def fits(self, seat: int, value: str) -> bool:
        """Whether the value is the one that the seat promised."""
        return self.promises.get(seat) == commitment(value)

    def owing(self, contributing: set[int]) -> set[int]:
        """Which of these seats are still to promise, or to show what they promised."""
        if self.stage == PROMISING:
            return contributing - self.promises.keys()
        return self.promises.keys() - self.values.keys()

    def published_promises(self) -> dict[str, str] | None:
        return by_seat(self.promises) if self.published != PROMISING else None

    def published_values(self) -> dict[str, str] | None:
        return by_seat(self.values) if self.published == MIXED else None
