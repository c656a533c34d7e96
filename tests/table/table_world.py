"""A table with a disk, a clock, people and bots, all of them in a test's hand."""

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import permitted

import periplo
from periplo.core.state import TABLE, State
from periplo.play.draws import verify
from periplo.play.refusals import BadName, Refused
from periplo.play.snapshots import Entry, Snapshot, build_snapshot
from periplo.play.stepwise import run_at_once
from periplo.table.clock import Instant
from periplo.table.effects import (
    AskBot,
    CancelBot,
    Disconnect,
    Effect,
    ListChanged,
    Noticeable,
    Persist,
    Send,
    SetTimeout,
)
from periplo.table.history import History
from periplo.table.inputs import (
    AssignSeat,
    Connected,
    ConnectionEnded,
    HandOver,
    Input,
    Persisted,
    Received,
    RematchDeleted,
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
from periplo.table.requests import (
    Act,
    Contribute,
    GiveVerdict,
    Say,
    SeatRequest,
    Throw,
    Undo,
    request_key,
    verdict_key,
)
from periplo.table.rows import (
    BY_TABLE,
    JUDGE_OFFICE,
    MIXED,
    OVER,
    PERSON,
    PLAYING,
    PROMISING,
    SHOWING,
    SKIPPED,
    WAITING,
    Judge,
    LogRow,
    MixingRow,
    SeatRow,
    Status,
    TableRow,
    Write,
)
from periplo.table.seats import AWAY_FORGOTTEN
from periplo.table.state import Opening
from periplo.table.stored import StoredTable, open_table
from periplo.table.table import Table

BEGIN = Instant(1_000_000, 1_790_000_000_000)
STAGES: tuple[Status, ...] = (WAITING, PLAYING, OVER)
Logged = Act | Throw | Undo | Say | GiveVerdict  # requests that the log keeps


class Crash(Exception):
    """The server has ended, between two effects."""


class Environment:
    """Whoever runs the table gives it numbered secrets, and lets everybody chat."""

    most_chat = 200

    def __init__(self, most_actions: int) -> None:
        self.most_actions = most_actions
        self.secrets = 0
        self.key = 0  # another number: the key before is lost

    def new_secret(self) -> str:
        self.secrets += 1
        return f"{self.secrets:064x}"

    def seal(self, secret: str, table_id: str) -> str:
        return f"sealed by {self.key}: {secret}"

    def unseal(self, sealed: str) -> str | None:
        by, _, secret = sealed.partition(": ")
        return secret if by == f"sealed by {self.key}" else None

    def may_chat(self, device: str, size: int) -> bool:
        return size < 50

    def bot_named(self, name: str, game_id: str) -> str:
        return name


class Version(NamedTuple):
    """The disk as it is after a Persist."""

    row: TableRow
    seats: list[SeatRow]
    rows: int  # of the log


class Deletion:
    """The next table is deleted on disk, with the mention of it: nobody learns when."""


class Disk:
    def __init__(self, row: TableRow, seats: list[SeatRow], log: Sequence[LogRow] = ()) -> None:
        self.row = row
        self.seats = seats
        self.log = list(log)
        self.versions = {0: Version(row, list(seats), len(log))}

    def write(self, number: int, writes: tuple[Write, ...]) -> None:
        for write in writes:
            match write:
                case LogRow():
                    assert write.number == len(self.log) + 1
                    self.log.append(write)
                case SeatRow():
                    self.seats[write.seat] = write
                case TableRow():
                    permitted.check_row(self.row, write)
                    self.row = write
        self.versions[number] = Version(self.row, list(self.seats), len(self.log))

    @property
    def stage(self) -> int:
        """How far the dice are mixed."""
        return (self.row.mixing or MixingRow()).stage

    def opened(self, version: Version | None = None) -> StoredTable:
        row, seats, rows = version or (self.row, self.seats, len(self.log))
        game = periplo.game(row.game)
        options = json.loads(row.options)
        return run_at_once(open_table(row, seats, self.log[:rows], game, options))


class Listener:
    """Somebody who is connected, and what they were sent last."""

    def __init__(
        self, seats: tuple[int, ...], tokens: tuple[str, ...], officials: tuple[str, ...] = ()
    ) -> None:
        self.seats = seats
        self.officials = officials
        self.tokens = tokens
        self.snapshot: Snapshot | None = None
        self.table: Any = None


class World:
    """Runs a table as a server does, but one effect at a time."""

    def __init__(
        self,
        row: TableRow,
        seats: list[SeatRow],
        most_actions: int = 120,
        log: Sequence[LogRow] = (),
    ) -> None:
        self.disk = Disk(row, seats, log)
        self.now = BEGIN
        self.environment = Environment(most_actions)
        self.sent: dict[str, SeatRequest | GiveVerdict] = {}  # by their ids
        self.load()

    def load(self) -> None:
        """A server starts and opens the table from what is on disk; whoever was connected is not
        any more.
        """
        self.started = self.now
        self.away_since = [self.now.at] * len(self.disk.seats)
        self._open(None, None)

    def evict(self, milliseconds: int) -> None:
        """The table leaves the memory, and after a while somebody asks for it. Its server knows
        when time is up, and since when each seat has been away.
        """
        assert not self.held
        was, due, since = self.table, self.due, None
        if was.status == PLAYING:
            assert was.clock.due == due
            since = [seat.away_since for seat in was.seats]
        self.pass_time(milliseconds)
        if since is not None and max(since) <= self.now.at - 1000 * AWAY_FORGOTTEN:
            since = None  # it is forgotten: longer ago makes no difference
        self._open(due, since)
        table = self.table
        assert lasting(table.info((), "", self.now)) == lasting(was.info((), "", self.now))
        if due is not None and was.status == PLAYING and not table.clock.is_left_alone():
            assert table.clock.due == due  # nobody gains or loses time by it
        if since is not None:
            away = [seat.away(self.now) for seat in was.seats]
            assert [seat.away(self.now) for seat in table.seats] == away

    def is_idle(self) -> bool:
        """Nobody is connected, and nothing is under way: only then it is evicted."""
        is_waiting = self.table.is_waiting_for_answers()
        return not (self.listeners or is_waiting or self.is_writing())

    def is_writing(self) -> bool:
        return bool(self.queued) or self.acknowledged < self.durable

    def pass_time(self, milliseconds: int) -> None:
        self.now = Instant(self.now.at + milliseconds, self.now.wall + milliseconds)

    def _open(self, due: int | None, away_since: list[int] | None) -> None:
        row = self.disk.row
        secret = row.secret or self.environment.unseal(row.sealed)
        stored = self.disk.opened()
        self.table = Table(
            Opening(stored, self.environment, self.now, secret, self.started, due, away_since)
        )
        self.disk.versions = {0: Version(self.disk.row, list(self.disk.seats), len(self.disk.log))}
        self.due = self.table.clock.due  # as the server remembers it
        self.effects_left: int | None = None  # until it crashes
        self.rows = len(self.disk.log)  # of the log, with those that are not on disk yet
        self.listeners: list[Listener] = []
        self.shown_out: list[Listener] = []
        self.queued: deque[Persist | Deletion] = deque()  # not on disk yet
        self.durable = 0  # the last Persist that is on disk
        self.acknowledged = 0  # the last of which the table knows that
        self.held: deque[Noticeable] = deque()
        self.questions: dict[int, AskBot] = {}
        self.timeouts: dict[str, int | None] = {"turn": self.table.clock.due, "dice": None}

    # ---- what happens

    def feed(self, given: Input) -> Refused | None:
        was, number = permitted.before(self.table, given), self.table.last_persist
        try:
            effects = self.table.handle(given, self.now)
        except (Refused, BadName) as refused:
            now = permitted.before(self.table, given)
            assert now[:3] == was[:3]  # nothing has changed
            assert now.actions == was.actions
            assert self.table.last_persist == number
            return refused if isinstance(refused, Refused) else None
        self.check_effects(given, was, effects)
        for effect in effects:
            self.perform(effect)
        while self.shown_out:
            one = self.shown_out.pop()
            if one in self.listeners:
                self.disconnect(one)
        return None

    def check_effects(self, given: Input, was: permitted.Before, effects: list[Effect]) -> None:
        """Whoever asked for it may; what is refused changes nothing."""
        away = None
        if isinstance(given, RematchDeleted):
            self.queued.append(Deletion())
        if isinstance(given, AssignSeat | HandOver) and not self.holders(given.seat):
            away = (self.now.at - self.away_since[given.seat]) // 1000
        permitted.check_asker(given, was, away)
        answers = {type(effect.message) for effect in effects if isinstance(effect, Send)}
        writes = [write for one in effects if isinstance(one, Persist) for write in one.writes]
        if RequestRefused in answers:
            assert not writes
        if self.table.secret is None:
            self.check_without_dice(given, was, effects)
        for write in writes:
            if isinstance(write, TableRow) and write.status == OVER:
                assert write.secret == (self.table.secret or "")
        if Done in answers:
            assert isinstance(given, Received)
            assert isinstance(given.connection, Listener)
            if not isinstance(given.request, GiveVerdict):
                assert getattr(given.request, "seat", 0) - 1 in given.connection.seats
        if isinstance(given, Received) and isinstance(given.request, Contribute) and writes:
            assert self.disk.stage >= SHOWING  # nobody shows a value before the promises are fixed
        rows = [write for write in writes if isinstance(write, LogRow)]
        self.rows += len(rows)
        assert self.rows <= self.environment.most_actions
        if rows:
            permitted.check_log_row(rows[0], given, was, self.table, self.now, self.started)
            if rows[0].kind == "undo":
                assert len(rows) == 1
                permitted.check_undone(rows[0], was, self.table)
        if [row for row in rows if row.kind == "act"]:
            assert self.disk.stage == MIXED  # nothing is drawn before the values are fixed
        for row in rows[1:]:  # whatever follows by itself
            if row.note == SKIPPED:
                continue
            assert (row.kind, row.by, row.request) == ("act", BY_TABLE, "")

    def check_without_dice(
        self, given: Input, was: permitted.Before, effects: list[Effect]
    ) -> None:
        """The key is lost, or nobody has started: nothing is drawn, and a throw is refused."""
        writes = [write for one in effects if isinstance(one, Persist) for write in one.writes]
        rows = [write for write in writes if isinstance(write, LogRow)]
        assert not [row for row in rows if row.seat == TABLE and row.by != PERSON]
        if permitted.might_throw(given, was, self.table):
            messages = [effect.message for effect in effects if isinstance(effect, Send)]
            refused = [one.code for one in messages if isinstance(one, RequestRefused)]
            assert refused in ([], ["no-dice"])  # whoever is shown out is not answered

    def holders(self, seat: int) -> list[Listener]:
        return [one for one in self.listeners if seat in one.seats]

    def live(self) -> None:
        """Through one more effect, if there is no crash before it."""
        if self.effects_left is not None:
            if not self.effects_left:
                raise Crash
            self.effects_left -= 1

    def perform(self, effect: Effect) -> None:
        self.live()
        match effect:
            case Persist():
                self.queued.append(effect)
            case Send() | Disconnect() | ListChanged():
                assert not self.held or self.held[-1].after <= effect.after or effect.after == 0
                if effect.after <= self.acknowledged:
                    self.show(effect)
                else:
                    self.held.append(effect)
            case AskBot():
                assert effect.view == self.table.game.view(self.table.match.state, effect.seat)
                self.questions[effect.number] = effect
            case CancelBot():
                del self.questions[effect.number]
            case SetTimeout():
                self.timeouts[effect.kind] = effect.at
                if effect.kind == "turn":
                    self.due = effect.at

    def write(self) -> None:
        """The disk has the next thing that waits for it."""
        if self.queued:
            self.live()
            write = self.queued.popleft()
            if isinstance(write, Deletion):
                self.disk.row = replace(self.disk.row, rematch="")
                return
            self.disk.write(write.number, write.writes)
            self.durable = write.number
            self.check_log()

    def acknowledge(self) -> None:
        """The table, and those who listen, learn what is on disk."""
        if self.acknowledged < self.durable:
            self.acknowledged += 1
            while self.held and self.held[0].after <= self.acknowledged:
                self.live()
                self.show(self.held.popleft())
            self.feed(Persisted(self.acknowledged))

    def flush(self) -> None:
        while self.is_writing():
            self.write()
            self.acknowledge()

    def connect(self, seats: tuple[int, ...], contributes: bool, judges: bool = False) -> Listener:
        """Somebody comes with the tokens of these seats, as far as they have one, and perhaps as
        the one who was asked to judge.
        """
        tokens = {seat: self.table.seats[seat].token for seat in seats}
        held = {seat: token for seat, token in tokens.items() if token}
        officials = (JUDGE_OFFICE,) if judges and self.table.row.judge_token else ()
        listener = Listener(tuple(held), tuple(held.values()), officials)
        self.listeners.append(listener)
        self.feed(Connected(listener, listener.seats, contributes, officials))
        return listener

    def disconnect(self, listener: Listener) -> None:
        self.listeners.remove(listener)
        for seat in listener.seats:
            if not self.holders(seat):
                self.away_since[seat] = self.now.at
        self.feed(ConnectionEnded(listener))

    # ---- what is shown

    def show(self, effect: Noticeable) -> None:
        assert effect.after <= self.durable  # nothing is shown that is not on disk
        if isinstance(effect, Disconnect):
            for one in effect.to:
                assert isinstance(one, Listener)
                self.shown_out.append(one)
        if not isinstance(effect, Send):
            return
        for one in effect.to:
            assert isinstance(one, Listener)
            self.live()
            if one in self.listeners:
                self.check_message(one, effect)

    def check_message(self, listener: Listener, effect: Send) -> None:
        """Whatever it says is what the disk said when it was at the Persist it waited for."""
        message = effect.message
        if isinstance(message, Pong):
            return
        version = self.disk.versions[effect.after]
        log = self.disk.log[: version.rows]
        match message:
            case MomentNews():
                self.check_snapshot(listener, message.moment, version)
            case Welcome():
                self.check_table(message.table, version)
                listener.table = message.table
                if message.moment is not None:
                    self.check_snapshot(listener, message.moment, version, message.log)
                said = {row.text for row in log if row.kind == "chat"}
                assert {line.text for line in message.chat} <= said
                assert version.row.chat or not message.chat
            case TableNews():
                self.check_table(message.table, version)
                listener.table = message.table
            case ChatNews():
                assert version.row.chat
                assert message.chat.text in {row.text for row in log if row.kind == "chat"}
            case RematchNews():
                assert message.table == version.row.rematch
                assert message.tokens == self.next_tokens(listener.seats)
            case Done():
                if isinstance(request := self.sent[message.id], Logged):
                    assert key_of(request, listener) in {row.request for row in log}
            case RequestRefused():  # what was done once stays done, however often it is sent
                keys = {row.request for row in log}
                key = key_of(self.sent[message.id], listener)
                assert message.code == "not-yours" or key not in keys

    def next_tokens(self, seats: tuple[int, ...]) -> dict[str, str]:
        """Of a rematch, where everybody is one seat further on; a token names the seat here."""
        count = len(self.disk.seats)
        people = [seat for seat in seats if self.disk.seats[seat].kind == "person"]
        return {str((seat + 1) % count + 1): f"next of {seat}" for seat in people}

    def check_snapshot(
        self,
        listener: Listener,
        shown: Snapshot,
        version: Version,
        more: list[Entry] | None = None,
    ) -> None:
        history = self.disk.opened(version).history
        game, seats = history.match.game, listener.seats
        seen = seen_by(history, seats)
        for entry in [*shown["entries"], *(shown.get("log") or []), *(more or [])]:
            assert same_entry(entry, seen[entry["n"] - 1].entry(entry["n"]))
        past = history.past()
        run_at_once(past.go_to(past.number_of(shown["n"], seats)))
        expected = build_snapshot(game, past.state, seats)
        parts = ["view", "scores", "derived"]
        result = version.row.result
        if result is not None and result.ended != "rules":
            assert (shown["over"], shown["actors"], shown["choices"]) == (True, [], {})
            assert shown["winners"] == [seat + 1 for seat in result.winners]
        else:
            parts += ["legal", "choices", "actors", "over"]
        for what in parts:
            assert shown[what] == expected[what]  # type: ignore[literal-required]
        before, actors = listener.snapshot, {entry["actor"] for entry in shown["entries"]}
        is_others = actors and not actors & {"table", *(str(seat + 1) for seat in seats)}
        if history.hides and len(seats) < 2 and before is not None and is_others:
            assert (
                shown["view"] != before["view"]
            )  # what changes nothing that one sees stays secret
        self.check_verdict(listener, shown, past.state)
        listener.snapshot = shown

    def check_verdict(self, listener: Listener, shown: Snapshot, state: State) -> None:
        """Nobody but whoever judges is shown the answer, and somebody here does."""
        due = shown.get("verdict")
        assert ("answer" in shown) == (due is not None and due["yours"])
        if due is not None:
            assert due["seat"] == state.answerer() + 1
            assert due["yours"] == (
                bool({seat - 1 for seat in due["by"]} & {*listener.seats})
                or (not due["by"] and "judge" in listener.officials)
            )

    def check_table(self, shown: Any, version: Version) -> None:
        row, mixing = version.row, version.row.mixing or MixingRow()
        assert STAGES.index(shown.status) <= STAGES.index(row.status)
        assert shown.commitment in (None, row.commitment)
        assert shown.rematch in (None, row.rematch)
        if shown.promises is not None:
            assert mixing.stage != PROMISING
            assert shown.promises == {str(s + 1): v for s, v in sorted(mixing.promises.items())}
        if shown.contributions is not None:
            assert mixing.stage == MIXED
            assert shown.contributions == {str(s + 1): v for s, v in sorted(mixing.values.items())}
        for info, seat in zip(shown.seats, version.seats, strict=True):
            assert info.name in (seat.name, self.table.game.seat_names[info.seat - 1])

    # ---- what always holds

    def check_log(self) -> None:
        """Nothing is done twice, and every log replays."""
        requests = [row.request for row in self.disk.log if row.request]
        assert len(requests) == len(set(requests))
        opened = self.disk.opened()
        ended = self.disk.row.result and self.disk.row.result.ended
        if self.disk.row.status == OVER and ended == "rules":
            assert opened.history.match.state.over()
        elif self.disk.row.status == PLAYING:
            assert not opened.history.match.state.over()

    def check_quiet(self) -> None:
        """When nothing is under way, memory and disk are the same, and everybody is up to date."""
        assert not self.held
        stored = self.disk.opened()
        table, match = self.table, stored.history.match
        assert match.position() == table.match.position()
        assert match.record.actions == table.match.record.actions
        assert replace(self.disk.row, mixing=None) == replace(table.row, mixing=None)
        assert self.disk.seats == [seat.row() for seat in table.seats]
        assert table.mixing.stage == table.mixing.published
        for listener in self.listeners:
            group = table.subscribers.group_of(listener)
            assert group is not None
            assert listener.tokens == tuple(table.seats[seat].token for seat in listener.seats)
            if table.has_begun():
                assert listener.snapshot is not None
                assert listener.snapshot["n"] == group.viewer.n
                assert group.viewer.n == stored.history.viewer(listener.seats).n
                if listener.snapshot["view"] == match.position():  # nothing is hidden
                    assert listener.snapshot["n"] == len(table.actions)
                due = table.judging.due() is not None
                assert ("verdict" in listener.snapshot) == due
                if due:
                    judges = listener.snapshot["verdict"]["by"]
                    assert judges == sorted(seat + 1 for seat in table.judging.judges()[0])
                if not table.history.hides:
                    undo = [seat + 1 for seat in listener.seats if table.undoable(seat) is not None]
                    assert listener.snapshot["undo"] == undo
            info = table.info(listener.seats, "", self.now)
            now, then = lasting(info), lasting(listener.table)
            assert now == then
        if table.has_begun() and table.secret is not None:
            assert verify(table.proof())["right"]

    def check_past(self) -> None:
        """Every state on the way is kept as it was, whatever was taken back."""
        table = self.table
        state, past = table.game.new(len(table.seats), table.options), table.history.past()
        positions = [table.game.position(state)]
        for action in table.actions:
            state.play(action.actor, action.action)
            positions.append(table.game.position(state))
        for number in reversed(range(len(positions))):
            run_at_once(past.go_to(number))
            assert table.game.position(past.state) == positions[number]


def key_of(request: SeatRequest | GiveVerdict, listener: Listener) -> str:
    if isinstance(request, GiveVerdict):
        return verdict_key(request, listener.seats)
    return request_key(request)


def lasting(info: Any) -> Any:
    """What of a table does not change by the mere passing of time."""
    seats = [replace(seat, away=None) for seat in info.seats]
    # nobody learns that a rematch was deleted, and a suggestion is forgotten with the table
    return replace(info, seats=seats, n=0, rematch=None, suggestion=None)


def seen_by(history: History, seats: tuple[int, ...]) -> list[Any]:
    return history.viewer(seats).seen if history.hides else history.actions


def same_entry(one: Entry, other: Entry) -> bool:
    return {**one, "asides": ()} == {**other, "asides": ()}


def table_row(
    game: periplo.Game,
    limit: int,
    auto: bool,
    chat: bool = True,
    judge: Judge = "host",
    is_judged: bool = False,
) -> TableRow:
    return TableRow(
        id="t",
        game=game.id,
        rules=game.rules,
        options=json.dumps(game.judged_if if is_judged else {}),
        judge=judge,
        listed=True,
        chat=chat,
        limit=limit,
        throws="auto" if auto else "press",
        host="device 0",
        status=WAITING,
        created=BEGIN.wall,
        status_changed_at=BEGIN.wall,
    )
