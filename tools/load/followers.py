"""How long a throw takes to reach everybody at a real table: `make followers`.

One server process with its usual limits, one event with its officials and its followers, each on
a socket of their own, all from one address as behind a router. Everybody connects at once; throws
are entered one by one, each when the last has reached everybody; then the server is ended and
started again, and everybody comes back. Whoever is not reached, or is cut off, ends it with an
error. Traffic goes to this machine only, for a bounded time.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from itertools import cycle, islice
from statistics import median

from websockets.asyncio.client import ClientConnection, connect

from periplo.client import Client, captain

OFFICES = ("validator", "judge", "steward", "notary", "herald")
THROWS = ("1+2", "1+4", "2+3", "1+3")
WITHIN = 60.0  # seconds for every step


class Event:
    """A real table of two flocks, and the tokens of its officials."""

    def __init__(self, table: str, tokens: Sequence[str]) -> None:
        self.table = table
        self.tokens = tokens  # the validator's first

    @classmethod
    async def open(cls, client: Client, officials: int) -> "Event":
        people = [[f"{team} {number}" for number in range(1, 13)] for team in ("Badia", "Murùni")]
        opened = await client.open_table(
            "oca", [captain("Badia"), captain("Murùni")], chance="real",
            event={"title": "Il Giro", "confirm": 0, "rosters": people},
        )  # fmt: skip
        table = opened["table"]["id"]
        tokens = []
        for number, role in enumerate(islice(cycle(OFFICES), officials), 1):
            given = await client.appoint(table, role, f"{role} {number}")
            tokens.append(given["token"])
        await client.start(table)
        return cls(table, tokens)


class Listener:
    """Somebody's socket; `line` is the last that a moment came with."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.line = 0
        self.moments = 0
        self.messages = 0
        self.bytes = 0

    @classmethod
    async def join(cls, address: str, table: str, *tokens: str) -> "Listener":
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        listener = cls(await connect(url, compression=None, max_size=None, open_timeout=WITHIN))
        await listener._socket.send(json.dumps({"t": "hello", "tokens": list(tokens)}))
        await listener.receive()
        return listener

    async def receive(self) -> str:
        text = str(await self._socket.recv())
        self.messages += 1
        self.bytes += len(text)
        message = json.loads(text)
        kind: str = message["t"]
        if kind == "refused":
            raise SystemExit(f"a throw was refused: {message['why']}")
        if kind in ("welcome", "moment"):
            self.line = message["line"]
            self.moments += kind == "moment"
        return kind

    async def wait_for(self, line: int) -> float:
        """When the moment with that line came."""
        while self.line < line:
            await self.receive()
        return time.perf_counter()

    async def enter(self, outcome: str, number: int) -> None:
        asked = {"t": "enter", "id": str(number), "line": self.line, "outcome": outcome}
        await self._socket.send(json.dumps(asked))

    async def catch_up(self) -> None:
        await self._socket.send('{"t": "ping"}')
        while await self.receive() != "pong":
            pass

    def leave(self) -> None:
        """At once: a socket that is full of messages takes long to close."""
        self._socket.transport.abort()


async def start_server(folder: str, port: int = 0) -> tuple[Process, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "periplo", "serve", "--database", f"sqlite:///{folder}/tables.db",
        "--port", str(port), "--log-level", "warning", stdout=PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    address = (await process.stdout.readline()).decode().strip().rstrip("/")
    return process, address


async def join_all(address: str, event: Event, followers: int) -> tuple[list[Listener], float]:
    """Everybody at once, the officials first in the list; and how long it took."""
    began = time.perf_counter()
    joining = [Listener.join(address, event.table, token) for token in event.tokens]
    joining += [Listener.join(address, event.table) for _ in range(followers)]
    listeners = await asyncio.gather(*joining)
    return list(listeners), time.perf_counter() - began


async def enter_all(listeners: list[Listener], throws: int) -> tuple[list[float], list[float]]:
    """For each throw, in milliseconds, until half of all had it, and until the last had."""
    await asyncio.gather(*(one.catch_up() for one in listeners))
    validator = listeners[0]
    halves, lasts = [], []
    for number, outcome in enumerate(islice(cycle(THROWS), throws), 1):
        sent, line = time.perf_counter(), validator.line + 1
        await validator.enter(outcome, number)
        reached = await asyncio.gather(*(one.wait_for(line) for one in listeners))
        halves.append(1000 * (median(reached) - sent))
        lasts.append(1000 * (max(reached) - sent))
    return halves, lasts


async def run(followers: int, officials: int, throws: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server, address = await start_server(folder)
        try:
            event = await Event.open(Client(address), officials)
            listeners, joined = await join_all(address, event, followers)
            print(
                f"{followers} followers and {officials} officials were there after {joined:.1f} s"
            )
            halves, lasts = await enter_all(listeners, throws)
            assert all(one.moments == throws for one in listeners)
            print(f"{throws} throws reached all of them, none was cut off")
            print(
                f"half of them had it after {median(halves):.0f} ms, all after {median(lasts):.0f}"
            )
            print(f"the slowest throw had reached all after {max(lasts):.0f} ms")
            each = sum(one.bytes for one in listeners) / len(listeners) / 1024
            messages = sum(one.messages for one in listeners) / len(listeners)
            print(f"each was sent {messages:.0f} messages, {each:.0f} KB, the welcome among them")
            server.terminate()
            await server.wait()
            for one in listeners:
                one.leave()
            server, address = await start_server(folder, int(address.rpartition(":")[2]))
            listeners, joined = await join_all(address, event, followers)
            print(f"all of them were back {joined:.1f} s after the server was")
            for one in listeners:
                one.leave()
        finally:
            if server.returncode is None:
                server.terminate()
                await server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--followers", type=int, default=200)
    parser.add_argument("--officials", type=int, default=15)
    parser.add_argument("--throws", type=int, default=20)
    given = parser.parse_args()
    asyncio.run(asyncio.wait_for(run(given.followers, given.officials, given.throws), 5 * WITHIN))


if __name__ == "__main__":
    main()
