"""Whole turns: which spins and crossings in a row leave a seat best off when its turn ends.

What a position is worth is counted in half spins. A crossing that is made stays made, so it is
worth most; a spin towards the next one is worth less, for a rival may turn the wheel back; an
advance in hand is worth something if it is needed. Who is surrounded may lose all the way from the
start. So a good turn crosses where it can, makes triangles on the way, surrounds a rival in
reach, and ends where few throws let a rival do the same.

A turn is put together spin by spin. Of all its beginnings only the most promising are gone on with,
and a piece may cross after each spin. What an action does is left to the rules.
"""

from math import exp
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from periplo.core.bits import has
from periplo.core.state import Seat
from periplo.games.girumgo.board import (
    NO_WHEEL,
    SIDES,
    SPINS_APART,
    Gap,
    Triangle,
    Wheel,
    colour_at,
    triangle,
    wrap,
)
from periplo.games.girumgo.rules import (
    BLOW,
    END,
    PHASE_OVER,
    SPIN,
    STEP,
    GirumgoState,
    spin_action,
)
from periplo.games.girumgo.triangles import NONE, counts, in_reach, last_spin_of

SPUN: Final = 2  # a spin towards the next crossing, in half spins
CROSSED: Final = 9  # a crossing
HELD: Final = 2  # an advance that is needed
ON_TURN: Final = 4.0  # to throw next
SCALE: Final = 10.0  # the lead that makes a seat e times as likely to win; see `evaluation.share`

FEARED: Final = 0.8  # how much of what a rival can do by a throw is taken to happen
FEARED_LATER: Final = 0.2  # ... if the own turn comes before that
FEARED_MEANWHILE: Final = 0.4  # ... if spins are left in this turn, by which that may change
HOPED: Final = 0.7  # how much of a rival who can be surrounded by the spins that are left
BY_SURROUNDING: Final = 3  # advances that one gains by it: two triangles and one more  [GIR-7]

QUICK: Final = 3  # beginnings of a turn that are gone on with after each spin, in a quick look

FACES: Final = 6
# spins between two rotations, by their difference and 6 more, from -6 to 9
APART: Final = bytes([SPINS_APART[difference % SIDES] for difference in range(-SIDES, 10)])
FAR: Final = 99
UNREACHED: Final = 200  # more work than there ever is
HOME: Final = 1e6


class Outlook:
    """How much work there is to each seat's goal, from wherever a piece may be."""

    def __init__(self, state: GirumgoState) -> None:
        """The wheels beside a piece are looked at later; of those beyond, these rotations count."""
        self._work: list[list[int]] = [_work_to_goal(state, Seat(i)) for i in range(state.seats)]

    def work(self, state: GirumgoState, seat: i64) -> i64:
        """What is left for a seat, less what its advances are worth."""
        at: i64 = state.at[seat]
        return self._way(state, seat, at) - HELD * _of_use(state, seat, state.advances[seat])

    def loss(self, state: GirumgoState, seat: i64, work: i64) -> i64:
        """The work that being surrounded would make for a seat that has so much now.  [GIR-7]"""
        held: i64 = state.advances[seat]
        if held >= BLOW:
            return HELD * (_of_use(state, seat, held) - _of_use(state, seat, held - BLOW))
        start: i64 = state.board.corners[state.corner[seat]]
        return max(0, self._way(state, seat, start) - work)

    def danger(self, state: GirumgoState, seat: i64, work: i64) -> float:
        """What a seat loses by the next throw on average, if a rival surrounds it when it can."""
        spins = spins_to_surround(state, Seat(seat), FACES, False)
        if spins > FACES:
            return 0.0
        return float(FACES + 1 - spins) / float(FACES) * float(self.loss(state, seat, work) + HELD)

    def worths(self, state: GirumgoState) -> list[float]:
        """By seat, when `state.turn` is to throw next: the less work the better."""
        worths: list[float] = []
        for seat in range(state.seats):
            work = self.work(state, seat)
            danger = self.danger(state, seat, work)
            if seat == state.turn:
                worths.append(ON_TURN - float(work) - FEARED_LATER * danger)
            else:
                worths.append(-float(work) - FEARED * danger)
        return worths

    def _way(self, state: GirumgoState, seat: i64, at: i64) -> i64:
        """The work of a piece on that wheel."""
        if at == state.goal(Seat(seat)):
            return 0
        own: i64 = state.wheels[at]
        least: i64 = UNREACHED
        for turned in range(SIDES):
            spins: i64 = SPUN * APART[turned - own + SIDES]
            if spins + CROSSED < least:
                beyond = _work_beyond(state, self._work[seat], state.corner[seat], at, turned)
                least = min(least, spins + beyond)
        return least


def _of_use(state: GirumgoState, seat: i64, advances: i64) -> i64:
    """Of so many advances those that there are crossings for."""
    crossings: i64 = state.to_go(seat, state.at[seat])
    return min(advances, crossings)


def _work_to_goal(state: GirumgoState, seat: Seat) -> list[int]:
    """By wheel * 6 + rotation: the work of the seat's piece on that wheel, if it is turned so."""
    goal: i64 = state.goal(seat)
    work: list[int] = [UNREACHED] * (state.board.wheels * SIDES)
    for turned in range(SIDES):
        work[goal * SIDES + turned] = 0
    # from the goal outward; twice, for a way may lead round a wheel that is no farther away
    for wheel in state.board.by_distance[goal] * 2:
        if wheel == goal:
            continue
        first: i64 = wheel * SIDES
        for turned in range(SIDES):
            beyond = _work_beyond(state, work, state.corner[seat], wheel, turned)
            if beyond < work[first + turned]:
                work[first + turned] = int(beyond)
        # a rotation costs no more than the next one to either side and a spin
        for i in range(2 * SIDES):
            one: i64 = first + i % SIDES
            other: i64 = first + (i + 1) % SIDES
            work[other] = min(work[other], work[one] + SPUN)
        for i in range(2 * SIDES, 0, -1):
            one = first + i % SIDES
            other = first + (i - 1) % SIDES
            work[other] = min(work[other], work[one] + SPUN)
    return work


def _work_beyond(state: GirumgoState, work: list[int], colour: i64, wheel: i64, turned: i64) -> i64:
    """The least work of a piece of that colour that crosses from the wheel if it is turned so."""
    slot: i64 = wrap(colour + turned)
    side: i64 = wheel * SIDES
    one = _work_across(state, work, state.board.neighbours[side + slot], wrap(turned + 2))
    other = _work_across(
        state, work, state.board.neighbours[side + wrap(slot + 1)], wrap(turned + 4)
    )
    return min(one, other)


def _work_across(state: GirumgoState, work: list[int], to: i64, wanted: i64) -> i64:
    """... to a wheel that has to be turned first as it is wanted.  [GIR-3]"""
    if to == NO_WHEEL:
        return UNREACHED
    spins: i64 = SPUN * APART[wanted - state.wheels[to] + SIDES]
    return CROSSED + spins + work[to * SIDES + wanted]


# ---- surrounding


def spins_to_surround(state: GirumgoState, rival: Seat, most: i64, in_turn: bool) -> i64:
    """The fewest spins by which a piece can be surrounded; FAR if they are more than `most`.

    `in_turn`: in the rest of this turn, with the triangles that have been counted in it; else in a
    turn that begins now. Not reckoned for triangles of one colour.  [GIR-7, GIR-R3]
    """
    board = state.board
    wheels = state.wheels
    at: i64 = state.at[rival]
    first: i64 = board.first_spoke[at]
    end: i64 = board.first_spoke[at + 1]
    if state.same_colour or end - first < 3:  # a corner has too few gaps
        return FAR
    slots = board.spoke_slot
    ones = board.spoke_one
    others = board.spoke_other
    own: i64 = wheels[at]
    fewest: i64 = most + 1
    gaps: list[int] = [FAR] * SIDES  # by slot: spins of other wheels for a triangle there
    for turned in range(SIDES):
        spins: i64 = APART[turned - own + SIDES]
        if spins >= fewest:
            continue
        for spoke in range(first, end):
            slot: i64 = slots[spoke]
            more: i64 = APART[turned + 2 - wheels[ones[spoke]] + SIDES]
            more += APART[turned + 4 - wheels[others[spoke]] + SIDES]
            gaps[slot] = FAR
            if spins + more < fewest:
                made = triangle(Gap(board.spoke_gap[spoke]), colour_at(slot, turned))
                if _can_count(state, made, spins + more, in_turn):
                    gaps[slot] = int(more)
        # of two gaps beside each other only one can be a triangle: they share a second wheel
        for slot in range(SIDES):
            one: i64 = spins + gaps[slot]
            if one < fewest:
                fewest = min(fewest, one + gaps[wrap(slot + 2)], one + gaps[wrap(slot + 3)])
    return fewest if fewest <= most else FAR


def _can_count(state: GirumgoState, made: Triangle, spins: i64, in_turn: bool) -> bool:
    """Whether a triangle that takes so many spins helps to surround somebody.  [GIR-5]"""
    if not in_turn:
        return spins > 0  # one that stands when the turn begins does not count
    if made in state.counted:
        return spins == 0  # broken, it would not count again
    return not state.shows(state.before, made)


# ---- turns


class TurnSoFar:
    """A turn, as far as it has been put together."""

    def __init__(self, state: GirumgoState, before: "TurnSoFar | None", action: i64) -> None:
        self.state = state  # after the last action
        self.before = before
        self.action: i64 = action
        self.worth: float = 0.0  # if the turn ends here
        self.promise: float = 0.0  # if it goes on

    def actions(self) -> list[int]:
        """From the first to the last, and the end of the turn unless the game is over."""
        found: list[int] = []
        line: TurnSoFar = self
        before = line.before
        while before is not None:
            found.append(int(line.action))
            line = before
            before = line.before
        found.reverse()
        if self.state.phase != PHASE_OVER:
            found.append(END)
        return found


class Planner:
    """Puts turns together for whoever is on turn."""

    def __init__(self, state: GirumgoState, width: i64, most: i64) -> None:
        """Goes on with `width` beginnings after each spin and remembers the `most` best turns."""
        self.best: list[TurnSoFar] = []  # whole turns, the best first
        self._width: i64 = width
        self._most: i64 = most
        self._seat: Seat = state.turn
        self._outlook = Outlook(state)
        self._rivalry: list[float] = _rivalry(self._outlook.worths(state), state.turn)
        self._promising: list[TurnSoFar] = []  # after the same number of spins, the best first
        self._seen: set[tuple[object, ...]] = set()
        self._add(TurnSoFar(state, None, 0))

    def plan(self, deadline: float) -> bool:
        """Until no spins are left or the way home is found; False if time was up before that."""
        while self._promising and self.best[0].worth < HOME:
            lines = self._promising
            self._promising = []
            for line in lines:
                if perf_counter() > deadline:
                    return False
                if line.state.left > 0:
                    for spin in spins_worth_trying(line.state):
                        self._add(self._after(line, spin))
        return True

    def _after(self, line: TurnSoFar, action: i64) -> TurnSoFar:
        state = line.state.copy()
        assert isinstance(state, GirumgoState)
        state.play(self._seat, action)
        return TurnSoFar(state, line, action)

    def _add(self, line: TurnSoFar) -> None:
        """Take a line into account, and all that cross on from it."""
        state = line.state
        seat = self._seat
        # the same by other spins, or by the same in another order, has been seen
        mark = (tuple(state.wheels), state.at[seat], state.advances[seat], state.struck)
        if mark in self._seen:
            return
        self._seen.add(mark)
        self._weigh(line)
        self._keep(self.best, line, self._most, False)
        if state.phase == PHASE_OVER:
            return
        self._keep(self._promising, line, self._width, True)
        here = state.to_go(seat, state.at[seat])
        for wheel in state.crossings():
            if wheel != NO_WHEEL and state.to_go(seat, wheel) <= here:
                self._add(self._after(line, STEP + wheel))

    def _weigh(self, line: TurnSoFar) -> None:
        state = line.state
        if state.phase == PHASE_OVER:
            line.worth = HOME
            return
        outlook = self._outlook
        seat = self._seat
        work = outlook.work(state, seat)
        danger = outlook.danger(state, seat, work)
        worth: float = -float(work)
        hope: float = 0.0
        for rival in range(state.seats):
            if rival == seat:
                continue
            work = outlook.work(state, rival)
            worth += self._rivalry[rival] * float(work)
            if state.left > 0 and not has(state.struck, rival):
                spins = spins_to_surround(state, Seat(rival), state.left, True)
                if spins <= state.left:
                    gain = outlook.loss(state, rival, work) + BY_SURROUNDING * HELD - SPUN * spins
                    hope = max(hope, float(gain))
        line.worth = worth - FEARED * danger
        line.promise = worth - FEARED_MEANWHILE * danger + HOPED * hope

    def _keep(self, lines: list[TurnSoFar], line: TurnSoFar, most: i64, by_promise: bool) -> None:
        """Put a line among the best in its order."""
        place: i64 = len(lines)
        while place > 0:
            other = lines[place - 1]
            if (other.promise if by_promise else other.worth) >= (
                line.promise if by_promise else line.worth
            ):
                break
            place -= 1
        if place < most:
            lines.insert(place, line)
            if len(lines) > most:
                lines.pop()


def _rivalry(worths: list[float], seat: i64) -> list[float]:
    """How much each rival counts, 1 in all: the more, the better it stands."""
    counts: list[float] = [0.0] * len(worths)
    best = max(worths)
    whole: float = 0.0
    for rival in range(len(worths)):
        if rival != seat:
            counts[rival] = exp((worths[rival] - best) / SCALE)
            whole += counts[rival]
    return [count / whole for count in counts]


def spins_worth_trying(state: GirumgoState) -> list[int]:
    """All of wheels under and beside pieces, and those that make a triangle anywhere."""
    board = state.board
    spins: list[int] = []
    tried: list[bool] = [False] * (2 * board.wheels)
    for seat in range(state.seats):
        at: i64 = state.at[seat]
        for direction in range(SIDES + 1):
            wheel: i64 = at if direction == SIDES else board.neighbours[at * SIDES + direction]
            if wheel != NO_WHEEL and not tried[2 * wheel]:
                tried[2 * wheel] = True
                tried[2 * wheel + 1] = True
                spins.append(int(spin_action(Wheel(wheel), True)))
                spins.append(int(spin_action(Wheel(wheel), False)))
    for gap in range(board.gaps):
        spin = last_spin_of(state, Gap(gap))
        if spin != NONE and not tried[spin - SPIN] and counts(state, in_reach(state, Gap(gap))):
            tried[spin - SPIN] = True
            spins.append(int(spin))
    return spins


def plan_turns(state: GirumgoState, most: i64, deadline: float) -> list[list[int]]:
    """Whole turns of whoever is on turn, the best first; only that which wins if there is one.

    The more are wanted, the more closely it looks. It does so after a quick look: who has little
    time has whole turns from that, not half ones.
    """
    start = state.copy()
    assert isinstance(start, GirumgoState)
    planner = Planner(start, QUICK, most)
    if planner.plan(deadline) and most > QUICK and planner.best[0].worth < HOME:
        closer = Planner(start, most, most)
        if closer.plan(deadline):
            planner = closer
    if planner.best[0].worth >= HOME:
        return [planner.best[0].actions()]
    return [line.actions() for line in planner.best]
