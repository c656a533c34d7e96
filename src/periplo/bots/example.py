"""A board in mid-game, to show what a game looks like."""

from periplo.bots import bot
from periplo.core.dice import Dice
from periplo.core.game import Game
from periplo.core.playout import play_game

MOST_STEPS = 400  # half of them are shown


def example(game: Game, language: str) -> str:
    """As SVG; always the same one."""
    seats = max(2, game.fewest_seats)
    players = [bot(game, "greedy")] * seats
    steps = play_game(game.new(seats), players, Dice("example"), MOST_STEPS)
    state = game.new(seats)
    play_game(state, players, Dice("example"), steps // 2)
    return game.svg(game.position(state), game.seat_names[:seats], language)
