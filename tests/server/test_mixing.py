"""Dice that nobody can choose: promised, contributed to, mixed, and only then thrown."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from helping import keep_receiving, open_and_start, play_any, receive_until, run
from server_process import ServerProcess
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from periplo.client import (
    OPEN,
    Client,
    Contribution,
    Mixing,
    SeatedAt,
    ServerRefused,
    UnfairDice,
    bot,
    me,
)
from periplo.play.draws import commitment
from periplo.table.mixing import PATIENCE

ONE, TWO = "11" * 32, "22" * 32


@asynccontextmanager
async def by_hand(
    client: Client, table_id: str, tokens: Sequence[str]
) -> AsyncGenerator[SeatedAt, None]:
    """Somebody who says that they contribute, and leaves it to the test."""
    address = client.address.replace("http", "ws", 1)
    async with connect(f"{address}/api/tables/{table_id}/socket") as socket:
        seated = SeatedAt(socket)
        await seated.send({"t": "hello", "tokens": list(tokens), "contributes": True})
        await receive_until(seated, "welcome")
        yield seated


async def receive_dice(seated: SeatedAt, part: str) -> dict[str, str]:
    """What is published of the dice, as soon as it is."""
    while seated.table[part] is None:
        await seated.receive()
    found: dict[str, str] = seated.table[part]
    return found


async def two_at_a_table(address: str) -> tuple[Client, str, list[str]]:
    client = Client(address)
    table_id, tokens = await open_and_start(client, "oca")
    return client, table_id, tokens


async def keep_playing(seated: SeatedAt) -> None:
    while not seated.over:
        await play_any(seated)


async def refusal(seated: SeatedAt, kind: str, seat: int, **more: object) -> str:
    with pytest.raises(ServerRefused) as refused:
        await seated.ask(kind, seat, **more)
    return refused.value.code


def test_commitment_and_contributions_are_sent_before_anything_is_drawn(
    server: ServerProcess, game_id: str
) -> None:
    async def scenario() -> None:
        host, guest = Client(server.address), Client(server.address)
        opened = await host.open_table(game_id, [me("Badia"), OPEN, bot("random")])
        table_id = opened["table"]["id"]
        token = await guest.sit_down(table_id, 2, "Murùni")
        async with (
            host.sit(table_id, opened["tokens"].values()) as one,
            guest.sit(table_id, [token]) as two,
            host.sit(table_id) as watcher,
        ):
            await one.ready(1)
            await two.ready(2)
            playing = [asyncio.create_task(keep_playing(seated)) for seated in (one, two)]
            received = []
            while not (watcher.moment and watcher.moment["entries"]):
                message = await watcher.receive()
                its = message.get("table", {})
                parts = ("commitment", "promises", "contributions")
                published = [part for part in parts if its.get(part) is not None]
                drawn = bool(message.get("moment", {}).get("entries"))
                received.append((message["t"], published, drawn))
            for task in playing:
                task.cancel()
            receiving = [asyncio.create_task(keep_receiving(its)) for its in (one, two, watcher)]
            stages = [parts for kind, parts, _ in received if kind == "table"]
            for stage in (["commitment"], ["commitment", "promises"]):
                assert stage in stages
            assert stages[-1] == ["commitment", "promises", "contributions"]
            assert [drawn for _, _, drawn in received].index(True) == len(received) - 1
            values = watcher.table["contributions"]
            assert set(values) == {"1", "2"}  # bots contribute nothing
            hashes = {seat: commitment(value) for seat, value in values.items()}
            assert watcher.table["promises"] == hashes
            for seat, seated in (1, one), (2, two):
                assert seated.mixing is not None
                assert values[str(seat)] == seated.mixing.given[seat].value
            assert watcher.table["dice"] == "ready"
        await asyncio.gather(*receiving)

    run(scenario())


def test_a_device_contributes_for_each_of_its_seats_when_it_comes(server: ServerProcess) -> None:
    async def scenario() -> None:
        client, table_id, tokens = await two_at_a_table(server.address)
        table = await client.request("GET", f"/api/tables/{table_id}")
        assert (table["dice"], table["contributions"]) == ("gathering", None)
        assert await client.request("GET", f"/api/tables/{table_id}/moments") == []
        async with client.sit(table_id) as watcher:  # who only watches is not waited for
            assert watcher.moment == {}
        async with client.sit(table_id, tokens) as seated:
            assert set(seated.table["contributions"]) == {"1", "2"}
            await seated.throw(1)

    run(scenario())


def test_a_client_that_knows_nothing_of_it_waits_for_nothing(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        opened = await client.open_table("oca", [me("Badia"), me("Murùni")])
        table_id, tokens = opened["table"]["id"], opened["tokens"].values()
        async with client.sit(table_id, tokens, contributes=False) as seated:
            await client.start(table_id)
            await seated.change()
            assert (seated.n, seated.thrower, seated.table["contributions"]) == (0, 1, {})
            await seated.throw(1)
        opened = await client.open_table("oca", [me("Badia"), me("Murùni")])
        table_id, tokens = opened["table"]["id"], opened["tokens"].values()
        await client.start(table_id)
        async with client.sit(table_id, tokens, contributes=False) as seated:
            while seated.thrower is None:
                await seated.change()
            assert seated.table["contributions"] == {}
            await seated.throw(1)

    run(scenario())


def test_who_promises_or_shows_nothing_is_left_out_after_a_few_seconds(
    server: ServerProcess,
) -> None:
    async def silent() -> None:
        client, table_id, tokens = await two_at_a_table(server.address)
        async with (
            by_hand(client, table_id, tokens[:1]),
            client.sit(table_id, tokens[1:]) as two,
        ):
            assert set(two.table["contributions"]) == {"2"}
            assert set(two.table["promises"]) == {"2"}

    async def withholding() -> None:
        client, table_id, tokens = await two_at_a_table(server.address)
        async with by_hand(client, table_id, tokens) as seated:
            await seated.ask("promise", 1, hash=commitment(ONE))
            await seated.ask("promise", 2, hash=commitment(TWO))
            await receive_dice(seated, "promises")
            await seated.ask("contribute", 2, value=TWO)
            assert await receive_dice(seated, "contributions") == {"2": TWO}
            assert set(seated.table["promises"]) == {"1", "2"}
            assert await refusal(seated, "contribute", 1, value=ONE) == "dice-fixed"
            assert seated.table["dice"] == "ready"
            await seated.begin()
            await seated.throw(1)

    async def leaving() -> None:
        client, table_id, tokens = await two_at_a_table(server.address)
        async with by_hand(client, table_id, tokens) as seated:
            await seated.ask("promise", 1, hash=commitment(ONE))
            began = time.monotonic()
            path = f"/api/tables/{table_id}/seats/2"
            await client.request("DELETE", path, tokens=tokens[1:])
            assert set(await receive_dice(seated, "promises")) == {"1"}
            assert time.monotonic() - began < PATIENCE
            assert await refusal(seated, "promise", 2, hash=commitment(TWO)) == "bot-plays"

    async def scenario() -> None:
        began = time.monotonic()
        await asyncio.gather(silent(), withholding(), leaving())
        assert time.monotonic() - began >= PATIENCE

    run(scenario())


def test_spoilers_are_refused_and_change_nothing(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        opened = await client.open_table("oca", [me("Badia"), me("Murùni")])
        table_id, tokens = opened["table"]["id"], list(opened["tokens"].values())
        async with (
            by_hand(client, table_id, tokens[:1]) as one,
            by_hand(client, table_id, tokens[1:]) as two,
        ):
            hashed = commitment(ONE)
            assert await refusal(one, "promise", 1, hash=hashed) == "not-begun"
            await client.start(table_id)
            assert await refusal(one, "contribute", 1, value=ONE) == "gathering"
            await one.ask("promise", 1, hash=hashed, id="mine")
            await one.ask("promise", 1, hash=hashed, id="mine")
            await one.ask("promise", 1, hash=hashed, id="again")
            assert await refusal(one, "promise", 1, hash=commitment(TWO)) == "dice-fixed"
            assert await refusal(one, "promise", 2, hash=hashed) == "not-yours"
            for kind, more in (("throw", {}), ("undo", {}), ("act", {"action": "stay"})):
                assert await refusal(one, kind, 1, n=0, **more) == "gathering"
            odd: list[object] = [hashed.upper(), hashed[1:], hashed[1:] + "\n", None, 7, ""]
            for value in odd[:2]:  # the third broken message closes the socket
                await one.send({"t": "promise", "id": "x", "seat": 1, "hash": value})
                assert (await receive_until(one, "refused"))["code"] == "broken"
            for value in odd[2:4]:
                await two.send({"t": "contribute", "id": "x", "seat": 2, "value": value})
                assert (await receive_until(two, "refused"))["code"] == "broken"
            for _ in range(200):  # a flood of what is refused
                assert await refusal(one, "promise", 1, hash=TWO) == "dice-fixed"
            await two.ask("promise", 2, hash=commitment(TWO))
            promised = {"1": hashed, "2": commitment(TWO)}
            assert await receive_dice(one, "promises") == promised
            assert await refusal(one, "promise", 1, hash=TWO) == "dice-fixed"
            assert await refusal(one, "contribute", 1, value=TWO) == "illegal"
            assert await refusal(one, "contribute", 2, value=TWO) == "not-yours"
            await one.ask("contribute", 1, value=ONE)
            await one.ask("contribute", 1, value=ONE)
            assert await refusal(one, "contribute", 1, value=TWO) == "dice-fixed"
            await two.ask("contribute", 2, value=TWO)
            assert await receive_dice(one, "contributions") == {"1": ONE, "2": TWO}
            assert one.table["promises"] == promised
            assert await refusal(one, "promise", 1, hash=TWO) == "dice-fixed"
            assert await refusal(one, "contribute", 1, value=TWO) == "dice-fixed"

    run(scenario())


def test_a_server_that_is_killed_while_dice_are_mixed_goes_on_with_what_it_acknowledged(
    own_server: ServerProcess,
) -> None:
    async def restart() -> None:
        await asyncio.to_thread(own_server.kill)
        await asyncio.to_thread(own_server.start)

    async def scenario() -> None:
        client, table_id, tokens = await two_at_a_table(own_server.address)
        async with by_hand(client, table_id, tokens) as seated:
            promised = seated.table["commitment"]
            await seated.ask("promise", 1, hash=commitment(ONE), id="mine")
        await restart()  # between two promises
        async with by_hand(client, table_id, tokens) as seated:
            assert seated.table["commitment"] == promised
            assert (seated.table["dice"], seated.table["promises"]) == ("gathering", None)
            await seated.ask("promise", 1, hash=commitment(ONE), id="mine")
            assert await refusal(seated, "promise", 1, hash=TWO) == "dice-fixed"
            await seated.ask("promise", 2, hash=commitment(TWO))
            hashes = await receive_dice(seated, "promises")
            await seated.ask("contribute", 1, value=ONE)
        await restart()  # between two values
        async with by_hand(client, table_id, tokens) as seated:
            assert (seated.table["promises"], seated.table["contributions"]) == (hashes, None)
            await seated.ask("contribute", 2, value=TWO)
            assert await receive_dice(seated, "contributions") == {"1": ONE, "2": TWO}
        await restart()  # before the first draw
        async with client.sit(table_id, tokens) as table:
            assert table.table["contributions"] == {"1": ONE, "2": TWO}
            assert (table.table["commitment"], table.n) == (promised, 0)
            await table.throw(1)
        assert '"level": "error"' not in own_server.log()

    run(scenario())


def test_a_rematch_is_mixed_anew(server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        opened = await client.open_table("oca", [me("Badia"), bot("random")], throws="auto")
        table_id, tokens = opened["table"]["id"], opened["tokens"].values()
        await client.start(table_id)
        async with client.sit(table_id, tokens) as table:
            while not table.over:
                await play_any(table)
            first = table.table
            path = f"/api/tables/{table_id}/rematch"
            following = await client.request("POST", path, tokens=tokens)
            assert (following["commitment"], following["dice"]) == (None, None)
            assert following["contributions"] is None
            message = table.rematch or await receive_until(table, "rematch")
        await client.start(following["id"])
        async with client.sit(following["id"], message["tokens"].values()) as table:
            assert set(table.table["contributions"]) == {"2"}
            assert table.table["commitment"] != first["commitment"]
        found = await client.request("GET", f"/api/tables/{table_id}/verify")
        assert (found["right"], found["contributed"]) == (True, 1)

    run(scenario())


# ---- what a client notices


def table_info(**more: object) -> dict[str, Any]:
    return {"commitment": "c" * 64, "promises": None, "contributions": None} | more


def test_a_client_notices_what_was_changed_or_left_out() -> None:
    hashes, values = {"1": commitment(ONE)}, {"1": ONE}
    good = table_info(promises=hashes, contributions=values)
    for first, then, why in (
        (good, good | {"commitment": "d" * 64}, "commitment: not what"),
        (good, good | {"promises": {"1": "e" * 64}}, "promises: not what"),
        (good, good | {"contributions": {}}, "contributions: not what"),
        (table_info(), table_info(promises={}), "seat 1 was taken"),
        (table_info(), table_info(promises={"1": commitment(TWO)}), "seat 1 was taken"),
        (
            table_info(promises=hashes),
            table_info(promises=hashes, contributions={}),
            "seat 1 was taken",
        ),
        (
            table_info(promises=hashes | {"2": commitment(TWO)}),
            table_info(promises=hashes | {"2": commitment(TWO)}, contributions=values | {"2": ONE}),
            "seat 2 contributed another",
        ),
    ):
        mixing = Mixing({1: Contribution(ONE, promised=True, shown=True)})
        mixing.look(first)
        with pytest.raises(UnfairDice, match=why):
            mixing.look(then)
        assert mixing.left_out == set()


def test_a_value_that_came_too_late_is_reported_but_not_as_unfair(
    caplog: pytest.LogCaptureFixture,
) -> None:
    mixing = Mixing({1: Contribution(ONE, promised=False)})
    for _ in range(2):
        mixing.look(table_info(promises={}, contributions={}))
    assert mixing.left_out == {1}
    assert caplog.text.count("without the value of seat 1") == 1


@pytest.mark.parametrize("lie", ["promise dropped", "value dropped", "drawn before"])
def test_a_client_does_not_play_with_a_server_that_cheats(lie: str) -> None:
    async def cheat(socket: ServerConnection) -> None:
        table = table_info(status="playing", dice="gathering", seats=[{"left": False}])
        await socket.recv()
        welcome = {"t": "welcome", "table": table, "seats": [1], "moment": None}
        await socket.send(json.dumps(welcome | {"log": [], "chat": []}))
        if lie == "drawn before":
            moment = {"n": 1, "entries": [{"n": 1, "actor": "table"}], "undone": None}
            await socket.send(json.dumps({"t": "moment", "moment": moment}))
        promise = json.loads(await socket.recv())
        await socket.send(json.dumps({"t": "done", "id": promise["id"], "n": 0}))
        table["promises"] = {} if lie == "promise dropped" else {"1": promise["hash"]}
        await socket.send(json.dumps({"t": "table", "table": table}))
        value = json.loads(await socket.recv())
        await socket.send(json.dumps({"t": "done", "id": value["id"], "n": 0}))
        table |= {"contributions": {}, "dice": "ready"}
        await socket.send(json.dumps({"t": "table", "table": table}))
        await socket.wait_closed()

    async def scenario() -> None:
        async with serve(cheat, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            with pytest.raises(UnfairDice):
                async with Client(f"http://127.0.0.1:{port}").sit("abc", ["token"]):
                    pass

    run(scenario())
