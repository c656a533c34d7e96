"""The HTTP end points of the ladder against bots, and of the ratings of people who want one."""

from collections.abc import Sequence
from typing import Any

from litestar import Request, delete, get, put
from litestar.datastructures import State as AppState
from litestar.params import JSONBody
from msgspec import Struct
from sqlalchemy import Connection, insert, select

from periplo.bots import LEVELS
from periplo.core.errors import PeriploError
from periplo.core.game import Game
from periplo.games import game as find_game
from periplo.games import game_ids
from periplo.server import clock, schema
from periplo.server.asking import Device, GameId, checked_device, device_hash, registry_of, spend
from periplo.server.messages import Name
from periplo.server.personal import tables_of
from periplo.server.rating import SURE, points
from periplo.server.registry import TableRegistry
from periplo.server.secrets import digest
from periplo.server.store import Computed, Row, Write
from periplo.server.stored import read_result, readable_options
from periplo.table.rows import REAL, SeatRow, TableRow
from periplo.table.seats import clean_name

MOST_RATED = 100  # in one answer


class Rung(Struct):
    bot: str
    wins: int


class Ladder(Struct):
    """One game's, the weakest bot first."""

    game: str
    rungs: list[Rung]
    next: str | None  # the bot to beat; None at the top


class RatedPlayer(Struct):
    place: int
    name: str
    points: int
    matches: int
    wins: int
    yours: bool


class RatingList(Struct):
    game: str
    players: list[RatedPlayer]


class MyRating(Struct):
    game: str
    points: int
    matches: int
    wins: int


class MyRatings(Struct):
    name: str | None  # None: this device does not want to be rated
    ratings: list[MyRating]


class WantsRating(Struct, forbid_unknown_fields=True):
    """The name under which everybody sees the rating."""

    name: Name


# ---- the ladder


def rung_of(row: TableRow, seats: Sequence[SeatRow], raw: Row, device: str) -> str | None:
    """The bot that this match beat; None if it does not count.

    One person, alone against bots of known strength, with the server's dice, without help: nothing
    taken back, no hint, no bot or clock in their place, no judge who is a player.
    """
    result = read_result(raw["result"])
    mine = [seat for seat in seats if seat.device == device and seat.kind == "person"]
    bots = [seat.bot for seat in seats if seat.kind == "bot"]
    if result is None or len(mine) != 1 or not bots or len(bots) != len(seats) - 1:
        return None
    if row.chance == REAL or row.daily or not set(bots) <= set(LEVELS):
        return None
    has_help = result.undone or result.helped or mine[0].left or mine[0].hinted
    if has_help or result.winners != [mine[0].seat] or _is_judged(row, len(seats)):
        return None
    return min(bots, key=LEVELS.index)


def _is_judged(row: TableRow, seats: int) -> bool:
    try:
        game = find_game(row.game)
        return game.is_judged(game.read_setup(seats, readable_options(row.options)))
    except PeriploError:
        return False


@get("/my/ladder", summary="Which bots this device has beaten")
async def my_ladder(request: Request[Any, Any, AppState], device: Device = None) -> list[Ladder]:
    mine = digest(checked_device(device))
    wins: dict[tuple[str, str], int] = {}
    for row, seats, raw in await tables_of(registry_of(request), mine):
        if (bot := rung_of(row, seats, raw, mine)) is not None:
            wins[row.game, bot] = wins.get((row.game, bot), 0) + 1
    games = [find_game(game_id) for game_id in game_ids()]
    return [_ladder(game, wins) for game in games if game.most_seats > 1]


def _ladder(game: Game, wins: dict[tuple[str, str], int]) -> Ladder:
    """Whoever has beaten a bot need not beat weaker ones."""
    rungs = [Rung(bot, wins.get((game.id, bot), 0)) for bot in LEVELS]
    climbed = max((i for i, rung in enumerate(rungs, 1) if rung.wins), default=0)
    return Ladder(game.id, rungs, LEVELS[climbed] if climbed < len(LEVELS) else None)


# ---- ratings


@get("/ratings/{game:str}", summary="People who want to be rated, the best first")
async def list_ratings(
    request: Request[Any, Any, AppState], game: GameId, device: Device = None
) -> RatingList:
    found, mine = find_game(game), device_hash(device)
    ratings, players = schema.ratings, schema.rated_players
    rows = await registry_of(request).store.rows(
        select(ratings, players.c.name)
        .join(players, players.c.device == ratings.c.device)
        .where(ratings.c.game == found.id)
        .order_by((ratings.c.mu - SURE * ratings.c.sigma).desc(), ratings.c.changed)
        .limit(MOST_RATED)
    )
    return RatingList(
        found.id,
        [
            RatedPlayer(
                place,
                row["name"],
                points(row["mu"], row["sigma"]),
                row["matches"],
                row["wins"],
                bool(mine) and row["device"] == mine,
            )
            for place, row in enumerate(rows, 1)
        ],
    )


async def ratings_of(registry: TableRegistry, device: str) -> MyRatings:
    ratings = schema.ratings
    its = select(ratings).where(ratings.c.device == device).order_by(ratings.c.game)
    rows = await registry.store.rows(its)
    return MyRatings(
        await registry.rated_name(device),
        [
            MyRating(row["game"], points(row["mu"], row["sigma"]), row["matches"], row["wins"])
            for row in rows
        ],
    )


@get("/my/ratings", summary="Whether this device wants to be rated, and its ratings")
async def my_ratings(request: Request[Any, Any, AppState], device: Device = None) -> MyRatings:
    return await ratings_of(registry_of(request), digest(checked_device(device)))


@put("/my/ratings", summary="Want to be rated, under a name that everybody sees")
async def want_ratings(
    request: Request[Any, Any, AppState], data: JSONBody[WantsRating], device: Device = None
) -> MyRatings:
    secret = checked_device(device)
    spend(request, secret)
    registry, mine, name = registry_of(request), digest(secret), clean_name(data.name)
    players, when = schema.rated_players, clock.now()

    def want(connection: Connection) -> None:
        renamed = players.update().where(players.c.device == mine).values(name=name)
        if connection.execute(renamed).rowcount == 0:
            row = {"device": mine, "name": name, "since": when}
            connection.execute(insert(players).values(row))

    await registry.store.save([(Computed(want), [])], registry.store.failures)
    return await ratings_of(registry, mine)


@delete("/my/ratings", summary="Be rated no more: ratings and name are deleted", status_code=200)
async def refuse_ratings(request: Request[Any, Any, AppState], device: Device = None) -> MyRatings:
    registry, mine = registry_of(request), digest(checked_device(device))
    writes: list[Write] = [
        (table.delete().where(table.c.device == mine), [])
        for table in (schema.ratings, schema.rated_players)
    ]
    await registry.store.save(writes, registry.store.failures)
    return await ratings_of(registry, mine)


HANDLERS = [my_ladder, list_ratings, my_ratings, want_ratings, refuse_ratings]
