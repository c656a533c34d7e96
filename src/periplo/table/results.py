"""How a match at a table ended."""

from collections.abc import Sequence

from periplo.table.history import History
from periplo.table.rows import BOT, CLOCK, ResultRow, SeatRow


def result_of(history: History, seats: Sequence[SeatRow], undone: int) -> ResultRow:
    """Once it is over; `undone` is how many actions were taken back."""
    state = history.match.state
    by_others = {action.actor for action in history.actions if action.by in (BOT, CLOCK)}
    helped = [seat.seat for seat in seats if seat.kind == "person" and seat.seat in by_others]
    return ResultRow(state.winners(), state.scores(), undone, helped)
