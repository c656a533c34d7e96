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
import secrets
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from http.client import HTTPException
from ssl import SSLContext
from types import TracebackType
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from periplo.core.errors import PeriploError

TIMEOUT = 30.0  # seconds for an answer


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
    async def sit(self, table: str, tokens: Iterable[str] = ()) -> AsyncGenerator["SeatedAt", None]:
        """At the table, with the seats of these tokens; without any as a spectator."""
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
            seated = SeatedAt(socket)
            await seated.say_hello(list(tokens))
            yield seated


class SeatedAt:
    """A table as seen from one's seats; `moment` is always the newest."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.table: dict[str, Any] = {}
        self.seats: list[int] = []
        self.moment: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.rematch: dict[str, Any] | None = None

    async def say_hello(self, tokens: list[str]) -> None:
        await self.send({"t": "hello", "tokens": tokens})
        welcome = await self.hear()
        self.table, self.seats = welcome["table"], welcome["seats"]
        self.moment = welcome["moment"] or {}
        self.log, self.chat = welcome["log"], welcome["chat"]

    # looking

    @property
    def n(self) -> int:
        """How many deeds one has seen."""
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

    async def hear(self) -> dict[str, Any]:
        """The next message, taken in."""
        try:
            message: dict[str, Any] = json.loads(await self._socket.recv())
        except ConnectionClosed as closed:
            raise _disconnected(closed) from None
        kind = message["t"]
        if kind == "moment":
            self.moment = message["moment"]
            if self.moment["undone"] is None:
                self.log = self.log + self.moment["entries"]
            else:  # not always what was seen last is taken back
                anew = self.moment["log"]
                first = anew[0]["n"] if anew else 1
                self.log = [entry for entry in self.log if entry["n"] < first] + anew
        elif kind == "table":
            self.table = message["table"]
        elif kind == "chat":
            self.chat.append(message["chat"])
        elif kind == "rematch":
            self.rematch = message
        return message

    async def change(self) -> None:
        """Wait for the next moment."""
        while (await self.hear())["t"] != "moment":
            pass

    async def ask(self, kind: str, seat: int, **more: object) -> int:
        """A request and its answer: the moment's number then; ServerRefused if it is refused."""
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
