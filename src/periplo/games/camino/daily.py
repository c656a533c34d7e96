"""The path of the day: one walker, and for everybody the same board and the same cards."""

from collections.abc import Callable
from typing import Any, Final

from periplo.core.state import State
from periplo.games.camino import solver

SEATS: Final = 1
OPTIONS: Final[dict[str, Any]] = {}


def points(state: State) -> int:
    """What an entry is worth, once the game is over; more is better."""
    return int(state.scores()[0])


def par(draw: Callable[[State], int]) -> int:
    """What a good walker might make of the day, where `draw` is what the table does next."""
    return solver.par(*solver.dealt(draw)).score
