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
    NUMBER,
    Cell,
    around,
)
from periplo.games.camino.rules import BOARD, CARD, HEAD, CaminoState, cell_of, end_of
from periplo.games.camino.trail import AT_HEAD


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
    end = "head" if end_of(action) == AT_HEAD else "tail"
    fields = {"to": CELLS[cell], "colour": COLOURS[COLOUR[cell]]}
    if not NUMBER[cell]:
        return {"key": end, "fields": fields}
    worth = game.worth(Seat(actor), NUMBER[cell])
    return {"key": f"{end}_number", "fields": {**fields, "worth": int(worth)}}


def task(state: State, seat: int) -> Phrase | None:
    game = cast("CaminoState", state)
    if len(game.legal(seat)) == 1:
        return {"key": "task_stop" if _drew(game, seat) else "task_nothing"}
    most = int(game.most_steps(Seat(seat)))
    if _drew(game, seat):
        return {"key": "task_on", "fields": {"n": most}} if most > 1 else {"key": "task_on_one"}
    if most == 1:
        return {"key": "task_one"}
    key = "task_draw" if game.trails[seat].is_one_cell() else "task_end"
    return {"key": key, "fields": {"n": most}}


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
