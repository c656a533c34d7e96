"""The best path for one walker who knows all fifteen cards: beam search with a proven bound.

Arguments, for `solve` and `best_of_width` alike:
    board     1 to 4
    cards     all fifteen cards, 1 to 15, in the order they will be turned up
`solve` searches for about `seconds`, with a beam twice as wide each time; `progress` is sent the
seconds gone, the best total so far and the bound after each of them. `best_of_width` searches
once: equal arguments give equal solutions on every machine, compiled or not. `par` is that with
PAR_WIDTH. `deal` gives a board and cards for a seed, the same as a game with that seed.

What is proven: no path for these cards scores more than `Solution.bound`. It is the highest of
the total found and of `Look.bound` for every path that the beam left out, and that in turn
counts, after so many rounds, no more than
  - one point for a free cell that an end can still come to; each end can go on into one region
    of free cells only, and enters one dead end at most;
  - for each colour, as many cells as the cards to come have squares of it;
  - a free number in such a region in full unless a higher one has been reached already, and then
    by half.
If the bound equals the total, no path is better. Mostly it is some points higher, and the truth
somewhere between.
"""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from mypy_extensions import i64

from periplo.core.bits import bit, with_member
from periplo.core.dice import Dice
from periplo.core.errors import BadSetup
from periplo.core.state import TABLE, State
from periplo.games.camino.board import (
    CELL_COUNT,
    CELLS,
    HIGHEST_NUMBER,
    NUMBERED,
    OPEN,
    ROUNDS,
    SQUARES,
    START_OF_BOARD,
    squares_to_come,
)
from periplo.games.camino.bot import Ways
from periplo.games.camino.rules import (
    BOARD_COUNT,
    CARD_COUNT,
    PHASE_CARD,
    STOP,
    CaminoState,
)
from periplo.games.camino.trail import NO_STEPS, cells_backwards

PAR_WIDTH: Final = 500
WIDEST: Final = 64000  # beyond this memory runs out before patience does

WEIGHTS: Final = (16, 7, 10, 18, 3, 4, 3)  # as in bot.WEIGHTS, for looking much further ahead
# So that one idea does not crowd out the others, at most so many in a thousand may have the same
# highest number, the same numbers, the same two ends.
SHARE_OF_HIGHEST: Final = 300
SHARE_OF_NUMBERS: Final = 200
SHARE_OF_ENDS: Final = 20
HIGHEST_RANK: Final = 1 << 20  # above all ranks there are
MOST_NODES: Final = 1 << 24  # above what one round brings before it is thinned out
NO_TOTAL: Final = -CELL_COUNT  # below all totals
HIGHEST_TOTAL: Final = 54  # every number in full and no cell empty
FOREVER: Final = float("inf")
# candidates are thinned out as soon as there are so many for each place in the beam
CROWD: Final = 8


class Solution:
    """A path, how it is drawn, and how much better another could be at most."""

    def __init__(self, score: int, bound: int, actions: list[str], path: list[str]) -> None:
        self.score = score
        self.bound = bound
        self.actions = actions  # as in a record: the table's bare, the walker's with `1: `
        self.path = path  # from tail to head

    def is_best(self) -> bool:
        return self.score == self.bound


def solve(
    board: int,
    cards: Sequence[int],
    seconds: float,
    progress: Callable[[float, int, int], None] | None = None,
) -> Solution:
    """The best path found in that time; never worse than par, which is found in any case."""
    start = monotonic()
    width: i64 = PAR_WIDTH
    best = par(board, cards)
    while True:
        gone = monotonic() - start
        if progress is not None:
            progress(gone, best.score, best.bound)
        width *= 2
        if gone >= seconds or best.is_best() or width > WIDEST:
            return best
        beam = _Beam(board, cards, width, best.score, start + seconds)
        if not beam.search():
            return best
        if beam.best is not None:
            found = beam.solution(beam.best)
            found.bound = min(found.bound, best.bound)
            best = found
        else:
            best.bound = min(best.bound, max(best.score, int(beam.left_out)))


def best_of_width(board: int, cards: Sequence[int], width: int) -> Solution:
    """The best path that a beam of this width finds."""
    beam = _Beam(board, cards, width, NO_TOTAL, FOREVER)
    beam.search()
    assert beam.best is not None
    return beam.solution(beam.best)


def par(board: int, cards: Sequence[int]) -> Solution:
    """What a good walker might make of these cards: the same for everybody, everywhere."""
    return best_of_width(board, cards, PAR_WIDTH)


def deal(seed: object) -> tuple[int, list[int]]:
    """The board and the cards of a game for one with this seed."""
    dice = Dice(seed)
    return dealt(lambda state: state.draw(dice))


def dealt(draw: Callable[[State], int]) -> tuple[int, list[int]]:
    """The board and the cards of a game for one, where `draw` is what the table does next."""
    state = CaminoState(1)
    state.play(TABLE, draw(state))
    while state.phase == PHASE_CARD:
        state.play(TABLE, draw(state))
        state.play(0, STOP)
    return int(state.trails[0].board), state.played


class _Node:
    """A path after some rounds, and how the last of them drew it."""

    def __init__(self, used: i64, high: i64) -> None:
        self.used = used
        self.high = high  # the highest number on it
        self.head: i64 = 0
        self.tail: i64 = 0
        self.total: i64 = 0
        self.bound: i64 = 0
        self.rank: i64 = 0
        self.parent: _Node | None = None
        self.at_head: bool = True
        self.steps: i64 = NO_STEPS
        self.alike: _Node | None = None  # another path over the same cells, with other ends

    def is_drawn(self, head: i64, tail: i64, total: i64) -> None:
        self.head = head
        self.tail = tail
        self.total = total

    def comes_from(self, parent: "_Node | None", at_head: bool, steps: i64) -> None:
        self.parent = parent
        self.at_head = at_head
        self.steps = steps

    def has_ends(self, head: i64, tail: i64) -> bool:
        """Whichever of them is the head: from here on that makes no difference."""
        return (self.head == head and self.tail == tail) or (
            self.head == tail and self.tail == head
        )


class _Beam(Ways):
    """Round by round, the most promising paths."""

    def __init__(
        self, board: int, cards: Sequence[int], width: i64, to_beat: i64, deadline: float
    ) -> None:
        if not 1 <= board <= BOARD_COUNT:
            raise BadSetup(f"board: must be 1 to {BOARD_COUNT}, not {board}")
        if sorted(cards) != list(range(1, CARD_COUNT + 1)):
            raise BadSetup(f"cards: must be all of 1 to {CARD_COUNT}, each once")
        super().__init__(True, 0, WEIGHTS)
        self.best: _Node | None = None  # above `to_beat`, if there is one
        self.left_out: i64 = NO_TOTAL  # the highest bound of all that was left out
        self._board = board
        self._cards = list(cards)
        self._width = width
        self._to_beat = to_beat
        self._deadline = deadline
        self._start: i64 = START_OF_BOARD[board]
        self._rest: i64 = 0
        self._is_last = False
        self._parent: _Node | None = None
        self._parent_bound: i64 = 0
        self._nodes: list[_Node] = []
        self._by_cells: dict[int, _Node] = {}

    def search(self) -> bool:
        """Whether it came to an end before the deadline."""
        start = self._start
        root = _Node(bit(start), 0)
        root.is_drawn(start, start, 1 - CELL_COUNT)
        root.bound = HIGHEST_TOTAL
        beam = [root]
        played: i64 = 0
        for round in range(ROUNDS):
            card: i64 = self._cards[round]
            played = with_member(played, card)
            self._rest = squares_to_come(played)
            self._is_last = round == ROUNDS - 1
            self._nodes = []
            self._by_cells = {}
            for node in beam:
                if monotonic() > self._deadline:
                    return False
                self._go_on_from(node, SQUARES[card], OPEN[card])
                if len(self._nodes) > CROWD * self._width:
                    self._thin_out()
            self._thin_out()
            beam = self._nodes
        return True

    def _go_on_from(self, node: _Node, left: i64, open: i64) -> None:
        self._parent = node
        self._parent_bound = node.bound
        used, head, tail, total, high = node.used, node.head, node.tail, node.total, node.high
        self.found(used, head, tail, total, high, NO_STEPS)
        self.try_head(used, head, tail, left, open, total, high)
        if head != tail:
            self.try_tail(used, head, tail, left, open, total, high)

    def found(self, used: i64, head: i64, tail: i64, total: i64, high: i64, steps: i64) -> None:
        if self._is_last:
            if total > self._to_beat:
                self._to_beat = total
                self.best = _Node(used, high)
                self.best.is_drawn(head, tail, total)
                self.best.comes_from(self._parent, self.at_head, steps)
            return
        first = self._by_cells.get(used)
        node = first
        while node is not None and not node.has_ends(head, tail):
            node = node.alike
        if node is not None and node.total >= total:
            return
        self.look.at(used, head, tail, total, high, 0, self._rest)
        bound: i64 = min(self.look.bound, self._parent_bound)
        if bound <= self._to_beat:
            return
        if node is None:
            node = _Node(used, high)
            node.alike = first
            self._by_cells[used] = node
            self._nodes.append(node)
        node.is_drawn(head, tail, total)
        node.comes_from(self._parent, self.at_head, steps)
        node.bound = bound
        node.rank = self.look.rank

    def _thin_out(self) -> None:
        """Keep the most promising, and see to it that they are not all of a kind."""
        nodes = self._nodes
        width = self._width
        if len(nodes) <= width:
            return
        order: list[int] = []
        for i in range(len(nodes)):
            order.append((HIGHEST_RANK - nodes[i].rank) * MOST_NODES + i)
        order.sort()
        most_of_highest = max(1, width * SHARE_OF_HIGHEST // 1000)
        most_of_numbers = max(1, width * SHARE_OF_NUMBERS // 1000)
        most_of_ends = max(1, width * SHARE_OF_ENDS // 1000)
        highest: list[int] = [0] * (HIGHEST_NUMBER + 1)
        numbers: dict[int, int] = {}
        ends: list[int] = [0] * (CELL_COUNT * CELL_COUNT)
        kept: list[_Node] = []
        self._by_cells = {}
        for key in order:
            node = nodes[key % MOST_NODES]
            reached: int = node.used & NUMBERED
            these: i64 = min(node.head, node.tail) * CELL_COUNT + max(node.head, node.tail)
            if (
                len(kept) < width
                and highest[node.high] < most_of_highest
                and numbers.get(reached, 0) < most_of_numbers
                and ends[these] < most_of_ends
            ):
                highest[node.high] += 1
                numbers[reached] = numbers.get(reached, 0) + 1
                ends[these] += 1
                kept.append(node)
                node.alike = self._by_cells.get(node.used)
                self._by_cells[node.used] = node
            else:
                self.left_out = max(self.left_out, node.bound)
        self._nodes = kept

    def solution(self, node: _Node) -> Solution:
        """The path that ends here, from its beginning."""
        line: list[_Node] = []
        step: _Node | None = node
        while step is not None:
            line.append(step)
            step = step.parent
        line.reverse()
        actions = [f"board {self._board}"]
        path = [CELLS[self._start]]
        for round in range(ROUNDS):
            drawn = line[round + 1]
            actions.append(f"card {self._cards[round]}")
            for entered in reversed(cells_backwards(drawn.steps)):
                cell = CELLS[entered]
                if drawn.at_head:
                    actions.append(f"1: head {cell}")
                    path.append(cell)
                else:
                    actions.append(f"1: tail {cell}")
                    path.insert(0, cell)
            actions.append("1: stop")
        score = int(node.total)
        return Solution(score, max(score, int(self.left_out)), actions, path)
