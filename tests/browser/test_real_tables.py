"""Anybody follows a real table in the browser: entries, positions that judges set, the end."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from conftest import Serve
from playwright.sync_api import expect
from server_process import ServerProcess
from visitor import PHONE, Visit

from periplo.client import Client, OfficialAt, captain


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """In a thread of its own: the browser's loop has this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(scenario())).result(60)


class Event:
    """A poleana tournament with one judge, who does everything."""

    def __init__(self, address: str) -> None:
        self._client = Client(address)
        self.table = ""
        self._judge = ""
        run(self._open)

    async def _open(self) -> None:
        opened = await self._client.open_table(
            "poleana", [captain("Los Topos"), captain("Las Limas")], chance="real",
            options={"first": 0}, event={"title": "Torneo"},
        )  # fmt: skip
        self.table = opened["table"]["id"]
        judge = await self._client.appoint(self.table, "judge", "Juez")
        self._judge = judge["token"]
        await self._client.start(self.table)

    def judge(self, *does: Callable[[OfficialAt], Awaitable[Any]]) -> None:
        async def decide() -> None:
            async with self._client.official(self.table, [self._judge]) as desk:
                for one in does:
                    await one(desk)

        run(decide)


def test_a_real_table_is_followed_to_its_end(visit: Visit, server: ServerProcess) -> None:
    event = Event(server.address)
    visitor, phone = visit(), visit(viewport=PHONE)
    for one in (visitor, phone):
        one.go(f"/t/{event.table}")
        one.wait_for_board()
        assert one.page.locator("[data-throw]").count() == 0
    event.judge(lambda desk: desk.enter("5+1"), lambda desk: desk.act(1, "out 0"))
    event.judge(lambda desk: desk.sanction(1, "touched 1"))
    for one in (visitor, phone):
        expect(one.page.locator("[data-snapshot]")).to_have_attribute("data-snapshot", "3")
        one.page.get_by_text("The match goes on from another position.").first.wait_for(
            state="attached"
        )
        assert one.overflow() == 0
    visitor.page.reload()
    visitor.wait_for_board()
    event.judge(lambda desk: desk.close("rain"))
    visitor.page.reload()  # whoever comes afterwards finds it as it was closed
    visitor.wait_for_board()
    expect(visitor.page.locator("[data-snapshot]")).to_have_attribute("data-snapshot", "3")
    assert visitor.page.locator("[data-throw]").count() == 0
    for name in ("Rematch", "Check the draws"):
        expect(visitor.button(name)).to_have_count(0)
    visitor.go(f"/t/{event.table}?at=2")
    expect(visitor.page.locator("[data-snapshot]")).to_have_attribute("data-snapshot", "2")


def test_what_a_judge_corrects_leaves_the_log_of_those_who_follow(
    visit: Visit, server: ServerProcess
) -> None:
    event, visitor, lines = Event(server.address), visit(), []

    async def enter(desk: OfficialAt) -> None:
        lines.append(await desk.enter("5+1"))

    visitor.go(f"/t/{event.table}")
    visitor.wait_for_board()
    event.judge(enter)
    first = visitor.page.locator("[data-n='1']")
    expect(first).to_contain_text("1+5")
    event.judge(lambda desk: desk.correct(lines[0], "4+1"))
    expect(first).to_contain_text("1+4")
    expect(visitor.page.locator("[data-snapshot]")).to_have_attribute("data-snapshot", "1")
    event.judge(lambda desk: desk.correct(lines[0], None))
    expect(first).to_have_count(0)
    expect(visitor.page.locator("[data-snapshot]")).to_have_attribute("data-snapshot", "0")


def test_a_damaged_real_table_does_not_look_as_if_nothing_had_been_played(
    visit: Visit, serve: Serve, tmp_path: Path
) -> None:
    server = serve()
    event, visitor = Event(server.address), visit(server.address, viewport=PHONE)
    event.judge(lambda desk: desk.enter("5+1"))
    server.stop()
    with sqlite3.connect(tmp_path / "tables.db") as disk:
        disk.execute("UPDATE log SET text = '{' WHERE number = 3")
    server.start()
    visitor.forgive("WebSocket")
    visitor.go(f"/t/{event.table}")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("This table is damaged")
    expect(visitor.page.get_by_role("listitem").filter(has_text="Los Topos")).to_be_visible()
    expect(visitor.page.get_by_text("The journal of this real table is kept")).to_be_visible()
    expect(visitor.button("Download the record")).to_have_count(0)
    assert visitor.overflow() <= 0
