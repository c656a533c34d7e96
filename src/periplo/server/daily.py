"""The HTTP end points of the deals of the days: play, enter, see who else did."""

from contextlib import suppress
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import State as AppState
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Struct
from sqlalchemy import func, select

from periplo.core.errors import UnknownGame
from periplo.core.game import Game
from periplo.games import game as find_game
from periplo.play.daily import day_of, end_of, streaks
from periplo.play.draws import Proof, verify_stepwise
from periplo.play.refusals import Refused
from periplo.server import schema
from periplo.server.asking import (
    Device,
    GameId,
    address_of_request,
    checked_device,
    device_hash,
    registry_of,
    seats_among,
    spend,
)
from periplo.server.days import DayDeal, today
from periplo.server.messages import Mark, Me, Name, Opened
from periplo.server.registry import TableRegistry
from periplo.server.secrets import END, digest
from periplo.server.store import Row, Write
from periplo.server.stored import Unreadable, open_stored, read_result
from periplo.table.rows import OVER
from periplo.table.seats import clean_name

MOST_ENTRIES = 100  # of a day, in one answer
MOST_DAYS = 60
DATE = "^[0-9]{4}-[0-9]{2}-[0-9]{2}" + END

Day = Annotated[str, PathParameter(pattern=DATE)]


class NewTry(Struct, forbid_unknown_fields=True):
    name: Name
    mark: Mark = ""


class NewEntry(Struct, forbid_unknown_fields=True):
    """The nickname under which the try is shown to everybody."""

    name: Name


class DailyEntry(Struct):
    place: int
    name: str
    points: int
    yours: bool
    table: str | None  # shown when the day is over: until then it would give the deal away


class DailyTry(Struct):
    """The device's one try that counts."""

    table: str
    name: str  # empty until it is entered
    points: int | None  # None until then


class PastDay(Struct):
    day: str
    par: int | None
    points: int | None  # of the device's entry


class DailyInfo(Struct):
    game: str
    day: str
    today: str
    ends: int  # when the day is over
    par: int | None  # None while it is looked for
    commitment: str
    secret: str | None  # once the day is over
    entries: list[DailyEntry]
    total: int  # of entries
    mine: DailyTry | None
    streak: int  # days in a row, up to today or yesterday
    longest: int
    days: list[PastDay]  # before today


class StartedTry(Opened):
    counts: bool


def _game(game_id: str) -> Game:
    game = find_game(game_id)
    if game.daily() is None:
        raise UnknownGame(f"{game_id} has no deal of the day")
    return game


async def _mine(registry: TableRegistry, game_id: str, day: str, device: str) -> Row | None:
    its = schema.daily_entries.c
    found = select(schema.daily_entries).where(
        its.game == game_id, its.day == day, its.device == device
    )
    return next(iter(await registry.store.rows(found)), None)


async def _info(registry: TableRegistry, game: Game, day: str, device: str) -> DailyInfo:
    row = await registry.days.find(game.id, day)
    is_over = day < today()
    its = schema.daily_entries.c
    entered = (its.game == game.id) & (its.day == day) & its.points.is_not(None)
    rows = await registry.store.rows(
        select(schema.daily_entries)
        .where(entered)
        .order_by(its.points.desc(), its.time)
        .limit(MOST_ENTRIES)
    )
    ((total,),) = [
        tuple(one.values())
        for one in await registry.store.rows(
            select(func.count()).select_from(schema.daily_entries).where(entered)
        )
    ]
    mine = await _mine(registry, game.id, day, device) if device else None
    my_days = await registry.store.rows(
        select(its.day).where(its.game == game.id, its.device == device, its.points.is_not(None))
    )
    streak, longest = streaks({one["day"] for one in my_days}, today())
    return DailyInfo(
        game=game.id,
        day=day,
        today=today(),
        ends=end_of(day),
        par=row["par"],
        commitment=row["commitment"],
        secret=registry.days.secret(row) if is_over else None,
        entries=_placed(rows, device, is_over),
        total=total,
        mine=None if mine is None else DailyTry(mine["table"], mine["name"], mine["points"]),
        streak=streak,
        longest=longest,
        days=await _past(registry, game.id, device),
    )


def _placed(rows: list[Row], device: str, is_over: bool) -> list[DailyEntry]:
    """Equal points have an equal place; the earlier entry stands first."""
    entries: list[DailyEntry] = []
    for number, row in enumerate(rows, 1):
        last = entries[-1] if entries else None
        place = last.place if last and last.points == row["points"] else number
        yours = bool(device) and row["device"] == device
        table = row["table"] if is_over else None
        entries.append(DailyEntry(place, row["name"], row["points"], yours, table))
    return entries


async def _past(registry: TableRegistry, game_id: str, device: str) -> list[PastDay]:
    days, its = schema.days, schema.daily_entries
    rows = await registry.store.rows(
        select(days.c.day, days.c.par, its.c.points)
        .outerjoin(
            its, (its.c.game == days.c.game) & (its.c.day == days.c.day) & (its.c.device == device)
        )
        .where(days.c.game == game_id, days.c.day < today())
        .order_by(days.c.day.desc())
        .limit(MOST_DAYS)
    )
    return [PastDay(row["day"], row["par"], row["points"]) for row in rows]


@get("/daily/{game:str}", summary="The deal of a day: par, entries, one's own try")
async def show_daily(
    request: Request[Any, Any, AppState],
    game: GameId,
    day: Annotated[
        str | None, QueryParameter(pattern=DATE, description="Today, in UTC, if left out.")
    ] = None,
    device: Device = None,
) -> DailyInfo:
    return await _info(registry_of(request), _game(game), day or today(), device_hash(device))


@post("/daily/{game:str}/{day:str}/table", summary="Play the deal of a day")
async def play_daily(
    request: Request[Any, Any, AppState],
    game: GameId,
    day: Day,
    data: JSONBody[NewTry],
    device: Device = None,
) -> StartedTry:
    secret = checked_device(device)
    spend(request, secret)
    registry, found = registry_of(request), _game(game)
    row = await registry.days.find(found.id, day)
    me = Me(clean_name(data.name), data.mark)
    async with registry.days.lock:  # or a device would have two first tries
        counts = day == today() and await _mine(registry, found.id, day, digest(secret)) is None
        deal = DayDeal(day, registry.days.secret(row), counts)
        address = address_of_request(request)
        table, tokens = await registry.opener.open_daily(found, deal, me, secret, address)
    return StartedTry(table.info(seats_among(tokens), digest(secret)), tokens, counts)


@post("/daily/{game:str}/{day:str}/entry", summary="Enter one's try", status_code=200)
async def enter_daily(
    request: Request[Any, Any, AppState],
    game: GameId,
    day: Day,
    data: JSONBody[NewEntry],
    device: Device = None,
) -> DailyInfo:
    secret = checked_device(device)
    spend(request, secret)
    registry, found, mine = registry_of(request), _game(game), digest(secret)
    name = clean_name(data.name)
    day_row = await registry.days.find(found.id, day)
    async with registry.days.lock:
        its_try = await _mine(registry, found.id, day, mine)
        if its_try is None:
            raise Refused("no-table", "this device has not played that day")
        if its_try["points"] is None:  # else it came before, and the answer was lost
            points = await _judge(registry, found, day_row, its_try["table"])
            its = schema.daily_entries
            update = its.update().where(
                its.c.game == found.id, its.c.day == day, its.c.device == mine
            )
            changed: Write = (update.values(name=name, points=points), [])
            await registry.store.save([changed], registry.store.failures)
    return await _info(registry, found, day, mine)


async def _judge(registry: TableRegistry, game: Game, day: Row, table_id: str) -> int:
    """The points of a try, after all of it was played again."""
    with suppress(Refused):  # what is wrong with it is said below
        await registry.find(table_id)  # so that all of it is on disk
    found = await registry.store.table(table_id)
    if found is None:
        raise Refused("no-table", "the table of this try is gone")
    row = found[0]
    if row["status"] != OVER:
        raise Refused("not-over", "the game is not over")
    if day_of(row["status_changed_at"]) != day["day"]:
        raise Refused("not-counted", "it ended after its day, which is the date in UTC")
    try:
        opened = await registry.slices.run(open_stored(*found))
    except Unreadable as error:
        raise Refused("unreadable-table", f"it cannot be played again: {error.why}") from None
    match = opened.match()
    if not match.state.over():
        raise Refused("not-counted", "it was given up")
    proof = Proof(match.record, day["commitment"], registry.days.secret(day))
    verdict = await registry.slices.run(verify_stepwise(proof))
    if not verdict["right"]:
        raise Refused("unreadable-table", f"it cannot be played again: {verdict['wrong']}")
    result = read_result(row["result"])
    if result is None or result.helped:
        raise Refused("not-counted", "a bot has played in it")
    return int(game.daily().points(match.state))


HANDLERS = [show_daily, play_daily, enter_daily]
