"""All the tables of a server: which are loaded, which are on disk only, when to load which."""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from periplo.bots import Setting, bot, bot_names
from periplo.bots.hints import HINTED_BY, Hint
from periplo.core.contents import hash_of, is_reference
from periplo.core.errors import BadSetup, BotFailed, PeriploError
from periplo.core.game import Game, Position
from periplo.core.options import check_numbers, references
from periplo.games import game as find_game
from periplo.play.refusals import Code, Refused
from periplo.server import clock, schema
from periplo.server.bot_pool import Abandoned, BotPool, default_processes, find_hint_in
from periplo.server.clients import ProxyHeader
from periplo.server.contents import Files
from periplo.server.days import Days
from periplo.server.fair_queue import Requester
from periplo.server.housekeeping import Housekeeping, Timeouts
from periplo.server.join_codes import JoinCodes
from periplo.server.limits import Buckets, SocketGate
from periplo.server.opening import TableOpener
from periplo.server.orders import take_orders
from periplo.server.packs import PackMaking, Packs
from periplo.server.quotas import DAY, Quotas
from periplo.server.sealing import KeyLost, Sealer, default_key_file, read_keys, warn_of_lost_keys
from periplo.server.slices import Slices
from periplo.server.store import (
    CommitFuture,
    PersistError,
    Row,
    Store,
    Summary,
    Write,
    delete_writes,
)
from periplo.server.stored import (
    Unreadable,
    list_info,
    open_stored,
    read_rows,
    readable_options,
    table_row,
)
from periplo.server.table import LiveTable
from periplo.table.clock import Instant
from periplo.table.effects import COME_AGAIN
from periplo.table.info import NOBODY_HERE, DiceState, Presence, TableInfo
from periplo.table.inputs import HintFound, RematchDeleted
from periplo.table.mixing import DiceMixing
from periplo.table.rows import (
    OVER,
    PLAYING,
    REAL,
    WAITING,
    TableRow,
)
from periplo.table.seats import AWAY_FORGOTTEN

RETRY_OPENING = 60.0  # seconds after which a table that could not be opened is tried again
LISTED_MOST = 100
LISTED_FOR = 3600  # seconds that a table stays in the list with nobody connected to it

logger = logging.getLogger("periplo.registry")
HINTS, HINT_SECONDS = 10, 60.0  # that a device may ask for in so many seconds


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    database: str
    bots: Mapping[str, str] = field(default_factory=dict)  # programs of the operator's, by name
    files: frozenset[str] = frozenset()  # paths of files that new tables may use
    bot_processes: int = 0  # 0: as many as there are cores for
    least_limit: int = 5  # seconds a turn, if there is a limit
    messages_a_second: float = 30.0  # for one socket
    tables_a_minute: float = 300.0  # for one address; a fifth of it for one device
    sockets_an_address: int = 500  # of those who watch or look at the lobby
    trusted_proxies: tuple[str, ...] = ()
    proxy_header: ProxyHeader = "x-forwarded-for"
    quotas: Quotas = field(default_factory=Quotas)
    metrics_token: str = ""  # without one nobody sees /metrics
    key_file: str = ""  # for the secrets of draws; left out: where it usually is
    wait: float = 0.0  # seconds for another server that uses the database to end
    packs: PackMaking = "open"
    keep: int = 0  # seconds after which a table where nothing happens is deleted; 0 for never


class TableRegistry:
    """The tables of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.files = Files(settings.files)
        self.store = Store(settings.database, settings.wait)
        self.store.on_failure = self._drop_all
        self.files.open(self.store)
        self.sealer = Sealer(read_keys(self._key_file()))
        self.started = Instant(0, 0)
        self.loaded: dict[str, LiveTable] = {}
        self.counts: Counter[str] = Counter()
        self.gate = SocketGate(settings.sockets_an_address)
        self.quotas = settings.quotas
        self._hints = Buckets(HINTS / HINT_SECONDS, HINT_SECONDS)
        self._chat = Buckets(self.quotas.chat_a_device / DAY, DAY)
        self._deleting: set[str] = set()  # nobody loads them
        self.on_list_change: Callable[[], None] = lambda: None
        self.slices = Slices()
        # tables that could not be opened, and when
        self._troubles: dict[str, tuple[Unreadable, float]] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.timeouts = Timeouts()
        self._away_since: dict[str, list[int]] = {}  # of the seats of evicted tables, in ticks
        self.bot_pool = BotPool(settings.bot_processes or default_processes())
        self._orders: asyncio.Task[None] | None = None
        self._filling: asyncio.Task[None] | None = None
        self.days = Days(self.store, self.sealer)
        self.packs = Packs(self.store, self.files, self.quotas, settings.packs)
        self.codes = JoinCodes(self.store)
        self.opener = TableOpener(self)
        self.housekeeping = Housekeeping(self)
        self._rewriting: dict[str, CommitFuture] = {}  # tables that are read again after it

    def _key_file(self) -> Path:
        if self.settings.key_file:
            return Path(self.settings.key_file).expanduser()
        return default_key_file(self.settings.database)

    async def open(self) -> None:
        self.started = clock.this_instant()
        for table_id, last, limit in await self.store.timed():
            left = last + 1000 * limit - self.started.wall
            self.timeouts.check(table_id, self.started.at + min(left, 1000 * limit))
        await self._look_for_lost_keys()
        self.housekeeping.start()
        self._orders = asyncio.create_task(take_orders(self))
        self._filling = asyncio.create_task(self._fill_results())

    async def _fill_results(self) -> None:
        """Keep how matches ended that older versions ended; what cannot be read stays without."""
        for table_id in await self.store.without_result():
            found = await self.store.table(table_id)
            if found is None:
                continue
            try:
                await self._read_files(*found[:2])
                opened = await self.slices.run(open_stored(*found))
                result = table_row(opened.row)["result"]
                its = schema.tables
                update = its.update().where(its.c.id == table_id, its.c.result == "")
                await self.store.save([(update.values(result=result), [])], self.store.failures)
            except (Unreadable, DBAPIError, PersistError) as error:
                logger.warning("a match's result cannot be kept: %s", error)

    async def _look_for_lost_keys(self) -> None:
        lost = 0
        for table_id, sealed in await self.store.sealed():
            try:
                self.sealer.unseal(sealed, table_id)
            except KeyLost:
                lost += 1
        if lost:
            warn_of_lost_keys(lost, self._key_file())

    async def close(self) -> None:
        """Everybody is disconnected, to come back later, and what waits is written."""
        self.housekeeping.stop()
        for task in (self._orders, self._filling):
            if task is not None:
                task.cancel()
        for table in list(self.loaded.values()):
            self.drop(table, "the server restarts", COME_AGAIN)
        self.bot_pool.close()
        self.days.close()
        await self.store.close()

    # ---- tables

    async def listed(self) -> list[Summary]:
        """The tables of the lobby. Those nobody has been at for an hour are not shown."""
        busy = [table.id for table in self.loaded.values() if table.core.subscribers]
        return await self.store.listed(LISTED_MOST, clock.now() - 1000 * LISTED_FOR, busy)

    async def find(self, table_id: str) -> LiveTable | None:
        """A table, loaded if it is not, with nothing in it that is not on disk; None if there is
        none.
        """
        while True:
            table = await self._get(table_id)
            if table is None or table.is_persisted():
                return table
            with suppress(PersistError):  # then it starts again from what is on disk
                await table.flush()

    async def _get(self, table_id: str) -> LiveTable | None:
        if table_id in self._deleting:
            return None
        table = self.loaded.get(table_id)
        if table is not None:
            table.touch()
            return table
        if table_id not in self._loading:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            # not by whoever waits: they may go away before it is done
            task.add_done_callback(lambda done: self._loaded_table(table_id, done))
        return await asyncio.shield(self._loading[table_id])

    def _loaded_table(self, table_id: str, done: "asyncio.Task[LiveTable | None]") -> None:
        del self._loading[table_id]
        if not done.cancelled():
            done.exception()  # whoever waits gets it; nobody may

    async def _load(self, table_id: str) -> LiveTable | None:
        trouble, since = self._troubles.get(table_id, (None, 0.0))
        if trouble is not None and time.monotonic() - since < RETRY_OPENING:
            raise _refusal(trouble)
        if (rewriting := self._rewriting.get(table_id)) is not None:
            with suppress(PersistError):
                await asyncio.shield(rewriting)
        found = await self.store.table(table_id)
        if found is None:
            return None
        try:
            await self._read_files(*found[:2])
            opened = await self.slices.run(open_stored(*found))
        except Unreadable as error:
            logger.error("a table cannot be opened: %s", error)
            self._troubles[table_id] = error, time.monotonic()
            raise _refusal(error) from None
        self._troubles.pop(table_id, None)
        table = self.loaded[table_id] = LiveTable(self, opened)
        self.counts["loaded"] += 1
        return table

    async def _read_files(self, row: Row, seats: list[Row]) -> None:
        """What the table's options name, so that it can be opened."""
        _, _, game, _ = read_rows(row, seats)
        try:
            await self.files.adopt(game, row)
            _, _, _, options = read_rows(row, seats)
            await self.files.read_setup(game, len(seats), options)
        except PeriploError as error:
            raise Unreadable("damaged", f"options: {error}") from None

    async def list_infos(self, found: list[Summary], device: str) -> list[TableInfo]:
        """Tables in a list: nothing is loaded for it."""
        await self.files.fetch_all(readable_options(one.row["options"]) for one in found)
        present = {
            summary.row["id"]: table.presence()
            for summary in found
            if (table := self.loaded.get(summary.row["id"])) is not None
        }
        # a large file that options name takes its time
        return await asyncio.to_thread(self._list_infos, found, device, present)

    def _list_infos(
        self, found: list[Summary], device: str, present: dict[str, Presence]
    ) -> list[TableInfo]:
        infos = []
        for summary in found:
            table_id = summary.row["id"]
            known, _ = self._troubles.get(table_id, (None, 0.0))
            trouble = None if known is None else known.trouble
            here = present.get(table_id, NOBODY_HERE)
            infos.append(list_info(summary, device, here, self._dice, trouble))
        return infos

    def _dice(self, row: TableRow, mixing: DiceMixing) -> DiceState | None:
        if row.status == WAITING or row.chance == REAL:
            return None
        try:
            if not row.secret:
                self.sealer.unseal(row.sealed, row.id)
        except KeyLost:
            return "lost"
        return "ready" if mixing.is_over() else "gathering"

    async def rated_name(self, device: str) -> str | None:
        """The name under which a device wants to be rated; None if it does not."""
        its = schema.rated_players.c
        found = await self.store.rows(select(its.name).where(its.device == device))
        return found[0]["name"] if found else None

    async def check_wants_rating(self, device: str) -> None:
        """Refuse what is for rated people to a device that does not want to be rated."""
        if await self.rated_name(device) is None:
            raise Refused("not-rated", "this is for people who want to be rated; say so first")

    def bots(self, game: Game) -> list[str]:
        """The names of bots that may be asked for."""
        return [*bot_names(game), *self.settings.bots]

    def bot_named(self, name: str, game_id: str) -> str:
        """The name, if it is of a bot that may be asked for; a BadSetup otherwise."""
        game = find_game(game_id)
        offered = self.bots(game)
        if name not in offered:
            raise BadSetup(f"bot {name!r}: is not offered here; there are {', '.join(offered)}")
        bot(game, self.settings.bots.get(name, name), Setting())
        return name

    async def check_offered(self, game: Game, options: Mapping[str, Any]) -> None:
        """New tables may use only what the operator offers, or people have published here."""
        named = references(game.options, options)
        published = await self.packs.published(game, named) if named else set()
        self.files.check_offered(game, options, published)

    async def check_setup(self, game: Game, seats: int, options: dict[str, Any]) -> None:
        """As the rules say; and only files that are kept here, no absurd numbers."""
        await self.files.read_setup(game, seats, options)
        check_numbers(options)

    # ---- what tables ask for

    async def ask_bot(self, table: LiveTable, seat: int, bot: str, view: Position) -> str:
        behind = self.settings.bots.get(bot, bot)  # programs are known to players by name only
        try:
            asker = Requester(table.address, table.row.host, table.id)
            return await self.bot_pool.choose(
                asker, table.urgency, table.core.game.id, table.core.options, view, seat, behind
            )
        except Abandoned:
            raise
        except Exception as error:
            raise BotFailed(str(error).replace(behind, bot)) from error

    async def ask_hint(self, table: LiveTable, seat: int, device: str, view: Position) -> Hint:
        """For somebody at the table who waits for it. That they were helped is on disk first."""
        if not self._hints.take(device or table.id):
            raise Refused("too-fast", "too many hints; please wait a little")
        asker = Requester(table.address, device or table.row.host, table.id)
        core = table.core
        try:
            answer = await self.bot_pool.choose(
                asker, lambda: 0, core.game.id, core.options, view, seat, HINTED_BY, find_hint_in
            )
        except Exception as error:
            logger.warning("no hint of %s was found: %s", core.game.id, error)
            raise Refused("no-hints", "no hint was found") from None
        found: Hint = json.loads(answer)
        table.handle(HintFound(seat))
        await table.saved()
        return found

    def away_since(self, table_id: str) -> list[int] | None:
        """Since when nobody has been connected for each seat, in ticks, if that is known."""
        return self._away_since.get(table_id)

    def _keep_away_since(self, table: LiveTable) -> None:
        if table.core.status == PLAYING:
            at = clock.ticks()
            since = [at if seat.here else seat.away_since for seat in table.core.seats]
            self._away_since[table.id] = since

    def drop(self, table: LiveTable, why: str, code: int = 1011) -> None:
        """Forget a loaded table; whoever is connected comes again to what is on disk."""
        if self.loaded.get(table.id) is table:
            del self.loaded[table.id]
            self._keep_away_since(table)
        table.stop()
        for subscriber in table.subscribers():
            subscriber.close(code, why)

    def _drop_all(self) -> None:
        """A write was refused: what is in memory may be ahead of the disk."""
        for table in list(self.loaded.values()):
            self.drop(table, "this could not be saved; please try again")

    def may_chat(self, device: str, size: int) -> bool:
        """Whether the device's chat of today has room for so many bytes."""
        return not self.quotas.chat_a_device or self._chat.take(device, size)

    def list_changed(self, table: LiveTable) -> None:
        if table.core.status == OVER:
            self.opener.forget(table.id)
        if table.row.listed:
            self.on_list_change()

    def count(self, what: str) -> None:
        self.counts[what] += 1

    def evict_idle(self, unused_since: float) -> None:
        """Tables without anybody connected leave the memory; the disk has all of them."""
        idle = [
            table
            for table in self.loaded.values()
            if table.last_used < unused_since and table.is_idle()
        ]
        long_ago = clock.ticks() - 1000 * AWAY_FORGOTTEN  # whether it was then or earlier
        self._away_since = {
            key: since for key, since in self._away_since.items() if max(since) > long_ago
        }
        for table in idle:
            del self.loaded[table.id]
            self._keep_away_since(table)
            self.counts["evicted"] += 1

    def is_deserted(self, table_id: str) -> bool:
        """Whether nobody is there, and all of it is on disk."""
        table = self.loaded.get(table_id)
        if table is None:
            return table_id not in self._loading
        return not table.core.subscribers and table.is_persisted()

    async def delete(self, gone: Sequence[str], why: str, *more: Write) -> None:
        """Delete tables, with what else is to be written then; whoever is there is shown out."""
        self._deleting.update(gone)
        try:
            if loading := [self._loading[one] for one in gone if one in self._loading]:
                await asyncio.wait(loading)
            for table_id in gone:
                if table_id in self.loaded:
                    self.drop(self.loaded[table_id], why, 4404)
                self.opener.forget(table_id)
                self.timeouts.forget(table_id)
                self._away_since.pop(table_id, None)
                self._troubles.pop(table_id, None)
            for other in self.loaded.values():
                if other.row.rematch in gone:
                    other.handle(RematchDeleted())
            files = await self._files_of(gone)
            await self.store.save([*delete_writes(gone), *more], self.store.failures)
            for reference in files:
                await self.files.delete_unused(reference)
            await self.store.overwrite_deleted()
        finally:
            self._deleting.difference_update(gone)
        self.on_list_change()

    async def _files_of(self, table_ids: Sequence[str]) -> set[str]:
        """The files that these tables play with, by their hashes."""
        its = schema.tables.c
        rows = await self.store.rows(select(its.options).where(its.id.in_(table_ids)))
        named = [value for row in rows for value in readable_options(row["options"]).values()]
        return {hash_of(value) for value in named if is_reference(value)}

    async def rewrite(self, table_ids: Sequence[str], why: str, writes: Sequence[Write]) -> None:
        """Change rows of tables, whether they are loaded or not; whoever is there comes again."""
        if loading := [self._loading[one] for one in table_ids if one in self._loading]:
            await asyncio.wait(loading)
        for table_id in table_ids:
            if table_id in self.loaded:
                self.drop(self.loaded[table_id], why, COME_AGAIN)
        done = None
        for statement, rows in writes:
            done = self.store.write(statement, rows, self.store.failures)
        if done is None:
            return
        self._rewriting.update(dict.fromkeys(table_ids, done))
        try:
            await asyncio.shield(done)
        finally:
            for table_id in table_ids:
                if self._rewriting.get(table_id) is done:
                    del self._rewriting[table_id]


def _refusal(error: Unreadable) -> Refused:
    code: Code = "other-rules" if error.trouble == "other-rules" else "unreadable-table"
    return Refused(code, f"this table cannot be opened: {error.why}")
