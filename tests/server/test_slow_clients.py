"""Clients that stop half-way are cut off, however many they are, and hold up nobody."""

import asyncio
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from helping import open_and_start, run
from inner_server import inner_server
from officiating import Event
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from periplo.client import Client
from periplo.server import limits, protocols
from periplo.server import socket as table_socket
from periplo.server.socket import MOST_WAITING, MOST_WAITING_BYTES, TOO_SLOW, Connection

TOO_MANY, ELSEWHERE = 4429, 4409
WAIT = 15.0  # seconds for what should take a fraction of one


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REQUEST_WITHIN", "BODY_WITHIN", "READ_WITHIN"):
        monkeypatch.setattr(protocols, name, 0.4)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nobody can fill the log by this."""
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def dial(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))


async def drip(writer: asyncio.StreamWriter, piece: bytes) -> None:
    """A little again and again, for as long as it is taken."""
    with suppress(ConnectionError):
        while True:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.05)


async def read_until_cut(reader: asyncio.StreamReader) -> bytes:
    received = b""
    async with asyncio.timeout(WAIT):
        with suppress(ConnectionError):
            while piece := await reader.read(1000):
                received += piece
    return received


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"", b""),
        (b"G", b""),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"x"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-Slow: x\r\n"),
        (b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n"
         b"Periplo-Device: dddddddddddddddddddddddddddddddddd\r\n"
         b"Content-Type: application/json\r\n\r\n{", b" "),
        (b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nX-Slow: ", b"x"),
        (b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n", b" "),
    ],
    ids=["nothing", "a letter", "a header", "headers", "a body", "the next request",
         "a body nobody reads"],
)  # fmt: skip
def test_a_request_that_does_not_end_is_cut_off(tmp_path: Path, first: bytes, then: bytes) -> None:
    async def scenario() -> None:
        async with inner_server(tmp_path) as address:
            reader, writer = await dial(address)
            writer.write(first)
            dripping = asyncio.create_task(drip(writer, then)) if then else None
            await read_until_cut(reader)
            if dripping is not None:
                await asyncio.wait_for(dripping, WAIT)
            writer.close()

    run(scenario())


def test_who_does_not_take_the_answer_is_cut_off(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with inner_server(tmp_path) as address:
            wire = socket.socket()
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.connect(("127.0.0.1", int(address.rpartition(":")[2])))
            wire.setblocking(False)
            _, writer = await asyncio.open_connection(sock=wire, limit=1024)
            asking = drip(
                writer, b"GET /api/games/oca/example.svg HTTP/1.1\r\nHost: x\r\n\r\n" * 50
            )
            await asyncio.wait_for(asking, WAIT)
            writer.close()

    run(scenario())


def test_somebody_slow_but_steady_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("REQUEST_WITHIN", "BODY_WITHIN"):
        monkeypatch.setattr(protocols, name, 5.0)

    async def scenario() -> None:
        async with inner_server(tmp_path) as address:
            reader, writer = await dial(address)
            body = json.dumps({"game": "oca", "seats": [{"kind": "me"}, {"kind": "me"}]})
            asked = (
                "POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                f"Periplo-Device: {'d' * 40}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}"
            ).encode()
            for start in range(0, len(asked), 20):
                writer.write(asked[start : start + 20])
                await asyncio.sleep(0.02)
            assert (await read_until_cut(reader)).startswith(b"HTTP/1.1 201")
            writer.close()

    run(scenario())


def test_a_kept_connection_and_a_socket_outlive_the_time_for_a_request(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with inner_server(tmp_path) as address:
            client = Client(address)
            table, tokens = await open_and_start(client, "oca")
            async with client.sit(table, tokens) as seated:
                reader, writer = await dial(address)
                for _ in range(3):
                    writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                    assert b" 200 " in await reader.readuntil(b"}")
                    # whoever comes now and asks for nothing is cut off when that time is over
                    silent, other = await dial(address)
                    await read_until_cut(silent)
                    other.close()
                await seated.throw(1)
            writer.close()

    run(scenario())


def test_silent_connections_make_room_for_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "MOST_SILENT", 5)
    monkeypatch.setattr(protocols, "REQUEST_WITHIN", 60.0)

    async def scenario() -> None:
        async with inner_server(tmp_path) as address:
            silent = [await dial(address) for _ in range(12)]
            assert await Client(address).request("GET", "/health") == {"ok": True}
            for reader, _ in silent[:7]:  # the oldest
                assert await read_until_cut(reader) == b""
            assert not any(reader.at_eof() for reader, _ in silent[8:])
            for _, writer in silent:
                writer.close()

    run(scenario())


def test_a_class_that_comes_all_at_once_is_answered(tmp_path: Path) -> None:
    """40 phones with 8 connections each, all of which ask before the first is read."""
    asked = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    async def ask(address: str) -> bytes:
        reader, writer = await dial(address)
        writer.write(asked)
        async with asyncio.timeout(WAIT):
            answer = await reader.read()
        writer.close()
        return answer

    async def scenario() -> None:
        async with inner_server(tmp_path) as address:
            answers = await asyncio.gather(*(ask(address) for _ in range(40 * 8)))
            assert all(answer.startswith(b"HTTP/1.1 200") for answer in answers)

    run(scenario())


# ---- sockets


async def say_hello(address: str, table: str, *tokens: str) -> ClientConnection:
    where = address.replace("http", "ws", 1)
    wire = await connect(f"{where}/api/tables/{table}/socket", compression=None)
    await wire.send(json.dumps({"t": "hello", "tokens": tokens}))
    return wire


async def closed_with(wire: ClientConnection) -> int:
    try:
        async with asyncio.timeout(WAIT):
            while True:
                await wire.recv()
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code


def test_those_who_watch_do_not_keep_out_those_who_play(tmp_path: Path) -> None:
    """Spectators and lobbies of one address count together; players do not count."""

    async def scenario() -> None:
        async with inner_server(tmp_path, sockets_an_address=4) as address:
            client = Client(address)
            table, tokens = await open_and_start(client, "oca")
            lobby = f"{address.replace('http', 'ws', 1)}/api/feed/lobby"
            feeds = [await connect(lobby) for _ in range(2)]
            watching = [await say_hello(address, table) for _ in range(2)]
            for wire in watching:
                assert json.loads(await wire.recv())["t"] == "welcome"
            assert await closed_with(await say_hello(address, table)) == TOO_MANY
            assert await closed_with(await connect(lobby)) == TOO_MANY
            async with client.sit(table, tokens[:1]) as one, client.sit(table, tokens[1:]):
                await one.throw(1)
            await feeds[0].close()
            while True:  # until the server has noticed
                wire = await say_hello(address, table)
                with suppress(ConnectionClosed):
                    if json.loads(await wire.recv())["t"] == "welcome":
                        break
                await asyncio.sleep(0.02)
            for open_one in (*feeds, *watching, wire):
                await open_one.close()

    run(scenario())


def test_sockets_that_say_nothing_make_room_for_who_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_UNKNOWN", 5)

    async def scenario() -> None:
        async with inner_server(tmp_path, sockets_an_address=1) as address:
            client = Client(address)
            table, tokens = await open_and_start(client, "oca")
            where = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
            silent = [await connect(where, compression=None) for _ in range(5)]
            async with client.sit(table, tokens) as seated:
                await seated.throw(1)
                assert await closed_with(silent[0]) == TOO_MANY
            for wire in silent:
                await wire.close()

    run(scenario())


def test_the_oldest_of_too_many_sockets_of_a_seat_is_closed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with inner_server(tmp_path) as address:
            client = Client(address)
            table, tokens = await open_and_start(client, "oca")
            wires = await fill_place(address, table, tokens[0])
            async with client.sit(table, tokens[1:]) as other:
                assert [seat["here"] for seat in other.table["seats"]] == [True, True]
            hang_up(wires)

    run(scenario())


def test_the_oldest_of_too_many_sockets_of_an_official_is_closed(tmp_path: Path) -> None:
    """Anybody may open a real table and so be an official: that is no way round the limits."""

    async def scenario() -> None:
        async with inner_server(tmp_path, sockets_an_address=1) as address:
            event = await Event.open(Client(address), "oca", 2)
            judge = await event.appoint("judge", "Giuda")
            wires = await fill_place(address, event.id, event.organiser)
            # each office counts for itself, and nobody is kept out
            wires += await fill_place(address, event.id, judge)
            await ping(wires[1])
            hang_up(wires)

    run(scenario())


async def fill_place(address: str, table: str, token: str) -> list[ClientConnection]:
    """One socket more than a seat or an office may have, all with its token."""
    wires = []
    for _ in range(limits.SOCKETS_A_SEAT + 1):
        wire = await say_hello(address, table, token)
        assert json.loads(await wire.recv())["t"] == "welcome"
        wires.append(wire)
    assert await closed_with(wires[0]) == ELSEWHERE
    await ping(wires[1])
    return wires


def hang_up(wires: list[ClientConnection]) -> None:
    """At once: to close each in turn waits for all that it has not read."""
    for wire in wires:
        wire.transport.abort()


async def ping(wire: ClientConnection) -> None:
    await wire.send(json.dumps({"t": "ping"}))
    async with asyncio.timeout(WAIT):
        while json.loads(await wire.recv())["t"] != "pong":
            pass


class StuckSocket:
    """A client whose system takes nothing more: what is sent never ends."""

    def __init__(self) -> None:
        self.connection = Connection(self._never, self._never)
        self.writing = asyncio.create_task(self.connection.write_loop())

    async def _never(self, *_: Any) -> Any:
        await asyncio.Event().wait()

    def has_ended(self) -> bool:
        end = self.connection._end
        return end is not None and (end.code, end.why) == (1013, TOO_SLOW)


@pytest.mark.parametrize("size", [1, 10_000])
def test_only_so_much_waits_for_whoever_does_not_read(size: int) -> None:
    async def scenario() -> None:
        stuck = StuckSocket()
        stuck.connection.send(b"first")
        await asyncio.sleep(0)  # and now it is being sent
        most = min(MOST_WAITING, MOST_WAITING_BYTES // size)
        for _ in range(most):
            stuck.connection.send(b"x" * size)
            assert not stuck.has_ended()
        stuck.connection.send(b"x" * size)
        assert stuck.has_ended()
        stuck.connection.forget()
        stuck.writing.cancel()

    run(scenario())


def test_whoever_takes_nothing_is_cut_off_though_nothing_more_is_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_socket, "SLOW_AFTER", 0.05)

    async def scenario() -> None:
        stuck = StuckSocket()
        stuck.connection.send(b"first")
        async with asyncio.timeout(WAIT):
            while not stuck.has_ended():
                await asyncio.sleep(0.01)
        stuck.connection.forget()
        stuck.writing.cancel()

    run(scenario())
