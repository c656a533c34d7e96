"""What the pages of an event's officials look up, over a real server."""

from typing import Any

import pytest
from helping import open_and_begin, run
from officiating import Event
from server_process import ServerProcess
from wire import wired

from periplo.client import Client

pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture(scope="module")
def client(server: ServerProcess) -> Client:
    return Client(server.address)


async def moments(client: Client, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await client.request("GET", f"/api/tables/{table}/moments")
    return found


def test_every_entry_names_the_line_whose_place_it_comes_from(client: Client) -> None:
    async def scenario() -> None:
        event = await Event.open(client, "oca", 2)
        judge = await event.appoint("judge", "Brno")
        await event.start()
        async with (
            wired(client.address, event.id) as follower,
            wired(client.address, event.id, judge) as desk,
        ):
            first = await desk.done("enter", outcome="1+2")
            await desk.done("note", text="so that numbers of lines and of entries differ")
            second = await desk.done("enter", outcome="1+2")
            entries = [
                entry
                for news in await follower.catch_up()
                if news["t"] == "moment"
                for entry in news["moment"]["entries"]
            ]
            assert [entry["line"] for entry in entries] == [first, second]
            await desk.done("correct", of=first, to="1+1")
            (news,) = [one for one in await follower.catch_up() if one["t"] == "moment"]
            assert [entry["line"] for entry in news["moment"]["log"]] == [first, second]
        asked = await moments(client, event.id)
        entries = [entry for moment in asked for entry in moment["entries"]]
        assert [(entry["text"], entry["line"]) for entry in entries] == [
            ("1+1", first), ("1+2", second),
        ]  # fmt: skip
        async with wired(client.address, event.id) as follower:
            assert [entry["line"] for entry in follower.welcome["log"]] == [first, second]

    run(scenario())


def test_entries_of_other_tables_name_no_line(client: Client) -> None:
    async def scenario() -> None:
        table, tokens = await open_and_begin(client, "oca")
        async with client.sit(table, tokens) as seated:
            await seated.throw(seated.thrower or 0)
        entries = [entry for moment in await moments(client, table) for entry in moment["entries"]]
        assert entries
        assert all("line" not in entry for entry in entries)

    run(scenario())
