"""Periplo: five journey games, one table.

>>> import periplo
>>> oca = periplo.game("oca")
>>> state = oca.new(seats=2)
>>> state.apply(periplo.TABLE, oca.parse(state, periplo.TABLE, "1+1"))
>>> oca.position(state)["flocks"][0]["home"]
8
"""

from periplo.core.dice import Dice
from periplo.core.errors import (
    BadPickle,
    BadPosition,
    BadRecord,
    BadSetup,
    BotFailed,
    BrokenGame,
    IllegalAction,
    PeriploError,
    UnknownGame,
)
from periplo.core.game import Game
from periplo.core.state import NOBODY, TABLE, Event, Policy, State
from periplo.games import broken_games, game, game_ids
from periplo.play.match import Match
from periplo.version import __version__, is_compiled

__all__ = [
    "NOBODY",
    "TABLE",
    "BadPickle",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "BotFailed",
    "BrokenGame",
    "Dice",
    "Event",
    "Game",
    "IllegalAction",
    "Match",
    "PeriploError",
    "Policy",
    "State",
    "UnknownGame",
    "__version__",
    "broken_games",
    "game",
    "game_ids",
    "is_compiled",
]
