"""What those who are connected are sent, each as they may see it."""

from periplo.play.snapshots import Entry, Snapshot, build_snapshot, offer_choices
from periplo.table.actions import LoggedAction
from periplo.table.effects import ListChanged
from periplo.table.inputs import Connection
from periplo.table.messages import MomentNews, TableNews, Welcome
from periplo.table.rows import Status
from periplo.table.state import TableState
from periplo.table.subscribers import SubscriberGroup

LOG_SHOWN = 200  # entries that a newcomer is sent


class Broadcaster:
    def __init__(self, table: TableState) -> None:
        self._table = table

    def welcome(self, group: SubscriberGroup) -> Welcome:
        return Welcome(
            self._table.info_for(group),
            [seat + 1 for seat in group.seats],
            self.snapshot(group) if self._table.has_begun() else None,
            self.last_entries(group),
            self._table.chat.lines(),
            [],
        )

    def last_entries(self, group: SubscriberGroup) -> list[Entry]:
        """The last that the group has seen, the oldest first."""
        seen = group.viewer.seen if self._table.history.hides else self._table.actions
        first = max(0, len(seen) - LOG_SHOWN)
        return [action.entry(number) for number, action in enumerate(seen[first:], first + 1)]

    def send_table(self, but: Connection | None = None) -> None:
        """Send everybody who is connected how the table stands now."""
        for group in self._table.subscribers:
            receivers = [one for one in group.connections if one is not but]
            if receivers:
                self._table.outbox.send(receivers, TableNews(self._table.info_for(group)))

    def change_status(self, status: Status) -> None:
        """The table waits, is played or is over from now on, and everybody learns it."""
        self._table.row.status = status
        self._table.mark_status()
        self._table.save_row()
        self.send_table()
        self._table.outbox.add(ListChanged())

    def snapshot(self, group: SubscriberGroup, entries: list[Entry] | None = None) -> Snapshot:
        """The table as this group may see it."""
        table = self._table
        seats = table.seats_seen(group)
        snapshot = self._build(seats, group.viewer.n, entries or [])
        snapshot["undo"] = [seat + 1 for seat in seats if table.undoable(seat) is not None]
        table.complete(snapshot, group)
        table.show_end(snapshot)
        return snapshot

    def _build(self, seats: tuple[int, ...], n: int, entries: list[Entry]) -> Snapshot:
        table = self._table
        snapshot = build_snapshot(table.game, table.match.state, seats, n, entries)
        if not table.shows_thrower():
            snapshot["thrower"] = None
        snapshot["deadline"] = table.clock.deadline(table.now)
        snapshot["now"] = table.now.wall
        table.show_end(snapshot)
        return snapshot

    def send_snapshots(self, action: LoggedAction) -> None:
        """To each group what it may see of an action."""
        if not self._table.history.hides:
            self._send_open(action)
            return
        for group in self._table.subscribers:
            if entries := group.viewer.notice(action):
                snapshot = self.snapshot(group, entries)
                self._table.outbox.send(group.connections, MomentNews(snapshot))

    def _send_open(self, action: LoggedAction) -> None:
        """Where nothing is hidden: the same to everybody, and a copy with what they may do to those
        who may do anything.
        """
        table = self._table
        n, state = table.history.public.n, table.match.state
        if not table.is_shown_alike():  # those who judge get more, and so do teams of a class
            for group in table.subscribers:
                group.viewer.take(action)
                snapshot = self.snapshot(group, [action.entry(n)])
                table.outbox.send(group.connections, MomentNews(snapshot))
            return
        common = self._build((), n, [action.entry(n)])
        actors, may_undo = state.actors(), table.undoable(action.actor) is not None
        others: list[Connection] = []
        for group in table.subscribers:
            group.viewer.take(action)
            acting = [seat for seat in group.seats if seat in actors]
            undo = [action.actor + 1] if may_undo and action.actor in group.seats else []
            if not acting and not undo:
                others += group.connections
                continue
            snapshot = common.copy()
            snapshot["undo"] = undo
            if acting:
                offer_choices(snapshot, table.game, state, acting)
            table.outbox.send(group.connections, MomentNews(snapshot))
        if others:
            table.outbox.send(others, MomentNews(common))
