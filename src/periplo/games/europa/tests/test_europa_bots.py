"""What bots do with planes: none of them flies where there is no flag to win."""

import pytest

from periplo.bots import bot
from periplo.core.dice import Dice
from periplo.games.europa.rules import EuropaState
from periplo.games.europa.state import FLY, KEEP
from periplo.games.europa.tests.racing import (
    GAME,
    SQUARES,
    Json,
    countries_of,
    own,
    position,
    team,
)

LEVELS = ("easy", "greedy", "hasty", "medium", "hard")
ROUTE = 2
CITIES = own(ROUTE)
LAST = CITIES[-1]


def flights(where: Json, level: str) -> set[int]:
    """The squares it flies to, in a hundred tries; `hard` thinks too long for so many."""
    state = GAME.load(where, {})
    assert isinstance(state, EuropaState)
    tries = 3 if level == "hard" else 100
    chosen = [bot(GAME, level).choose(state, 0, Dice(str(n))) for n in range(tries)]
    return {action - FLY for action in chosen if FLY < action < KEEP}


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_flies_back_to_flags_already_won(level: str) -> None:
    """[EUR-6, EUR-10]"""
    won = team(ROUTE, LAST + 1, flags=6, planes=1)
    assert not flights(position("turn", won, team(1)), level)
    assert not flights(position("die", won, team(1), die="plane"), level)


@pytest.mark.parametrize("level", ["easy", "greedy", "medium"])
def test_whoever_flies_does_it_for_the_flag_that_was_missed(level: str) -> None:
    """[EUR-6, EUR-10]"""
    missed = SQUARES[CITIES[len(CITIES) // 2]]["country"]
    flags = [country for country in countries_of(ROUTE) if country != missed]
    where = position("turn", team(ROUTE, LAST + 1, flags=flags, planes=1), team(1))
    wanted = {city for city in CITIES if SQUARES[city]["country"] == missed}
    found = flights(where, level)
    assert found
    assert found <= wanted
