"""A good move for whoever asks, where the table allows it."""

import pytest
from playwright.sync_api import expect
from visitor import PHONE, Visit, Visitor

GAME = "camino"  # something is to be chosen at once
SEARCHES = 60_000  # milliseconds, on a machine that tests share
COSTS = "A game with a hint does not count among your games won against bots."


def open_against_a_bot(visitor: Visitor, *, hints: bool = True) -> None:
    visitor.begin_table(GAME, "bot:easy")
    offered = visitor.page.get_by_label("With hints")
    expect(offered).to_be_checked()
    offered.set_checked(hints)
    visitor.open_table()
    visitor.wait_for_board()
    visitor.page.locator("[data-action]").first.wait_for(state="attached")


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_what_a_hint_costs_is_said_before_the_first(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(viewport=size)
    open_against_a_bot(visitor)
    asks, found = visitor.button("Show me a good move"), visitor.page.locator("[data-hint]")
    asks.click()
    warning = visitor.page.get_by_role("alert").filter(has_text=COSTS)
    expect(warning).to_be_visible()
    visitor.button("Play on without").click()
    expect(found).to_have_count(0)
    asks.click()
    expect(visitor.button("Show it")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(found).to_contain_text("A good move:", timeout=SEARCHES)
    expect(visitor.page.locator(".hint-ring").last).to_be_in_viewport()
    expect(visitor.page.locator("[data-place=card]")).to_be_in_viewport()
    before = visitor.snapshot
    visitor.choose_last()
    visitor.wait_past(before)
    visitor.page.reload()
    asks.click()
    expect(found).to_be_visible(timeout=SEARCHES)  # once is enough, also after coming again
    assert visitor.overflow() == 0


def test_a_host_who_wants_no_hints_has_none(visit: Visit) -> None:
    visitor = visit()
    open_against_a_bot(visitor, hints=False)
    visitor.page.locator(".bar details").first.wait_for()
    expect(visitor.button("Show me a good move")).to_have_count(0)
