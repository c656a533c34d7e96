"""A table as its players and spectators see it."""

import asyncio
import json
import secrets
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from periplo.client.errors import Disconnected, ServerRefused, UnfairDice
from periplo.client.mixing import Contribution, Mixing
from periplo.play.draws import commitment

TIMEOUT = 30.0  # seconds for an answer


class SeatedAt:
    """A table as seen from one's seats; `moment` is always the newest snapshot."""

    def __init__(self, socket: ClientConnection, mixing: Mixing | None = None) -> None:
        self._socket = socket
        self.mixing = mixing  # None: this device does not contribute
        self._sent: dict[str, tuple[str, Contribution]] = {}  # by id: promises, and values shown
        self.table: dict[str, Any] = {}
        self.seats: list[int] = []
        self.moment: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.rematch: dict[str, Any] | None = None

    async def say_hello(self, tokens: list[str]) -> None:
        contributes = self.mixing is not None
        await self.send({"t": "hello", "tokens": tokens, "contributes": contributes})
        while (await self.receive())["t"] != "welcome":
            pass
        if contributes and self._own_seats():
            await self.begin()

    async def begin(self) -> None:
        """If the table has started: wait until its dice are mixed."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while self.table["status"] != "waiting" and not self.moment:
                    await self.receive()
        except TimeoutError:
            raise Disconnected(1006, f"no dice for {TIMEOUT:g} seconds") from None

    def _own_seats(self) -> list[int]:
        """Those that one plays: not those that a bot keeps warm."""
        return [seat for seat in self.seats if not self.table["seats"][seat - 1]["left"]]

    async def _mix(self) -> None:
        """Contribute what is due, after a look at what is published."""
        if self.mixing is None:
            return
        self.mixing.look(self.table)
        if self.table["dice"] != "gathering":
            return
        for seat in self._own_seats():
            if self.table["promises"] is None:
                given = self.mixing.given.setdefault(seat, Contribution())
                await self._give("promise", seat, given, hash=commitment(given.value))
            elif seat in self.mixing.given and seat not in self.mixing.left_out:
                given = self.mixing.given[seat]
                await self._give("contribute", seat, given, value=given.value)

    async def _give(self, kind: str, seat: int, given: Contribution, **more: str) -> None:
        """Once for each connection; the answer is taken in by `receive`."""
        if (kind, given) not in self._sent.values():
            request_id = secrets.token_hex(8)
            self._sent[request_id] = (kind, given)
            await self.send({"t": kind, "id": request_id, "seat": seat, **more})

    # looking

    @property
    def n(self) -> int:
        """How many actions one has seen."""
        return int(self.moment.get("n", 0))

    @property
    def over(self) -> bool:
        return bool(self.moment.get("over"))

    @property
    def thrower(self) -> int | None:
        thrower: int | None = self.moment.get("thrower")
        return thrower

    def legal(self, seat: int) -> list[str]:
        texts: list[str] = self.moment.get("legal", {}).get(str(seat), [])
        return texts

    # talking

    async def send(self, message: object) -> None:
        try:
            await self._socket.send(message if isinstance(message, str) else json.dumps(message))
        except ConnectionClosed as closed:
            raise _disconnected(closed) from None

    async def leave(self) -> None:
        """Disconnect, and wait until the server knows."""
        await self._socket.close()

    async def receive(self) -> dict[str, Any]:
        """The next message, taken in."""
        try:
            message: dict[str, Any] = json.loads(await self._socket.recv())
        except ConnectionClosed as closed:
            raise _disconnected(closed) from None
        kind = message["t"]
        if kind == "welcome":
            self.table, self.seats = message["table"], message["seats"]
            self.moment = message["moment"] or {}
            self.log, self.chat = message["log"], message["chat"]
            await self._mix()
        elif kind == "moment":
            self.moment = message["moment"]
            if self.moment["entries"] and self.table["dice"] == "gathering":
                raise UnfairDice("something was drawn or done before the dice were mixed")
            self._follow_log(self.moment)
        elif kind == "table":
            self.table = message["table"]
            await self._mix()
        elif kind == "done" and message["id"] in self._sent:
            given, contribution = self._sent[message["id"]]
            contribution.promised = True
            contribution.shown |= given == "contribute"
        elif kind == "chat":
            self.chat.append(message["chat"])
        elif kind == "rematch":
            self.rematch = message
        return message

    def _follow_log(self, moment: dict[str, Any]) -> None:
        anew: list[dict[str, Any]] | None = moment.get("log")
        if anew is None:
            self.log = self.log + moment["entries"]
        elif moment["undone"] is None:  # a judge may correct what is older than all of `log`
            self.log = anew
        else:  # not always what was seen last is taken back
            first = anew[0]["n"] if anew else 1
            self.log = [entry for entry in self.log if entry["n"] < first] + anew

    async def change(self) -> None:
        """Wait for the next snapshot."""
        while (await self.receive())["t"] != "moment":
            pass

    async def ask(self, kind: str, seat: int, **more: object) -> int:
        """A request and its answer: the snapshot's number then; ServerRefused if it is refused."""
        answer = await self.answer_to({"t": kind, "seat": seat, **more})
        return int(answer["n"])

    async def answer_to(self, message: dict[str, Any]) -> dict[str, Any]:
        """A request's answer, after whatever comes before it; it is given an id if it has none."""
        request_id = message.get("id") or secrets.token_hex(8)
        await self.send({**message, "id": request_id})
        try:
            async with asyncio.timeout(TIMEOUT):
                while True:
                    answer = await self.receive()
                    if answer["t"] in ("done", "refused") and answer["id"] == request_id:
                        break
        except TimeoutError:
            raise Disconnected(1006, f"no answer for {TIMEOUT:g} seconds") from None
        if answer["t"] == "refused":
            raise ServerRefused(answer["code"], answer["why"], answer["clause"])
        return answer

    async def act(self, seat: int, action: str) -> int:
        return await self.ask("act", seat, n=self.n, action=action)

    async def throw(self, seat: int) -> int:
        return await self.ask("throw", seat, n=self.n)

    async def undo(self, seat: int) -> int:
        return await self.ask("undo", seat, n=self.n)

    async def suggest(self, seat: int, what: str, about: int | None = None) -> int:
        """That the match ends ("end"), or about somebody away: "bot", "skip" or "give"."""
        return await self.ask("suggest", seat, what=what, about=about)

    async def agree(self, seat: int, agrees: bool = True) -> int:
        return await self.ask("agree", seat, agrees=agrees)

    async def concede(self, seat: int) -> int:
        return await self.ask("concede", seat)

    async def judge(self, outcome: str) -> int:
        """Say what one makes of what somebody said aloud, such as "right"."""
        answer = await self.answer_to({"t": "verdict", "n": self.n, "outcome": outcome})
        return int(answer["n"])

    async def ready(self, seat: int, ready: bool = True) -> int:
        return await self.ask("ready", seat, ready=ready)

    async def say(self, seat: int, text: str) -> int:
        return await self.ask("chat", seat, text=text)


def _disconnected(closed: ConnectionClosed) -> Disconnected:
    return (
        Disconnected(closed.rcvd.code, closed.rcvd.reason)
        if closed.rcvd
        else Disconnected(1006, "the connection was lost")
    )
