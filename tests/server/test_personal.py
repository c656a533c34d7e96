"""What the server holds of a device: shown, taken along, deleted."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from helping import open_and_begin, play_any, receive_until, run
from server_process import ServerProcess

from periplo.client import OPEN, Client, ServerRefused, bot, me
from periplo.server.secrets import digest


async def play_to_the_end(client: Client, game: str, *seats: Any) -> str:
    opened = await client.open_table(game, list(seats), throws="auto")
    table_id: str = opened["table"]["id"]
    await client.start(table_id)
    async with client.sit(table_id, list(opened["tokens"].values())) as table:
        while not table.over:
            await play_any(table)
    return table_id


async def matches(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = await client.request("GET", "/api/my/matches")
    return found


def test_matches_are_listed_with_their_result_and_add_up(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        assert await matches(client) == {"matches": [], "total": 0, "statistics": []}
        against = await play_to_the_end(client, "camino", me("Badia"), bot("easy"))
        alone = await play_to_the_end(client, "camino", me("Badia"))
        hot_seat = await play_to_the_end(client, "camino", me("Badia"), me("Murùni"))
        found = await matches(client)
        assert [match["table"] for match in found["matches"]] == [hot_seat, alone, against]
        of_two, of_one, of_bot = found["matches"]
        assert (of_two["outcome"], of_two["yours"]) == (None, [1, 2])
        assert (of_one["outcome"], of_one["winners"]) == (None, [1])
        assert of_bot["seats"][1]["bot"] == "easy"
        record = await client.record(against)
        verdict = {(1,): "won", (2,): "lost", (1, 2): "shared"}[tuple(of_bot["winners"])]
        assert of_bot["outcome"] == verdict
        assert len(of_bot["scores"]) == len(record["seats"])
        assert of_bot["created"] <= of_bot["ended"]
        (camino,) = found["statistics"]
        assert (camino["game"], camino["all"]["played"], camino["alone"]["played"]) == (
            "camino", 2, 1,
        )  # fmt: skip
        assert camino["alone"]["best"] == of_one["scores"][0]
        assert camino["bots"]["easy"][verdict] == 1
        assert camino["people"]["played"] == 0
        second = await client.request("GET", "/api/my/matches?from=1&count=1")
        assert ([match["table"] for match in second["matches"]], second["total"]) == ([alone], 3)
        assert (await matches(Client(server.address)))["total"] == 0
        with pytest.raises(ServerRefused, match="Periplo-Device"):
            await Client(server.address, "short").request("GET", "/api/my/matches")

    run(scenario())


def test_everything_is_taken_along_and_deleted(own_server: ServerProcess, tmp_path: Path) -> None:
    async def scenario() -> None:
        client, other = Client(own_server.address), Client(own_server.address)
        over = await play_to_the_end(client, "camino", me("Zaragoza"), bot("easy"))
        opened = await other.open_table("camino", [me("Brno"), OPEN, bot("easy")], chat=True)
        shared = opened["table"]["id"]
        token = await client.sit_down(shared, 2, "Zaragoza")
        await other.start(shared)
        await client.open_table("oca", [me("Zaragoza"), OPEN])
        waiting = await other.open_table("oca", [me("Brno"), OPEN])
        await client.sit_down(waiting["table"]["id"], 2, "Zaragoza")
        async with (
            other.sit(shared, [opened["tokens"]["1"]]) as table,
            client.sit(shared, [token]) as mine,
        ):
            await mine.say(2, "soy de Zaragoza")
            await receive_until(table, "chat")
            data = await client.request("GET", "/api/my/data")
            assert data["device"] == digest(client.device)
            assert [match["table"] for match in data["matches"]] == [over]
            assert data["matches"][0]["record"] == await client.record(over)
            assert [line["text"] for line in data["chat"]] == ["soy de Zaragoza"]
            assert len(data["tables"]) == 3
            done = await client.request("DELETE", "/api/my/data")
            assert {what: n for what, n in done.items() if n} == {
                "seats": 3, "left": 1, "tables": 1, "chat": 1,
            }  # fmt: skip
        async with other.sit(shared, [opened["tokens"]["1"]]) as table:
            seat = table.table["seats"][1]
            assert (seat["name"], seat["left"]) == ("Caminante 2", True)
            assert [line["text"] for line in table.chat] == ["…"]
        assert (await other.record(over))["seats"] == ["Caminante 1", "Caminante 2"]
        assert (await matches(client))["total"] == 0
        assert await client.request("GET", "/api/my/tables") == []
        again = await client.request("DELETE", "/api/my/data")
        assert set(again.values()) == {0}
        with pytest.raises(ServerRefused):  # the seat is nobody's any more
            await client.sit_down(shared, 2, "Zaragoza")

    run(scenario())
    own_server.stop()
    left = b"".join(file.read_bytes() for file in tmp_path.glob("tables.db"))
    assert b"Brno" in left
    with sqlite3.connect(tmp_path / "tables.db") as disk:
        everything = "\n".join(disk.iterdump())
    disk.close()
    assert "Brno" in everything
    assert "Zaragoza" not in everything


def test_a_seat_left_in_play_is_forgotten_while_others_act(own_server: ServerProcess) -> None:
    """Nothing that a loaded table writes later brings the name back."""

    async def scenario() -> None:
        client, other = Client(own_server.address), Client(own_server.address)
        table_id, tokens = await open_and_begin(other, "camino")
        opened = await other.open_table("camino", [me("Brno"), OPEN])
        shared = opened["table"]["id"]
        await client.sit_down(shared, 2, "Zaragoza")
        await other.start(shared)
        await client.request("DELETE", "/api/my/data")
        async with other.sit(shared, [opened["tokens"]["1"]]) as table:
            while table.n < 6:
                await play_any(table)
            assert table.table["seats"][1]["name"] == "Caminante 2"
        async with other.sit(table_id, tokens) as table:
            await play_any(table)

    run(scenario())
