"""Class tables: joining a team by the code on the wall, the report, deleting it all."""

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import State as AppState
from litestar.params import JSONBody, PathParameter, QueryParameter

from periplo.games import game as find_game
from periplo.play.class_report import ClassReport
from periplo.play.class_settings import ClassSettings, class_settings
from periplo.play.refusals import Refused
from periplo.printing.class_sheets import to_csv, to_xlsx
from periplo.printing.formats import MEDIA_TYPES
from periplo.server.asking import (
    Device,
    GameId,
    Language,
    TableId,
    Tokens,
    address_of_request,
    checked_device,
    device_hash,
    find_table,
    held_by,
    registry_of,
    spend,
)
from periplo.server.messages import JoinableTable, JoinableTeam, Joined, NewPhone
from periplo.server.secrets import digest, new_token
from periplo.server.table import LiveTable
from periplo.table.inputs import JoinTeam
from periplo.table.permissions import RequestName, check
from periplo.table.reporting import class_report
from periplo.table.seats import Seat
from periplo.table.table import Table
from periplo.table.teams import MOST_PHONES

Code = Annotated[str, PathParameter(min_length=1, max_length=20)]


@get("/join/{code:str}", summary="The teams that a join code leads to")
async def show_teams(
    request: Request[Any, Any, AppState], code: Code, device: Device = None
) -> JoinableTable:
    table = await _behind(request, code)
    core = class_of(table)
    own = core.teams.phone_of(device_hash(device)) if device else None
    return JoinableTable(
        table.id,
        core.game.id,
        core.status,
        [_team(seat) for seat in core.seats],
        None if own is None else own[0] + 1,
    )


@post("/join/{code:str}", summary="Join a team", status_code=200)
async def join_team(
    request: Request[Any, Any, AppState],
    code: Code,
    data: JSONBody[NewPhone],
    device: Device = None,
) -> Joined:
    secret = checked_device(device)
    spend(request, secret)
    table = await _behind(request, code)
    token = new_token()
    table.handle(JoinTeam(data.seat - 1, digest(secret), digest(token), data.name, data.mark))
    await table.saved()
    teams = class_of(table).teams
    ((seat, member),) = teams.held_with([digest(token)])
    return Joined(table.id, seat + 1, member, token, teams.is_admitted((seat, member)))


async def _behind(request: Request[Any, Any, AppState], code: str) -> LiveTable:
    registry = registry_of(request)
    return await find_table(request, await registry.codes.find(code, address_of_request(request)))


def class_of(table: LiveTable) -> Table:
    if table.row.classroom is None or not isinstance(table.core, Table):
        raise Refused("illegal", "this is no class table")
    return table.core


def _team(seat: Seat) -> JoinableTeam:
    phones = 0 if seat.team is None else len(seat.team.phones)
    return JoinableTeam(
        seat=seat.seat + 1,
        name=seat.name,
        mark=seat.mark,
        open=seat.kind == "open",
        bot=seat.kind == "bot",
        phones=phones,
        full=phones >= MOST_PHONES,
    )


@get("/games/{game:str}/class-settings", summary="Which settings of a game fit a lesson")
async def list_settings(
    game: GameId,
    teams: Annotated[int, QueryParameter(ge=1, le=99)],
    minutes: Annotated[int, QueryParameter(ge=1, le=1000)],
) -> ClassSettings:
    return class_settings(find_game(game), teams, minutes)


# ---- the report


@get(
    [f"/tables/{{table_id:str}}/report.{ending}" for ending in ("csv", "xlsx")],
    summary="What became of the questions, as sheets for the teacher",
    include_in_schema=False,
)
async def export_report(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    language: Language = "en",
    device: Device = None,
    tokens: Tokens = None,
) -> Response[bytes]:
    report = await _report(request, table_id, language, device, tokens)
    ending = request.url.path.rpartition(".")[2]
    body = await asyncio.to_thread(to_csv if ending == "csv" else to_xlsx, report)
    headers = {"Content-Disposition": f'attachment; filename="report-{table_id}.{ending}"'}
    return Response(body, headers=headers, media_type=MEDIA_TYPES[ending])


@get("/tables/{table_id:str}/report.json", summary="What became of the questions, for the teacher")
async def show_report(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    language: Language = "en",
    device: Device = None,
    tokens: Tokens = None,
) -> ClassReport:
    return await _report(request, table_id, language, device, tokens)


async def _report(
    request: Request[Any, Any, AppState],
    table_id: str,
    language: str,
    device: str | None,
    tokens: str | None,
) -> ClassReport:
    table = await find_table(request, table_id)
    check_teacher("read report", table, device, tokens)
    return class_report(class_of(table), language)


def check_teacher(
    name: RequestName, table: LiveTable, device: str | None, tokens: str | None
) -> None:
    officials = held_by(table, tokens).officials
    check(name, table.core.status, teaches=table.core.teaches(officials, device_hash(device)))


HANDLERS = [show_teams, join_team, list_settings, show_report, export_report]
