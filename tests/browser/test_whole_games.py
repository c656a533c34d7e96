"""Every game is played to its end through the interface alone, and somebody watches."""

import re
from random import Random

from playwright.sync_api import expect
from visitor import DOABLE, Visit, Visitor

BY_HAND = 8  # actions with the mouse


def test_a_whole_game_against_a_bot(visit: Visit, game_id: str) -> None:
    dice = Random(1)
    player, spectator = visit(), visit()
    player.set_up(game_id, "bot:medium")
    player.wait_for_board()
    player.press_on_board(dice)
    check_spectator(spectator, player)
    for _ in range(BY_HAND):
        player.choose(dice)
    player.play_to_the_end()

    won = re.compile("wins?!|shares? the win")
    for visitor in (player, spectator):
        visitor.page.get_by_role("heading", name=won).wait_for()
    player.button("Check the draws").click()
    player.page.get_by_text("draws come from the secret").wait_for()


def check_spectator(spectator: Visitor, player: Visitor) -> None:
    """Whoever has the link sees what all may know, and is offered nothing."""
    spectator.go(player.table_path)
    spectator.wait_for_board()
    expect(player.page.get_by_text("1 person is watching")).to_be_visible()
    assert 0 < spectator.snapshot <= player.snapshot
    assert spectator.page.locator(DOABLE).count() == 0
