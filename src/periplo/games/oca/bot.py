"""What a sensible flock looks at: its one decision is whether to change places."""

from typing import Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.evaluation import share
from periplo.core.state import Policy, State
from periplo.games.oca.board import GARDEN, IN_THE_WELL
from periplo.games.oca.race import Piece, held_of, square_of
from periplo.games.oca.rules import STAY, SWAP, OcaState

LEAD: Final = 20.0  # squares; see `evaluation.share`


def policies() -> dict[str, Policy]:
    return {"greedy": Greedy()}


class Greedy(Policy):
    """Goes where the bearer stands best, and holds back the leader of the others."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, OcaState)
        best: i64 = STAY
        most = _worth(state.flocks[seat].bearer)
        for action in state.legal(seat):
            if action >= SWAP:
                other = action - SWAP
                gain = _worth(state.flocks[other].bearer)
                if gain > most:
                    best = action
                    most = gain
        return best

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, OcaState)
        worths = [_worth(bearer) for bearer in state.bearers]
        return share(worths, seat, LEAD)

    def rollout_depth(self) -> i64:
        return 400  # to the end: there is so little to decide that it costs nothing


def _worth(bearer: Piece) -> float:
    """Squares walked, less what being held costs: about a throw's seven pips each."""
    square, held = square_of(bearer), held_of(bearer)
    if held == IN_THE_WELL:
        return float(square) - 3.6 * 7.0  # 5 or 7 comes up ten times in 36
    # within a throw's reach of the garden, the nearer squares are walked over and back
    return float(min(square, GARDEN - 7)) - 7.0 * float(held)
