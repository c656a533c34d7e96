"""What happens to people at a table: company, spectators, reloads, looking back, lost networks."""

import re
from random import Random

from playwright.sync_api import expect
from server_process import ServerProcess
from setups import lasting_game, widest_game
from visitor import PHONE, PRESSABLE, Visit, Visitor, wait_for_turn

GAME = lasting_game()
# whether what each choice would bring has been asked for
FORETOLD = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/ahead?'))"


def play_some(visitor: Visitor, actions: int = 3) -> None:
    dice = Random(1)
    for _ in range(actions):
        assert visitor.choose(dice)
    visitor.offered()


def throw_until_asked(visitor: Visitor) -> None:
    while visitor.offered() and visitor.page.locator("[data-throw]").count():
        before = visitor.snapshot
        visitor.page.locator("[data-throw]").click()
        visitor.wait_past(before)


def test_two_browsers_at_one_table_by_link(visit: Visit) -> None:
    host, guest = visit(), visit(locale="es-ES")
    host.set_up(GAME, "open")
    link = host.page.get_by_label("Link", exact=True).input_value()
    assert link == host.page.url
    host.page.get_by_role("img", name="QR code").wait_for()

    guest.go(host.table_path)
    guest.button("Sentarme aquí").click()
    guest.give_name()
    start = host.button("Start the game")
    expect(start).to_be_enabled()
    start.click()
    for visitor in (host, guest):
        visitor.wait_for_board()

    dice = Random(1)
    for _ in range(6):
        acting, before = wait_for_turn(host, guest), host.snapshot
        acting.choose(dice)
        host.wait_past(before)
        expect(guest.page.locator("[data-snapshot]")).to_have_attribute(
            "data-snapshot", str(host.snapshot)
        )


def test_a_reload_keeps_seat_and_position(visit: Visit) -> None:
    visitor = visit()
    visitor.play_now(GAME)
    play_some(visitor)
    header = visitor.page.locator("[data-snapshot] > header")
    said = header.locator("h1, .turn")  # the goal goes once one has played twice
    before = visitor.snapshot, said.all_inner_texts()
    visitor.page.reload()
    visitor.offered()
    assert (visitor.snapshot, said.all_inner_texts()) == before
    play_some(visitor, 1)
    assert visitor.snapshot > before[0]


def test_a_link_to_a_snapshot_is_not_disturbed_by_new_actions(visit: Visit) -> None:
    player, reader = visit(), visit()
    player.play_now(GAME)
    play_some(player)
    reader.go(f"{player.table_path}?at=2")
    expect(reader.page.locator("[data-snapshot]")).to_have_attribute("data-snapshot", "2")
    play_some(player, 2)
    new = reader.page.get_by_role("button", name=re.compile(r"Back to now \(\d+ new\)"))
    new.wait_for()
    assert reader.snapshot == 2

    reader.page.keyboard.press("ArrowLeft")
    expect(reader.page.locator("[data-snapshot]")).to_have_attribute("data-snapshot", "1")
    assert reader.page.url.endswith("?at=1")
    new.click()
    expect(reader.page.locator("[data-snapshot]")).to_have_attribute(
        "data-snapshot", str(player.snapshot)
    )
    assert reader.page.url.endswith(reader.table_path)


def test_a_restart_of_the_server_loses_no_choice(visit: Visit, own_server: ServerProcess) -> None:
    decided, undecided = visit(own_server.address), visit(own_server.address)
    decided.play_now(GAME)
    play_some(decided)
    undecided.play_now(widest_game())
    half_made = choose_by_half(undecided)
    before = decided.snapshot, undecided.snapshot
    lost = [one.page.get_by_text("No connection.") for one in (decided, undecided)]
    for one in (decided, undecided):
        one.forgive("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")

    own_server.kill()
    for strip in lost:
        strip.wait_for()
    assert (decided.snapshot, undecided.snapshot) == before
    decided.choose(Random(1))  # kept, and sent when it can be
    decided.page.get_by_text("Your choice is kept").wait_for()
    own_server.start()
    for strip in lost:
        strip.wait_for(state="detached", timeout=20_000)
    decided.wait_past(before[0])
    play_some(decided, 1)

    assert undecided.snapshot == before[1]
    expect(undecided.page.locator(PRESSABLE)).to_have_count(len(half_made[0]))
    assert pressable(undecided) == half_made[0]
    undecided.page.locator(PRESSABLE).nth(half_made[1]).click()
    undecided.wait_past(before[1])


def pressable(visitor: Visitor) -> list[str]:
    """What can be pressed on the board, in words, and whether it is pressed."""
    said: list[str] = visitor.page.locator(PRESSABLE).evaluate_all(
        "all => all.map((one) => `${one.ariaLabel ?? one.innerText} ${one.ariaPressed}`)"
    )
    return said


def choose_by_half(visitor: Visitor) -> tuple[list[str], int]:
    """Press one of several things that do nothing yet: what can be pressed now, and which does."""
    throw_until_asked(visitor)
    while not visitor.page.evaluate(FORETOLD):
        visitor.page.wait_for_timeout(20)
    before = pressable(visitor)
    visitor.page.locator(f"{PRESSABLE}[aria-pressed=false]").first.click()
    expect(visitor.page.locator(".stage [aria-pressed=true]")).to_have_count(1)
    now = pressable(visitor)
    which = next(i for i, one in enumerate(now) if one.endswith("null") and one not in before)
    return now, which


def test_the_list_of_actions_keeps_out_of_the_way(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    visitor.play_now(widest_game())
    throw_until_asked(visitor)
    actions = visitor.page.locator(".bar > details")
    expect(actions).not_to_have_attribute("open", "")
    actions.locator("> summary").click()
    bar = visitor.page.locator(".bar").bounding_box()
    assert bar is not None
    assert bar["height"] <= PHONE["height"] / 3
    assert bar["y"] + bar["height"] <= PHONE["height"]
    visitor.page.keyboard.press("Escape")
    expect(actions).not_to_have_attribute("open", "")

    before = visitor.snapshot
    visitor.page.keyboard.press("Enter")
    visitor.tab_to("[data-action]")
    visitor.page.keyboard.press("Enter")
    visitor.wait_past(before)
    visitor.offered()
    assert visitor.page.locator("details[open]").count() == 0


def test_everything_can_be_done_with_the_keyboard_alone(visit: Visit, game_id: str) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.page.locator(f"a[href='/new/{game_id}']").first.wait_for()
    visitor.tab_to(f"a.button[href='/new/{game_id}']")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/new/*")
    visitor.page.get_by_role("group", name="Seats").wait_for()
    visitor.tab_to("form button.primary")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url("**/t/*")
    visitor.wait_for_board()
    for _ in range(3):
        before = visitor.snapshot
        visitor.offered()
        if visitor.page.locator("[data-throw]").count():
            visitor.tab_to("[data-throw]")
        else:
            while not visitor.page.locator("[data-action]:visible").count():
                visitor.tab_to("details:not([open]) > summary")
                visitor.page.keyboard.press("Enter")
            visitor.tab_to("[data-action]")
        visitor.page.keyboard.press("Enter")
        visitor.wait_past(before)
    visitor.offered()
    visitor.tab_to(".stage :is([role=button], button):not([aria-disabled=true])")


def test_arrow_keys_lead_about_a_board(visit: Visit) -> None:
    """The Tab key stops once; from there one goes on to the right, back, and up and down."""
    visitor = visit()
    visitor.play_now(widest_game())
    throw_until_asked(visitor)
    visitor.tab_to(".stage svg [role=button]")
    first = focused(visitor)
    seen = [first]
    for key, back in (("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp")):
        visitor.page.keyboard.press(key)
        seen.append(focused(visitor))
        visitor.page.keyboard.press(back)
        assert focused(visitor) == first
    assert len(set(seen)) == 3


def focused(visitor: Visitor) -> str:
    """What the thing on the board is called that has the focus."""
    label: str = visitor.page.evaluate("document.activeElement.closest('.stage svg *').ariaLabel")
    return label
