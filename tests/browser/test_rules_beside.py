"""The rules beside the board: by their button, by a square, by a line of the log."""

import re

import pytest
from playwright.sync_api import Locator, ViewportSize, expect
from visitor import PHONE, Visit, Visitor

import periplo
from periplo.core.words import Words

GAME = "oca"
WIDE: ViewportSize = {"width": 1280, "height": 800}
# in units of the board, the point of the screen
ON_SCREEN = """([x, y]) => {
  const svg = document.querySelector('svg[data-places]')
  const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM())
  return [left, top]
}"""


def panel(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("dialog")


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_square_says_its_rule_beside_the_board(visit: Visit, size: ViewportSize) -> None:
    visitor = visit(viewport=size)
    visitor.set_up(GAME, "bot:medium")
    visitor.wait_for_board()
    visitor.offered()
    game, page = periplo.game(GAME), visitor.page
    layout = game.layout(game.position(game.new(2)))
    goose = next(square for square in layout["squares"] if square["kind"] == "goose")
    page.locator("svg[data-places]").scroll_into_view_if_needed()
    page.mouse.click(*page.evaluate(ON_SCREEN, [goose["x"], goose["y"]]))
    heading = panel(visitor).get_by_role("heading").first
    expect(heading).to_have_text("Goose: the same number again")
    expect(heading).to_be_focused()
    expect(panel(visitor)).to_contain_text(layout["clauses"][str(goose["at"])][0])
    shown = panel(visitor).bounding_box()
    assert shown is not None
    board = page.locator("svg[data-places]").bounding_box()
    assert board is not None
    beside = shown["x"] >= board["x"] + board["width"]
    assert beside if size == WIDE else shown["height"] < size["height"] / 2
    page.keyboard.press("Escape")
    expect(panel(visitor)).to_have_count(0)
    assert visitor.overflow() == 0


def test_the_goal_stands_at_the_table_and_in_the_rules_until_one_has_played_twice(
    visit: Visit,
) -> None:
    visitor = visit()
    visitor.set_up(GAME, "bot:medium")
    visitor.wait_for_board()
    goal = Words(GAME, "en").goal
    header = visitor.page.locator("header", has=visitor.page.locator("p.turn"))
    expect(header).to_contain_text(goal)
    visitor.button("Rules").click()
    expect(panel(visitor)).to_contain_text(goal)
    expect(panel(visitor)).to_contain_text("How it is played")
    panel(visitor).get_by_role("button", name="Close").click()
    shown = header.locator(".goal")
    for _ in range(2):
        expect(shown).to_be_visible()
        visitor.offered()
        before = visitor.snapshot
        visitor.page.locator("[data-throw]").click()
        visitor.wait_past(before)
    expect(shown).to_be_hidden()
    visitor.button("How does one win?").click()
    expect(shown).to_be_visible()
    visitor.page.locator(".entry button").last.click()  # the first throw of all
    expect(panel(visitor).get_by_role("heading")).to_have_text("One throw moves all of yours")
    expect(panel(visitor)).to_contain_text(re.compile(r"OCA-1\b"))
    expect(panel(visitor).get_by_role("button", name="Show this moment")).to_be_visible()


def test_the_moment_of_a_line_is_shown_on_the_board(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    visitor.set_up(GAME, "bot:medium")
    visitor.wait_for_board()
    visitor.offered()
    before = visitor.snapshot
    visitor.page.locator("[data-throw]").click()
    visitor.wait_past(before)
    visitor.offered()
    line = visitor.page.locator(".entry button").last
    line.scroll_into_view_if_needed()
    line.click()
    panel(visitor).get_by_role("button", name="Show this moment").click()
    expect(panel(visitor)).to_have_count(0)
    expect(visitor.page.locator(".table.back")).to_have_count(1)
    expect(visitor.page.locator("svg[data-places]")).to_be_in_viewport()
