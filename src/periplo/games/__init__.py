"""The games: one folder each, found by scanning. Nothing else names them."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from periplo.core.errors import UnknownGame
from periplo.core.game import Game


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all games found, in alphabetical order."""
    return tuple(sorted(room.name for room in iter_modules(__path__) if room.ispkg))


@cache
def game(game_id: str) -> Game:
    """The game of that id."""
    if game_id not in game_ids():
        raise UnknownGame(f"no game {game_id!r}; there are {', '.join(game_ids())}")
    found: Game = import_module(f"{__name__}.{game_id}").GAME
    return found
