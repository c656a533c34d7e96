"""Who could be captured where they stand, by whatever one throw of the dice brings."""

from typing import Final

from periplo.core.state import Seat
from periplo.games.poleana.board import (
    CELL,
    EXIT,
    MOST_PIPS,
    NINE,
    NOWHERE,
    SIDE,
    SIX,
    THREE,
    YARD,
    Place,
    Square,
    landing,
)
from periplo.games.poleana.rules import PoleanaState

SAFE: Final = "safe"  # nobody may capture it there, whatever is thrown
EXPOSED: Final = "exposed"  # somebody's next throw could
UNREACHED: Final = ""  # nobody's next throw does


def risk(jail: PoleanaState, seat: Seat, reo: int) -> str:
    """How safe a reo is where it stands.  [POL-6, POL-8, POL-10, POL-11, POL-13]"""
    place = jail.place_of(seat, reo)
    if place == CELL:
        return UNREACHED
    if place > NINE or jail.protects(place):
        return SAFE
    square = jail.square_of(seat, place)
    if not jail.is_lone(square):
        return SAFE
    rivals = (Seat(other) for other in range(jail.seats) if other != seat)
    if _guards_reach(jail, square) or any(_reaches(jail, rival, square) for rival in rivals):
        return EXPOSED
    return UNREACHED


def _reaches(jail: PoleanaState, rival: Seat, square: Square) -> bool:
    """By a release while somebody is in the cell, by a walk once nobody is."""
    celled = jail.count(rival, CELL)
    if celled:
        doors = (EXIT, THREE, SIX) if celled == 1 else (EXIT, THREE)  # [POL-6a, POL-R5]
        return any(jail.square_of(rival, Place(door)) == square for door in doors)
    jail.look_round(rival)
    return any(
        to <= NINE and jail.square_of(rival, to) == square
        for place in jail.places_of(rival)
        for pips in range(1, MOST_PIPS + 1)
        for up in (False, True)
        for to in [landing(place, pips, up)]
        if to >= 0 and jail.first_met(place, pips, up) == NOWHERE
    )


def _guards_reach(jail: PoleanaState, square: Square) -> bool:
    """[POL-17, POL-R3]"""
    for post in jail.posts:
        steps = (square - post) % YARD
        sees = jail.sees_yard or square // SIDE == post // SIDE
        if sees and 1 <= steps <= MOST_PIPS and not jail.is_barrier_between(Square(post), steps):
            return True
    return False
