"""What a sensible flock looks at: its one decision is whether to change places."""

from typing import Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.evaluation import share
from periplo.core.state import Policy, State
from periplo.games.oca.board import GARDEN, WELL_AT
from periplo.games.oca.rules import STAY, SWAP, OcaState

LEAD: Final = 20.0  # squares; see `evaluation.share`


class Greedy(Policy):
    """Goes where the bearer stands best, and holds back the leader of the others."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        assert isinstance(state, OcaState)
        best: i64 = STAY
        most = _worth(state.bearer[seat], state.held[seat])
        for action in state.legal(seat):
            if action >= SWAP:
                other = action - SWAP
                gain = _worth(state.bearer[other], state.held[other])
                if gain > most:
                    best = action
                    most = gain
        return best

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, OcaState)
        worths = [_worth(state.bearer[other], state.held[other]) for other in range(state.seats)]
        return share(worths, seat, LEAD)

    def rollout_depth(self) -> i64:
        return 400  # to the end: there is so little to decide that it costs nothing


def _worth(square: i64, held: i64) -> float:
    """Squares walked, less what being held costs: about a throw's seven pips each."""
    if square == WELL_AT and held < 0:
        return float(square) - 3.6 * 7.0  # 5 or 7 comes up ten times in 36
    # within a throw's reach of the garden, the nearer squares are walked over and back
    return float(min(square, GARDEN - 7)) - 7.0 * float(held)
