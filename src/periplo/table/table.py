"""One table: the way in for whatever happens to it."""

from periplo.play.refusals import Refused
from periplo.table.broadcasts import Broadcaster
from periplo.table.gathering import DiceGathering
from periplo.table.inputs import (
    AssignSeat,
    BotAbandoned,
    BotAnswered,
    BotGaveUp,
    Connected,
    Connection,
    ConnectionEnded,
    Input,
    LeaveSeat,
    Persisted,
    Received,
    RematchDeleted,
    RematchOpened,
    RestartTurn,
    SitDown,
    Start,
    TimedOut,
)
from periplo.table.messages import (
    Done,
    MomentNews,
    RematchNews,
    RequestRefused,
)
from periplo.table.permissions import RequestName, check, check_when, check_who
from periplo.table.playing import Playing
from periplo.table.requests import (
    Act,
    ActionRequest,
    Contribute,
    DeskRequest,
    Ping,
    Promise,
    Ready,
    Say,
    SeatRequest,
    Throw,
    Undo,
    request_key,
)
from periplo.table.seating import Seating
from periplo.table.state import Opening, TableState
from periplo.table.subscribers import SubscriberGroup

REQUEST_NAMES: dict[type, RequestName] = {
    Act: "act",
    Throw: "throw",
    Undo: "undo",
    Promise: "promise",
    Contribute: "contribute",
    Ready: "ready",
    Say: "chat",
}


class Table(TableState):
    """A table in memory. `handle` is the only way in; everything else only looks."""

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self.broadcaster = Broadcaster(self)
        self.dice = DiceGathering(self, self.broadcaster)
        self.playing = Playing(self, self.broadcaster, self.dice)
        self.seating = Seating(self, self.broadcaster, self.playing.advance)
        self._carried_out = set(opening.stored.requests)

    def is_waiting_for_answers(self) -> bool:
        """Of bots, or of those who contribute to the dice."""
        return bool(self.playing.bots) or self.dice.due is not None

    def waits_for_disk(self) -> bool:
        return self.dice.is_publishing()

    def dispatch(self, given: Input) -> None:
        match given:
            case Received():
                self._receive(given)
            case Persisted():
                if self.dice.on_persisted(given.number):
                    self.playing.advance()  # what waited for it
            case Connected():
                self._connect(given)
            case ConnectionEnded():
                self._disconnect(given.connection)
            case TimedOut(kind="turn"):
                self.playing.on_turn_timeout()
            case TimedOut():
                self.dice.on_timeout()
            case BotAnswered():
                self.playing.on_bot_answer(given.number, given.text)
            case BotGaveUp():
                self.playing.on_bot_failure(given.number, given.why)
            case BotAbandoned():
                self.playing.on_bot_abandoned(given.number)
            case SitDown():
                self.seating.sit_down(given)
            case AssignSeat():
                self.seating.assign(given)
            case LeaveSeat():
                self.seating.leave(given)
            case Start():
                check("start", self.status, is_host=self.is_host(given.device))
                self.playing.start()
            case RematchOpened():
                self._on_rematch(given)
            case RematchDeleted():
                self.row.rematch = ""
            case RestartTurn():
                self.start_turn(self.now)

    def _connect(self, given: Connected) -> None:
        seats = given.seats
        if seats and self.clock.welcome_back():
            self.start_turn(self.now)
        group = self.subscribers.group(seats) or SubscriberGroup(self.history.viewer(seats), seats)
        self.subscribers.add(given.connection, group)
        came = [self.seats[seat] for seat in seats]
        for seat in came:
            seat.here += 1
        self.outbox.send((given.connection,), self.broadcaster.welcome(group))
        if not seats or any(seat.here == 1 for seat in came):
            self.broadcaster.send_table(but=given.connection)
        if given.contributes:
            self.subscribers.contribute(given.connection, seats)
        self.playing.advance()

    def _disconnect(self, connection: Connection) -> None:
        if self.forget(connection):
            self.broadcaster.send_table()
            self.dice.gather()

    def _receive(self, given: Received) -> None:
        group = self.asking_group(given)
        request, to = given.request, (given.connection,)
        if group is None or isinstance(request, Ping):
            return
        assert not isinstance(request, DeskRequest)  # they are read for real tables only
        try:
            self.outbox.send(to, Done(request.id, self._answer(request, group)))
        except Refused as refused:
            answer = RequestRefused(request.id, refused.code, refused.why, refused.clause)
            self.outbox.send(to, answer)
            if refused.code == "stale":
                self.outbox.send(to, MomentNews(self.broadcaster.snapshot(group)))

    def _answer(self, request: SeatRequest, group: SubscriberGroup) -> int:
        """Carry out a request that has not been yet; the number of the snapshot then."""
        name, seat = REQUEST_NAMES[type(request)], request.seat - 1
        if isinstance(request, Ready):  # saying it twice is saying it once
            check(name, self.status, group.seats, seat)
            self.seating.set_ready(seat, request.ready)
            if self.seating.all_ready():
                self.playing.start()
            return 0
        check_who(name, group.seats, seat)
        key = request_key(request)
        if key not in self._carried_out:
            check_when(name, self.status, self.mixing.is_over())
            self._carry_out(request, seat, group)
            self._carried_out.add(key)
        return group.viewer.n

    def _carry_out(
        self, request: ActionRequest | Say | Promise | Contribute, seat: int, group: SubscriberGroup
    ) -> None:
        match request:
            case Say():
                self.say(seat, request)
            case Promise():
                self.dice.promise(seat, request.hash)
            case Contribute():
                self.dice.contribute(seat, request.value)
            case Act() | Throw() | Undo():
                self.playing.carry_out(seat, request, group)

    def _on_rematch(self, given: RematchOpened) -> None:
        self.row.rematch = given.table_id
        self.save_row()
        for group in self.subscribers:
            tokens = {
                str((seat + 1) % len(self.seats) + 1): given.tokens[seat]
                for seat in group.seats
                if seat in given.tokens
            }
            self.outbox.send(group.connections, RematchNews(given.table_id, tokens))
        self.broadcaster.send_table()
