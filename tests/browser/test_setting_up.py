"""From the home page to a table: what is in sight, presets, and options without a line of JSON."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from test_personal_pages import be_rated
from visitor import PHONE, Visit, Visitor

GAME = "oca"
DESKTOP = {"width": 1280, "height": 800}


def opened(visitor: Visitor) -> dict[str, Any]:
    """The table as everybody may know it."""
    said = visitor.download(f"{visitor.address}/api/tables/{visitor.table_path[3:]}")
    found: dict[str, Any] = said.json()
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_somebody_new_can_play_without_scrolling(visit: Visit, size: dict[str, int]) -> None:
    visitor = visit(viewport=size)
    visitor.go("/")
    button = visitor.page.locator(".hero").get_by_role("button", name="Play now")
    place = button.bounding_box()
    assert place is not None
    assert place["y"] + place["height"] < size["height"]
    button.click()
    visitor.wait_for_board()


def test_two_play_on_one_device_by_a_preset_alone(visit: Visit) -> None:
    visitor = visit()
    visitor.go(f"/new/{GAME}")
    visitor.page.get_by_label("Two of us on this device").check()
    visitor.open_table()
    visitor.wait_for_board()
    assert [seat["kind"] for seat in opened(visitor)["seats"]] == ["person", "person"]


def test_lists_and_tables_of_points_have_fields(visit: Visit) -> None:
    visitor = visit()
    visitor.begin_table(GAME, "bot:easy")
    squares = visitor.page.get_by_role("group", name="The flocks' own squares")
    squares.get_by_label("Seat 2").select_option("46")
    visitor.page.get_by_label("each egg").fill("5")
    visitor.page.get_by_label("Another one for each seat").check()
    people = visitor.page.get_by_role("group", name="People in a flock")
    people.get_by_label("Seat 1").fill("15")
    visitor.open_table()
    found = opened(visitor)["options"]
    assert found["squares"] == [60, 46]
    assert found["points"]["egg"] == 5
    assert found["flock"] == [15, 10]


def test_what_is_wrong_is_said_at_its_field(visit: Visit) -> None:
    visitor = visit()
    visitor.forgive("400")
    visitor.begin_table(GAME, "bot:easy")
    squares = visitor.page.get_by_role("group", name="The flocks' own squares")
    squares.get_by_label("Seat 2").select_option("60")
    visitor.page.locator("form button:not([type=button])").click()
    alert = visitor.page.locator(".field", has=squares).get_by_role("alert")
    alert.wait_for()
    assert "different neutral squares" in alert.inner_text()


def test_people_who_come_by_a_link_may_be_rated(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    visitor.go(f"/new/{GAME}")
    rated = visitor.page.get_by_label("Rated table")
    visitor.page.get_by_label("Two of us on this device").check()
    expect(rated).to_have_count(0)
    by_link = visitor.page.get_by_label("With friends by a link")
    by_link.check()
    expect(visitor.page.get_by_text("Only for people who want to be rated.")).to_be_visible()
    expect(rated).to_be_disabled()
    be_rated(visitor, "Zaragoza")
    visitor.go(f"/new/{GAME}")
    by_link.check()
    rated.check()
    visitor.open_advanced()
    hints = visitor.page.get_by_label("With hints")
    expect(hints).to_be_disabled()
    expect(hints).not_to_be_checked()
    assert visitor.overflow() == 0
    visitor.open_table()
    expect(visitor.page.get_by_text("Rated table.")).to_be_visible()
    found = opened(visitor)
    assert (found["rated"], found["hints"]) == (True, False)


# ---- at the table


def test_the_tab_says_whose_turn_it_is_and_keys_do_what_they_say(visit: Visit) -> None:
    visitor = visit()
    visitor.play_now("poleana")
    page = visitor.page
    expect(page).to_have_title(re.compile("^● Your turn"), timeout=20_000)
    assert page.locator("link[rel=icon]").get_attribute("href") == "/icon-turn.svg"
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").get_by_text("take back").wait_for()
    page.keyboard.press("Escape")
    before = visitor.snapshot
    page.locator("[data-throw]").wait_for()
    page.keyboard.press("t")
    visitor.wait_past(before)


@pytest.mark.parametrize("game", ["camino", GAME])  # without dice and with them
def test_how_long_to_wait_for_the_away_is_asked_wherever_people_come(
    visit: Visit, game: str
) -> None:
    visitor = visit()
    visitor.go(f"/new/{game}")
    waiting = visitor.page.get_by_label("How long the table waits for somebody who is away")
    visitor.page.get_by_label("With friends by a link").check()
    visitor.page.locator("details summary").click()
    expect(waiting).to_be_visible()
    visitor.page.get_by_label("Two of us on this device").check()
    expect(waiting).to_have_count(0)
