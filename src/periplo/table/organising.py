"""What the organiser of a real table does: agree on everything, appoint officials, start."""

import json
from collections.abc import Sequence
from dataclasses import replace

from periplo.desk import permissions
from periplo.desk.desk import Desk
from periplo.desk.lines import Line
from periplo.desk.setup import EventDetails, Setup, with_rosters
from periplo.play.refusals import Refused
from periplo.table.broadcasts import Broadcaster
from periplo.table.chat import Chat
from periplo.table.desk_news import DeskNews
from periplo.table.effects import ListChanged
from periplo.table.inputs import Appoint, ChangeSetup, Start, Withdraw
from periplo.table.offices import Offices
from periplo.table.rows import PLAYING, SeatRow, SeatRows
from periplo.table.seats import seat_of
from periplo.table.state import TableState
from periplo.table.stored import seat_kind


class Organising:
    def __init__(
        self,
        table: TableState,
        desk: Desk,
        offices: Offices,
        news: DeskNews,
        broadcaster: Broadcaster,
    ) -> None:
        self._table = table
        self._desk = desk
        self._offices = offices
        self._news = news
        self._broadcaster = broadcaster

    # ---- officials

    def appoint(self, given: Appoint) -> list[Line]:
        self._offices.check_organiser("appoint", given.device, given.officials)
        time = self._table.now.wall
        lines = self._desk.appoint(given.official, given.role, given.name, given.seat, time)
        self._offices.tokens[given.official] = given.token
        return lines

    def withdraw(self, given: Withdraw) -> list[Line]:
        self._offices.check_organiser("withdraw", given.device, given.officials)
        lines = self._desk.withdraw(given.official, self._table.now.wall)
        del self._offices.tokens[given.official]
        for group in self._table.subscribers:
            if given.official in group.officials:
                # it goes on with what is left to it, in the same moment
                self._news.look_again(group)
        return lines

    # ---- what is agreed before the start

    def change(self, given: ChangeSetup) -> None:
        self._offices.check_organiser("set up", given.device, given.officials)
        permissions.check_when("set up", self._desk)
        table = self._table
        kept = table.seats, table.chat, table.options
        try:
            if given.seats is not None:
                self._change_seats(given.seats)
            if given.options is not None:
                table.options = dict(given.options)
            self.set_up(given.details or self._desk.setup.details)
        except Exception:
            table.seats, table.chat, table.options = kept
            raise

    def _change_seats(self, rows: Sequence[SeatRow]) -> None:
        table = self._table
        captains = [line.seat or 0 for line in self._desk.lines if line.kind == "appointed"]
        if len(rows) < max(captains, default=0):
            raise Refused("illegal", "a captain is appointed for a seat that would be gone")
        if any(group.seats for group in table.subscribers):
            raise Refused("illegal", "somebody sits here; change that seat alone")
        table.seats = [seat_of(row, table.now.at) for row in rows]
        most, at = table.environment.most_chat, table.now.at / 1000
        table.chat = Chat(table.row.chat, len(table.seats), most, at)
        table.outbox.save(SeatRows(tuple(seat.row() for seat in table.seats)))

    def set_up(self, details: EventDetails) -> None:
        """Everything that is agreed before the start, checked as a whole."""
        table, seats = self._table, len(self._table.seats)
        options = with_rosters(table.game, table.options, seats, details.rosters)
        complete = table.game.read_setup(seats, options)
        table.options = options
        table.row.options = json.dumps(options, ensure_ascii=False)
        assert table.row.event is not None
        table.row.event = replace(table.row.event, details=details)
        table.complete_options = {
            name: value for name, value in complete.items() if value is not None
        }
        table.history = table.new_history()
        self._news.look_again_all()
        self.renew(details)
        table.row.status_changed_at = table.now.wall
        table.save_row()
        self._broadcaster.send_table()
        table.outbox.add(ListChanged())

    def renew(self, details: EventDetails | None = None) -> None:
        """Who sits where may change until the start."""
        if self._desk.has_started:
            return
        table, desk = self._table, self._desk
        kinds = tuple(seat_kind(seat.kind) for seat in table.seats)
        names = tuple(seat.name for seat in table.seats)
        agreed = details or desk.setup.details
        desk.setup = Setup(table.game, table.options, names, agreed, kinds)

    def start(self, given: Start) -> list[Line]:
        self._offices.check_organiser("start", given.device, given.officials)
        permissions.check_when("start", self._desk)
        if any(seat.kind == "open" for seat in self._table.seats):
            raise Refused("seats-open", "a seat is still open")
        self.renew()
        lines = self._desk.start(self._table.now.wall)
        self._broadcaster.change_status(PLAYING)
        return lines
