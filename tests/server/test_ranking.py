"""The ladder against bots, and ratings of people who want one."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from helping import play_any, run
from server_process import ServerProcess
from setups import quickest_game
from test_personal import play_to_the_end

from periplo.client import OPEN, Client, ServerRefused, bot, me
from periplo.server.rating import START, points, ranks
from periplo.table.rows import ResultRow, SeatRow

GAME = quickest_game()
CHOOSES = "camino"  # whoever plays it has something to decide at once


async def refused(client: Client, *asked: Any) -> str:
    with pytest.raises(ServerRefused) as refusal:
        await client.request(*asked)
    return refusal.value.code


async def ladder(client: Client, game: str = GAME) -> dict[str, Any]:
    found = await client.request("GET", "/api/my/ladder")
    its: dict[str, Any] = next(one for one in found if one["game"] == game)
    return its


async def play_with_a_hint(client: Client) -> str:
    opened = await client.open_table(CHOOSES, [me("Badia"), bot("easy")])
    table_id: str = opened["table"]["id"]
    tokens = list(opened["tokens"].values())
    await client.start(table_id)
    async with client.sit(table_id, tokens) as table:
        while len(table.legal(1)) < 2:
            await table.change()
        await client.ask_hint(table_id, 1, tokens)
        while not table.over:
            await play_any(table)
    return table_id


def test_a_win_counts_on_the_ladder_only_without_help(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    """What was played is real; how it ended is written by the test."""

    async def play_some() -> None:
        client = Client(own_server.address, "d" * 40)
        assert (await ladder(client))["next"] == "easy"
        for bots in (["easy"], ["medium", "easy"], ["hard"], ["random"], ["easy"]):
            played.append(await play_to_the_end(client, GAME, me("Badia"), *map(bot, bots)))
        played.append(await play_to_the_end(client, GAME, me("Badia"), me("Brno"), bot("easy")))
        played.append(await play_with_a_hint(client))
        matches = (await client.request("GET", "/api/my/matches"))["matches"]
        assert [match["table"] for match in matches if match["hinted"]] == played[-1:]

    async def look(bot: str | None, *wins: int) -> None:
        client = Client(own_server.address, "d" * 40)
        helped = await ladder(client, CHOOSES)
        assert not any(rung["wins"] for rung in helped["rungs"])
        found = await ladder(client)
        assert [rung["wins"] for rung in found["rungs"]] == list(wins)
        assert found["next"] == bot

    def end(table: str, **result: Any) -> None:
        own_server.stop()
        with sqlite3.connect(tmp_path / "tables.db") as disk:
            ((text,),) = disk.execute("SELECT result FROM tables WHERE id = ?", [table])
            changed = json.dumps(json.loads(text) | {"winners": [1]} | result)
            disk.execute("UPDATE tables SET result = ? WHERE id = ?", [changed, table])
        disk.close()
        own_server.start()

    played: list[str] = []
    run(play_some())
    for table in played:
        end(table)
    run(look("easy", 0, 0, 0))
    easy, mixed, hard, at_random, again, of_two, hinted = played
    for helped in ({"undone": 1}, {"helped": [0]}, {"winners": [0, 1]}):
        end(again, **{"winners": [0], **helped})
    for table in (at_random, of_two, hinted):
        end(table, winners=[0])
    run(look("easy", 0, 0, 0))
    end(mixed, winners=[0])  # it counts as its weakest bot
    run(look("medium", 1, 0, 0))
    end(easy, winners=[0])
    run(look("medium", 2, 0, 0))
    end(hard, winners=[0])  # and the one between need not be beaten
    run(look(None, 2, 0, 1))


async def play_rated(host: Client, guest: Client) -> str:
    opened = await host.open_table(GAME, [me("Badia"), OPEN], rated=True, throws="auto")
    table_id: str = opened["table"]["id"]
    assert opened["table"]["rated"]
    assert not opened["table"]["hints"]
    token = await guest.sit_down(table_id, 2, "Brno")
    await host.start(table_id)
    async with host.sit(table_id, [opened["tokens"]["1"], token]) as table:
        while not table.over:
            if texts := table.legal(1):  # the host walks on, the guest does as little as can be
                await table.act(1, texts[-1])
            else:
                await play_any(table)
            assert table.moment["undo"] == []
    return table_id


def test_a_rated_match_is_counted_once(own_server: ServerProcess) -> None:
    async def play_it() -> None:
        host, guest = (Client(own_server.address, letter * 40) for letter in "de")
        new = {"game": GAME, "seats": [me("Badia"), OPEN], "rated": True}
        assert await refused(host, "POST", "/api/tables", new) == "not-rated"
        for client, name in ((host, " Badia "), (guest, "Brno")):
            wanted = await client.request("PUT", "/api/my/ratings", {"name": name})
            assert wanted == {"name": name.strip(), "ratings": []}
        for seats in ([me("Badia"), bot("easy")], [me("Badia"), me("Murùni")], [me("Badia")]):
            assert await refused(host, "POST", "/api/tables", new | {"seats": seats}) == "illegal"
        table = await host.open_table(GAME, [me("Badia"), OPEN], rated=True)
        seat = f"/api/tables/{table['table']['id']}/seats/2"
        assert await refused(host, "POST", seat, {"name": "Badia"}) == "taken"
        assert await refused(host, "PUT", seat, bot("easy")) == "illegal"
        stranger = Client(own_server.address)
        assert await refused(stranger, "POST", seat, {"name": "Murùni"}) == "not-rated"
        await guest.sit_down(table["table"]["id"], 2, "Brno")
        await host.start(table["table"]["id"])
        with pytest.raises(ServerRefused, match="rated") as refusal:
            await host.ask_hint(table["table"]["id"], 1, table["tokens"].values())
        assert refusal.value.code == "no-hints"
        played.append(await play_rated(host, guest))

    async def look(matches: int) -> None:
        host, guest = (Client(own_server.address, letter * 40) for letter in "de")
        found = await host.request("GET", f"/api/ratings/{GAME}")
        info = (await host.request("GET", "/api/my/matches"))["matches"][0]
        wins = {"Badia": 1 in info["winners"], "Brno": 2 in info["winners"]}
        assert len(info["winners"]) == 1
        assert [player["matches"] for player in found["players"]] == [matches] * 2
        assert {player["name"]: player["wins"] == matches for player in found["players"]} == wins
        best, other = found["players"]
        assert wins[best["name"]]
        assert best["points"] > START
        assert best["points"] > other["points"]
        assert (best["place"], other["place"]) == (1, 2)
        assert {player["name"] for player in found["players"] if player["yours"]} == {"Badia"}
        (mine,) = (await guest.request("GET", "/api/my/ratings"))["ratings"]
        assert mine["matches"] == matches

    async def rematch_and_go() -> None:
        host, guest = (Client(own_server.address, letter * 40) for letter in "de")
        token = await host.sit_down(played[0], 1, "Badia")
        path = f"/api/tables/{played[0]}/rematch"
        following = await host.request("POST", path, tokens=[token])
        assert following["rated"]
        await look(1)
        await guest.request("DELETE", "/api/my/ratings")
        found = await host.request("GET", f"/api/ratings/{GAME}")
        assert "Brno" not in {player["name"] for player in found["players"]}
        assert (await host.request("GET", "/api/my/data"))["rated_as"] == "Badia"
        done = await host.request("DELETE", "/api/my/data")
        assert done["ratings"] == len(found["players"])
        assert (await host.request("GET", f"/api/ratings/{GAME}"))["players"] == []

    played: list[str] = []
    run(play_it())
    own_server.kill()
    own_server.start()
    run(look(1))
    run(rematch_and_go())


def test_whoever_has_left_has_lost() -> None:
    seats = [SeatRow(seat, "person", "Badia") for seat in range(3)]
    result = ResultRow([1], [0, 5, 0])
    assert ranks(result, seats) == [1, 0, 1]
    seats[1].left = True  # a bot has won for them
    assert ranks(result, seats) == [1, 2, 1]


def test_points_begin_at_a_thousand() -> None:
    assert points(25.0, 25.0 / 3) == START
