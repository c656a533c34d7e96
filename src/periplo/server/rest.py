"""The HTTP end points; docs/protocol.md says how they work together."""

import json
import logging
from collections.abc import Callable, Hashable, Sequence
from hmac import compare_digest
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, delete, get, post, put
from litestar.datastructures import State as AppState
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, HeaderParameter, JSONBody, PathParameter, QueryParameter
from prometheus_client.exposition import choose_encoder

from periplo.bots.example import example
from periplo.core.errors import BrokenGame
from periplo.core.game import Game, Options
from periplo.core.state import State
from periplo.core.words import Words
from periplo.desk.record import desk_record, plain_record, without_hidden
from periplo.games import game as find_game
from periplo.games import game_ids
from periplo.play.consequences import Consequence, consequences
from periplo.play.draws import verify_stepwise
from periplo.play.facts import game_facts
from periplo.play.lessons import CourseInfo, LessonMoment, attend, find_lesson, list_lessons
from periplo.play.record import Record
from periplo.play.refusals import Code, Refused
from periplo.play.snapshots import Snapshot
from periplo.play.stepwise import Work
from periplo.server import (
    classes,
    clock,
    daily,
    kits,
    pack_pages,
    personal,
    ranking,
    real_tables,
    seating,
)
from periplo.server.asking import (
    CACHE,
    LANGUAGE,
    Device,
    Language,
    OptionsText,
    TableId,
    Tokens,
    address_of_request,
    checked_device,
    device_hash,
    find_table,
    held_by,
    is_from_here,
    options_in,
    registry_of,
    seats_among,
    spend,
    split_tokens,
)
from periplo.server.drawings import answer_drawing
from periplo.server.messages import (
    Addresses,
    Ahead,
    GameInfo,
    GameWords,
    Health,
    HintAnswer,
    NewPlayer,
    NewTable,
    NewToken,
    Opened,
    Problem,
    ProofFile,
    RecordFile,
    Seated,
    SeatSetup,
    Tries,
    Verdict,
)
from periplo.server.metrics import ServerMetrics
from periplo.server.reach import Listening
from periplo.server.registry import LISTED_MOST, TableRegistry
from periplo.server.secrets import END, digest
from periplo.server.store import Row
from periplo.server.stored import left_info, stored_record
from periplo.server.table import Held, LiveTable, seats_of
from periplo.table.answering import NOT_HERE
from periplo.table.info import TableInfo, Trouble
from periplo.table.looking_back import MOST_SNAPSHOTS, past_snapshots, state_at
from periplo.table.permissions import check, check_no_class_table
from periplo.table.rows import REAL

logger = logging.getLogger("periplo.server")

CANNOT_OPEN: dict[Code, Trouble] = {
    "unreadable-table": "damaged",
    "other-rules": "other-rules",
}
ASK_FOR_TOKEN = {"WWW-Authenticate": "Bearer"}

SeatNo = Annotated[int, PathParameter(ge=1, le=99)]
GameId = Annotated[str, PathParameter(pattern="^[a-z][a-z0-9_]{0,39}" + END)]
LessonId = Annotated[str, PathParameter(pattern="^[a-z][a-z-]{0,39}" + END)]
Seats = Annotated[int | None, QueryParameter(ge=1, le=99, description="The fewest if left out.")]
REFUSALS = {
    status: ResponseSpec(Problem, generate_examples=False, description=why)
    for status, why in {
        400: "It cannot be read, or is not possible.",
        401: "No device is named, or no token.",
        403: "It is not yours to do.",
        404: "There is no such thing.",
        409: "Not now.",
        413: "It is too long.",
        429: "Too many requests.",
        503: "It could not be saved.",
    }.items()
}


def _seats_left(seats: Sequence[Row], tokens: str | None) -> tuple[int, ...]:
    """The seats that the request may speak for at a table that cannot be opened, as indices of
    their rows. Whose the other tokens are is not known there: of officials, only the journal says.
    """
    hashes = {digest(token) for token in split_tokens(tokens)}
    return seats_of([seat["token"] for seat in seats], hashes)


async def _rows(
    request: Request[Any, Any, AppState], table_id: str
) -> tuple[Row, list[Row], list[Row]]:
    """A table as it is stored, whatever is wrong with it."""
    found = await registry_of(request).store.table(table_id)
    if found is None:
        raise Refused("no-table", "there is no such table")
    return found


# ---- games


@get("/games", summary="Every game there is")
async def list_games(request: Request[Any, Any, AppState]) -> list[GameInfo]:
    found = []
    for game_id in game_ids():
        try:
            found.append(_game_info(registry_of(request), find_game(game_id)))
        except BrokenGame as error:  # its bots; the other games are listed
            logger.error("%s", error)
    return found


def _game_info(registry: TableRegistry, game: Game) -> GameInfo:
    facts = game_facts(game, registry.bots(game), registry.files.choices)
    return msgspec.convert(facts, GameInfo)


@get("/games/{game:str}/words/{language:str}", summary="Everything a game says in a language")
async def game_words(
    game: FromPath[str], language: Annotated[str, PathParameter(pattern=LANGUAGE)]
) -> Response[GameWords]:
    words = msgspec.convert(Words(find_game(game).id, language).everything(), GameWords)
    return Response(words, headers=CACHE)


@get("/games/{game:str}/lessons", summary="What one can learn of a game by playing")
async def game_lessons(game: GameId) -> Response[CourseInfo]:
    return Response(list_lessons(find_game(game).id), headers=CACHE)


@post(
    "/games/{game:str}/lessons/{lesson:str}",
    summary="A lesson after what was tried; nothing is kept",
    status_code=200,
)
async def attend_lesson(game: GameId, lesson: LessonId, data: JSONBody[Tries]) -> LessonMoment:
    found = find_lesson(find_game(game).id, lesson)
    if found is None:
        raise NotFoundException("there is no such lesson")
    return attend(game, found, data.tries)


@get("/games/{game:str}/layout", summary="Where things are drawn")
async def game_layout(
    request: Request[Any, Any, AppState],
    game: FromPath[str],
    seats: Seats = None,
    options_text: OptionsText = "{}",
) -> Response[dict[str, Any]]:
    found, count, options = await _setup(request, game, seats, options_text)
    layout = found.layout(found.position(found.new(count, options)), options)
    return Response(layout, headers=CACHE)


@get(
    "/games/{game:str}/ground.svg",
    summary="The bare board",
    operation_id="ApiGamesGroundSvgGameGround",  # published; clients are generated from it
    media_type="image/svg+xml",
    is_packed=True,
)
async def game_background(
    request: Request[Any, Any, AppState],
    game: FromPath[str],
    seats: Seats = None,
    options_text: OptionsText = "{}",
    language: Language = "en",
) -> Response[bytes]:
    found, count, options = await _setup(request, game, seats, options_text)
    key = (game, count, json.dumps(options, sort_keys=True), language)
    return await _drawing(request, key, lambda: found.background(count, options, language))


@get(
    "/games/{game:str}/example.svg",
    summary="A board in mid-game",
    media_type="image/svg+xml",
    is_packed=True,
)
async def game_example(
    request: Request[Any, Any, AppState], game: FromPath[str], language: Language = "en"
) -> Response[bytes]:
    found = find_game(game)
    return await _drawing(request, (game, language), lambda: example(found, language))


async def _drawing(
    request: Request[Any, Any, AppState], key: Hashable, draw: Callable[[], str]
) -> Response[bytes]:
    return await answer_drawing(request, request.app.state.drawings, key, draw, CACHE)


async def _setup(
    request: Request[Any, Any, AppState], game_id: str, seats: int | None, text: str
) -> tuple[Game, int, Options]:
    game = find_game(game_id)
    options = options_in(text)
    count = game.fewest_seats if seats is None else seats
    await registry_of(request).check_setup(game, count, options)
    return game, count, options


# ---- tables


@get("/tables", summary="Listed tables that are not over")
async def list_tables(request: Request[Any, Any, AppState]) -> list[TableInfo]:
    registry = registry_of(request)
    return await registry.list_infos(await registry.listed(), "")


@get("/my/tables", summary="Tables of this device")
async def my_tables(request: Request[Any, Any, AppState], device: Device = None) -> list[TableInfo]:
    registry = registry_of(request)
    mine = digest(checked_device(device))
    return await registry.list_infos(await registry.store.of_device(mine, LISTED_MOST), mine)


async def _info(
    table: LiveTable,
    yours: tuple[int, ...] = (),
    device: str = "",
    officials: tuple[str, ...] = (),
) -> TableInfo:
    """How the table stands, with nothing in it that is not on disk."""
    await table.flush()
    return table.info(yours, device, officials)


@post("/tables", summary="Open a table")
async def open_table(
    request: Request[Any, Any, AppState], data: JSONBody[NewTable], device: Device = None
) -> Opened:
    secret = checked_device(device)
    spend(request, secret)
    table, tokens = await registry_of(request).opener.create(
        data, secret, address_of_request(request)
    )
    return Opened(table.info(seats_among(tokens), digest(secret)), tokens)


@get("/tables/{table_id:str}", summary="A table")
async def show_table(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    device: Device = None,
    tokens: Tokens = None,
) -> TableInfo:
    mine = device_hash(device)
    try:
        table = await find_table(request, table_id)
    except Refused as refused:
        if refused.code not in CANNOT_OPEN:
            raise
        summary = await registry_of(request).store.summary(table_id)
        if summary is None:
            raise Refused("no-table", "there is no such table") from None
        left = _seats_left(summary.seats, tokens)
        return left_info(summary, left, mine, CANNOT_OPEN[refused.code])
    held = held_by(table, tokens)
    return table.info(held.seats, mine, held.officials)


@post("/tables/{table_id:str}/seats/{seat:int}", summary="Sit down", status_code=200)
async def sit_down(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    seat: SeatNo,
    data: JSONBody[NewPlayer],
    device: Device = None,
    tokens: Tokens = None,
) -> Seated:
    secret = checked_device(device)
    spend(request, secret)
    table = await find_table(request, table_id)
    held = held_by(table, tokens).seats
    token = await seating.sit_down(
        registry_of(request), table, seat - 1, secret, held, data.name, data.mark
    )
    return Seated(await _info(table, (seat - 1,), digest(secret)), token)


@put("/tables/{table_id:str}/seats/{seat:int}", summary="Say who sits there")
async def assign_seat(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    seat: SeatNo,
    data: JSONBody[SeatSetup],
    device: Device = None,
    tokens: Tokens = None,
) -> TableInfo:
    secret = checked_device(device)
    table = await find_table(request, table_id)
    held = held_by(table, tokens)
    await seating.assign_seat(table, seat - 1, data, secret, held)
    return await _info(table, held.seats, digest(secret), held.officials)


@delete("/tables/{table_id:str}/seats/{seat:int}", summary="Leave a seat", status_code=200)
async def leave_seat(
    request: Request[Any, Any, AppState], table_id: TableId, seat: SeatNo, tokens: Tokens = None
) -> TableInfo:
    table = await find_table(request, table_id)
    await seating.leave(table, seat - 1, held_by(table, tokens).seats)
    return await _info(table)


@post(
    "/tables/{table_id:str}/seats/{seat:int}/link",
    summary="Give a seat that is away to whoever gets its new token",
    status_code=200,
)
async def hand_over(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    seat: SeatNo,
    device: Device = None,
    tokens: Tokens = None,
) -> NewToken:
    secret = checked_device(device)
    table = _drawn(await find_table(request, table_id))
    held = held_by(table, tokens)
    return NewToken(await seating.hand_over(table, seat - 1, secret, held))


@post("/tables/{table_id:str}/start", summary="Start the game", status_code=200)
async def start_table(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    device: Device = None,
    tokens: Tokens = None,
) -> TableInfo:
    table = await find_table(request, table_id)
    held = held_by(table, tokens)
    mine = device_hash(device if held.officials else checked_device(device))
    await table.start(mine, held.officials)
    return await _info(table, held.seats, mine, held.officials)


@post("/tables/{table_id:str}/judge", summary="Let a spectator judge", status_code=200)
async def ask_judge(
    request: Request[Any, Any, AppState], table_id: TableId, device: Device = None
) -> NewToken:
    secret = checked_device(device)
    table = _drawn(await find_table(request, table_id))
    return NewToken(await seating.ask_judge(table, secret))


@post("/tables/{table_id:str}/rematch", summary="Play again, seats moved on", status_code=200)
async def rematch(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    device: Device = None,
    tokens: Tokens = None,
) -> TableInfo:
    table = _drawn(await find_table(request, table_id))
    check("rematch", table.core.status, held_by(table, tokens).seats)
    check_no_class_table(table.row)
    following = await registry_of(request).opener.rematch(table)
    return await _info(following, (), device_hash(device))


# ---- what would follow


@get("/tables/{table_id:str}/ahead", summary="What would follow from each of a seat's choices")
async def look_ahead(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    asked: Annotated[int, QueryParameter(name="seat", ge=1, le=99)],
    tokens: Tokens = None,
) -> Ahead:
    table = await find_table(request, table_id)
    seats, seat = table.seats_for(held_by(table, tokens)), asked - 1
    check("look as seat", table.core.status, seats, seat)
    if not table.core.has_begun():
        return Ahead(0, asked, [])
    n, state = table.core.history.viewer(seats).n, table.core.match.state.copy()
    work = _consequences(table.core.game, state, seat)
    return Ahead(n, asked, await registry_of(request).slices.run(work))


@post(
    "/tables/{table_id:str}/hint",
    status_code=200,
    summary="A good action for a seat, with what speaks for it",
)
async def ask_hint(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    asked: Annotated[int, QueryParameter(name="seat", ge=1, le=99)],
    device: Device = None,
    tokens: Tokens = None,
) -> HintAnswer:
    table = await find_table(request, table_id)
    seats, seat = table.seats_for(held_by(table, tokens)), asked - 1
    check("ask hint", table.core.status, seats, seat)
    n, view = table.core.history.viewer(seats).n, table.core.view_for_hint(seat)
    found = await registry_of(request).ask_hint(table, seat, device or "", view)
    return HintAnswer(n, asked, **found)


def _consequences(game: Game, state: State, seat: int) -> Work[list[Consequence]]:
    found: list[Consequence] = []
    for one in consequences(game, state, seat):
        found.append(one)
        yield
    return found


# ---- what was played


@get(
    "/tables/{table_id:str}/moments",
    summary="Past moments, as the asking tokens may see them",
    operation_id="ApiTablesTableIdMomentsListMoments",  # published; clients are generated from it
)
async def list_snapshots(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    first: Annotated[int, QueryParameter(name="from", ge=0, le=10**9)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_SNAPSHOTS)] = 100,
    tokens: Tokens = None,
) -> list[Snapshot]:
    table = await find_table(request, table_id)
    seats = table.seats_for(held_by(table, tokens))
    if not table.core.has_begun():
        return []
    work = past_snapshots(table.core, table.core.history.past(), seats, first, count, clock.now())
    return await registry_of(request).slices.run(work)


@get("/tables/{table_id:str}/text", summary="The board as text", media_type=MediaType.TEXT)
async def text_board(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    at: Annotated[int | None, QueryParameter(ge=0, le=10**9)] = None,
    viewer: Annotated[int | None, QueryParameter(name="seat", ge=1, le=99)] = None,
    language: Language = "en",
    tokens: Tokens = None,
) -> str:
    table = await find_table(request, table_id)
    seats = table.seats_for(held_by(table, tokens))
    seat = seats[0] if seats else None
    if viewer is not None:
        seat = viewer - 1
        check("look as seat", table.core.status, seats, seat)
    state = table.core.match.state
    if at is not None:
        state = await registry_of(request).slices.run(
            state_at(table.core.history.past(), at, seats)
        )
    view = table.core.game.view(state, seat)
    names = [place.name for place in table.core.seats]
    return table.core.game.text_board(view, names, language, table.core.options)


@get("/tables/{table_id:str}/record", summary="The record, once the game is over")
async def show_record(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    device: Device = None,
    tokens: Tokens = None,
) -> RecordFile:
    try:
        table = await find_table(request, table_id)
        record = _record_of(table, held_by(table, tokens), device)
    except Refused as refused:
        if refused.code not in CANNOT_OPEN:
            raise
        row, seats, log = await _rows(request, table_id)
        if row["chance"] == REAL:  # what was played there only a replay of its journal says
            raise
        held = _seats_left(seats, tokens)
        record = await registry_of(request).slices.run(stored_record(row, seats, log, held))
    return msgspec.convert(record.to_json(), RecordFile)


def _record_of(table: LiveTable, held: Held, device: str | None) -> Record:
    """Of a real table officials have it at any time, and with what is theirs alone to see."""
    if not table.is_real():
        return _finished(table).core.match.record
    if table.real.offices.viewer("record", held.officials, device_hash(device)).full:
        return desk_record(without_hidden(table.real.desk))
    return plain_record(_finished(table).real.desk)


@get("/tables/{table_id:str}/proof", summary="The record with the secret of its draws")
async def show_proof(request: Request[Any, Any, AppState], table_id: TableId) -> ProofFile:
    table = _drawn(await find_table(request, table_id))
    return msgspec.convert(_finished(table).core.proof().to_json(), ProofFile)


@get("/tables/{table_id:str}/verify", summary="Every draw computed again")
async def check_proof(request: Request[Any, Any, AppState], table_id: TableId) -> Verdict:
    table = _finished(_drawn(await find_table(request, table_id)))
    if table.verdict is None:  # nothing changes any more
        table.verdict = await registry_of(request).slices.run(verify_stepwise(table.core.proof()))
    return msgspec.convert(table.verdict, Verdict)


def _drawn(table: LiveTable) -> LiveTable:
    """What is about draws, turns and rematches is not for real tables."""
    if table.is_real():
        raise Refused("illegal", NOT_HERE)
    return table


def _finished(table: LiveTable) -> LiveTable:
    check("read record", table.core.status)
    return table


# ---- where this server is


@get("/addresses", summary="How others reach this server, shown to its own machine")
async def list_addresses(request: Request[Any, Any, AppState]) -> Addresses:
    listening: Listening | None = request.app.state.listening
    # whoever comes from elsewhere knows how to, and need not learn of other networks
    if listening is None or not is_from_here(request):
        return Addresses([], False)
    return Addresses(listening.origins(), listening.is_local_only)


HANDLERS = [
    list_games, game_words, game_lessons, attend_lesson, game_layout, game_background, game_example,
    list_tables, my_tables, open_table, show_table, sit_down, assign_seat, leave_seat,
    hand_over, start_table, ask_judge, rematch, look_ahead, ask_hint,
    list_snapshots, text_board, show_record, show_proof, check_proof,
    list_addresses,
    *daily.HANDLERS,
    *pack_pages.HANDLERS,
    *ranking.HANDLERS,
    *personal.HANDLERS,
    *real_tables.HANDLERS,
    *classes.HANDLERS,
    *kits.HANDLERS,
]  # fmt: skip
for handler in HANDLERS:
    handler.responses = REFUSALS
api = Router(path="/api", route_handlers=HANDLERS)


# ---- health


@get("/health", summary="Whether actions reach the disk", tags=["operation"])
async def health(request: Request[Any, Any, AppState]) -> Response[Health]:
    ok = await registry_of(request).store.is_healthy()
    return Response(Health(ok), status_code=200 if ok else 503)


@get(
    "/metrics",
    summary="Counts for Prometheus, for whoever has the operator's token",
    media_type=MediaType.TEXT,
    tags=["operation"],
    responses={status: REFUSALS[status] for status in (401, 404)},
)
async def metrics(
    request: Request[Any, Any, AppState],
    authorization: Annotated[
        str | None, HeaderParameter(name="Authorization", description="Bearer TOKEN")
    ] = None,
) -> Response[bytes]:
    registry = registry_of(request)
    token = registry.settings.metrics_token
    if not token:  # a proxy on the same machine makes everybody local: nobody is let in unasked
        raise NotFoundException("there is no such page")
    kind, _, shown = (authorization or "").partition(" ")
    if kind.lower() != "bearer" or not compare_digest(shown.strip().encode(), token.encode()):
        raise NotAuthorizedException("the token is missing or wrong", headers=ASK_FOR_TOKEN)
    encode, content_type = choose_encoder(request.headers.get("accept", ""))
    return Response(encode(ServerMetrics(registry)), headers={"Content-Type": content_type})
