"""What a sensible walker looks at: the way on from every place this card can lead to."""

from abc import abstractmethod
from typing import Final

from mypy_extensions import i64

from periplo.core.bits import bit, has, with_member
from periplo.core.dice import Dice
from periplo.core.evaluation import share
from periplo.core.state import Policy, Seat, State
from periplo.games.camino.board import (
    ALL_CELLS,
    BLUE,
    CELL_COUNT,
    CELL_NUMBERED,
    COLOUR,
    GREEN,
    GREY,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    NUMBER,
    NUMBERED,
    PURPLE,
    RED,
    ROUNDS,
    SQUARE,
    STEPS,
    TOUCH_1,
    TOUCH_5,
    TOUCH_6,
    TOUCH_7,
    TOUCH_8,
    TOUCH_9,
    YELLOW,
    Cell,
    back_by,
    cells_of_colour,
    connected,
    count,
    first,
    first_alone,
    is_left,
    near,
    on_by,
    squares_to_come,
    to_come,
    without_first,
)
from periplo.games.camino.rules import (
    PHASE_BOARDS,
    PHASE_OVER,
    STOP,
    CaminoState,
    is_late,
    points_for,
    step,
)
from periplo.games.camino.trail import (
    AT_HEAD,
    AT_TAIL,
    NO_STEPS,
    Trail,
    cells_backwards,
    last_step,
    with_step,
    without_last_step,
)

# what counts how much in `Look.rank`, found by trying: the bound, the total, each cell of the
# path, each dead end, each narrow place, each step to the next number and to the one after
WEIGHTS: Final = (14, 19, 0, 28, 10, 9, 3)

# totals alone, from hopeless to hardly ever seen; and see `evaluation.share`
FEWEST: Final = -60.0
MOST: Final = 70.0
LEAD: Final = 6.0

# what is still to come, fitted to 4,500 games of greedy's own: by rounds left, by how far the bound
# is above the total, by tight places
BY_ROUND: Final = 1.1
BY_ROUND_LEFT: Final = 0.055
BY_HOPE: Final = 0.52
BY_TIGHT: Final = -0.42

NEVER: Final = 10**9  # ranks are smaller


class Look:
    """What a board promises once a path has come so far.

    `bound` is proven: no way of going on, whatever the order of the cards, ends with a higher
    total. `rank` is a guess that only serves to compare.
    """

    def __init__(self, alone: bool, weights: tuple[int, ...]) -> None:
        self.bound: i64 = 0
        self.rank: i64 = 0
        self.tight: i64 = 0  # free cells within reach that are dead ends, or narrow
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
        near_head: i64 = near(head) & free
        near_tail: i64 = near(tail) & free
        dead_ends: i64 = 0
        narrow: i64 = 0
        # each end can go on into one region only: the best of those that are open to the head
        # alone and to the tail alone, and the two best of those that are open to both
        for_head: i64 = 0
        for_tail: i64 = 0
        for_both: i64 = 0
        for_either: i64 = 0
        reach: i64 = 0
        regions: i64 = 0
        unseen: i64 = near_head | near_tail
        while unseen != 0:
            region: i64 = connected(first_alone(unseen), free)
            unseen &= ~region
            reach |= region
            regions += 1
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
        if regions > 1:  # they share the squares to come
            best = min(best, _inked(reach, rest) + _points(reach, high, late, rest))
        self.bound = total + best
        self.tight = dead_ends + narrow
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

    def _meet(self, cells: i64, numbers: i64, touch: i64) -> None:
        """Count neighbours: those so many numbers on and back."""
        on: i64 = on_by(cells, numbers, touch)
        back: i64 = back_by(cells, numbers, touch)
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
        for number in range(max(high + 1, LOWEST_NUMBER), HIGHEST_NUMBER + 1):
            cell: i64 = CELL_NUMBERED[number]
            if not has(reach, cell) or has(late, number):
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
    """All ways on that a card allows; `found` is called with each, the shortest included."""

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
        ways: i64 = near(end) & open & ~used
        while ways != 0:
            self._enter(Cell(first(ways)), used, left, open, total, high, steps)
            ways = without_first(ways)

    def _enter(
        self, cell: Cell, used: i64, left: i64, open: i64, total: i64, high: i64, steps: i64
    ) -> None:
        used = with_member(used, cell)
        steps = with_step(steps, cell)
        square: i64 = SQUARE[cell]
        left -= square
        if not is_left(left, square):
            open &= ~cells_of_colour(COLOUR[cell])
        total += 1
        number: i64 = NUMBER[cell]
        if number > 0:
            total += points_for(number, high, has(self.late, number))
            if self.alone:
                high = max(high, number)
        if self.at_head:
            self.found(used, cell, self._other, total, high, steps)
        else:
            self.found(used, self._other, cell, total, high, steps)
        self._try_on(cell, used, left, open, total, high, steps)


def policies() -> dict[str, Policy]:
    return {"greedy": Greedy()}


class Greedy(Policy):
    """Tries every way this card allows and takes the one that looks best, step by step."""

    def __init__(self, weights: tuple[int, ...] = WEIGHTS) -> None:
        self._weights = weights
        self._plan: _Plan | None = None  # the last one, which mostly goes on

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, CaminoState)
        trail = state.trails[seat]
        walker = Seat(seat)
        if state.ways_on(walker, AT_HEAD) == 0 and state.ways_on(walker, AT_TAIL) == 0:
            return STOP
        plan = self._plan
        if plan is None or not plan.goes_on(state, trail):
            plan = _Plan(state, trail, self._weights)
            self._plan = plan
        return plan.next_step()

    def rank(self, state: State, seat: i64, dice: Dice) -> list[int]:
        """Each by the best way that begins with it."""
        assert isinstance(state, CaminoState)
        return _Ranking(state, state.trails[seat], self._weights).actions

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, CaminoState)
        totals: list[float] = [_hoped_for(state, trail) for trail in state.trails]
        if state.seats == 1:
            return min(1.0, max(0.0, (totals[0] - FEWEST) / (MOST - FEWEST)))
        return share(totals, seat, LEAD)

    def rollout_depth(self) -> i64:
        return 32  # a few rounds: what comes after them is mostly luck


class _Outlook(Ways):
    """All ways on from where a seat is."""

    def __init__(self, state: CaminoState, weights: tuple[int, ...]) -> None:
        super().__init__(state.seats == 1, _late(state), weights)
        self.cards: i64 = with_member(state.turned, state.card)
        self.rest: i64 = squares_to_come(self.cards)

    def try_all(self, trail: Trail) -> i64:
        """Returns the rank of staying there."""
        used = trail.used
        head: i64 = trail.head()
        tail = trail.tail()
        total: i64 = trail.points() - trail.empty()
        high: i64 = trail.highest() if self.alone else 0
        if trail.end != AT_TAIL:
            self.try_head(used, head, tail, trail.left, trail.open, total, high)
        if trail.end != AT_HEAD and head != tail:
            self.try_tail(used, head, tail, trail.left, trail.open, total, high)
        self.look.at(used, head, tail, total, high, self.late, self.rest)
        return self.look.rank


class _Plan(_Outlook):
    """The best of the ways on, to be gone step by step."""

    def __init__(self, state: CaminoState, trail: Trail, weights: tuple[int, ...]) -> None:
        super().__init__(state, weights)
        self._most: i64 = -NEVER
        self._steps: i64 = NO_STEPS
        self._from_head = True
        # where the trail is when the next step is due
        self._used: i64 = trail.used
        self._head: i64 = trail.head()
        self._tail: i64 = trail.tail()
        self._full: i64 = trail.full
        self._halved: i64 = trail.halved
        if self.try_all(trail) >= self._most:
            self._steps = NO_STEPS
        # the steps to come, the next one last
        self._cells: list[int] = cells_backwards(self._steps)

    def found(self, used: i64, head: i64, tail: i64, total: i64, high: i64, steps: i64) -> None:
        self.look.at(used, head, tail, total, high, self.late, self.rest)
        if self.look.rank > self._most:
            self._most = self.look.rank
            self._steps = steps
            self._from_head = self.at_head

    def goes_on(self, state: CaminoState, trail: Trail) -> bool:
        """Whether the trail is where this plan has led, with nothing changed that matters."""
        before: i64 = self._full | self._halved
        return (
            trail.used == self._used
            and trail.head() == self._head
            and trail.tail() == self._tail
            and trail.full & before == self._full
            and trail.halved & before == self._halved
            and with_member(state.turned, state.card) == self.cards
            and (state.seats == 1) == self.alone
            and _late(state) == self.late
        )

    def next_step(self) -> i64:
        if not self._cells:
            return STOP
        cell = Cell(self._cells.pop())
        self._used = with_member(self._used, cell)
        if self._from_head:
            self._head = cell
            return step(AT_HEAD, cell)
        self._tail = cell
        return step(AT_TAIL, cell)


class _Ranking(_Outlook):
    """The actions there are, the best first."""

    def __init__(self, state: CaminoState, trail: Trail, weights: tuple[int, ...]) -> None:
        super().__init__(state, weights)
        self.actions: list[int] = []
        self._ranks: list[int] = []
        self._action: i64 = STOP  # the one looked at, and its best rank so far
        self._most: i64 = -NEVER
        stay = self.try_all(trail)
        self._put()
        self._action = STOP
        self._most = stay + 1  # before any way that is no better
        self._put()

    def found(self, used: i64, head: i64, tail: i64, total: i64, high: i64, steps: i64) -> None:
        self.look.at(used, head, tail, total, high, self.late, self.rest)
        while without_last_step(steps) != NO_STEPS:
            steps = without_last_step(steps)
        action: i64 = step(AT_HEAD if self.at_head else AT_TAIL, last_step(steps))
        if action != self._action:
            self._put()
            self._action = action
            self._most = self.look.rank
        self._most = max(self._most, self.look.rank)

    def _put(self) -> None:
        """In its place among the others; of equals the first comes first."""
        if self._most == -NEVER:
            return
        place: i64 = len(self.actions)
        while place > 0 and self._ranks[place - 1] < self._most:
            place -= 1
        self.actions.insert(place, self._action)
        self._ranks.insert(place, self._most)


def _hoped_for(state: CaminoState, trail: Trail) -> float:
    """The total at the end, as greedy goes on from here."""
    total: i64 = trail.points() - trail.empty()
    if state.phase == PHASE_BOARDS or state.phase == PHASE_OVER:
        return float(total)
    alone = state.seats == 1
    high: i64 = trail.highest() if alone else 0
    look = Look(alone, WEIGHTS)
    rest = squares_to_come(state.turned)
    look.at(trail.used, trail.head(), trail.tail(), total, high, _late(state), rest)
    rounds: float = float(ROUNDS + 1 - state.round)
    return (
        float(total)
        + (BY_ROUND + BY_ROUND_LEFT * rounds) * rounds
        + BY_HOPE * float(look.bound - total)
        + BY_TIGHT * float(look.tight)
    )


def _late(state: CaminoState) -> i64:
    """The numbers that somebody reached in an earlier round; alone none."""
    late: i64 = 0
    if state.seats > 1:
        for number in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1):
            if is_late(state.reached[number], state.round):
                late = with_member(late, number)
    return late


def _inked(cells: i64, rest: i64) -> i64:
    """At most so many of the cells can be entered with the squares to come."""
    return (
        min(count(cells & RED), to_come(rest, 0))
        + min(count(cells & GREEN), to_come(rest, 1))
        + min(count(cells & BLUE), to_come(rest, 2))
        + min(count(cells & YELLOW), to_come(rest, 3))
        + min(count(cells & GREY), to_come(rest, 4))
        + min(count(cells & PURPLE), to_come(rest, 5))
    )


def _points(cells: i64, high: i64, late: i64, rest: i64) -> i64:
    """What the numbers on these cells can still score."""
    points: i64 = 0
    numbers: i64 = cells & NUMBERED
    while numbers != 0:
        cell: i64 = first(numbers)
        numbers = without_first(numbers)
        if to_come(rest, COLOUR[cell]) > 0:
            number: i64 = NUMBER[cell]
            points += points_for(number, high, has(late, number))
    return points
