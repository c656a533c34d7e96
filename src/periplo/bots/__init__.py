"""Bots, by name: `random`, and whatever a game's own room knows."""

from periplo.core.errors import BadSetup
from periplo.core.game import Game
from periplo.core.state import Policy, Uniform


def bot_names(game: Game) -> list[str]:
    return ["random", *sorted(game.policies())]


def bot(game: Game, name: str) -> Policy:
    """The bot of that name."""
    if name == "random":
        return Uniform()
    policies = game.policies()
    if name not in policies:
        raise BadSetup(f"no bot {name!r} for {game.id}; there are {', '.join(bot_names(game))}")
    return policies[name]


def seat_bots(game: Game, names: str, seats: int) -> list[Policy]:
    """One bot a seat from a list such as `random,greedy`; a short list goes round."""
    wanted = [name.strip() for name in names.split(",")]
    if len(wanted) > seats:
        raise BadSetup(f"bots: {len(wanted)} are named for {seats} seats")
    return [bot(game, wanted[seat % len(wanted)]) for seat in range(seats)]
