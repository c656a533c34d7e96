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
from periplo.server import clock, opening, seating, table
from periplo.server.app import Server
from periplo.server.registry import Settings
from periplo.server.socket import serve_socket
from periplo.server.table import LiveTable
from periplo.table import playing

BEGIN = 1_790_000_000_000  # milliseconds since 1970
LIMIT = 3600  # seconds a turn, so that there are deadlines to send
LANGUAGES = ("en", "es", "it")
COMMITMENT = "(commitment)"
PONG = '{"t":"pong"}'


class Wire:
    """A socket without a network: what is said to it, and the very text it answers."""

    def __init__(self, server: Server, table_id: str) -> None:
        self.received: list[str] = []
        self._pongs = 0
        self._news = asyncio.Event()
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(
            serve_socket(server.registry, table_id, "", self._said.get, self._take)
        )

    async def _take(self, event: Any) -> None:
        if event["type"] == "websocket.send":
            texts = [text.decode() for text in event["texts"]]
            self._pongs += texts.count(PONG)
            self.received += [text for text in texts if text != PONG]
        elif event["type"] == "websocket.close":
            self.received.append(f"closed {event['code']} {event['reason']}")
        self._news.set()

    async def welcomed(self) -> None:
        """A table may have to be loaded first."""
        while not self.received:
            await self._next()

    async def ping(self) -> None:
        """Until the server has taken what was said here, and sent what it had to send here."""
        if not self._is_closed():
            pongs = self._pongs
            self.say({"t": "ping"})
            while self._pongs == pongs and not self._is_closed():
                await self._next()

    async def _next(self) -> None:
        self._news.clear()
        await self._news.wait()

    def _is_closed(self) -> bool:
        return self._task.done() or bool(self.received and self.received[-1].startswith("closed "))

    def say(self, message: dict[str, Any]) -> None:
        self._said.put_nowait({"type": "websocket.receive", "bytes": json.dumps(message).encode()})

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
        """A table whose game has begun."""
        await self.gather(game_id, seats, options)
        await self.mix()

    async def invite(self, game_id: str, seats: int, options: dict[str, Any]) -> None:
        """A table that waits; whoever opened it sits there, and all other seats are open."""
        places = [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]
        asked = {"game": game_id, "seats": places, "limit": LIMIT, "options": options}
        opened = (await self.request("POST", "/api/tables", 0, asked)).json()
        self.table_id = opened["table"]["id"]
        self.tokens.append(opened["tokens"]["1"])

    async def gather(self, game_id: str, seats: int, options: dict[str, Any]) -> None:
        """A table that has started, with everybody there, and waits for what they contribute."""
        await self.invite(game_id, seats, options)
        for seat in range(1, seats):
            path = f"/api/tables/{self.table_id}/seats/{seat + 1}"
            taken = await self.request("POST", path, seat, {"name": f"seat {seat + 1}"})
            self.tokens.append(taken.json()["token"])
        for viewer in (None, *range(seats)):
            await self.connect(viewer)
        for seat in range(seats):
            await self.ask("ready", seat, ready=True)

    async def mix(self) -> None:
        seats = len(self.tokens)
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
        await wire.welcomed()
        await self.flush()

    async def be_evicted(self) -> None:
        """Everybody goes, and the table leaves the memory."""
        for wire in self.wires.values():
            await wire.close()
        await self.flush()
        self.server.registry.evict_idle(time.monotonic() + 1)
        assert self.table_id not in self.server.registry.loaded

    async def ask(self, kind: str, seat: int, **more: object) -> None:
        """A request of a seat, carried out."""
        numbered = {}
        if kind in ("act", "throw", "undo"):
            numbered["n"] = json.loads(self.last_snapshot(seat))["moment"]["n"]
        answer = await self.answer(seat, {"t": kind, "seat": seat + 1} | numbered | more)
        assert answer["t"] == "done", answer

    async def answer(self, viewer: int | None, message: dict[str, Any]) -> dict[str, Any]:
        """What the server answers to a request."""
        wire = self.wires[viewer]
        number = f"{viewer}-{len(wire.received)}"
        wire.say({"id": number} | message)
        await self.flush()
        received = [json.loads(text) for text in wire.received]
        found: dict[str, Any]
        found = next(one for one in reversed(received) if one.get("id") == number)
        return found

    def last_snapshot(self, seat: int) -> str:
        received = reversed(self.wires[seat].received)
        return next(
            text for text in received if text.startswith(('{"t":"moment"', '{"t":"welcome"'))
        )

    async def flush(self) -> None:
        """Until everything that was asked for is on disk, and what follows has been sent."""
        await self._ping()
        while self.table_id in self.server.registry.loaded:
            await self.table.flush()
            await asyncio.sleep(0)  # the table learns it, and may have more to write
            if self.table.is_persisted():
                break
        await self._ping()

    async def _ping(self) -> None:
        for wire in self.wires.values():
            await wire.ping()

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
    settings = Settings(f"sqlite:///{folder}/{name}.db", tables_a_minute=1e9, messages_a_second=1e9)
    server = Server(settings)
    transport = httpx.ASGITransport(app=server)
    async with httpx.AsyncClient(transport=transport, base_url="http://world") as http:
        here = World(server, http, name)
        numbers = itertools.count()
        for name in ("now", "ticks"):
            monkeypatch.setattr(clock, name, lambda: here.clock)
        monkeypatch.setattr(table, "new_secret", lambda: here.secret)
        monkeypatch.setattr(playing, "draw_dice", lambda _, number: Dice("draw", number))
        monkeypatch.setattr(opening, "new_id", lambda: "abcdefgh")
        for module in (opening, seating):
            monkeypatch.setattr(
                module, "new_token", lambda: f"token-{next(numbers)}".ljust(43, "t")
            )
        await server.registry.open()
        try:
            yield here
        finally:
            for wire in here.wires.values():
                await wire.close()
            await server.registry.close()
