"""Pages about oneself: what one has played, the device's key, everything that is held of it."""

import json
from pathlib import Path

from playwright.sync_api import expect
from setups import quickest_game
from test_pages import check_both_themes, check_languages
from visitor import PHONE, Visit, Visitor

from periplo import game, game_ids

GAME = quickest_game()
DAILY = "/daily/" + next(id for id in game_ids() if game(id).daily() is not None)


def device_of(visitor: Visitor) -> str:
    return str(visitor.page.evaluate("JSON.parse(localStorage.getItem('periplo.device'))"))


def finish_a_match(visitor: Visitor) -> None:
    visitor.play_now(GAME)
    visitor.play_to_the_end()


def test_matches_move_with_the_key_and_are_deleted(visit: Visit, tmp_path: Path) -> None:
    first, second = visit(), visit(viewport=PHONE)
    first.go("/me")
    expect(first.page.get_by_text("Nothing yet.")).to_be_visible()
    finish_a_match(first)
    first.go("/me")
    rows = first.page.locator("section[aria-labelledby=matches] li")
    expect(rows).to_have_count(1)
    expect(first.page.get_by_role("row", name="All")).to_contain_text("1")
    check_both_themes(first)
    check_languages(first)

    first.button("Show my link and my words").click()
    words = first.page.locator("ol.words li").all_inner_texts()
    link = first.page.get_by_label("Link", exact=True).input_value()
    assert len(words) == 9
    assert link.endswith(f"/me#device={device_of(first)}")

    second.go("/me")
    second.page.get_by_text("I have words from another device").click()
    field = second.page.get_by_label("The words, in their order")
    field.fill(" ".join([words[1], words[0], *words[2:]]))
    second.button("Use them here").click()
    expect(second.page.get_by_text("The words do not fit together")).to_be_visible()
    field.fill(" ".join(words))
    second.button("Use them here").click()
    second.button("Yes, use that key here").click()
    expect(second.page.locator("section[aria-labelledby=matches] li")).to_have_count(1)
    assert device_of(second) == device_of(first)
    assert second.overflow() == 0

    third = visit()
    third.go(f"/me#device={device_of(first)}")
    third.button("No, stay as I am").click()
    expect(third.page.get_by_text("Nothing yet.")).to_be_visible()
    assert "#" not in third.page.url

    with second.page.expect_download() as saved:
        second.button("Save all of it as a file").click()
    saved.value.save_as(tmp_path / "mine.json")
    assert len(json.loads((tmp_path / "mine.json").read_text())["matches"]) == 1
    second.button("Delete all of it").click()
    second.button("Delete everything now").click()
    expect(second.page.get_by_text("1 seat without your name")).to_be_visible()
    expect(second.page.get_by_text("Nothing yet.")).to_be_visible()
    assert device_of(second) != device_of(first)
    first.page.reload()
    expect(first.page.get_by_text("Nothing yet.")).to_be_visible()


def test_the_deal_of_a_day_is_played_entered_and_shared(visit: Visit) -> None:
    first, second = visit(), visit(viewport=PHONE)
    first.go("/")
    first.page.get_by_role("link", name="Today’s challenge").click()
    expect(first.page.get_by_text("Nobody has entered yet.")).to_be_visible()
    check_both_themes(first)
    check_languages(first)
    first.button("Play today’s").click()
    first.wait_for_board()
    first.go(DAILY)
    first.button("Go on with your try").click()  # the same one
    first.play_to_the_end()
    first.page.get_by_role("link", name="To today’s challenge").click()

    first.page.get_by_label("Nickname").fill("Zaragoza")
    first.forgive("Failed to load resource")
    first.page.route("**/entry", lambda route: route.abort())
    first.button("Enter my points").click()
    expect(first.page.get_by_role("alert")).to_contain_text("kept on this device")
    first.page.unroute("**/entry")
    first.go("/rules/" + GAME)  # any page sends it
    second.go(DAILY)
    row = second.page.get_by_role("row", name="Zaragoza")
    while row.count() == 0:
        second.page.reload()
        second.wait_until_quiet()
    assert second.overflow() == 0
    first.go(DAILY)
    expect(first.page.get_by_role("row", name="Zaragoza")).to_contain_text("(you)")
    shared = first.page.get_by_label("To share").input_value()
    assert "points" in shared
    assert shared.endswith(DAILY)
    assert "/t/" not in shared
    first.button("Play without counting").click()
    first.wait_for_board()
    first.go(DAILY)
    expect(first.page.get_by_role("row", name="Zaragoza")).to_have_count(1)
    check_both_themes(first)


def be_rated(visitor: Visitor, name: str) -> None:
    visitor.go("/me")
    visitor.page.get_by_label("Name in the lists").fill(name)
    visitor.button("Rate me").click()
    expect(visitor.page.get_by_text(f"You are rated as {name}.")).to_be_visible()


def test_people_who_want_it_are_rated(visit: Visit) -> None:
    host, guest = visit(), visit(viewport=PHONE)
    guest.forgive("Failed to load resource")
    be_rated(host, "Zaragoza")
    host.go(f"/ratings/{GAME}")
    check_both_themes(host)
    check_languages(host)
    host.button("Open a rated table").click()
    expect(host.page.get_by_text("Rated table.")).to_be_visible()
    table = host.table_path
    guest.go(table)
    guest.sit_here()
    expect(guest.page.get_by_text("This table is rated.")).to_be_visible()
    be_rated(guest, "Brno")
    assert guest.overflow() == 0
    guest.go(table)
    guest.sit_here()
    host.button("Start the game").click()
    for visitor in (host, guest):
        visitor.wait_for_board()
        expect(visitor.page.locator(".table > header")).to_contain_text("Rated table")
    expect(host.page.get_by_role("button", name="Undo")).to_have_count(0)
    guest.go(f"/ratings/{GAME}")
    expect(guest.page.get_by_text("Nobody is in this list yet.")).to_be_visible()
    assert guest.overflow() == 0


def test_the_ladder_names_the_next_bot(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/me")
    visitor.page.get_by_role("button", name="Challenge: Bot, easy").first.click()
    visitor.wait_for_board()
