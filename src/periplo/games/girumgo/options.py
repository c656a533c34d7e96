"""The options of Girumgo."""

from periplo.core.options import OneOf, Option, Whole
from periplo.core.reading import is_whole
from periplo.games.girumgo.board import SIDES

TOUCHING = "touching"
SAME_COLOUR = "same-colour"
DIAL = 6  # most advances that a seat can hold, unless the table agreed on another number


class Rotations(Option):
    """The rotations at the start, in board order; left out, the table sets them.  [GIR-R5]

    How many there must be depends on the radius, so the game checks that when it knows both.
    """

    def __init__(self) -> None:
        super().__init__("wheels", "wheels", None)
        self.least = 0
        self.most = SIDES - 1
        self.many = True

    def read(self, value: object, seats: int) -> list[int] | None:
        if value is None:
            return None  # as if it were left out: completed options are options
        given = value if isinstance(value, list) else []
        rotations = [turn for turn in given if is_whole(turn) and 0 <= turn < SIDES]
        if not given or len(rotations) < len(given):
            raise self.refuse(f"a list with a number from 0 to {SIDES - 1} for each wheel", value)
        return rotations


OPTIONS = (
    Whole("radius", 3, 2, 4),  # [GIR-R1]
    Rotations(),
    OneOf("surround", TOUCHING, (TOUCHING, SAME_COLOUR)),  # [GIR-R3]
    Whole("dial", DIAL, 0),  # [GIR-R6]
)
