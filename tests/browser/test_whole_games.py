"""Every game is played to its end through the interface alone."""

from random import Random

import pytest
from conftest import Visit


def test_a_whole_game_against_a_bot(visit: Visit, game_id: str) -> None:
    dice = Random(1)
    visitor = visit()
    visitor.set_up(game_id, "bot:random")
    visitor.wait_for_board()
    visitor.press_on_board(dice)
    print(game_id, visitor.play_to_the_end(dice))
    visitor.page.get_by_role("heading", name="wins!").wait_for()
