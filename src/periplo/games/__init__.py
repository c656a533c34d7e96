"""The games: one folder each, found by scanning. Nothing else names them.

A game that cannot be loaded is left out of `game_ids`; `broken_games` says what is wrong with it.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from periplo.core.errors import BrokenGame, UnknownGame, broken_by
from periplo.core.game import Game
from periplo.core.words import ENGLISH, Words


@cache
def folder_names() -> tuple[str, ...]:
    """The folders of games, whether these can be loaded or not, in alphabetical order."""
    return tuple(sorted(package.name for package in iter_modules(__path__) if package.ispkg))


@cache
def game(game_id: str) -> Game:
    """The game of that id; BrokenGame if it cannot be loaded."""
    if game_id not in folder_names():
        raise UnknownGame(f"no game {game_id!r}; there are {', '.join(game_ids())}")
    try:
        return _load(game_id)
    except Exception as error:  # whatever a game does while it is imported
        raise broken_by(game_id, error) from error


def _load(game_id: str) -> Game:
    found = import_module(f"{__name__}.{game_id}").GAME
    if not isinstance(found, Game) or found.id != game_id:
        raise BrokenGame(game_id, f"GAME must be a Game whose id is {game_id!r}")
    if find_spec(f"{__name__}.{game_id}.layout") is None:
        raise BrokenGame(game_id, "layout.py is missing")
    words = Words(game_id, ENGLISH)
    words.everything()
    words.drawing()
    return found


@cache
def broken_games() -> dict[str, str]:
    """What is wrong with each game that cannot be loaded, by id."""
    found = {}
    for game_id in folder_names():
        try:
            game(game_id)
        except BrokenGame as error:
            found[game_id] = error.why
    return found


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all games that can be played, in alphabetical order."""
    return tuple(game_id for game_id in folder_names() if game_id not in broken_games())


def rescan() -> None:
    """Look for games again: folders have come or gone while the program runs."""
    for found in (folder_names, game, broken_games, game_ids):
        found.cache_clear()
