"""What a sensible player looks at: triangles in reach, advances in hand, the way to the goal."""

from typing import Final

from mypy_extensions import i64

from periplo.core.bits import has
from periplo.core.dice import Dice
from periplo.core.evaluation import share
from periplo.core.state import Policy, Seat, State
from periplo.games.girumgo.board import (
    NO_WHEEL,
    SIDES,
    SPINS_APART,
    Gap,
    Triangle,
    Wheel,
    colour_at,
    gap_of,
    triangle,
    wrap,
)
from periplo.games.girumgo.planning import SCALE, Outlook, plan_turns
from periplo.games.girumgo.rules import (
    BLOW,
    END,
    PHASE_WHEELS,
    STEP,
    GirumgoState,
    is_forward,
    spin_action,
    wheel_of,
)
from periplo.games.girumgo.triangles import NONE, counts, last_spin_of

# what things are worth; a spin saved on the way to the next crossing is worth WAY
WAY: Final = 10
ADVANCE: Final = 8  # one that is still needed
LOSS: Final = 3  # an advance that a rival loses
SENT_BACK: Final = 20  # a crossing that a rival has to make anew
FAR: Final = 99


def policies() -> dict[str, Policy]:
    return {"greedy": Greedy()}


class Greedy(Policy):
    """Steps on whenever that leads nearer, else makes the spin that is worth most at once."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, GirumgoState)
        player = Seat(seat)
        step = _step_nearer(state, player)
        if step != NO_WHEEL:
            return STEP + step
        if state.left == 0:
            return END
        way = spins_to_cross(state, player, Wheel(NO_WHEEL), 0)
        wanted = _advances_wanted(state, player)
        best: i64 = NONE
        most: i64 = 0
        # a spin is worth something if it makes a triangle, or turns a wheel next to the piece
        for gap in range(state.board.gaps):
            spin = last_spin_of(state, Gap(gap))
            if spin != NONE:
                worth = _worth(state, player, spin, way, wanted)
                if worth > most:
                    most = worth
                    best = spin
        at: i64 = state.at[seat]
        for direction in range(SIDES + 1):
            wheel: i64 = (
                at if direction == SIDES else state.board.neighbours[at * SIDES + direction]
            )
            if wheel == NO_WHEEL:
                continue
            for back in range(2):
                turn = spin_action(Wheel(wheel), back == 0)
                worth = _worth(state, player, turn, way, wanted)
                if worth > most:
                    most = worth
                    best = turn
        return _towards_a_triangle(state) if best == NONE else best

    def plans(
        self, state: State, seat: i64, most: i64, dice: Dice, deadline: float
    ) -> list[list[int]]:
        assert isinstance(state, GirumgoState)
        return plan_turns(state, most, deadline)

    def evaluate(self, state: State, seat: i64) -> float:
        """By the work that is left; between turns `turn` is whose throw comes next."""
        assert isinstance(state, GirumgoState)
        if state.phase == PHASE_WHEELS:
            return 1.0 / float(state.seats)  # nobody is ahead before the wheels are set
        return share(Outlook(state).worths(state), seat, SCALE)

    def rollout_depth(self) -> i64:
        return 1  # to the end of the next turn

    def playouts(self) -> i64:
        return 100  # each plans a turn


def _worth(state: GirumgoState, seat: Seat, spin: i64, way: i64, wanted: i64) -> i64:
    """What a spin is worth, when `way` spins and `wanted` advances are still needed."""
    wheel = wheel_of(spin)
    rotation: i64 = wrap(state.wheels[wheel] + (1 if is_forward(spin) else 5))
    worth = _worth_of_triangles(state, seat, wheel, rotation, wanted)
    # without an advance the way is of no use yet, and rivals would turn it back in the meantime
    if state.advances[seat] > 0 and _crossings(state, state.at[seat], wheel) <= 1:
        worth += WAY * (way - spins_to_cross(state, seat, wheel, rotation))
    return worth


# ---- the way to the goal


def _crossings(state: GirumgoState, start: i64, to: i64) -> i64:
    return state.board.crossings[start * state.board.wheels + to]


def _step_nearer(state: GirumgoState, seat: Seat) -> Wheel:
    """A wheel nearer to the goal to which the piece can cross now."""
    goal = state.goal(seat)
    here = _crossings(state, state.at[seat], goal)
    for wheel in state.crossings():
        if wheel != NO_WHEEL and _crossings(state, wheel, goal) < here:
            return wheel
    return Wheel(NO_WHEEL)


def _advances_wanted(state: GirumgoState, seat: Seat) -> i64:
    """As many as there are crossings to make, but no more than the dial holds."""
    most = int(_crossings(state, state.at[seat], state.goal(seat)))
    if state.dial > 0:
        most = min(most, state.dial)
    return max(0, most - state.advances[seat])


def spins_to_cross(state: GirumgoState, seat: Seat, spun: Wheel, rotation: i64) -> i64:
    """The fewest spins that let the piece cross to a wheel nearer to its goal.

    Reckoned as if the wheel `spun` had the rotation given.
    """
    at: i64 = state.at[seat]
    colour: i64 = state.corner[seat]
    goal = state.goal(seat)
    here = _crossings(state, at, goal)
    own: i64 = rotation if at == spun else state.wheels[at]
    fewest: i64 = FAR
    for direction in range(SIDES):
        to: i64 = state.board.neighbours[at * SIDES + direction]
        if to == NO_WHEEL or _crossings(state, to, goal) >= here:
            continue
        other: i64 = rotation if to == spun else state.wheels[to]
        # side by side in the gap after this direction, or in the gap before it  [GIR-3]
        after = _spins(own, direction - colour) + _spins(other, direction + 2 - colour)
        before = _spins(own, direction - 1 - colour) + _spins(other, direction + 3 - colour)
        fewest = min(fewest, after, before)
    return fewest


def nearest_way(state: GirumgoState, seat: Seat) -> tuple[int, Wheel]:
    """The same now, and the wheel that the way leads to: of several the first in board order."""
    at: i64 = state.at[seat]
    colour: i64 = state.corner[seat]
    goal = state.goal(seat)
    here = _crossings(state, at, goal)
    own: i64 = state.wheels[at]
    best = (FAR, Wheel(NO_WHEEL))
    for direction in range(SIDES):
        to: i64 = state.board.neighbours[at * SIDES + direction]
        if to == NO_WHEEL or _crossings(state, to, goal) >= here:
            continue
        other: i64 = state.wheels[to]
        after = _spins(own, direction - colour) + _spins(other, direction + 2 - colour)
        before = _spins(own, direction - 1 - colour) + _spins(other, direction + 3 - colour)
        best = min(best, (int(min(after, before)), Wheel(to)))
    return best


def _spins(rotation: i64, wanted: i64) -> i64:
    """Spins from one rotation to another, which is taken mod 6."""
    return SPINS_APART[(rotation - wanted) % SIDES]


# ---- triangles


def _worth_of_triangles(
    state: GirumgoState, seat: Seat, wheel: Wheel, rotation: i64, wanted: i64
) -> i64:
    """What the triangles are worth that the wheel makes when it is turned to the rotation."""
    wheels = state.wheels
    board = state.board
    second: i64 = wrap(rotation + 2)
    third: i64 = wrap(rotation + 4)
    made: i64 = 0
    worth: i64 = 0
    last = Triangle(NONE)
    ones = board.spoke_one
    others = board.spoke_other
    first: i64 = board.first_spoke[wheel]
    end: i64 = board.first_spoke[wheel + 1]
    for spoke in range(first, end):
        if wheels[ones[spoke]] == second and wheels[others[spoke]] == third:
            colour = colour_at(board.spoke_slot[spoke], rotation)
            closed = triangle(Gap(board.spoke_gap[spoke]), colour)
            if counts(state, closed):
                made += 1
                worth += _harm(state, seat, wheel, closed, last)
                last = closed
    return worth + ADVANCE * min(made, wanted)


def _harm(state: GirumgoState, seat: Seat, spun: Wheel, triangle: Triangle, last: Triangle) -> i64:
    """What the triangle does to rivals, with those counted before and the `last` of this spin."""
    harm: i64 = 0
    for rival in range(state.seats):
        if rival == seat or has(state.struck, rival):
            continue
        at = Wheel(state.at[rival])
        closed = last != NONE and state.is_around(triangle, last, at)
        for i in range(len(state.counted)):
            other = Triangle(state.counted[i])
            broken = state.board.including[gap_of(other) * state.board.wheels + spun]
            if not broken and state.is_around(triangle, other, at):
                closed = closed or state.shows(state.wheels, other)
        if closed and state.advances[rival] >= BLOW:
            harm += LOSS * BLOW
        elif closed:
            start: i64 = state.board.corners[state.corner[rival]]
            harm += LOSS * state.advances[rival] + SENT_BACK * _crossings(state, start, at)
    return harm


def _towards_a_triangle(state: GirumgoState) -> i64:
    """A spin towards the triangle that needs the fewest; no single spin makes one of use."""
    slots = state.board.gap_slots
    corners = state.board.gap_wheels
    best: i64 = END
    fewest: i64 = FAR
    for gap in range(state.board.gaps):
        for colour in range(SIDES):
            spins: i64 = 0
            turned = Wheel(NO_WHEEL)
            forward = True
            for i in range(gap * 3, gap * 3 + 3):
                wheel = Wheel(corners[i])
                lacking: i64 = (slots[i] - colour - state.wheels[wheel]) % SIDES
                if lacking > 0:
                    spins += SPINS_APART[lacking]
                    turned = wheel
                    forward = lacking <= 3
            if 0 < spins < fewest and counts(state, triangle(Gap(gap), colour)):
                fewest = spins
                best = spin_action(turned, forward)
    return best
