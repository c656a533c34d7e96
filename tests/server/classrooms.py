"""A class table on a real server: the teacher, the wall and phones, each on a bare socket."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import Any

from sent import check_message
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from periplo.client import OPEN, Client
from periplo.games import game

numbers = count(1)
GAME = game("europa")


class ClassSocket:
    """What is said and what comes back, as it is on the wire."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.texts: list[str] = []  # every byte that came
        self.moment: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.teams: dict[int, dict[str, Any]] = {}
        self.side: dict[str, Any] = {}

    async def receive(self) -> dict[str, Any]:
        async with asyncio.timeout(20):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.texts.append(text)
        message: dict[str, Any] = json.loads(text)
        check_message(message)
        self.moment = message.get("moment") or self.moment
        self.table = message["table"] if message["t"] in ("welcome", "table") else self.table
        self.side = message.get("side") or (message.get("moment") or {}).get("side") or self.side
        for team in message.get("teams") or [message.get("team")]:
            if team is not None:
                self.teams[team["seat"]] = team
        return message

    async def ask(self, t: str, **fields: Any) -> str:
        """The code of the refusal; "" if there is none."""
        message = {"t": t, "id": f"r{next(numbers)}"} | fields
        await self.socket.send(json.dumps(message))
        while True:
            answer = await self.receive()
            if answer["t"] in ("done", "refused") and answer["id"] == message["id"]:
                return str(answer.get("code", ""))

    async def closed(self) -> int:
        """With which code the server closes the connection."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed as closed:
            return 0 if closed.rcvd is None else closed.rcvd.code

    async def catch_up(self) -> None:
        """Everything that has been sent to this socket before now is received."""
        await self.socket.send('{"t": "ping"}')
        while (await self.receive())["t"] != "pong":
            pass

    @property
    def n(self) -> int:
        return int(self.moment["n"])


@asynccontextmanager
async def socket_of(address: str, table: str, *tokens: str) -> AsyncIterator[ClassSocket]:
    url = f"{address.replace('http', 'ws', 1).rstrip('/')}/api/tables/{table}/socket"
    async with connect(url, compression=None, max_size=None, max_queue=None) as socket:
        found = ClassSocket(socket)
        await socket.send(json.dumps({"t": "hello", "tokens": list(tokens)}))
        found.welcome = await found.receive()
        yield found


class Classroom:
    """Teams of one phone each, unless more join."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.client = Client(address)  # the teacher's device
        self.pupils: dict[str, Client] = {}
        self.tokens: dict[str, str] = {}
        self.sockets: dict[str, ClassSocket] = {}
        self.id = self.code = ""

    def __getitem__(self, who: str) -> ClassSocket:
        return self.sockets[who]

    async def open(self, teams: int, side: bool = True, **settings: Any) -> None:
        opened = await self.client.open_table(
            "europa", [OPEN] * teams, classroom={"side": side}, **settings
        )
        self.id, self.code = opened["table"]["id"], opened["table"]["classroom"]["code"]
        self.tokens["teacher"] = opened["tokens"]["teacher"]

    async def join(self, who: str, seat: int, name: str = "") -> dict[str, Any]:
        """A pupil joins a team, from 1."""
        pupil = self.pupils.setdefault(who, Client(self.address))
        body = {"seat": seat, "name": name or f"team {seat}"}
        joined: dict[str, Any] = await pupil.request("POST", f"/api/join/{self.code}", body)
        self.tokens[who] = joined["token"]
        return joined

    async def connect(self, stack: AsyncExitStack, *everybody: str) -> None:
        for who in everybody:
            tokens = [self.tokens[who]] if who in self.tokens else []
            its = socket_of(self.address, self.id, *tokens)
            self.sockets[who] = await stack.enter_async_context(its)

    async def catch_up(self) -> None:
        for _ in range(2):  # what one is sent may be what another asked for
            for socket in self.sockets.values():
                await socket.catch_up()

    async def step(self) -> None:
        """Whoever is to act does; nothing is answered."""
        await self.catch_up()
        moment = self["wall"].moment
        if moment["thrower"] is not None:
            seat = moment["thrower"]
            assert await self[f"phone {seat}"].ask("throw", seat=seat, n=moment["n"]) == ""
            return
        actor = moment["actors"][0]
        assert actor != "table"
        phone = self[f"phone {actor}"]
        legal = phone.moment["legal"][actor]
        wanted = "move" if "move" in legal else legal[0]
        code = await phone.ask("act", seat=int(actor), n=moment["n"], action=wanted)
        assert code == "", code

    async def play_until_asked(self) -> int:
        """The seat that is asked, from 1."""
        while True:
            await self.catch_up()
            moment = self["wall"].moment
            if moment.get("question"):
                return int(moment["view"]["turn"]) + 1
            await self.step()

    def right(self) -> str:
        """Which answer is right, as only whoever has the pack can know."""
        view = self["wall"].moment["view"]
        state = GAME.load(view, self["wall"].table["options"])
        return str(GAME.classroom().right(state))


@asynccontextmanager
async def lesson(address: str, teams: int = 3, **settings: Any) -> AsyncIterator[Classroom]:
    """The game has begun; the teacher and the wall are there, and a phone of each team."""
    room = Classroom(address)
    await room.open(teams, **settings)
    phones = [f"phone {seat}" for seat in range(1, teams + 1)]
    for seat, who in enumerate(phones, 1):
        await room.join(who, seat)
    async with AsyncExitStack() as stack:
        await room.connect(stack, "teacher", "wall", *phones)
        await room.client.start(room.id)
        await room.catch_up()
        yield room
