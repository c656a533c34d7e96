"""What a choice would bring is seen before it is made: by mouse, by finger and by keyboard."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from math import cos, radians, sin

import pytest
from playwright.sync_api import Locator, expect
from server_process import ServerProcess
from visitor import DOABLE, PHONE, Visit, Visitor

from periplo.client import Client, me

# nineteen wheels that stand alike, but for b3, which lacks a spin to meet c3 and c4 in red
WHEELS = [0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]
SPIN = "Turn wheel b3 counter-clockwise"


@pytest.fixture
def path(server: ServerProcess) -> str:
    """A table for two at one screen, and the links to its seats."""

    async def open_table() -> str:
        client = Client(server.address)
        options = {"radius": 2, "wheels": WHEELS}
        opened = await client.open_table("girumgo", [me("Noria"), me("Girasol")], options=options)
        await client.start(opened["table"]["id"])
        return f"/t/{opened['table']['id']}#seat={','.join(opened['tokens'].values())}"

    with ThreadPoolExecutor(1) as thread:  # the browser's loop runs in this one
        return thread.submit(lambda: asyncio.run(open_table())).result(60)


def begin_turn(visitor: Visitor, path: str) -> None:
    address, _, tokens = path.partition("#seat=")
    for token in tokens.split(","):
        visitor.go(f"{address}#seat={token}")
    visitor.page.locator("[data-throw]").click()
    visitor.page.locator(".offer").first.wait_for()


def wheel(visitor: Visitor, name: str) -> Locator:
    return visitor.page.locator(f".cell[aria-label^='Wheel {name};']")


def expect_spun(visitor: Visitor, before: int, sentence: str) -> None:
    visitor.wait_past(before)
    expect(visitor.page.locator(".entry").filter(has_text=sentence)).to_have_count(1)


def test_a_mouse_over_a_triangle_one_spin_away_shows_it_and_a_press_makes_it(
    visit: Visit, path: str
) -> None:
    visitor = visit()
    begin_turn(visitor, path)
    before, offer = visitor.snapshot, visitor.page.locator(".offer")
    expect(offer).to_have_count(1)
    expect(offer).to_have_text("+1")
    expect(offer).to_have_attribute("aria-label", re.compile(f"^{SPIN}. a red triangle"))
    offer.hover()
    expect(visitor.page.locator(".now .hint")).to_have_text(re.compile(f"^{SPIN}: a red triangle"))
    assert visitor.snapshot == before
    offer.click()
    expect_spun(visitor, before, "spins b3 counter-clockwise")
    expect(visitor.page.locator(".entry").filter(has_text="gains an advance")).to_have_count(1)


def test_a_first_tap_shows_what_would_follow_and_a_second_does_it(visit: Visit, path: str) -> None:
    visitor = visit(viewport=PHONE, has_touch=True)
    begin_turn(visitor, path)
    before, offer = visitor.snapshot, visitor.page.locator(".offer")
    offer.tap()
    pointed = visitor.page.locator(".chooser .pointed")
    expect(pointed).to_contain_text("a red triangle")
    assert visitor.snapshot == before
    offer.tap()
    expect_spun(visitor, before, "spins b3 counter-clockwise")


@pytest.mark.parametrize(("degrees", "way"), [(70, "counter-clockwise"), (-70, "clockwise")])
def test_a_wheel_is_dragged_round_by_a_wedge(
    visit: Visit, path: str, degrees: int, way: str
) -> None:
    visitor = visit()
    begin_turn(visitor, path)
    before = visitor.snapshot
    drag(visitor, "d1", 20)  # not half the way: it goes back
    assert visitor.snapshot == before
    drag(visitor, "d1", degrees)
    expect_spun(visitor, before, f"spins d1 {way}")
    expect(wheel(visitor, "d1")).to_have_attribute("aria-pressed", "true")


def drag(visitor: Visitor, name: str, degrees: int) -> None:
    box = wheel(visitor, name).locator("circle").bounding_box()
    assert box is not None
    x, y, radius = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] / 3
    mouse = visitor.page.mouse
    for step in range(11):
        angle = radians(10 + degrees * step / 10)
        mouse.move(x + radius * cos(angle), y - radius * sin(angle))
        if step == 0:
            mouse.down()
    mouse.up()


def test_arrows_beside_the_board_turn_the_wheel_that_is_held(visit: Visit, path: str) -> None:
    visitor = visit()
    begin_turn(visitor, path)
    before = visitor.snapshot
    wheel(visitor, "b3").click()
    board = visitor.page.locator("svg.board").bounding_box()
    assert board is not None
    for way, brings in (("clockwise", "nothing new"), ("counter-clockwise", "a red triangle")):
        arrow = visitor.page.get_by_role("button", name=f"Turn wheel b3 {way}. {brings}").last
        box = arrow.bounding_box()
        assert box is not None
        assert box["x"] >= board["x"] + board["width"], "it covers no wheel"
    arrow.focus()
    visitor.page.keyboard.press("Enter")
    expect_spun(visitor, before, "spins b3 counter-clockwise")


def test_the_keyboard_looks_at_a_triangle_and_makes_it(visit: Visit, path: str) -> None:
    visitor = visit()
    begin_turn(visitor, path)
    before = visitor.snapshot
    visitor.tab_to(".cell[tabindex='0'], .offer[tabindex='0']")
    for _ in range(40):
        if visitor.page.locator(".offer:focus").count():
            break
        visitor.page.keyboard.press("ArrowDown")
        visitor.page.keyboard.press("ArrowRight")
    else:
        visitor.page.locator(".offer").focus()
    expect(visitor.page.locator(".now .hint")).to_have_text(re.compile(f"^{SPIN}: a red triangle"))
    visitor.page.keyboard.press("Enter")
    expect_spun(visitor, before, "spins b3 counter-clockwise")


def top_of(visitor: Visitor, selector: str) -> float:
    box = visitor.page.locator(selector).bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_on_a_phone_all_that_decides_a_turn_stays_in_its_place_above_the_bar(
    visit: Visit, path: str, language: str
) -> None:
    visitor = visit(viewport=PHONE, has_touch=True, locale=language)
    begin_turn(visitor, path)
    panel = ".girumgo .now"
    bar = ".bar"
    visitor.page.locator("svg.board").evaluate("board => board.scrollIntoView()")
    before = top_of(visitor, ".now .acts") - top_of(visitor, panel)
    visitor.page.locator(".offer").tap()
    visitor.page.locator(".chooser .pointed").wait_for()
    assert abs(top_of(visitor, ".now .acts") - top_of(visitor, panel) - before) <= 1
    box = visitor.page.locator(panel).bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= top_of(visitor, bar)


def test_a_wheel_is_held_until_its_turn_has_ended(visit: Visit, path: str) -> None:
    visitor = visit()
    begin_turn(visitor, path)
    wheel(visitor, "b3").click()
    expect(wheel(visitor, "b3")).to_have_attribute("aria-pressed", "true")
    visitor.page.locator(".now .acts > button").click()
    visitor.page.locator("[data-throw]").wait_for()
    expect(visitor.page.locator(".cell[aria-pressed=true]")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_nothing_overflows_on_a_phone_while_a_wheel_is_held(
    visit: Visit, path: str, language: str
) -> None:
    visitor = visit(viewport=PHONE, has_touch=True)
    begin_turn(visitor, path)
    visitor.page.get_by_role("button", name=re.compile(f"^{language}, ")).click()
    visitor.page.locator(".offer").tap()
    assert visitor.overflow() == 0
    inner = visitor.page.locator(".now, .chooser, .chooser .act, .girumgo ul, .girumgo li")
    wide = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert inner.evaluate_all(wide) == 0


# ---- what is shown takes no room, so that what is pressed stays where it is


def reach_a_preview(visitor: Visitor, server: ServerProcess) -> Locator:
    """Play until a choice would bring about more than one sees: that choice."""

    async def open_table() -> tuple[str, list[str]]:
        async with Client(server.address) as client:
            opened = await client.open_table("poleana", [me("Noria"), me("Girasol")])
            await client.start(opened["table"]["id"])
            return f"/t/{opened['table']['id']}", [*opened["tokens"].values()]

    with ThreadPoolExecutor(1) as thread:
        address, tokens = thread.submit(lambda: asyncio.run(open_table())).result(60)
    for token in tokens:
        visitor.go(f"{address}#seat={token}")
    for _ in range(150):
        visitor.offered()
        # who can only pass is asked once
        for choice in visitor.page.locator(":has(> .anchor) li > button").all():
            if "pass" in (choice.text_content() or "").lower():
                continue
            choice.focus()
            visitor.page.keyboard.press("Shift")  # from now on the focus is seen
            choice.blur()
            choice.focus()
            visitor.page.wait_for_timeout(100)
            told = visitor.page.locator(".anchor .unseen").text_content()
            choice.blur()
            if told:
                return choice
        before = visitor.snapshot
        visitor.page.locator(DOABLE).first.dispatch_event("click")
        visitor.wait_past(before)
    raise AssertionError("nothing is foreseen")


def place_of(choice: Locator) -> tuple[float, float]:
    box = choice.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("height", [800, 480])
def test_a_choice_stays_under_the_mouse_that_looks_at_it(
    visit: Visit, server: ServerProcess, height: int
) -> None:
    visitor = visit(viewport={"width": 1280, "height": height})
    choice = reach_a_preview(visitor, server)
    choice.evaluate("one => one.scrollIntoView({ block: 'center' })")
    before, place, mouse = visitor.snapshot, place_of(choice), visitor.page.mouse
    mouse.move(*place)
    expect(visitor.page.locator(".foreseen")).to_be_visible()
    assert place_of(choice) == place
    mouse.down()
    mouse.up()
    visitor.wait_past(before)


def test_a_first_tap_says_that_a_second_does_it_and_moves_nothing(
    visit: Visit, server: ServerProcess
) -> None:
    visitor = visit(viewport=PHONE, has_touch=True)
    choice = reach_a_preview(visitor, server)
    choice.evaluate("one => one.scrollIntoView({ block: 'center' })")
    before, place = visitor.snapshot, place_of(choice)
    visitor.page.touchscreen.tap(*place)
    expect(visitor.page.locator(".foreseen")).to_contain_text("Press it again")
    assert (visitor.snapshot, place_of(choice)) == (before, place)
    visitor.page.touchscreen.tap(*place)
    visitor.wait_past(before)
