"""What a sensible team looks at: the cities that would bring a flag it lacks.

Two ways to think about them. What they know is a chance, the smaller the harder the question; what
they do not know they guess. No search may try answers out: to `rank` there is but one.
"""

from typing import Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.evaluation import share
from periplo.core.state import Policy, Seat, State
from periplo.games.europa.board import Square
from periplo.games.europa.rules import EuropaState
from periplo.games.europa.state import (
    ANSWER,
    FLY,
    KEEP,
    MOVE,
    PASS,
    PHASE_DIE,
    PHASE_QUESTION,
    SIX,
    THROW,
)

# guesses, not fitted: they only say by how much a game was won, see `rollout_depth` and
# `evaluation.share`
FLAG: Final = 0.7
WAY: Final = 1.5  # the whole of it
IN_HAND: Final = 0.2  # a plane
LEAD: Final = 1.0


# the part of the questions whose answer somebody has, by their difficulty from 1 on
NOTHING: Final[tuple[float, ...]] = (0.0, 0.0, 0.0, 0.0)
LITTLE: Final[tuple[float, ...]] = (0.0, 0.35, 0.2, 0.1)
SOME: Final[tuple[float, ...]] = (0.0, 0.7, 0.5, 0.3)
MUCH: Final[tuple[float, ...]] = (0.0, 0.95, 0.8, 0.65)


def policies() -> dict[str, Policy]:
    return {
        "greedy": Greedy(),
        "hasty": Hasty(),
        "easy": Greedy(LITTLE),
        "medium": Greedy(SOME),
        "hard": Greedy(MUCH),
    }


class Greedy(Policy):
    """Patient: declines a throw that would leave a country behind without its flag."""

    def __init__(self, knows: tuple[float, ...] = NOTHING) -> None:
        self._knows = knows

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, EuropaState)
        if state.phase == PHASE_QUESTION:
            knows: float = self._knows[state.board.difficulty[state.deck][state.card]]
            if knows > 0.0 and dice.chance() < knows:
                return ANSWER + state.board.right_answer(state.deck, state.card)
            return ANSWER + dice.below(4)
        team = Seat(seat)
        if state.phase != PHASE_DIE:
            target = _last_needed(state, team)
            return FLY + target if target > 0 else THROW
        may_move = not state.why_not_move(team)
        if may_move and _brings_a_card(state, team):
            return MOVE
        if state.die == SIX:
            target = _last_needed(state, team)
            if target > 0:
                return FLY + target
            if state.won[team] < state.needed and not state.why_not_keep(team):
                return KEEP
        if may_move and not _gives_up_a_country(state, team):
            return MOVE
        if not state.why_not_pass(team):
            return PASS
        return MOVE

    def rank(self, state: State, seat: i64, dice: Dice) -> list[int]:
        """Its own choice, then whatever else can be of use."""
        assert isinstance(state, EuropaState)
        best = self.choose(state, seat, dice)
        ranked: list[int] = [best]
        if state.phase != PHASE_QUESTION:
            for action in state.legal(seat):
                if action != best and _may_be_of_use(state, Seat(seat), action):
                    ranked.append(action)
        return ranked

    def slip(self, state: State, seat: i64, dice: Dice) -> i64:
        """Anything but a flight that brings no card: it only costs a plane and the way back."""
        assert isinstance(state, EuropaState)
        if state.phase == PHASE_QUESTION:
            return state.pick(seat, dice)
        sensible: list[int] = []
        for action in state.legal(seat):
            if not FLY < action < KEEP or _may_be_of_use(state, Seat(seat), action):
                sensible.append(action)
        return sensible[dice.below(len(sensible))]

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, EuropaState)
        worths: list[float] = []
        for team in range(state.seats):
            way: float = float(state.at[team]) / float(state.board.n)
            held: float = FLAG * float(state.won[team]) + IN_HAND * float(state.planes[team])
            worths.append(held + WAY * way)
        return share(worths, seat, LEAD)

    def rollout_depth(self) -> i64:
        """To the end: flags and squares alone say too little about who comes home first."""
        return 5000


class Hasty(Policy):
    """Never declines a throw it can walk, and flies back for what it has run past."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, EuropaState)
        if state.phase == PHASE_QUESTION:
            return ANSWER + dice.below(4)
        team = Seat(seat)
        target = _last_missed(state, team)
        if state.phase != PHASE_DIE:
            return FLY + target if target > 0 else THROW
        may_move = not state.why_not_move(team)
        if state.die == SIX:
            if may_move and _brings_a_card(state, team):
                return MOVE
            if target > 0:
                return FLY + target
            if state.won[team] < state.needed and not state.why_not_keep(team):
                return KEEP
        return MOVE if may_move else PASS


def _may_be_of_use(state: EuropaState, seat: Seat, action: i64) -> bool:
    """A flight for a flag, a plane for a later one, waiting where there is something ahead."""
    if action == PASS:
        at: i64 = state.at[seat]
        for square in range(at + 1, min(at + SIX, state.board.n - 1) + 1):
            if _lacks(state, seat, Square(square)):
                return True
        return at + SIX >= state.board.n
    if action == KEEP:
        return state.won[seat] < state.needed
    if FLY < action < KEEP:
        return _is_free_for_a_card(state, seat, Square(action - FLY))
    return True


def _lacks(state: EuropaState, seat: Seat, square: Square) -> bool:
    """Whether the flag of the country of this own city is still needed."""
    return state.is_due(seat, square, False)


def _is_free_for_a_card(state: EuropaState, seat: Seat, square: Square) -> bool:
    return _lacks(state, seat, square) and not state.taken(square, seat)


def _last_needed(state: EuropaState, seat: Seat) -> i64:
    """The nearest own city behind where a card is to be had; 0 for none."""
    cities = state.board.cities[state.route[seat]]
    for i in range(state.cities_behind(seat) - 1, -1, -1):
        if _is_free_for_a_card(state, seat, Square(cities[i])):
            return cities[i]
    return 0


def _last_missed(state: EuropaState, seat: Seat) -> i64:
    """As `_last_needed`, but only of a country that has no own city ahead."""
    cities = state.board.cities[state.route[seat]]
    country = state.board.country
    at: i64 = state.at[seat]
    behind = state.cities_behind(seat)
    ahead = behind
    if ahead < len(cities) and cities[ahead] == at:
        ahead += 1
    coming: i64 = country[cities[ahead]] if ahead < len(cities) else -1
    for i in range(behind - 1, -1, -1):
        square = Square(cities[i])
        if country[square] != coming and _is_free_for_a_card(state, seat, square):
            return square
    return 0


def _brings_a_card(state: EuropaState, seat: Seat) -> bool:
    """Whether moving by the die leads to a card, or into the exam."""
    if state.failed[seat]:
        return False
    at = state.at[seat]
    stop = state.stop_on_foot(seat, Square(at + state.die))
    if stop == at:
        return False
    if stop == state.board.n:
        return True
    return state.is_due(seat, state.after_star(seat, stop), False)


def _gives_up_a_country(state: EuropaState, seat: Seat) -> bool:
    """Whether moving by the die leaves the last own city of a needed country behind."""
    if state.failed[seat]:
        return False
    at = state.at[seat]
    rest = state.after_star(seat, state.stop_on_foot(seat, Square(at + state.die)))
    board = state.board
    route: i64 = state.route[seat]
    cities = board.cities[route]
    country = board.country
    for i in range(board.behind[route][at], board.behind[route][rest]):
        square = Square(cities[i])
        if square > at and _lacks(state, seat, square):
            last: bool = i + 1 == len(cities) or country[cities[i + 1]] != country[square]
            if last:
                return True
    return False
