"""What those who are connected to a real table are sent: snapshots, and lines of the journal."""

from collections.abc import Set

from periplo.desk.desk import Desk
from periplo.desk.permissions import may_now
from periplo.desk.standings import ranks
from periplo.table.actions import LoggedAction
from periplo.table.broadcasts import Broadcaster
from periplo.table.messages import DeskMomentNews, DeskWelcome, JournalNews
from periplo.table.offices import Offices, described
from periplo.table.state import TableState
from periplo.table.subscribers import GroupKey, SubscriberGroup


class DeskNews:
    def __init__(
        self, table: TableState, desk: Desk, offices: Offices, broadcaster: Broadcaster
    ) -> None:
        self._table = table
        self._desk = desk
        self._offices = offices
        self._broadcaster = broadcaster
        self._stands = desk.changed_at, desk.pending()  # when it was last sent

    def new_group(self, seats: tuple[int, ...], officials: tuple[str, ...]) -> SubscriberGroup:
        """Whoever comes asks for the journal; from now on they are sent what is new."""
        seen = self._offices.seats_for(seats, officials)
        group = SubscriberGroup(self._table.history.viewer(seen), seats, officials)
        viewer = self._offices.viewer("journal", officials)
        lines = self._desk.lines
        group.lines_seen = len(lines)
        group.kept_back = [line for line in lines if self._desk.keeps_back(line, viewer)]
        return group

    def welcome(self, group: SubscriberGroup) -> DeskWelcome:
        plain = self._broadcaster.welcome(group)
        held = self._offices.held(group.officials)
        viewer = self._offices.viewer("journal", group.officials)
        return DeskWelcome(
            plain.table, plain.seats, plain.moment, plain.log, plain.chat, [],
            [described(one) for one in held],
            self._desk.changed_at, self._desk.pending(viewer),
            may_now(held, self._desk), ranks(self._desk),
        )  # fmt: skip

    # ---- snapshots

    def look_again(self, group: SubscriberGroup) -> None:
        """The match, or what the group may see of it, is another."""
        group.viewer = self._table.history.viewer(self._table.seats_seen(group))

    def look_again_all(self) -> None:
        for group in self._table.subscribers:
            self.look_again(group)

    def send_snapshot(self, group: SubscriberGroup, with_log: bool = False) -> None:
        snapshot = self._broadcaster.snapshot(group)
        if with_log:
            snapshot["log"] = self._broadcaster.last_entries(group)
        news = DeskMomentNews(snapshot, self._desk.changed_at)
        self._table.outbox.send(group.connections, news)

    def send_snapshot_to_all(self, with_log: bool = False) -> None:
        for group in self._table.subscribers:
            self.send_snapshot(group, with_log)

    def send_action(self, action: LoggedAction) -> None:
        """To each group what it may see of an action."""
        for group in self._table.subscribers:
            if entries := group.viewer.notice(action):
                snapshot = self._broadcaster.snapshot(group, entries)
                news = DeskMomentNews(snapshot, self._desk.changed_at)
                self._table.outbox.send(group.connections, news)

    def send_outcomes(self, could_enter: Set[GroupKey] = frozenset()) -> None:
        """What may be entered now, to whoever may enter it; if it is known who could before, only
        to those who may from now on, or no longer.
        """
        if not self._table.has_begun():
            return
        receivers = self._offices.entering() ^ could_enter
        for group in self._table.subscribers:
            if group.key in receivers:
                self.send_snapshot(group)

    # ---- lines

    def send_journal(self) -> None:
        """To everybody what is new to them; or, if the desk stands otherwise, only that."""
        stood, self._stands = self._stands, (self._desk.changed_at, self._desk.pending())
        for group in self._table.subscribers:
            self._send_lines(group, stood != self._stands)

    def _send_lines(self, group: SubscriberGroup, is_other: bool) -> None:
        desk, viewer = self._desk, self._offices.viewer("journal", group.officials)
        new, group.lines_seen = desk.lines[group.lines_seen :], len(desk.lines)
        lines = [*group.kept_back, *new]
        group.kept_back = [line for line in lines if desk.keeps_back(line, viewer)]
        shown = [line for one in lines if (line := desk.show(one, viewer)) is not None]
        if shown or is_other:
            may = may_now(self._offices.held(group.officials), desk)
            pending = desk.pending(viewer)
            news = JournalNews(shown, desk.changed_at, pending, may, ranks(desk))
            self._table.outbox.send(group.connections, news)
