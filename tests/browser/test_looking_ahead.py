"""What a choice would bring is seen before it is made: by mouse, by finger and by keyboard."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from math import cos, radians, sin

import pytest
from playwright.sync_api import Locator, expect
from server_process import ServerProcess
from visitor import PHONE, Visit, Visitor

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
        visitor.page.reload()
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
