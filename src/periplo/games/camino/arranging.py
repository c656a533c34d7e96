"""What a council may set by hand: the card of the round, and who draws no more in it."""

from periplo.core.arranging import PositionFields
from periplo.core.game import Position
from periplo.core.state import State
from periplo.games.camino.board import SQUARES, unpacked
from periplo.games.camino.rules import CARD_COUNT


def fields(state: State, found: PositionFields) -> None:
    if found.position["phase"] != "draw":
        return
    left = [card for card in range(1, CARD_COUNT + 1) if card not in found.position["played"]]
    cards = [(card, found.say("card", card)) for card in left]
    found.add_choice(None, found.say("turned_up"), ["card"], cards)
    for seat in range(state.seats):
        found.add_flag(seat, found.say("done"), ["seats", seat, "done"])


def put_right(_: State, position: Position) -> Position:
    """Whoever has drawn nothing yet has the whole card left."""
    if position["phase"] == "draw":
        for seat in position["seats"]:
            if seat["end"] is None:
                seat["left"] = unpacked(SQUARES[position["card"]])
    return position
