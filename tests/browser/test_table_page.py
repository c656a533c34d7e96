"""The page around every board: players once, one sign for each, one way to throw, room for it."""

import pytest
from playwright.sync_api import expect
from setups import hiding_game, small_table, widest_game
from visitor import LANDSCAPE, PHONE, Visit, Visitor

import periplo
from periplo import State

# in which seats throw dice
THROWN = [
    game for game in periplo.game_ids() if type(small_table(game)).thrower is not State.thrower
]
# how the sign of each player looks, and how all those look that stand elsewhere on the page
SIGNS = """(where) => [...document.querySelectorAll(where)].map((svg) => [...svg.children].map(
  (shape) => `${shape.getAttribute('d') ?? 'disc'} ${getComputedStyle(shape).fill}`).join(' '))"""
PASS = "[data-pass]"
MOST_TABLES = 6


def play_some(visitor: Visitor, actions: int) -> None:
    for _ in range(actions):
        visitor.offered()
        before = visitor.snapshot
        visitor.page.locator("[data-throw], [data-action]").first.dispatch_event("click")
        visitor.wait_past(before)
    visitor.offered()


def test_a_person_has_one_sign_everywhere(visit: Visit, game_id: str) -> None:
    visitor = visit()
    visitor.play_now(game_id)
    play_some(visitor, 5)
    players = visitor.page.evaluate(SIGNS, ".players > ol > li > svg")
    assert len({*players}) == len(players) > 1
    others = visitor.page.evaluate(SIGNS, ".entry svg, [data-banner] p svg:first-child")
    assert others
    assert {*others} <= {*players}
    named = visitor.page.evaluate(SIGNS, ".stage .who > svg, .stage th > svg")
    assert {*named} <= {*players}


@pytest.mark.parametrize("game", THROWN)
def test_players_are_listed_once_and_there_is_one_way_to_throw(visit: Visit, game: str) -> None:
    visitor = visit(viewport=PHONE)
    visitor.play_now(game)
    page = visitor.page
    names = page.locator(".players .name").all_inner_texts()
    assert len({*names}) == len(names) > 1
    for name in names:
        assert page.locator(".stage li", has_text=name).count() == 0
        assert page.locator(f".stage section[aria-label='{name}']").count() == 0
    # what the board has to say of each stands in that list
    expect(page.locator(".players .details")).to_have_count(len(names))
    while not page.locator("[data-throw]").count():
        play_some(visitor, 1)
    throw = page.locator("[data-throw]")
    expect(throw).to_have_count(1)
    expect(page.locator(".stage").locator(throw)).to_be_in_viewport()
    before = visitor.snapshot
    throw.focus()
    page.keyboard.press("Enter")
    visitor.wait_past(before)


@pytest.mark.parametrize("key", ["Enter", "t"])
@pytest.mark.parametrize("game", THROWN)
def test_whoever_throws_by_keyboard_goes_on_by_keyboard(visit: Visit, game: str, key: str) -> None:
    visitor = visit()
    visitor.play_now(game)
    page = visitor.page
    for _ in range(4):
        while not page.locator("[data-throw]").count():
            play_some(visitor, 1)
        before = visitor.snapshot
        page.locator("[data-throw]").focus()
        page.keyboard.press(key)
        visitor.wait_past(before)
        visitor.offered()
        focused = ", ".join(f"{place}:focus, {place} :focus" for place in (".stage", ".bar"))
        expect(page.locator(focused)).to_have_count(1)


def test_the_text_board_has_a_button_to_throw(visit: Visit) -> None:
    visitor = visit()
    visitor.play_now(THROWN[0])
    visitor.switch_on_text_board()
    expect(visitor.page.locator(".players .details")).to_have_count(0)
    while not visitor.page.locator("[data-throw]").count():
        play_some(visitor, 1)
    expect(visitor.page.locator(".bar [data-throw]")).to_have_text("Throw")


def test_all_that_can_be_done_is_shown_when_it_is_asked_for(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    visitor.play_now(widest_game())
    page = visitor.page
    while page.locator("[data-action]").count() < 20:
        play_some(visitor, 1)
    whole = page.locator(".bar > details")
    size = whole.bounding_box()
    assert size is not None
    assert max(size["width"], size["height"]) < 60
    summary = whole.locator("> summary")
    expect(summary).to_have_accessible_name(whole.locator(".long").inner_text())
    summary.press("Enter")
    expect(whole.locator("summary", has_text="All you can do")).to_be_visible()
    expect(whole.locator("details, [data-action]").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(whole.locator(".inner")).to_be_hidden()


def play_until_stuck(visitor: Visitor) -> bool:
    """Until one's only action is to pass; False if the game is over before."""
    for _ in range(200):
        visitor.offered()
        if visitor.page.locator("#result").count():
            return False
        if visitor.page.locator(PASS).count():
            return True
        visitor.choose_last()
    raise AssertionError("this game does not end")


def test_a_stuck_player_may_let_it_pass_by_itself_and_stop_that(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    offer = page.locator(PASS)
    for _ in range(MOST_TABLES):
        visitor.set_up(hiding_game())  # alone, so that nobody is waited for
        if not play_until_stuck(visitor):
            continue
        expect(offer).not_to_be_checked()
        expect(page.locator("[data-action]")).to_have_count(1)  # nothing passes by itself yet
        before = visitor.snapshot
        offer.click()
        visitor.wait_past(before)
        visitor.offered()
        if page.locator("#result").count():
            continue
        page.reload()
        expect(offer).to_be_checked()
        offer.click()
        expect(page.locator(f"{PASS}:checked")).to_have_count(0)
        page.reload()
        visitor.offered()
        expect(page.locator(f"{PASS}:checked")).to_have_count(0)
        if play_until_stuck(visitor):
            expect(offer).not_to_be_checked()
        return
    raise AssertionError("nobody is ever stuck")


def test_space_goes_on_where_one_goes_step_by_step(visit: Visit) -> None:
    visitor = visit()
    visitor.set_up("oca", "bot:easy", "bot:easy")
    page = visitor.page
    visitor.offered()
    page.get_by_label("Pace").select_option("step")
    next_button = page.locator("[data-next]")
    expect(next_button).to_be_focused()
    page.keyboard.press("t")  # throws
    expect(page.locator("[data-skip]")).to_be_visible()
    before = visitor.snapshot
    page.keyboard.press("Space")
    visitor.wait_past(before)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog")
    expect(keys.locator("dt", has_text="Space")).to_be_visible()
    expect(keys).to_contain_text("step by step")


def test_on_a_phone_on_its_side_the_whole_board_is_seen(visit: Visit, game_id: str) -> None:
    visitor = visit(viewport=LANDSCAPE)
    visitor.play_now(game_id)
    visitor.offered()
    # a map that is larger than its frame is moved within that
    board = visitor.page.locator(".stage :is(.frame, svg[data-places])").first
    expect(board).to_be_in_viewport(ratio=0.99)
    size = board.bounding_box()
    assert size is not None
    assert size["height"] > 0.75 * LANDSCAPE["height"]
    assert visitor.overflow() == 0
