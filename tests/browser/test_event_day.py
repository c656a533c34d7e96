"""A whole event in the browser: every official at a device of their own, to the minutes."""

import json
from typing import Any

import pytest
from conftest import Serve
from playwright.sync_api import Locator, expect
from server_process import ServerProcess
from test_pages import serious_faults
from visitor import PHONE, Visit, Visitor

WALL = {"width": 1920, "height": 1080}
TEAMS = ("Badia", "Murùni")
OFFICIALS = {
    "validator": "Brno", "notary": "Porto", "judge": "Gdańsk", "steward": "Hamburg",
    "captain": "Lyon", "herald": "Malmö",
}  # fmt: skip
ROSTERS = "\n".join(f"{team}; {team} {n}" for team in TEAMS for n in range(1, 13))


class Day:
    """An event of the goose, as its organiser makes it in the browser."""

    def __init__(self, visit: Visit, address: str) -> None:
        self._visit = visit
        self._address = address
        self.organiser = self.come()
        self.table = ""
        self.at: dict[str, Visitor] = {}

    def come(self, **more: Any) -> Visitor:
        return self._visit(self._address, **{"locale": "it-IT", "viewport": PHONE, **more})

    def set_up(self) -> None:
        page = self.organiser.page
        self.organiser.go("/event/oca")
        page.get_by_label("Titolo").fill("Il Giro")
        page.get_by_label("Luogo").fill("Origgio")
        page.reload()  # what was typed is kept
        expect(page.get_by_label("Titolo")).to_have_value("Il Giro")
        self.organiser.button("Avanti").click()
        while page.locator(".teams li").count() > len(TEAMS):
            page.locator(".teams li").last.locator("button").last.click()
        for field, name in zip(page.locator(".teams input").all(), TEAMS, strict=True):
            field.fill(name)
        page.get_by_label("Incollali qui").fill("Badia")
        self.organiser.button("Leggili").click()
        expect(page.locator("[role=alert]")).to_contain_text("non è stato preso nulla")
        page.get_by_label("Incollali qui").fill(ROSTERS)
        self.organiser.button("Leggili").click()
        expect(page.locator(".columns")).to_contain_text("Murùni 12")
        self.organiser.button("Avanti").click()
        rows = page.locator(".official")
        while rows.count() > 0:
            rows.first.locator("button").click()
        for role, name in OFFICIALS.items():
            self.organiser.button("+ Un altro").click()
            rows.last.locator("select").first.select_option(role)
            rows.last.locator("input").fill(name)
        self.organiser.button("Crea l'evento").click()
        page.wait_for_url("**/t/*/organiser")
        page.get_by_text("Hamburg").wait_for()
        self.table = self.organiser.table_path.split("/")[2]

    def links(self) -> dict[str, str]:
        kept = self.organiser.page.evaluate(f"localStorage.getItem('periplo.links {self.table}')")
        return {link["role"]: link["token"] for link in json.loads(kept)}

    def open_pages(self) -> None:
        for role, token in self.links().items():
            self.at[role] = self.come()
            self.open(role, f"#office={token}")
        self.at["screen"] = self.come(viewport=WALL)
        self.open("screen")
        self.at["board"] = self.come()
        self.open("board")

    def open(self, view: str, token: str = "") -> None:
        page = self.at[view].page
        page.goto(f"{self.at[view].address}/t/{self.table}/{view}{token}", wait_until="commit")
        page.locator(f"[data-view={view}]").wait_for()

    def start(self) -> None:
        for _ in range(2):  # it is asked once more
            self.organiser.button("Comincia l'evento").click()
        expect(self.organiser.page.get_by_text("Che cosa aspetta chi")).to_be_visible()

    def throw(self, *faces: int) -> None:
        for die, face in enumerate(faces, 1):
            self.at["validator"].page.locator(f'[data-die="{die}"][data-face="{face}"]').click()

    def confirm(self) -> None:
        self.at["notary"].button("✓ Conferma").click()

    def shows(self, view: str, number: int) -> None:
        shown = self.at[view].page.locator("[data-snapshot]").first
        expect(shown).to_have_attribute("data-snapshot", str(number))


@pytest.fixture
def day(visit: Visit, server: ServerProcess) -> Day:
    return open_day(visit, server)


def open_day(visit: Visit, server: ServerProcess) -> Day:
    day = Day(visit, server.address)
    day.set_up()
    day.open_pages()
    return day


def button(visitor: Visitor, text: str) -> Locator:
    return visitor.page.get_by_role("button", name=text)


def test_an_event_from_the_set_up_to_the_minutes(day: Day) -> None:
    at = day.at
    expect(at["judge"].page.get_by_text("non è ancora cominciato")).to_be_visible()
    expect(day.organiser.page.locator(".here")).to_have_count(len(OFFICIALS))
    button(day.organiser, "Sorteggia le caselle").click()
    day.start()

    # a throw in two taps, confirmed, then seen by everybody
    day.throw(1, 1)
    expect(at["notary"].page.locator("#waiting-entry")).to_contain_text("1+1")
    expect(day.organiser.page.get_by_text("Da confermare dai notai: Badia 1+1")).to_be_visible()
    day.shows("screen", 0)
    day.confirm()
    for view in ("screen", "board", "notary", "judge", "captain"):
        day.shows(view, 1)

    # three of the flock are called out: its captain says who
    captain = at["captain"].page
    for name in ("Badia 7", "Badia 9", "Badia 4"):
        captain.get_by_role("button", name=name, exact=True).click()
    button(at["captain"], "Escono:").click()
    expect(captain.get_by_text("Escono:")).to_have_count(0)

    # a steward finds two of them, and misses one, which rings at the judge's
    steward = at["steward"].page
    steward.get_by_role("button", name="Badia 7 è lì").click()
    steward.get_by_role("button", name="Badia 4 è fuori posto").click()
    judge = at["judge"].page
    expect(judge.get_by_text("Badia 4 (Badia) deve stare su 1")).to_be_visible()
    button(at["judge"], "Ora è lì").click()
    expect(judge.get_by_text("Badia 4 (Badia) deve stare su 1")).to_have_count(0)

    # the herald proclaims, in order
    herald = at["herald"].page
    expect(herald.locator(".now")).to_contain_text("L'evento comincia")
    button(at["herald"], "Proclamato").click()
    expect(herald.locator(".now")).to_contain_text("Badia lancia 1+1")
    button(at["herald"], "Proclamato").click()
    expect(herald.locator(".now")).to_contain_text("Nulla da proclamare")

    # a wrong throw is disputed, and the judge decides
    day.throw(2, 3)
    button(at["notary"], "Contesta").click()
    at["notary"].page.get_by_label("Che cosa hai visto?").fill("era un 4")
    button(at["notary"], "Contesta").last.click()
    expect(judge.get_by_text("era un 4")).to_be_visible()
    button(at["judge"], "Conferma").click()
    day.shows("screen", 2)

    # a correction shows what it would change before it is made
    button(at["judge"], "Correggi").click()
    judge.locator("[data-line]", has_text="Murùni: 2+3").get_by_role("button").click()
    judge.get_by_label("Che cosa è successo invece").fill("2+4")
    button(at["judge"], "Vedi che cosa cambia").click()
    expect(judge.locator(".preview")).to_contain_text("Murùni")
    expect(at["board"].page.locator("[data-n='2']")).to_contain_text("2+3")
    button(at["judge"], "Correggilo").click()
    expect(at["board"].page.locator("[data-n='2']")).to_contain_text("2+4")

    # a protest and its answer, points, a pause
    button(at["captain"], "Protesta").click()
    captain.get_by_label("Contro che cosa protesti?").fill("il dado è caduto")
    button(at["captain"], "Protesta").last.click()
    judge.get_by_label("La tua risposta").fill("visto da tutti")
    button(at["judge"], "Respingi").click()
    expect(captain.get_by_text("visto da tutti")).to_be_visible()
    button(at["judge"], "Punti").click()
    judge.get_by_label("Punti, una perdita").or_(judge.locator("input[type=number]")).first.fill(
        "-5"
    )
    judge.get_by_label("Perché", exact=True).fill("ritardo")
    button(at["judge"], "Punti").last.click()
    expect(at["board"].page.get_by_text("ritardo")).to_be_visible()
    button(at["judge"], "Pausa").click()
    button(at["judge"], "Pausa").last.click()
    expect(at["screen"].page.get_by_text("In pausa")).to_be_visible()
    expect(at["validator"].page.locator("[data-die]:enabled")).to_have_count(0)
    button(at["judge"], "Riprendi").click()
    button(at["judge"], "Riprendi").last.click()
    expect(at["screen"].page.get_by_text("In pausa")).to_have_count(0)

    # the end: the podium, and the minutes as a file
    button(at["judge"], "Chiudi l'evento").click()
    button(at["judge"], "Chiudi l'evento").last.click()
    expect(at["screen"].page.get_by_text("Classifica finale")).to_be_visible()
    judge.get_by_role("link", name="Diario").first.click()
    with judge.expect_download() as download:
        judge.get_by_role("button", name="PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF")


def test_a_phone_that_loses_the_network_comes_back_and_sends_nothing_twice(day: Day) -> None:
    at = day.at
    day.start()
    validator, notary = at["validator"], at["notary"]
    for visitor in (validator, notary):
        visitor.forgive("WebSocket", "ERR_INTERNET_DISCONNECTED", "Failed to load resource")
    validator.page.locator("[data-die]:enabled").first.wait_for()
    validator.context.set_offline(True)
    validator.page.evaluate("dispatchEvent(new Event('offline'))")
    day.throw(3, 4)
    validator.context.set_offline(False)
    expect(notary.page.locator("#waiting-entry")).to_contain_text("3+4", timeout=40_000)
    notary.page.reload()  # a locked phone may forget the page
    day.confirm()
    day.shows("board", 1)
    lines = validator.page.evaluate(
        f"fetch('/api/tables/{day.table}/journal').then((answer) => answer.json())"
    )
    assert [line["kind"] for line in lines["lines"]] == ["started", "entered"]


def test_a_throw_is_in_motion_on_the_wall_within_the_blink_of_an_eye(day: Day) -> None:
    """No test is timed; what was measured is printed, with `-s`."""
    day.start()
    screen = day.at["screen"].page
    screen.evaluate(
        """() => {
          window.seen = new Promise((done) => {
            const wall = document.querySelector('[data-snapshot]')
            new MutationObserver(() => done(performance.timeOrigin + performance.now()))
              .observe(wall, { attributes: true, attributeFilter: ['data-snapshot'] })
          })
        }"""
    )
    day.throw(3, 4)
    day.at["notary"].page.get_by_role("button", name="✓ Conferma").wait_for()
    pressed = day.at["notary"].page.evaluate(
        """() => {
          const all = [...document.querySelectorAll('button')]
          const now = performance.timeOrigin + performance.now()
          all.find((one) => one.textContent.includes('Conferma')).click()
          return now
        }"""
    )
    shown = screen.evaluate("window.seen")
    print(f"\nfrom the tap to the wall: {shown - pressed:.0f} ms")
    day.shows("screen", 1)


def test_a_rehearsal_proposes_throws_and_is_thrown_away(day: Day) -> None:
    day.organiser.button("Prova").click()
    page = day.organiser.page
    expect(page.locator(".badge", has_text="Prova")).to_be_visible()
    expect(page.get_by_text("Hamburg")).to_be_visible()  # with the same officials
    day.table = day.organiser.table_path.split("/")[2]
    day.open("validator", f"#office={day.links()['validator']}")
    day.start()
    validator = day.at["validator"]
    validator.button("⚂ Proponi").click()
    validator.page.get_by_role("button", name="Registra ").first.click()
    expect(validator.page.locator("[data-state=waits]")).to_be_visible()
    for _ in range(2):  # it is asked once more
        day.organiser.button("Butta via la prova").click()
    page.wait_for_url(f"{day.organiser.address}/")
    validator.forgive("WebSocket", "Failed to load resource")
    validator.page.reload()
    expect(validator.page.get_by_role("heading", level=1)).to_have_text("Questo tavolo non esiste")


def test_a_council_sets_pieces_on_the_board(day: Day) -> None:
    day.start()
    judge = day.at["judge"].page
    button(day.at["judge"], "Proponi una decisione").click()
    judge.get_by_label("Che cosa deve decidere il consiglio?").fill("Badia torna alla 5")
    button(day.at["judge"], "disponi i pezzi").click()
    judge.locator(".arrange li button", has_text="Badia").first.click()
    judge.locator(".arrange circle.place[aria-label='5']").click()
    button(day.at["judge"], "Vedi che cosa cambia").click()
    expect(judge.locator(".preview")).to_contain_text("Badia 1: 0 → 5")
    button(day.at["judge"], "Proponi").last.click()
    for role in ("judge", "notary"):
        button(day.at[role], "✓ A favore").click()
    for view in ("judge", "board", "screen"):
        day.shows(view, 1)
    people = day.at["captain"].page.locator("li", has_text="Badia 1").first
    expect(people).to_contain_text("su 5")


def test_every_page_comes_back_when_the_server_does(visit: Visit, serve: Serve) -> None:
    server = serve()
    day = open_day(visit, server)
    day.start()
    for visitor in (day.organiser, *day.at.values()):
        visitor.forgive("WebSocket", "Failed to load resource")
    day.throw(3, 4)
    day.at["notary"].page.locator("#waiting-entry").wait_for()
    server.kill()
    expect(day.at["judge"].page.get_by_text("Nessuna connessione")).to_be_visible()
    expect(day.at["screen"].page.get_by_text("Nessuna connessione")).to_be_visible()
    server.start()
    for view in ("judge", "screen"):
        lost = day.at[view].page.get_by_text("Nessuna connessione")
        expect(lost).to_have_count(0, timeout=40_000)
    day.confirm()
    for view in ("screen", "board", "judge", "captain"):
        day.shows(view, 1)


def test_every_page_is_clean_and_narrow_enough(day: Day) -> None:
    day.start()
    day.throw(1, 1)
    day.confirm()
    day.shows("judge", 1)
    pages = {**day.at, "organiser": day.organiser}
    for view, visitor in pages.items():
        if view != "screen":
            visitor.page.set_viewport_size({"width": 360, "height": 640})
        assert visitor.overflow() <= 0, view
        assert serious_faults(visitor) == [], view
