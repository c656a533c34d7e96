"""The spiral of the goose as tables."""

from typing import Final

START: Final = 0
GARDEN: Final = 63

# the classic layout; the sheet does not list them  [OCA-R1]
GEESE: Final = (5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59)
DICE_SQUARES: Final = (26, 53)  # where 3+6 and 4+5 lead  [OCA-6]

# what a square does to a piece that meets it
PLAIN: Final = 0
GOOSE: Final = 1
PLEDGES: Final = 2
LEAPFROG: Final = 3
BRIDGE: Final = 4
MILL: Final = 5
BIRD: Final = 6
INN: Final = 7
WELL: Final = 8
STAIRS: Final = 9
LABYRINTH: Final = 10
TOWER: Final = 11
PRISON: Final = 12
TOMB: Final = 13
GOAL: Final = 14

SPECIALS: Final = {
    2: PLEDGES,
    3: LEAPFROG,
    6: BRIDGE,
    12: MILL,
    15: BIRD,
    19: INN,
    31: WELL,
    39: STAIRS,
    42: LABYRINTH,
    48: TOWER,
    52: PRISON,
    58: TOMB,
}
LEAPFROG_AT: Final = 3
MILL_AT: Final = 12
INN_AT: Final = 19
WELL_AT: Final = 31
PRISON_AT: Final = 52


def _action_of(square: int) -> int:
    if square == GARDEN:
        return GOAL
    return GOOSE if square in GEESE else SPECIALS.get(square, PLAIN)


ACTION: Final[tuple[int, ...]] = tuple(_action_of(square) for square in range(GARDEN + 1))

# nobody ever rests where the square always sends the piece on
NEVER_RESTED_ON: Final = (6, 12, 15, 39, 42, 48, 58)

# squares that a flock may have for its own
NEUTRAL: Final[tuple[int, ...]] = tuple(
    square for square in range(4, GARDEN) if ACTION[square] == PLAIN and square not in DICE_SQUARES
)
DEFAULT_SQUARES: Final = (60, 55, 47, 44, 40, 37, 33, 28, 25, 20)
