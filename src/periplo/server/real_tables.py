"""The HTTP end points of real tables: set-up, officials, journal, people, minutes."""

import asyncio
import json
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import State as AppState
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from msgspec import UNSET

from periplo.core.choices import SanctionChoice
from periplo.core.contents import Content
from periplo.core.state import TABLE
from periplo.core.words import ENGLISH
from periplo.desk.desk import Correctable
from periplo.desk.lines import KINDS
from periplo.desk.people import SeatPeople
from periplo.desk.permissions import PUBLIC, Look, Viewer, check_decides, check_when, may_now
from periplo.desk.record import desk_record, without_hidden
from periplo.desk.roles import APPOINTED, OF_ONE_SEAT, OfficeInfo
from periplo.desk.rosters import BadRosters, in_seat_order, read_roster_file
from periplo.desk.standings import ranks
from periplo.games import game as find_game
from periplo.play.refusals import Refused
from periplo.play.snapshots import build_snapshot
from periplo.printing.formats import FORMATS, MEDIA_TYPES, render
from periplo.printing.minutes import make_minutes
from periplo.printing.wording import Wording
from periplo.server.asking import (
    CACHE,
    LANGUAGE,
    Device,
    Language,
    TableId,
    Tokens,
    address_of_request,
    checked_device,
    device_hash,
    find_table,
    held_by,
    registry_of,
    seats_among,
    spend,
)
from periplo.server.classes import check_teacher
from periplo.server.clock import this_instant
from periplo.server.drawings import Drawings, answer_drawing
from periplo.server.events import details_of
from periplo.server.messages import (
    LONGEST_OF_OFFICIALS,
    Appointed,
    AppointedRole,
    ArrangedPosition,
    Arrangement,
    Behalf,
    ChangedEvent,
    DeskWords,
    Journal,
    Lots,
    NewOfficial,
    Places,
    PreviewRequest,
    Rehearsal,
    RehearsalOfficial,
    RostersRead,
)
from periplo.server.reach import Listening, names_loopback
from periplo.server.secrets import digest, new_token
from periplo.server.table import Held, LiveTable
from periplo.table.info import TableInfo
from periplo.table.inputs import Appoint, ChangeSetup, DrawLots, Withdraw
from periplo.table.preview import Preview

LONGEST_ROSTERS = 200 * 1024  # bytes of a file
MOST_FAULTS = 100  # that are sent of one
ARCHIVE = b"PK\x03\x04"  # how a spreadsheet begins, whatever a browser says that it is
OfficialId = Annotated[str, PathParameter(max_length=16)]
AskedSeat = Annotated[int, QueryParameter(name="seat", ge=1, le=99)]


async def _persisted_info(table: LiveTable, held: Held, device: str | None) -> TableInfo:
    await table.saved()
    await table.flush()
    return table.info(held.seats, device_hash(device))


@put("/tables/{table_id:str}/event", summary="Change what a real table is for, before its start")
async def change_event(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    data: JSONBody[ChangedEvent],
    device: Device = None,
    tokens: Tokens = None,
) -> TableInfo:
    table = await find_table(request, table_id)
    held = held_by(table, tokens)
    real, registry = table.real, registry_of(request)
    real.offices.check_organiser("set up", device_hash(device), held.officials)
    options = None if data.options is UNSET else data.options
    if options is not None:
        await registry.check_offered(real.game, options)
    seats = None if data.seats is UNSET else registry.opener.seat_rows(real.game, data.seats)
    if options is not None:
        count = len(real.seats if seats is None else seats)
        await registry.check_setup(real.game, count, options)
    details = details_of(data, real.desk.setup.details)
    table.handle(ChangeSetup(device_hash(device), held.officials, details, options, seats))
    return await _persisted_info(table, held, device)


@post("/tables/{table_id:str}/rehearse", summary="Open a rehearsal of a real table")
async def rehearse(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    device: Device = None,
    tokens: Tokens = None,
) -> Rehearsal:
    table = await find_table(request, table_id)
    secret = checked_device(device)
    officials = held_by(table, tokens).officials
    table.real.offices.check_organiser("rehearse", digest(secret), officials)
    check_when("rehearse", table.real.desk)
    spend(request, secret)
    opened, own, appointed = await registry_of(request).opener.rehearse(
        table, secret, address_of_request(request)
    )
    rehearsing = [
        RehearsalOfficial(
            one.id, one.role, one.name, appointed[one.id], UNSET if one.seat is None else one.seat
        )
        for one in opened.real.desk.officials.values()
    ]
    info = opened.info(seats_among(own), digest(secret))
    return Rehearsal(info, own, rehearsing)


@delete(
    "/tables/{table_id:str}",
    summary="Throw a rehearsal away, or delete a class table, at once and wholly",
    status_code=204,
)
async def throw_away(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    device: Device = None,
    tokens: Tokens = None,
) -> None:
    table = await find_table(request, table_id)
    if table.row.classroom is not None:
        check_teacher("delete class", table, device, tokens)
        await registry_of(request).delete([table_id], "the teacher has deleted this table")
        return
    officials = held_by(table, tokens).officials
    table.real.offices.check_organiser("throw away", device_hash(device), officials)
    if not table.real.row.is_rehearsal():
        raise Refused("illegal", "only a rehearsal is thrown away")
    await registry_of(request).delete([table_id], "this rehearsal was thrown away")


@post("/tables/{table_id:str}/lots", summary="Draw lots before the start", status_code=200)
async def draw_lots(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    data: JSONBody[Lots],
    device: Device = None,
    tokens: Tokens = None,
) -> TableInfo:
    table = await find_table(request, table_id)
    held = held_by(table, tokens)
    table.handle(DrawLots(device_hash(device), held.officials, data.what))
    return await _persisted_info(table, held, device)


@get("/tables/{table_id:str}/officials", summary="Who is in office, for the organiser")
async def list_officials(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    device: Device = None,
    tokens: Tokens = None,
) -> list[OfficeInfo]:
    table = await find_table(request, table_id)
    held = held_by(table, tokens)
    table.real.offices.check_organiser("list officials", device_hash(device), held.officials)
    return table.real.offices.listed()


@post("/tables/{table_id:str}/officials", summary="Appoint an official", status_code=201)
async def appoint(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    data: JSONBody[NewOfficial],
    device: Device = None,
    tokens: Tokens = None,
) -> Appointed:
    table = await find_table(request, table_id)
    held, token = held_by(table, tokens), new_token()
    real = table.real
    official = real.offices.next_id()
    table.handle(
        Appoint(
            device_hash(device), held.officials, official, digest(token), data.role, data.name,
            data.seat,
        )
    )  # fmt: skip
    await table.saved()
    return Appointed(official, token)


@delete(
    "/tables/{table_id:str}/officials/{official:str}",
    summary="Withdraw an official, at once",
    status_code=200,
)
async def withdraw(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    official: OfficialId,
    device: Device = None,
    tokens: Tokens = None,
) -> list[OfficeInfo]:
    table = await find_table(request, table_id)
    held = held_by(table, tokens)
    table.handle(Withdraw(device_hash(device), held.officials, official))
    await table.saved()
    return table.real.offices.listed()


@post(
    "/games/{game:str}/rosters",
    summary="Who is in which team, out of a file or a pasted text",
    status_code=200,
    request_max_body_size=LONGEST_ROSTERS,
)
async def read_rosters(
    request: Request[Any, Any, AppState],
    game: FromPath[str],
    teams: Annotated[list[str], QueryParameter(min_items=1, max_items=20)],
) -> RostersRead:
    find_game(game)
    spend(request)
    data = await request.body()
    content = Content(_roster_name(request.headers.get("content-type", ""), data), data)
    try:
        # a spreadsheet takes its time
        found = await asyncio.to_thread(lambda: in_seat_order(read_roster_file(content), teams))
    except BadRosters as error:
        return RostersRead([], teams, list(error.faults[:MOST_FAULTS]))
    return RostersRead(found, teams, [])


def _roster_name(kind: str, data: bytes) -> str:
    """A name whose ending says what such a file is."""
    if "spreadsheetml" in kind or data.startswith(ARCHIVE):
        return "rosters.xlsx"
    return "rosters.csv" if "csv" in kind or "ms-excel" in kind else "rosters.txt"


# ---- looking


@get(
    "/games/{game:str}/desk-words/{language:str}",
    summary="What is said at real tables of a game, in a language",
)
async def desk_words(
    game: FromPath[str], language: Annotated[str, PathParameter(pattern=LANGUAGE)]
) -> Response[DeskWords]:
    words = Wording(find_game(game), (), language).everything()
    appointed = [AppointedRole(role, role in OF_ONE_SEAT) for role in APPOINTED]
    public = [kind for kind in KINDS if kind in PUBLIC]
    return Response(DeskWords(appointed, public, **words), headers=CACHE)


def _viewer(what: Look, table: LiveTable, tokens: str | None, device: str | None) -> Viewer:
    """How much of it the asking tokens and device may see; refused if nothing."""
    return table.real.offices.viewer(what, held_by(table, tokens).officials, device_hash(device))


def _check_seat(table: LiveTable, seat: int) -> None:
    if seat > len(table.real.seats):
        raise Refused("broken", f"seat: there are {len(table.real.seats)}")


def _check_started(table: LiveTable) -> None:
    if not table.real.desk.has_started:
        raise Refused("not-begun", "the event has not started")


@get("/tables/{table_id:str}/journal", summary="The journal, as the asking tokens may see it")
async def show_journal(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    first: Annotated[int, QueryParameter(name="from", ge=1, le=10**9)] = 1,
    device: Device = None,
    tokens: Tokens = None,
) -> Journal:
    table = await find_table(request, table_id)
    desk = table.real.desk
    shown = _viewer("journal", table, tokens, device)
    held = table.real.offices.held(held_by(table, tokens).officials, device_hash(device))
    return Journal(
        desk.visible(shown, first), desk.changed_at, desk.pending(shown),
        may_now(held, desk), ranks(desk),
    )  # fmt: skip


@get(
    "/tables/{table_id:str}/correctable",
    summary="The lines that can be corrected now, for whoever may",
)
async def list_correctable(
    request: Request[Any, Any, AppState], table_id: TableId, tokens: Tokens = None
) -> list[Correctable]:
    table = await find_table(request, table_id)
    table.real.offices.check_needs("correctable", held_by(table, tokens).officials)
    _check_started(table)
    return table.real.desk.correctable()


@get("/tables/{table_id:str}/people", summary="Who is where, by name, for officials")
async def show_people(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    device: Device = None,
    tokens: Tokens = None,
) -> list[SeatPeople]:
    table = await find_table(request, table_id)
    shown = _viewer("people", table, tokens, device)
    return [one for one in table.real.desk.where() if shown.sees(one["seat"])]


@get("/tables/{table_id:str}/places", summary="Where everybody must stand, for officials")
async def show_places(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    device: Device = None,
    tokens: Tokens = None,
) -> Places:
    table = await find_table(request, table_id)
    shown = _viewer("places", table, tokens, device)
    desk = table.real.desk
    posts = [one for one in desk.posts() if shown.sees(one["seat"])]
    homes = [one for one in desk.homes() if shown.sees(one["seat"])]
    return Places(posts, homes)


@get("/tables/{table_id:str}/behalf", summary="What a seat sees, for who decides on its behalf")
async def show_behalf(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    seat: AskedSeat,
    tokens: Tokens = None,
) -> Behalf:
    table = await find_table(request, table_id)
    real = table.real
    _check_seat(table, seat)
    official = real.offices.check_needs("behalf", held_by(table, tokens).officials, seat)
    _check_started(table)
    check_decides(official, seat, real.desk)
    seats = (seat - 1,)
    seen = build_snapshot(real.game, real.match.state, seats)
    choices = seen["choices"].get(str(seat), [])
    n = real.history.viewer(seats).n
    line = real.desk.match.last_decision(seat)
    return Behalf(n, seat, seen["view"], seen["derived"], choices, seen["actors"], line)


@post(
    "/tables/{table_id:str}/preview",
    summary="What would follow from an official's request",
    status_code=200,
)
async def show_preview(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    data: JSONBody[PreviewRequest],
    tokens: Tokens = None,
) -> Preview:
    table = await find_table(request, table_id)
    seats, officials, _ = held_by(table, tokens)
    work = table.real.previewing.preview(data.request(), seats, officials, this_instant())
    return await registry_of(request).slices.run(work)


@get("/tables/{table_id:str}/arrangement", summary="What a ruling may set by hand, for its council")
async def show_arrangement(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    language: Language = ENGLISH,
    tokens: Tokens = None,
) -> Arrangement:
    table = await find_table(request, table_id)
    real = table.real
    real.offices.check_needs("arrangement", held_by(table, tokens).officials)
    _check_started(table)
    seen = real.match.state.seen_by(TABLE)
    names = [seat.name for seat in real.seats]
    fields = real.game.arrangement(seen, names, language)
    for field in fields:
        field["seat"] = None if field["seat"] is None else field["seat"] + 1
    return Arrangement(real.game.position(seen), fields)


@post(
    "/tables/{table_id:str}/arrangement",
    summary="Check a position that was set by hand",
    status_code=200,
    request_max_body_size=LONGEST_OF_OFFICIALS,
)
async def check_arrangement(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    data: JSONBody[ArrangedPosition],
    tokens: Tokens = None,
) -> ArrangedPosition:
    table = await find_table(request, table_id)
    officials = held_by(table, tokens).officials
    arrange = table.real.previewing.arranged
    return ArrangedPosition(arrange(officials, data.position, this_instant()))


@post(
    "/tables/{table_id:str}/drawing.svg",
    summary="A position that was set by hand, drawn",
    media_type="image/svg+xml",
    status_code=200,
    request_max_body_size=LONGEST_OF_OFFICIALS,
    is_packed=True,
)
async def draw_arrangement(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    data: JSONBody[ArrangedPosition],
    language: Language = ENGLISH,
    tokens: Tokens = None,
) -> Response[bytes]:
    table = await find_table(request, table_id)
    real = table.real
    officials = held_by(table, tokens).officials
    position = real.previewing.arranged(officials, data.position, this_instant())
    names = [seat.name for seat in real.seats]
    key = (table_id, language, json.dumps(position, sort_keys=True))
    drawings: Drawings = request.app.state.arrangements
    return await answer_drawing(
        request, drawings, key,
        lambda: real.game.svg(position, names, language, real.options), {},
    )  # fmt: skip


@get("/tables/{table_id:str}/sanctions", summary="What the sheet prescribes for a breach")
async def list_sanctions(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    seat: AskedSeat,
    device: Device = None,
    tokens: Tokens = None,
) -> list[SanctionChoice]:
    table = await find_table(request, table_id)
    _viewer("sanctions", table, tokens, device)
    _check_seat(table, seat)
    _check_started(table)
    real = table.real
    return real.game.sanctions(real.desk.state, seat - 1)


@get(
    [f"/tables/{{table_id:str}}/minutes.{ending}" for ending in FORMATS],
    summary="The minutes, for officials",
    media_type="application/octet-stream",
)
async def show_minutes(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    language: Language = ENGLISH,
    device: Device = None,
    tokens: Tokens = None,
) -> Response[bytes]:
    table = await find_table(request, table_id)
    _viewer("minutes", table, tokens, device)
    _check_started(table)
    real = table.real
    record = desk_record(without_hidden(real.desk))
    address = _replay_address(request, table_id)
    ending = request.url.path.rpartition(".")[2]
    # a page is typeset in a fraction of a second: meanwhile others are served
    body = await asyncio.to_thread(lambda: render(make_minutes(record, language, address), ending))
    headers = {"Content-Disposition": f'attachment; filename="minutes-{table_id}.{ending}"'}
    return Response(body, headers=headers, media_type=MEDIA_TYPES[ending])


def _replay_address(request: Request[Any, Any, AppState], table_id: str) -> str:
    """Where others find the table; "" where only this machine does."""
    origin = f"{request.url.scheme}://{request.headers.get('host', '')}"
    if names_loopback(request.headers.get("host", "")):
        listening: Listening | None = request.app.state.listening
        origins = [] if listening is None else listening.origins()
        if not origins:
            return ""
        origin = origins[0]
    return f"{origin}/t/{table_id}"


HANDLERS = [
    desk_words, read_rosters, change_event, rehearse, throw_away, draw_lots, list_officials,
    appoint, withdraw, show_journal, list_correctable, show_people, show_places, show_behalf,
    show_preview, show_arrangement, check_arrangement, draw_arrangement, list_sanctions,
    show_minutes,
]  # fmt: skip
