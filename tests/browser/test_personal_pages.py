"""Pages about oneself: what one has played, the device's key, everything that is held of it."""

import json
from pathlib import Path

from playwright.sync_api import expect
from setups import quickest_game
from test_pages import check_both_themes, check_languages
from visitor import PHONE, Visit, Visitor

GAME = quickest_game()


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
