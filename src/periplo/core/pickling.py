"""States and games as `pickle` writes them, compiled and interpreted alike.

A compiled class can make no empty object, so a state is read back into a copy of a new game's.
What is written is for the same version of the package and of the game's rules; any other is
refused. What has to last is a record, or a position.
"""

from importlib import import_module
from typing import Any, Final

from periplo.core.errors import BadPickle

_GAMES: Final = "periplo.games."

_beginnings: dict[str, Any] = {}  # a new state of each game, by the name of its class


def stamp(game: Any) -> tuple[str, int, str]:
    """Which game, of which rules, in which version of the package."""
    return game.id, game.rules, _version()


def stamped(written: tuple[str, int, str]) -> Any:
    """The game that a stamp names; BadPickle if it is another version than ours."""
    game_id, rules, version = written
    found = _find(game_id)
    if found is None:
        raise BadPickle(f"the pickle is of {game_id}, a game that is not found here")
    if (rules, version) != (found.rules, _version()):
        raise BadPickle(
            f"the pickle is of {game_id} with rules {rules} and Periplo {version}; here are "
            f"rules {found.rules} and Periplo {_version()}: keep records or positions instead"
        )
    return found


def _version() -> str:
    from periplo.version import __version__  # which imports core

    return __version__


def _find(game_id: str) -> Any:
    try:
        return import_module(_GAMES + game_id).GAME
    except (AttributeError, ImportError):
        return None


# games: there is one of each


def reduced_game(game: Any) -> tuple[Any, ...]:
    if _find(game.id) is not game:
        raise BadPickle(
            f"{game.id} cannot be pickled: it is not GAME of a package in periplo.games"
        )
    return stamped, (stamp(game),)


# states: what they consist of, by name


def reduced_state(state: Any) -> tuple[Any, ...]:
    return _restored_state, (stamp(_pickled_game(state)), _parts(state))


def _restored_state(written: tuple[str, int, str], parts: dict[str, Any]) -> Any:
    game = stamped(written)
    state = _beginning(game).copy()
    missing = _parts(state).keys() - parts.keys()
    try:
        for name, value in parts.items():
            setattr(state, name, value)
    except (AttributeError, TypeError) as error:
        raise BadPickle(f"the pickled {game.id} is written otherwise than ours: {error}") from None
    if missing:
        lacks = ", ".join(sorted(missing))
        raise BadPickle(f"the pickled {game.id} is written otherwise than ours: it lacks {lacks}")
    return state


def game_of(state: Any) -> Any:
    """The game whose package a state's class is from; None if it is from none."""
    module = type(state).__module__
    if not module.startswith(_GAMES):
        return None
    return _find(module.removeprefix(_GAMES).split(".")[0])


def _pickled_game(state: Any) -> Any:
    kind = type(state)
    found = game_of(state)
    if found is None or type(_beginning(found)) is not kind:
        raise BadPickle(
            f"{kind.__name__} cannot be pickled: no game in periplo.games begins with such a state"
        )
    return found


def _beginning(game: Any) -> Any:
    if game.id not in _beginnings:
        _beginnings[game.id] = game.new(game.fewest_seats)
    return _beginnings[game.id]


def _parts(state: Any) -> dict[str, Any]:
    """All attributes but the log, which belongs to whoever attached it."""
    names = [*getattr(type(state), "__mypyc_attrs__", ()), *getattr(state, "__dict__", ())]
    return {
        name: getattr(state, name)
        for name in names
        if name not in ("__dict__", "log") and hasattr(state, name)
    }
