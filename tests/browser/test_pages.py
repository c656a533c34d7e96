"""What holds on every page: sizes, languages, accessibility, weight."""

import gzip
import json
import re
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from setups import quickest_game
from visitor import LANDSCAPE, PHONE, Visit, Visitor

from periplo.core.words import LANGUAGES, Words

ROOT = Path(__file__).parents[2]
GAME = quickest_game()
PATIENCE = 10.0  # seconds
BUDGET = 200 * 1024  # bytes of JavaScript and fonts, compressed, for home and one game
HOME_FONTS = 60 * 1024  # bytes
PAGES = [
    "/",
    f"/new/{GAME}",
    f"/rules/{GAME}",
    f"/learn/{GAME}",
    f"/print/{GAME}",
    "/me",
    "/join",
    "/nowhere",
]
# axe-core does not check the contrast of what stands before a pattern
PLAIN = """{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { background-image: none !important }')
  document.adoptedStyleSheets.push(sheet)
}"""
UNFILLED = re.compile(r"\{\w+\}|undefined|NaN|\[object")
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


def open_mid_game(visitor: Visitor, game_id: str) -> None:
    visitor.play_now(game_id)
    dice = Random(2)
    for _ in range(3):  # after more, the quickest may be over
        assert visitor.choose(dice)
    visitor.offered()


# ---- accessibility


def serious_faults(visitor: Visitor, *rules: str) -> list[str]:
    """What axe-core calls serious or critical; or anything by the given rules."""
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
        visitor.page.evaluate(PLAIN)
    only = f"{{ runOnly: {json.dumps(rules)} }}" if rules else "{}"
    found = visitor.page.evaluate(f"axe.run(document, {only}).then((all) => all.violations)")
    return [
        f"{fault['id']}: {node['html'][:200]} {node['failureSummary']}"
        for fault in found
        if rules or fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def check_both_themes(visitor: Visitor) -> None:
    visitor.wait_until_quiet()
    assert serious_faults(visitor) == []
    assert serious_faults(visitor, "heading-order") == []
    visitor.page.emulate_media(color_scheme="dark")
    assert serious_faults(visitor, "color-contrast") == []  # nothing else depends on the theme


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible(visit: Visit, path: str) -> None:
    visitor = visit()
    visitor.go(path)
    check_both_themes(visitor)


def test_a_board_is_accessible_and_fits_a_phone(visit: Visit, game_id: str) -> None:
    visitor = visit()
    open_mid_game(visitor, game_id)
    assert [text for text in visitor.said() if UNFILLED.search(text)] == []
    check_both_themes(visitor)
    visitor.page.set_viewport_size(LANDSCAPE)
    assert visitor.overflow() == 0
    visitor.page.set_viewport_size(PHONE)
    assert visitor.overflow() == 0
    board = visitor.page.locator("[data-snapshot] > .stage").bounding_box()
    assert board is not None
    assert board["width"] >= 0.97 * PHONE["width"]


def test_looking_back_and_lessons_are_accessible(visit: Visit, game_id: str) -> None:
    visitor = visit()
    open_mid_game(visitor, game_id)
    visitor.go(f"{visitor.table_path}?at=0")
    visitor.page.locator(".replay").wait_for()
    check_both_themes(visitor)
    learner = visit(viewport=PHONE)
    learner.go(f"/learn/{game_id}")
    learner.page.locator("[data-ready=true] .stage svg:visible").first.wait_for()
    check_both_themes(learner)


def test_the_waiting_room_and_the_dialogs_are_accessible(visit: Visit) -> None:
    visitor = visit()
    visitor.set_up(GAME, "open")
    check_both_themes(visitor)
    visitor.page.get_by_role("button", name="Settings").click()
    check_both_themes(visitor)


# ---- sizes


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone(visit: Visit, path: str) -> None:
    visitor = visit(viewport=PHONE)
    visitor.go(path)
    assert visitor.overflow() == 0


# ---- languages


def own_words(visitor: Visitor) -> set[str]:
    """What stands on headings and on whatever can be pressed or filled in, but for names."""
    visitor.wait_until_quiet()
    said = visitor.page.locator("h1, h2, button, a.button, legend, label").all_inner_texts()
    names = {Words(GAME, language).name for language in LANGUAGES}
    return {text.strip() for text in said if len(text.strip()) > 2} - names


def check_languages(visitor: Visitor) -> None:
    before = own_words(visitor)
    for language in ("es", "en", "it", "en"):  # Spanish and Italian share too many words
        visitor.page.locator(f"header button[lang={language}]").click()
        assert visitor.page.locator("html").get_attribute("lang") == language
        deadline = monotonic() + PATIENCE
        while (now := own_words(visitor)) & before and monotonic() < deadline:
            visitor.page.wait_for_timeout(50)  # the game's own words are on their way
        assert len(now) > 1
        assert now & before == set()
        before = now


@pytest.mark.parametrize("path", PAGES)
def test_a_page_changes_its_language_at_once(visit: Visit, path: str) -> None:
    visitor = visit()
    visitor.go(path)
    check_languages(visitor)


def test_a_table_changes_its_language_at_once(visit: Visit) -> None:
    visitor = visit()
    open_mid_game(visitor, GAME)
    check_languages(visitor)


# ---- weight


def test_home_and_a_game_are_light(visit: Visit, game_id: str) -> None:
    visitor = visit(at_home=True, service_workers="allow")
    visitor.go("/")
    visitor.wait_until_quiet()
    fonts = {url: len(visitor.download(url).body()) for url in visitor.fonts}
    assert len(fonts) > 1, "the fonts were not seen"
    assert sum(fonts.values()) <= HOME_FONTS, fonts
    visitor.play_now(game_id)
    visitor.wait_until_quiet()
    sizes = {
        url: len(gzip.compress(visitor.download(url).body(), 9))
        for url in visitor.scripts | visitor.fonts
    }
    assert len(visitor.scripts) > 3, "the scripts were not seen"
    assert sum(sizes.values()) <= BUDGET, sizes
