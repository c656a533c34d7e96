"""How tables come to be: asked for, for a deal of the day, as a rehearsal, as a rematch."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import insert

from periplo.core.contents import keep
from periplo.core.errors import BadOption, BadSetup
from periplo.core.game import Game
from periplo.core.options import references
from periplo.desk.setup import EventDetails, with_rosters
from periplo.games import game as find_game
from periplo.play.refusals import Refused
from periplo.play.stepwise import run_at_once
from periplo.server import clock, schema
from periplo.server.contents import renewed
from periplo.server.days import DayDeal, first_try
from periplo.server.events import details_of
from periplo.server.messages import Bot, Captain, Me, NewTable, Open, SeatSetup
from periplo.server.quotas import DAY, OpenedTables, is_over
from periplo.server.secrets import digest, new_id, new_token
from periplo.server.store import Write
from periplo.server.stored import open_stored, seat_row, table_row
from periplo.server.table import LiveTable, encode
from periplo.table.inputs import Appoint, RematchOpened
from periplo.table.rematch import rematch_rows
from periplo.table.rows import (
    MIXED,
    REAL,
    TEACHER_OFFICE,
    WAITING,
    ClassRow,
    EventRow,
    MixingRow,
    SeatRow,
    TableRow,
)
from periplo.table.seats import AWAY_AFTER, bot_seat, given_name, open_seat, settle_names
from periplo.table.stored import ORGANISER

if TYPE_CHECKING:
    from periplo.server.registry import TableRegistry


class TableOpener:
    """Opens the tables of one server."""

    def __init__(self, registry: "TableRegistry") -> None:
        self._registry = registry
        self._opened_from = OpenedTables()
        self._opening: Counter[str] = Counter()  # by devices and addresses, at this moment
        self._moving_on: dict[str, asyncio.Task[LiveTable]] = {}  # to a rematch

    def forget(self, table_id: str) -> None:
        """A table is over, or is no more: it does not count among those opened."""
        self._opened_from.discard(table_id)

    def forget_old(self) -> None:
        self._opened_from.forget_old()

    async def create(
        self, asked: NewTable, device: str, address: str = ""
    ) -> tuple[LiveTable, dict[str, str]]:
        """A new table on disk, and the tokens of the seats that the device takes."""
        game = find_game(asked.game)
        await self._registry.check_offered(game, asked.options)
        await self._registry.check_setup(game, len(asked.seats), asked.options)
        details = _read_event(game, asked)
        if 0 < asked.limit < self._registry.settings.least_limit:
            least = self._registry.settings.least_limit
            raise BadOption("limit", f"must be 0 for none, or {least} seconds or more")
        if all(isinstance(place, Bot) for place in asked.seats):
            raise BadSetup("seats: at least one must be for a person")
        if details is None and any(isinstance(place, Captain) for place in asked.seats):
            raise BadSetup("seats: only a real table has captains")
        if asked.rated:
            await self._check_rated(game, asked, device)
        if asked.classroom is not None:
            _check_class(game, asked)
            if asked.classroom.hardest is not None:
                chosen = game.classroom().no_harder
                option, file = await asyncio.to_thread(
                    chosen, asked.options, asked.classroom.hardest
                )
                asked.options = {**asked.options, option: keep(file)}
                await self._registry.check_setup(game, len(asked.seats), asked.options)
        return await self._open(game, asked, device, address, details)

    async def _check_rated(self, game: Game, asked: NewTable, device: str) -> None:
        """People only, each with a seat of their own, and nothing that one of them decides."""
        await self._registry.check_wants_rating(digest(device))
        if len(asked.seats) < 2 or asked.chance == REAL:
            raise BadSetup("rated: a rated table is for two or more, with our dice")
        if any(isinstance(place, Bot) for place in asked.seats):
            raise BadSetup("rated: only people play at a rated table")
        if sum(isinstance(place, Me) for place in asked.seats) > 1:
            raise BadSetup("rated: at a rated table everybody has one seat")
        if game.is_judged(game.read_setup(len(asked.seats), asked.options)):
            raise BadSetup("rated: where people judge, nobody is rated")

    async def open_daily(
        self, game: Game, deal: DayDeal, me: Me, device: str, address: str
    ) -> tuple[LiveTable, dict[str, str]]:
        """A table that plays the deal of a day, and has begun."""
        daily = game.daily()
        seats: list[SeatSetup] = [me] * daily.SEATS
        asked = NewTable(game=game.id, seats=seats, options=dict(daily.OPTIONS), chat=False)
        await self._registry.check_setup(game, len(seats), asked.options)
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
        quotas = self._registry.quotas
        since = clock.now() - int(1000 * DAY)
        count, among_them = await self._registry.store.count_open(digest(device), since)
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
            chat=_has_chat(asked),
            limit=asked.limit,
            throws=asked.throws,
            away_after=asked.away_after or AWAY_AFTER,
            judge=asked.judge or "host",
            rated=bool(asked.rated),
            hints=asked.hints is not False,
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
        if asked.classroom is not None:
            teacher = tokens[TEACHER_OFFICE] = new_token()
            code = await self._registry.codes.new(address)
            row.classroom = ClassRow(code, digest(teacher), asked.classroom.side)
        seats = [
            self._seat(game, seat, place, device, tokens) for seat, place in enumerate(asked.seats)
        ]
        settle_names(game, seats)
        more: list[Write] = []
        if deal is not None:
            row.daily, row.sealed = deal.day, self._registry.sealer.seal(deal.secret, row.id)
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
        options = msgspec.json.decode(row.options)
        if not references(game.options, options):
            return await self._insert(row, seats, more, self._registry.store.failures)
        async with self._registry.files.lock:  # so that nobody deletes them meanwhile
            epoch = self._registry.store.failures
            await self._registry.files.save(game, options, epoch)
            return await self._insert(row, seats, more, epoch)

    async def _insert(
        self, row: TableRow, seats: list[SeatRow], more: Sequence[Write], epoch: int
    ) -> LiveTable:
        its_row, its_seats = table_row(row), [seat_row(row.id, seat) for seat in seats]
        inserts: list[Write] = [
            (insert(schema.tables), [its_row]),
            (insert(schema.seats), its_seats),
            *more,
        ]
        await self._registry.store.save(inserts, epoch)
        table = LiveTable(self._registry, run_at_once(open_stored(its_row, its_seats, [])))
        self._registry.loaded[table.id] = table
        self._registry.counts["opened"] += 1
        self._registry.list_changed(table)
        return table

    def _seat(
        self, game: Game, seat: int, place: SeatSetup, device: str, tokens: dict[str, str]
    ) -> SeatRow:
        if isinstance(place, Bot):
            bot = self._registry.bot_named(place.bot, game.id)
            return bot_seat(seat, bot, place.name or "")
        if isinstance(place, Captain):
            return SeatRow(seat, "captain", given_name(place.name), place.mark or "")
        if not isinstance(place, Me):
            return open_seat(game, seat)
        token = tokens[str(seat + 1)] = new_token()
        return SeatRow(
            seat, "person", given_name(place.name), place.mark,
            token=digest(token), device=digest(device),
        )  # fmt: skip

    def seat_rows(self, game: Game, places: Sequence[SeatSetup]) -> list[SeatRow]:
        """Seats as a set-up asks for them; nobody can be put on one who is not there."""
        if any(isinstance(place, Me) for place in places):
            raise Refused("illegal", "to take a seat oneself, sit down there")
        seats = [self._seat(game, seat, place, "", {}) for seat, place in enumerate(places)]
        settle_names(game, seats)
        return seats

    async def rematch(self, table: LiveTable) -> LiveTable:
        """The next table: the same people, everybody one seat further on."""
        if table.id not in self._moving_on:
            task = self._moving_on[table.id] = asyncio.create_task(self._move_on(table))
            task.add_done_callback(lambda _: self._moving_on.pop(table.id))
        return await asyncio.shield(self._moving_on[table.id])

    async def _move_on(self, table: LiveTable) -> LiveTable:
        if table.row.rematch:
            found = await self._registry.find(table.row.rematch)
            if found is not None:
                return found
        when, game = clock.now(), table.core.game
        people = [place.seat for place in table.core.seats if place.kind == "person"]
        tokens = {seat: new_token() for seat in people}
        hashes = {seat: digest(token) for seat, token in tokens.items()}
        options = encode(renewed(game, table.core.options)).decode()
        row, seats = rematch_rows(table.core, new_id(), options, when, hashes)
        wanted = [await self._registry.rated_name(place.device) for place in table.core.seats]
        if row.rated and None in wanted:
            row.rated = False  # somebody does not want to be rated any more
        following = await self._add(game, row, seats)
        table.handle(RematchOpened(following.id, tokens))
        await table.saved()
        return following


def _has_chat(asked: NewTable) -> bool:
    """Left out: not where strangers come, nor in class, where people sit in one room."""
    if asked.chat is not None:
        return asked.chat
    return not asked.listed and asked.classroom is None


def _check_class(game: Game, asked: NewTable) -> None:
    """Teams come by the code; and there must be questions."""
    if game.classroom() is None:
        raise BadSetup(f"classroom: {game.id} asks no questions")
    if asked.chance == REAL or asked.rated or asked.listed:
        raise BadSetup("classroom: a class table has our dice, is not rated and not listed")
    if not all(isinstance(place, Open | Bot) for place in asked.seats):
        raise BadSetup("seats: at a class table they are open, or a bot's")
    assert asked.classroom is not None
    if asked.classroom.side and game.is_judged(game.read_setup(len(asked.seats), asked.options)):
        raise BadSetup("classroom: side: where answers are given aloud there is none to choose")


def _read_event(game: Game, asked: NewTable) -> EventDetails | None:
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


def _rehearsing(row: SeatRow, device: str) -> SeatSetup:
    """Who plays a seat at a rehearsal: whoever is not here is decided for by officials."""
    if row.kind == "bot":
        return Bot(row.bot, row.name)
    if row.kind == "person" and row.device == device:
        return Me(row.name, row.mark)
    return Captain(row.name, row.mark)
