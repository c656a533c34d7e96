"""What the real table did is entered by pressing: at an event, and at the kitchen table."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Locator, expect
from server_process import ServerProcess
from visitor import PHONE, Visit, Visitor

from periplo import TABLE, Dice, Match
from periplo.client import Client, OfficialAt, captain
from periplo.core.game import Choice

SMALL = {"width": 360, "height": 640}
# presses one thing after the other, each as soon as it can be pressed
PRESS_ALL = """async (selectors) => {
  const changed = () => new Promise((done) => {
    const watch = new MutationObserver(() => { watch.disconnect(); done() })
    watch.observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  for (const selector of selectors) {
    let found = null
    const late = Date.now() + 10_000
    while (!(found = document.querySelector(selector))) {
      if (Date.now() > late) return selector
      await Promise.race([changed(), new Promise((done) => setTimeout(done, 200))])
    }
    found.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await new Promise((done) => setTimeout(done))
  }
  return ''
}"""


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """In a thread of its own: the browser's loop has this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(scenario())).result(60)


# ---- a kitchen table


def sit_down(visitor: Visitor, game_id: str, seats: int = 2, **options: str) -> None:
    """From the page of a new table to the referee's, with our own dice."""
    visitor.go(f"/new/{game_id}")
    visitor.page.get_by_label("Our own").check()
    places = visitor.page.get_by_role("group", name="Seats").get_by_role("combobox")
    while places.count() > seats:
        visitor.button(f"Remove seat {places.count()}").click()
    while places.count() < seats:
        visitor.button("+ Add a seat").click()
    for label, value in options.items():
        visitor.page.get_by_label(label.replace("_", " "), exact=True).fill(value)
    visitor.page.locator("form button:not([type=button])").click()
    visitor.page.locator(".referee").wait_for()
    visitor.wait_for_board()


def selectors(choice: Choice) -> list[str]:
    """What is pressed for what the table did."""
    if "faces" not in choice:
        return [f'[data-outcome="{choice["text"]}"]:enabled']
    return [
        f'[data-die="{die}"][data-face="{face}"]:enabled'
        for die, face in enumerate(choice["faces"], 1)
    ]


def set_wheels(match: Match, dice: Dice) -> list[str]:
    """Each wheel is pressed until it is turned as it lies, then all of them are entered."""
    wanted = []
    while match.position()["phase"] == "wheels":
        wheel = len(match.position()["wheels"])
        match.play(TABLE, match.state.draw(dice))
        wanted += [f'[data-wheel="{wheel}"]'] * match.position()["wheels"][wheel]
    return [*wanted, '[data-outcome="wheels"]:enabled']


def chosen(match: Match, dice: Dice) -> list[str]:
    """What is pressed for whatever happens next, by chance; the match goes on by it."""
    state = match.state
    if match.position()["phase"] == "wheels":
        return set_wheels(match, dice)
    actor = state.actors()[0]
    action = state.draw(dice) if actor == TABLE else state.pick(actor, dice)
    choice = match.game.choice(state, actor, action)
    match.play(actor, action)
    return selectors(choice) if actor == TABLE else [f'[data-action="{choice["text"]}"]']


def press(visitor: Visitor, wanted: Sequence[str]) -> None:
    assert visitor.page.evaluate(PRESS_ALL, wanted) == "", "it cannot be pressed"


def shows(visitor: Visitor, match: Match) -> None:
    expect(visitor.page.locator(".referee")).to_have_attribute(
        "data-snapshot", str(len(match.record.actions))
    )


def test_poleana_with_real_dice_at_the_kitchen_table(visit: Visit) -> None:
    """From the page of a new table to the podium and another game, with things taken back."""
    visitor = visit(viewport=PHONE)
    sit_down(visitor, "poleana")
    match, dice = Match.new("poleana", 2), Dice(22)
    wanted: list[str] = []
    while len(match.record.actions) < 12:
        wanted += chosen(match, dice)
    press(visitor, wanted)
    shows(visitor, match)
    undo = visitor.button("↶ Undo")
    for back in (11, 10, 9):
        undo.click()
        expect(visitor.page.locator(".referee")).to_have_attribute("data-snapshot", str(back))


# ---- an event with officials


class Event:
    """An event of two teams with a validator, a notary and a judge."""

    def __init__(
        self, address: str, game_id: str = "oca", *, confirm: int = 1, **settings: Any
    ) -> None:
        self.address = address
        self.table = ""
        self.tokens: dict[str, str] = {}
        self._confirm, self._game, self._settings = confirm, game_id, settings
        run(self._open)

    async def _open(self) -> None:
        async with Client(self.address) as client:
            opened = await client.open_table(
                self._game, [captain("Badia"), captain("Murùni")], chance="real",
                event={"title": "Il Giro", "confirm": self._confirm}, **self._settings,
            )  # fmt: skip
            self.table = opened["table"]["id"]
            self.tokens["organiser"] = opened["tokens"]["organiser"]
            for role in ("validator", "notary", "judge"):
                self.tokens[role] = (await client.appoint(self.table, role, role))["token"]
            await client.start(self.table)

    def by(self, role: str, *does: Callable[[OfficialAt], Coroutine[Any, Any, Any]]) -> None:
        async def asked() -> None:
            async with (
                Client(self.address) as client,
                client.official(self.table, [self.tokens[role]]) as desk,
            ):
                for one in does:
                    await one(desk)

        run(asked)

    def journal(self, *kinds: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []

        async def look() -> None:
            async with Client(self.address) as client:
                lines = await client.journal(self.table, [self.tokens["judge"]])
                found.extend(line for line in lines["lines"] if line["kind"] in kinds)

        run(look)
        return found

    def open(self, visitor: Visitor, role: str = "validator") -> None:
        visitor.go(f"/t/{self.table}/{role}#office={self.tokens[role]}")
        visitor.page.locator("[data-next]").wait_for()


def throw(visitor: Visitor, *faces: int) -> None:
    """One tap a die."""
    for die, face in enumerate(faces, 1):
        visitor.page.locator(f'[data-die="{die}"][data-face="{face}"]').click()


def state(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-state]")


def test_a_throw_is_entered_in_two_taps_and_waits_until_it_counts(
    visit: Visit, server: ServerProcess
) -> None:
    event, visitor = Event(server.address), visit(viewport=SMALL)
    event.open(visitor)
    upcoming = visitor.page.locator("[data-next]")
    expect(upcoming).to_contain_text("Badia")
    throw(visitor, 4, 3)
    expect(state(visitor)).to_have_text("… 3+4 for Badia: waits for 1 notary (0 of 1).")
    expect(visitor.page.locator("[data-die]")).to_have_count(0)
    (line,) = event.journal("entered")
    assert (line["outcome"], line["seat"]) == ("3+4", 1)
    event.by("notary", lambda desk: desk.confirm(line["no"]))
    expect(state(visitor)).to_have_text("✓ 3+4 for Badia: counted.")
    expect(upcoming).to_contain_text("Murùni")
    assert len(event.journal("entered")) == 1
