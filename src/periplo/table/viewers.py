"""What those who look on have seen of a match."""

from collections.abc import Sequence

from periplo.play.match import Match
from periplo.play.snapshots import SPECTATOR, Entry
from periplo.table.actions import LoggedAction


class ViewerHistory:
    """What those who hold certain seats have seen of a match, action by action.

    In a game that hides nothing they see every action. Otherwise they see their own, and of the
    others' those that change what they may see; the rest is kept back until nothing is hidden.
    """

    def __init__(self, match: Match, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self.n = 0
        self.seen: list[LoggedAction] = []  # in this order; empty where nothing is hidden
        self._kept_back: list[LoggedAction] = []
        self._hides = match.state.hides()
        self._eyes = frozenset(seats or (SPECTATOR,))

    def take(self, action: LoggedAction) -> list[LoggedAction]:
        """What is to be seen after an action; empty if there is nothing."""
        seen = [action]
        if self._hides:
            if action.open_to & self._eyes:  # nothing is hidden any more
                seen = [*self._kept_back, action]
                self._kept_back.clear()
            elif action.actor not in self.seats and not action.noticed_by & self._eyes:
                self._kept_back.append(action)
                return []
            self.seen += seen
        self.n += len(seen)
        return seen

    def notice(self, action: LoggedAction) -> list[Entry]:
        """The entries to be sent after an action; empty if there is nothing to see."""
        return entries(self.take(action), self.n)

    def remove_action(self, action: LoggedAction) -> bool:
        """An action was taken back; whether it had been seen."""
        if action in self._kept_back:
            self._kept_back.remove(action)
            return False
        if self._hides:
            self.seen.remove(action)
        self.n -= 1
        return True


def entries(seen: Sequence[LoggedAction], n: int) -> list[Entry]:
    """Actions as they are sent to whoever has seen `n` with them."""
    return [action.entry(n - len(seen) + i) for i, action in enumerate(seen, 1)]
