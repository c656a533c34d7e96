"""Print kits for the browser. One takes seconds to make, so they are made in a process of their
own, once for all who ask for the same, and kept.
"""

import json
import signal
from collections.abc import Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import State as AppState
from litestar.params import JSONBody, QueryParameter

from periplo.core.errors import BadOption
from periplo.core.game import Game
from periplo.core.kits import INKS
from periplo.core.options import File
from periplo.games import game as find_game
from periplo.play.refusals import Refused
from periplo.printing.layout import PAPERS
from periplo.server.asking import (
    CACHE,
    Device,
    GameId,
    Language,
    OptionsText,
    TableId,
    Tokens,
    address_of_request,
    device_hash,
    find_table,
    held_by,
    options_in,
)
from periplo.server.limits import Buckets
from periplo.server.made_once import MadeOnce
from periplo.server.messages import EventLinks, KitInfo, KitUse
from periplo.server.secrets import digest

DATE = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
KEPT = 24  # kits, of 3 MB at most
# one address may ask for 60 new kits at once and for six a minute: a class of thirty, twice
BURST = 60
SECONDS = 600.0
COST_OF_NEW = 10

Paper = Annotated[str, QueryParameter(max_length=10, description="a4, a3, a2, a1 or letter.")]
Ink = Annotated[str, QueryParameter(max_length=10, description="colour, save or black.")]
Seats = Annotated[int | None, QueryParameter(ge=1, le=99, description="The most if left out.")]
Use = Annotated[
    str | None, QueryParameter(name="for", max_length=20, description="What for, by the game.")
]
Day = Annotated[str | None, QueryParameter(pattern=DATE, description="The deal of a day.")]


class Kits(MadeOnce):
    def __init__(self) -> None:
        by_address = Buckets(COST_OF_NEW * BURST / SECONDS, SECONDS)
        super().__init__(KEPT, _process, by_address, COST_OF_NEW)


def _process() -> Executor:
    # whoever stops the server by a key stops this one with it
    return ProcessPoolExecutor(
        1, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN),
        max_tasks_per_child=32,
    )  # fmt: skip


def make(game_id: str, asked: Mapping[str, Any]) -> bytes:
    """In the other process."""
    from periplo.printing.kits import Wanted, to_pdf

    return to_pdf(Wanted(find_game(game_id), **asked))


@get(
    "/games/{game:str}/kit.pdf",
    summary="The game as paper to cut, fold and play",
    media_type="application/pdf",
    is_packed=True,
)
async def game_kit(
    request: Request[Any, Any, AppState],
    game: GameId,
    paper: Paper = "a4",
    ink: Ink = "colour",
    seats: Seats = None,
    options_text: OptionsText = "{}",
    use: Use = None,
    day: Day = None,
    language: Language = "en",
) -> Response[bytes]:
    found = find_game(game)
    options = options_in(options_text)
    for option in found.options:
        # whoever may play with a pack must not see its answers by printing it
        if isinstance(option, File) and options.get(option.name, option.default) != option.default:
            raise BadOption(option.name, "is printed by whoever has the file: periplo print")
    more = {name: text for name, text in (("for", use), ("day", day)) if text is not None}
    asked: dict[str, Any] = {
        "paper": paper, "language": language, "seats": seats, "options": options, "ink": ink,
        "more": more,
    }  # fmt: skip
    body = await _made(request, found, asked)
    name = f"{game}-{paper}-{language}.pdf"
    headers = {**CACHE, "Content-Disposition": f'inline; filename="{name}"'}
    return Response(body, headers=headers, media_type="application/pdf")


@get("/games/{game:str}/kit", summary="What a print kit can be asked for")
async def kit_info(game: GameId) -> KitInfo:
    module = find_game(game).printed()
    uses = {} if module is None else getattr(module, "USES", {})
    return KitInfo(
        list(PAPERS),
        list(INKS),
        [KitUse(name, label) for name, label in uses.items()],
        "day" in getattr(module, "MORE", ()),
        "event" in getattr(module, "MORE", ()),
    )


@post(
    "/tables/{table_id:str}/kit.pdf",
    summary="The kit of an event, with everybody's badge, for the organiser",
    media_type="application/pdf",
    is_packed=True,
    status_code=200,
)
async def event_kit(
    request: Request[Any, Any, AppState],
    table_id: TableId,
    data: JSONBody[EventLinks],
    paper: Paper = "a4",
    ink: Ink = "colour",
    language: Language = "en",
    device: Device = None,
    tokens: Tokens = None,
) -> Response[bytes]:
    table = await find_table(request, table_id)
    real = table.real
    held = held_by(table, tokens)
    real.offices.check_organiser("list officials", device_hash(device), held.officials)
    setup = real.desk.setup
    event = {
        "title": setup.details.title,
        "names": list(setup.names),
        "officials": [
            {
                "role": one.role, "name": one.name, "seat": one.seat,
                "address": data.links.get(one.id, ""),
            }
            for one in real.desk.officials.values()
        ],
        "follow": data.follow,
    }  # fmt: skip
    asked: dict[str, Any] = {
        "paper": paper, "language": language, "seats": len(setup.names), "ink": ink,
        "options": dict(setup.options), "more": {"event": json.dumps(event)},
    }  # fmt: skip
    body = await _made(request, setup.game, asked)
    name = f"{setup.game.id}-{table_id}-{paper}-{language}.pdf"
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'inline; filename="{name}"'}
    return Response(body, headers=headers, media_type="application/pdf")


async def _made(request: Request[Any, Any, AppState], game: Game, asked: dict[str, Any]) -> bytes:
    from periplo.printing.kits import Wanted

    Wanted(game, **asked)  # what is wrong is said at once
    kits: Kits = request.app.state.kits
    key = (game.id, digest(json.dumps(asked, sort_keys=True)))
    if not kits.admits(address_of_request(request), key):
        raise Refused("too-fast", "too many kits; please wait a minute")
    return await kits.get(key, make, game.id, asked)


HANDLERS = [game_kit, kit_info, event_kit]
