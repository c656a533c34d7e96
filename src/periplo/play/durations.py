"""How many minutes people take for a game, as `make durations` has found and written them down."""

from functools import cache

from periplo.core.errors import BrokenGame, broken_by
from periplo.core.words import load_toml

FILE = "durations.toml"


@cache
def durations(game_id: str) -> dict[int, list[int]]:
    """From how many minutes to how many, by the number of seats; {} for a game without its file."""
    try:
        found = load_toml(f"periplo.games.{game_id}", FILE)
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise broken_by(game_id, error) from None
    try:
        return {int(seats): [int(few), int(many)] for seats, (few, many) in found.items()}
    except (TypeError, ValueError) as error:
        raise BrokenGame(game_id, f"{FILE}: {error}") from None
