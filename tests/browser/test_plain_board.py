"""A game that has just been made is played in the browser, on the plain board."""

from pathlib import Path
from random import Random

import pytest
from conftest import Serve
from playwright.sync_api import expect
from setups import link_package
from visitor import PHONE, Visit, Visitor

from periplo.server.site import site_folder
from periplo.study.new_game import write_skeleton

GAME = "plainrace"
PLACE = ".stage .place"


@pytest.fixture
def with_new_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program as it is, and one game more; nothing is written into the work tree."""
    write_skeleton(link_package(tmp_path / "src"), GAME)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "src"))
    monkeypatch.setenv("PERIPLO_SITE", str(site_folder()))


@pytest.fixture
def player(with_new_game: None, serve: Serve, visit: Visit) -> Visitor:  # noqa: ARG001
    return visit(serve().address, viewport=PHONE)


def test_a_new_game_is_played_by_pressing_places_and_buttons(player: Visitor) -> None:
    player.set_up(GAME, "bot:easy")
    player.wait_for_board()
    assert player.page.locator(".stage .pieces [role=img]").count() == 2
    player.page.locator("[data-throw]").click()
    place = player.page.locator(PLACE)
    expect(place).to_have_count(1)
    expect(player.page.locator(".stage .latest")).to_contain_text("throws")
    before = player.snapshot
    place.click()
    player.wait_past(before)
    dice = Random(1)
    for _ in range(4):
        player.choose(dice)
    player.play_to_the_end()
    player.page.get_by_role("heading", name="wins!").wait_for()
    assert player.overflow() == 0


def test_the_plain_board_is_used_with_the_keyboard(player: Visitor) -> None:
    player.set_up(GAME, "bot:easy")
    player.wait_for_board()
    player.page.locator("[data-throw]").click()
    player.tab_to(PLACE)
    before = player.snapshot
    player.page.keyboard.press("Enter")
    player.wait_past(before)
