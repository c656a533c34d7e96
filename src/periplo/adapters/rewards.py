"""What a game that has ended is worth to its seats, for every library alike.

`"win"`: the winners share +1 and the others share -1, so that all rewards add up to 0; where
everybody wins it is 0 for all. `"margin"`: one's own score less the best of the others'. A seat
that plays alone gets its score either way.
"""

from periplo.core.errors import BadSetup
from periplo.core.game import Game, Options
from periplo.core.reading import show
from periplo.core.state import State

REWARDS = ("win", "margin")


def check_kind(kind: object) -> None:
    if kind not in REWARDS:
        raise BadSetup(f"reward: must be one of {', '.join(REWARDS)}, not {show(kind)}")


def rewards(state: State, kind: str) -> list[float]:
    """By seat. A game that was broken off has no winners; margins are taken as they stand."""
    scores = [float(score) for score in state.scores()]
    if state.seats == 1:
        return scores
    if kind == "margin":
        return [own - max(scores[:seat] + scores[seat + 1 :]) for seat, own in enumerate(scores)]
    winners = state.winners()
    losers = state.seats - len(winners)
    if not winners or not losers:
        return [0.0] * state.seats
    return [1 / len(winners) if seat in winners else -1 / losers for seat in range(state.seats)]


def reward_range(game: Game, seats: int, options: Options, kind: str) -> tuple[float, float]:
    """The least and the most that `rewards` can give."""
    least, most = (float(score) for score in game.score_range(seats, options))
    if seats == 1:
        return least, most
    return (least - most, most - least) if kind == "margin" else (-1.0, 1.0)
