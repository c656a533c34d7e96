"""How many durable actions a second one server process takes: `make load`.

N tables with two socket clients each play random legal actions of a small game. An action counts
when its sender has got the answer that it is on disk; the time is from sending it to the other
player's update. Traffic goes to this machine only, for a bounded time.
"""

import argparse
import asyncio
import base64
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

import msgspec

from periplo.client import Client, me

HERE = Path(__file__).parent
PEER = HERE.parents[1] / "build" / "load-peer"
PEER_PORT = 9310
WARM_UP = 2.0  # seconds


class Snapshot(msgspec.Struct):
    n: int
    legal: dict[str, list[str]]


class Message(msgspec.Struct):
    t: str
    moment: Snapshot | None = None
    code: str = ""


_message = msgspec.json.Decoder(Message)


class Player(asyncio.Protocol):
    """One seat's socket, with no more of the protocol than a load needs: short whole frames."""

    def __init__(self, path: str, token: str, seat: int, tally: "Tally") -> None:
        self.other: Player | None = None
        self.sent_at = 0.0
        self.joined = asyncio.get_running_loop().create_future()
        self._path = path
        self._token = token
        self._seat = seat
        self._tally = tally
        self._buffer = b""
        self._upgraded = False
        self._requests = 0
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: load\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._upgraded:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            self._upgraded, self._buffer = True, rest
            self.say({"t": "hello", "tokens": [self._token]})
        buffer, at = self._buffer, 0
        while len(buffer) >= at + 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + length:
                break
            if buffer[at] == 0x81:
                self.receive(_message.decode(buffer[start : start + length]))
            at = start + length
        self._buffer = buffer[at:]

    def say(self, message: object) -> None:
        """A text frame; its mask is zero, which leaves the text as it is."""
        text = msgspec.json.encode(message)
        head = bytes([0x81, 0x80 | len(text)])
        if len(text) > 125:
            head = b"\x81\xfe" + len(text).to_bytes(2, "big")
        assert self._transport is not None
        self._transport.write(head + b"\0\0\0\0" + text)

    def receive(self, message: Message) -> None:
        if message.t == "done":
            self._tally.actions += self._tally.counting
            return
        if message.t == "refused":
            self._tally.refused += 1
            return
        if message.t == "welcome":
            self.joined.set_result(None)
        if message.moment is None:
            return
        texts = message.moment.legal.get(str(self._seat))
        if not texts:
            return
        if self.other is not None and self.other.sent_at:
            if self._tally.counting:
                self._tally.times.append(time.perf_counter() - self.other.sent_at)
            self.other.sent_at = 0.0
        self._tally.act(lambda: self.act(message.moment.n, texts))

    def act(self, n: int, texts: list[str]) -> None:
        self._requests += 1
        self.sent_at = time.perf_counter()
        self.say({"t": "act", "id": str(self._requests), "seat": self._seat,
                  "n": n, "action": random.choice(texts)})  # fmt: skip


class Tally:
    """What is counted; nobody acts before all have sat down, nor after the end."""

    def __init__(self) -> None:
        self.held: list[Callable[[], None]] | None = []
        self.counting = False
        self.actions = 0
        self.refused = 0
        self.times: list[float] = []

    def act(self, send: Callable[[], None]) -> None:
        if self.held is None:
            send()
        else:
            self.held.append(send)

    def release(self) -> None:
        held, self.held = self.held or [], None
        for send in held:
            send()


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used, its threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def play(address: str, pid: int, tables: int, seconds: float) -> dict[str, float]:
    """Let everybody sit down, warm up, then count."""
    tally = Tally()
    loop = asyncio.get_running_loop()
    client, where = Client(address), urlsplit(address)
    games = []
    for _ in range(tables):
        opened = await client.open_table("tally", [me("one"), me("two")])
        table = opened["table"]["id"]
        path = f"/api/tables/{table}/socket"
        pair = []
        for seat in (1, 2):
            player = Player(path, opened["tokens"][str(seat)], seat, tally)
            await loop.create_connection(lambda it=player: it, where.hostname, where.port)
            await player.joined
            pair.append(player)
        pair[0].other, pair[1].other = pair[1], pair[0]
        games.append(table)
    for table in games:
        await client.start(table)
    tally.release()
    await asyncio.sleep(WARM_UP)
    tally.counting = True
    begin, used = time.perf_counter(), cpu_seconds(pid)
    await asyncio.sleep(seconds)
    tally.counting = False
    took, used = time.perf_counter() - begin, cpu_seconds(pid) - used
    tally.held = []
    await asyncio.sleep(0.5)
    cuts = [1000 * cut for cut in quantiles(tally.times, n=100)]
    assert not tally.refused, f"{tally.refused} actions were refused"
    return {
        "tables": tables,
        "actions/s": round(tally.actions / took),
        "server CPU µs an action": round(1e6 * used / tally.actions),
        "p50 ms": round(cuts[49], 1),
        "p95 ms": round(cuts[94], 1),
        "p99 ms": round(cuts[98], 1),
    }


def measure(tables: int, seconds: float, database: str | None) -> dict[str, float]:
    """A server of its own for each number of tables."""
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{folder}/load.db"
        with subprocess.Popen(
            [sys.executable, str(HERE / "serve.py"), url], stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                assert server.stdout is not None
                address = server.stdout.readline().strip()
                return asyncio.run(play(address, server.pid, tables, seconds))
            finally:
                server.terminate()


def measure_peer(tables: int, seconds: float) -> dict[str, float]:
    """boardgame.io's server in memory, with the same small game, clients as lean as ours."""
    environment = {**os.environ, "NODE_ENV": "production"}
    with subprocess.Popen(
        ["node", "server.cjs", str(PEER_PORT)],
        cwd=PEER,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            while "ready" not in server.stdout.readline():
                pass
            ran = subprocess.run(
                [
                    "node",
                    "clients.cjs",
                    *map(str, (PEER_PORT, tables, WARM_UP, seconds, server.pid)),
                ],
                cwd=PEER,
                env=environment,
                capture_output=True,
                text=True,
                check=True,
                timeout=seconds + 180,
            )
            found: dict[str, float] = json.loads(ran.stdout)
            return found
        finally:
            server.terminate()


def install_peer() -> None:
    """What npm must bring for the comparison, outside the project's own packages."""
    shutil.copytree(HERE / "peer", PEER, dirs_exist_ok=True)
    sys.path.append(str(HERE.parent / "build"))
    from npm import npm_command

    install = [*npm_command(), "install", "--no-package-lock", "--loglevel=error"]
    subprocess.run(install, cwd=PEER, check=True)


def show(name: str, found: dict[str, float]) -> None:
    print(f"{name:14}{json.dumps(found, ensure_ascii=False)}", flush=True)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--tables", type=int, nargs="+", default=[20, 100, 500])
    reader.add_argument("--seconds", type=float, default=10.0)
    reader.add_argument("--peer", action="store_true", help="boardgame.io's server beside it")
    reader.add_argument("--database", help="instead of a new SQLite file")
    given = reader.parse_args()
    seconds = min(given.seconds, 60.0)
    if given.peer:
        install_peer()
    for tables in given.tables:
        ours = measure(tables, seconds, given.database)
        show("periplo", ours)
        if given.peer:
            peer = measure_peer(tables, seconds)
            show("boardgame.io", peer)
            ratio = ours["actions/s"] / peer["actions/s"]
            late = ours["p99 ms"] / peer["p99 ms"]
            print(f"{'ratio':14}{ratio:.2f} times the actions, {late:.2f} times the 99 % time")


if __name__ == "__main__":
    main()
