"""One real table: people throw real dice, officials enter what they show; see `periplo.desk`.

It is handled like any other table. What its officials do is in its journal, and the match is what
the journal's effective line says.
"""

import json
from collections.abc import Collection

from periplo.core.state import TABLE
from periplo.desk import permissions
from periplo.desk.desk import Desk
from periplo.desk.lines import Line
from periplo.play.refusals import Refused
from periplo.play.snapshots import Snapshot
from periplo.table.answering import Answering
from periplo.table.broadcasts import Broadcaster
from periplo.table.desk_bots import DeskBots
from periplo.table.desk_news import DeskNews
from periplo.table.following import Following
from periplo.table.inputs import (
    Appoint,
    AssignSeat,
    BotAbandoned,
    BotAnswered,
    BotGaveUp,
    ChangeSetup,
    Connected,
    ConnectionEnded,
    DrawLots,
    Input,
    LeaveSeat,
    Received,
    SitDown,
    Start,
    Withdraw,
)
from periplo.table.lots import LotDrawing
from periplo.table.messages import DeskDone, Done, RequestRefused
from periplo.table.offices import Offices
from periplo.table.organising import Organising
from periplo.table.outcomes import Outcomes
from periplo.table.preview import Previewing
from periplo.table.requests import DeskRequest, Ping
from periplo.table.rows import OVER, PERSON, PLAYING, WAITING
from periplo.table.seating import Seating
from periplo.table.state import Opening, TableState
from periplo.table.subscribers import SubscriberGroup


class RealTable(TableState):
    """`handle` is the only way in; everything else only looks."""

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        stored = opening.stored
        assert stored.desk is not None
        self.desk: Desk = stored.desk
        self.broadcaster = Broadcaster(self)
        self.offices = Offices(self, self.desk, stored.official_tokens)
        self.outcomes = Outcomes(self, self.desk)
        self.news = DeskNews(self, self.desk, self.offices, self.broadcaster)
        self.bots = DeskBots(self, self.desk, self._write)
        self.following = Following(self, self.desk, self.news, self.bots)
        self.answering = Answering(self, self.desk, self.offices, self._write, stored)
        self.previewing = Previewing(self, self.desk, self.offices, self.following, self.answering)
        self.organising = Organising(self, self.desk, self.offices, self.news, self.broadcaster)
        self.lots = LotDrawing(self, self.desk, self.offices, self.organising)
        self.seating = Seating(self, self.broadcaster, self.bots.advance)
        if self.desk.has_started:
            self.following.replay()

    # ---- how it differs from other tables

    def has_begun(self) -> bool:
        return self.status != WAITING

    def runs(self) -> bool:
        return self.status == PLAYING and not self.desk.is_paused and not self.is_full()

    def undoable(self, seat: int) -> None:
        """Nothing is taken back: officials correct it."""

    def dice_state(self) -> None:
        """The dice are real."""

    def shows_thrower(self) -> bool:
        return True

    def is_waiting_for_answers(self) -> bool:
        return self.bots.are_asked()

    def officials_of(self, hashes: Collection[str]) -> tuple[str, ...]:
        return self.offices.held_with(hashes)

    def seats_seen(self, group: SubscriberGroup) -> tuple[int, ...]:
        """Also those that its captains decide for."""
        return self.offices.seats_for(group.seats, group.officials)

    def complete(self, snapshot: Snapshot, group: SubscriberGroup) -> None:
        """Whoever enters what the table does is sent what it may be."""
        if TABLE in self.match.state.actors() and self.offices.enters(group):
            self.outcomes.add_to(snapshot)

    # ---- inputs

    def dispatch(self, given: Input) -> None:
        match given:
            case Received():
                self._receive(given)
            case Connected():
                self._connect(given)
            case ConnectionEnded():
                if self.forget(given.connection):
                    self.broadcaster.send_table()
            case BotAnswered():
                self.bots.on_answer(given)
            case BotGaveUp():
                self.bots.on_failure(given)
            case BotAbandoned():
                self.bots.on_abandoned(given.number)
            case SitDown():
                self.seating.sit_down(given)
                self.organising.renew()
            case AssignSeat():
                permissions.check_when("set up", self.desk)
                self.seating.assign(given)
                self.organising.renew()
            case LeaveSeat():
                self.seating.leave(given)
                self.organising.renew()
            case Start():
                self._start(given)
            case Appoint() | Withdraw():
                self._change_officials(given)
            case ChangeSetup():
                self.organising.change(given)
            case DrawLots():
                self._write(self.lots.draw(given))
            case _:
                pass  # turn limits, draws and rematches, of which there are none here

    def _connect(self, given: Connected) -> None:
        group = self.subscribers.group(given.seats, given.officials)
        if group is None:
            group = self.news.new_group(given.seats, given.officials)
        self.subscribers.add(given.connection, group)
        for seat in given.seats:
            self.seats[seat].here += 1
        self.outbox.send((given.connection,), self.news.welcome(group))
        self.broadcaster.send_table(but=given.connection)
        self.bots.advance()

    def _receive(self, given: Received) -> None:
        group = self.asking_group(given)
        request, to = given.request, (given.connection,)
        if group is None or isinstance(request, Ping):
            return
        try:
            if isinstance(request, DeskRequest):
                self.outbox.send(to, DeskDone(request.id, self.answering.answer(request, group)))
            else:
                n = self.answering.answer_player(request, group)
                self.outbox.send(to, Done(request.id, n))
        except Refused as refused:
            self.outbox.send(
                to, RequestRefused(request.id, refused.code, refused.why, refused.clause)
            )

    def _start(self, given: Start) -> None:
        lines = self.organising.start(given)
        self.following.replay()
        self.news.send_snapshot_to_all()
        self._write(lines)

    def _change_officials(self, given: Appoint | Withdraw) -> None:
        could_enter = self.offices.entering()
        if isinstance(given, Appoint):
            self._write(self.organising.appoint(given), token=given.token)
        else:
            self._write(self.organising.withdraw(given))
        self.news.send_outcomes(could_enter)

    # ---- what follows from lines

    def _write(self, lines: list[Line], request: str = "", token: str = "") -> None:
        """Lines are kept, and everybody learns of them what is theirs to know."""
        if self.desk.has_started:
            self.following.follow()
        for number, line in enumerate(lines):
            text = json.dumps(line.to_json(), ensure_ascii=False)
            self.add_to_log("line", TABLE, text, PERSON, request if number == 0 else "", token)
        if self.desk.is_closed and self.status != OVER:
            self.broadcaster.change_status(OVER)
        if self.row.is_rehearsal() and any(line.kind == "void" for line in lines):
            self.news.send_outcomes()  # another throw is proposed
        self.news.send_journal()
        self.bots.advance()
