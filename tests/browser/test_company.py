"""Two people, each with a browser: chat, tables that everybody sees, rematches."""

import re

from playwright.sync_api import expect
from setups import quickest_game
from visitor import PHONE, Visit, Visitor

GAME = quickest_game()


def sit_down(host: Visitor, guest: Visitor) -> None:
    """The guest takes the free seat of the table whose page is open, and the host starts it."""
    guest.sit_here("Badia")
    host.button("Start the game").click()
    for visitor in (host, guest):
        visitor.wait_for_board()


def test_people_talk_and_need_not_listen(visit: Visit) -> None:
    host, guest = visit(), visit(viewport=PHONE)
    host.set_up(GAME, "open")
    guest.go(host.table_path)
    sit_down(host, guest)

    chats = {visitor: visitor.page.get_by_role("log", name="Chat") for visitor in (host, guest)}
    for visitor, words in ((host, "Fair winds"), (guest, "And a following sea")):
        visitor.page.get_by_label("Message").fill(words)
        visitor.button("Send").click()
        for chat in chats.values():
            expect(chat).to_contain_text(words)
        if visitor == host:  # on a phone the chat is out of sight, but not out of mind
            guest.button("Chat: 1 new").click()
            expect(chats[guest]).to_be_in_viewport()
            expect(guest.button("Chat: 1 new")).to_have_count(0)

    mute = guest.page.get_by_text("Mute somebody")
    somebody = guest.page.locator("details", has=mute).get_by_role("button")
    mute.click()
    somebody.click()
    expect(chats[guest]).not_to_contain_text("Fair winds")
    expect(chats[guest]).to_contain_text("And a following sea")
    guest.page.reload()  # it is remembered
    expect(chats[guest]).to_contain_text("And a following sea")
    assert "Fair winds" not in chats[guest].inner_text()
    mute.click()
    somebody.click()
    expect(chats[guest]).to_contain_text("Fair winds")


def test_a_listed_table_is_found_and_quiet(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.begin_table(GAME, "open")
    assert host.page.get_by_label("With chat").is_checked()
    host.page.get_by_label("Listed").check()
    expect(host.page.get_by_label("With chat")).not_to_be_checked()
    host.open_table()

    guest.go("/")
    guest.page.locator(f"section:has(#open) a[href='{host.table_path}']").first.click()
    sit_down(host, guest)
    expect(guest.page.get_by_role("region", name="Log")).to_be_visible()
    for visitor in (host, guest):
        assert visitor.page.get_by_role("region", name="Chat").count() == 0


def test_a_rematch_brings_both_to_the_next_table(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.begin_table(GAME, "open")
    host.page.get_by_role("combobox", name="Dice").select_option("auto")
    host.open_table()
    guest.go(host.table_path)
    sit_down(host, guest)
    seated = host.page.locator(".players .name").all_inner_texts()
    before = host.table_path

    guest.keep_playing()
    host.play_to_the_end()
    host.button("Rematch").click()
    host.page.wait_for_url(lambda url: before not in url)
    guest.page.get_by_role("link", name="To the rematch").click()
    guest.page.wait_for_url(f"**{host.table_path}")
    for visitor in (host, guest):
        waiting = visitor.page.locator("main ol strong")
        expect(waiting).to_have_text(seated[1:] + seated[:1])  # everybody one seat further on
        expect(visitor.page.locator("main ol li", has_text=re.compile("you"))).to_have_count(1)
        visitor.button("Ready").click()
    for visitor in (host, guest):
        visitor.wait_for_board()
