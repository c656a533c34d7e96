"""A whole server inside the test, with every random thing and the clock in the test's hand.

What reaches somebody can then be compared byte by byte between two worlds.
"""

import asyncio
import itertools
import json
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

from periplo.core.dice import Dice
from periplo.core.state import TABLE
from periplo.play.draws import commitment
from periplo.server import clock, table
from periplo.server import registry as registry_module
from periplo.server.app import Server
from periplo.server.registry import Settings
from periplo.server.socket import serve_socket
from periplo.server.table import LiveTable
from periplo.table import playing

BEGIN = 1_790_000_000_000  # milliseconds since 1970
LIMIT = 3600  # seconds a turn, so that there are deadlines to send
LANGUAGES = ("en", "es", "it")
COMMITMENT = "(commitment)"


class Wire:
    """A socket without a network: what is said to it, and the very text it answers."""

    def __init__(self, server: Server, table_id: str) -> None:
        self.received: list[str] = []
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(
            serve_socket(server.registry, table_id, "", self._said.get, self._take)
        )

    async def _take(self, event: Any) -> None:
        if event["type"] == "websocket.send":
            self.received.append(event["text"])
        elif event["type"] == "websocket.close":
            self.received.append(f"closed {event['code']} {event['reason']}")

    def say(self, message: dict[str, Any]) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def close(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect"})
        await self._task


class World:
    """A server with one table, all of whose seats are people's; `wires[None]` watches."""

    def __init__(self, server: Server, http: httpx.AsyncClient, name: str) -> None:
        self.server = server
        self.secret = sha256(name.encode()).hexdigest()
        self.clock = BEGIN
        self.tokens: list[str] = []
        self.table_id = ""
        self.wires: dict[int | None, Wire] = {}
        self._http = http

    @property
    def table(self) -> LiveTable:
        return self.server.registry.loaded[self.table_id]

    async def open(self, game_id: str, seats: int, options: dict[str, Any]) -> None:
        places = [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]
        asked = {"game": game_id, "seats": places, "limit": LIMIT, "options": options}
        opened = (await self.request("POST", "/api/tables", 0, asked)).json()
        self.table_id = opened["table"]["id"]
        self.tokens.append(opened["tokens"]["1"])
        for seat in range(1, seats):
            path = f"/api/tables/{self.table_id}/seats/{seat + 1}"
            taken = await self.request("POST", path, seat, {"name": f"seat {seat + 1}"})
            self.tokens.append(taken.json()["token"])
        for viewer in (None, *range(seats)):
            await self.connect(viewer)
        for seat in range(seats):
            await self.ask("ready", seat, ready=True)
        values = [sha256(b"of seat %d" % seat).hexdigest() for seat in range(seats)]
        for seat, value in enumerate(values):
            await self.ask("promise", seat, hash=commitment(value))
        for seat, value in enumerate(values):
            await self.ask("contribute", seat, value=value)
        assert self.table.core.mixing.is_over()

    async def connect(self, viewer: int | None) -> None:
        self.wires[viewer] = wire = Wire(self.server, self.table_id)
        tokens = [] if viewer is None else [self.tokens[viewer]]
        wire.say({"t": "hello", "tokens": tokens, "contributes": True})
        while not wire.received:  # a table may have to be loaded
            await asyncio.sleep(0.001)
        await self.settle()

    async def be_evicted(self) -> None:
        """Everybody goes, and the table leaves the memory."""
        for wire in self.wires.values():
            await wire.close()
        await self.settle()
        self.server.registry.evict_idle(time.monotonic() + 1)
        assert self.table_id not in self.server.registry.loaded

    async def ask(self, kind: str, seat: int, **more: object) -> None:
        """A request of a seat, carried out."""
        number = f"{seat}-{len(self.wires[seat].received)}"
        numbered = {}
        if kind in ("act", "throw", "undo"):
            numbered["n"] = json.loads(self.last_snapshot(seat))["moment"]["n"]
        self.wires[seat].say({"t": kind, "id": number, "seat": seat + 1} | numbered | more)
        await self.settle()
        received = [json.loads(text) for text in self.wires[seat].received]
        answer = next(message for message in reversed(received) if message.get("id") == number)
        assert answer["t"] == "done", answer

    def last_snapshot(self, seat: int) -> str:
        received = reversed(self.wires[seat].received)
        return next(
            text for text in received if text.startswith(('{"t":"moment"', '{"t":"welcome"'))
        )

    async def settle(self) -> None:
        """Until everything is on disk and has been sent."""
        for _ in range(20):
            await asyncio.sleep(0)
            while self.server.registry.store._busy is not None:
                await asyncio.sleep(0.0005)

    async def act(self, seat: int, action: int) -> None:
        state = self.table.core.match.state
        await self.ask("act", seat, action=self.table.core.game.text(state, seat, action))

    async def wander(self, dice: Dice) -> None:
        """Somebody's next action."""
        state = self.table.core.match.state
        actors = state.actors()
        if TABLE in actors:
            await self.ask("throw", int(state.thrower()))
            return
        seat = actors[dice.below(len(actors))]
        await self.act(seat, int(state.pick(seat, dice)))

    async def request(
        self, method: str, path: str, viewer: int | None, body: object = None
    ) -> httpx.Response:
        headers = {}
        if viewer is not None:
            headers["Periplo-Device"] = f"device-of-seat-{viewer}-".ljust(32, "x")
            if viewer < len(self.tokens):
                headers["Periplo-Seat"] = self.tokens[viewer]
        return await self._http.request(method, path, headers=headers, json=body)

    async def read_everything(self, viewer: int | None) -> list[str]:
        """All that the API says about the table and its game to somebody."""
        its = f"/api/tables/{self.table_id}"
        game = f"/api/games/{self.table.core.game.id}"
        paths = ["/api/games", f"{game}/layout", "/api/tables", "/api/my/tables", its]
        paths += [f"{its}/{what}" for what in ("moments?count=200", "record", "proof", "verify")]
        paths += [f"{its}/text?at={n}" for n in (0, 1, 5, 1000)]
        paths += [f"{its}/text?seat={seat + 1}" for seat in range(len(self.tokens))]
        for language in LANGUAGES:
            paths += [f"{its}/text?language={language}", f"{game}/words/{language}"]
            paths += [f"{game}/ground.svg?language={language}"]
        return [f"{path}: {(await self.request('GET', path, viewer)).text}" for path in paths]

    def normalised(self, text: str) -> str:
        """The commitment is as random as the secret it promises."""
        return text.replace(commitment(self.secret), COMMITMENT)


@asynccontextmanager
async def world(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[World, None]:
    """Worlds of all names draw the same; their secrets are different."""
    server = Server(Settings(f"sqlite:///{folder}/{name}.db", tables_a_minute=1e9))
    transport = httpx.ASGITransport(app=server)
    async with httpx.AsyncClient(transport=transport, base_url="http://world") as http:
        here = World(server, http, name)
        numbers = itertools.count()
        for name in ("now", "ticks"):
            monkeypatch.setattr(clock, name, lambda: here.clock)
        monkeypatch.setattr(table, "new_secret", lambda: here.secret)
        monkeypatch.setattr(playing, "draw_dice", lambda _, number: Dice("draw", number))
        monkeypatch.setattr(registry_module, "new_id", lambda: "abcdefgh")
        monkeypatch.setattr(
            registry_module, "new_token", lambda: f"token-{next(numbers)}".ljust(43, "t")
        )
        await server.registry.open()
        try:
            yield here
        finally:
            for wire in here.wires.values():
                await wire.close()
            await server.registry.close()
