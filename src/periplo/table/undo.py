"""Which action a seat may take back."""

from periplo.core.state import TABLE
from periplo.table.actions import LoggedAction
from periplo.table.history import History
from periplo.table.rows import PERSON

MOST_UNDONE = 2000  # at one table: its whole log is read when it is loaded


def undoable(history: History, seat: int, undone: int) -> LoggedAction | None:
    """The seat's last action, if a real table would let it be taken back.

    Never across a throw, a card or another seat's action. Where seats act at the same time, what
    nobody else has seen may go, as long as the seat may still act.
    """
    state = history.match.state
    if state.over() or undone >= MOST_UNDONE:
        return None
    for action in reversed(history.actions):
        if action.actor == seat:
            if not action.may_be_undone or action.by != PERSON:
                return None
            if history.hides and not (action.is_secret and seat in state.actors()):
                return None
            return action
        if not history.hides or action.actor == TABLE:
            return None
    return None
