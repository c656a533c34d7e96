"""All the tables: those that are awake, those that sleep on disk, and when to wake which."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import insert
from sqlalchemy.exc import DBAPIError

from periplo.bots import Setting, bot, bot_names
from periplo.core.errors import BadOption, BadSetup, BotFailed, PeriploError
from periplo.core.game import Game
from periplo.core.options import check_numbers
from periplo.games import game as find_game
from periplo.play.stepwise import run_at_once
from periplo.server import schema
from periplo.server.clients import ProxyHeader
from periplo.server.contents import Files, renewed
from periplo.server.fair_queue import Asker
from periplo.server.gathering import Gathering
from periplo.server.limits import Buckets, SocketGate
from periplo.server.messages import (
    Bot,
    Code,
    DiceState,
    Me,
    NewTable,
    Open,
    Place,
    TableInfo,
    clean_name,
)
from periplo.server.orders import take_orders
from periplo.server.quotas import DAY, OpenedTables, Quotas, is_over
from periplo.server.sealing import KeyLost, Sealer, default_key_file, read_key
from periplo.server.secrets import digest, new_id, new_token
from periplo.server.slices import Slices
from periplo.server.store import NotSaved, Row, Store, Summary, Write, delete_writes, told
from periplo.server.stored import (
    NOBODY,
    OVER,
    PLAYING,
    WAITING,
    Presence,
    Unreadable,
    list_info,
    open_stored,
    read_rows,
    readable_options,
)
from periplo.server.table import (
    AWAY_FOR_HOST,
    AWAY_FOR_OTHERS,
    STAND_IN,
    Instant,
    LiveTable,
    Refused,
    Seat,
    encode,
    now,
    this_instant,
    ticks,
)
from periplo.server.thinkers import Abandoned, Thinkers, default_processes

RETRY_OPENING = 60.0  # seconds after which a table that could not be opened is tried again
SLEEPS_AFTER = 60.0  # seconds without anybody connected
RING_AGAIN = 5000  # milliseconds after which a table is rung again if the disk failed
ROUNDS_EVERY = 5.0  # seconds between two looks for tables that may sleep
LISTED_MOST = 100
LISTED_FOR = 3600  # seconds that a table stays in the list with nobody connected to it
WAITS_LISTED = 24 * 3600  # seconds after which a table that waits for players is gone
WAITS_UNLISTED = 7 * 24 * 3600
EXPIRE_EVERY = 600.0  # seconds
MOST_EXPIRED = 500  # tables at once

logger = logging.getLogger("periplo.house")


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


class House:
    """The tables of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.files = Files(settings.files)
        self.store = Store(settings.database, settings.wait)
        self.store.on_failure = self._start_again
        self.files.open(self.store)
        self.sealer = Sealer(read_key(self._key_file()))
        self.opened = Instant(0, 0)
        self.awake: dict[str, LiveTable] = {}
        self.counts: Counter[str] = Counter()
        self.gate = SocketGate(settings.sockets_an_address)
        self.quotas = settings.quotas
        self._opened_from = OpenedTables()
        self._opening: Counter[str] = Counter()  # by devices and addresses, at this moment
        self._chat = Buckets(self.quotas.chat_a_device / DAY, DAY)
        self._deleting: set[str] = set()  # nobody wakes them
        self.on_list_change: Callable[[], None] = lambda: None
        self.slices = Slices()
        # tables that could not be opened, and when
        self._troubles: dict[str, tuple[Unreadable, float]] = {}
        self._waking: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._moving_on: dict[str, asyncio.Task[LiveTable]] = {}  # to a rematch
        # in ticks: when a table is to be rung, awake or not; when its time is up, if it said so
        self._alarms: dict[str, int] = {}
        self._due: dict[str, int] = {}
        self._away_since: dict[str, list[int]] = {}  # of the seats of tables that sleep, in ticks
        self.thinkers = Thinkers(settings.bot_processes or default_processes())
        self._rounds: asyncio.Task[None] | None = None
        self._orders: asyncio.Task[None] | None = None
        self._late: set[asyncio.Task[None]] = set()

    def _key_file(self) -> Path:
        if self.settings.key_file:
            return Path(self.settings.key_file).expanduser()
        return default_key_file(self.settings.database)

    async def open(self) -> None:
        self.opened = this_instant()
        for table_id, last, limit in await self.store.timed():
            left = last + 1000 * limit - self.opened.wall
            self._alarms[table_id] = self.opened.at + min(left, 1000 * limit)
        await self._look_for_lost_keys()
        self._rounds = asyncio.create_task(self._make_rounds())
        self._orders = asyncio.create_task(take_orders(self))

    async def _look_for_lost_keys(self) -> None:
        lost = 0
        for table_id, sealed in await self.store.sealed():
            try:
                self.sealer.unseal(sealed, table_id)
            except KeyLost:
                lost += 1
        if lost:
            logger.error(
                "the secrets of tables in play (%d) cannot be unsealed with the key in %s: "
                "they draw nothing until the old key is back there",
                lost,
                self._key_file(),
            )

    async def close(self) -> None:
        """Everybody is told to come back, and what waits is written."""
        for task in (self._rounds, self._orders):
            if task is not None:
                task.cancel()
        for table in list(self.awake.values()):
            self.drop(table, "the server restarts", 1012)
        self.thinkers.close()
        await self.store.close()

    # ---- tables

    async def listed(self) -> list[Summary]:
        """The tables of the lobby. Those nobody has been at for an hour are not shown."""
        busy = [table.id for table in self.awake.values() if table.audiences]
        return await self.store.listed(LISTED_MOST, now() - 1000 * LISTED_FOR, busy)

    async def find(self, table_id: str) -> LiveTable | None:
        """A table, woken if it sleeps, with nothing in it that is not on disk; None if there is
        none.
        """
        while True:
            table = await self._awake(table_id)
            if table is None or table.is_settled():
                return table
            with suppress(NotSaved):  # then it starts again from what is on disk
                await table.settle()

    async def _awake(self, table_id: str) -> LiveTable | None:
        if table_id in self._deleting:
            return None
        table = self.awake.get(table_id)
        if table is not None:
            table.touch()
            return table
        if table_id not in self._waking:
            task = self._waking[table_id] = asyncio.create_task(self._wake(table_id))
            # not by whoever waits: they may go away before it is done
            task.add_done_callback(lambda done: self._woken(table_id, done))
        return await asyncio.shield(self._waking[table_id])

    def _woken(self, table_id: str, done: "asyncio.Task[LiveTable | None]") -> None:
        del self._waking[table_id]
        if not done.cancelled():
            done.exception()  # whoever waits is told it; nobody may

    async def _wake(self, table_id: str) -> LiveTable | None:
        trouble, since = self._troubles.get(table_id, (None, 0.0))
        if trouble is not None and time.monotonic() - since < RETRY_OPENING:
            raise _refusal(trouble)
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
        table = self.awake[table_id] = LiveTable(self, opened)
        self.counts["woken"] += 1
        return table

    async def _read_files(self, row: Row, seats: list[Row]) -> None:
        """What the table's options name, so that it can be opened."""
        game, _ = read_rows(row, seats)
        try:
            await self.files.adopt(game, row)
            await self.files.read_setup(game, len(seats), read_rows(row, seats)[1])
        except PeriploError as error:
            raise Unreadable("damaged", f"options: {error}") from None

    async def list_infos(self, found: list[Summary], device: str) -> list[TableInfo]:
        """Tables in a list: nothing is woken for it."""
        await self.files.fetch_all(readable_options(summary.row) for summary in found)
        present = {
            summary.row["id"]: table.presence()
            for summary in found
            if (table := self.awake.get(summary.row["id"])) is not None
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
            here = present.get(table_id, NOBODY)
            infos.append(list_info(summary, device, here, self._dice, trouble))
        return infos

    def _dice(self, row: Row, gathering: Gathering) -> DiceState | None:
        if row["status"] == WAITING:
            return None
        try:
            if not row["secret"]:
                self.sealer.unseal(row["sealed"], row["id"])
        except KeyLost:
            return "lost"
        return "ready" if gathering.is_over() else "gathering"

    async def create(
        self, asked: NewTable, device: str, address: str = ""
    ) -> tuple[LiveTable, dict[str, str]]:
        """A new table on disk, and the tokens of the seats that the device takes."""
        game = find_game(asked.game)
        self.files.check_offered(game, asked.options)
        await self.check_setup(game, len(asked.seats), asked.options)
        if 0 < asked.limit < self.settings.least_limit:
            least = self.settings.least_limit
            raise BadOption("limit", f"must be 0 for none, or {least} seconds or more")
        if all(isinstance(place, Bot) for place in asked.seats):
            raise BadSetup("seats: at least one must be for a person")
        # those that are being opened at this moment count, too
        self._opening.update((device, address))
        try:
            await self._check_quotas(device, address, asked.listed)
            return await self._create(game, asked, device, address)
        finally:
            for key in (device, address):
                self._opening[key] -= 1
                if not self._opening[key]:
                    del self._opening[key]

    async def _check_quotas(self, device: str, address: str, listed: bool) -> None:
        quotas = self.quotas
        since = now() - int(1000 * DAY)
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

    async def _create(
        self, game: Game, asked: NewTable, device: str, address: str
    ) -> tuple[LiveTable, dict[str, str]]:
        when = now()
        row: Row = {
            "id": new_id(),
            "game": game.id,
            "rules": game.rules,
            "options": msgspec.json.encode(asked.options).decode(),
            "listed": asked.listed,
            "chat": (not asked.listed) if asked.chat is None else asked.chat,
            "limit": asked.limit,
            "throws": asked.throws,
            "host": digest(device),
            "status": WAITING,
            "secret": "",
            "sealed": "",
            "commitment": "",
            "mixing": "",
            "rematch": "",
            "created": when,
            "touched": when,
        }
        tokens: dict[str, str] = {}
        seats = []
        for seat, place in enumerate(asked.seats):
            seats.append(self._seat_row(game, row["id"], seat, place, device, tokens))
        table = await self._add(game, row, seats)
        table.address = address
        self._opened_from.add(address, table.id, asked.listed)
        return table, tokens

    async def _add(self, game: Game, row: Row, seats: list[Row]) -> LiveTable:
        epoch = self.store.failures
        await self.files.save(game, msgspec.json.decode(row["options"]), epoch)
        self.store.write(insert(schema.tables), [row], epoch)
        await self.store.write(insert(schema.seats), seats, epoch)
        table = LiveTable(self, run_at_once(open_stored(row, seats, [])))
        self.awake[table.id] = table
        self.counts["opened"] += 1
        self.list_changed(table)
        return table

    def _seat_row(
        self,
        game: Game,
        table_id: str,
        seat: int,
        place: Place,
        device: str,
        tokens: dict[str, str],
    ) -> Row:
        row: Row = {
            "table": table_id,
            "seat": seat,
            "kind": "open",
            "name": game.seat_names[seat],
            "mark": "",
            "bot": "",
            "token": "",
            "device": "",
            "ready": False,
            "left": False,
        }
        if isinstance(place, Me):
            token = tokens[str(seat + 1)] = new_token()
            name = game.seat_names[seat] if place.name == "?" else clean_name(place.name)
            row |= {"kind": "person", "name": name, "mark": place.mark}
            row |= {"token": digest(token), "device": digest(device)}
        elif isinstance(place, Bot):
            row |= {"kind": "bot", "bot": self.bot_named(game, place.bot)}
        return row

    def bots(self, game: Game) -> list[str]:
        """The names of bots that may be asked for."""
        return [*bot_names(game), *self.settings.bots]

    def bot_named(self, game: Game, name: str) -> str:
        """The name, if it is of a bot that may be asked for; a BadSetup otherwise."""
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
        self, table: LiveTable, seat: int, device: str, holds_token: bool, name: str, mark: str
    ) -> str:
        """Take a seat that is open, or one's own again; returns its new token."""
        place = self._seat(table, seat)
        if place.kind != "open" and place.device != digest(device) and not holds_token:
            raise Refused("taken", f"seat {seat + 1} is taken")
        if place.kind == "open":
            if table.status != WAITING:
                raise Refused("begun", "the game has begun")
            place.kind, place.name, place.mark = "person", clean_name(name), mark
            place.device = digest(device)
        token = new_token()
        place.token = digest(token)
        was_empty = not table.somebody_plays()
        place.left = False
        if was_empty:
            table.restart_clock()
        await self._seat_changed(table, place, "the seat has a new token")
        return token

    async def set_place(
        self, table: LiveTable, seat: int, asked: Place, device: str, held: Collection[int] = ()
    ) -> None:
        """The host decides who sits there; during play a bot may stand in for somebody who is not
        there, which after a while others who play may say, too.
        """
        hosts = table.row["host"] == digest(device)
        place = self._seat(table, seat)
        away = place.away() if table.status == PLAYING else None
        if not hosts and (away is None or not held):
            raise Refused("host-only", "only whoever opened the table may do this")
        if isinstance(asked, Me):
            raise Refused("illegal", "to take a seat oneself, sit down there")
        if table.status == WAITING:
            place.become(self._seat_row(table.game, table.id, seat, asked, device, {}))
        elif isinstance(asked, Bot) and (place.left or away is not None):
            wait = AWAY_FOR_HOST if hosts else AWAY_FOR_OTHERS
            if away is not None and away < wait:
                raise Refused(
                    "still-here",
                    f"seat {seat + 1} has been away for {away} seconds; a bot may play for it "
                    f"after {wait}",
                )
            place.bot = self.bot_named(table.game, asked.bot)
            place.left = True
        else:
            raise Refused(
                "still-here",
                "only a seat that its player has left, or been away from for a while, can be "
                "given to a bot",
            )
        await self._seat_changed(table, place, "the seat was given to somebody else")

    async def leave(self, table: LiveTable, seat: int) -> None:
        """Before the start the seat is open again; afterwards a bot keeps it warm."""
        place = self._seat(table, seat)
        if table.status == WAITING:
            place.become(self._seat_row(table.game, table.id, seat, Open(), "", {}))
            await self._seat_changed(table, place, "you have left the seat")
            return
        if table.status == PLAYING:
            place.left = True
            place.bot = place.bot or STAND_IN
        await self._seat_changed(table, place, "")

    async def _seat_changed(self, table: LiveTable, place: Seat, farewell: str) -> None:
        """Save and tell; whoever held the seat by its old token is shown out."""
        if table.status == WAITING:  # somebody has thought of it
            table.row["touched"] = now()
            table.save_row()
        await table.save_seats([place])
        if farewell:
            for line in table.lines(place.seat):
                line.close(4401, farewell)
        table.tell_table()
        table.go_on()
        self.list_changed(table)

    def _seat(self, table: LiveTable, seat: int) -> Seat:
        if not 0 <= seat < len(table.seats):
            raise Refused("not-yours", f"there is no seat {seat + 1}")
        return table.seats[seat]

    async def rematch(self, table: LiveTable) -> LiveTable:
        """The next table: the same people, everybody one seat further on."""
        if table.status != OVER:
            raise Refused("not-over", "the game is not over")
        if table.id not in self._moving_on:
            task = self._moving_on[table.id] = asyncio.create_task(self._move_on(table))
            task.add_done_callback(lambda _: self._moving_on.pop(table.id))
        return await asyncio.shield(self._moving_on[table.id])

    async def _move_on(self, table: LiveTable) -> LiveTable:
        if table.row["rematch"]:
            found = await self.find(table.row["rematch"])
            if found is not None:
                return found
        row = dict(table.row)
        when = now()
        row |= {"id": new_id(), "status": WAITING, "created": when, "touched": when}
        row |= {"secret": "", "sealed": "", "commitment": "", "mixing": "", "rematch": ""}
        row["options"] = encode(renewed(table.game, table.options))
        places = [table.seats[-1], *table.seats[:-1]]
        tokens = {place.seat: new_token() for place in places if place.kind == "person"}
        seats = []
        for seat, place in enumerate(places):
            moved = place.row(row["id"]) | {"seat": seat, "left": False, "ready": False}
            if place.kind == "person":
                moved |= {"token": digest(tokens[place.seat]), "bot": ""}
            else:
                moved["name"] = table.game.seat_names[seat]
            seats.append(moved)
        following = await self._add(table.game, row, seats)
        table.row["rematch"] = following.id
        await table.save_row()
        for audience in table.audiences.values():
            mine = {
                str((seat + 1) % len(places) + 1): tokens[seat]
                for seat in audience.seats
                if seat in tokens
            }
            message = encode({"t": "rematch", "table": following.id, "tokens": mine})
            for line in audience.lines:
                line.send(message)
        table.tell_table()
        return following

    # ---- what tables ask for

    async def think(self, table: LiveTable, seat: int, bot: str) -> str:
        view = table.game.view(table.match.state, seat)
        behind = self.settings.bots.get(bot, bot)  # programs are known to players by name only
        try:
            asker = Asker(table.address, table.row["host"], table.id)
            return await self.thinkers.choose(
                asker, table.urgency, table.game.id, table.options, view, seat, behind
            )
        except Abandoned:
            raise
        except Exception as error:
            raise BotFailed(str(error).replace(behind, bot)) from error

    def set_alarm(self, table: LiveTable) -> None:
        if table.due is None:
            self._alarms.pop(table.id, None)
            self._due.pop(table.id, None)
        else:
            self._alarms[table.id] = self._due[table.id] = table.due

    def due(self, table_id: str) -> int | None:
        """When a table's time is up, if it has said so since the server started."""
        return self._due.get(table_id)

    def away_since(self, table_id: str, seat: int) -> int:
        """Since when nobody has been connected for a seat, in ticks; if nothing else is known,
        since the server's start.
        """
        known = self._away_since.get(table_id)
        return self.opened.at if known is None else known[seat]

    def _keep_away_since(self, table: LiveTable) -> None:
        if table.status == PLAYING:
            since = [ticks() if seat.here else seat.away_since for seat in table.seats]
            self._away_since[table.id] = since

    def drop(self, table: LiveTable, why: str, code: int = 1011) -> None:
        """Forget a table that is awake; whoever is connected comes again to what is on disk."""
        if self.awake.get(table.id) is table:
            del self.awake[table.id]
            self._keep_away_since(table)
        table.stop()
        for line in table.lines():
            line.close(code, why)

    def _start_again(self) -> None:
        """A write was refused: what is in memory may be ahead of the disk."""
        for table in list(self.awake.values()):
            self.drop(table, "this could not be saved; please try again")

    def may_chat(self, device: str, size: int) -> bool:
        """Whether the device's chat of today has room for so many bytes."""
        return not self.quotas.chat_a_device or self._chat.take(device, size)

    def list_changed(self, table: LiveTable) -> None:
        if table.status == OVER:
            self._opened_from.discard(table.id)
        if table.row["listed"]:
            self.on_list_change()

    def count(self, what: str) -> None:
        self.counts[what] += 1

    # ---- alarms and sleep

    async def _make_rounds(self) -> None:
        """Wake whose time is up, twice a second; put to sleep who is idle."""
        slept, expired = time.monotonic(), 0.0
        while True:
            await asyncio.sleep(0.5)
            due = [table_id for table_id, when in self._alarms.items() if when <= ticks()]
            for table_id in due:
                del self._alarms[table_id]
                task = asyncio.create_task(self._ring(table_id))
                self._late.add(task)
                task.add_done_callback(self._late.discard)
            if time.monotonic() - slept > ROUNDS_EVERY:
                slept = time.monotonic()
                self.put_to_sleep(slept - SLEEPS_AFTER)
            if time.monotonic() - expired > EXPIRE_EVERY:
                expired = time.monotonic()
                task = asyncio.create_task(self._expire())
                self._late.add(task)
                task.add_done_callback(self._late.discard)

    async def _expire(self) -> None:
        try:
            await self.expire()
        except (DBAPIError, NotSaved) as error:
            logger.error("old tables cannot be deleted: %s", told(error))

    async def expire(self) -> None:
        """Delete tables that have waited for players for too long and that nobody is at."""
        self._opened_from.forget_old()
        when = now()
        old = await self.store.waiting_since(
            when - 1000 * WAITS_LISTED, when - 1000 * WAITS_UNLISTED, MOST_EXPIRED
        )
        gone = [table_id for table_id in old if self._has_expired(table_id)]
        if gone:
            await self.delete(gone, "nobody came")
            self.counts["expired"] += len(gone)

    async def delete(self, gone: Sequence[str], why: str, *more: Write) -> None:
        """Delete tables, with what else is to be written then; whoever is there is shown out."""
        self._deleting.update(gone)
        try:
            if waking := [self._waking[one] for one in gone if one in self._waking]:
                await asyncio.wait(waking)
            for table_id in gone:
                if table_id in self.awake:
                    self.drop(self.awake[table_id], why, 4404)
                self._opened_from.discard(table_id)
                self._alarms.pop(table_id, None)
                self._due.pop(table_id, None)
                self._troubles.pop(table_id, None)
            for other in self.awake.values():
                if other.row["rematch"] in gone:
                    other.row["rematch"] = ""
            await self.store.write_all([*delete_writes(gone), *more])
        finally:
            self._deleting.difference_update(gone)
        self.on_list_change()

    def _has_expired(self, table_id: str) -> bool:
        """Whether it still waits: what was read of the disk may be older than what is here."""
        table = self.awake.get(table_id)
        if table is None:
            return table_id not in self._waking
        waits = WAITS_LISTED if table.row["listed"] else WAITS_UNLISTED
        is_old = now() - table.row["touched"] > 1000 * waits
        is_deserted = not table.audiences and table.is_settled()
        return table.status == WAITING and is_old and is_deserted

    async def _ring(self, table_id: str) -> None:
        try:
            table = await self.find(table_id)
            if table is not None:
                table.time_is_up()
        except Refused:
            return
        except (DBAPIError, NotSaved) as error:
            logger.error("a turn cannot be ended: %s", told(error))
            self._alarms.setdefault(table_id, ticks() + RING_AGAIN)

    def put_to_sleep(self, untouched_since: float) -> None:
        """Tables without anybody connected leave the memory; the disk has all of them."""
        idle = [
            table
            for table in self.awake.values()
            if table.touched < untouched_since and table.is_idle()
        ]
        long_ago = ticks() - 1000 * AWAY_FOR_OTHERS  # whether it was then or earlier
        self._away_since = {
            key: since for key, since in self._away_since.items() if max(since) > long_ago
        }
        for table in idle:
            del self.awake[table.id]
            self._keep_away_since(table)
            self.counts["slept"] += 1


def _refusal(error: Unreadable) -> Refused:
    code: Code = "other-rules" if error.trouble == "other-rules" else "unreadable-table"
    return Refused(code, f"this table cannot be opened: {error.why}")
