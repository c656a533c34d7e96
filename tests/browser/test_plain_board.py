"""A game that has just been made is played in the browser, on the plain board."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from conftest import Serve
from playwright.sync_api import Page, expect
from setups import link_package
from test_event_entering import sit_down
from visitor import PHONE, Visit, Visitor

from periplo.server.site import site_folder
from periplo.study.new_game import write_skeleton

GAME = "plainrace"
PLACE = ".stage .place"


def give_die(package: Path, faces: int, *, is_shown: bool) -> None:
    """The new game with a die of so many faces, which its choices may keep to themselves."""
    rules, notation = package / "rules.py", package / "notation.py"
    text = rules.read_text()
    for name, number in (("WALK", faces), ("WAIT", faces + 1), ("ACTION_COUNT", faces + 2)):
        text = re.sub(rf"^{name}: Final = .*", f"{name}: Final = {number}", text, flags=re.M)
    rules.write_text(text)
    if not is_shown:
        notation.write_text(notation.read_text().replace('choice["faces"] =', "_ ="))


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


def seek(page: Page) -> None:
    page.get_by_label("Search").fill("304")
    expect(page.locator("[data-outcome]")).to_have_count(1)
    page.locator("[data-outcome]").click()


def write(page: Page) -> None:
    page.get_by_label("Write what happened").fill("604")
    page.get_by_role("button", name="Enter", exact=True).click()


@pytest.mark.parametrize(
    ("faces", "is_shown", "press"),
    [
        (6, True, lambda page: page.locator("[data-face='4']").click()),
        (6, False, lambda page: page.locator("[data-outcome='4']").click()),
        (400, False, seek),
        (700, False, write),
    ],
    ids=["dice", "list", "long list", "too long a list"],
)
@pytest.mark.usefixtures("with_new_game")
def test_a_new_game_is_refereed_by_what_its_choices_show(
    tmp_path: Path,
    serve: Serve,
    visit: Visit,
    faces: int,
    is_shown: bool,
    press: Callable[[Page], None],
) -> None:
    give_die(tmp_path / "src" / "periplo" / "games" / GAME, faces, is_shown=is_shown)
    player = visit(serve().address, viewport=PHONE)
    sit_down(player, GAME)
    press(player.page)
    expect(player.page.locator(".stage .latest")).to_contain_text("4")
    player.page.locator(PLACE).click()
    expect(player.page.locator("[data-next]")).not_to_have_attribute("data-next", "1")
    assert player.overflow() == 0
