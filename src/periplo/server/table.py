"""One table that is loaded: the shell around `periplo.table`, which decides everything.

Everything here happens on the event loop, one thing at a time. An input goes into the table, its
effects are carried out here: rows are queued for the disk, and what waits for them is sent once
they are there.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, cast

import msgspec
from sqlalchemy import Executable, insert

from periplo.core.game import Position
from periplo.play.draws import new_secret
from periplo.play.refusals import Refused
from periplo.server import clock, schema
from periplo.server.bot_pool import Abandoned
from periplo.server.housekeeping import Timeouts
from periplo.server.quotas import Quotas
from periplo.server.rating import rate_match
from periplo.server.sealing import KeyLost, Sealer
from periplo.server.secrets import digest
from periplo.server.store import ADD_TO_LOG, Computed, PersistError, Row, Store
from periplo.server.stored import log_row, seat_row, table_row
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
from periplo.table.info import Presence, TableInfo
from periplo.table.inputs import (
    BotAbandoned,
    BotAnswered,
    BotGaveUp,
    Connected,
    ConnectionEnded,
    Input,
    Persisted,
    PhoneKey,
    Received,
    RestartTurn,
    Start,
    TimedOut,
)
from periplo.table.messages import MomentNews
from periplo.table.real import RealTable
from periplo.table.requests import Request
from periplo.table.rows import REAL, LogRow, SeatRow, SeatRows, TableRow
from periplo.table.state import Opening
from periplo.table.stored import StoredTable
from periplo.table.table import Table

WRITE_FAILED = "this could not be saved; please try again"
MOST_WAITING = 100  # effects for the disk, before those who ask for more wait too
KEPT = (
    "status", "secret", "sealed", "commitment", "mixing", "rematch", "status_changed_at", "options",
    "event", "result", "conceded", "judge", "judge_token", "classroom",
)  # fmt: skip

encode = msgspec.json.Encoder().encode
logger = logging.getLogger("periplo.table")


class Held(NamedTuple):
    """What somebody's tokens are good for at a table."""

    seats: tuple[int, ...] = ()  # from 0
    officials: tuple[str, ...] = ()
    phones: tuple[PhoneKey, ...] = ()  # at a class table; those that wait hold no seat yet

    def places(self) -> tuple[Hashable, ...]:
        """What they hold, as it is counted how often it is open: phones of a team apart."""
        of_phones = {seat for seat, _ in self.phones}
        seats = (seat for seat in self.seats if seat not in of_phones)
        return (*seats, *self.phones, *self.officials)


NOTHING_HELD = Held()


class Subscriber(Hashable, Protocol):
    """A connection, as a table sees it."""

    def send(self, message: bytes) -> None: ...

    def close(self, code: int, why: str) -> None: ...


class Services(Protocol):
    """What a table needs of the registry it is in."""

    store: Store
    quotas: Quotas
    sealer: Sealer
    started: Instant
    timeouts: Timeouts

    async def ask_bot(self, table: "LiveTable", seat: int, bot: str, view: Position) -> str: ...

    def bot_named(self, name: str, game_id: str) -> str: ...

    def may_chat(self, device: str, size: int) -> bool: ...

    def away_since(self, table_id: str) -> list[int] | None: ...

    def drop(self, table: "LiveTable", why: str, code: int = 1011) -> None: ...

    def list_changed(self, table: "LiveTable") -> None: ...

    def count(self, what: str) -> None: ...


class TableEnvironment:
    """What the table asks for and gets at once."""

    def __init__(self, registry: Services) -> None:
        self._registry = registry
        self.most_actions = registry.quotas.actions_a_table
        self.most_chat = registry.quotas.chat_a_table
        self.may_chat = registry.may_chat
        self.bot_named = registry.bot_named
        self.seal = registry.sealer.seal

    def new_secret(self) -> str:
        return new_secret()


class LiveTable:
    """A table in memory, and what is under way for it."""

    def __init__(self, registry: Services, stored: StoredTable) -> None:
        self.registry = registry
        self.id = stored.row.id
        due = registry.timeouts.due(self.id)
        kind = RealTable if stored.row.chance == REAL else Table
        self.core: Table | RealTable = kind(
            Opening(
                stored,
                TableEnvironment(registry),
                clock.this_instant(),
                secret=_read_secret(registry.sealer, stored.row),
                started=registry.started,
                due=due,
                away_since=registry.away_since(self.id),
            )
        )
        self.address = ""  # from where it was opened, or somebody who plays came last
        self.last_used = time.monotonic()  # when somebody last wanted something of it
        self.epoch = registry.store.failures  # what is in memory is on disk as long as this holds
        self.verdict: dict[str, Any] | None = None  # on its draws, once somebody asked
        self._stopped = False
        self._last_write: asyncio.Future[None] | None = None
        self._on_disk = 0  # the number of the last Persist that is
        # what waits for that, as it is sent
        self._waiting: deque[tuple[Noticeable, bytes]] = deque()
        self._bot_tasks: dict[int, asyncio.Task[None]] = {}
        self._dice_timer: asyncio.TimerHandle | None = None
        registry.timeouts.schedule_timeout(self.id, self.core.clock.due)

    # ---- looking

    @property
    def row(self) -> TableRow:
        return self.core.row

    def info(
        self, yours: tuple[int, ...] = (), device: str = "", officials: tuple[str, ...] = ()
    ) -> TableInfo:
        return self.core.info(yours, device, clock.this_instant(), officials)

    def presence(self) -> Presence:
        return self.core.presence(clock.this_instant())

    def urgency(self) -> int | None:
        return self.core.urgency(clock.this_instant())

    def holds(self, tokens: Iterable[str]) -> Held | None:
        """The seats and the offices of these tokens; None if one of them fits none."""
        hashes = {digest(token) for token in tokens}
        officials = self.core.officials_of(hashes)
        seats = seats_of([seat.token for seat in self.core.seats], hashes)
        phones = self.core.teams.held_with(hashes) if isinstance(self.core, Table) else ()
        if len(seats) + len(officials) + len(phones) != len(hashes):
            return None
        if not phones or not isinstance(self.core, Table):
            return Held(seats, officials)
        playing = {seat for seat, _ in filter(self.core.teams.is_admitted, phones)}
        return Held(tuple(sorted({*seats, *playing})), officials, phones)

    def seats_for(self, held: Held) -> tuple[int, ...]:
        """The seats whose view they have: captains see what those see for whom they decide."""
        if not self.is_real():
            return held.seats
        return self.real.offices.seats_for(held.seats, held.officials)

    def is_real(self) -> bool:
        """Whether officials enter what real dice show."""
        return isinstance(self.core, RealTable)

    @property
    def real(self) -> RealTable:
        if not isinstance(self.core, RealTable):
            raise Refused("illegal", "this is no real table: there are no officials here")
        return self.core

    def is_persisted(self) -> bool:
        """Whether everything here is on disk; nobody who comes is shown anything else."""
        return self._last_write is None or self._last_write.done()

    async def flush(self) -> None:
        """Until everything here is on disk."""
        while self._last_write is not None and not self._last_write.done():
            await self.saved()

    async def saved(self) -> None:
        """Until what is here now is on disk, whatever comes meanwhile."""
        if self._last_write is not None:
            await asyncio.shield(self._last_write)

    def is_idle(self) -> bool:
        core = self.core
        return not core.subscribers and not core.is_waiting_for_answers() and self.is_persisted()

    def subscribers(self) -> list[Subscriber]:
        return [cast("Subscriber", one) for one in self.core.subscribers.connections()]

    # ---- inputs

    def handle(self, given: Input) -> None:
        """Carry out what follows from it; Refused or a PersistError if nothing does."""
        if self._is_outdated():
            raise PersistError("the table starts again from what is on disk")
        self.carry_out(self.core.handle(given, clock.this_instant()))

    def _is_outdated(self) -> bool:
        return self._stopped or self.epoch != self.registry.store.failures

    def touch(self) -> None:
        self.last_used = time.monotonic()

    def connect(
        self,
        subscriber: Subscriber,
        seats: tuple[int, ...],
        address: str = "",
        contributes: bool = False,
        officials: tuple[str, ...] = (),
        phones: tuple[PhoneKey, ...] = (),
    ) -> None:
        self.touch()
        if seats or officials:
            self.address = address
        self.handle(Connected(subscriber, seats, contributes, officials, phones))

    def disconnect(self, subscriber: Subscriber) -> None:
        self.touch()
        if not self._is_outdated():
            self.handle(ConnectionEnded(subscriber))

    async def receive(self, subscriber: Subscriber, request: Request) -> None:
        """Carry out a request. It is answered when it is on disk; while the disk is far behind,
        nothing more is taken.
        """
        self.touch()
        self.handle(Received(subscriber, request))
        if len(self._waiting) > MOST_WAITING:
            await self.saved()

    async def start(self, device: str, officials: tuple[str, ...] = ()) -> None:
        self.handle(Start(device, officials))
        await self.saved()

    def on_timeout(self) -> None:
        """Time may be up for a turn."""
        self.handle(TimedOut("turn"))

    def restart_turn(self) -> None:
        self.handle(RestartTurn())

    def stop(self) -> None:
        """Nothing happens here any more; the disk has the table."""
        self._stopped = True
        self._waiting.clear()
        self._set_dice_timer(None)
        for task in self._bot_tasks.values():
            task.cancel()
        self._bot_tasks.clear()

    # ---- effects

    def carry_out(self, effects: Sequence[Effect]) -> None:
        view: Position | None = None  # mostly the same for all: it is encoded once
        encoded: Any = None
        for effect in effects:
            match effect:
                case Send(message=message):
                    if isinstance(message, MomentNews):
                        moment = message.moment
                        if moment["view"] is not view:
                            view = moment["view"]
                            encoded = msgspec.Raw(encode(view))
                        moment["view"] = encoded
                    self._show(effect, encode(message))
                case Persist():
                    self._persist(effect)
                case Disconnect() | ListChanged():
                    self._show(effect, b"")
                case AskBot():
                    self._ask_bot(effect)
                case CancelBot():
                    if (task := self._bot_tasks.pop(effect.number, None)) is not None:
                        task.cancel()
                case SetTimeout(kind="turn"):
                    self.registry.timeouts.schedule_timeout(self.id, effect.at)
                case SetTimeout():
                    self._set_dice_timer(effect.at)

    def _persist(self, effect: Persist) -> None:
        """All of it is in one commit: nothing comes between."""
        store = self.registry.store
        for write in effect.writes:
            if isinstance(write, LogRow):
                self._last_write = store.write(ADD_TO_LOG, [log_row(self.id, write)], self.epoch)
                if write.kind == "act":
                    self.registry.count(write.by)
            else:
                if isinstance(write, TableRow) and write.rated and write.result is not None:
                    rated = Computed(rate_match(write, self.core.seats))
                    store.write(rated, [], self.epoch)  # before the row says that it is over
                for statement, rows in _statements(self.id, write):
                    self._last_write = store.write(statement, rows, self.epoch)
        assert self._last_write is not None
        self._last_write.add_done_callback(partial(self._on_persisted, effect.number))

    def _on_persisted(self, number: int, done: "asyncio.Future[None]") -> None:
        """If it cannot be on disk, the table starts again from what is."""
        if done.cancelled() or done.exception() is not None:
            self.registry.drop(self, WRITE_FAILED)
        if self._stopped:
            return
        self._on_disk = number
        while self._waiting and self._waiting[0][0].after <= number:
            self._perform(*self._waiting.popleft())
        if self.core.waits_for_disk():
            self.handle(Persisted(number))

    def _show(self, effect: Noticeable, text: bytes) -> None:
        """Nobody is shown anything before it is on disk."""
        if effect.after <= self._on_disk:
            self._perform(effect, text)
        else:
            self._waiting.append((effect, text))

    def _perform(self, effect: Noticeable, text: bytes) -> None:
        one: Any  # a Subscriber: `cast` would be a call for each
        match effect:
            case Send():
                for one in effect.to:
                    one.send(text)
            case Disconnect():
                for one in effect.to:
                    one.close(effect.code, effect.why)
            case ListChanged():
                self.registry.list_changed(self)

    def _ask_bot(self, effect: AskBot) -> None:
        task = asyncio.create_task(self._let_bot_choose(effect))
        self._bot_tasks[effect.number] = task
        task.add_done_callback(lambda _: self._bot_tasks.pop(effect.number, None))

    async def _let_bot_choose(self, asked: AskBot) -> None:
        try:
            text = await self.registry.ask_bot(self, asked.seat, asked.bot, asked.view)
            given: Input = BotAnswered(asked.number, text)
        except Abandoned:
            given = BotAbandoned(asked.number)
        except Exception as error:  # whatever a bot does wrong, the table goes on without it
            logger.warning("a bot of %s failed: %s", self.core.game.id, error)
            given = BotGaveUp(asked.number, str(error))
        if not self._is_outdated():
            self.handle(given)

    def _set_dice_timer(self, at: int | None) -> None:
        if self._dice_timer is not None:
            self._dice_timer.cancel()
            self._dice_timer = None
        if at is not None:
            delay = max(0, at - clock.ticks()) / 1000
            loop = asyncio.get_running_loop()
            self._dice_timer = loop.call_later(delay, self.handle, TimedOut("dice"))


def _read_secret(sealer: Sealer, row: TableRow) -> str | None:
    if row.secret or not row.sealed:
        return row.secret or None
    try:
        return sealer.unseal(row.sealed, row.id)
    except KeyLost as error:
        logger.error("a table of %s cannot draw any more: %s", row.game, error)
        return None


def _statements(
    table_id: str, write: TableRow | SeatRow | SeatRows
) -> list[tuple[Executable, list[Row]]]:
    match write:
        case SeatRows():
            seats = schema.seats
            rows = [seat_row(table_id, row) for row in write.rows]
            return [(seats.delete().where(seats.c.table == table_id), []), (insert(seats), rows)]
        case SeatRow():
            its = schema.seats.c
            update = schema.seats.update().where(its.table == table_id, its.seat == write.seat)
            return [(update.values(**seat_row(table_id, write)), [])]
        case TableRow():
            row = table_row(write)
            changed = {column: row[column] for column in KEPT}
            its_row = schema.tables.update().where(schema.tables.c.id == table_id)
            return [(its_row.values(changed), [])]


def seats_of(tokens: Sequence[str], hashes: Collection[str]) -> tuple[int, ...]:
    """The seats, whose tokens' hashes are given in order, that one of these hashes fits."""
    return tuple(seat for seat, token in enumerate(tokens) if token and token in hashes)
