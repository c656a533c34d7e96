"""What a page asks by HTTP elsewhere, answered here: the same paths, the same JSON."""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from periplo.bots import Setting, bot_names
from periplo.bots.example import example
from periplo.bots.hints import find_hint
from periplo.core.errors import BadOption, BadSetup, PeriploError, UnknownGame
from periplo.core.game import Game, Options
from periplo.core.words import Words
from periplo.games import game as find_game
from periplo.games import game_ids
from periplo.offline.tables import (
    DEVICE,
    HARD_SECONDS,
    TOKEN,
    LoadedTable,
    OfflineTables,
    new_id,
    this_instant,
)
from periplo.offline.wire import encode
from periplo.play.consequences import consequences
from periplo.play.draws import verify
from periplo.play.facts import game_facts
from periplo.play.lessons import attend, find_lesson, list_lessons
from periplo.play.refusals import BadName, Code, NameTaken, Refused
from periplo.play.stepwise import run_at_once
from periplo.table.inputs import AssignSeat, HintFound, LeaveSeat, RematchOpened, SitDown, Start
from periplo.table.looking_back import MOST_SNAPSHOTS, past_snapshots, state_at
from periplo.table.permissions import check
from periplo.table.rematch import rematch_rows

JSON = "application/json"
SVG = "image/svg+xml"
TEXT = "text/plain; charset=utf-8"

Answer = tuple[int, str, str]  # status, media type, text


class Asked(NamedTuple):
    tables: OfflineTables
    query: dict[str, str]
    body: dict[str, Any]

    def number(self, name: str, otherwise: int) -> int:
        return int(self.query.get(name, otherwise))

    @property
    def language(self) -> str:
        return self.query.get("language", "en")


class TypedText(NamedTuple):
    """What is answered as it is."""

    kind: str
    text: str


def ask(tables: OfflineTables, method: str, target: str, body: str) -> str:
    """The effects, the answer at their end. `target` is a path with its query, `body` JSON or
    nothing.
    """
    tables.add_effect("answer", *_answer(tables, method, target, body))
    return tables.take()


def _answer(tables: OfflineTables, method: str, target: str, body: str) -> Answer:
    url = urlsplit(target)
    query = {name: values[-1] for name, values in parse_qs(url.query).items()}
    try:
        for its_method, path, respond in ROUTES:
            found = re.fullmatch(path, url.path)
            if found and method == its_method:
                asked = Asked(tables, query, json.loads(body) if body else {})
                said = respond(asked, *found.groups())
                return (200, *said) if isinstance(said, TypedText) else (200, JSON, encode(said))
        return _problem(404, "http", f"{method} {url.path} needs a server")
    except Refused as refused:
        status = 404 if refused.code == "no-table" else 409
        free_name = refused.free_name if isinstance(refused, NameTaken) else ""
        return _problem(status, refused.code, refused.why, refused.clause, free_name=free_name)
    except UnknownGame as error:
        return _problem(404, "no-game", str(error))
    except BadOption as error:
        return _problem(400, "bad-option", str(error), option=error.option)
    except BadName as error:
        return _problem(400, "bad-name", str(error))
    except PeriploError as error:
        return _problem(400, "illegal", str(error))
    except (KeyError, TypeError, ValueError) as error:
        return _problem(400, "broken", str(error))


def _problem(
    status: int, code: Code, why: str, clause: str = "", option: str = "", free_name: str = ""
) -> Answer:
    said = {"status": status, "code": code, "why": why, "clause": clause, "option": option,
            "free_name": free_name}  # fmt: skip
    return status, JSON, encode(said)


# ---- games


def list_games(_: Asked) -> list[dict[str, Any]]:
    games = map(find_game, game_ids())
    facts = [game_facts(game, bot_names(game), lambda *_: {}) for game in games]
    return [one | {"daily": False} for one in facts]  # a deal for everybody is a server's


def game_words(_: Asked, game: str, language: str) -> dict[str, Any]:
    return Words(find_game(game).id, language).everything()


def game_lessons(_: Asked, game: str) -> object:
    return list_lessons(find_game(game).id)


def attend_lesson(asked: Asked, game: str, lesson: str) -> object:
    found = find_lesson(find_game(game).id, lesson)
    if found is None:
        raise BadSetup("there is no such lesson")
    return attend(game, found, asked.body["tries"])


def game_layout(asked: Asked, game: str) -> dict[str, Any]:
    found, seats, options = _setup(asked, game)
    return found.layout(found.position(found.new(seats, options)), options)


def game_background(asked: Asked, game: str) -> TypedText:
    found, seats, options = _setup(asked, game)
    return TypedText(SVG, found.background(seats, options, asked.language))


def game_example(asked: Asked, game: str) -> TypedText:
    return TypedText(SVG, example(find_game(game), asked.language))


def _setup(asked: Asked, game_id: str) -> tuple[Game, int, Options]:
    game = find_game(game_id)
    options = json.loads(asked.query.get("options", "{}"))
    seats = asked.number("seats", game.fewest_seats)
    game.read_setup(seats, options)
    return game, seats, options


# ---- tables


def nothing_listed(_: Asked) -> list[Any]:
    return []


def open_table(asked: Asked) -> dict[str, Any]:
    table = asked.tables.create(asked.body)
    return {"table": table.info(), "tokens": _tokens(table)}


def _tokens(table: LoadedTable) -> dict[str, str]:
    return {str(seat + 1): TOKEN for seat in table.held}


def show_table(asked: Asked, table_id: str) -> object:
    return asked.tables.table(table_id).info()


def start_table(asked: Asked, table_id: str) -> object:
    return _change(asked, table_id, lambda _: Start(DEVICE))


def sit_down(asked: Asked, table_id: str, seat: str) -> dict[str, Any]:
    name, mark = asked.body["name"], asked.body.get("mark", "")
    table = _change(
        asked,
        table_id,
        lambda held: SitDown(int(seat) - 1, DEVICE, TOKEN, held, name, mark),
    )
    return {"table": table, "token": TOKEN}


def assign_seat(asked: Asked, table_id: str, seat: str) -> object:
    kind, bot, name = asked.body["kind"], asked.body.get("bot", ""), asked.body.get("name", "")
    return _change(
        asked, table_id, lambda held: AssignSeat(int(seat) - 1, DEVICE, held, kind, bot, name)
    )


def leave_seat(asked: Asked, table_id: str, seat: str) -> object:
    return _change(asked, table_id, lambda held: LeaveSeat(int(seat) - 1, held))


def _change(asked: Asked, table_id: str, given: Callable[[tuple[int, ...]], Any]) -> object:
    table = asked.tables.table(table_id)
    asked.tables.handle(table, given(table.held))
    return table.info()


def rematch(asked: Asked, table_id: str) -> object:
    table = asked.tables.table(table_id)
    check("rematch", table.core.status, table.held)
    if table.core.row.rematch:
        return asked.tables.table(table.core.row.rematch).info()
    tokens = {place.seat: TOKEN for place in table.core.seats if place.kind == "person"}
    options = encode(table.core.options)
    row, seats = rematch_rows(table.core, new_id(), options, this_instant().wall, tokens)
    following = asked.tables.add(row, seats)
    asked.tables.handle(table, RematchOpened(row.id, tokens))
    return following.info()


def throw_away(asked: Asked, table_id: str) -> dict[str, Any]:
    asked.tables.delete(table_id)
    return {}


def look_ahead(asked: Asked, table_id: str) -> dict[str, Any]:
    table, seat = asked.tables.table(table_id), asked.number("seat", 0)
    core, held = table.core, table.held
    check("look as seat", core.status, held, seat - 1)
    if not core.has_begun():
        return {"n": 0, "seat": seat, "consequences": []}
    found = list(consequences(core.game, core.match.state.copy(), seat - 1))
    return {"n": core.history.viewer(held).n, "seat": seat, "consequences": found}


def ask_hint(asked: Asked, table_id: str) -> dict[str, Any]:
    table, seat = asked.tables.table(table_id), asked.number("seat", 0)
    core, held = table.core, table.held
    check("ask hint", core.status, held, seat - 1)
    view, setting = core.view_for_hint(seat - 1), Setting(core.options, hard_seconds=HARD_SECONDS)
    found = find_hint(core.game, view, seat - 1, setting)
    asked.tables.handle(table, HintFound(seat - 1))
    return {"n": core.history.viewer(held).n, "seat": seat, **found}


# ---- what was played


def list_snapshots(asked: Asked, table_id: str) -> object:
    table = asked.tables.table(table_id)
    if not table.core.has_begun():
        return []
    count = min(asked.number("count", 100), MOST_SNAPSHOTS)
    past = table.core.history.past()
    first, when = asked.number("from", 0), this_instant().wall
    return run_at_once(past_snapshots(table.core, past, table.held, first, count, when))


def text_board(asked: Asked, table_id: str) -> TypedText:
    table = asked.tables.table(table_id)
    core, held = table.core, table.held
    seat = asked.number("seat", held[0] + 1 if held else 0) - 1
    check("look as seat", core.status, held, seat)
    state = core.match.state
    if "at" in asked.query:
        state = run_at_once(state_at(core.history.past(), asked.number("at", 0), held))
    names = [place.name for place in core.seats]
    board = core.game.text_board(core.game.view(state, seat), names, asked.language, core.options)
    return TypedText(TEXT, board)


def show_record(asked: Asked, table_id: str) -> object:
    return _finished(asked, table_id).core.match.record.to_json()


def show_proof(asked: Asked, table_id: str) -> object:
    return _finished(asked, table_id).core.proof().to_json()


def check_proof(asked: Asked, table_id: str) -> object:
    return verify(_finished(asked, table_id).core.proof())


def _finished(asked: Asked, table_id: str) -> LoadedTable:
    table = asked.tables.table(table_id)
    check("read record", table.core.status)
    return table


GAME = "/api/games/([a-z0-9_]+)"
TABLE = "/api/tables/([0-9a-z]+)"
SEAT = TABLE + r"/seats/(\d{1,2})"
ROUTES: list[tuple[str, str, Callable[..., Any]]] = [
    ("GET", "/api/games", list_games),
    ("GET", GAME + "/words/([a-z]+)", game_words),
    ("GET", GAME + "/lessons", game_lessons),
    ("POST", GAME + "/lessons/([a-z-]+)", attend_lesson),
    ("GET", GAME + "/layout", game_layout),
    ("GET", GAME + "/ground.svg", game_background),
    ("GET", GAME + "/example.svg", game_example),
    ("GET", "/api/tables", nothing_listed),
    ("POST", "/api/tables", open_table),
    ("GET", TABLE, show_table),
    ("DELETE", TABLE, throw_away),
    ("POST", TABLE + "/start", start_table),
    ("POST", TABLE + "/rematch", rematch),
    ("POST", SEAT, sit_down),
    ("PUT", SEAT, assign_seat),
    ("DELETE", SEAT, leave_seat),
    ("GET", TABLE + "/ahead", look_ahead),
    ("POST", TABLE + "/hint", ask_hint),
    ("GET", TABLE + "/moments", list_snapshots),
    ("GET", TABLE + "/text", text_board),
    ("GET", TABLE + "/record", show_record),
    ("GET", TABLE + "/proof", show_proof),
    ("GET", TABLE + "/verify", check_proof),
]
