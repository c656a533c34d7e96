"""The spiral of the goose as tables: what each square is called, asks and does."""

from typing import Final, NewType

from mypy_extensions import i64

Square = NewType("Square", i64)

START: Final = 0
GARDEN: Final = 63

# the classic layout; the sheet does not list them  [OCA-R1]
GEESE: Final = (5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59)
GATHERING: Final = 9  # the total that is 3+6 or 4+5, and nothing else  [OCA-6]
DICE_SQUARES: Final = {3: 26, 4: 53}  # where these two lead, by the lower die

# what holds a piece: nothing, the well, or the number of throws that it still misses
FREE: Final = 0
IN_THE_WELL: Final = -1

# where a square leads, if not to a certain other one
STAYS: Final = -1  # nowhere
LAST_STOP: Final = -2  # back to the stop just before it in this throw's walk
THROW_BEGAN: Final = -3  # back to the square on which this throw began


class Special:
    """What a square does to the piece that meets it."""

    def __init__(
        self,
        kind: str,
        rule: str,
        owes: i64 = 0,
        goes_to: i64 = STAYS,
        held: i64 = FREE,
        opens: bool = False,
    ) -> None:
        self.kind = kind  # its name for drawings and words
        self.rule = rule
        self.owes = owes  # pledges
        self.goes_to = goes_to
        self.held = held  # by what
        self.opens = opens  # whether a total of 5 or 7 leads out

    def may_hold(self, held: int) -> bool:
        """Whether a piece that rests here may be held like this, `held` other than FREE."""
        return held == self.held or 0 < held < self.held


LEAPFROG: Final = 3
MILL: Final = 12
WELL: Final = 31

SPECIALS: Final = {
    2: Special("pledge", "OCA-7", owes=3),
    LEAPFROG: Special("leapfrog", "OCA-8"),  # see the rules: it depends on where others stand
    6: Special("bridge", "OCA-9", owes=1, goes_to=17),
    MILL: Special("mill", "OCA-10", goes_to=LAST_STOP),
    15: Special("bird", "OCA-11", owes=1, goes_to=10),
    19: Special("inn", "OCA-12", owes=1, held=1),
    WELL: Special("well", "OCA-13", owes=1, held=IN_THE_WELL, opens=True),
    39: Special("stairs", "OCA-14", owes=1, goes_to=34),
    42: Special("labyrinth", "OCA-15", owes=1, goes_to=THROW_BEGAN),
    48: Special("tower", "OCA-16", owes=2, goes_to=51),
    52: Special("prison", "OCA-17", owes=1, held=2, opens=True),
    58: Special("tomb", "OCA-18", goes_to=1),
}

# the name of every square that has one
KINDS: Final = {
    START: "start",
    GARDEN: "garden",
    **dict.fromkeys(GEESE, "goose"),
    **dict.fromkeys(DICE_SQUARES.values(), "dice"),
    **{square: special.kind for square, special in SPECIALS.items()},
}

# squares that a flock may have for its own
NEUTRAL: Final[tuple[int, ...]] = tuple(
    square for square in range(4, GARDEN) if square not in KINDS
)
DEFAULT_SQUARES: Final = (60, 55, 47, 44, 40, 37, 33, 28, 25, 20)

# the same by square, for quick look-ups; None where nothing happens
GOOSE: Final = Special("goose", "OCA-5")
SPECIAL: Final[tuple[Special | None, ...]] = tuple(
    GOOSE if square in GEESE else SPECIALS.get(square) for square in range(GARDEN + 1)
)
