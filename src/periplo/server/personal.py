"""What the server holds of one device: its matches, what they say of its player, all of it to take
along, and to delete. A device is known by the hash of its secret; there are no accounts.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, delete, get
from litestar.datastructures import State as AppState
from litestar.params import QueryParameter
from msgspec import Struct
from sqlalchemy import select

from periplo.core.errors import PeriploError
from periplo.games import game as find_game
from periplo.play.refusals import Refused
from periplo.server import schema, seating
from periplo.server.asking import Device, checked_device, registry_of, spend
from periplo.server.messages import RecordFile
from periplo.server.packs import draft_of
from periplo.server.rating import points
from periplo.server.registry import TableRegistry
from periplo.server.secrets import digest
from periplo.server.store import Row, Write
from periplo.server.stored import (
    read_result,
    readable_options,
    repaired_seat,
    repaired_table,
    stored_record,
)
from periplo.table.rows import (
    OVER,
    PLAYING,
    REAL,
    WAITING,
    ResultRow,
    SeatKind,
    SeatRow,
    TableRow,
    TeamRow,
)

MOST_MATCHES = 100  # in one answer
NOBODY = "–"  # at a seat of a game that is not known here
UNSAID = "…"  # what is left of a line of chat
DELETED = "whoever opened this table has deleted it"
CHANGED = "a name at this table has changed"

Outcome = Literal["won", "shared", "lost", "left"]


class MatchSeat(Struct):
    seat: int
    kind: SeatKind
    name: str
    mark: str
    bot: str  # who played it, or stood in at the end


class MatchInfo(Struct):
    """A match that is over, as one who sat there is told of it. Seats are from 1."""

    table: str
    game: str
    rules: int
    created: int
    ended: int
    seats: list[MatchSeat]
    yours: list[int]
    winners: list[int] | None  # None where nobody kept it
    scores: list[int | float] | None
    outcome: Outcome | None  # None for a game alone, a hot seat, or where nobody won
    undone: int  # actions that were taken back
    hinted: bool  # whether you were shown a good action
    real: bool


class Tally(Struct):
    played: int
    won: int
    shared: int
    lost: int
    left: int
    best: int | float | None  # the highest score


class GameStatistics(Struct):
    game: str
    all: Tally
    alone: Tally
    people: Tally  # matches with other people in them
    bots: dict[str, Tally]  # against bots only, by their names


class MyMatches(Struct):
    matches: list[MatchInfo]
    total: int
    statistics: list[GameStatistics]


class MatchFile(MatchInfo):
    options: dict[str, Any]
    record: RecordFile | None


class MyTable(Struct):
    """A table that is not over."""

    table: str
    game: str
    status: str
    created: int
    yours: list[int]
    host: bool


class MyPhone(Struct):
    """A team of a class table that the device is in."""

    table: str
    seat: int
    member: int


class MyLine(Struct):
    table: str
    time: int
    text: str


class MyDay(Struct):
    """A deal of the day that the device played."""

    game: str
    day: str
    table: str
    name: str
    points: int | None


class MyPack(Struct):
    """A file that was written here, such as a question pack."""

    id: str
    game: str
    title: str
    created: int
    changed: int
    published: str
    draft: dict[str, Any]


class MyData(Struct):
    """Everything that the server holds of a device."""

    device: str  # the hash by which it is known
    matches: list[MatchFile]
    tables: list[MyTable]
    chat: list[MyLine]
    daily: list[MyDay]
    rated_as: str | None  # None: it does not want to be rated
    ratings: dict[str, int]  # points by game
    packs: list[MyPack]
    phones: list[MyPhone]


class Forgotten(Struct):
    """What was deleted."""

    seats: int  # where a neutral word stands now, and nobody sits
    left: int  # of them, in matches that are played on by a bot
    tables: int  # that were opened by the device, and waited for players or were for a class
    chat: int  # lines
    daily: int  # deals of the day that it played
    ratings: int
    events: int  # real tables that only know the device no more: their journals stay
    packs: int  # what tables already play with stays with them
    phones: int  # teams of class tables that it was in


# ---- reading


async def tables_of(
    registry: TableRegistry, device: str
) -> list[tuple[TableRow, list[SeatRow], Row]]:
    """Every table where the device sits or which it opened, the newest first, as far as it can be
    read; and its row as it is.
    """
    tables, seats = schema.tables, schema.seats
    sits = select(seats.c.table).where(seats.c.device == device)
    which = (tables.c.host == device) | tables.c.id.in_(sits)
    newest = tables.c.status_changed_at.desc()
    rows = await registry.store.rows(select(tables).where(which).order_by(newest, tables.c.id))
    their_seats = await registry.store.rows(
        select(seats)
        .join(tables, tables.c.id == seats.c.table)
        .where(which)
        .order_by(seats.c.table, seats.c.seat)
    )
    found: dict[str, list[SeatRow]] = {row["id"]: [] for row in rows}
    for seat in their_seats:
        if seat["table"] in found:
            found[seat["table"]].append(repaired_seat(seat))
    return [(repaired_table(row), found[row["id"]], row) for row in rows]


def _is_match(row: TableRow, seats: Sequence[SeatRow], device: str) -> bool:
    return row.status == OVER and any(seat.device == device for seat in seats)


def _match_info(row: TableRow, seats: Sequence[SeatRow], raw: Row, device: str) -> MatchInfo:
    result = read_result(raw["result"])
    yours = [seat for seat in seats if seat.device == device]
    return MatchInfo(
        table=row.id,
        game=row.game,
        rules=row.rules,
        created=row.created,
        ended=row.status_changed_at,
        seats=[
            MatchSeat(
                seat.seat + 1,
                seat.kind,
                seat.name,
                seat.mark,
                seat.bot if seat.kind == "bot" or seat.left else "",
            )
            for seat in seats
        ],
        yours=[seat.seat + 1 for seat in yours],
        winners=None if result is None else [seat + 1 for seat in result.winners],
        scores=None if result is None else result.scores,
        outcome=_outcome(result, seats, yours),
        undone=0 if result is None else result.undone,
        hinted=any(seat.hinted for seat in yours),
        real=row.chance == REAL,
    )


def _outcome(
    result: ResultRow | None, seats: Sequence[SeatRow], yours: Sequence[SeatRow]
) -> Outcome | None:
    if result is None or not result.winners or len(seats) < 2 or len(yours) != 1:
        return None
    mine = yours[0]
    if mine.left:
        return "left"
    if not result.winners:  # people ended it
        return None
    if mine.seat not in result.winners:
        return "lost"
    return "won" if len(result.winners) == 1 else "shared"


def _statistics(matches: Iterable[MatchInfo]) -> list[GameStatistics]:
    found: dict[str, GameStatistics] = {}
    for match in matches:
        if match.real or len(match.yours) != 1:
            continue
        of_game = found.setdefault(match.game, _nothing_yet(match.game))
        others = [seat for seat in match.seats if seat.seat not in match.yours]
        tallies = [of_game.all]
        if not others:
            tallies.append(of_game.alone)
        elif any(seat.kind != "bot" for seat in others):
            tallies.append(of_game.people)
        else:
            tallies += [of_game.bots.setdefault(bot, _zero()) for bot in {o.bot for o in others}]
        for tally in tallies:
            _count(tally, match)
    return [found[game] for game in sorted(found)]


def _nothing_yet(game: str) -> GameStatistics:
    return GameStatistics(game, _zero(), _zero(), _zero(), {})


def _zero() -> Tally:
    return Tally(0, 0, 0, 0, 0, None)


def _count(tally: Tally, match: MatchInfo) -> None:
    tally.played += 1
    if match.outcome is not None:
        setattr(tally, match.outcome, getattr(tally, match.outcome) + 1)
    if match.scores is not None and match.outcome != "left":
        score = match.scores[match.yours[0] - 1]
        tally.best = score if tally.best is None else max(tally.best, score)


@get("/my/matches", summary="Matches of this device that are over, and what they add up to")
async def my_matches(
    request: Request[Any, Any, AppState],
    device: Device = None,
    first: Annotated[int, QueryParameter(name="from", ge=0, le=10**9)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_MATCHES)] = 50,
) -> MyMatches:
    mine = digest(checked_device(device))
    matches = [
        _match_info(row, seats, raw, mine)
        for row, seats, raw in await tables_of(registry_of(request), mine)
        if _is_match(row, seats, mine)
    ]
    return MyMatches(matches[first : first + count], len(matches), _statistics(matches))


# ---- taking it along


@get("/my/data", summary="Everything that the server holds of this device")
async def my_data(request: Request[Any, Any, AppState], device: Device = None) -> MyData:
    secret = checked_device(device)
    spend(request, secret)
    registry, mine = registry_of(request), digest(secret)
    its = schema.ratings
    rated = await registry.store.rows(select(its).where(its.c.device == mine))
    ratings = {row["game"]: points(row["mu"], row["sigma"]) for row in rated}
    name = await registry.rated_name(mine)
    packs = [
        MyPack(
            row["id"], row["game"], row["title"], row["created"], row["changed"], row["published"],
            draft_of(row),
        )
        for row in await registry.packs.of_device(mine, draft=True)
    ]  # fmt: skip
    phones = [
        MyPhone(table_id, seat + 1, phone.member)
        for table_id, seat, team in await _teams(registry, mine)
        for phone in team.phones
        if phone.device == mine
    ]
    data = MyData(mine, [], [], [], await _days(registry, mine), name, ratings, packs, phones)
    for row, seats, raw in await tables_of(registry, mine):
        yours = [seat.seat for seat in seats if seat.device == mine]
        if yours:
            data.chat += await _chat(registry, row.id, yours)
        if not _is_match(row, seats, mine):
            of_yours = [seat + 1 for seat in yours]
            data.tables.append(
                MyTable(row.id, row.game, row.status, row.created, of_yours, row.host == mine)
            )
            continue
        info = _match_info(row, seats, raw, mine)
        record = None if info.real else await _record(registry, row.id)
        options = readable_options(row.options)
        data.matches.append(
            MatchFile(**msgspec.structs.asdict(info), options=options, record=record)
        )
    return data


async def _teams(registry: TableRegistry, device: str) -> list[tuple[str, int, TeamRow]]:
    """The teams of class tables that a device is in: table, seat from 0, and its phones."""
    its = schema.seats
    rows = await registry.store.rows(
        select(its.c.table, its.c.seat, its.c.team).where(its.c.team.contains(device))
    )
    found = []
    for row in rows:
        with suppress(msgspec.DecodeError):  # what cannot be read is nobody's
            team = msgspec.json.decode(row["team"], type=TeamRow)
            found.append((row["table"], row["seat"], team))
    return found


async def _days(registry: TableRegistry, device: str) -> list[MyDay]:
    its = schema.daily_entries
    found = select(its).where(its.c.device == device).order_by(its.c.day, its.c.game)
    return [
        MyDay(row["game"], row["day"], row["table"], row["name"], row["points"])
        for row in await registry.store.rows(found)
    ]


async def _record(registry: TableRegistry, table_id: str) -> RecordFile | None:
    found = await registry.store.table(table_id)
    if found is None:
        return None
    record = await registry.slices.run(stored_record(*found, ()))
    return msgspec.convert(record.to_json(), RecordFile)


async def _chat(registry: TableRegistry, table_id: str, seats: Sequence[int]) -> list[MyLine]:
    log = schema.log.c
    said = select(log.time, log.text).where(
        log.table == table_id, log.kind == "chat", log.seat.in_(seats)
    )
    rows = await registry.store.rows(said.order_by(log.number))
    return [MyLine(table_id, row["time"], row["text"]) for row in rows if row["text"] != UNSAID]


# ---- deleting it


@delete(
    "/my/data", summary="Delete everything that the server holds of this device", status_code=200
)
async def delete_my_data(request: Request[Any, Any, AppState], device: Device = None) -> Forgotten:
    secret = checked_device(device)
    spend(request, secret)
    return await forget_device(registry_of(request), digest(secret))


async def forget_device(registry: TableRegistry, device: str) -> Forgotten:
    """Tables that it opened and that still wait are deleted; it leaves the seats that it has in
    others; where it sat a neutral word stands; nothing is known of it any more.
    """
    found = await tables_of(registry, device)
    waiting = [
        row.id
        for row, _, raw in found
        if (row.status == WAITING or raw["classroom"]) and row.host == device and row.chance != REAL
    ]
    if waiting:
        await registry.delete(waiting, DELETED)
    rated = await registry.store.rows(
        select(schema.ratings.c.game).where(schema.ratings.c.device == device)
    )
    days = await _days(registry, device)
    packs = await registry.packs.forget_device(device)
    teams = await _teams(registry, device)
    done = Forgotten(0, 0, len(waiting), 0, len(days), len(rated), 0, packs, len(teams))
    writes: list[Write] = []
    changed: list[str] = []
    for row, seats, _ in found:
        if row.id in waiting:
            continue
        changed.append(row.id)
        if row.chance == REAL:
            done.events += 1
            continue
        for seat in seats:
            if seat.device == device:
                done.seats += 1
                done.left += row.status == PLAYING and not seat.left
                if row.status != OVER:
                    await _leave(registry, row.id, seat.seat)
                done.chat += len(await _chat(registry, row.id, [seat.seat]))
                writes += _forget_seat(row, seat.seat)
    for table_id, seat_number, team in teams:
        changed.append(table_id)
        writes.append(_forget_phone(table_id, seat_number, team, device))
    tables, seat_columns = schema.tables, schema.seats
    writes += [
        (of_device.delete().where(of_device.c.device == device), [])
        for of_device in (schema.daily_entries, schema.ratings, schema.rated_players)
    ]
    writes += [
        (seat_columns.update().where(seat_columns.c.device == device).values(device=""), []),
        (tables.update().where(tables.c.host == device).values(host=""), []),
    ]
    await registry.rewrite(changed, CHANGED, writes)
    return done


async def _leave(registry: TableRegistry, table_id: str, seat: int) -> None:
    with suppress(Refused):  # a table that cannot be opened: its rows are changed all the same
        table = await registry.find(table_id)
        if table is not None:
            await seating.leave(table, seat, (seat,))


def _forget_phone(table_id: str, seat: int, team: TeamRow, device: str) -> Write:
    """The team plays on with its other phones."""
    phones = tuple(phone for phone in team.phones if phone.device != device)
    hand = team.hand
    if hand not in [phone.member for phone in phones]:
        hand = next((phone.member for phone in phones if phone.admitted), 0)
    its = schema.seats
    text = msgspec.json.encode(TeamRow(hand, phones)).decode()
    which = (its.c.table == table_id) & (its.c.seat == seat)
    return its.update().where(which).values(team=text), []


def _forget_seat(row: TableRow, seat: int) -> list[Write]:
    try:
        name = find_game(row.game).seat_names[seat]
    except (PeriploError, IndexError):
        name = NOBODY
    seats, log = schema.seats, schema.log
    its_seat = (seats.c.table == row.id) & (seats.c.seat == seat) & (seats.c.kind == "person")
    its_chat = (log.c.table == row.id) & (log.c.seat == seat) & (log.c.kind == "chat")
    return [
        (seats.update().where(its_seat).values(name=name, token="", device=""), []),
        (log.update().where(its_chat).values(text=UNSAID, note=name), []),
    ]


HANDLERS = [my_matches, my_data, delete_my_data]
