"""How long it takes until a whole class has what one team did: a part of `make load`.

One server process with its usual limits and one class table: five teams of eight phones, the
teacher and the wall, each on a socket of their own, all from one address as behind a router. They
join at once; then every throw, choice and answer is sent when the last has reached everybody, and
the other teams answer every question aside. At last the server is ended and started again, and all
come back. Whoever is not reached, or is cut off, ends it with an error. Traffic goes to this
machine only, for a bounded time.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any

from followers import WITHIN, start_server
from websockets.asyncio.client import ClientConnection, connect

from periplo.client import OPEN, Client

GAME = "europa"
TEAMS = 5
A_TEAM = 8  # phones


class Phone:
    """A phone, the wall or the teacher; a phone's team is counted from 1."""

    def __init__(self, team: int, token: str) -> None:
        self.team = team
        self.token = token
        self.moment: dict[str, Any] = {}
        self.answered: list[int] = []  # the teams that have, aside
        self.bytes = self.messages = self.asked = 0
        self._socket: ClientConnection | None = None

    @property
    def n(self) -> int:
        return int(self.moment.get("n", 0))

    async def connect(self, address: str, table: str) -> None:
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        self._socket = await connect(url, compression=None, max_size=None, open_timeout=WITHIN)
        tokens = [self.token] if self.token else []
        await self._socket.send(json.dumps({"t": "hello", "tokens": tokens}))
        while await self.receive() != "welcome":
            pass

    async def receive(self) -> str:
        assert self._socket is not None
        text = str(await self._socket.recv())
        self.messages += 1
        self.bytes += len(text)
        message = json.loads(text)
        kind: str = message["t"]
        if kind == "refused":
            raise SystemExit(f"something was refused: {message['code']}: {message['why']}")
        self.moment = message.get("moment") or self.moment
        side = message.get("side") or self.moment.get("side") or {}
        self.answered = side.get("answered", [])
        return kind

    async def send(self, **message: Any) -> None:
        assert self._socket is not None
        self.asked += 1
        await self._socket.send(json.dumps({"id": str(self.asked), **message}))

    async def until_n(self, n: int) -> float:
        """When the snapshot of that number came, or a later one."""
        while self.n < n:
            await self.receive()
        return time.perf_counter()

    async def until_answered(self, count: int) -> float:
        while len(self.answered) < count:
            await self.receive()
        return time.perf_counter()

    async def catch_up(self) -> None:
        assert self._socket is not None
        await self._socket.send('{"t": "ping"}')
        while await self.receive() != "pong":
            pass

    def leave(self) -> None:
        if self._socket is not None:
            self._socket.transport.abort()


class School:
    """Everybody at one class table."""

    def __init__(self) -> None:
        self.table = self.code = ""
        self.devices: list[Phone] = []
        self.hands: dict[int, Phone] = {}
        self.reached: list[float] = []  # milliseconds until everybody had it
        self.questions = 0

    async def gather(self, address: str) -> float:
        """How many seconds it took until all phones had joined, been let in and connected."""
        teacher = Client(address)
        opened = await teacher.open_table(GAME, [OPEN] * TEAMS, classroom={"side": True})
        self.table, self.code = opened["table"]["id"], opened["table"]["classroom"]["code"]
        began = time.perf_counter()
        self.devices = [Phone(0, ""), Phone(0, opened["tokens"]["teacher"])]
        first = await asyncio.gather(*(self._join(address, team) for team in range(1, TEAMS + 1)))
        self.hands = {phone.team: phone for phone in first}
        others = [team for team in range(1, TEAMS + 1) for _ in range(A_TEAM - 1)]
        self.devices += [*first, *await asyncio.gather(*(self._join(address, t) for t in others))]
        await self.connect(address)
        for team, hand in self.hands.items():
            for member in range(2, A_TEAM + 1):
                await hand.send(t="admit", seat=team, member=member, **{"in": True})
        await self.catch_up()
        took = time.perf_counter() - began
        await teacher.start(self.table)
        await asyncio.sleep(0.5)  # the dice are mixed
        await self.catch_up()
        return took

    async def _join(self, address: str, team: int) -> Phone:
        asked = {"seat": team, "name": f"team {team}"}
        joined = await Client(address).request("POST", f"/api/join/{self.code}", asked)
        return Phone(team, joined["token"])

    async def connect(self, address: str) -> None:
        await asyncio.gather(*(one.connect(address, self.table) for one in self.devices))

    async def catch_up(self) -> None:
        for _ in range(2):
            await asyncio.gather(*(one.catch_up() for one in self.devices))

    async def act(self) -> None:
        """Whoever is to act does, and everybody is waited for."""
        wall = self.devices[0]
        while wall.moment["actors"] == ["table"] and wall.moment["thrower"] is None:
            await wall.receive()  # what follows by itself
        moment, n = wall.moment, wall.n
        await asyncio.gather(*(one.until_n(n) for one in self.devices))
        if moment.get("question"):
            self.questions += 1
            await self._answer_secretly(int(moment["actors"][0]), n)
        sent = time.perf_counter()
        if moment["thrower"] is not None:
            seat = moment["thrower"]
            await self.hands[seat].send(t="throw", seat=seat, n=n)
        else:
            seat = int(moment["actors"][0])
            legal = self.hands[seat].moment["legal"][str(seat)]
            action = "move" if "move" in legal else legal[0]
            await self.hands[seat].send(t="act", seat=seat, n=n, action=action)
        await self._all(sent, [one.until_n(n + 1) for one in self.devices])

    async def _answer_secretly(self, asked: int, n: int) -> None:
        """All other teams at once."""
        sent = time.perf_counter()
        for team, hand in self.hands.items():
            if team != asked:
                await hand.send(t="side", seat=team, n=n, answer="A")
        await self._all(sent, [one.until_answered(TEAMS - 1) for one in self.devices])

    async def _all(self, sent: float, waiting: Sequence[Any]) -> None:
        reached = await asyncio.gather(*waiting)
        self.reached.append(1000 * (max(reached) - sent))


async def run(actions: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server, address = await start_server(folder)
        school = School()
        try:
            joined = await school.gather(address)
            phones = TEAMS * A_TEAM
            print(f"{phones} phones of {TEAMS} teams had joined after {joined:.1f} s")
            for _ in range(actions):
                await school.act()
            slow = quantiles(school.reached, n=20)[-1]
            print(
                f"{actions} actions and the answers aside to {school.questions} questions reached "
                "all of them, none was cut off"
            )
            print(
                f"everybody had each after {median(school.reached):.0f} ms, 19 of 20 after "
                f"{slow:.0f}, the slowest after {max(school.reached):.0f}"
            )
            each = sum(one.bytes for one in school.devices) / len(school.devices) / 1024
            print(f"each was sent {each:.0f} KB")
            server.terminate()
            await server.wait()
            for one in school.devices:
                one.leave()
            server, address = await start_server(folder, int(address.rpartition(":")[2]))
            began = time.perf_counter()
            await school.connect(address)
            print(f"all of them were back {time.perf_counter() - began:.1f} s after the server was")
        finally:
            for one in school.devices:
                one.leave()
            if server.returncode is None:
                server.terminate()
                await server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=200)
    given = parser.parse_args()
    asyncio.run(asyncio.wait_for(run(given.actions), 5 * WITHIN))


if __name__ == "__main__":
    main()
