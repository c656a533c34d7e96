"""How long games are said to last."""

from itertools import pairwise
from statistics import median

import pytest

from periplo.core.errors import BadSetup
from periplo.games import game, game_ids
from periplo.play.class_settings import class_settings
from periplo.play.durations import durations
from periplo.study.durations import play_seconds

GAMES = 15


def test_a_usual_game_takes_as_long_as_is_said(game_id: str) -> None:
    by_seats = durations(game_id)
    seats = game(game_id).fewest_seats
    few, many = by_seats[seats]
    found = median(play_seconds(game(game_id), seats, number) / 60 for number in range(GAMES))
    assert few <= found <= many


def test_a_duration_is_said_for_every_number_of_seats(game_id: str) -> None:
    found = game(game_id)
    assert list(durations(game_id)) == [*range(found.fewest_seats, found.most_seats + 1)]


CLASSES = [game_id for game_id in game_ids() if game(game_id).classroom() is not None]


@pytest.mark.parametrize("taught", CLASSES)
def test_a_usual_lesson_takes_as_long_as_is_said(taught: str) -> None:
    found, teams = game(taught), game(taught).fewest_seats
    known = found.classroom().SECONDS
    for one in class_settings(found, teams, 50).proposals:
        if one.throws == "press":
            minutes = [
                play_seconds(found, teams, number, one.options, known) / 60
                for number in range(GAMES)
            ]
            assert one.few <= median(minutes) <= one.many


@pytest.mark.parametrize("taught", CLASSES)
def test_what_is_proposed_for_a_lesson_fits_and_nothing_longer_does(taught: str) -> None:
    found = game(taught)
    for teams in range(found.fewest_seats, found.most_seats + 1):
        for minutes in (25, 50, 90, 200):
            settings = class_settings(found, teams, minutes)
            assert all(one.minutes <= other.minutes for one, other in pairwise(settings.proposals))
            if settings.best is None:
                assert not any(one.fits for one in settings.proposals)
                continue
            best = settings.proposals[settings.best]
            assert best.minutes <= 0.9 * minutes or best.fits
            assert best.lessons == 1
            if best.fits:
                longer = settings.proposals[settings.best + 1 :]
                assert not [one for one in longer if one.fits and one.throws == best.throws]
            assert found.new(teams, best.options)


@pytest.mark.parametrize("taught", CLASSES)
def test_no_lesson_is_proposed_for_more_teams_than_there_can_be(taught: str) -> None:
    with pytest.raises(BadSetup, match="teams"):
        class_settings(game(taught), 99, 50)
