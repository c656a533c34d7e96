"""A small client of the table server, for tests, tools and bots from outside.

async with Client("http://127.0.0.1:8000") as client:
    opened = await client.open_table(game_id, [me("Badia"), bot("medium")])
    await client.start(opened["table"]["id"])
    async with client.sit(opened["table"]["id"], opened["tokens"].values()) as table:
        while not table.over:
            if table.thrower == 1:
                await table.throw(1)
            elif texts := table.legal(1):
                await table.act(1, random.choice(texts))
            else:
                await table.change()
"""

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from ssl import SSLContext
from types import TracebackType
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from periplo.core.errors import PeriploError
from periplo.play.draws import commitment, new_secret

TIMEOUT = 30.0  # seconds for an answer
logger = logging.getLogger("periplo.client")


class ServerRefused(PeriploError):
    """The server said no; `code` is one of docs/protocol.md's."""

    def __init__(self, code: str, why: str, clause: str = "") -> None:
        super().__init__(f"{why} [{clause}]" if clause else why)
        self.code = code
        self.why = why
        self.clause = clause


class Disconnected(PeriploError):
    """The socket was closed; `code` says why."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(f"{code} {why}".strip())
        self.code = code
        self.why = why


class UnfairDice(PeriploError):
    """The server went back on what it had published or acknowledged about a table's dice."""


@dataclass
class Contribution:
    """A seat's own random value for the dice, and what the server has acknowledged of it."""

    value: str = field(default_factory=new_secret)
    promised: bool = False
    shown: bool = False


@dataclass
class Mixing:
    """What a device knows about how a table's dice came about; it outlives a lost connection."""

    given: dict[int, Contribution] = field(default_factory=dict)  # by seat, from 1
    left_out: set[int] = field(default_factory=set)  # seats whose value came too late
    published: dict[str, Any] = field(default_factory=dict)

    def look(self, table: dict[str, Any]) -> None:
        """Compare what is published now with what was, and with what was given; UnfairDice if it
        does not fit.
        """
        for name in ("commitment", "promises", "contributions"):
            now = table[name]  # None: another connection may know more already
            if now is not None and self.published.setdefault(name, now) != now:
                raise UnfairDice(f"{name}: not what was published before")
        promises, values = table["promises"], table["contributions"]
        for seat, given in self.given.items():
            if promises is not None and promises.get(str(seat)) != commitment(given.value):
                self._is_missing(seat, given.promised)
            elif values is not None and values.get(str(seat)) != given.value:
                self._is_missing(seat, given.shown)
        for seat_text, value in (values or {}).items():
            if commitment(value) != promises.get(seat_text):
                raise UnfairDice(f"seat {seat_text} contributed another value than it promised")

    def _is_missing(self, seat: int, acknowledged: bool) -> None:
        if acknowledged:
            raise UnfairDice(f"the value of seat {seat} was taken and is not in the dice")
        if seat not in self.left_out:
            self.left_out.add(seat)
            logger.warning("the dice were mixed without the value of seat %d: it came late", seat)


def me(name: str, mark: str = "") -> dict[str, str]:
    return {"kind": "me", "name": name, "mark": mark}


def bot(name: str) -> dict[str, str]:
    return {"kind": "bot", "bot": name}


OPEN = {"kind": "open"}


class Client:
    """A device: it has a secret, opens tables and sits down at them."""

    def __init__(
        self, address: str, device: str | None = None, tls: SSLContext | None = None
    ) -> None:
        """`tls` says which certificates are trusted; without it, those that the system trusts."""
        self.address = address.rstrip("/")
        self.device = device or secrets.token_urlsafe(32)
        self._tls = tls
        self._mixing: dict[str, Mixing] = {}  # by table

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing is kept open between requests."""

    async def request(
        self, method: str, path: str, body: object = None, tokens: Iterable[str] = ()
    ) -> Any:
        """A request to the API; what it answers as JSON, or its text."""
        return await asyncio.to_thread(self._request, method, path, body, list(tokens))

    def _request(self, method: str, path: str, body: object, tokens: Sequence[str]) -> Any:
        headers = {"Periplo-Device": self.device}
        if tokens:
            headers["Periplo-Seat"] = ",".join(tokens)
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = Request(f"{self.address}{path}", data, headers, method=method)
        try:
            with urlopen(request, timeout=TIMEOUT, context=self._tls) as answer:
                return _content(answer.headers.get_content_type(), answer.read())
        except HTTPError as error:
            with error:
                problem = _content(error.headers.get_content_type(), error.read())
            if not isinstance(problem, dict) or "code" not in problem:
                raise ServerRefused("http", f"HTTP {error.code}") from None
            raise ServerRefused(problem["code"], problem["why"], problem["clause"]) from None
        except (URLError, ConnectionError, TimeoutError, HTTPException) as error:
            raise Disconnected(1006, f"{self.address}: {error}") from None

    async def open_table(
        self, game: str, seats: Sequence[dict[str, str]], **settings: object
    ) -> dict[str, Any]:
        """`{"table": …, "tokens": {"1": …}}`; settings are those of a new table."""
        asked = {"game": game, "seats": list(seats), **settings}
        opened: dict[str, Any] = await self.request("POST", "/api/tables", asked)
        return opened

    async def sit_down(self, table: str, seat: int, name: str) -> str:
        """Take a seat; its token."""
        seated = await self.request("POST", f"/api/tables/{table}/seats/{seat}", {"name": name})
        token: str = seated["token"]
        return token

    async def start(self, table: str) -> None:
        await self.request("POST", f"/api/tables/{table}/start")

    @asynccontextmanager
    async def sit(
        self, table: str, tokens: Iterable[str] = (), contributes: bool = True
    ) -> AsyncGenerator["SeatedAt", None]:
        """At the table, with the seats of these tokens; without any as a spectator.

        Each seat contributes to the dice, unless `contributes` is false. If the table has
        started, one sits when they are mixed.
        """
        address = self.address.replace("http", "ws", 1)
        try:
            socket = await connect(
                f"{address}/api/tables/{table}/socket",
                ssl=(self._tls or True) if address.startswith("wss:") else None,
                max_size=None,
                compression=None,
            )
        except (OSError, InvalidHandshake) as error:
            raise Disconnected(1006, f"{self.address}: {error}") from None
        async with socket:
            mixing = self._mixing.setdefault(table, Mixing()) if contributes else None
            seated = SeatedAt(socket, mixing)
            await seated.say_hello(list(tokens))
            yield seated


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
        while (await self.hear())["t"] != "welcome":
            pass
        if contributes and self._own_seats():
            await self.begin()

    async def begin(self) -> None:
        """If the table has started: wait until its dice are mixed."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while self.table["status"] != "waiting" and not self.moment:
                    await self.hear()
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
        """Once for each connection; the answer is taken in by `hear`."""
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

    async def hear(self) -> dict[str, Any]:
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
            if self.moment["undone"] is None:
                self.log = self.log + self.moment["entries"]
            else:  # not always what was seen last is taken back
                anew = self.moment["log"]
                first = anew[0]["n"] if anew else 1
                self.log = [entry for entry in self.log if entry["n"] < first] + anew
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

    async def change(self) -> None:
        """Wait for the next snapshot."""
        while (await self.hear())["t"] != "moment":
            pass

    async def ask(self, kind: str, seat: int, **more: object) -> int:
        """A request and its answer: the snapshot's number then; ServerRefused if it is refused."""
        request_id = more.pop("id", None) or secrets.token_hex(8)
        await self.send({"t": kind, "id": request_id, "seat": seat, **more})
        try:
            async with asyncio.timeout(TIMEOUT):
                while True:
                    answer = await self.hear()
                    if answer["t"] in ("done", "refused") and answer["id"] == request_id:
                        break
        except TimeoutError:
            raise Disconnected(1006, f"no answer for {TIMEOUT:g} seconds") from None
        if answer["t"] == "refused":
            raise ServerRefused(answer["code"], answer["why"], answer["clause"])
        return int(answer["n"])

    async def act(self, seat: int, action: str) -> int:
        return await self.ask("act", seat, n=self.n, action=action)

    async def throw(self, seat: int) -> int:
        return await self.ask("throw", seat, n=self.n)

    async def undo(self, seat: int) -> int:
        return await self.ask("undo", seat, n=self.n)

    async def ready(self, seat: int, ready: bool = True) -> int:
        return await self.ask("ready", seat, ready=ready)

    async def say(self, seat: int, text: str) -> int:
        return await self.ask("chat", seat, text=text)


def _content(kind: str, body: bytes) -> Any:
    return json.loads(body) if kind == "application/json" else body.decode()


def _disconnected(closed: ConnectionClosed) -> Disconnected:
    return (
        Disconnected(closed.rcvd.code, closed.rcvd.reason)
        if closed.rcvd
        else Disconnected(1006, "the connection was lost")
    )
