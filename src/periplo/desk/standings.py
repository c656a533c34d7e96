"""Who stands where: the rules' winner first, the others by total."""

from dataclasses import dataclass
from typing import Any

from periplo.desk.desk import Desk
from periplo.desk.state import add_exactly


@dataclass(frozen=True, slots=True)
class Standing:
    rank: int  # from 1; equal totals share it
    seat: int  # from 1
    parts: list[tuple[str, Any]]  # the points of each rule
    score: Any
    penalties: Any
    total: Any
    wins: bool


def ranks(desk: Desk) -> list[int]:
    """Of each seat, from 1: whoever wins, wins whatever the totals; equal totals share a rank."""
    winners = desk.state.winners() if desk.has_started and desk.is_over() else []
    merits = [
        (seat in winners, 0 if seat in winners else total)
        for seat, total in enumerate(desk.totals())
    ]
    return [1 + sum(other > merit for other in merits) for merit in merits]


def standings(desk: Desk) -> list[Standing]:
    """Best first; before the start everybody is first."""
    seats = range(len(desk.setup.names))
    totals = desk.totals()
    game = desk.setup.game
    state = desk.state if desk.has_started else game.new(len(seats), desk.setup.options)
    scores, winners = state.scores(), state.winners() if state.over() else []
    penalties: list[float] = [0] * len(seats)
    for one in desk.standing_penalties():
        seat = one["seat"] - 1
        penalties[seat] = add_exactly(penalties[seat], one["points"])
    ranked = ranks(desk)

    return [
        Standing(
            rank=ranked[seat],
            seat=seat + 1,
            parts=game.score_parts(state, seat),
            score=scores[seat],
            penalties=penalties[seat],
            total=totals[seat],
            wins=seat in winners,
        )
        for seat in sorted(seats, key=ranked.__getitem__)
    ]
