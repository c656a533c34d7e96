"""Who is connected to a table."""

from collections.abc import Iterable, Iterator

from periplo.desk.lines import Line
from periplo.table.inputs import Connection
from periplo.table.viewers import ViewerHistory

GroupKey = tuple[tuple[int, ...], tuple[str, ...]]  # the seats and the offices that they hold


class SubscriberGroup:
    """Everybody connected who holds the same seats, and offices: they are sent the same."""

    __slots__ = ("connections", "kept_back", "lines_seen", "officials", "seats", "viewer")

    def __init__(
        self, viewer: ViewerHistory, seats: tuple[int, ...], officials: tuple[str, ...] = ()
    ) -> None:
        self.viewer = viewer
        self.seats = seats
        self.officials = officials
        self.connections: dict[Connection, None] = {}
        # of a real table's journal: how many lines there were, and which of them may still be shown
        self.lines_seen = 0
        self.kept_back: list[Line] = []

    @property
    def key(self) -> GroupKey:
        return self.seats, self.officials


class Subscribers:
    def __init__(self) -> None:
        self._groups: dict[GroupKey, SubscriberGroup] = {}
        self._group_of: dict[Connection, SubscriberGroup] = {}
        self._contributors: dict[Connection, tuple[int, ...]] = {}  # who said that they contribute
        self._shown_out: set[Connection] = set()

    def __iter__(self) -> Iterator[SubscriberGroup]:
        return iter(self._groups.values())

    def __bool__(self) -> bool:
        return bool(self._groups)

    def group(
        self, seats: tuple[int, ...], officials: tuple[str, ...] = ()
    ) -> SubscriberGroup | None:
        return self._groups.get((seats, officials))

    def group_of(self, connection: Connection) -> SubscriberGroup | None:
        return self._group_of.get(connection)

    def add(self, connection: Connection, group: SubscriberGroup) -> None:
        self._groups[group.key] = self._group_of[connection] = group
        group.connections[connection] = None

    def remove(self, connection: Connection) -> SubscriberGroup | None:
        """The group in which it was."""
        group = self._group_of.pop(connection, None)
        if group is not None:
            del group.connections[connection]
            self._contributors.pop(connection, None)
            self._shown_out.discard(connection)
            if not group.connections:
                del self._groups[group.key]
        return group

    def show_out(self, connections: Iterable[Connection]) -> None:
        """Their token fits no seat any more; they are closed when that is on disk."""
        self._shown_out.update(connections)

    def is_shown_out(self, connection: Connection) -> bool:
        return connection in self._shown_out

    def contribute(self, connection: Connection, seats: tuple[int, ...]) -> None:
        """It has said that it contributes to the dice."""
        self._contributors[connection] = seats

    def contributing(self) -> set[int]:
        return {seat for seats in self._contributors.values() for seat in seats}

    def watching(self) -> int:
        watchers = self._groups.get(((), ()))
        return len(watchers.connections) if watchers else 0

    def connections(self, seat: int | None = None) -> tuple[Connection, ...]:
        """Everybody connected, or those who hold a seat."""
        return tuple(
            connection
            for group in self
            if seat is None or seat in group.seats
            for connection in group.connections
        )
