"""Whatever comes in at a table's socket: a clear answer or a documented end, and no change."""

import asyncio
import json
import random
import socket as network
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import pytest
from helping import metric, open_and_begin, open_and_start, receive_until, run, wait_for_turn
from server_process import ServerProcess, logged_errors
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from periplo.client import OPEN, Client, Disconnected, me
from periplo.play.refusals import Code

BROKEN, NO_SEAT, NO_TABLE, TOO_LONG, TOO_MANY, TOO_BIG = 4400, 4401, 4404, 4413, 4429, 1009
NOT_TEXT = 1007
CODES = set(get_args(Code))
GAME = "camino"  # seats act at once and in secret: the most that could go wrong
SEED = 8

pytestmark = pytest.mark.usefixtures("quiet")


@pytest.fixture(scope="module")
def host(server: ServerProcess) -> Client:
    return Client(server.address)


def socket(host: Client, table: str) -> connect:
    return connect(
        f"{host.address.replace('http', 'ws', 1)}/api/tables/{table}/socket", compression=None
    )


async def closed_with(wire: ClientConnection) -> tuple[int, str]:
    """The code and reason of the end, after whatever is said before."""
    try:
        async with asyncio.timeout(15):
            while True:
                await wire.recv()
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code, closed.rcvd.reason


async def first_answer(host: Client, table: str, message: str | bytes) -> tuple[int, str]:
    async with socket(host, table) as wire:
        await wire.send(message)
        return await closed_with(wire)


async def position(host: Client, table: str, tokens: list[str]) -> Any:
    """Everything that both seats may see, but for the time of asking."""
    moments = await host.request("GET", f"/api/tables/{table}/moments?count=200", tokens=tokens)
    for moment in moments:
        del moment["now"]
    shown = await host.request("GET", f"/api/tables/{table}", tokens=tokens)
    for seat in shown["seats"]:
        del seat["away"]  # seconds
    return moments, shown


HELLO = {"t": "hello", "tokens": []}
NOT_HELLO: list[str | bytes] = [
    "", " ", "null", "0", "[]", "{}", '"hello"', "{", '{"t":', "\x00", "ÿ", "NaN", "-", "1e999",
    b"", b"\xff\xfe", b"\x00" * 100, bytes(range(256)),
    '{"t":"hello"}', '{"t":"hello","tokens":null}', '{"t":"hello","tokens":"x"}',
    '{"t":"hello","tokens":[1]}', '{"t":"hello","tokens":[],"more":1}',
    '{"t":"hello","tokens":["\\ud800"]}', '{"t":["hello"],"tokens":[]}',
    json.dumps({"t": "hello", "tokens": ["x" * 101]}),
    json.dumps({"t": "hello", "tokens": ["x"] * 21}),
    '{"t":"ping"}', '{"t":"act","id":"1","seat":1,"n":0,"action":"stop"}',
    "[" * 4000, '{"a":' * 800, '{"t":"hello","tokens":' + "[" * 2000, '{"x":' + "[" * 3000,
    '{"t":"hello","tokens":[],"x":' + "[" * 3000,
]  # fmt: skip


def test_what_is_no_hello_ends_the_connection(host: Client) -> None:
    async def scenario() -> None:
        table, _ = await open_and_start(host, GAME)
        for message in NOT_HELLO:
            code, reason = await first_answer(host, table, message)
            assert code == BROKEN, (message, code, reason)
            assert reason

    run(scenario())


def test_text_that_is_no_utf_8_ends_the_connection_and_nobody_writes_it_down(
    host: Client, server: ServerProcess
) -> None:
    """Whole or in pieces, before the hello and after it."""

    async def scenario() -> None:
        table, tokens = await open_and_start(host, GAME)
        whole, first, last = b"\x81\x82", b"\x01\x82", b"\x80\x82"
        odd = [whole + b"\0\0\0\0\xff\xfe", first + b"\0\0\0\0{\xc3" + last + b"\0\0\0\0\xc3}"]
        for said in ([], tokens):
            for frames in odd:
                reader, writer = await lazy_socket(host, table, said)
                writer.write(frames)
                await writer.drain()
                async with asyncio.timeout(15):
                    received = await reader.read()
                assert NOT_TEXT.to_bytes(2, "big") in received[-40:], received[-40:]
                writer.close()

    before = len(server.log())
    run(scenario())
    assert server.log()[before:] == ""


def test_messages_that_are_too_long_end_the_connection(host: Client) -> None:
    async def scenario() -> None:
        table, _ = await open_and_start(host, GAME)
        for length, expected in ((4097, TOO_LONG), (60_000, TOO_LONG), (100_000, TOO_BIG)):
            for text in ("x" * length, b"x" * length):
                assert (await first_answer(host, table, text))[0] == expected
            async with socket(host, table) as wire:
                await wire.send(json.dumps(HELLO))
                await wire.recv()
                await wire.send(json.dumps({"t": "chat", "text": "x" * length}))
                assert (await closed_with(wire))[0] == expected

    run(scenario())


def test_tokens_that_fit_no_seat_are_shown_out(host: Client) -> None:
    async def scenario() -> None:
        table, tokens = await open_and_start(host, GAME)
        other, foreign = await open_and_start(host, GAME)
        for offered in (["x"], [foreign[0]], [tokens[0], foreign[0]], [tokens[0], "x"],
                        [tokens[0][:-1]], [tokens[0] + " "], [""], [host.device]):  # fmt: skip
            said = json.dumps({"t": "hello", "tokens": offered})
            assert (await first_answer(host, table, said))[0] == NO_SEAT
        for nowhere in ("aaaaaaaa", "x" * 300, "%2e%2e", other.upper(), f"{other}'--"):
            assert (await first_answer(host, nowhere, json.dumps(HELLO)))[0] == NO_TABLE

    run(scenario())


def test_nobody_acts_for_a_seat_that_is_not_theirs(host: Client) -> None:
    async def scenario() -> None:
        table, tokens = await open_and_start(host, GAME)
        async with host.sit(table, tokens[:1]) as one, host.sit(table) as watcher:
            legal = await wait_for_turn(one, 1)
            used = "used by seat 1"
            await one.ask("act", 1, id=used, n=one.n, action=legal[0])
            before = await position(host, table, tokens)
            for seated, seats in ((one, (2, 3, 99)), (watcher, (1, 2, 99))):
                for seat in seats:
                    for request in (
                        {"t": "act", "id": "a", "seat": seat, "n": 1, "action": legal[0]},
                        {"t": "act", "id": used, "seat": seat, "n": 1, "action": legal[0]},
                        {"t": "throw", "id": "b", "seat": seat, "n": 1},
                        {"t": "undo", "id": "c", "seat": seat, "n": 1},
                        {"t": "ready", "id": "d", "seat": seat, "ready": False},
                        {"t": "mark", "id": "f", "seat": seat, "mark": "sail-3"},
                        {"t": "chat", "id": "e", "seat": seat, "text": "psst"},
                    ):
                        await seated.send(request)
                        while (answer := await seated.receive())["t"] not in ("done", "refused"):
                            pass
                        assert (answer["t"], answer["code"]) == ("refused", "not-yours"), request
            assert await position(host, table, tokens) == before
            async with host.sit(table, tokens[1:]) as two:
                # an id that another seat has used is this seat's own, and its action is a new one
                await two.ask("act", 2, id=used, n=two.n, action=(await wait_for_turn(two, 2))[0])
                assert [entry["actor"] for entry in two.log].count("2") == 1

    run(scenario())


def test_a_reason_in_any_letters_reaches_whoever_is_shown_out(host: Client) -> None:
    async def scenario() -> None:
        table, _ = await open_and_start(host, GAME)
        said = json.dumps({"t": "hello", "tokens": [], "è" * 200: 1}, ensure_ascii=False)
        code, reason = await first_answer(host, table, said)
        assert code == BROKEN
        assert "must be a hello" in reason

    run(scenario())


def test_ids_that_no_database_takes_are_refused(host: Client) -> None:
    async def scenario() -> None:
        table, tokens = await open_and_start(host, GAME)
        async with host.sit(table, tokens) as seated:
            await seated.send({"t": "act", "id": "\0", "seat": 1, "n": seated.n, "action": "stop"})
            answer = await receive_until(seated, "refused")
            assert (answer["code"], answer["id"]) == ("broken", "")
        assert (await first_answer(host, "%00", json.dumps(HELLO)))[0] == NO_TABLE

    run(scenario())


def test_somebody_shown_out_of_a_seat_says_nothing_more_there(host: Client) -> None:
    """Also while they do not read, so that the farewell cannot reach them."""

    async def scenario() -> None:
        opened = await host.open_table(GAME, [me("Badia"), OPEN])
        table, owner = opened["table"]["id"], Client(host.address)
        old = await owner.sit_down(table, 2, "Murùni")
        await host.start(table)
        _, writer = await lazy_socket(owner, table, [old])
        stale = frame({"t": "throw", "id": "lazy", "seat": 2, "n": 9})
        with suppress(ConnectionError, TimeoutError):
            for _ in range(20):
                writer.write(stale * 20)
                await asyncio.wait_for(writer.drain(), 1)
        new = await owner.sit_down(table, 2, "Murùni")
        async with owner.sit(table, [new]) as seated:
            await wait_for_turn(seated, 2)
            with suppress(ConnectionError):
                stop = {"t": "act", "id": "old", "seat": 2, "n": seated.n, "action": "stop"}
                writer.write(frame(stop))
            while await connections(host) > 1:
                await asyncio.sleep(0.05)
            await seated.act(2, "stop")
            assert [entry["text"] for entry in seated.log if entry["actor"] == "2"] == ["stop"]
        writer.close()

    run(scenario())


def test_the_third_broken_message_ends_the_connection_and_a_second_hello_is_one(
    host: Client,
) -> None:
    async def scenario() -> None:
        table, tokens = await open_and_begin(host, GAME)
        before = await position(host, table, tokens)
        async with host.sit(table, tokens[:1]) as one:
            for message in (json.dumps(HELLO), "{"):
                await one.send(message)
                while (answer := await one.receive())["t"] != "refused":
                    pass
                assert (answer["code"], answer["id"]) == ("broken", "")
            await one.send("[" * 4000)
            with pytest.raises(Disconnected) as closed:
                await one.ask("throw", 1, n=0)
            assert closed.value.code == BROKEN
        now = await position(host, table, tokens)
        assert now == before

    run(scenario())


def any_json(dice: random.Random, depth: int = 0) -> Any:
    kinds = 8 if depth < 3 else 6
    match dice.randrange(kinds):
        case 0:
            return dice.choice([None, True, False])
        case 1:
            return dice.choice([0, -1, 1, 2, 99, 100, 10**9, 10**9 + 1, 2**63, 10**30])
        case 2:
            return dice.uniform(-1e300, 1e300)
        case 3:
            return "".join(chr(dice.choice([0, 10, 65, 0x2028, 0x1F9A2])) for _ in range(5))
        case 4:
            return "x" * dice.choice([0, 1, 64, 65, 200, 201, 501])
        case 5:
            return dice.choice(["stop", "1", "act", "head a1", "\u202e", "{}", "'; drop table"])
        case 6:
            return [any_json(dice, depth + 1) for _ in range(dice.randrange(3))]
        case _:
            return {str(any_json(dice, 3)): any_json(dice, depth + 1) for _ in range(2)}


def any_message(dice: random.Random) -> str | bytes:
    """A request that has gone wrong somewhere, or plain noise."""
    request: dict[str, Any] = {
        "t": dice.choice(
            [
                "act",
                "throw",
                "undo",
                "ready",
                "mark",
                "chat",
                "promise",
                "contribute",
                "ping",
                "hello",
                "done",
            ]
        ),
        "id": dice.choice(["a", "b", dice.randbytes(4).hex()]),
        "seat": dice.choice([1, 2, 3]),
        "n": dice.randrange(5),
        "action": "stop and go",
    }
    if request["t"] in ("promise", "contribute"):
        del request["n"], request["action"]
        request["hash" if request["t"] == "promise" else "value"] = dice.randbytes(32).hex()
    for _ in range(dice.randrange(1, 3)):
        request[dice.choice([*request, "text", "tokens", "more"])] = any_json(dice)
    if dice.random() < 0.3:
        request.pop(dice.choice(list(request)))
    text = json.dumps(request)
    if dice.random() < 0.2:
        at = dice.randrange(len(text))
        text = text[:at] + dice.choice(["", "\x00", "}", '"', "\\"]) + text[at + 1 :]
    if dice.random() < 0.1:
        return dice.randbytes(dice.randrange(200))
    return text.encode() if dice.random() < 0.2 else text


def test_noise_is_answered_or_ends_the_connection_and_changes_nothing(
    host: Client, server: ServerProcess
) -> None:
    """Thousands of messages from a seat, a spectator and a whole hot seat."""

    async def scenario() -> None:
        dice = random.Random(SEED)
        table, tokens = await open_and_begin(host, GAME, chat=False)
        before = await position(host, table, tokens)
        await throw_noise(host, table, tokens, dice, 500)  # so that what is kept once is there
        memory = resident(server.pid)
        await throw_noise(host, table, tokens, dice, 2500)
        grown = resident(server.pid) - memory
        assert await position(host, table, tokens) == before
        assert grown < 20_000, f"{grown} kB more"

    run(scenario())


async def throw_noise(
    host: Client, table: str, tokens: list[str], dice: random.Random, messages: int
) -> None:
    sent = 0
    while sent < messages:
        async with socket(host, table) as wire:
            mine = dice.choice([[], tokens[:1], tokens])
            await wire.send(json.dumps({"t": "hello", "tokens": mine}))
            assert json.loads(await wire.recv())["t"] == "welcome"
            try:
                while True:
                    await wire.send(any_message(dice))
                    sent += 1
                    answer = json.loads(await wire.recv())
                    assert answer["t"] in ("refused", "pong", "moment", "table"), answer
                    assert answer["t"] != "refused" or answer["code"] in CODES, answer
            except ConnectionClosed as closed:
                assert closed.rcvd is not None
                assert closed.rcvd.code == BROKEN, closed


def test_a_flood_ends_the_connection_and_the_table_goes_on(tmp_path: Path) -> None:
    """With the rate that a server has by itself: sizes and rates are bounded."""
    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log", "--rate", "30")
    try:
        client = Client(server.address)

        async def scenario() -> None:
            opened = await client.open_table(GAME, [me("Badia"), me("Murùni")])
            await client.start(table := opened["table"]["id"])
            tokens = list(opened["tokens"].values())
            async with client.sit(table, tokens) as seated:
                for _ in range(5):
                    async with socket(client, table) as flood:
                        await flood.send(json.dumps({"t": "hello", "tokens": tokens[:1]}))
                        ending = asyncio.create_task(closed_with(flood))
                        try:
                            for _ in range(2000):
                                await flood.send('{"t":"ping"}')
                        except ConnectionClosed:
                            pass
                        assert (await ending)[0] == TOO_MANY
                await seated.act(1, (await wait_for_turn(seated, 1))[0])

        run(scenario())
        assert not logged_errors(server.log())
    finally:
        server.stop()


async def ask_and_do_not_read(host: Client, table: str, token: str, sockets: int) -> None:
    """So many sockets ask until they are closed."""
    stale = frame({"t": "throw", "id": "lazy", "seat": 1, "n": 9})
    lazy = [await lazy_socket(host, table, [token]) for _ in range(sockets)]
    for _, writer in lazy:
        with suppress(ConnectionError):
            for _ in range(60):  # all of it, however slowly it is taken
                writer.write(stale * 100)
                with suppress(TimeoutError):
                    await asyncio.wait_for(writer.drain(), 1)
    while await connections(host):
        await asyncio.sleep(0.05)
    for _, writer in lazy:
        writer.close()


def test_somebody_who_asks_and_does_not_read_is_shown_out(
    host: Client, server: ServerProcess
) -> None:
    """Each question is out of date, and so gets the whole snapshot for an answer."""

    async def scenario() -> None:
        table, tokens = await open_and_start(host, GAME)
        while await connections(host):  # of other tests
            await asyncio.sleep(0.05)
        await ask_and_do_not_read(host, table, tokens[0], 3)  # what is loaded once is loaded then
        # what nobody keeps for them is used again, though on a busy machine not at once
        sizes = [resident(server.pid)]
        while len(sizes) < 5 and (len(sizes) < 2 or sizes[-1] - sizes[-2] >= 10_000):
            await ask_and_do_not_read(host, table, tokens[0], 3)
            sizes.append(resident(server.pid))
        assert sizes[-1] - sizes[-2] < 10_000, f"{sizes} kB: it grows each time"

    run(scenario())


async def connections(host: Client) -> int:
    return int(await metric(host, "periplo_connections"))


def frame(message: object) -> bytes:
    """A short text frame; its mask is zero, which leaves the text as it is."""
    text = json.dumps(message).encode()
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


async def lazy_socket(
    host: Client, table: str, tokens: list[str]
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """It says hello and then never reads; the system keeps as little for it as it can."""
    where = host.address.partition("//")[2]
    name, _, port = where.partition(":")
    wire = network.socket()
    wire.setsockopt(network.SOL_SOCKET, network.SO_RCVBUF, 4096)
    wire.connect((name, int(port)))
    wire.setblocking(False)
    reader, writer = await asyncio.open_connection(sock=wire, limit=1024)
    writer.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {where}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    writer.write(frame({"t": "hello", "tokens": tokens}))
    await writer.drain()
    return reader, writer


def resident(process: int) -> int:
    """Its memory in kB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])
