"""What players contribute to a table's dice between its start and its first draw.

First each promises a random value by its SHA-256. When the promises are fixed and published,
each shows the value. So nobody chooses theirs knowing another's, not even together with whoever
knows the server's secret: docs/decisions/0006-dice-nobody-can-choose.md.
"""

from collections.abc import Set

from periplo.play.draws import by_seat, commitment
from periplo.play.refusals import Refused
from periplo.table.rows import MIXED, PROMISING, SHOWING, MixingRow, TableRow

PATIENCE = 3.0  # seconds for those who are here to promise a value for the dice, or to show it


class DiceMixing:
    """The promises and the values of one table; `stage` is what has been decided.

    `published` follows it when that is on disk: nobody is sent anything earlier.
    """

    def __init__(self, row: TableRow) -> None:
        kept = row.mixing.copy() if row.mixing else MixingRow()
        self.stage = self.published = kept.stage
        self.promises = kept.promises
        self.values = kept.values
        if row.secret:  # an older version started it, without any of this; or it is over
            self.end()

    def row(self) -> MixingRow:
        return MixingRow(self.stage, dict(self.promises), dict(self.values))

    def end(self) -> None:
        self.stage = self.published = MIXED

    def is_over(self) -> bool:
        """Whether the values are fixed and published: only then anything is drawn."""
        return self.published == MIXED

    def is_being_written(self) -> bool:
        return self.stage != self.published

    def promise(self, seat: int, hashed: str) -> bool:
        """Whether that is new; Refused if another one was promised, or it is too late."""
        if self.promises.get(seat) == hashed:  # saying it twice is saying it once
            return False
        if self.stage != PROMISING or seat in self.promises:
            raise Refused("dice-fixed", "what goes into the dice is fixed already")
        self.promises[seat] = hashed
        return True

    def contribute(self, seat: int, value: str) -> bool:
        """Whether that is new; Refused if it is not what was promised, or not the time for it."""
        if self.values.get(seat) == value:
            return False
        if self.published == PROMISING:
            raise Refused("gathering", "first the promises are fixed; wait a moment")
        if self.stage != SHOWING or seat in self.values:
            raise Refused("dice-fixed", "what goes into the dice is fixed already")
        if self.promises.get(seat) != commitment(value):
            raise Refused("illegal", "this is not the value that the seat promised")
        self.values[seat] = value
        return True

    def owing(self, contributing: Set[int]) -> set[int]:
        """Which of these seats are still to promise, or to show what they promised."""
        if self.stage == PROMISING:
            return set(contributing - self.promises.keys())
        return set(self.promises.keys() - self.values.keys())

    def fix(self) -> None:
        """What has been given so far is all that is taken."""
        self.stage = SHOWING if self.stage == PROMISING and self.promises else MIXED

    def publish(self) -> None:
        self.published = self.stage

    def published_promises(self) -> dict[str, str] | None:
        return by_seat(self.promises) if self.published != PROMISING else None

    def published_values(self) -> dict[str, str] | None:
        return by_seat(self.values) if self.published == MIXED else None
