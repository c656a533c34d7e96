"""What a council may set by hand: where every reo is, whose turn it is."""

from typing import cast

from periplo.core.arranging import PositionFields
from periplo.core.game import Position
from periplo.core.state import Seat, State
from periplo.games.poleana.board import CELL, NAMES, OUT, REOS
from periplo.games.poleana.rules import PoleanaState


def fields(state: State, found: PositionFields) -> None:
    jail = cast("PoleanaState", state)
    if found.position["phase"] != "first":
        found.add_turn()
        found.add_phase("throw")
    for seat in range(jail.seats):
        names = NAMES[jail.side_of(Seat(seat))]
        called = {names[CELL]: found.say("cell"), names[OUT]: found.say("out")}
        free = [name for name in names if name and name not in found.position["guards"]]
        places = [(name, called.get(name, name)) for name in free]
        for reo in range(REOS):
            path: list[int | str] = ["seats", seat, "reos", reo]
            found.add_place(seat, found.say("reo", reo + 1), path, places)


def put_right(_: State, position: Position) -> Position:
    if position["phase"] == "throw":
        position |= {"dice": None, "left": [], "again": False, "bonus": 0, "winner": None}
    return position
