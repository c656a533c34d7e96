"""The honeycomb, its colours and numbers, and the cards, as tables.

Cells are numbered 0–60 as one reads them, a1 … i5. A set of cells is one whole number with a
bit for each cell, so that it fits into 64 bits.
"""

from typing import Final, NewType

from mypy_extensions import i64

from periplo.core.bits import bit, has

Cell = NewType("Cell", i64)

CELL_COUNT: Final = 61
ALL_CELLS: Final = 0x1FFFFFFFFFFFFFFF
ROUNDS: Final = 15
LOWEST_NUMBER: Final = 2
HIGHEST_NUMBER: Final = 10
COLOURS: Final = "RGBYAP"  # red, green, blue, yellow, grey, purple: also the order on a card

# the sheet's map is lost; this one satisfies all its examples  [CAM-R1]
ROWS: Final = (
    ("a", "R10 G P G Y9"),
    ("b", "B A Y B P A"),
    ("c", "P G R3 A R Y B"),
    ("d", "Y A B Y P G P G"),
    ("e", "B6 R G P R A B2 R Y5"),
    ("f", "P Y B G B Y A B"),
    ("g", "R A Y4 R A G P"),
    ("h", "P R P B R Y"),
    ("i", "G8 A R G A7"),
)
# the boards differ in nothing else  [CAM-1]
STARTS: Final = ("d4", "d5", "f5", "f4")
# all sets of four colours, six of them with one colour twice  [CAM-R2]
CARDS: Final = (
    *("RGBY+R", "RGBA", "RGBP+G", "RGYA", "RGYP", "RGAP+A", "RBYA+B", "RBYP"),
    *("RBAP", "RYAP+Y", "GBYA", "GBYP+P", "GBAP", "GYAP", "BYAP"),
)

# ---- cells

CELLS: Final[tuple[str, ...]] = tuple(
    f"{row}{place + 1}" for row, inks in ROWS for place in range(len(inks.split()))
)
CELL_OF: Final[dict[str, int]] = {name: cell for cell, name in enumerate(CELLS)}
_INKS: Final[tuple[str, ...]] = tuple(ink for _, inks in ROWS for ink in inks.split())

# tables are bytes where they can be: those are read fastest
COLOUR: Final = bytes(COLOURS.index(ink[0]) for ink in _INKS)
NUMBER: Final = bytes(int(ink[1:] or 0) for ink in _INKS)
# by the number itself, from LOWEST_NUMBER on
CELL_NUMBERED: Final = bytes(max(0, NUMBER.find(number)) for number in range(HIGHEST_NUMBER + 1))
NUMBERED: Final = 0x1100200504002011  # the cells with a number
CELLS_OF_COLOUR: Final[tuple[int, ...]] = tuple(
    sum(1 << cell for cell in range(CELL_COUNT) if COLOUR[cell] == colour)
    for colour in range(len(COLOURS))
)
# the same where speed counts
RED: Final[i64] = CELLS_OF_COLOUR[0]
GREEN: Final[i64] = CELLS_OF_COLOUR[1]
BLUE: Final[i64] = CELLS_OF_COLOUR[2]
YELLOW: Final[i64] = CELLS_OF_COLOUR[3]
GREY: Final[i64] = CELLS_OF_COLOUR[4]
PURPLE: Final[i64] = CELLS_OF_COLOUR[5]
START_OF_BOARD: Final[tuple[int, ...]] = (-1, *(CELL_OF[name] for name in STARTS))


def cells_of_colour(colour: i64) -> i64:
    """As CELLS_OF_COLOUR, where speed counts: large numbers are read slowly from a table."""
    if colour < 3:
        if colour == 0:
            return RED
        return GREEN if colour == 1 else BLUE
    if colour == 3:
        return YELLOW
    return GREY if colour == 4 else PURPLE


# the colour of a cell as it counts in what is left of a card: two bits for each colour
SQUARE: Final[tuple[int, ...]] = tuple(1 << 2 * colour for colour in COLOUR)


def half(number: i64) -> i64:
    """Rounded up.  [CAM-5]"""
    return (number + 1) // 2


# ---- sets of cells: what `core.bits` lacks


def first_alone(cells: i64) -> i64:
    """The lowest of these cells, as a set."""
    return cells & -cells


def without_first(cells: i64) -> i64:
    """All but the lowest."""
    return cells & (cells - 1)


def count(cells: i64) -> i64:
    """How many cells these are."""
    # every other bit, as far as there are cells: compiled, from 2**62 on numbers are objects
    pairs: i64 = cells - (cells >> 1 & 0x1555555555555555)
    fours: i64 = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    eights: i64 = fours + (fours >> 4) & 0x0F0F0F0F0F0F0F0F
    return eights * 0x0101010101010101 >> 56 & 0x7F  # the highest byte is the sum of all


def first(cells: i64) -> i64:
    """The lowest of these cells."""
    return count(first_alone(cells) - 1)


def nth(cells: i64, place: i64) -> i64:
    """The one in that place, from 0 on, among these cells."""
    while place > 0:
        cells = without_first(cells)
        place -= 1
    return first(cells)


# ---- which cells touch: a cell and the one so many numbers on, for these cells

TOUCH_1: Final = 0xF7DFBFBFDFDFBEF
TOUCH_5: Final = 0x00F800000000001F
TOUCH_6: Final = 0x007FF000000007FF
TOUCH_7: Final = 0x0001FFF00003FFE0
TOUCH_8: Final = 0x000003FFFBFFF800
TOUCH_9: Final = 0x00000003FFFC0000


def around(cells: i64) -> i64:
    """All cells that touch one of these."""
    return (
        (cells & TOUCH_1) << 1
        | cells >> 1 & TOUCH_1
        | (cells & TOUCH_5) << 5
        | cells >> 5 & TOUCH_5
        | (cells & TOUCH_6) << 6
        | cells >> 6 & TOUCH_6
        | (cells & TOUCH_7) << 7
        | cells >> 7 & TOUCH_7
        | (cells & TOUCH_8) << 8
        | cells >> 8 & TOUCH_8
        | (cells & TOUCH_9) << 9
        | cells >> 9 & TOUCH_9
    )


def on_by(cells: i64, numbers: i64, touch: i64) -> i64:
    """Of the cells around these, those so many numbers on."""
    return (cells & touch) << numbers


def back_by(cells: i64, numbers: i64, touch: i64) -> i64:
    """Of the cells around these, those so many numbers back."""
    return cells >> numbers & touch


def connected(some: i64, cells: i64) -> i64:
    """All of `cells` that one can walk to, from `some` of them, without leaving them."""
    found: i64 = some
    more: i64 = around(found) & cells | found
    while more != found:
        found = more
        more = around(found) & cells | found
    return found


NEAR: Final[tuple[int, ...]] = tuple(int(around(bit(cell))) for cell in range(CELL_COUNT))
# the same, counted from FARTHEST before the cell: such small numbers are read faster
FARTHEST: Final = 9
_NEAR_FROM: Final[list[i64]] = [
    near << FARTHEST >> cell if cell < FARTHEST else near >> cell - FARTHEST
    for cell, near in enumerate(NEAR)
]


def near(cell: i64) -> i64:
    """The cells that touch it: NEAR, where speed counts."""
    cells: i64 = _NEAR_FROM[cell]
    return cells >> FARTHEST - cell if cell < FARTHEST else cells << cell - FARTHEST


def touching(name: str) -> list[str]:
    """The names of the cells that touch the one of this name."""
    beside = near(CELL_OF[name])
    return [other for cell, other in enumerate(CELLS) if has(beside, cell)]


def _steps_between(cell: int, other: int) -> int:
    steps = 0
    found = bit(cell)
    while not found & bit(other):
        found |= around(found)
        steps += 1
    return steps


# how many steps from one cell to another on an empty board, by cell * CELL_COUNT + other
STEPS: Final = bytes(
    _steps_between(cell, other) for cell in range(CELL_COUNT) for other in range(CELL_COUNT)
)

# ---- cards, by their number from 1 on


def packed(colours: str) -> int:
    """Colours, with repeats, as two bits each."""
    return sum(1 << 2 * COLOURS.index(colour) for colour in colours)


def unpacked(left: int) -> str:
    """The same as a text, in the order of COLOURS."""
    return "".join(colour * int(squares_of(left, i)) for i, colour in enumerate(COLOURS))


def squares_of(left: i64, colour: i64) -> i64:
    """How many squares of a colour there are among these."""
    return left >> 2 * colour & 3


def is_left(left: i64, square: i64) -> bool:
    """Whether there is one of a colour, given as in SQUARE."""
    return left & 3 * square != 0


SQUARES: Final[tuple[int, ...]] = (0, *(packed(card.replace("+", "")) for card in CARDS))


def open_to(left: int) -> int:
    """The cells that have one of these colours."""
    return sum(cells for i, cells in enumerate(CELLS_OF_COLOUR) if squares_of(left, i) > 0)


OPEN: Final[tuple[int, ...]] = tuple(open_to(squares) for squares in SQUARES)


# what is to come of each colour as one number: four bits for each


def squares_to_come(played: i64) -> i64:
    """How many squares of each colour the cards outside `played` have."""
    squares: i64 = 0
    for card in range(1, len(SQUARES)):
        if not has(played, card):
            for colour in range(len(COLOURS)):
                squares += squares_of(SQUARES[card], colour) << 4 * colour
    return squares


def to_come(rest: i64, colour: i64) -> i64:
    """How many of a colour there are among these."""
    return rest >> 4 * colour & 15
