"""What boards say of what is ahead: who is in danger with nobody at home, what would win."""

from typing import Any

import pytest

from periplo.games.oca import GAME
from periplo.games.oca.tests.scenarios import IN_THE_WELL, flock, race, throw


def ahead(*flocks: dict[str, Any]) -> dict[str, Any]:
    return GAME.derived(race(*flocks, flock(20)).state)


@pytest.mark.parametrize(
    ("home", "spent", "alarm"),
    [
        (3, False, None),
        (2, False, "few"),
        (1, False, "few"),
        (0, False, "empty"),
        (0, True, "spent"),
    ],
)
def test_a_flock_with_hardly_anybody_at_home_is_warned(
    home: int, spent: bool, alarm: str | None
) -> None:
    """[OCA-24, OCA-R6]"""
    strays = [7] * (11 - home)
    alarms = ahead(flock(30, strays=strays, home=home, spent=spent))["alarms"]
    assert alarms == {"0": alarm, "1": None}


def test_whoever_has_nothing_to_lose_is_not_warned() -> None:
    assert ahead(flock(1, strays=[1] * 11, home=0))["alarms"]["0"] is None


def test_the_alarm_comes_true() -> None:
    """[OCA-24]"""
    match = race(flock(29, strays=[7] * 11, home=0), flock(20))
    assert GAME.derived(match.state)["alarms"]["0"] == "empty"
    throw(match, "1+1")  # into the well
    assert match.position()["flocks"][0]["bearer"] == 1


@pytest.mark.parametrize(
    ("bearer", "wins"),
    [
        (62, []),  # two dice show 2 or more
        (61, [2]),
        (55, [4, 8]),  # 4 by the goose on 59
        (51, [12]),
        (20, None),
    ],
)
def test_with_which_totals_a_bearer_wins(bearer: int, wins: list[int] | None) -> None:
    """[OCA-2, OCA-5]"""
    assert ahead(flock(bearer))["throw"]["wins"] == wins


def test_in_the_well_only_5_and_7_can_win() -> None:
    """[OCA-13]"""
    assert ahead(flock(*IN_THE_WELL))["throw"]["wins"] is None


def test_a_golden_win_is_one_too() -> None:
    """[OCA-21]"""
    assert ahead(flock(61))["throw"]["wins"] == [2]


def test_nothing_is_ahead_when_it_is_over() -> None:
    match = race(flock(61, strays=[7] * 11, home=0), flock(20), golden_races=0)
    throw(match, "1+1")
    assert GAME.derived(match.state) == {"alarms": {"0": None, "1": None}, "throw": {"wins": None}}
