"""Honest dice, as somebody at a browser sees them: over plain HTTP, with servers that keep their
word and servers that do not.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect
from setups import quickest_game
from visitor import PHONE, Visit, Visitor

from periplo.play.draws import commitment

GAME = quickest_game()
SOCKET = re.compile("/api/tables/.*/socket")
OTHER = "22" * 32
Change = Callable[[dict[str, Any]], None]


def between(
    visitor: Visitor, *, sent: Change | None = None, received: Change | None = None
) -> None:
    """Somebody on the way changes what the page sends, or what it receives."""

    def changed(text: str | bytes, change: Change | None) -> str:
        message = json.loads(text)
        if change is not None:
            change(message)
        return json.dumps(message)

    def meet(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(lambda text: server.send(changed(text, sent)))
        server.on_message(lambda text: page.send(changed(text, received)))

    visitor.page.route_web_socket(SOCKET, meet)


def open_menu(visitor: Visitor) -> Any:
    visitor.button("Table").click()
    return visitor.page.get_by_role("dialog")


def test_everybodys_number_is_in_the_dice_and_can_be_checked(visit: Visit) -> None:
    host, guest = visit(), visit(viewport=PHONE)
    host.set_up(GAME, "open")
    guest.go(host.table_path)
    guest.sit_here("Badia")
    host.button("Start the game").click()
    for visitor in (host, guest):
        visitor.wait_for_board()
        menu = open_menu(visitor)
        expect(menu).to_contain_text(re.compile(r"Numbers came from: .+, Badia\.\s+Yours is"))
        expect(visitor.page.locator(".notice")).to_have_count(0)
        assert visitor.overflow() <= 0
        visitor.page.keyboard.press("Escape")


def test_at_one_screen_the_device_contributes_for_everybody(visit: Visit) -> None:
    host = visit()
    host.set_up(GAME, "screen")
    host.wait_for_board()
    expect(open_menu(host).locator("[data-contributed]")).to_have_attribute("data-contributed", "2")
    host.page.keyboard.press("Escape")
    host.play_to_the_end()
    host.button("Check the draws").click()
    expect(host.page.get_by_text("The numbers of 2 players are in them.")).to_be_visible()
    menu = open_menu(host)
    proof = menu.get_by_role("link", name="Download the proof").get_attribute("href")
    proved = host.download(f"{host.address}{proof}").json()
    assert set(proved["contributions"]) == {"1", "2"}


def test_a_number_that_came_too_late_is_reported_calmly(visit: Visit) -> None:
    def hold(message: dict[str, Any]) -> None:
        if message["t"] == "contribute":
            message["seat"] = 99  # it does not come through

    host = visit()
    between(host, sent=hold)
    host.set_up(GAME, "screen")
    host.wait_for_board()
    notice = host.page.locator(".notice")
    expect(notice).to_contain_text("The dice were mixed without your number")
    expect(notice).to_have_role("status")
    notice.get_by_role("button", name="Honest dice").click()
    menu = host.page.get_by_role("dialog")
    expect(menu).to_contain_text("Nobody added a number at this table")
    expect(menu).to_contain_text("Announced and not shown: the number of")
    host.page.keyboard.press("Escape")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
    host.offered()  # one can play on


@pytest.mark.parametrize(
    ("lie", "lies", "reason"),
    [
        ({"contributions": {}}, "missing", "Your number was accepted, but it is not in the dice."),
        ({"commitment": "d" * 64}, "commitment", "The server shows another seal"),
    ],
)
def test_a_server_that_breaks_its_word_about_the_dice_is_exposed(
    lie: dict[str, Any], lies: str, reason: str, visit: Visit
) -> None:
    def change(message: dict[str, Any]) -> None:
        if (message.get("table") or {}).get("contributions"):
            message["table"] |= lie

    host = visit(viewport=PHONE)
    between(host, received=change)
    host.set_up(GAME, "screen")
    host.wait_for_board()
    alarm = host.page.locator("header [data-lies]")
    expect(alarm).to_have_attribute("data-lies", lies)
    expect(alarm).to_have_role("alert")
    expect(alarm).to_contain_text(reason)
    assert host.overflow() <= 0
    alarm.get_by_role("button", name="Honest dice").click()
    expect(host.page.get_by_role("dialog")).to_contain_text("Seal kept on this device:")
    host.page.keyboard.press("Escape")
    host.page.reload()  # it is not forgotten with the page
    host.wait_for_board()
    expect(alarm).to_contain_text(reason)
    host.offered()


def test_the_seal_that_was_shown_holds_after_the_page_is_loaded_again(visit: Visit) -> None:
    """Whoever knows everybody's number could look for a secret that pleases them."""
    lies = False

    def change(message: dict[str, Any]) -> None:
        if lies and message.get("table"):
            message["table"]["commitment"] = "d" * 64

    host = visit()
    between(host, received=change)
    host.set_up(GAME, "screen")
    host.wait_for_board()
    alarm = host.page.locator("header [data-lies]")
    expect(alarm).to_have_count(0)
    lies = True
    host.page.reload()
    host.wait_for_board()
    expect(alarm).to_have_attribute("data-lies", "commitment")


def test_the_proof_is_compared_with_what_the_device_kept(visit: Visit) -> None:
    host = visit()
    host.set_up(GAME, "screen")
    host.wait_for_board()
    host.play_to_the_end()
    host.button("Check the draws").click()
    status = host.page.locator("section:has(#result) [role=status]")
    expect(status).to_contain_text("The secret fits the seal that was kept here")
    expect(status).to_contain_text("Your own number is in the dice, unchanged.")
    proof = host.download(f"{host.address}/api{host.table_path.replace('/t/', '/tables/')}/proof")
    forged = proof.json() | {"secret": OTHER, "commitment": commitment(OTHER)}
    host.page.route("**/proof", lambda route: route.fulfill(json=forged))
    host.button("Check the draws").click()
    expect(status.locator("[data-lies]")).to_have_attribute("data-lies", "commitment secret")
    expect(host.page.locator("header [data-lies]")).to_be_visible()


def test_a_table_nobody_contributed_to_says_so_in_every_language(visit: Visit) -> None:
    def say_nothing(message: dict[str, Any]) -> None:
        message.pop("contributes", None)
        if message["t"] == "promise":
            message["seat"] = 99

    host = visit(locale="es-ES")
    between(host, sent=say_nothing)
    host.play_now(GAME)
    host.button("Mesa").click()
    expect(host.page.get_by_role("dialog")).to_contain_text("nadie añadió un número")


def test_mixing_that_takes_long_is_announced(visit: Visit) -> None:
    def hold(message: dict[str, Any]) -> None:
        if message["t"] == "promise":
            message["seat"] = 99  # it does not come through

    host = visit()
    between(host, sent=hold)
    host.begin_table(GAME, "screen")
    host.open_table()
    heading = host.page.get_by_role("heading", name="The dice are being mixed together…")
    heading.wait_for()
    host.wait_for_board()  # after a few seconds it goes on without
    expect(host.page.locator(".notice")).to_contain_text("without your number")
