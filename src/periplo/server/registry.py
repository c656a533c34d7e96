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
from typing import Any, Literal

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.exc import DBAPIError

from periplo.bots import Setting, bot, bot_names
from periplo.bots.hints import HINTED_BY, Hint
from periplo.core.errors import BadOption, BadSetup, BotFailed, PeriploError
from periplo.core.game import Game, Position
from periplo.core.options import check_numbers
from periplo.desk.setup import EventDetails, with_rosters
from periplo.games import game as find_game
from periplo.play.refusals import Code, Refused
from periplo.play.stepwise import run_at_once
from periplo.server import clock, schema
from periplo.server.bot_pool import Abandoned, BotPool, default_processes, find_hint_in
from periplo.server.clients import ProxyHeader
from periplo.server.contents import Files, renewed
from periplo.server.days import DayDeal, Days, first_try
from periplo.server.events import details_of
from periplo.server.fair_queue import Requester
from periplo.server.limits import Buckets, SocketGate
from periplo.server.messages import Bot, Captain, Me, NewTable, SeatSetup
from periplo.server.orders import take_orders
from periplo.server.quotas import DAY, OpenedTables, Quotas, is_over
from periplo.server.sealing import KeyLost, Sealer, default_key_file, read_keys, warn_of_lost_keys
from periplo.server.secrets import digest, new_id, new_token
from periplo.server.slices import Slices
from periplo.server.store import (
    CommitFuture,
    PersistError,
    Row,
    Store,
    Summary,
    Write,
    delete_writes,
    error_text,
)
from periplo.server.stored import (
    Unreadable,
    list_info,
    open_stored,
    read_rows,
    readable_options,
    seat_row,
    table_row,
)
from periplo.server.table import LiveTable, encode
from periplo.table.clock import Instant
from periplo.table.effects import COME_AGAIN
from periplo.table.info import NOBODY_HERE, DiceState, Presence, TableInfo
from periplo.table.inputs import (
    Appoint,
    AskJudge,
    AssignSeat,
    HandOver,
    LeaveSeat,
    RematchDeleted,
    RematchOpened,
    SitDown,
)
from periplo.table.mixing import DiceMixing
from periplo.table.rematch import rematch_rows
from periplo.table.rows import (
    MIXED,
    OVER,
    PLAYING,
    REAL,
    WAITING,
    EventRow,
    MixingRow,
    SeatRow,
    TableRow,
)
from periplo.table.seats import AWAY_AFTER, AWAY_FORGOTTEN, bot_seat, clean_name, open_seat
from periplo.table.stored import ORGANISER

RETRY_OPENING = 60.0  # seconds after which a table that could not be opened is tried again
EVICTED_AFTER = 60.0  # seconds without anybody connected
TRY_AGAIN = 5000  # milliseconds after which a table is tried again if the disk failed
EVICT_EVERY = 5.0  # seconds between two looks for idle tables
LISTED_MOST = 100
LISTED_FOR = 3600  # seconds that a table stays in the list with nobody connected to it
WAITS_LISTED = 24 * 3600  # seconds after which a table that waits for players is gone
WAITS_UNLISTED = 7 * 24 * 3600
WAITS_EVENT = 366 * 24 * 3600  # a real table is prepared long before its day
REHEARSED_FOR = 24 * 3600  # seconds after which a rehearsal that nobody is at is thrown away
EXPIRE_EVERY = 600.0  # seconds
MOST_EXPIRED = 500  # tables at once

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
        self._opened_from = OpenedTables()
        self._opening: Counter[str] = Counter()  # by devices and addresses, at this moment
        self._hints = Buckets(HINTS / HINT_SECONDS, HINT_SECONDS)
        self._chat = Buckets(self.quotas.chat_a_device / DAY, DAY)
        self._deleting: set[str] = set()  # nobody loads them
        self.on_list_change: Callable[[], None] = lambda: None
        self.slices = Slices()
        # tables that could not be opened, and when
        self._troubles: dict[str, tuple[Unreadable, float]] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._moving_on: dict[str, asyncio.Task[LiveTable]] = {}  # to a rematch
        # in ticks: when a table, loaded or not, is to check whether time is up; when it is up, if
        # the table said so
        self._timeouts: dict[str, int] = {}
        self._due: dict[str, int] = {}
        self._away_since: dict[str, list[int]] = {}  # of the seats of evicted tables, in ticks
        self.bot_pool = BotPool(settings.bot_processes or default_processes())
        self._housekeeping: asyncio.Task[None] | None = None
        self._orders: asyncio.Task[None] | None = None
        self._filling: asyncio.Task[None] | None = None
        self._late: set[asyncio.Task[None]] = set()
        self.days = Days(self.store, self.sealer)
        self._rewriting: dict[str, CommitFuture] = {}  # tables that are read again after it

    def _key_file(self) -> Path:
        if self.settings.key_file:
            return Path(self.settings.key_file).expanduser()
        return default_key_file(self.settings.database)

    async def open(self) -> None:
        self.started = clock.this_instant()
        for table_id, last, limit in await self.store.timed():
            left = last + 1000 * limit - self.started.wall
            self._timeouts[table_id] = self.started.at + min(left, 1000 * limit)
        await self._look_for_lost_keys()
        self._housekeeping = asyncio.create_task(self._housekeeping_loop())
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
        for task in (self._housekeeping, self._orders, self._filling):
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

    async def create(
        self, asked: NewTable, device: str, address: str = ""
    ) -> tuple[LiveTable, dict[str, str]]:
        """A new table on disk, and the tokens of the seats that the device takes."""
        game = find_game(asked.game)
        self.files.check_offered(game, asked.options)
        await self.check_setup(game, len(asked.seats), asked.options)
        details = self._read_event(game, asked)
        if 0 < asked.limit < self.settings.least_limit:
            least = self.settings.least_limit
            raise BadOption("limit", f"must be 0 for none, or {least} seconds or more")
        if all(isinstance(place, Bot) for place in asked.seats):
            raise BadSetup("seats: at least one must be for a person")
        if details is None and any(isinstance(place, Captain) for place in asked.seats):
            raise BadSetup("seats: only a real table has captains")
        if asked.rated:
            await self._check_rated(game, asked, device)
        return await self._open(game, asked, device, address, details)

    async def rated_name(self, device: str) -> str | None:
        """The name under which a device wants to be rated; None if it does not."""
        its = schema.rated_players.c
        found = await self.store.rows(select(its.name).where(its.device == device))
        return found[0]["name"] if found else None

    async def _check_rated(self, game: Game, asked: NewTable, device: str) -> None:
        """People only, each with a seat of their own, and nothing that one of them decides."""
        await self._check_wants_rating(digest(device))
        if len(asked.seats) < 2 or asked.chance == REAL:
            raise BadSetup("rated: a rated table is for two or more, with our dice")
        if any(isinstance(place, Bot) for place in asked.seats):
            raise BadSetup("rated: only people play at a rated table")
        if sum(isinstance(place, Me) for place in asked.seats) > 1:
            raise BadSetup("rated: at a rated table everybody has one seat")
        if game.is_judged(game.read_setup(len(asked.seats), asked.options)):
            raise BadSetup("rated: where people judge, nobody is rated")

    async def _check_wants_rating(self, device: str) -> None:
        if await self.rated_name(device) is None:
            raise Refused("not-rated", "this is for people who want to be rated; say so first")

    async def open_daily(
        self, game: Game, deal: DayDeal, me: Me, device: str, address: str
    ) -> tuple[LiveTable, dict[str, str]]:
        """A table that plays the deal of a day, and has begun."""
        daily = game.daily()
        seats: list[SeatSetup] = [me] * daily.SEATS
        asked = NewTable(game=game.id, seats=seats, options=dict(daily.OPTIONS), chat=False)
        await self.check_setup(game, len(seats), asked.options)
        table, tokens = await self._open(game, asked, device, address, None, deal)
        await table.start(table.row.host)
        return table, tokens

    async def rehearse(
        self, table: LiveTable, device: str, address: str = ""
    ) -> tuple[LiveTable, dict[str, str], dict[str, str]]:
        """A real table's rehearsal with the same set-up and officials: the tokens of its seats, and
        of its officials.
        """
        real, game = table.real, table.core.game
        asked = NewTable(
            game=game.id,
            seats=[_rehearsing(seat.row(), digest(device)) for seat in real.seats],
            options=renewed(game, real.options),
            chat=real.row.chat,
            chance=REAL,
            rehearsal=True,
        )
        details, officials = real.desk.setup.details, list(real.desk.officials.values())
        opened, tokens = await self._open(game, asked, device, address, details)
        appointed = {}
        for one in officials:
            official, token = opened.real.offices.next_id(), new_token()
            appointed[official] = token
            opened.handle(
                Appoint(
                    digest(device), (ORGANISER,), official, digest(token), one.role, one.name,
                    one.seat,
                )
            )  # fmt: skip
        await opened.saved()
        return opened, tokens, appointed

    async def _open(
        self,
        game: Game,
        asked: NewTable,
        device: str,
        address: str,
        details: EventDetails | None,
        deal: DayDeal | None = None,
    ) -> tuple[LiveTable, dict[str, str]]:
        # those that are being opened at this moment count, too
        self._opening.update((device, address))
        try:
            await self._check_quotas(device, address, asked.listed)
            return await self._create(game, asked, device, address, details, deal)
        finally:
            for key in (device, address):
                self._opening[key] -= 1
                if not self._opening[key]:
                    del self._opening[key]

    async def _check_quotas(self, device: str, address: str, listed: bool) -> None:
        quotas = self.quotas
        since = clock.now() - int(1000 * DAY)
        count, among_them = await self.store.count_open(digest(device), since)
        count += self._opening[device]
        here, listed_here = self._opened_from.count(address)
        here += self._opening[address]
        if is_over(quotas.tables_a_device, count):
            raise Refused(
                "too-many-tables",
                f"this device has {quotas.tables_a_device} tables from the last 24 hours that are "
                "not over; finish one, or wait",
            )
        if is_over(quotas.tables_an_address, here):
            raise Refused(
                "too-many-tables",
                f"{quotas.tables_an_address} tables have been opened from this address within 24 "
                "hours and are not over; finish one, or wait",
            )
        if listed and (
            is_over(quotas.listed_a_device, among_them + self._opening[device])
            or is_over(quotas.listed_an_address, listed_here + self._opening[address])
        ):
            raise Refused(
                "too-many-listed",
                "too many tables of this device or address are listed; open it without listing it",
            )

    def _read_event(self, game: Game, asked: NewTable) -> EventDetails | None:
        """What a real table is for, with its options changed to fit; None of any other."""
        if asked.chance != REAL:
            if asked.event is not None:
                raise BadSetup("event: only a real table is for one")
            if asked.rehearsal:
                raise BadSetup("rehearsal: only a real table has one")
            return None
        if asked.limit:
            raise BadSetup("limit: there is none at a real table")
        details = details_of(asked.event, EventDetails())
        asked.options = with_rosters(game, asked.options, len(asked.seats), details.rosters)
        game.read_setup(len(asked.seats), asked.options)
        return details

    async def _create(
        self,
        game: Game,
        asked: NewTable,
        device: str,
        address: str,
        details: EventDetails | None,
        deal: DayDeal | None,
    ) -> tuple[LiveTable, dict[str, str]]:
        when = clock.now()
        organiser = new_token()
        row = TableRow(
            id=new_id(),
            game=game.id,
            rules=game.rules,
            options=encode(asked.options).decode(),
            listed=asked.listed,
            chat=(not asked.listed) if asked.chat is None else asked.chat,
            limit=asked.limit,
            throws=asked.throws,
            away_after=asked.away_after or AWAY_AFTER,
            judge=asked.judge or "host",
            rated=bool(asked.rated),
            host=digest(device),
            status=WAITING,
            created=when,
            status_changed_at=when,
            chance=asked.chance,
            event=None
            if details is None
            else EventRow(details, digest(organiser), bool(asked.rehearsal)),
        )
        tokens: dict[str, str] = {} if details is None else {ORGANISER: organiser}
        seats = [
            self._seat(game, seat, place, device, tokens) for seat, place in enumerate(asked.seats)
        ]
        more: list[Write] = []
        if deal is not None:
            row.daily, row.sealed = deal.day, self.sealer.seal(deal.secret, row.id)
            row.mixing = MixingRow(MIXED)  # nobody adds to what is the same for all
            if deal.counts:
                more.append(first_try(game.id, deal.day, digest(device), row.id, when))
        table = await self._add(game, row, seats, *more)
        table.address = address
        self._opened_from.add(address, table.id, asked.listed)
        return table, tokens

    async def _add(
        self, game: Game, row: TableRow, seats: list[SeatRow], *more: Write
    ) -> LiveTable:
        epoch = self.store.failures
        await self.files.save(game, msgspec.json.decode(row.options), epoch)
        its_row, its_seats = table_row(row), [seat_row(row.id, seat) for seat in seats]
        inserts: list[Write] = [
            (insert(schema.tables), [its_row]),
            (insert(schema.seats), its_seats),
            *more,
        ]
        await self.store.save(inserts, epoch)
        table = LiveTable(self, run_at_once(open_stored(its_row, its_seats, [])))
        self.loaded[table.id] = table
        self.counts["opened"] += 1
        self.list_changed(table)
        return table

    def _seat(
        self, game: Game, seat: int, place: SeatSetup, device: str, tokens: dict[str, str]
    ) -> SeatRow:
        if isinstance(place, Bot):
            return bot_seat(game, seat, self.bot_named(place.bot, game.id))
        if isinstance(place, Captain):
            name = game.seat_names[seat] if place.name == "?" else clean_name(place.name)
            return SeatRow(seat, "captain", name, place.mark or "")
        if not isinstance(place, Me):
            return open_seat(game, seat)
        token = tokens[str(seat + 1)] = new_token()
        name = game.seat_names[seat] if place.name == "?" else clean_name(place.name)
        return SeatRow(seat, "person", name, place.mark, token=digest(token), device=digest(device))

    def seat_rows(self, game: Game, places: Sequence[SeatSetup]) -> list[SeatRow]:
        """Seats as a set-up asks for them; nobody can be put on one who is not there."""
        if any(isinstance(place, Me) for place in places):
            raise Refused("illegal", "to take a seat oneself, sit down there")
        return [self._seat(game, seat, place, "", {}) for seat, place in enumerate(places)]

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

    async def check_setup(self, game: Game, seats: int, options: dict[str, Any]) -> None:
        """As the rules say; and only files that are kept here, no absurd numbers."""
        await self.files.read_setup(game, seats, options)
        check_numbers(options)

    # ---- seats

    async def sit_down(
        self,
        table: LiveTable,
        seat: int,
        device: str,
        held: tuple[int, ...],
        name: str,
        mark: str,
    ) -> str:
        """Take a seat that is open, or one's own again; returns its new token."""
        token = new_token()
        if table.row.rated and table.core.status == WAITING:
            await self._check_wants_rating(digest(device))
        table.handle(SitDown(seat, digest(device), digest(token), held, name, mark))
        await table.saved()
        return token

    async def assign_seat(
        self, table: LiveTable, seat: int, asked: SeatSetup, device: str, held: tuple[int, ...] = ()
    ) -> None:
        """Say who is to sit there."""
        kind: Literal["me", "open", "bot", "captain"] = "open"
        bot = name = mark = ""
        if isinstance(asked, Me):
            kind = "me"
        elif isinstance(asked, Bot):
            kind, bot = "bot", asked.bot
        elif isinstance(asked, Captain):
            kind, name, mark = "captain", asked.name, asked.mark or ""
        table.handle(AssignSeat(seat, digest(device), held, kind, bot, name, mark))
        await table.saved()

    async def ask_judge(self, table: LiveTable, device: str) -> str:
        """Let a spectator judge; returns their token."""
        token = new_token()
        table.handle(AskJudge(digest(device), digest(token)))
        await table.saved()
        return token

    async def hand_over(self, table: LiveTable, seat: int, device: str) -> str:
        """Give a seat that is away to whoever gets its new token."""
        token = new_token()
        table.handle(HandOver(seat, digest(device), digest(token)))
        await table.saved()
        return token

    async def leave(self, table: LiveTable, seat: int, held: tuple[int, ...]) -> None:
        table.handle(LeaveSeat(seat, held))
        await table.saved()

    async def rematch(self, table: LiveTable) -> LiveTable:
        """The next table: the same people, everybody one seat further on."""
        if table.id not in self._moving_on:
            task = self._moving_on[table.id] = asyncio.create_task(self._move_on(table))
            task.add_done_callback(lambda _: self._moving_on.pop(table.id))
        return await asyncio.shield(self._moving_on[table.id])

    async def _move_on(self, table: LiveTable) -> LiveTable:
        if table.row.rematch:
            found = await self.find(table.row.rematch)
            if found is not None:
                return found
        when, game = clock.now(), table.core.game
        people = [place.seat for place in table.core.seats if place.kind == "person"]
        tokens = {seat: new_token() for seat in people}
        hashes = {seat: digest(token) for seat, token in tokens.items()}
        options = encode(renewed(game, table.core.options)).decode()
        row, seats = rematch_rows(table.core, new_id(), options, when, hashes)
        wanted = [await self.rated_name(place.device) for place in table.core.seats]
        if row.rated and None in wanted:
            row.rated = False  # somebody does not want to be rated any more
        following = await self._add(game, row, seats)
        table.handle(RematchOpened(following.id, tokens))
        await table.saved()
        return following

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
        """For somebody at the table who waits for it."""
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
        return found

    def schedule_timeout(self, table_id: str, at: int | None) -> None:
        if at is None:
            self._timeouts.pop(table_id, None)
            self._due.pop(table_id, None)
        else:
            self._timeouts[table_id] = self._due[table_id] = at

    def due(self, table_id: str) -> int | None:
        """When a table's time is up, if it has said so since the server started."""
        return self._due.get(table_id)

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
            self._opened_from.discard(table.id)
        if table.row.listed:
            self.on_list_change()

    def count(self, what: str) -> None:
        self.counts[what] += 1

    # ---- time, and what is idle

    async def _housekeeping_loop(self) -> None:
        """Load tables whose time is up, twice a second; evict those that are idle."""
        evicted, expired = time.monotonic(), 0.0
        while True:
            await asyncio.sleep(0.5)
            due = [table_id for table_id, when in self._timeouts.items() if when <= clock.ticks()]
            for table_id in due:
                del self._timeouts[table_id]
                task = asyncio.create_task(self._on_timeout(table_id))
                self._late.add(task)
                task.add_done_callback(self._late.discard)
            if time.monotonic() - evicted > EVICT_EVERY:
                evicted = time.monotonic()
                self.evict_idle(evicted - EVICTED_AFTER)
            if time.monotonic() - expired > EXPIRE_EVERY:
                expired = time.monotonic()
                task = asyncio.create_task(self._expire())
                self._late.add(task)
                task.add_done_callback(self._late.discard)

    async def _expire(self) -> None:
        try:
            await self.expire()
        except (DBAPIError, PersistError) as error:
            logger.error("old tables cannot be deleted: %s", error_text(error))

    async def expire(self) -> None:
        """Delete tables that have waited for players for too long and that nobody is at."""
        self._opened_from.forget_old()
        when = clock.now()
        old = await self.store.waiting_since(
            when - 1000 * WAITS_LISTED,
            when - 1000 * WAITS_UNLISTED,
            when - 1000 * WAITS_EVENT,
            MOST_EXPIRED,
        )
        gone = [table_id for table_id in old if self._has_expired(table_id)]
        rehearsed = await self.store.rehearsals(when - 1000 * REHEARSED_FOR, MOST_EXPIRED)
        gone += [table_id for table_id in rehearsed if self._is_deserted(table_id)]
        if gone:
            await self.delete(gone, "nobody came")
            self.counts["expired"] += len(gone)

    async def delete(self, gone: Sequence[str], why: str, *more: Write) -> None:
        """Delete tables, with what else is to be written then; whoever is there is shown out."""
        self._deleting.update(gone)
        try:
            if loading := [self._loading[one] for one in gone if one in self._loading]:
                await asyncio.wait(loading)
            for table_id in gone:
                if table_id in self.loaded:
                    self.drop(self.loaded[table_id], why, 4404)
                self._opened_from.discard(table_id)
                self._timeouts.pop(table_id, None)
                self._due.pop(table_id, None)
                self._troubles.pop(table_id, None)
            for other in self.loaded.values():
                if other.row.rematch in gone:
                    other.handle(RematchDeleted())
            await self.store.save([*delete_writes(gone), *more], self.store.failures)
        finally:
            self._deleting.difference_update(gone)
        self.on_list_change()

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

    def _has_expired(self, table_id: str) -> bool:
        """Whether it still waits: what was read of the disk may be older than what is here."""
        table = self.loaded.get(table_id)
        if table is None:
            return table_id not in self._loading
        waits = WAITS_LISTED if table.row.listed else WAITS_UNLISTED
        if table.is_real():
            waits = WAITS_EVENT
        is_old = clock.now() - table.row.status_changed_at > 1000 * waits
        return table.core.status == WAITING and is_old and self._is_deserted(table_id)

    def _is_deserted(self, table_id: str) -> bool:
        table = self.loaded.get(table_id)
        if table is None:
            return table_id not in self._loading
        return not table.core.subscribers and table.is_persisted()

    async def _on_timeout(self, table_id: str) -> None:
        try:
            table = await self.find(table_id)
            if table is not None:
                table.on_timeout()
        except Refused:
            return
        except (DBAPIError, PersistError) as error:
            logger.error("a turn cannot be ended: %s", error_text(error))
            self._timeouts.setdefault(table_id, clock.ticks() + TRY_AGAIN)

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


def _rehearsing(row: SeatRow, device: str) -> SeatSetup:
    """Who plays a seat at a rehearsal: whoever is not here is decided for by officials."""
    if row.kind == "bot":
        return Bot(row.bot)
    if row.kind == "person" and row.device == device:
        return Me(row.name, row.mark)
    return Captain(row.name, row.mark)


def _refusal(error: Unreadable) -> Refused:
    code: Code = "other-rules" if error.trouble == "other-rules" else "unreadable-table"
    return Refused(code, f"this table cannot be opened: {error.why}")
