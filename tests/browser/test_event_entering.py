"""What the real table did is entered by pressing: at an event, and at the kitchen table."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from playwright.sync_api import Locator, ViewportSize, WebSocketRoute, expect
from server_process import ServerProcess
from test_pages import UNFILLED, serious_faults
from visitor import PHONE, PRESSABLE, Visit, Visitor

from periplo import TABLE, Dice, Match
from periplo.client import Client, OfficialAt, captain
from periplo.core.choices import Choice

SMALL: ViewportSize = {"width": 360, "height": 640}
SHORT_GAME = 184  # the seed of a game of poleana that is soon over
PICKABLE = ".picking :is([data-die], [data-outcome]):enabled"
FLOCKS = ("Badia", "Murùni", "Brno", "Koln")
OFFICES = {"validator": None, "notary": None, "judge": None, "herald": None, "captain": 1}
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


def sit_down(visitor: Visitor, game_id: str, seats: int = 2, bots: int = 0) -> None:
    """From the page of a new table to the referee's, with our own dice; the last may be bots."""
    visitor.go(f"/new/{game_id}")
    visitor.page.get_by_label("Our own").check()
    places = visitor.page.get_by_role("group", name="Seats").get_by_role("combobox")
    while places.count() > seats:
        visitor.button(f"Remove seat {places.count()}").click()
    while places.count() < seats:
        visitor.button("+ Add a seat").click()
    for seat in range(seats - bots):
        visitor.page.get_by_label(f"Name at seat {seat + 1}").fill(FLOCKS[seat])
    for seat in range(seats - bots, seats):
        places.nth(seat).select_option("bot:easy")
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
    """From the page of a new table to its end and the next game, with things taken back."""
    visitor = visit(viewport=PHONE)
    sit_down(visitor, "poleana")
    match, dice = Match.new("poleana", 2), Dice(SHORT_GAME)
    begun: list[str] = []
    while len(match.record.actions) < 12:
        begun += chosen(match, dice)
    press(visitor, begun)
    shows(visitor, match)
    undo = visitor.button("↶ Undo")
    for _ in range(3):
        undo.click()
        match.undo()
        shows(visitor, match)
    rest: list[str] = []
    while not match.state.over():
        rest += chosen(match, dice)
    press(visitor, rest)
    shows(visitor, match)
    (winner,) = match.state.winners()
    expect(visitor.page.locator("#result")).to_have_text(f"{FLOCKS[winner]} wins!")
    undo.click()  # the game is not ended yet
    expect(visitor.page.locator("#result")).to_have_count(0)
    press(visitor, rest[-1:])
    visitor.button("End the game").click()
    expect(undo).to_have_count(0)
    first = visitor.table_path
    visitor.button("Play again").click()
    visitor.page.wait_for_url(lambda url: "/referee" in url and first not in url)
    expect(visitor.page.locator(".referee")).to_have_attribute("data-snapshot", "0")
    press(visitor, ['[data-outcome="first 2"]:enabled'])
    expect(visitor.page.locator("[data-next]")).to_contain_text("Murùni")


def press_on(visitor: Visitor, dice: Random) -> None:
    """Something that the picker or the board itself offers; until something is written by it."""
    before = visitor.page.locator("[data-undo]").get_attribute("data-undo") or ""
    picked = visitor.page.locator(PICKABLE)
    for _ in range(60):
        visitor.page.locator(f"{PICKABLE}, [data-action]").first.wait_for(state="attached")
        offered = picked if picked.count() else visitor.page.locator(PRESSABLE)
        offered.nth(dice.randrange(offered.count())).click()
        line = visitor.page.locator("[data-undo]").get_attribute("data-undo")
        if line != before:
            return
    raise AssertionError("nothing that can be pressed does anything")


def test_some_rounds_are_pressed_at_the_kitchen_table(visit: Visit, game_id: str) -> None:
    visitor, dice = visit(viewport=PHONE, has_touch=True), Random(3)
    sit_down(visitor, game_id)
    for _ in range(12):
        press_on(visitor, dice)
    assert visitor.overflow() == 0
    visitor.page.set_viewport_size(SMALL)
    assert visitor.overflow() == 0
    assert [text for text in visitor.said() if UNFILLED.search(text)] == []


# ---- an event with officials


class Event:
    """An event of two teams with officials, and a captain of the first of them."""

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
            for role, seat in OFFICES.items():
                appointed = await client.appoint(self.table, role, role, seat)
                self.tokens[role] = appointed["token"]
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

    def path(self, view: str) -> str:
        """A page, and the office that it is for."""
        token = self.tokens.get(view)
        return f"/t/{self.table}/{view}" + (f"#office={token}" if token else "")

    def open(self, visitor: Visitor, role: str = "validator") -> None:
        visitor.go(self.path(role))
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


def test_a_throw_typed_wrong_is_entered_anew_while_it_waits(
    visit: Visit, server: ServerProcess
) -> None:
    event, visitor = Event(server.address), visit(viewport=SMALL)
    event.open(visitor)
    throw(visitor, 5, 5)
    expect(state(visitor)).to_contain_text("5+5 for Badia")
    visitor.button("I typed it wrong: enter again").click()
    throw(visitor, 5, 6)
    expect(state(visitor)).to_contain_text("5+6 for Badia: waits")
    first, second = event.journal("entered")
    assert (second["outcome"], second["of"]) == ("5+6", first["no"])
    event.by("notary", lambda desk: desk.dispute(second["no"], "a four"))
    expect(
        visitor.page.get_by_text("Disputed by notary (notary of the Triad): a four")
    ).to_be_visible()
    expect(state(visitor)).to_contain_text("5+6 for Badia: is disputed.")
    throw(visitor, 4, 5)  # once it is disputed nobody need ask for the dice
    expect(state(visitor)).to_contain_text("4+5 for Badia: waits")


def test_a_void_throw_has_the_reasons_of_the_sheet_or_ones_own(
    visit: Visit, server: ServerProcess
) -> None:
    event, visitor = Event(server.address), visit(viewport=SMALL)
    event.open(visitor)
    throw(visitor, 1, 2)
    expect(state(visitor)).to_contain_text("waits")
    visitor.button("⊘ Void throw").click()
    reasons = visitor.page.locator("[data-void]")
    assert len(reasons.all()) == 3
    reasons.nth(1).click()
    expect(state(visitor)).to_contain_text("void, the throwers did not face each other")
    expect(visitor.page.locator("[data-next]")).to_contain_text("Badia")
    visitor.button("⊘ Void throw").click()
    visitor.page.get_by_label("Another reason").fill("a dog ran off with a die")
    visitor.button("Void for this reason").click()
    expect(state(visitor)).to_contain_text("a dog ran off with a die")
    assert [(line["why"], line["clause"]) for line in event.journal("void")] == [
        ("facing", "OCA-26d"),
        ("a dog ran off with a die", ""),
    ]


def test_a_judge_is_asked_to_undo_what_counts(visit: Visit, server: ServerProcess) -> None:
    event, visitor = Event(server.address, confirm=0), visit(viewport=SMALL)
    event.open(visitor)
    throw(visitor, 1, 2)
    expect(state(visitor)).to_contain_text("1+2 for Badia: counted.")
    visitor.button("↶ Ask the judge to undo it").click()
    expect(visitor.page.get_by_text("The judge has been asked to undo it.")).to_be_visible()
    (line,) = event.journal("entered")
    (note,) = event.journal("note")
    assert note["text"].startswith(f"↶ {line['no']} 1+2 for Badia")
    event.by("judge", lambda desk: desk.correct(line["no"], None))
    expect(state(visitor)).to_contain_text("undone by the judge; it does not count.")
    expect(visitor.page.locator("[data-next]")).to_contain_text("Badia")
    throw(visitor, 1, 3)
    expect(state(visitor)).to_contain_text("1+3 for Badia: counted.")


def test_nothing_is_entered_while_paused(visit: Visit, server: ServerProcess) -> None:
    event, visitor = Event(server.address, confirm=0), visit(viewport=SMALL)
    event.open(visitor)
    first = visitor.page.locator('[data-die="1"][data-face="2"]')
    first.click()
    event.by("judge", lambda desk: desk.pause("rain"))
    expect(visitor.page.get_by_text("Paused: nothing can be entered now.")).to_be_visible()
    expect(visitor.page.locator("[data-die]:enabled")).to_have_count(0)
    expect(first).to_have_attribute("aria-pressed", "true")  # what was chosen is not lost
    event.by("judge", lambda desk: desk.resume(""))
    visitor.page.locator('[data-die="2"][data-face="2"]').click()
    expect(state(visitor)).to_contain_text("2+2 for Badia: counted.")


def test_a_decision_is_entered_on_behalf_of_a_seat(visit: Visit, server: ServerProcess) -> None:
    event = Event(server.address, "poleana", confirm=0, options={"first": 0})
    visitor = visit(viewport=PHONE)
    event.open(visitor)
    throw(visitor, 1, 5)
    upcoming = visitor.page.locator("[data-next]")
    expect(upcoming).to_contain_text("Decides now")
    visitor.button("Decide on their behalf").click()
    visitor.wait_for_board()
    visitor.page.locator('[data-action="out 0"]').click()
    (line,) = event.journal("acted")
    assert (line["seat"], line["action"], line["behalf"]) == (1, "out 0", True)
    expect(upcoming).not_to_contain_text("Decides now")


def test_the_network_is_cut_in_the_midst_of_an_entry(visit: Visit, server: ServerProcess) -> None:
    event, visitor = Event(server.address, confirm=0), visit(viewport=SMALL)
    visitor.forgive("WebSocket", "ERR_INTERNET_DISCONNECTED")
    event.open(visitor)
    visitor.page.locator('[data-die="1"][data-face="6"]').click()
    visitor.context.set_offline(True)
    visitor.page.locator('[data-die="2"][data-face="6"]').click()
    expect(state(visitor)).to_contain_text("6+6 is being sent …")
    expect(visitor.page.locator("[data-die]:enabled")).to_have_count(0)
    assert event.journal("entered") == []
    visitor.context.set_offline(False)
    expect(state(visitor)).to_contain_text("6+6 for Badia: counted.")
    throw(visitor, 1, 1)
    expect(state(visitor)).to_contain_text("1+1 for Murùni: counted.")
    assert [line["outcome"] for line in event.journal("entered")] == ["6+6", "1+1"]


def test_an_entry_whose_answer_is_lost_is_not_made_twice(
    visit: Visit, server: ServerProcess
) -> None:
    event, visitor = Event(server.address, confirm=0), visit(viewport=SMALL)
    visitor.forgive("WebSocket")
    entered: list[str] = []
    lost: list[str] = []

    def cut_once(socket: WebSocketRoute) -> None:
        to_server = socket.connect_to_server()

        def send(message: str | bytes) -> None:
            to_server.send(message)
            if '"enter"' in str(message):
                entered.append(str(message))

        def receive(message: str | bytes) -> None:
            if not entered or lost:
                socket.send(message)
            elif '"done"' in str(message):  # it is written down, but nobody is told so
                lost.append(str(message))
                socket.close(code=1011)
                to_server.close()

        socket.on_message(send)
        to_server.on_message(receive)

    visitor.page.route_web_socket("**/socket", cut_once)
    event.open(visitor)
    throw(visitor, 6, 4)
    expect(state(visitor)).to_contain_text("4+6 for Badia: counted.")
    expect(visitor.page.locator("[data-next]")).to_contain_text("Murùni")
    assert len(entered) == 2
    assert len(set(entered)) == 1  # under the same id
    assert [line["outcome"] for line in event.journal("entered")] == ["4+6"]


def test_what_others_entered_meanwhile_is_not_entered_over(
    visit: Visit, server: ServerProcess
) -> None:
    event, visitor = Event(server.address, confirm=0), visit(viewport=SMALL)
    visitor.forgive("WebSocket", "ERR_INTERNET_DISCONNECTED")
    event.open(visitor)
    visitor.page.locator('[data-die="1"][data-face="6"]').click()
    visitor.context.set_offline(True)
    visitor.page.locator('[data-die="2"][data-face="6"]').click()
    expect(state(visitor)).to_contain_text("is being sent")
    event.by("judge", lambda desk: desk.enter("1+2"))
    visitor.context.set_offline(False)
    expect(state(visitor)).to_have_text("✕ 6+6 refused; it was not written down.")
    expect(visitor.page.locator("[data-next]")).to_contain_text("Murùni")
    expect(visitor.page.get_by_role("button", name="again")).to_have_count(0)
    assert [line["outcome"] for line in event.journal("entered")] == ["1+2"]


def test_a_rehearsal_proposes_what_the_dice_might_show(visit: Visit, server: ServerProcess) -> None:
    event = Event(server.address, confirm=0, rehearsal=True)
    visitor = visit(viewport=SMALL)
    event.open(visitor)
    visitor.button("⚂ Propose").click()
    entering = visitor.page.locator("[data-proposed]")
    proposed = entering.get_attribute("data-proposed") or ""
    assert visitor.page.locator("[data-die].proposed").count() == 2
    assert serious_faults(visitor) == []
    assert visitor.overflow() == 0
    entering.click()
    expect(state(visitor)).to_contain_text(f"{proposed} for Badia: counted.")
    expect(entering).to_have_count(0)
    throw(visitor, 1, 2)  # what the dice in one's hand show can still be entered
    expect(state(visitor)).to_contain_text("1+2 for Murùni: counted.")


def test_a_rehearsal_proposes_all_wheels_at_once(visit: Visit, server: ServerProcess) -> None:
    event = Event(server.address, "girumgo", confirm=0, rehearsal=True, options={"radius": 2})
    visitor = visit(viewport=SMALL)
    event.open(visitor)
    visitor.button("⚂ Propose").click()
    visitor.page.locator("[data-proposed]").click()
    expect(visitor.page.get_by_text("Who begins?")).to_be_visible()
    (line,) = event.journal("entered")
    assert len(line["outcomes"]) == 19


# ---- pickers


def test_wheels_are_entered_as_they_were_turned_and_kept_over_a_reload(
    visit: Visit, server: ServerProcess
) -> None:
    event = Event(server.address, "girumgo", confirm=0, options={"radius": 2})
    visitor = visit(viewport=SMALL)
    event.open(visitor)
    for _ in range(2):
        visitor.page.locator('[data-wheel="3"]').click()
    visitor.page.locator('[data-wheel="18"]').click()
    visitor.page.get_by_role("button", name="clockwise", exact=True).click()
    visitor.page.reload()
    expect(visitor.page.locator('[data-wheel="3"]')).to_have_attribute("data-rotation", "2")
    visitor.button("Enter all wheels").click()
    visitor.page.locator('[data-outcome="first 2"]').click()
    expect(visitor.page.locator("[data-next]")).to_contain_text("Murùni")
    wheels, first = event.journal("entered")
    assert wheels["outcomes"] == ["set 2" if wheel == 3 else "set 0" for wheel in range(19)]
    assert first["outcome"] == "first 2"


def test_a_verdict_is_given_beside_the_question_and_the_right_answer(
    visit: Visit, server: ServerProcess
) -> None:
    event = Event(server.address, "europa", confirm=0, options={"quiz": "judged"})
    match, dice = Match.new("europa", 2, {"quiz": "judged"}), Dice(1)
    written: list[tuple[int, str]] = []
    while match.position()["phase"] != "verdict":
        state_now = match.state
        actor = state_now.actors()[0]
        action = state_now.draw(dice) if actor == TABLE else state_now.pick(actor, dice)
        written.append((actor, match.game.text(state_now, actor, action)))
        match.play(actor, action)

    async def play(desk: OfficialAt) -> None:
        for actor, text in written:
            await (desk.enter(text) if actor == TABLE else desk.act(actor + 1, text))

    event.by("judge", play)
    visitor = visit(viewport=SMALL)
    event.open(visitor)
    expect(visitor.page.get_by_text(match.game.question(match.state, "en")["ask"])).to_be_visible()
    answer = match.game.answer(match.state, "en")
    expect(visitor.page.locator(".answer")).to_have_text(f"✓ {answer}")
    visitor.page.locator('[data-outcome="right"]').click()
    expect(state(visitor)).to_contain_text("counted.")
    assert event.journal("entered")[-1]["outcome"] == "right"


def test_drawings_in_secret_are_taken_back_at_the_kitchen_table(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    sit_down(visitor, "camino")
    press(
        visitor,
        [f'[data-outcome="{text}"]:enabled' for text in ("board 1", "board 2", "card 3")],
    )
    board = visitor.page.locator(".main svg[role=group]")

    def drawn(cells: int) -> None:
        expect(board).to_have_attribute(
            "aria-label", re.compile(rf"^Badia\. path: \S+( \S+){{{cells - 1}}}\. ")
        )

    for cells in (1, 2):
        drawn(cells)
        visitor.page.locator("[data-action^=head]").first.dispatch_event("click")
    for cells in (3, 2):
        drawn(cells)
        visitor.button("↶ Undo").click()
    drawn(1)
    visitor.button("↶ Undo").click()  # the card, too
    press(visitor, ['[data-outcome="card 5"]:enabled'])
    stop = visitor.page.locator(".stop:not([aria-disabled=true])")
    expect(visitor.page.locator('[data-seat="1"]')).to_have_attribute("aria-pressed", "true")
    stop.click()
    expect(visitor.page.locator("[data-next]")).to_contain_text("Murùni")
    stop.click()
    expect(visitor.page.locator('[data-outcome="card 6"]')).to_be_enabled()
    expect(visitor.page.locator('[data-outcome="card 5"]')).to_have_count(0)


def test_what_a_bot_decided_is_taken_back_with_its_throw(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    sit_down(visitor, "poleana", bots=1)
    press(visitor, ['[data-outcome="first 2"]:enabled'])
    throw(visitor, 1, 5)  # a reo breaks out
    expect(visitor.page.locator(".referee")).to_have_attribute("data-snapshot", "3")
    upcoming = visitor.page.locator("[data-next]")
    expect(upcoming).to_have_attribute("data-next", "1")
    visitor.button("↶ Undo").click()
    expect(upcoming).to_have_attribute("data-next", "2")
    expect(visitor.page.locator(".referee")).to_have_attribute("data-snapshot", "1")
    visitor.page.reload()  # and the page comes back as it was
    throw(visitor, 6, 6)
    expect(visitor.page.locator(".referee")).not_to_have_attribute("data-snapshot", "1")


def test_others_follow_the_kitchen_table_by_its_link(visit: Visit) -> None:
    referee, other = visit(viewport=SMALL), visit(viewport=PHONE)
    sit_down(referee, "oca")
    throw(referee, 2, 1)
    referee.button("Follow on another phone").click()
    link = referee.page.get_by_label("Link", exact=True).input_value()
    assert "/referee" not in link
    other.page.goto(link)
    other.wait_for_board()
    expect(other.page.locator("[data-snapshot]").first).to_have_attribute("data-snapshot", "1")
    expect(other.page.locator("[data-die]")).to_have_count(0)


# ---- for everybody


def test_what_is_entered_with_is_accessible(visit: Visit, server: ServerProcess) -> None:
    visitor = visit(viewport=SMALL)
    Event(server.address).open(visitor)
    for theme in ("light", "dark", "sun"):
        visitor.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert serious_faults(visitor) == []
    throw(visitor, 2, 1)
    expect(state(visitor)).to_contain_text("waits")
    assert serious_faults(visitor) == []
    visitor.button("⊘ Void throw").click()
    assert serious_faults(visitor) == []
    assert visitor.overflow() == 0


def test_a_referee_s_page_is_accessible(visit: Visit, game_id: str) -> None:
    visitor = visit(viewport=SMALL)
    sit_down(visitor, game_id)
    visitor.wait_until_quiet()
    for theme in ("light", "dark", "sun"):
        visitor.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert serious_faults(visitor) == []
