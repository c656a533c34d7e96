"""A person has one sign, from the waiting room to the result."""

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Locator, expect
from visitor import PHONE, Visit, Visitor

Sign = tuple[str, str]  # a shape and a colour
SIGN = """element => {
  const [back, front] = [element.querySelector('circle, path'), element.querySelector('path')]
  return [front.getAttribute('d'), getComputedStyle(back).fill]
}"""


def sign_in(place: Locator) -> Sign:
    """The sign that stands there before anything else."""
    path, colour = place.locator("svg[aria-hidden]").first.evaluate(SIGN)
    return path, colour


def seat_of(visitor: Visitor, name: str) -> Locator:
    """In the waiting room."""
    return visitor.page.locator("ol > li", has=visitor.page.locator(f"strong:text-is('{name}')"))


def player(visitor: Visitor, name: str) -> Locator:
    """In the list beside the board."""
    return visitor.page.locator(".players li", has_text=name)


def choose_mark(visitor: Visitor, shape: str, colour: int) -> None:
    for group, label in (("Shape", shape), ("Colour", f"Colour {colour}")):
        choice = visitor.page.get_by_role("group", name=group).get_by_label(label, exact=True)
        choice.dispatch_event("click")
        expect(choice).to_be_checked()


def test_who_chose_a_shape_and_a_colour_has_them_everywhere(visit: Visit) -> None:
    host, guest = visit(), visit(viewport=PHONE)
    host.set_up("camino", "open", "bot:easy")
    guest.go(host.table_path)
    guest.button("Sit here").wait_for()
    choose_mark(guest, "moon", 7)
    guest.sit_here()
    seat_of(host, "Faro").wait_for()
    # who sits already is shown by what they choose at once
    choose_mark(host, "moon", 7)
    mine = sign_in(host.page.locator("button.me"))
    for one in (host, guest):
        seat = seat_of(one, "Brno").locator("svg[aria-hidden]")
        expect(seat.locator("path")).to_have_attribute("d", mine[0])
        expect(seat.locator("circle")).to_have_css("fill", mine[1])
    signs = {name: sign_in(seat_of(host, name)) for name in ("Brno", "Faro", "Walker 3")}
    assert signs["Brno"] == mine
    assert signs["Faro"][0] == mine[0]  # the same shape, in a colour that is free
    assert signs["Walker 3"][0] != mine[0]
    assert len({colour for _, colour in signs.values()}) == 3

    host.button("Start the game").click()
    for one in (host, guest):
        one.wait_for_board()
        for name, sign in signs.items():
            assert sign_in(player(one, name)) == sign
    for name in ("Faro", "Walker 3"):
        head = host.page.locator(".stage .other .who", has_text=name)
        assert sign_in(head) == signs[name]
    said = host.page.locator("[data-banner] p", has=host.page.locator("strong"))
    said.first.wait_for()
    # at once, for others may act meanwhile
    for name, sign in said.evaluate_all(
        f"all => all.map(one => [one.querySelector('strong').textContent, ({SIGN})(one)])"
    ):
        assert tuple(sign) == signs[name]
    guest.keep_playing()
    host.play_to_the_end()
    ranking = host.page.locator("section", has=host.page.locator("#result")).locator("ol > li")
    log = host.page.locator("section", has=host.page.locator("#log-title"))
    for name, sign in signs.items():
        assert sign_in(ranking.filter(has_text=name)) == sign
        assert sign_in(log.get_by_role("button", name=re.compile(f"^{name} ")).first) == sign
    picture = host.page.locator("[data-way] img")
    picture.wait_for()
    drawn = unquote(picture.get_attribute("src") or "")
    for path, colour in signs.values():
        assert path in drawn
        assert colour in drawn

    host.go("/")
    row = host.page.locator(f"a.card[href='{guest.table_path}'] .marks")
    assert sign_in(row) == mine


@pytest.mark.parametrize("game", ["girumgo", "oca", "poleana"])
def test_pieces_are_ones_sign_before_they_stand_on_the_board(visit: Visit, game: str) -> None:
    host, guest = visit(), visit(viewport=PHONE)
    host.set_up(game, "open")
    guest.go(host.table_path)
    guest.sit_here()
    seat_of(host, "Faro").wait_for()
    expect(host.page.get_by_text("the sign of their pieces")).to_be_visible()
    expect(host.page.get_by_role("group", name="Shape")).to_have_count(0)
    signs = {name: sign_in(seat_of(host, name)) for name in ("Brno", "Faro")}
    host.button("Start the game").click()
    for one in (host, guest):
        one.wait_for_board()
        for name, sign in signs.items():
            assert sign_in(player(one, name)) == sign
            assert one.page.locator(f".stage path[d='{sign[0]}']").count()
