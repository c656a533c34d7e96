"""Every game is played to its end through the interface alone."""

from random import Random

from conftest import Visit

BY_HAND = 8  # moves with the mouse


def test_a_whole_game_against_a_bot(visit: Visit, game_id: str) -> None:
    dice = Random(1)
    visitor = visit()
    visitor.set_up(game_id, "bot:medium")
    visitor.wait_for_board()
    visitor.press_on_board(dice)
    for _ in range(BY_HAND):
        visitor.choose(dice)
    visitor.play_to_the_end()
    visitor.page.get_by_role("heading", name="win!").or_(
        visitor.page.get_by_role("heading", name="wins!")
    ).wait_for()
    visitor.button("Check the dice").click()
    visitor.page.get_by_text("draws come from the secret").wait_for()
