"""Nothing on a board is cut off, covered or written out of its box."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from geometry import leaving, lying_on, outside
from playwright.sync_api import ViewportSize, expect
from server_process import ServerProcess
from visitor import DOABLE, PHONE, Visit, Visitor

from periplo.client import Client, bot, me

WIDE: ViewportSize = {"width": 1280, "height": 800}
SIZES = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])


def open_table(server: ServerProcess, game: str, *seats: Any, **more: Any) -> str:
    """A started table, as the links to the seats of this device."""

    async def opened() -> str:
        async with Client(server.address) as client:
            opened = await client.open_table(game, seats, **more)
            await client.start(opened["table"]["id"])
            return f"/t/{opened['table']['id']}#seat={','.join(opened['tokens'].values())}"

    with ThreadPoolExecutor(1) as thread:  # the browser's loop runs in this one
        return thread.submit(lambda: asyncio.run(opened())).result(60)


def sit_down(visitor: Visitor, path: str) -> None:
    address, _, tokens = path.partition("#seat=")
    for token in tokens.split(","):
        visitor.go(f"{address}#seat={token}")
    visitor.wait_for_board()


# ---- europa


@SIZES
def test_five_teams_fit(visit: Visit, server: ServerProcess, size: ViewportSize) -> None:
    visitor = visit(viewport=size, locale="it")
    sit_down(visitor, open_table(server, "europa", me("Malvasía"), *[bot("easy")] * 4))
    tabs = visitor.page.locator(".players > ol > li")
    expect(tabs).to_have_count(5)
    visitor.offered()
    if size == PHONE:  # where they would push the board out of sight
        expect(visitor.page.locator(".players .details").first).to_be_hidden()
        visitor.button("Di più sui giocatori").click()
    assert outside(tabs, "body") == []
    parts = ".name, .state, .score, .where, .flags, .planes"
    assert leaving(visitor.page.locator(f".players > ol > li :is({parts})"), "li") == []
    for n in range(5):
        of_one = f".players > ol > li:nth-child({n + 1}) .details :is(.where, .flags, .planes)"
        assert lying_on(visitor.page, of_one) == []


@SIZES
def test_nothing_of_the_map_lies_under_its_tools(
    visit: Visit, server: ServerProcess, size: ViewportSize
) -> None:
    visitor = visit(viewport=size)
    sit_down(visitor, open_table(server, "europa", me("Malvasía"), bot("easy")))
    expect(visitor.page.locator(".frame + .tools button")).to_have_count(4)
    assert lying_on(visitor.page, ".frame, .frame + .tools") == []


@pytest.mark.parametrize("edition", ["2009", "today"])
def test_the_list_of_routes_stays_in_its_box(visit: Visit, edition: str) -> None:
    visitor = visit()
    visitor.go("/")
    options = f'{{"edition":"{edition}"}}'
    visitor.page.goto(f"{visitor.address}/api/games/europa/ground.svg?options={options}")
    visitor.page.evaluate("document.fonts.ready.then(() => 0)")
    rows = visitor.page.locator("g:has(> .europa-list) text")
    assert rows.count() == 10
    assert lying_on(visitor.page, "g:has(> .europa-list) text") == []
    assert outside(rows, ".europa-list") == []


@SIZES
def test_only_squares_have_numbers_on_the_map(
    visit: Visit, server: ServerProcess, size: ViewportSize
) -> None:
    visitor = visit(viewport=size)
    sit_down(visitor, open_table(server, "europa", me("Malvasía"), bot("easy")))
    visitor.offered()
    expect(visitor.page.locator(".piece")).to_have_count(2)
    assert visitor.page.locator(".piece text, .players svg text").count() == 0


# ---- girumgo

WHEEL = ".cell[aria-label^='Wheel d4;']"
BACKGROUND = "getComputedStyle(document.querySelector('svg.board')).backgroundColor"


@SIZES
def test_a_wheel_leads_to_its_rules(
    visit: Visit, server: ServerProcess, size: ViewportSize
) -> None:
    visitor = visit(viewport=size)
    sit_down(visitor, open_table(server, "girumgo", me("Noria"), me("Girasol")))
    throw, rules = visitor.page.locator("[data-throw]"), visitor.page.get_by_role("dialog")
    throw.wait_for()
    visitor.page.locator(WHEEL).click()
    expect(rules).to_contain_text("GIR-3")
    visitor.page.keyboard.press("Escape")
    throw.click()
    visitor.page.locator("[data-action]").first.wait_for(state="attached")
    if not visitor.button("What is it for?").count():
        visitor.page.locator(WHEEL).click(position={"x": 3, "y": 30})
    expect(rules).to_have_count(0)  # it is held, and can be turned
    turn = visitor.page.locator(".chooser .act").first.bounding_box()
    bar = visitor.page.locator("[data-snapshot] > .bar").bounding_box()
    assert turn is not None
    assert bar is not None
    assert turn["y"] + 40 < bar["y"]
    visitor.button("What is it for?").click()
    expect(rules).to_contain_text("GIR-3")


@pytest.mark.parametrize(
    ("system", "chosen"), [("dark", "light"), ("dark", "sun"), ("light", "dark")]
)
def test_a_board_is_as_light_as_the_page(
    visit: Visit, server: ServerProcess, system: str, chosen: str
) -> None:
    path = open_table(server, "girumgo", me("Noria"), me("Girasol"))
    visitor = visit(color_scheme="dark" if chosen == "dark" else "light")
    sit_down(visitor, path)
    visitor.page.locator("svg.board").wait_for()
    wanted = visitor.page.evaluate(BACKGROUND)
    visitor.page.emulate_media(color_scheme="dark" if system == "dark" else "light")
    assert visitor.page.evaluate(BACKGROUND) != wanted
    visitor.page.evaluate(f"document.documentElement.dataset.theme = '{chosen}'")
    assert visitor.page.evaluate(BACKGROUND) == wanted


@pytest.mark.parametrize("seats", [3, 6])
def test_the_panels_of_players_fit(visit: Visit, server: ServerProcess, seats: int) -> None:
    visitor = visit(viewport={"width": 360, "height": 640}, locale="it")
    sit_down(visitor, open_table(server, "girumgo", me("Noria"), *[bot("easy")] * (seats - 1)))
    panels = visitor.page.locator(".players > ol > li")
    expect(panels).to_have_count(seats)
    visitor.button("Di più sui giocatori").click()
    expect(panels.last.locator(".details")).to_be_visible()
    assert outside(panels, "body") == []
    assert leaving(panels.locator(".name, .state, .details p > *"), "li") == []


# ---- after a reload, and looking back


@pytest.mark.parametrize(("game", "dice"), [("oca", ".dice"), ("poleana", ".die")])
def test_a_reload_keeps_the_dice_and_not_the_goal(
    visit: Visit, server: ServerProcess, game: str, dice: str
) -> None:
    visitor = visit()
    sit_down(visitor, open_table(server, game, me("Badia"), me("Murùni")))
    page = visitor.page
    goal = page.locator("p.goal")
    expect(goal).to_be_visible()
    for _ in range(40):  # until each has had a turn
        if not goal.is_visible():
            break
        before = visitor.snapshot
        page.locator("[data-throw], [data-action]").first.dispatch_event("click")
        visitor.wait_past(before)
        visitor.offered()
    expect(goal).to_be_hidden()
    lying = page.locator(dice).evaluate_all("all => all.map((one) => one.innerHTML)")
    page.reload()
    visitor.offered()
    expect(page.locator(dice).first).to_be_visible()
    assert page.locator(dice).evaluate_all("all => all.map((one) => one.innerHTML)") == lying
    expect(goal).to_be_hidden()


def test_at_the_beginning_of_a_replay_nothing_is_on_the_board_yet(
    visit: Visit, server: ServerProcess, game_id: str
) -> None:
    player, spectator = visit(), visit()
    path = open_table(server, game_id, me("Badia"), bot("easy"))
    sit_down(player, path)
    dice = Random(1)

    def beginning() -> list[str]:
        player.choose(dice)
        player.offered()
        spectator.go(f"{path.partition('#')[0]}?at=0")
        page = spectator.page
        expect(page.locator("[data-snapshot]")).to_have_attribute("data-snapshot", "0")
        page.locator(".stage svg[data-places]").first.wait_for()
        spectator.wait_until_quiet()
        expect(page.locator(".entry[data-n]")).to_have_count(0)
        said: list[str] = page.locator(".stage [aria-label]").evaluate_all(
            "all => all.map((one) => one.getAttribute('aria-label'))"
        )
        return [*said, page.locator("[data-snapshot] > .stage").inner_text()]

    assert beginning() == beginning()


def test_a_lesson_is_learned_by_the_board_as_text(visit: Visit, game_id: str) -> None:
    visitor = visit(viewport=PHONE)
    visitor.go("/")
    visitor.switch_on_text_board()
    visitor.go(f"/learn/{game_id}")
    page = visitor.page
    text = page.locator(".stage pre")
    expect(text).not_to_be_empty()
    before = text.inner_text()
    lesson = page.locator("[data-lesson]")
    for _ in range(60):
        expect(lesson).to_have_attribute("data-ready", "true")
        if lesson.get_attribute("data-step") != "0":
            break
        offered = page.locator("[data-throw], [data-action]")
        offered.nth(_ % offered.count()).click()
        page.wait_for_timeout(50)
    assert text.inner_text() != before
    assert visitor.overflow() == 0


# ---- all boards


def test_a_board_and_what_can_be_done_are_seen_at_once(
    visit: Visit, server: ServerProcess, game_id: str
) -> None:
    visitor = visit(viewport=WIDE)
    sit_down(visitor, open_table(server, game_id, me("Badia"), bot("easy")))
    dice = Random(4)
    for _ in range(2):
        visitor.offered()
        shown = ":is(.frame, svg[data-places], .stop):not(.frame *, .other *)"
        boards = visitor.page.locator(f"[data-snapshot] > .stage {shown}")
        expect(boards.first).to_be_visible()
        visitor.wait_until_quiet()
        bar = visitor.page.locator("[data-snapshot] > .bar").bounding_box()
        bottom = WIDE["height"] if bar is None else bar["y"]  # there is none for the dice alone
        for one in boards.all():
            box = one.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= bottom + 1
        visitor.choose(dice)


CELL = "cell, 62 steps to go"  # breaking out is a step, too


def test_where_reos_are_is_said_in_words(visit: Visit, server: ServerProcess) -> None:
    visitor = visit()
    sit_down(visitor, open_table(server, "poleana", *map(me, ("Badia", "Murùni"))))
    reos = visitor.page.locator(".players .details li")
    said = re.compile("^(red|green|yellow|blue) [0-9]+, [0-9]+ steps to go$")
    for _ in range(200):
        visitor.page.locator(f"{DOABLE}").last.dispatch_event("click")
        visitor.page.wait_for_timeout(20)
        visitor.offered()
        titles = {one.get_attribute("title") or "" for one in reos.all()}
        if titles != {CELL}:
            break
    assert all(said.match(title) for title in titles - {CELL})


def test_a_die_that_is_to_be_thrown_shows_no_plane(visit: Visit, server: ServerProcess) -> None:
    visitor = visit()
    sit_down(visitor, open_table(server, "europa", me("Malvasía"), me("Étoile")))
    die = visitor.page.locator("button.die:enabled")
    expect(die).to_be_visible()
    assert die.locator("path").count() == 0


# what fits below the head of a phone's page: the map, the die and all that may be done
IN_SIGHT = """() => {
  const bar = document.querySelector('[data-snapshot] > .bar')?.getBoundingClientRect()
  const top = bar?.height ? bar.top : innerHeight
  return [...document.querySelectorAll('.desk button')].every((one) => {
    return one.getBoundingClientRect().bottom <= top + 1 || one.closest('.cities') !== null
  }) && document.querySelector('.desk').getBoundingClientRect().bottom <= top + 1
}"""


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_a_decision_of_europa_fits_a_phone_and_is_made_by_one_tap(
    visit: Visit, server: ServerProcess, language: str
) -> None:
    locale = {"en": "en-GB", "es": "es-ES", "it": "it-IT"}[language]
    visitor = visit(viewport=PHONE, has_touch=True, locale=locale)
    sit_down(visitor, open_table(server, "europa", me("Malvasía"), me("Étoile")))
    page, planes = visitor.page, 0
    for _ in range(150):
        visitor.offered()
        planes += page.locator(".flights").count()
        if page.locator(".over").count() == 0:
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(IN_SIGHT), page.locator(".desk").inner_text()
        if planes > 2:
            break
        before = visitor.snapshot
        wanted = page.locator("button.keep, button.move, button.pass, .answers button:enabled")
        if page.locator("button.on").count():
            page.locator("button.on").tap()
        if wanted.count():
            wanted.first.tap()
        else:
            page.locator(DOABLE).first.dispatch_event("click")
        visitor.wait_past(before)
    assert planes, "no plane"
    assert visitor.overflow() == 0


def test_nothing_goes_on_behind_a_card_that_one_has_just_answered(
    visit: Visit, server: ServerProcess
) -> None:
    visitor = visit(viewport=PHONE, reduced_motion="no-preference", tempo="fast")
    sit_down(visitor, open_table(server, "europa", me("Malvasía"), bot("easy")))
    page, wanted = visitor.page, "button.die:enabled, button.move, button.keep, button.pass"
    answers = page.locator(".answers button:enabled")
    for _ in range(200):
        # an instruction card has to be closed, too
        page.locator(f"{wanted}, button.on, .answers button:enabled").first.wait_for()
        if answers.count():
            break
        page.locator("button.on" if page.locator("button.on").count() else wanted).first.click()
    answers.first.click()
    closing = page.locator("button.on")
    closing.wait_for()
    page.wait_for_timeout(200)
    before = visitor.snapshot
    page.wait_for_timeout(1500)
    assert visitor.snapshot == before
    closing.click()
    visitor.wait_past(before)
