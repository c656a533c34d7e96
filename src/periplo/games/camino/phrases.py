"""What the actions of El camino mean, in words: see [phrases] in words.toml."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from periplo.core.bits import bit, has
from periplo.core.choices import Phrase
from periplo.core.state import Seat, State
from periplo.games.camino.board import (
    CARDS,
    CELL_NUMBERED,
    CELLS,
    COLOUR,
    COLOURS,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    NEAR,
    NUMBER,
    Cell,
    around,
    unpacked,
)
from periplo.games.camino.rules import (
    BOARD,
    CARD,
    HEAD,
    PHASE_DRAW,
    CaminoState,
    cell_of,
    end_of,
)
from periplo.games.camino.trail import AT_HEAD, AT_TAIL, NEITHER, Trail

END_NAMES = {AT_HEAD: "head", AT_TAIL: "tail"}


def said(state: State, actor: int, action: int) -> Phrase | None:
    game = cast("CaminoState", state)
    if action >= CARD:
        number = action - CARD + 1
        return {"key": "card", "fields": {"number": number, "squares": list(_squares(number))}}
    if action >= BOARD:
        return {"key": "board", "fields": {"number": action - BOARD + 1}}
    if action < HEAD:
        return {"key": "stop" if _drew(game, actor) else "stop_at_once"}
    cell = cell_of(action)
    end = END_NAMES[end_of(action)]
    fields = {"to": CELLS[cell], "colour": COLOURS[COLOUR[cell]]}
    if not NUMBER[cell]:
        return {"key": end, "fields": fields}
    worth = game.worth(Seat(actor), NUMBER[cell])
    return {"key": f"{end}_number", "fields": {**fields, "worth": int(worth)}}


def task(state: State, seat: int) -> Phrase | None:
    game = cast("CaminoState", state)
    trail = game.trails[seat]
    if len(game.legal(seat)) == 1:
        if _is_closed_in(trail):
            return {"key": "task_closed"}
        return {"key": "task_stop" if _drew(game, seat) else "task_nothing"}
    most = int(game.most_steps(Seat(seat)))
    if _drew(game, seat):
        # before the first line is drawn nobody knows of two ends
        key = "task_first_on" if len(trail.cells()) == trail.drawn + 1 else "task_on"
        return {"key": key, "fields": {"n": most}} if most > 1 else {"key": f"{key}_one"}
    if most == 1:
        return {"key": "task_one"}
    key = "task_draw" if trail.is_one_cell() else "task_end"
    return {"key": key, "fields": {"n": most}}


def stuck(game: CaminoState, seat: Seat) -> Phrase | None:
    """Why a seat that draws can draw no more in this round; None if it can."""
    trail = game.trails[seat]
    if game.phase != PHASE_DRAW or trail.done:
        return None
    if game.ways_on(seat, AT_HEAD) or game.ways_on(seat, AT_TAIL):
        return None
    if _is_closed_in(trail):
        return {"key": "stuck_closed"}
    if not trail.left:
        return {"key": "stuck_card"}
    colours = list(dict.fromkeys(unpacked(trail.left)))
    if trail.end == NEITHER:
        return {"key": "stuck_either", "fields": {"colours": colours}}
    end, other = trail.end, AT_TAIL if trail.end == AT_HEAD else AT_HEAD
    if _free_beside(trail, other) & trail.open:  # one end a round  [CAM-4]
        return {"key": "stuck_other", "fields": {"end": END_NAMES[end], "fits": END_NAMES[other]}}
    if not _free_beside(trail, end):
        return {"key": "stuck_end", "fields": {"end": END_NAMES[end]}}
    return {"key": "stuck_colours", "fields": {"end": END_NAMES[end], "colours": colours}}


def _free_beside(trail: Trail, end: int) -> int:
    """The cells beside that end which the path has not entered, as a set.  [CAM-3]"""
    return int(NEAR[trail.at(end)] & ~trail.used)


def _is_closed_in(trail: Trail) -> bool:
    """Whether neither end will ever go on, whatever the cards show."""
    return not _free_beside(trail, AT_HEAD) and not _free_beside(trail, AT_TAIL)


def _squares(card: int) -> str:
    return CARDS[card - 1].replace("+", "")


def _drew(game: CaminoState, seat: int) -> bool:
    """Whether a seat has drawn something in this round."""
    begins, ends = game.trails[seat].drawn_slice()
    return ends > begins


def clauses(layout: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    reaching = "CAM-7" if len(layout["boards"]) == 1 else "CAM-5"
    cells = {
        cell["cell"]: ("CAM-3", "CAM-4", "CAM-6") if cell["number"] is None else (reaching, "CAM-6")
        for cell in layout["cells"]
    }
    starts = dict.fromkeys(layout["starts"], ("CAM-3", "CAM-4", "CAM-1"))
    return {**cells, **starts, "card": ("CAM-2", "CAM-R2")}


def reason(state: State, seat: int, action: int) -> Phrase | None:
    game = cast("CaminoState", state)
    if action < HEAD:
        return {"key": "why_stop"} if len(game.legal(seat)) > 1 else None
    cell = cell_of(action)
    number = NUMBER[cell]
    if number:
        return {"key": "why_number", "fields": {"worth": int(game.worth(Seat(seat), number)) + 1}}
    number, steps = _next_number(cell, game.trails[seat].used)
    if not number:
        return {"key": "why_cell"}
    return {"key": "why_nearer", "fields": {"number": number, "n": steps}}


def _next_number(cell: Cell, used: int) -> tuple[int, int]:
    """The nearest number from a cell over free ones, the highest of equals, and how far; else 0."""
    found, more, steps = 0, int(bit(cell)), 0
    while more != found:
        for number in range(HIGHEST_NUMBER, LOWEST_NUMBER - 1, -1):
            if has(more, CELL_NUMBERED[number]):
                return number, steps
        found, steps = more, steps + 1
        more = int(around(found)) & ~used | found
    return 0, 0
