"""In a local network, over plain HTTP: what browsers allow only elsewhere is not needed."""

import json
from pathlib import Path
from random import Random
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from certificates import TestCertificate
from conftest import Serve
from playwright.sync_api import Locator, expect
from setups import lasting_game
from visitor import LANDSCAPE, PHONE, Visit, Visitor, wait_for_turn

GAME = lasting_game()
SIZES = {"portrait": PHONE, "landscape": LANDSCAPE}
SELECTED = "getSelection().toString()"


def link(visitor: Visitor) -> str:
    return visitor.page.get_by_label("Link", exact=True).input_value()


def test_a_page_works_where_the_browser_trusts_nothing(visit: Visit) -> None:
    visitor = visit()
    visitor.play_now(GAME)
    assert visitor.page.evaluate("isSecureContext") is False
    assert visitor.page.evaluate("'randomUUID' in crypto || 'clipboard' in navigator") is False
    before = visitor.snapshot
    visitor.choose(Random(1))
    visitor.wait_past(before)


@pytest.mark.parametrize("at_home", [True, False])
def test_a_link_is_copied(visit: Visit, at_home: bool) -> None:
    visitor = visit(at_home=at_home)
    visitor.set_up(GAME, "open")
    assert visitor.page.evaluate("'clipboard' in navigator") is at_home
    copy = visitor.button("Copy")
    copy.click()
    copied = visitor.button("Copied")
    expect(copied).to_be_visible()
    expect(copied).to_be_focused()
    visitor.page.get_by_role("button", name="Settings").click()
    name = visitor.page.get_by_label("Your name")
    name.fill("")
    name.press("Control+V")
    expect(name).to_have_value(link(visitor)[:32])  # no name is longer


def test_a_link_that_cannot_be_copied_is_selected(visit: Visit) -> None:
    visitor = visit()
    visitor.page.add_init_script("document.execCommand = () => false")
    visitor.set_up(GAME, "open")
    visitor.button("Copy").click()
    expect(visitor.page.get_by_text("Selected: copy it with your keyboard")).to_be_visible()
    assert visitor.page.evaluate(SELECTED) == link(visitor)
    assert visitor.button("Copied").count() == 0


@pytest.mark.parametrize("at_home", [True, False])
def test_what_needs_https_is_said_where_one_looks_for_it(visit: Visit, at_home: bool) -> None:
    visitor = visit(at_home=at_home)
    visitor.set_up(GAME, "open")
    share = visitor.page.get_by_text("The Share button needs an https address.")
    expect(share).to_have_count(0 if at_home else 1)
    visitor.page.get_by_role("button", name="Settings").click()
    can, cannot = "Most browsers can install Periplo", "Over plain http a browser cannot install"
    expect(visitor.page.get_by_text(can if at_home else cannot)).to_be_visible()
    expect(visitor.page.get_by_text(cannot if at_home else can)).to_have_count(0)


# ---- HTTPS


def test_a_game_is_played_over_https(serve: Serve, visit: Visit, tmp_path: Path) -> None:
    server = serve(*TestCertificate(tmp_path).options)
    visitor = visit(server.address, ignore_https_errors=True)
    sockets: list[str] = []
    visitor.page.on("websocket", lambda socket: sockets.append(socket.url))
    visitor.play_now(GAME)
    assert visitor.page.evaluate("isSecureContext") is True
    before = visitor.snapshot
    visitor.choose(Random(1))
    visitor.wait_past(before)
    (socket,) = sockets
    assert socket.startswith(f"wss{visitor.address.removeprefix('https')}/")


# ---- invitations


def qr(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("img", name="QR code")


def drawn(visitor: Visitor) -> str | None:
    return qr(visitor).locator("path").get_attribute("d")


def test_a_server_for_this_machine_alone_says_so_and_how_to_let_others_in(visit: Visit) -> None:
    visitor = visit(at_home=True)
    visitor.set_up(GAME, "open")
    expect(visitor.page.get_by_text("Only this machine can reach it.")).to_be_visible()
    port = urlsplit(visitor.address).port
    command = f"periplo serve --host 0.0.0.0 --port {port}"
    expect(visitor.page.get_by_text(command, exact=True)).to_be_visible()
    assert qr(visitor).count() == 0  # nobody's camera is on this machine


def test_the_host_at_home_invites_by_an_address_that_others_reach(
    serve: Serve, visit: Visit
) -> None:
    host = visit(f"http://127.0.0.1:{serve('--host', '0.0.0.0').port}", at_home=True)
    host.set_up(GAME, "open")
    with urlopen(f"{host.address}/api/addresses") as answer:
        origins = json.load(answer)["origins"]
    if not origins:  # a machine without a network
        expect(host.page.get_by_text("Open the page by the address")).to_be_visible()
        return
    qr(host).wait_for()
    assert link(host) == origins[0] + host.table_path
    guest = visit(origins[0])
    guest.go(host.table_path)
    guest.sit_here()
    expect(host.button("Start the game")).to_be_enabled()
    assert link(guest) == link(host)


def test_links_and_codes_follow_the_address_that_is_chosen(visit: Visit) -> None:
    """What a machine with two network cards answers."""
    origins = ["http://192.168.1.7:8000", "http://10.0.0.7:8000"]
    visitor = visit(at_home=True)
    addresses = {"origins": origins, "local_only": False}
    visitor.page.route("**/api/addresses", lambda route: route.fulfill(json=addresses))
    visitor.set_up(GAME, "open")
    qr(visitor).wait_for()
    assert link(visitor) == origins[0] + visitor.table_path
    before = drawn(visitor)
    visitor.page.get_by_label("Address", exact=True).select_option(origins[1])
    assert link(visitor) == origins[1] + visitor.table_path
    assert drawn(visitor) != before

    after = drawn(visitor)
    visitor.page.reload()  # the choice is kept
    qr(visitor).wait_for()
    assert (link(visitor), drawn(visitor)) == (origins[1] + visitor.table_path, after)
    visitor.button("Place a bot").click()
    visitor.button("Start the game").click()
    visitor.button("Table").click()
    qr(visitor).wait_for()
    visitor.button("Move to another device").click()
    links = visitor.page.get_by_label("Link", exact=True)
    expect(links).to_have_count(2)
    for at in range(2):
        assert links.nth(at).input_value().startswith(origins[1] + visitor.table_path)


# ---- on a phone


@pytest.mark.parametrize("size", SIZES)
def test_two_phones_meet_at_a_table(visit: Visit, size: str) -> None:
    host, guest = (visit(viewport=SIZES[size], has_touch=True) for _ in range(2))
    host.go("/")
    host.page.locator(f"article a.button[href='/new/{GAME}']").click()
    host.page.get_by_role("group", name="Seats").wait_for()
    host.fill_in_table("open")
    host.open_table()
    qr(host).wait_for()
    invitation = link(host)
    assert invitation.startswith(f"{host.address}/t/")

    guest.go(urlsplit(invitation).path)
    guest.sit_here()
    host.button("Start the game").click()
    dice = Random(1)
    for visitor in (host, guest):
        visitor.wait_for_board()
        assert visitor.overflow() == 0
    for _ in range(3):
        acting = wait_for_turn(host, guest)
        before = acting.snapshot
        acting.choose(dice)
        for visitor in (host, guest):
            visitor.wait_past(before)
    for visitor in (host, guest):
        before = visitor.snapshot
        visitor.page.reload()
        visitor.wait_for_board()
        expect(visitor.page.locator("[data-snapshot]")).to_have_attribute(
            "data-snapshot", str(before)
        )
        expect(visitor.page.locator(".players li", has_text="you")).to_have_count(1)
