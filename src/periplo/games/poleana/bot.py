"""What a sensible player looks at: how far its reos are, and who may still catch them."""

from typing import Final

from mypy_extensions import i64

from periplo.core.bits import bit
from periplo.core.dice import Dice
from periplo.core.evaluation import share
from periplo.core.state import Policy, Seat, State
from periplo.games.poleana.actions import (
    OUT_00,
    is_move,
    is_release,
    is_up,
    pips_of,
    prisoner_of,
    released_to,
    reo_of,
)
from periplo.games.poleana.board import (
    CELL,
    ESCAPE,
    LANE,
    NINE,
    OUT,
    REOS,
    YARD,
    Place,
    Square,
    landing,
)
from periplo.games.poleana.jail import BOTH, PHASE_GUARD, PHASE_MOVE, turned
from periplo.games.poleana.rules import WALK, PoleanaState

# all in hundredths of a pip
PIP: Final = 100
FREED: Final = 25 * PIP
HOME: Final = 10 * PIP  # in the escape nobody is caught any more
JAILED: Final = -15 * PIP
UNUSED: Final = 90  # a pip still to be played
# what of its worth a reo loses, in hundredths, for each hunter up to six squares behind it,
# for each one up to twelve behind, and for a rival's cell it stands in front of
NEAR: Final = 30
FAR: Final = 9
DOOR: Final = 15
MOST: Final = 85
NEAR_BITS: Final = 0b111111000000
FAR_BITS: Final = 0b000000111111
BEHIND: Final = 12
LEAD: Final = 57.0 * PIP  # see `evaluation.share`


def policies() -> dict[str, Policy]:
    return {"greedy": Greedy()}


class Greedy(Policy):
    """Weighs where its four reos would stand after each action, and what was caught."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, PoleanaState)
        actions = state.legal(seat)
        if len(actions) == 1:
            return actions[0]
        hunters = _hunters(state, seat)
        best: i64 = actions[0]
        most: i64 = -(10**9)
        for action in actions:
            worth: i64
            if state.phase == PHASE_GUARD:
                worth = _loss(state, seat, prisoner_of(action))
            else:
                worth = _weigh(state, seat, action, hunters)
            if worth > most:
                best = action
                most = worth
        return best

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, PoleanaState)
        worths: list[float] = []
        for other in range(state.seats):
            places = state.places_of(Seat(other))
            hunters = _hunters(state, other)
            worth: i64 = 0
            for reo in range(REOS):
                worth += _standing(state, other, places, reo, hunters)
            worths.append(float(worth))
        return share(worths, seat, LEAD)

    def rollout_depth(self) -> i64:
        return 1  # to the end of the turn: more playouts show more than longer ones

    def playouts(self) -> i64:
        return 2000


def _loss(state: PoleanaState, seat: i64, prisoner: i64) -> i64:
    """What a guard takes: best the rivals' most advanced, worst the own."""
    place: i64 = state.place_of_index(prisoner)
    return place if prisoner // REOS != seat else -place - 1


def _weigh(state: PoleanaState, seat: i64, action: i64, hunters: i64) -> i64:
    places = state.places_of(Seat(seat))
    worth: i64 = 0
    if is_release(action):
        to = released_to(action)
        _let_out(places, to)
        if action == OUT_00 and places.count(to) < state.room_on(to):
            _let_out(places, to)
        worth += _prey(state, seat, to)
    elif is_move(action):
        reo, pips = reo_of(action), pips_of(action)
        to = landing(places[reo], pips, is_up(action))
        worth += _prey(state, seat, to)
        places[reo] = to
        if state.phase == PHASE_MOVE and state.left == BOTH:
            worth += UNUSED * (state.low + state.high - pips)
    for reo in range(REOS):
        worth += _standing(state, seat, places, reo, hunters)
    return worth


def _let_out(places: list[Place], to: Place) -> None:
    for reo in range(REOS):
        if places[reo] == CELL:
            places[reo] = to
            return


def _prey(state: PoleanaState, seat: i64, to: Place) -> i64:
    """What is gained if a rival is caught there: all it walked, and the walk of ten."""
    if to > NINE:
        return 0
    square = state.square_of(Seat(seat), to)
    if not state.is_lone(square):
        return 0
    prisoner = state.lone_reo_on(square)
    if prisoner // REOS == seat:
        return 0
    return PIP * (state.place_of_index(prisoner) + WALK) - JAILED


def _standing(state: PoleanaState, seat: i64, places: list[Place], reo: i64, hunters: i64) -> i64:
    """What the place of one reo is worth, less what may happen to it there."""
    place = places[reo]
    if place == CELL:
        return JAILED
    if place == OUT:
        return PIP * OUT + FREED
    if place >= LANE:
        return PIP * (place - LANE)
    worth: i64 = PIP * place
    if place >= ESCAPE:
        return worth + HOME
    for other in range(REOS):
        if other != reo and places[other] == place:
            return worth  # a barrier
    if state.protects(place):
        return worth
    square = state.square_of(Seat(seat), place)
    start = square - BEHIND
    near = turned(hunters, Square(start if start >= 0 else start + YARD))
    risk = NEAR * _count(near & NEAR_BITS) + FAR * _count(near & FAR_BITS)
    if _before_a_door(state, seat, square):
        risk += DOOR
    if risk > MOST:
        risk = MOST
    return worth - risk * (place + 15)


def _hunters(state: PoleanaState, seat: i64) -> i64:
    """The squares from which rivals with nobody in the cell may capture, and the guards'."""
    squares: i64 = state.guards
    for other in range(state.seats):
        if other == seat:
            continue
        run: i64 = 0
        for reo in range(REOS):
            place = state.place_of(Seat(other), reo)
            if place == CELL:
                run = 0
                break
            if place <= NINE or place >= LANE:
                run |= bit(state.square_of(Seat(other), place))
        squares |= run
    return squares


def _before_a_door(state: PoleanaState, seat: i64, square: Square) -> bool:
    """Whether a rival may be released onto that square."""
    for other in range(state.seats):
        rival = Seat(other)
        if rival != seat and square == state.origin(rival) and state.count(rival, CELL):
            return True
    return False


def _count(squares: i64) -> i64:
    count: i64 = 0
    while squares:
        squares &= squares - 1
        count += 1
    return count
