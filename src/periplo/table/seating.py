"""Who sits where: taking a seat, leaving it, giving it to a bot, being ready."""

from collections.abc import Callable

from periplo.play.refusals import Refused
from periplo.table.broadcasts import Broadcaster
from periplo.table.effects import Disconnect, ListChanged
from periplo.table.inputs import AssignSeat, HandOver, LeaveSeat, SitDown
from periplo.table.permissions import (
    check,
    check_assign,
    check_away,
    check_may_be_given,
    check_no_class_table,
    check_sit_down,
)
from periplo.table.rows import PLAYING, REAL, WAITING, SeatRow
from periplo.table.seats import (
    STAND_IN,
    Seat,
    bot_seat,
    check_name,
    clean_name,
    free_name,
    names_at,
    open_seat,
)
from periplo.table.state import TableState

NEW_TOKEN = 4401  # a connection is closed with it when its token fits no seat any more


class Seating:
    def __init__(
        self, table: TableState, broadcaster: Broadcaster, advance: Callable[[], None]
    ) -> None:
        self._table = table
        self._broadcaster = broadcaster
        self._advance = advance  # whatever happens by itself

    def sit_down(self, given: SitDown) -> None:
        place = self._table.place(given.seat)
        check_sit_down(given, place, self._table.row)
        if place.kind == "open":
            if self._table.row.rated and self._has_seat(given.device):
                raise Refused("taken", "at a rated table everybody has one seat")
            name = self.own_name(given.name, given.seat)
            place.become(SeatRow(given.seat, "person", name, given.mark, device=given.device))
        elif place.is_given():
            place.name = self.own_name(given.name, given.seat)
            place.mark, place.device = given.mark, given.device
        place.token = given.token
        was_empty = not self._table.somebody_plays()
        place.left = False
        if was_empty:
            self._table.start_turn(self._table.now)
        self.changed(place, "the seat has a new token")

    def assign(self, given: AssignSeat) -> None:
        table, place = self._table, self._table.place(given.seat)
        is_host = table.is_host(given.device) or table.teaches(given.officials)
        check_assign(given, place, table.row, is_host, table.now)
        if given.kind == "open":
            place.become(open_seat(table.game, given.seat))
        elif given.kind == "captain":
            if table.row.chance != REAL or table.status != WAITING:
                raise Refused("illegal", "captains decide at real tables, from their start on")
            name = self.own_name(given.name, given.seat)
            place.become(SeatRow(given.seat, "captain", name, given.mark))
        else:
            bot = table.environment.bot_named(given.bot, table.game.id)
            if table.status == WAITING:
                if table.row.rated:
                    raise Refused("illegal", "only people play at a rated table")
                row = bot_seat(given.seat, bot, given.name)
                taken = names_at(table.seats, given.seat)
                row.name = free_name(row.name or table.game.seat_names[given.seat], taken)
                place.become(row)
            else:
                place.bot, place.left = bot, True
        self.changed(place, "the seat was given to somebody else")

    def let_bot_play(self, place: Seat) -> None:
        """For a person who is away, or has given up."""
        place.left, place.bot = True, place.bot or STAND_IN
        self.changed(place, "")

    def hand_over(self, given: HandOver, is_agreed: bool) -> None:
        """Whoever gets the token plays on; whoever was away has to ask them for the seat."""
        table, place = self._table, self._table.place(given.seat)
        is_host = table.is_host(given.device)
        check("hand over", table.status, is_host=is_host or is_agreed)
        check_may_be_given(given.seat, table.row)
        # what the others have agreed on is about somebody who is away
        if not (is_host and place.kind == "person" and place.left):
            check_away(place, table.row, table.now)
        if table.suggestion is not None and table.suggestion.about == given.seat:
            table.suggestion = None
        place.token, place.device, place.left = given.token, "", False
        place.away_since = table.now.at
        self.changed(place, "the seat was given to somebody else")

    def leave(self, given: LeaveSeat) -> None:
        """Before the start the seat is open again; afterwards a bot stands in."""
        check("leave seat", self._table.status, given.held, given.seat)
        check_no_class_table(self._table.row)
        place = self._table.place(given.seat)
        if self._table.status == WAITING:
            place.become(open_seat(self._table.game, given.seat))
            self.changed(place, "you have left the seat")
            return
        if self._table.status == PLAYING:
            self.let_bot_play(place)
        else:
            self.changed(place, "")

    def changed(self, place: Seat, farewell: str) -> None:
        """Whoever held the seat by its old token is shown out."""
        if self._table.status == WAITING:  # somebody has thought of it
            self._table.row.status_changed_at = self._table.now.wall
            self._table.save_row()
        self._table.outbox.save(place.row())
        if farewell:
            out = self._table.subscribers.connections(place.seat)
            if out:
                self._table.subscribers.show_out(out)
                self._table.outbox.add(Disconnect(out, NEW_TOKEN, farewell))
        self._broadcaster.send_table()
        self._advance()
        self._table.outbox.add(ListChanged())

    def own_name(self, given: str, seat: int) -> str:
        """A name that nobody else at the table has."""
        name = clean_name(given)
        check_name(name, names_at(self._table.seats, seat))
        return name

    def _has_seat(self, device: str) -> bool:
        return any(seat.device == device for seat in self._table.seats)

    def set_ready(self, seat: int, ready: bool) -> None:
        self._table.seats[seat].ready = ready
        self._table.outbox.save(self._table.seats[seat].row())
        self._broadcaster.send_table()

    def set_mark(self, seat: int, mark: str) -> None:
        self._table.seats[seat].mark = mark
        self._table.outbox.save(self._table.seats[seat].row())
        self._broadcaster.send_table()
        self._table.outbox.add(ListChanged())

    def all_ready(self) -> bool:
        return all(place.is_ready() for place in self._table.seats)
