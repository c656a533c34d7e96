"""In a local network, over plain HTTP: what browsers allow only elsewhere is not needed."""

from random import Random

import pytest
from playwright.sync_api import expect
from setups import quickest_game
from visitor import Visit, Visitor

GAME = quickest_game()
SELECTED = "getSelection().toString()"


def link(visitor: Visitor) -> str:
    return visitor.page.get_by_label("Link", exact=True).input_value()


def test_a_page_works_where_the_browser_trusts_nothing(visit: Visit) -> None:
    visitor = visit()
    visitor.play_now(GAME)
    assert visitor.page.evaluate("isSecureContext") is False
    assert visitor.page.evaluate("'randomUUID' in crypto || 'clipboard' in navigator") is False
    before = visitor.moment
    visitor.choose(Random(1))
    visitor.wait_past(before)


@pytest.mark.parametrize("at_home", [True, False])
def test_a_link_is_copied(visit: Visit, at_home: bool) -> None:
    visitor = visit(at_home=at_home)
    visitor.set_up(GAME, "open")
    assert visitor.page.evaluate("'clipboard' in navigator") is at_home
    copy = visitor.button("Copy")
    copy.click()
    copied = visitor.button("Copied")
    expect(copied).to_be_visible()
    expect(copied).to_be_focused()
    name = visitor.page.get_by_label("Your name")
    name.fill("")
    name.press("Control+V")
    expect(name).to_have_value(link(visitor)[:32])  # no name is longer


def test_a_link_that_cannot_be_copied_is_selected(visit: Visit) -> None:
    visitor = visit()
    visitor.page.add_init_script("document.execCommand = () => false")
    visitor.set_up(GAME, "open")
    visitor.button("Copy").click()
    expect(visitor.page.get_by_text("Selected: copy it with your keyboard")).to_be_visible()
    assert visitor.page.evaluate(SELECTED) == link(visitor)
    assert visitor.button("Copied").count() == 0


@pytest.mark.parametrize("at_home", [True, False])
def test_what_needs_https_is_said_where_one_looks_for_it(visit: Visit, at_home: bool) -> None:
    visitor = visit(at_home=at_home)
    visitor.set_up(GAME, "open")
    share = visitor.page.get_by_text("The Share button needs an https address.")
    expect(share).to_have_count(0 if at_home else 1)
    visitor.page.get_by_role("button", name="Settings").click()
    can, cannot = "Your browser can install Periplo", "Over plain http a browser cannot install"
    expect(visitor.page.get_by_text(can if at_home else cannot)).to_be_visible()
    expect(visitor.page.get_by_text(cannot if at_home else can)).to_have_count(0)
