"""What a table is made of, and what can be asked about it without changing anything."""

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from periplo.core.game import Position
from periplo.core.state import NOBODY, TABLE
from periplo.play.draws import Proof
from periplo.play.match import Match
from periplo.play.refusals import Refused
from periplo.play.snapshots import Snapshot
from periplo.table.actions import LoggedAction
from periplo.table.chat import Chat
from periplo.table.clock import Instant, TurnClock
from periplo.table.effects import Effect, Outbox, SetTimeout
from periplo.table.history import History
from periplo.table.info import DiceState, Presence, TableInfo, published_commitment, table_info
from periplo.table.inputs import Connection, Input, Received
from periplo.table.messages import ChatNews, Pong
from periplo.table.mixing import DiceMixing
from periplo.table.permissions import check_hints
from periplo.table.requests import Ping, Say, Suggestion, request_key
from periplo.table.rows import (
    JUDGE_OFFICE,
    OVER,
    PERSON,
    PLAYING,
    TEACHER_OFFICE,
    WAITING,
    By,
    LogKind,
    LogRow,
    Status,
)
from periplo.table.seats import Seat, seat_of
from periplo.table.stored import StoredTable
from periplo.table.subscribers import SubscriberGroup, Subscribers
from periplo.table.undo import undoable

ALONE = 60.0  # seconds without anybody connected after which bots are not asked any more
NO_DICE = "the key of this table's dice is lost at the server: nothing can be drawn any more"


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


@dataclass
class Opening:
    """What a table is made from."""

    stored: StoredTable
    environment: Environment
    now: Instant
    secret: str | None  # None before the start, or if its key is lost
    started: Instant  # when the server was
    # what is remembered of a table that was loaded before
    due: int | None = None
    away_since: Sequence[int] | None = None


class TableState:
    """What the parts of a table share."""

    def __init__(self, opening: Opening) -> None:
        stored, now, due = opening.stored, opening.now, opening.due
        started, away_since = opening.started, opening.away_since
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
        self.secret = opening.secret
        self.environment = opening.environment
        self.complete_options = stored.complete
        self.now = now
        self.status_since = self.clock.instant_of(row.status_changed_at)
        self.attended = now.at  # when somebody was last connected
        self.outbox = Outbox()
        self.suggestion: Suggestion | None = None
        self.rows = stored.rows  # of the log
        self.undone = stored.undone
        self.chat = Chat(row.chat, len(self.seats), self.environment.most_chat, now.at / 1000)
        self.chat.replay(stored.chat)
        if self.actions:  # an older version began it, without contributions
            self.mixing.end()
        if row.status == PLAYING:
            self.start_turn(self.turn_began(), due)
            self.outbox.clear()

    @property
    def match(self) -> Match:
        return self.history.match

    @property
    def actions(self) -> list[LoggedAction]:
        """What was done and not taken back."""
        return self.history.actions

    def new_history(self) -> History:
        """Of a match in which nothing has been done."""
        return History(self.game, [seat.name for seat in self.seats], self.options)

    @property
    def status(self) -> Status:
        return self.row.status

    def is_host(self, device: str) -> bool:
        return bool(device) and self.row.host == device

    def has_begun(self) -> bool:
        """Whether it has started and its dice are mixed."""
        return self.status != WAITING and self.mixing.is_over()

    def is_paused(self) -> bool:
        """By the teacher of a class table."""
        return self.row.classroom is not None and self.row.classroom.paused

    def teaches(self, officials: Collection[str], device: str = "") -> bool:
        """Whether whoever has these offices, or this device, is the teacher of a class table."""
        is_class = self.row.classroom is not None
        return is_class and (TEACHER_OFFICE in officials or self.is_host(device))

    def somebody_plays(self) -> bool:
        return any(seat.is_played() for seat in self.seats)

    def urgency(self, now: Instant) -> int | None:
        """How much bots' answers are waited for here: 0 most, None not at all."""
        if not self.is_empty():
            return 0
        if self.row.limit:
            return None if self.clock.is_left_alone() else 1
        is_watched = bool(self.subscribers) or now.at - self.attended < 1000 * ALONE
        return 1 if is_watched else None

    def info_for(self, group: SubscriberGroup) -> TableInfo:
        """As those who are connected are sent it."""
        return self.info(group.seats, "", self.now, group.officials)

    def info(
        self,
        yours: tuple[int, ...],
        device: str,
        now: Instant,
        officials: tuple[str, ...] = (),
    ) -> TableInfo:
        return table_info(
            self.row,
            self.seats,
            options=self.complete_options,
            n=self.history.public.n,
            yours=yours,
            device=device,
            presence=self.presence(now),
            dice=self.dice_state(),
            mixing=self.mixing,
            is_judged=self.game.is_judged(self.complete_options),
            suggestion=self.suggestion,
            teaches=self.teaches(officials),
        )

    def presence(self, now: Instant) -> Presence:
        away: dict[int, int] = {}
        if self.status == PLAYING:
            away = {seat.seat: gone for seat in self.seats if (gone := seat.away(now)) is not None}
        here = frozenset(seat.seat for seat in self.seats if seat.here > 0)
        return Presence(here, self.subscribers.watching(), away)

    def is_empty(self) -> bool:
        """Nobody who plays is connected."""
        return not any(seat.here for seat in self.seats)

    def is_full(self) -> bool:
        """As long as a match may be: its whole log is read when it is loaded."""
        return 0 < self.environment.most_actions < self.rows + 1

    def runs(self) -> bool:
        is_open = self.status == PLAYING and not self.is_paused()
        return is_open and self.mixing.is_over() and not self.is_full()

    def add_to_log(
        self, kind: LogKind, seat: int, text: str, by: By, request: str, note: str
    ) -> None:
        self.rows += 1
        n, time = self.history.public.n, self.now.wall
        self.outbox.save(LogRow(self.rows, kind, seat, text, by, request, note, time, n))

    def log_by_teacher(self, kind: LogKind, text: str, request: str, note: str) -> None:
        self.add_to_log(kind, TABLE, text, PERSON, request, note)

    def save_row(self) -> int:
        return self.outbox.save(replace(self.row))

    def mark_status(self) -> None:
        self.status_since = self.now
        self.row.status_changed_at = self.now.wall

    def handle(self, given: Input, now: Instant) -> list[Effect]:
        """Everything that follows from it. Refused, where it changes nothing; what is refused over
        a connection is answered there.
        """
        self.now = now
        try:
            self.dispatch(given)
        except Exception:
            self.outbox.clear()
            raise
        return self.outbox.take()

    @abstractmethod
    def dispatch(self, given: Input) -> None:
        """Carry out whatever has come."""

    def waits_for_disk(self) -> bool:
        """Whether something follows from what is being written once it is there."""
        return False

    def forget(self, connection: Connection) -> bool:
        """Somebody is no longer connected; whether they were."""
        group = self.subscribers.remove(connection)
        if group is None:
            return False
        for seat in group.seats:
            self.seats[seat].here -= 1
            self.seats[seat].away_since = self.now.at
        self.attended = self.now.at
        return True

    def move(
        self, connection: Connection, seats: tuple[int, ...], officials: tuple[str, ...]
    ) -> None:
        """Somebody who is connected holds other seats from now on."""
        was = self.subscribers.remove(connection)
        before = () if was is None else was.seats
        group = self.subscribers.group(seats, officials) or SubscriberGroup(
            self.history.viewer(seats), seats, officials
        )
        self.subscribers.add(connection, group)
        for seat in seats:
            self.seats[seat].here += seat not in before

    def asking_group(self, given: Received) -> SubscriberGroup | None:
        """Whose request it is, None if they are not here any more; a ping is answered at once."""
        group = self.subscribers.group_of(given.connection)
        if group is None or self.subscribers.is_shown_out(given.connection):
            return None
        if isinstance(given.request, Ping):
            self.outbox.send_at_once((given.connection,), Pong())
        return group

    def officials_of(self, hashes: Collection[str]) -> tuple[str, ...]:
        """The offices whose tokens these are."""
        room = self.row.classroom
        tokens = {
            JUDGE_OFFICE: self.row.judge_token,
            TEACHER_OFFICE: "" if room is None else room.teacher,
        }
        return tuple(office for office, token in tokens.items() if token and token in hashes)

    def seats_seen(self, group: SubscriberGroup) -> tuple[int, ...]:
        """The seats whose view a group has."""
        return group.seats

    def complete(self, snapshot: Snapshot, group: SubscriberGroup) -> None:
        """Add what only a group like this may know; mostly nothing."""

    def is_shown_alike(self) -> bool:
        """Whether those who look on are sent the same, but for what they may do."""
        return self.row.classroom is None and self.match.state.answerer() == NOBODY

    def on_action(self, action: LoggedAction) -> None:
        """An action has been carried out, and nobody has been sent it yet."""

    def show_end(self, snapshot: Snapshot) -> None:
        """Where people ended the match before its time, or somebody gave up."""
        conceded = {seat + 1 for seat in self.row.conceded}
        snapshot["winners"] = [seat for seat in snapshot["winners"] if seat not in conceded]
        result = self.row.result
        if result is None or result.ended == "rules":
            return
        snapshot["over"] = True
        snapshot["winners"] = [seat + 1 for seat in result.winners]
        snapshot["actors"], snapshot["thrower"], snapshot["undo"] = [], None, []
        snapshot["legal"], snapshot["choices"] = {}, {}
        snapshot["prompt"] = snapshot["question"] = None

    def shows_thrower(self) -> bool:
        """Whether whoever throws is asked to; otherwise it happens by itself, or cannot."""
        return self.row.throws != "auto" and self.secret is not None

    def say(self, seat: int, request: Say) -> None:
        """Chat."""
        device, name = self.seats[seat].device, self.seats[seat].name
        text = self.chat.check(
            seat,
            request.text,
            self.now.at / 1000,
            self.is_full(),
            lambda size: self.environment.may_chat(device, size),
        )
        line = self.chat.add(seat, name, text, self.now.wall)
        self.outbox.send(self.subscribers.connections(), ChatNews(line))
        self.add_to_log("chat", seat, text, PERSON, request_key(request), name)

    def undoable(self, seat: int) -> LoggedAction | None:
        if self.row.rated or self.status == OVER:  # perhaps before its time
            return None
        return undoable(self.history, seat, self.undone)

    def view_for_hint(self, seat: int) -> Position:
        """What the seat may see, from which a good action is found for it; Refused if there is
        none.
        """
        check_hints(self.row)
        seen = self.match.state.seen_by(seat)
        # what makes something known, as an answer to a question does, is for whoever plays to know
        if not any(seen.may_take_back(seat, action) for action in seen.legal(seat)):
            raise Refused("no-hints", f"seat {seat + 1} has nothing to decide that has hints")
        return self.game.position(seen)

    def start_turn(self, since: Instant, due: int | None = None) -> None:
        if not self.clock.limit:
            return
        was_due = self.clock.due
        if self.status == PLAYING and not self.is_paused() and not self.match.state.over():
            self.clock.start_turn(since, due)
        else:
            self.clock.stop()
        if self.clock.due != was_due:
            self.outbox.add(SetTimeout("turn", self.clock.due))

    def turn_began(self) -> Instant:
        return self.clock.turn_began(self.actions) or self.status_since

    def dice_state(self) -> DiceState | None:
        if self.status == WAITING:
            return None
        if self.secret is None:
            return "lost"
        return "ready" if self.mixing.is_over() else "gathering"

    @property
    def last_persist(self) -> int:
        return self.outbox.number

    def proof(self) -> Proof:
        """Once the game is over."""
        published = published_commitment(self.row)
        if self.secret is None or published is None:
            raise Refused("no-dice", NO_DICE)
        entered = tuple(
            number
            for number, action in enumerate(self.actions, 1)
            if action.actor == TABLE and action.by == PERSON and action.element is None
        )
        return Proof(self.match.record, published, self.secret, self.mixing.values, entered)

    def place(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise Refused("not-yours", f"there is no seat {seat + 1}")
        return self.seats[seat]
