"""Somebody at a browser, who knows the pages only by what is on them."""

from collections.abc import Callable
from random import Random
from time import monotonic
from urllib.parse import urlsplit

from playwright.sync_api import (
    APIResponse,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    ViewportSize,
    expect,
)

HOST = "periplo.test"  # which the browsers resolve to this machine
PHONE: ViewportSize = {"width": 390, "height": 844}
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
DOABLE = "[data-throw], [data-action]"
OFFERED = f"#result, {DOABLE}"
PRESSABLE = (
    ".stage :is([role=button], button)"
    ":not(:disabled, [aria-disabled=true])"
    ":not([data-banner] *, [data-aside], [data-aside] *)"  # what is told is no part of the game
)
MOST_PRESSES = 3000
PATIENCE = 30.0  # seconds
# what is pressed is chosen by a small generator of its own, so that games are the same each time
# as far as the dice are
PRESS_TO_THE_END = """async ([offered, most]) => {
  let presses = 0
  let chance = 1
  const changed = () => new Promise((done) => {
    const watch = new MutationObserver(() => { watch.disconnect(); done() })
    watch.observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  while (presses < most && !document.querySelector('#result')) {
    const all = document.querySelectorAll(offered)
    if (all.length === 0) await changed()
    else {
      chance = (chance * 48271) % 2147483647
      all[chance % all.length].dispatchEvent(new MouseEvent('click', { bubbles: true }))
      presses += 1
      await new Promise((done) => setTimeout(done))
    }
  }
  return presses
}"""
# texts whose ink lies outside the outline that they name: left, right, above, below
OUTSIDE = """[...document.querySelectorAll('text[data-within]')].filter((text) => {
  const points = text.dataset.within.split(' ').map((point) => point.split(',').map(Number))
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const { x, width } = text.getBBox()
  const [line, size] = [Number(text.getAttribute('y')), parseFloat(getComputedStyle(text).fontSize)]
  const top = line - 0.68 * size
  return x < Math.min(...xs) || x + width > Math.max(...xs)
    || top < Math.min(...ys) || line > Math.max(...ys)
}).map((text) => text.textContent)"""
SAID = """[
  document.body.innerText,
  ...[...document.querySelectorAll('[aria-label], [title], [alt]')].flatMap((one) =>
    ['aria-label', 'title', 'alt'].map((name) => one.getAttribute(name) ?? '')),
]"""


def as_others_reach(address: str) -> str:
    """A server's address as one that is not loopback."""
    return address.replace("127.0.0.1", HOST)


class Visitor:
    """A page of a device of its own, and what went wrong on it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address.rstrip("/")
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.scripts: set[str] = set()
        self.fonts: set[str] = set()
        self.faults: list[str] = []
        self._forgiven: tuple[str, ...] = ("registration blocked by Playwright",)
        self.page.on("console", self._log)
        self.page.on("pageerror", lambda error: self.faults.append(f"thrown: {error}"))
        context.on("request", lambda request: self._watch(request.url, request.resource_type))

    def _log(self, message: ConsoleMessage) -> None:
        """Whatever breaks the content security policy is reported here too."""
        known = any(part in message.text for part in self._forgiven)
        if message.type in ("error", "warning") and not known:
            self.faults.append(f"{message.type}: {message.text}")

    def _watch(self, url: str, kind: str) -> None:
        if not url.startswith((self.address, f"ws{self.address.removeprefix('http')}")):
            if urlsplit(url).scheme not in ("blob", "data"):
                self.faults.append(f"a request that leaves the server: {url}")
        elif kind == "script" or url.endswith(".js"):
            self.scripts.add(url)
        elif kind == "font":
            self.fonts.add(url)

    def forgive(self, *parts: str) -> None:
        """Complaints of the browser's that a test brings about on purpose."""
        self._forgiven += parts

    # ---- pages

    def go(self, path: str) -> None:
        self.page.goto(self.address + path, wait_until="commit")  # nobody waits for every picture
        self.page.locator("h1").first.wait_for()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def play_now(self, game_id: str) -> None:
        """From the home page to a running game, in two clicks at most."""
        self.go("/")
        card = self.page.locator("article", has=self.page.locator(f"a[href='/new/{game_id}']"))
        card.get_by_role("button").click()
        self.wait_for_board()

    def set_up(self, game_id: str, *others: str) -> None:
        """A table of me and others, as small as the game's numbers allow; others as in the form."""
        self.begin_table(game_id, *others)
        self.open_table()

    def begin_table(self, game_id: str, *others: str) -> None:
        """The form for a new table, filled in."""
        self.go(f"/new/{game_id}")
        self.fill_in_table(*others)

    def fill_in_table(self, *others: str) -> None:
        seats = self.page.get_by_role("group", name="Seats").get_by_role("combobox")
        seats.first.wait_for()
        while seats.count() > 1 + len(others):
            self.button(f"Remove seat {seats.count()}").click()
        while seats.count() < 1 + len(others):
            self.button("+ Add a seat").click()
        for place, who in enumerate(others, 1):
            seats.nth(place).select_option(who)
        self.open_advanced()
        for number in self.page.locator("input[type=number][min]").all():
            number.fill(number.get_attribute("min") or "")

    def open_advanced(self) -> None:
        """What is closed in the form for a new table."""
        self.page.locator("form details:not([open]) > summary").click()

    def open_table(self) -> None:
        self.page.locator("form button:not([type=button])").click()
        self.page.wait_for_url("**/t/*")

    def said(self) -> list[str]:
        """Everything that is written or read aloud."""
        texts: list[str] = self.page.evaluate(SAID)
        return texts

    def download(self, url: str) -> APIResponse:
        """Beside the page, and so without the names that the browser knows."""
        return self.context.request.get(url.replace(HOST, "127.0.0.1"))

    def wait_until_quiet(self) -> None:
        self.page.wait_for_load_state("networkidle")

    def overflow(self) -> int:
        """How much wider the page is than the screen."""
        self.wait_until_quiet()
        width: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return width

    def switch_on_text_board(self) -> None:
        self.page.get_by_role("button", name="Settings").click()
        self.page.get_by_label("The board as text").check()
        self.page.keyboard.press("Escape")

    def wait_for_board(self) -> None:
        self.page.locator(".stage svg:not([data-banner] *):visible").first.wait_for()

    def tab_to(self, selector: str) -> None:
        """With the Tab key, to the next thing of that kind."""
        for _ in range(200):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(f"document.activeElement.matches({selector!r})"):
                return
        raise AssertionError(f"the Tab key does not lead to {selector}")

    @property
    def table_path(self) -> str:
        return urlsplit(self.page.url).path

    def sit_here(self, name: str = "") -> None:
        """On the first open seat, with another name than the device's if one is given."""
        self.button("Sit here").first.click()
        self.give_name(name)

    def give_name(self, name: str = "") -> None:
        """As whoever sits down is asked to."""
        asked = self.page.get_by_role("dialog")
        if name:
            asked.get_by_label("Your name").fill(name)
        asked.locator("button.primary").click()
        asked.wait_for(state="detached")

    # ---- the table

    @property
    def snapshot(self) -> int:
        """The number of the snapshot that is shown."""
        return int(self.page.locator("[data-snapshot]").get_attribute("data-snapshot") or "")

    def wait_past(self, snapshot: int) -> None:
        expect(self.page.locator("[data-snapshot]")).not_to_have_attribute(
            "data-snapshot", str(snapshot), timeout=10_000
        )

    def offered(self) -> Locator:
        """What this seat may do, as soon as it may do anything; or the result."""
        offered = self.page.locator(OFFERED)
        offered.first.wait_for(state="attached")
        return offered

    def choose(self, dice: Random) -> bool:
        """Do any one thing that is offered below the board; False if the game is over."""
        offered = self.offered()
        texts = offered.evaluate_all("all => all.map(one => one.id)")
        if "result" in texts:
            return False
        choice = offered.nth(dice.randrange(len(texts)))
        closed = self.page.locator("details:not([open])", has=choice)
        while closed.count():
            closed.first.locator("> summary").click()
        choice.click()
        return True

    def choose_last(self) -> str:
        """Do what is offered last, and wait until it is done; the action's text."""
        before = self.snapshot
        self.offered()
        last = self.page.locator("[data-action]").last
        text = last.get_attribute("data-action") or ""
        last.dispatch_event("click")
        self.wait_past(before)
        return text

    def play_to_the_end(self) -> None:
        """Press anything that is offered, as often as anything is, faster than a mouse can."""
        presses = self.page.evaluate(PRESS_TO_THE_END, [OFFERED, MOST_PRESSES])
        assert presses < MOST_PRESSES, "this game does not end"

    def keep_playing(self) -> None:
        """The same, while somebody else is looked at."""
        self.page.evaluate(f"(how) => void ({PRESS_TO_THE_END})(how)", [OFFERED, MOST_PRESSES])

    def press_on_board(self, dice: Random) -> None:
        """Press what the board itself offers until something has happened by it."""
        before = self.snapshot
        for _ in range(100):
            self.offered()
            pressable = self.page.locator(PRESSABLE)
            pressable.nth(dice.randrange(pressable.count())).click()
            if self.snapshot != before or not self.page.locator(OFFERED).count():
                self.wait_past(before)
                return
        raise AssertionError("nothing on the board does anything")


def wait_for_turn(*visitors: Visitor) -> Visitor:
    """Whoever may do something, as soon as anybody may."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        for visitor in visitors:
            if visitor.page.locator(DOABLE).count():
                return visitor
        visitors[0].page.wait_for_timeout(20)
    raise AssertionError("nobody is offered anything")


Visit = Callable[..., Visitor]  # what the fixture gives
