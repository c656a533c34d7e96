"""Tables that cannot be opened, and people who have gone away."""

import json
import sqlite3
from pathlib import Path
from random import Random

import pytest
from conftest import Serve
from playwright.sync_api import expect
from setups import quickest_game
from visitor import PHONE, Visit

GAME = quickest_game()


@pytest.mark.parametrize("trouble", ["other rules", "damaged"])
def test_what_is_left_of_a_table_is_shown_and_can_be_put_away(
    trouble: str, visit: Visit, serve: Serve, tmp_path: Path
) -> None:
    server = serve()
    host, guest = visit(server.address), visit(server.address, viewport=PHONE)
    host.begin_table(GAME, "open")
    host.page.get_by_label("Listed").check()
    host.open_table()
    guest.go(host.table_path)
    guest.sit_here("Badia")
    host.button("Start the game").click()
    host.wait_for_board()
    host.choose(Random(1))
    host.wait_past(0)
    for visitor in (host, guest):
        visitor.forgive("WebSocket", "ERR_CONNECTION_REFUSED", "Failed to load resource")
    server.stop()
    with sqlite3.connect(tmp_path / "tables.db") as disk:
        if trouble == "damaged":
            disk.execute("UPDATE tables SET options = '{'")
        else:
            disk.execute("UPDATE tables SET rules = 99")
        (played,) = disk.execute("SELECT text FROM log WHERE number = 1").fetchone()
    server.start()

    head = "This table is damaged" if trouble == "damaged" else "played by other rules"
    for visitor in (host, guest):
        visitor.page.reload()
        expect(visitor.page.get_by_role("heading", level=1)).to_contain_text(head)
        expect(visitor.page.get_by_role("listitem").filter(has_text="Badia").first).to_be_visible()
        expect(visitor.page.locator("ol li").first).to_contain_text(played)
        assert visitor.overflow() <= 0
    if trouble == "other rules":
        expect(host.page.get_by_text("version 99")).to_contain_text("this server plays by version")
    with host.page.expect_download() as started:
        host.button("Download the record").click()
    record = json.loads(Path(started.value.path()).read_text(encoding="utf-8"))
    assert record["actions"][0] == played
    assert record["rules"] == (99 if trouble == "other rules" else record["rules"])

    stranger = visit(server.address)
    stranger.go("/")
    expect(stranger.page.locator(".card", has_text=head)).to_be_visible()
    assert stranger.page.locator(f"a[href='{host.table_path}']").count() == 0

    path = host.table_path
    host.go("/")
    host.page.locator(f"a[href='{path}']", has_text="See what is left").click()
    host.page.wait_for_url(f"**{path}")
    host.go("/")
    host.button("Remove from my tables").click()
    expect(host.page.locator(f"a[href='{path}']")).to_have_count(0)
    host.page.reload()
    host.page.get_by_role("heading", name="Open tables").wait_for()
    expect(host.page.locator(f"a[href='{path}']")).to_have_count(0)


def test_no_table_is_told_apart_from_one_that_cannot_be_opened(visit: Visit) -> None:
    visitor = visit()
    visitor.forgive("Failed to load resource")
    visitor.go("/t/aaaaaaaaaaaaaaaa")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("There is no such table")


def test_the_menu_shows_who_is_away_and_what_can_be_done(visit: Visit) -> None:
    host, guest = visit(viewport=PHONE), visit()
    host.set_up(GAME, "open")
    guest.go(host.table_path)
    guest.sit_here("Badia")
    host.button("Start the game").click()
    host.wait_for_board()
    guest.wait_for_board()
    host.button("Table").click()
    expect(host.page.get_by_role("heading", name="Who is away")).to_have_count(0)
    guest.page.close()
    expect(host.page.get_by_role("heading", name="Who is away")).to_be_visible()
    expect(host.page.get_by_text("Badia, for 0:0")).to_be_visible()
    expect(host.button("Let a bot play")).to_be_disabled()
