"""How a match at a table ended."""

from collections.abc import Collection, Sequence

from periplo.table.history import History
from periplo.table.rows import BOT, CLOCK, Ended, ResultRow, SeatRow


def result_of(
    history: History,
    seats: Sequence[SeatRow],
    undone: int,
    conceded: Collection[int] = (),
    ended: Ended = "rules",
) -> ResultRow:
    """Once it is over; `undone` is how many actions were taken back. Whoever gave up has not won,
    and who was ahead when it was ended before its time does not matter, except
    at the bell of a lesson.
    """
    state = history.match.state
    by_others = {action.actor for action in history.actions if action.by in (BOT, CLOCK)}
    helped = [seat.seat for seat in seats if seat.kind == "person" and seat.seat in by_others]
    left = [seat.seat for seat in seats if seat.seat not in conceded]
    winners = [seat for seat in state.winners() if seat in left]
    if ended == "conceded" and len(left) == 1:
        winners = left
    if ended == "bell":
        scores = state.scores()
        winners = [seat for seat in left if scores[seat] == max(scores) > 0]
    return ResultRow(winners, state.scores(), undone, ended, sorted(conceded), helped)
