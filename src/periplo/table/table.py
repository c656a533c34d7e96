"""One table: the way in for whatever happens to it."""

from periplo.play.refusals import Refused
from periplo.play.snapshots import Snapshot
from periplo.table.actions import LoggedAction
from periplo.table.agreeing import Agreeing
from periplo.table.broadcasts import Broadcaster
from periplo.table.effects import Disconnect
from periplo.table.gathering import DiceGathering
from periplo.table.inputs import (
    AskJudge,
    AssignSeat,
    BotAbandoned,
    BotAnswered,
    BotGaveUp,
    Connected,
    Connection,
    ConnectionEnded,
    HandOver,
    HintFound,
    Input,
    JoinTeam,
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
from periplo.table.judging import Judging
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
    Admit,
    Advise,
    Agree,
    AnswerAside,
    ChooseMark,
    ClassRequest,
    Concede,
    Contribute,
    DeskRequest,
    GiveVerdict,
    PassHand,
    PauseClass,
    Ping,
    Promise,
    Ready,
    RingBell,
    Say,
    SeatRequest,
    SkipQuestion,
    Suggest,
    TeacherRequest,
    TeamRequest,
    Throw,
    Undo,
    request_key,
    teacher_key,
    verdict_key,
)
from periplo.table.rows import JUDGE_OFFICE
from periplo.table.seating import NEW_TOKEN, Seating
from periplo.table.side_contest import SideContest
from periplo.table.state import Opening, TableState
from periplo.table.subscribers import SubscriberGroup
from periplo.table.teaching import Teaching
from periplo.table.teams import Teams

REQUEST_NAMES: dict[type, RequestName] = {
    Act: "act",
    Throw: "throw",
    Undo: "undo",
    Promise: "promise",
    Contribute: "contribute",
    Ready: "ready",
    ChooseMark: "mark",
    Say: "chat",
    Suggest: "suggest",
    Agree: "agree",
    Concede: "concede",
    Advise: "advise",
    PassHand: "pass hand",
    Admit: "admit",
    AnswerAside: "answer aside",
    SkipQuestion: "skip question",
    PauseClass: "pause class",
    RingBell: "ring bell",
}


class Table(TableState):
    """A table in memory. `handle` is the only way in; everything else only looks."""

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self.broadcaster = Broadcaster(self)
        self.dice = DiceGathering(self, self.broadcaster)
        self.judging = Judging(self, self.broadcaster)
        self.playing = Playing(self, self.broadcaster, self.dice, self.judging)
        self.seating = Seating(self, self.broadcaster, self.playing.advance)
        self.agreeing = Agreeing(self, self.broadcaster, self.playing, self.seating)
        self.side = SideContest(self, opening.stored.aside)
        self.teams = Teams(self, self.broadcaster, self.seating, self.side)
        self.teaching = Teaching(self, self.broadcaster, self.playing, opening.stored.pauses)
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
            case JoinTeam():
                self.teams.join(given)
            case AssignSeat():
                self._assign(given)
            case LeaveSeat():
                self.seating.leave(given)
            case HandOver():
                self.seating.hand_over(given, self.agreeing.lets_give(given.held, given.seat))
            case Start():
                is_host = self.is_host(given.device) or self.teaches(given.officials)
                check("start", self.status, is_host=is_host)
                self.playing.start()
            case AskJudge():
                self._ask_judge(given)
            case HintFound():
                self._on_hint(given.seat)
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
        group = self.subscribers.group(seats, given.officials) or SubscriberGroup(
            self.history.viewer(seats), seats, given.officials
        )
        self.subscribers.add(given.connection, group)
        came = [self.seats[seat] for seat in seats]
        for seat in came:
            seat.here += 1
        self.teams.connect(given.connection, given.phones)
        welcome = self.broadcaster.welcome(group)
        welcome.teams = self.teams.shown_to(given.connection, group)
        self.outbox.send((given.connection,), welcome)
        self.teams.announce(given.connection)
        if not seats or any(seat.here == 1 for seat in came):
            self.broadcaster.send_table(but=given.connection)
        if given.contributes:
            self.subscribers.contribute(given.connection, seats)
        self.playing.advance()
        self.agreeing.on_presence()

    def _disconnect(self, connection: Connection) -> None:
        if self.forget(connection):
            self.teams.disconnect(connection)
            self.broadcaster.send_table()
            self.dice.gather()
            self.judging.refresh()
            self.agreeing.on_presence()

    def _receive(self, given: Received) -> None:
        group = self.asking_group(given)
        request, to = given.request, (given.connection,)
        if group is None or isinstance(request, Ping):
            return
        assert not isinstance(request, DeskRequest)  # they are read for real tables only
        try:
            self.outbox.send(to, Done(request.id, self._answer(request, group, given.connection)))
        except Refused as refused:
            answer = RequestRefused(request.id, refused.code, refused.why, refused.clause)
            self.outbox.send(to, answer)
            if refused.code == "stale":
                self.outbox.send(to, MomentNews(self.broadcaster.snapshot(group)))

    def _answer(
        self,
        request: SeatRequest | GiveVerdict | ClassRequest,
        group: SubscriberGroup,
        connection: Connection,
    ) -> int:
        """Carry out a request that has not been yet; the number of the snapshot then."""
        if isinstance(request, SkipQuestion | PauseClass | RingBell):
            self._answer_teacher(request, group)
            return group.viewer.n
        if isinstance(request, Advise | PassHand | Admit | AnswerAside):
            self._answer_phone(request, group, connection)
            return group.viewer.n
        if isinstance(request, GiveVerdict):
            key = verdict_key(request, group.seats)
            if key not in self._carried_out:
                check_who("verdict", group.seats, is_judge=self.judging.may_judge(group))
                self._check_when("verdict")
                self.playing.judge(request, group)
                self._carried_out.add(key)
            return group.viewer.n
        name, seat = REQUEST_NAMES[type(request)], request.seat - 1
        if isinstance(request, Ready | ChooseMark):  # saying it twice is saying it once
            check(name, self.status, group.seats, seat)
            self.teams.check_hand(connection, seat)
            if isinstance(request, ChooseMark):
                self.seating.set_mark(seat, request.mark)
                return 0
            self.seating.set_ready(seat, request.ready)
            if self.seating.all_ready():
                self.playing.start()
            return 0
        check_who(name, group.seats, seat)
        if not isinstance(request, Say | Promise | Contribute):
            self.teams.check_hand(connection, seat)
        key = request_key(request)
        if key not in self._carried_out:
            self._check_when(name)
            self._carry_out(request, seat, group)
            self._carried_out.add(key)
        return group.viewer.n

    def _carry_out(
        self,
        request: ActionRequest | Say | Promise | Contribute | Suggest | Agree | Concede,
        seat: int,
        group: SubscriberGroup,
    ) -> None:
        match request:
            case Say():
                self.say(seat, request)
            case Promise():
                self.dice.promise(seat, request.hash)
            case Contribute():
                self.dice.contribute(seat, request.value)
            case Suggest():
                self.agreeing.suggest(seat, request, group)
            case Agree():
                self.agreeing.agree(seat, request, group)
            case Concede():
                self.agreeing.concede(seat)
            case Undo():
                self.playing.carry_out(seat, request, group)
                self.teams.drop_advice()
            case Act() | Throw():
                self.playing.carry_out(seat, request, group)

    def _check_when(self, name: RequestName) -> None:
        check_when(name, self.status, self.mixing.is_over(), self.is_paused())

    def _answer_teacher(self, request: TeacherRequest, group: SubscriberGroup) -> None:
        name = REQUEST_NAMES[type(request)]
        check_who(name, group.seats, teaches=self.teaches(group.officials))
        key = teacher_key(request)
        if key in self._carried_out:
            return
        self._check_when(name)
        match request:
            case PauseClass():
                self.teaching.pause(request)
            case SkipQuestion():
                self.teaching.skip(request, group)
            case RingBell():
                self.teaching.ring_bell()
        self._carried_out.add(key)

    def _answer_phone(
        self, request: TeamRequest, group: SubscriberGroup, connection: Connection
    ) -> None:
        name, seat = REQUEST_NAMES[type(request)], request.seat - 1
        teaches, held = self.teaches(group.officials), group.seats
        if isinstance(request, Admit) and not request.is_in:
            held += self.teams.own_seats(connection, request)  # whoever waits may go again
        check_who(name, held, seat, teaches=teaches)
        self.place(seat)
        match request:
            case Admit():
                self.teams.admit(request, connection, teaches)
            case PassHand():
                self.teams.pass_hand(request, connection, teaches)
            case Advise():
                self._check_when(name)
                self.teams.advise(request, connection, group)
            case AnswerAside():
                self.teams.check_hand(connection, seat)
                key = request_key(request)
                if key not in self._carried_out:
                    self._check_when(name)
                    self.side.answer(seat, request, group)
                    self._carried_out.add(key)

    def _assign(self, given: AssignSeat) -> None:
        was = self.place(given.seat).team
        self.seating.assign(given)
        if was is not None and self.seats[given.seat].team is None:
            self.teams.dissolve(given.seat, was)

    def on_action(self, action: LoggedAction) -> None:
        self.side.on_action(action)
        self.teams.drop_advice()

    def _ask_judge(self, given: AskJudge) -> None:
        check("ask judge", self.status, is_host=self.is_host(given.device))
        if not self.game.is_judged(self.complete_options):
            raise Refused("nothing-to-judge", "nothing is judged at this table")
        out = [
            one
            for group in self.subscribers
            if JUDGE_OFFICE in group.officials
            for one in group.connections
        ]
        if out:
            self.subscribers.show_out(out)
            self.outbox.add(Disconnect(tuple(out), NEW_TOKEN, "somebody else judges now"))
        self.row.judge, self.row.judge_token = "spectator", given.token
        self.save_row()
        self.broadcaster.send_table()
        self.judging.refresh()

    def _on_hint(self, seat: int) -> None:
        place = self.place(seat)
        if not place.hinted:
            place.hinted = True
            self.outbox.save(place.row())
            self.broadcaster.send_table()

    def complete(self, snapshot: Snapshot, group: SubscriberGroup) -> None:
        self.judging.complete(snapshot, group)
        if self.side.is_on():
            snapshot["side"] = self.side.standing(group.seats)

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
