"""How long games are said to last."""

from statistics import median

from periplo.games import game
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
