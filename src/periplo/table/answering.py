"""What officials and players ask for at a real table, each once."""

from typing import Final, Protocol

from periplo.desk.desk import Desk
from periplo.desk.lines import Line
from periplo.desk.requests import Close, DeskAct, Request, read_request
from periplo.desk.roles import Asker, Official
from periplo.play.refusals import Refused
from periplo.table.offices import Offices
from periplo.table.permissions import check_who
from periplo.table.requests import (
    Act,
    ClassRequest,
    DeskRequest,
    GiveVerdict,
    PauseClass,
    RingBell,
    Say,
    SeatRequest,
    SkipQuestion,
    request_key,
)
from periplo.table.state import TableState
from periplo.table.stored import StoredTable
from periplo.table.subscribers import SubscriberGroup

NOT_HERE: Final = "there is no such thing at a real table"


class WriteLines(Protocol):
    """Keeps lines and does what follows from them."""

    def __call__(self, lines: list[Line], request: str = "") -> None: ...


class Answering:
    def __init__(
        self,
        table: TableState,
        desk: Desk,
        offices: Offices,
        write: WriteLines,
        stored: StoredTable,
    ) -> None:
        self._table = table
        self._desk = desk
        self._offices = offices
        self._write = write
        self._carried_out = dict(stored.desk_requests)  # the lines that they wrote
        self._said = set(stored.requests)  # of chat

    def answer_player(
        self, request: SeatRequest | GiveVerdict | ClassRequest, group: SubscriberGroup
    ) -> int:
        """Carry out what players of any table may ask for; the number of the snapshot then."""
        if isinstance(
            request, GiveVerdict | SkipQuestion | PauseClass | RingBell
        ):  # officials enter what they make of an answer
            raise Refused("illegal", NOT_HERE)
        seat = request.seat - 1
        check_who("act", group.seats, seat)
        key = request_key(request)
        if isinstance(request, Say):
            if key not in self._said:
                self._table.say(seat, request)
                self._said.add(key)
        elif isinstance(request, Act):
            if key not in self._carried_out:
                if request.n != group.viewer.n:
                    raise Refused("stale", "something has happened since; look again")
                asked = DeskAct(request.seat, request.action)
                self._carry_out(self._offices.player(seat), asked, None, key)
        else:
            raise Refused("illegal", NOT_HERE)
        return group.viewer.n

    def answer(self, asked: DeskRequest, group: SubscriberGroup) -> int:
        """The number of the line that it wrote, now or when it came first."""
        request = read_request(asked.verb, asked.fields, len(self._table.seats))
        asker = self._offices.asker(asked, request, group.seats, group.officials)
        key = f"{asker.id if isinstance(asker, Official) else asker.seat}/{asked.id}"
        if key in self._carried_out:
            return self._carried_out[key]
        return self._carry_out(asker, request, asked.line, key)

    def _carry_out(self, asker: Asker, request: Request, seen: int | None, key: str) -> int:
        self.check_room(request)
        lines = self._desk.handle(asker, request, seen, self._table.now.wall)
        self._carried_out[key] = lines[0].no
        self._write(lines, key)
        return lines[0].no

    def check_room(self, request: Request) -> None:
        if self._table.is_full() and not isinstance(request, Close):  # it can still be ended
            raise Refused("too-long", "this journal is full")
