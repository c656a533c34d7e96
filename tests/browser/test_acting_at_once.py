"""Where everybody acts at the same time and in secret: what others did, and what may be done."""

import re

from playwright.sync_api import Locator, expect
from visitor import PHONE, Visit, Visitor

GAME = "camino"
BOTS = ("bot:easy", "bot:easy")


def begin(visitor: Visitor) -> None:
    visitor.set_up(GAME, *BOTS)
    visitor.wait_for_board()


def stop(visitor: Visitor) -> Locator:
    return visitor.page.locator("button.stop:not([aria-disabled=true])")


def play_round(visitor: Visitor) -> None:
    """One cell, and then nothing more."""
    page = visitor.page
    before = visitor.snapshot
    page.locator("[data-cell]").first.dispatch_event("click")
    visitor.wait_past(before)
    stop(visitor).click()
    expect(page.get_by_text("Round 2 of")).to_be_visible()
    expect(page.locator("[data-cell]").first).to_be_visible()


def test_what_the_others_drew_is_said_until_one_is_done_oneself(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    begin(visitor)
    play_round(visitor)
    page = visitor.page
    lines = page.locator("[data-banner] .said p")
    for name in ("Walker 2", "Walker 3"):
        expect(
            lines.filter(has_text=re.compile(rf"{name}.*(one cell|\d cells|nothing)"))
        ).to_have_count(1)
    expect(page.locator("[data-recap]")).to_be_visible()
    before = visitor.snapshot
    page.locator("[data-cell]").last.dispatch_event("click")
    visitor.wait_past(before)
    expect(lines).to_have_count(2)


def test_the_board_stays_where_it_is_from_the_first_press_on(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    begin(visitor)
    visitor.offered()
    page = visitor.page
    top = "document.querySelector('svg[data-places]').getBoundingClientRect().top"
    before, at = page.evaluate(top), visitor.snapshot
    page.locator("[data-cell]").first.dispatch_event("click")
    visitor.wait_past(at)
    expect(stop(visitor)).to_be_visible()
    assert abs(page.evaluate(top) - before) < 4
    bottom = "document.querySelector('.stop').getBoundingClientRect().bottom"
    bar = "document.querySelector('.table > .bar').getBoundingClientRect().top"
    assert page.evaluate(bottom) <= page.evaluate(bar)


def test_a_cell_that_is_barred_says_why(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    begin(visitor)
    visitor.offered()
    page = visitor.page
    box = page.locator("svg[data-places]").first.bounding_box()
    assert box is not None
    lowest = (box["x"] + box["width"] / 2, box["y"] + 0.95 * box["height"])
    page.mouse.click(*lowest)
    expect(page.get_by_text("It does not touch an end of your line")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
