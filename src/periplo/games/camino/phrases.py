"""What the actions of El camino mean, in words: see [phrases] in words.toml."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from periplo.core.choices import Phrase
from periplo.core.state import Seat, State
from periplo.games.camino.board import CARDS, CELLS, COLOUR, COLOURS, NUMBER
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
    return {"key": "task_on" if _drew(game, seat) else "task_draw"}


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
    starts = dict.fromkeys(layout["starts"], ("CAM-1", "CAM-3"))
    return {**cells, **starts, "card": ("CAM-2", "CAM-R2")}


def reason(state: State, seat: int, action: int) -> Phrase | None:
    game = cast("CaminoState", state)
    if action < HEAD:
        return {"key": "why_stop"} if len(game.legal(seat)) > 1 else None
    number = NUMBER[cell_of(action)]
    if number:
        return {"key": "why_number", "fields": {"worth": int(game.worth(Seat(seat), number)) + 1}}
    return {"key": "why_cell"}
