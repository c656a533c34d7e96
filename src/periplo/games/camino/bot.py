"""What a sensible walker looks at: the way on from every place this card can lead to."""

from abc import abstractmethod
from typing import Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.judging import share
from periplo.core.state import Policy, State
from periplo.games.camino.board import (
    ALL_CELLS,
    CELL_COUNT,
    CELL_NUMBERED,
    CELLS_OF_COLOUR,
    COLOUR,
    COLOURS,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    NEAR,
    NUMBER,
    NUMBERED,
    SQUARE,
    SQUARES,
    STEPS,
    TOUCH_1,
    TOUCH_5,
    TOUCH_6,
    TOUCH_7,
    TOUCH_8,
    TOUCH_9,
    bit,
    connected,
    count,
    first,
    half,
)
from periplo.games.camino.rules import (
    AT_HEAD,
    AT_TAIL,
    CARD_COUNT,
    HEAD,
    STOP,
    TAIL,
    CaminoState,
    Trail,
)

# what counts how much in `Look.rank`, found by trying: the bound, the total, each cell of the
# path, each dead end, each narrow place, each step to the next number and to the one after
WEIGHTS: Final = (14, 19, 0, 28, 10, 9, 3)

# totals alone, from hopeless to hardly ever seen; and see `judging.share`
FEWEST: Final = -60.0
MOST: Final = 70.0
LEAD: Final = 6.0

# the cells of a way as one number, the first one highest
NO_STEPS: Final = 1
STEP_BITS: Final = 6
A_STEP: Final = 63


def squares_to_come(played: i64) -> i64:
    """How many squares of each colour the cards outside `played` have, four bits a colour."""
    squares: i64 = 0
    for card in range(1, CARD_COUNT + 1):
        if not played >> card & 1:
            for colour in range(len(COLOURS)):
                of_colour: i64 = SQUARES[card] >> 2 * colour & 3
                squares += of_colour << 4 * colour
    return squares


class Look:
    """What a board promises once a path has come so far.

    `bound` is proven: no way of going on, whatever the order of the cards, ends with a higher
    total. `rank` is a guess that only serves to compare.
    """

    def __init__(self, alone: bool, weights: tuple[int, ...]) -> None:
        self.bound: i64 = 0
        self.rank: i64 = 0
        self._alone = alone
        self._by_bound: i64 = weights[0]
        self._by_total: i64 = weights[1]
        self._by_length: i64 = weights[2]
        self._by_dead_end: i64 = weights[3]
        self._by_narrow: i64 = weights[4]
        self._by_step_to_next: i64 = weights[5]
        self._by_step_to_second: i64 = weights[6]
        # the cells that touch at least one, two, three of those in question
        self._one: i64 = 0
        self._two: i64 = 0
        self._three: i64 = 0
        # in the region last looked at
        self._dead_ends: i64 = 0
        self._narrow: i64 = 0

    def at(
        self, used: i64, head: i64, tail: i64, total: i64, high: i64, late: i64, rest: i64
    ) -> None:
        """Look from this path, with `rest` as the squares to come.

        Numbers score half that are below `high` or in the set `late`.
        """
        free: i64 = ALL_CELLS & ~used
        near_head: i64 = NEAR[head]
        near_tail: i64 = NEAR[tail]
        near_head &= free
        near_tail &= free
        dead_ends: i64 = 0
        narrow: i64 = 0
        # each end can go on into one region only: the best of those that are open to the head
        # alone and to the tail alone, and the two best of those that are open to both
        for_head: i64 = 0
        for_tail: i64 = 0
        for_both: i64 = 0
        for_either: i64 = 0
        reach: i64 = 0
        unseen: i64 = near_head | near_tail
        while unseen != 0:
            region: i64 = connected(unseen & -unseen, free)
            unseen &= ~region
            reach |= region
            if near_tail & region == 0:
                worth = self._worth(region, bit(head), 1, high, late, rest)
                for_head = max(for_head, worth)
            elif near_head & region == 0:
                worth = self._worth(region, bit(tail), 1, high, late, rest)
                for_tail = max(for_tail, worth)
            else:
                worth = self._worth(region, bit(head) | bit(tail), 2, high, late, rest)
                if worth > for_both:
                    for_either = for_both
                    for_both = worth
                else:
                    for_either = max(for_either, worth)
            dead_ends += self._dead_ends
            narrow += self._narrow
        beside_both: i64 = max(for_either, max(for_head, for_tail))
        best: i64 = max(for_head + for_tail, for_both + beside_both)
        # two regions share the squares to come
        best = min(best, _inked(reach, rest) + _points(reach, high, late, rest))
        self.bound = total + best
        self.rank = (
            self._by_bound * self.bound
            + self._by_total * total
            + self._by_length * count(used)
            - self._by_dead_end * dead_ends
            - self._by_narrow * narrow
            - self._way_to_numbers(
                reach,
                head if near_head != 0 else tail,
                tail if near_tail != 0 else head,
                high,
                late,
            )
        )

    def _worth(
        self, region: i64, ends: i64, end_count: i64, high: i64, late: i64, rest: i64
    ) -> i64:
        """At most so many points from a region of free cells that these ends can enter."""
        cells: i64 = region | ends
        self._one = 0
        self._two = 0
        self._three = 0
        self._meet(cells, 1, TOUCH_1)
        self._meet(cells, 5, TOUCH_5)
        self._meet(cells, 6, TOUCH_6)
        self._meet(cells, 7, TOUCH_7)
        self._meet(cells, 8, TOUCH_8)
        self._meet(cells, 9, TOUCH_9)
        self._dead_ends = count(region & ~self._two)
        self._narrow = count(region & self._two & ~self._three)
        # whoever enters a dead end stays there: one for each end of the path
        covered: i64 = count(region) - max(0, self._dead_ends - end_count)
        return min(covered, _inked(region, rest)) + _points(region, high, late, rest)

    def _meet(self, cells: i64, shift: i64, touch: i64) -> None:
        """Count neighbours: those so many numbers on and back."""
        on: i64 = (cells & touch) << shift
        back: i64 = cells >> shift & touch
        some: i64 = on | back
        both: i64 = on & back
        self._three |= self._two & some | self._one & both
        self._two |= self._one & some | both
        self._one |= some

    def _way_to_numbers(self, reach: i64, head: i64, tail: i64, high: i64, late: i64) -> i64:
        """How far it is to the next two numbers: alone the lowest ones, else the nearest."""
        nearest: i64 = 0
        second: i64 = 0
        found: i64 = 0
        for number in range(high + 1, HIGHEST_NUMBER + 1):
            cell: i64 = CELL_NUMBERED[number]
            if cell < 0 or not reach >> cell & 1 or late >> number & 1:
                continue
            steps: i64 = min(STEPS[head * CELL_COUNT + cell], STEPS[tail * CELL_COUNT + cell])
            found += 1
            if found == 1:
                nearest = steps
            elif self._alone:
                second = steps
                break
            elif steps < nearest:
                second = nearest
                nearest = steps
            elif found == 2 or steps < second:
                second = steps
        return self._by_step_to_next * nearest + self._by_step_to_second * second


class Ways:
    """All ways on that a card allows; `found` is told of each, the shortest included."""

    def __init__(self, alone: bool, late: i64, weights: tuple[int, ...]) -> None:
        self.look = Look(alone, weights)
        self.alone = alone
        self.late = late  # numbers that score half, whatever this path has reached
        self.at_head = True
        self._other: i64 = 0  # the end that stays where it is

    def try_head(
        self, used: i64, head: i64, tail: i64, left: i64, open: i64, total: i64, high: i64
    ) -> None:
        self.at_head = True
        self._other = tail
        self._try_on(head, used, left, open, total, high, NO_STEPS)

    def try_tail(
        self, used: i64, head: i64, tail: i64, left: i64, open: i64, total: i64, high: i64
    ) -> None:
        self.at_head = False
        self._other = head
        self._try_on(tail, used, left, open, total, high, NO_STEPS)

    @abstractmethod
    def found(self, used: i64, head: i64, tail: i64, total: i64, high: i64, steps: i64) -> None:
        """A way, and the path and total it leads to; `steps` are its cells, see NO_STEPS."""

    def _try_on(
        self, end: i64, used: i64, left: i64, open: i64, total: i64, high: i64, steps: i64
    ) -> None:
        near: i64 = NEAR[end]
        ways: i64 = near & open & ~used
        while ways != 0:
            self._enter(first(ways), used, left, open, total, high, steps)
            ways &= ways - 1

    def _enter(
        self, cell: i64, used: i64, left: i64, open: i64, total: i64, high: i64, steps: i64
    ) -> None:
        used |= bit(cell)
        steps = steps << STEP_BITS | cell
        square: i64 = SQUARE[cell]
        left -= square
        if left & 3 * square == 0:
            of_colour: i64 = CELLS_OF_COLOUR[COLOUR[cell]]
            open &= ~of_colour
        total += 1
        number: i64 = NUMBER[cell]
        if number > 0:
            halves = number < high or self.late >> number & 1 == 1
            total += half(number) if halves else number
            if self.alone:
                high = max(high, number)
        if self.at_head:
            self.found(used, cell, self._other, total, high, steps)
        else:
            self.found(used, self._other, cell, total, high, steps)
        self._try_on(cell, used, left, open, total, high, steps)


class Greedy(Policy):
    """Tries every way this card allows and takes the one that looks best, step by step."""

    def __init__(self, weights: tuple[int, ...] = WEIGHTS) -> None:
        self._weights = weights

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, CaminoState)
        trail = state.trails[seat]
        if trail.ways_on_from_head() == 0 and trail.ways_on_from_tail() == 0:
            return STOP
        return _Plan(state, self._weights).best(trail)

    def judge(self, state: State, seat: i64) -> float:
        assert isinstance(state, CaminoState)
        totals: list[float] = [float(trail.points() - trail.empty()) for trail in state.trails]
        if state.seats == 1:
            return min(1.0, max(0.0, (totals[0] - FEWEST) / (MOST - FEWEST)))
        return share(totals, seat, LEAD)

    def horizon(self) -> i64:
        return 200  # to the end: where a path leads is seen only by going there


class _Plan(Ways):
    """The best of the ways on."""

    def __init__(self, state: CaminoState, weights: tuple[int, ...]) -> None:
        late: i64 = 0
        if state.seats > 1:
            for number in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1):
                if 0 < state.reached[number] < state.round:
                    late |= 1 << number
        super().__init__(state.seats == 1, late, weights)
        self._rest = squares_to_come(state.turned | 1 << state.card)
        self._most: i64 = 0
        self._choice: i64 = STOP

    def best(self, trail: Trail) -> i64:
        """The first step of it."""
        used = trail.used
        head: i64 = trail.ahead[-1]
        tail = trail.tail()
        total: i64 = trail.points() - trail.empty()
        high: i64 = highest(trail.full | trail.halved) if self.alone else 0
        self.look.at(used, head, tail, total, high, self.late, self._rest)
        self._most = self.look.rank
        if trail.end != AT_TAIL:
            self.try_head(used, head, tail, trail.left, trail.open, total, high)
        if trail.end != AT_HEAD and head != tail:
            self.try_tail(used, head, tail, trail.left, trail.open, total, high)
        return self._choice

    def found(self, used: i64, head: i64, tail: i64, total: i64, high: i64, steps: i64) -> None:
        self.look.at(used, head, tail, total, high, self.late, self._rest)
        if self.look.rank > self._most:
            self._most = self.look.rank
            while steps >> STEP_BITS != NO_STEPS:
                steps >>= STEP_BITS
            self._choice = (HEAD if self.at_head else TAIL) + (steps & A_STEP)


def _inked(cells: i64, rest: i64) -> i64:
    """At most so many of the cells can be entered with the squares to come."""
    inked: i64 = 0
    for colour in range(6):
        of_colour: i64 = CELLS_OF_COLOUR[colour]
        inked += min(count(cells & of_colour), rest >> 4 * colour & 15)
    return inked


def _points(cells: i64, high: i64, late: i64, rest: i64) -> i64:
    """What the numbers on these cells can still score."""
    points: i64 = 0
    numbers: i64 = cells & NUMBERED
    while numbers != 0:
        cell: i64 = first(numbers)
        numbers &= numbers - 1
        if rest >> 4 * COLOUR[cell] & 15 != 0:
            number: i64 = NUMBER[cell]
            points += half(number) if number < high or late >> number & 1 else number
    return points


def highest(numbers: i64) -> i64:
    """The highest number of a set, bit by number; 0 if it is empty."""
    number: i64 = HIGHEST_NUMBER
    while number > 0 and not numbers >> number & 1:
        number -= 1
    return number
