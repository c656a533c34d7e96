"""One table: what happens there when somebody asks for something, or time passes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from periplo.core.errors import IllegalAction, PeriploError
from periplo.core.state import TABLE
from periplo.play.draws import Proof, commitment, draw_dice, draw_key
from periplo.play.match import Match
from periplo.play.snapshots import Entry, Snapshot, build_snapshot, offer_choices
from periplo.table.actions import LoggedAction
from periplo.table.bots import BotQuestions, Question, printable
from periplo.table.chat import Chat
from periplo.table.clock import Instant, TurnClock
from periplo.table.effects import (
    AskBot,
    CancelBot,
    Disconnect,
    Effect,
    ListChanged,
    Outbox,
    SetTimeout,
)
from periplo.table.history import History
from periplo.table.info import DiceState, Presence, TableInfo, published_commitment, table_info
from periplo.table.inputs import (
    AssignSeat,
    BotAbandoned,
    BotAnswered,
    BotFailed,
    Connected,
    Connection,
    Disconnected,
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
    ChatNews,
    Done,
    MomentNews,
    Pong,
    RematchNews,
    RequestRefused,
    TableNews,
    Welcome,
)
from periplo.table.mixing import PATIENCE, DiceMixing
from periplo.table.permissions import RequestName, check_when, check_who
from periplo.table.refusals import Refused
from periplo.table.requests import (
    Act,
    Contribute,
    Move,
    Ping,
    Promise,
    Ready,
    Say,
    SeatRequest,
    Throw,
    Undo,
    request_key,
)
from periplo.table.rows import (
    BOT,
    BY_TABLE,
    CLOCK,
    MIXED,
    OVER,
    PERSON,
    PLAYING,
    TIME_UP,
    WAITING,
    By,
    LogKind,
    LogRow,
    SeatRow,
    Status,
)
from periplo.table.seats import (
    AWAY_FOR_HOST,
    AWAY_FOR_OTHERS,
    STAND_IN,
    Seat,
    bot_seat,
    clean_name,
    open_seat,
    seat_of,
)
from periplo.table.stored import StoredTable
from periplo.table.subscribers import SubscriberGroup, Subscribers
from periplo.table.undo import undoable

LOG_SHOWN = 200  # entries that a newcomer is sent
ALONE = 60.0  # seconds without anybody connected after which bots are not asked any more
NO_DICE = "the key of this table's dice is lost at the server: nothing can be drawn any more"
NEW_TOKEN = 4401  # a connection is closed with it when its token fits no seat any more
REQUEST_NAMES: dict[type, RequestName] = {
    Act: "act",
    Throw: "throw",
    Undo: "undo",
    Promise: "promise",
    Contribute: "contribute",
    Ready: "ready",
    Say: "chat",
}


class Environment(Protocol):
    """What a table asks of whoever runs it, answered at once."""

    most_actions: int  # rows of a table's log, 0 for no limit
    most_chat: int  # bytes of a table, 0 for no limit

    def new_secret(self) -> str:
        """64 random hexadecimal digits, for a table's draws."""

    def seal(self, secret: str, table_id: str) -> str:
        """The secret as it may lie on disk while the table is played."""

    def may_chat(self, device: str, size: int) -> bool:
        """Whether the device's chat of today has room for so many bytes."""

    def bot_named(self, name: str, game_id: str) -> str:
        """The name, if it is of a bot that may be asked for; a BadSetup otherwise."""


class Table:
    """A table in memory. `handle` is the only way in; everything else only looks."""

    def __init__(
        self,
        stored: StoredTable,
        environment: Environment,
        now: Instant,
        *,
        secret: str | None,
        started: Instant,
        due: int | None = None,
        away_since: Sequence[int] | None = None,
    ) -> None:
        """`secret` is None before the start, or if its key is lost; `started` is when the server
        was. `due` and `away_since` are what is remembered of a table that was loaded before.
        """
        row = replace(stored.row)
        self.row = row
        self.game = stored.game
        self.options = stored.options
        self.history = stored.history
        self.subscribers = Subscribers()
        self.mixing = DiceMixing(row)
        # if nothing is known of it since the server started, all of it is older than that
        self.clock = TurnClock(row.limit, started, started if due is None else now, stored.alone)
        self.seats = [
            seat_of(seat, started.at if away_since is None else away_since[seat.seat])
            for seat in stored.seats
        ]
        self.secret = secret
        self._environment = environment
        self._complete = stored.complete
        self._now = now
        self._status_since = self.clock.instant_of(row.status_changed_at)
        self._attended = now.at  # when somebody was last connected
        self._outbox = Outbox()
        self._carried_out = set(stored.requests)
        self._rows = stored.rows  # of the log
        self._undone = stored.undone
        self._chat = Chat(row.chat, len(self.seats), environment.most_chat, now.at / 1000)
        self._chat.replay(stored.chat)
        self._bots = BotQuestions()
        self._dice_due: int | None = None  # until when the dice wait for contributions
        self._publishing: int | None = None  # the Persist after which their stage is published
        if self.actions:  # an older version began it, without contributions
            self.mixing.end()
        if row.status == PLAYING:
            self._start_turn(self._turn_began(), due)
            self._outbox.clear()

    # ---- the way in

    def handle(self, given: Input, now: Instant) -> list[Effect]:
        """Everything that follows from it. Refused, where it changes nothing; what is refused over
        a connection is answered there.
        """
        self._now = now
        try:
            self._dispatch(given)
        except Exception:
            self._outbox.clear()
            raise
        return self._outbox.take()

    def _dispatch(self, given: Input) -> None:
        match given:
            case Received():
                self._receive(given)
            case Persisted():
                self._on_persisted(given.number)
            case Connected():
                self._connect(given)
            case Disconnected():
                self._disconnect(given.connection)
            case TimedOut(kind="turn"):
                self._on_turn_timeout()
            case TimedOut():
                self._on_dice_timeout()
            case BotAnswered():
                self._on_bot_answer(given.number, given.text)
            case BotFailed():
                self._on_bot_failure(given.number, given.why)
            case BotAbandoned():
                self._on_bot_abandoned(given.number)
            case SitDown():
                self._sit_down(given)
            case AssignSeat():
                self._assign_seat(given)
            case LeaveSeat():
                self._leave_seat(given)
            case Start():
                check_who("start", (), is_host=self.is_host(given.device))
                self._start()
            case RematchOpened():
                self._on_rematch(given)
            case RematchDeleted():
                self.row.rematch = ""
            case RestartTurn():
                self._start_turn(self._now)

    # ---- looking

    @property
    def match(self) -> Match:
        return self.history.match

    @property
    def actions(self) -> list[LoggedAction]:
        """What was done and not taken back."""
        return self.history.actions

    @property
    def status(self) -> Status:
        return self.row.status

    @property
    def last_persist(self) -> int:
        return self._outbox.number

    def is_host(self, device: str) -> bool:
        return self.row.host == device

    def has_begun(self) -> bool:
        """Whether it has started and its dice are mixed."""
        return self.status != WAITING and self.mixing.is_over()

    def is_waiting_for_answers(self) -> bool:
        """Of bots, or of those who contribute to the dice."""
        return bool(self._bots) or self._dice_due is not None

    def somebody_plays(self) -> bool:
        return any(seat.is_played() for seat in self.seats)

    def urgency(self, now: Instant) -> int | None:
        """How much bots' answers are waited for here: 0 most, None not at all."""
        if not self._is_empty():
            return 0
        if self.row.limit:
            return None if self.clock.is_left_alone() else 1
        is_watched = bool(self.subscribers) or now.at - self._attended < 1000 * ALONE
        return 1 if is_watched else None

    def proof(self) -> Proof:
        """Once the game is over."""
        published = published_commitment(self.row)
        if self.secret is None or published is None:
            raise Refused("no-dice", NO_DICE)
        return Proof(self.match.record, published, self.secret, self.mixing.values)

    def info(self, yours: tuple[int, ...], device: str, now: Instant) -> TableInfo:
        return table_info(
            self.row,
            self.seats,
            options=self._complete,
            n=self.history.public.n,
            yours=yours,
            device=device,
            presence=self.presence(now),
            dice=self._dice(),
            mixing=self.mixing,
        )

    def presence(self, now: Instant) -> Presence:
        away: dict[int, int] = {}
        if self.status == PLAYING:
            away = {seat.seat: gone for seat in self.seats if (gone := seat.away(now)) is not None}
        here = frozenset(seat.seat for seat in self.seats if seat.here > 0)
        return Presence(here, self.subscribers.watching(), away)

    def _dice(self) -> DiceState | None:
        if self.status == WAITING:
            return None
        if self.secret is None:
            return "lost"
        return "ready" if self.mixing.is_over() else "gathering"

    def _is_empty(self) -> bool:
        """Nobody who plays is connected."""
        return not any(seat.here for seat in self.seats)

    def _is_full(self) -> bool:
        """As long as a match may be: its whole log is read when it is loaded."""
        return 0 < self._environment.most_actions < self._rows + 1

    def _runs(self) -> bool:
        return self.status == PLAYING and self.mixing.is_over() and not self._is_full()

    # ---- those who are connected

    def _connect(self, given: Connected) -> None:
        seats = given.seats
        if seats and self.clock.welcome_back():
            self._start_turn(self._now)
        group = self.subscribers.group(seats) or SubscriberGroup(self.history.viewer(seats))
        self.subscribers.add(given.connection, group)
        came = [self.seats[seat] for seat in seats]
        for seat in came:
            seat.here += 1
        self._outbox.send((given.connection,), self._welcome(group))
        if not seats or any(seat.here == 1 for seat in came):
            self._send_table(but=given.connection)
        if given.contributes:
            self.subscribers.contribute(given.connection, seats)
        self._advance()

    def _disconnect(self, connection: Connection) -> None:
        group = self.subscribers.remove(connection)
        if group is None:
            return
        for seat in group.seats:
            self.seats[seat].here -= 1
            self.seats[seat].away_since = self._now.at
        self._attended = self._now.at
        self._send_table()
        self._gather()

    def _welcome(self, group: SubscriberGroup) -> Welcome:
        return Welcome(
            self.info(group.seats, "", self._now),
            [seat + 1 for seat in group.seats],
            self._snapshot(group) if self.has_begun() else None,
            self._last_entries(group),
            self._chat.lines(),
        )

    def _last_entries(self, group: SubscriberGroup) -> list[Entry]:
        """The last that the group has seen, the oldest first."""
        seen = group.viewer.seen if self.history.hides else self.actions
        first = max(0, len(seen) - LOG_SHOWN)
        return [action.entry(number) for number, action in enumerate(seen[first:], first + 1)]

    def _send_table(self, but: Connection | None = None) -> None:
        """Tell everybody who is connected how the table stands now."""
        for group in self.subscribers:
            receivers = [one for one in group.connections if one is not but]
            if receivers:
                self._outbox.send(receivers, TableNews(self.info(group.seats, "", self._now)))

    def _snapshot(
        self,
        group: SubscriberGroup,
        entries: list[Entry] | None = None,
        common: Snapshot | None = None,
    ) -> Snapshot:
        """The table as this group may see it; `common` is a snapshot that anybody may have."""
        seats, state = group.seats, self.match.state
        if common is None:
            snapshot = build_snapshot(self.game, state, seats)
        else:
            snapshot = offer_choices(common, self.game, state, seats)
        if self.row.throws == "auto" or self.secret is None:
            snapshot.thrower = None
        snapshot.n = group.viewer.n
        snapshot.entries = entries or []
        snapshot.undo = [seat + 1 for seat in seats if self._undoable(seat) is not None]
        snapshot.deadline = self.clock.deadline(self._now)
        snapshot.now = self._now.wall
        return snapshot

    def _send_snapshots(self, action: LoggedAction) -> None:
        """To each group what it may see of an action."""
        common: Snapshot | None = None
        for group in self.subscribers:
            if entries := group.viewer.notice(action):
                if common is None and not self.history.hides:
                    common = build_snapshot(self.game, self.match.state, ())
                snapshot = self._snapshot(group, entries, common)
                self._outbox.send(group.connections, MomentNews(snapshot))

    # ---- requests of those who are connected

    def _receive(self, given: Received) -> None:
        group = self.subscribers.group_of(given.connection)
        if group is None:
            return
        request, to = given.request, (given.connection,)
        if isinstance(request, Ping):
            self._outbox.send_at_once(to, Pong())
            return
        try:
            self._outbox.send(to, Done(request.id, self._answer(request, group)))
        except Refused as refused:
            answer = RequestRefused(request.id, refused.code, refused.why, refused.clause)
            self._outbox.send(to, answer)
            if refused.code == "stale":
                self._outbox.send(to, MomentNews(self._snapshot(group)))

    def _answer(self, request: SeatRequest, group: SubscriberGroup) -> int:
        """Carry out a request that has not been yet; the number of the snapshot then."""
        name, seat = REQUEST_NAMES[type(request)], request.seat - 1
        check_who(name, group.seats, seat)
        if isinstance(request, Ready):  # saying it twice is saying it once
            check_when(name, self.status)
            self._set_ready(seat, request.ready)
            return 0
        key = request_key(request)
        if key not in self._carried_out:
            check_when(name, self.status, self.mixing.is_over())
            self._carry_out(request, seat, group)
            self._carried_out.add(key)
        return group.viewer.n

    def _carry_out(
        self, request: Move | Say | Promise | Contribute, seat: int, group: SubscriberGroup
    ) -> None:
        match request:
            case Say():
                self._say(seat, request)
            case Promise():
                self._promise(seat, request.hash)
            case Contribute():
                if self.mixing.contribute(seat, request.value):
                    self._save_mixing()
            case Act() | Throw() | Undo():
                self._move(seat, request, group)

    def _move(self, seat: int, request: Move, group: SubscriberGroup) -> None:
        if self._is_full():
            most = self._environment.most_actions
            raise Refused("too-long", f"this match has {most} actions and cannot go on")
        if request.n != group.viewer.n and not self._still_holds(request.n, seat, group):
            raise Refused("stale", "something has happened since; look again")
        match request:
            case Act():
                self._act(seat, request)
            case Throw():
                self._throw(seat, request)
            case Undo():
                self._undo(seat, request)

    def _still_holds(self, n: int, seat: int, group: SubscriberGroup) -> bool:
        """Whether what was decided on snapshot `n` can stand.

        Where seats act at the same time, one that has finished does not disturb the others.
        """
        since = group.viewer.seen[n:] if self.history.hides else []
        return bool(since) and all(action.actor not in (TABLE, seat) for action in since)

    def _act(self, seat: int, request: Act) -> None:
        state = self.match.state
        if self.seats[seat].left:
            raise Refused("bot-plays", "a bot plays this seat; sit down again first")
        try:
            action = self.game.parse(state, seat, request.action)
            if not state.is_legal(seat, action):
                raise IllegalAction(*state.refusal(seat, action))
        except IllegalAction as error:
            raise Refused("illegal", error.why, error.clause) from None
        self._commit_action(seat, action, PERSON, request_key(request))
        self._advance()

    def _throw(self, seat: int, request: Throw) -> None:
        state = self.match.state
        if TABLE not in state.actors() or state.thrower() != seat:
            raise Refused("nothing-to-throw", "there is nothing for you to throw")
        if self.secret is None:
            raise Refused("no-dice", NO_DICE)
        self._draw(request_key(request))
        self._advance()

    def _undoable(self, seat: int) -> LoggedAction | None:
        return undoable(self.history, seat, self._undone)

    def _undo(self, seat: int, request: Undo) -> None:
        action = self._undoable(seat)
        if action is None:
            raise Refused("too-late", "this cannot be taken back any more")
        for number in self._bots.cancel_all():
            self._outbox.add(CancelBot(number))
        self._undone += 1
        self.history.remove_action(action)
        self._start_turn(self._turn_began())
        for group in self.subscribers:
            if group.viewer.remove_action(action):
                snapshot = self._snapshot(group)
                snapshot.undone = seat + 1
                snapshot.log = self._last_entries(group)
                self._outbox.send(group.connections, MomentNews(snapshot))
        self._log("undo", seat, "", PERSON, request_key(request), "")
        self._advance()

    def _say(self, seat: int, request: Say) -> None:
        device, name = self.seats[seat].device, self.seats[seat].name
        text = self._chat.check(
            seat,
            request.text,
            self._now.at / 1000,
            self._is_full(),
            lambda size: self._environment.may_chat(device, size),
        )
        line = self._chat.add(seat, name, text, self._now.wall)
        self._outbox.send(self.subscribers.connections(), ChatNews(line))
        self._log("chat", seat, text, PERSON, request_key(request), name)

    # ---- actions

    def _commit_action(
        self, actor: int, action: int, by: By, request: str = "", note: str = ""
    ) -> None:
        """Carry out a legal action."""
        text = self.game.text(self.match.state, actor, action)
        logged = LoggedAction(actor, action, text, by, note, self._now.wall, self._now.at)
        self.history.play(logged)
        self.clock.count_alone(logged, self._is_empty())
        if not logged.is_secret:
            self._start_turn(self._now)
        self._send_snapshots(logged)
        self._log("act", actor, text, by, request, note)
        if self.match.state.over():
            self._finish()

    def _draw(self, request: str = "", note: str = "") -> None:
        """The table acts, by the secret whose hash was published."""
        assert self.secret is not None
        dice = draw_dice(draw_key(self.secret, self.mixing.values), self.history.draws)
        self._commit_action(TABLE, self.match.state.draw(dice), BY_TABLE, request, note)

    def _log(self, kind: LogKind, seat: int, text: str, by: By, request: str, note: str) -> None:
        self._rows += 1
        n, time = self.history.public.n, self._now.wall
        self._outbox.save(LogRow(self._rows, kind, seat, text, by, request, note, time, n))

    def _advance(self) -> None:
        """Whatever happens by itself: the dice are mixed, cards, throws for bots, bots' turns."""
        self._gather()
        while self._runs() and self.somebody_plays():
            state = self.match.state
            actors = state.actors()
            if TABLE not in actors:
                self._ask_bots(actors)
                return
            thrower = state.thrower()
            by_itself = thrower == TABLE or self.row.throws == "auto"
            if self.secret is None or not (by_itself or self.seats[thrower].played_by_bot()):
                return
            self._draw()

    # ---- bots

    def _ask_bots(self, actors: Sequence[int]) -> None:
        if self.urgency(self._now) is None:
            return
        for seat in actors:
            if self.seats[seat].played_by_bot() and seat not in self._bots:
                self._ask_bot(seat, self.seats[seat].bot, BOT, "")

    def _ask_bot(self, seat: int, bot: str, by: By, note: str, is_stand_in: bool = False) -> None:
        state = self.match.state
        asked = self._bots.ask(seat, bot, by, note, state, len(self.actions), is_stand_in)
        self._outbox.add(AskBot(asked.number, seat, bot, self.game.view(state, seat)))

    def _on_bot_answer(self, number: int, text: str) -> None:
        question = self._bots.answer(number)
        if question is None:
            return
        if self._is_wanted(question):
            state, seat = self.match.state, question.seat
            try:
                action = self.game.parse(state, seat, text)
                is_legal = state.is_legal(seat, action)
            except PeriploError:
                is_legal = False
            if is_legal:
                self._commit_action(seat, action, question.by, note=question.note)
                if question.by == CLOCK and self.history.hides and seat in state.actors():
                    # to the end of what it may do in secret
                    self._ask_bot(seat, question.bot, CLOCK, question.note)
            elif question.actions == len(self.actions):
                self._replace_bot(question, "its answer is not legal")
                return
        self._advance()  # also if the answer came too late: then a bot is asked again

    def _is_wanted(self, question: Question) -> bool:
        """Whether the bot may still act: somebody may have come back, or undone something."""
        seat, state = question.seat, self.match.state
        by_bot = question.by != BOT or self.seats[seat].played_by_bot()
        is_same = question.actions == len(self.actions) or self.history.hides
        may_act = self._runs() and seat in state.actors()
        return by_bot and state is question.state and is_same and may_act

    def _on_bot_abandoned(self, number: int) -> None:
        """Whoever comes back sets it going again, also if they have come meanwhile."""
        question = self._bots.answer(number)
        if question is not None and self.urgency(self._now) is not None:
            self._advance()

    def _on_bot_failure(self, number: int, why: str) -> None:
        question = self._bots.answer(number)
        if question is not None:
            self._replace_bot(question, why)

    def _replace_bot(self, question: Question, why: str) -> None:
        """Whatever a bot does wrong, the table goes on: first with another bot, then anyhow."""
        if self._is_wanted(question):
            seat = question.seat
            if not question.is_stand_in:
                self._ask_bot(seat, STAND_IN, question.by, printable(why), is_stand_in=True)
                return
            action = self.match.state.legal(seat)[0]
            self._commit_action(seat, action, question.by, note=question.note)
        self._advance()

    # ---- the clock

    def _turn_began(self) -> Instant:
        return self.clock.turn_began(self.actions) or self._status_since

    def _start_turn(self, since: Instant, due: int | None = None) -> None:
        if self.status == PLAYING and not self.match.state.over():
            self.clock.start_turn(since, due)
        else:
            self.clock.stop()
        self._outbox.add(SetTimeout("turn", self.clock.due))

    def _on_turn_timeout(self) -> None:
        """A bot plays for everybody who is late; the log says so."""
        if self._is_full():
            self.clock.stop()
        is_late = self.clock.is_late(self._now)
        if is_late:
            self._gather(without_the_absent=True)
        if not is_late or not self._runs():
            self._outbox.add(SetTimeout("turn", self.clock.due))
            return
        if not self.somebody_plays():
            return
        state = self.match.state
        if TABLE in state.actors():
            if self.secret is not None:
                self._draw(note=TIME_UP)
                self._advance()
            return
        for seat in state.actors():
            if seat not in self._bots:
                self._ask_bot(seat, self.seats[seat].bot or STAND_IN, CLOCK, TIME_UP)

    # ---- beginning and end

    def _set_ready(self, seat: int, ready: bool) -> None:
        self.seats[seat].ready = ready
        self._outbox.save(self.seats[seat].row())
        self._send_table()
        if all(place.is_ready() for place in self.seats):
            self._start()

    def _start(self) -> None:
        check_when("start", self.status)
        if any(seat.kind == "open" for seat in self.seats):
            raise Refused("seats-open", "a seat is still open")
        if not self.somebody_plays():
            raise Refused("illegal", "at least one seat must be for a person")
        self.history = History(self.game, [seat.name for seat in self.seats], self.options)
        for group in self.subscribers:
            group.viewer = self.history.viewer(group.seats)
        self.secret = self._environment.new_secret()
        self.row.commitment = commitment(self.secret)
        self.row.sealed = self._environment.seal(self.secret, self.row.id)
        self._set_status(PLAYING)
        self._start_turn(self._status_since)
        self._advance()

    def _finish(self) -> None:
        self.clock.stop()
        if self.secret is not None:  # it is published now
            self.row.secret, self.row.sealed = self.secret, ""
        self._set_status(OVER)

    def _set_status(self, status: Status) -> None:
        self.row.status = status
        self._mark_status()
        self._save_row()
        self._send_table()
        self._outbox.add(ListChanged())

    def _mark_status(self) -> None:
        self._status_since = self._now
        self.row.status_changed_at = self._now.wall

    def _save_row(self) -> int:
        return self._outbox.save(replace(self.row))

    def _on_rematch(self, given: RematchOpened) -> None:
        self.row.rematch = given.table_id
        self._save_row()
        for group in self.subscribers:
            tokens = {
                str((seat + 1) % len(self.seats) + 1): given.tokens[seat]
                for seat in group.seats
                if seat in given.tokens
            }
            self._outbox.send(group.connections, RematchNews(given.table_id, tokens))
        self._send_table()

    # ---- mixing the dice

    def _promise(self, seat: int, hashed: str) -> None:
        if self.seats[seat].left and self.mixing.promises.get(seat) != hashed:
            raise Refused("bot-plays", "a bot plays this seat; sit down again first")
        if self.mixing.promise(seat, hashed):
            self._save_mixing()

    def _save_mixing(self) -> None:
        self.row.mixing = self.mixing.row()
        self._save_row()
        self._gather()

    def _gather(self, without_the_absent: bool = False) -> None:
        """Fix the promises, and then the values, as soon as nobody who is here owes one."""
        mixing = self.mixing
        if self.status != PLAYING or mixing.stage == MIXED or mixing.is_being_written():
            return
        people = {seat.seat for seat in self.seats if seat.is_played()}
        if not without_the_absent:
            if not any(self.seats[seat].here for seat in people):
                self._set_dice_timeout(None)
                return  # nobody has come yet, or everybody is gone: the dice wait for them
            if mixing.owing(self.subscribers.contributing()) & people:
                if self._dice_due is None:
                    self._set_dice_timeout(self._now.at + round(1000 * PATIENCE))
                return
        self._set_dice_timeout(None)
        mixing.fix()
        if mixing.stage == MIXED:
            self._mark_status()  # the first turn begins
        self.row.mixing = mixing.row()
        self._publishing = self._save_row()

    def _set_dice_timeout(self, at: int | None) -> None:
        if at != self._dice_due:
            self._dice_due = at
            self._outbox.add(SetTimeout("dice", at))

    def _on_dice_timeout(self) -> None:
        if self._dice_due is None:
            return
        if self._now.at < self._dice_due:
            self._outbox.add(SetTimeout("dice", self._dice_due))
        else:
            self._dice_due = None
            self._gather(without_the_absent=True)

    def _on_persisted(self, number: int) -> None:
        """If a stage of the dice is on disk it is published, and what waited for it happens."""
        if self._publishing is None or number < self._publishing:
            return
        self._publishing = None
        self.mixing.publish()
        if self.mixing.is_over():
            self._start_turn(self._status_since)
        for group in self.subscribers:  # these before anything that is drawn
            table = self.info(group.seats, "", self._now)
            self._outbox.send(group.connections, TableNews(table))
            if self.mixing.is_over():
                self._outbox.send(group.connections, MomentNews(self._snapshot(group)))
        self._advance()

    # ---- seats

    def _place(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise Refused("not-yours", f"there is no seat {seat + 1}")
        return self.seats[seat]

    def _sit_down(self, given: SitDown) -> None:
        place = self._place(given.seat)
        is_own = place.device == given.device or given.seat in given.held
        if place.kind != "open" and not is_own:
            raise Refused("taken", f"seat {given.seat + 1} is taken")
        if place.kind == "open":
            if self.status != WAITING:
                raise Refused("begun", "the game has begun")
            place.become(
                SeatRow(given.seat, "person", clean_name(given.name), given.mark,
                        device=given.device)
            )  # fmt: skip
        place.token = given.token
        was_empty = not self.somebody_plays()
        place.left = False
        if was_empty:
            self._start_turn(self._now)
        self._seat_changed(place, "the seat has a new token")

    def _assign_seat(self, given: AssignSeat) -> None:
        """The host decides who sits there; during play a bot may stand in for somebody who is not
        there, which after a while others who play may say, too.
        """
        place = self._place(given.seat)
        is_host = self.is_host(given.device)
        away = place.away(self._now) if self.status == PLAYING else None
        check_who("assign seat", given.held if away is not None else (), is_host=is_host)
        if given.kind == "me":
            raise Refused("illegal", "to take a seat oneself, sit down there")
        if self.status == WAITING:
            if given.kind == "bot":
                bot = self._environment.bot_named(given.bot, self.game.id)
                place.become(bot_seat(self.game, given.seat, bot))
            else:
                place.become(open_seat(self.game, given.seat))
        elif given.kind == "bot" and (place.left or away is not None):
            wait = AWAY_FOR_HOST if is_host else AWAY_FOR_OTHERS
            if away is not None and away < wait:
                raise Refused(
                    "still-here",
                    f"seat {given.seat + 1} has been away for {away} seconds; a bot may play for "
                    f"it after {wait}",
                )
            place.bot = self._environment.bot_named(given.bot, self.game.id)
            place.left = True
        else:
            raise Refused(
                "still-here",
                "only a seat that its player has left, or been away from for a while, can be "
                "given to a bot",
            )
        self._seat_changed(place, "the seat was given to somebody else")

    def _leave_seat(self, given: LeaveSeat) -> None:
        """Before the start the seat is open again; afterwards a bot stands in."""
        check_who("leave seat", given.held, given.seat)
        place = self._place(given.seat)
        if self.status == WAITING:
            place.become(open_seat(self.game, given.seat))
            self._seat_changed(place, "you have left the seat")
            return
        if self.status == PLAYING:
            place.left = True
            place.bot = place.bot or STAND_IN
        self._seat_changed(place, "")

    def _seat_changed(self, place: Seat, farewell: str) -> None:
        """Whoever held the seat by its old token is shown out."""
        if self.status == WAITING:  # somebody has thought of it
            self.row.status_changed_at = self._now.wall
            self._save_row()
        self._outbox.save(place.row())
        if farewell:
            out = self.subscribers.connections(place.seat)
            if out:
                self._outbox.add(Disconnect(out, NEW_TOKEN, farewell))
        self._send_table()
        self._advance()
        self._outbox.add(ListChanged())
