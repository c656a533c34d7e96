"""One seat's board and the path drawn on it, packed so that trying a step costs little.

A path is kept as two lists that both begin at the start cell: `ahead` from that cell to the head,
`behind` from the cell before it to the tail. So both ends grow by appending, and what was drawn
this round is the last few cells of one of them. Sets of cells, and of numbers, are whole numbers
with a bit for each; `board.py` has what can be done with them.
"""

from typing import Final

from mypy_extensions import i64

from periplo.core.bits import bit, has, with_member, without
from periplo.games.camino.board import (
    CELL_COUNT,
    COLOUR,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    NUMBER,
    OPEN,
    SQUARE,
    SQUARES,
    START_OF_BOARD,
    Cell,
    cells_of_colour,
    count,
    half,
    is_left,
)

# the ends of a path
NEITHER: Final = 0
AT_HEAD: Final = 1
AT_TAIL: Final = 2

# the cells of a way as one number, the first one highest
NO_STEPS: Final = 1
STEP_BITS: Final = 6
A_STEP: Final = 63


def with_step(steps: i64, cell: Cell) -> i64:
    return steps << STEP_BITS | cell


def last_step(steps: i64) -> Cell:
    return Cell(steps & A_STEP)


def without_last_step(steps: i64) -> i64:
    return steps >> STEP_BITS


def cells_backwards(steps: i64) -> list[int]:
    """The cells of a way, the last one first."""
    cells: list[int] = []
    while steps != NO_STEPS:
        cells.append(int(last_step(steps)))
        steps = without_last_step(steps)
    return cells


class Trail:
    def __init__(self, ahead: list[int] | None = None, behind: list[int] | None = None) -> None:
        self.board: i64 = 0  # from 1 on; 0 until it is dealt
        self.ahead: list[int] = [] if ahead is None else ahead
        self.behind: list[int] = [] if behind is None else behind
        self.used: i64 = 0  # the cells of the path, as a set
        self.full: i64 = 0  # the numbers scored in full, as a set
        self.halved: i64 = 0
        # this round
        self.end: i64 = NEITHER  # the one that it draws from
        self.left: i64 = 0  # squares of the card not used up, as in board.SQUARES
        self.open: i64 = 0  # the cells whose colour is left
        self.drawn: i64 = 0
        self.done: bool = False

    def copy(self) -> "Trail":
        other = Trail(self.ahead[:], self.behind[:])
        other.board = self.board
        other.used = self.used
        other.full = self.full
        other.halved = self.halved
        other.end = self.end
        other.left = self.left
        other.open = self.open
        other.drawn = self.drawn
        other.done = self.done
        return other

    # ---- the path

    def begin(self, board: i64) -> None:
        start: i64 = START_OF_BOARD[board]
        self.board = board
        self.ahead.append(start)
        self.used = bit(start)

    def cells(self) -> list[int]:
        """From tail to head."""
        return self.behind[::-1] + self.ahead

    def head(self) -> Cell:
        return Cell(self.ahead[-1])

    def tail(self) -> Cell:
        return Cell(self.behind[-1] if self.behind else self.ahead[0])

    def at(self, end: i64) -> Cell:
        """The cell of that end."""
        return self.head() if end == AT_HEAD else self.tail()

    def is_one_cell(self) -> bool:
        return len(self.ahead) + len(self.behind) == 1

    # ---- this round

    def give_card(self, card: i64) -> None:
        self.left = SQUARES[card]
        self.open = OPEN[card]

    def enter(self, end: i64, cell: Cell) -> None:
        self._line(end).append(int(cell))
        self.used = with_member(self.used, cell)
        self.end = end
        self.drawn += 1
        square: i64 = SQUARE[cell]
        self.left -= square
        if not is_left(self.left, square):
            self.open &= ~cells_of_colour(COLOUR[cell])

    def end_round(self) -> None:
        self.end = NEITHER
        self.left = 0
        self.open = 0
        self.drawn = 0
        self.done = False

    def leave_this_round(self, card: i64) -> None:
        """Take back what was drawn since the card was turned up, not that the seat is done."""
        line = self._line(self.end)
        while self.drawn > 0:
            cell: i64 = line.pop()
            self.used = without(self.used, cell)
            number: i64 = NUMBER[cell]
            if number > 0:
                self.full = without(self.full, number)
                self.halved = without(self.halved, number)
            self.drawn -= 1
        self.end = NEITHER
        self.give_card(card)

    def drew_this_round(self, number: i64) -> bool:
        line = self._line(self.end)
        for i in range(len(line) - self.drawn, len(line)):
            if NUMBER[line[i]] == number:
                return True
        return False

    def drawn_slice(self) -> tuple[i64, i64]:
        """The part of `cells()` that was drawn this round: the first index, and the one after."""
        if self.end == AT_TAIL:
            return 0, self.drawn
        length: i64 = len(self.ahead) + len(self.behind)
        return length - self.drawn, length

    def _line(self, end: i64) -> list[int]:
        return self.ahead if end == AT_HEAD else self.behind

    # ---- points

    def score(self, number: i64, in_full: bool) -> None:
        if in_full:
            self.full = with_member(self.full, number)
        else:
            self.halved = with_member(self.halved, number)

    def scored(self, number: i64) -> i64:
        """What the number brought; 0 if it was not reached."""
        if has(self.full, number):
            return number
        return half(number) if has(self.halved, number) else 0

    def highest(self) -> i64:
        """The highest number reached, 0 if there is none."""
        numbers: i64 = self.full | self.halved
        number: i64 = HIGHEST_NUMBER
        while number > 0 and not has(numbers, number):
            number -= 1
        return number

    def points(self) -> i64:
        """Of all the numbers scored."""
        points: i64 = 0
        for number in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1):
            points += self.scored(number)
        return points

    def empty(self) -> i64:
        """How many cells are not on the path."""
        return CELL_COUNT - count(self.used)
