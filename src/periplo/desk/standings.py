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

    def merit(seat: int) -> tuple[bool, Any]:
        """Whoever wins, wins whatever the totals."""
        return (True, 0) if seat in winners else (False, totals[seat])

    return [
        Standing(
            rank=1 + sum(merit(other) > merit(seat) for other in seats),
            seat=seat + 1,
            parts=game.score_parts(state, seat),
            score=scores[seat],
            penalties=penalties[seat],
            total=totals[seat],
            wins=seat in winners,
        )
        for seat in sorted(seats, key=merit, reverse=True)
    ]
