"""What a council may set by hand: where pieces are, advances, how wheels are turned."""

from typing import cast

from periplo.core.arranging import PositionFields
from periplo.core.game import Position
from periplo.core.state import Seat, State
from periplo.games.girumgo.board import SIDES, Gap, can_be_spun, triangle
from periplo.games.girumgo.rules import GirumgoState


def fields(state: State, found: PositionFields) -> None:
    game = cast("GirumgoState", state)
    has_begun = found.position["phase"] not in ("wheels", "first")
    if has_begun:
        found.add_turn()
        found.add_phase("die")
    for seat in range(game.seats) if has_begun else ():
        goal = game.board.names[game.goal(Seat(seat))]
        places = [(name, name) for name in game.board.names if name != goal]
        found.add_place(seat, found.say("piece"), ["seats", seat, "at"], places)
        found.add_number(seat, found.say("advances"), ["seats", seat, "advances"])
    turned = [(one, found.say("turned", one)) for one in range(SIDES)]
    for wheel in range(len(found.position["wheels"])):
        label = found.say("wheel", game.board.names[wheel])
        found.add_choice(None, label, ["wheels", wheel], turned)


def put_right(state: State, position: Position) -> Position:
    """Outside a turn nothing of one is left, and wheels that spins cannot have turned so begin it
    anew; marks stand where their triangles do.
    """
    game = cast("GirumgoState", state)
    spins = position["die"] - position["left"]
    is_in_turn = position["phase"] == "turn"
    if is_in_turn and not can_be_spun(position["before"], position["wheels"], spins):
        position["phase"] = "die"
    if position["phase"] in ("wheels", "first", "die"):
        position |= {"die": 0, "left": 0, "counted": [], "struck": [], "winner": None}
        position["before"] = list(position["wheels"])
    position["marks"] = {
        gap: colour
        for gap, colour in position["marks"].items()
        if game.shows(position["wheels"], triangle(Gap(game.board.gap_of[gap]), colour))
    }
    return position
