"""A bare socket of a real table: what is sent and what comes back, as it is on the wire."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from sent import check_message, check_request
from websockets.asyncio.client import ClientConnection, connect

numbers = count(1)


class Wire:
    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.welcome: dict[str, Any] = {}
        self.received: list[dict[str, Any]] = []  # everything, in order
        self.line = 0
        self.desk: dict[str, Any] = {}
        self.may: dict[str, Any] = {}
        self.ranks: list[int] = []

    async def receive(self) -> dict[str, Any]:
        async with asyncio.timeout(20):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        check_message(message)
        self.received.append(message)
        if message["t"] in ("welcome", "moment", "journal"):
            self.line = message["line"]
        if message["t"] in ("welcome", "journal"):
            self.desk = message["desk"]
            self.may, self.ranks = message["may"], message["ranks"]
        return message

    async def keep_receiving(self) -> None:
        """Until the connection ends."""
        while True:
            await self.receive()

    async def ask(self, t: str, **fields: Any) -> dict[str, Any]:
        """The answer; `id` and `line` are filled in, what is None is left out."""
        message = {"t": t, "id": f"r{next(numbers)}", "line": self.line} | fields
        message = {key: value for key, value in message.items() if value is not None or key == "to"}
        await self.socket.send(json.dumps(message))
        while True:
            answer = await self.receive()
            if answer["t"] in ("done", "refused") and answer["id"] == message.get("id", ""):
                if answer.get("code") != "broken":
                    check_request(message)
                return answer

    async def done(self, t: str, **fields: Any) -> int:
        answer = await self.ask(t, **fields)
        assert answer["t"] == "done", (t, fields, answer)
        assert set(answer) == {"t", "id", "line"}
        line: int = answer["line"]
        return line

    async def code(self, t: str, **fields: Any) -> str:
        answer = await self.ask(t, **fields)
        assert answer["t"] == "refused", (t, fields, answer)
        assert set(answer) == {"t", "id", "code", "why", "clause"}
        code: str = answer["code"]
        return code

    async def catch_up(self) -> list[dict[str, Any]]:
        """Everything that has been sent to this socket before now and was not received yet."""
        first = len(self.received)
        await self.socket.send('{"t": "ping"}')
        while (await self.receive())["t"] != "pong":
            pass
        return self.received[first:-1]

    async def news(self) -> list[dict[str, Any]]:
        """Those of them that are of the journal."""
        return [one for one in await self.catch_up() if one["t"] == "journal"]


@asynccontextmanager
async def wired(address: str, table: str, *tokens: str) -> AsyncIterator[Wire]:
    url = f"{address.replace('http', 'ws', 1).rstrip('/')}/api/tables/{table}/socket"
    async with connect(url, compression=None, max_size=None, max_queue=None) as socket:
        wire = Wire(socket)
        await socket.send(json.dumps({"t": "hello", "tokens": list(tokens)}))
        wire.welcome = await wire.receive()
        assert wire.welcome["t"] == "welcome"
        yield wire
