"""Ways to set up each game, and a player who wanders: what the contract tests share."""

from pathlib import Path
from typing import Any

import periplo
from periplo import TABLE, Dice, Game, State
from periplo.study.golden import recipes

GAMES = Path(__file__).parent.parent.parent / "src" / "periplo" / "games"


def setups(game_id: str) -> list[tuple[int, dict[str, Any]]]:
    """Every number of seats with the defaults, and every set-up of the golden games."""
    game = periplo.game(game_id)
    plain: list[tuple[int, dict[str, Any]]] = [
        (seats, {}) for seats in range(game.fewest_seats, game.most_seats + 1)
    ]
    golden = recipes(GAMES / game_id).values()
    return plain + [(recipe["seats"], recipe.get("options", {})) for recipe in golden]


def wander(game: Game, state: State, dice: Dice) -> tuple[int, int]:
    """What somebody does next: mostly sensible, so that games go on, now and then anything."""
    actors = state.actors()
    actor = actors[dice.below(len(actors))]
    if actor == TABLE:
        return actor, state.draw(dice)
    if dice.below(3) == 0:
        return actor, state.pick(actor, dice)
    return actor, game.policies()["greedy"].choose(state.seen_by(actor), actor, dice)
