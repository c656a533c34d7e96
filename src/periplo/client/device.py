"""A device that talks to the table server over HTTP, and sits down at its tables."""

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from http.client import HTTPException
from ssl import SSLContext
from types import TracebackType
from typing import Any, Literal
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake

from periplo.client.errors import Disconnected, ServerRefused
from periplo.client.mixing import Mixing
from periplo.client.officials import OfficialAt
from periplo.client.seated import TIMEOUT, SeatedAt


def me(name: str, mark: str = "") -> dict[str, str]:
    return {"kind": "me", "name": name, "mark": mark}


def bot(name: str, called: str = "") -> dict[str, str]:
    """A bot by its strength, such as `hard`; `called` is its name at the table."""
    return {"kind": "bot", "bot": name} | ({"name": called} if called else {})


def captain(name: str, mark: str = "") -> dict[str, str]:
    """A seat of a real table that its captain decides for."""
    return {"kind": "captain", "name": name, "mark": mark}


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
        """A request to the API; what it answers: JSON, a text, or else bytes."""
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
        """`{"table": …, "tokens": {"1": …}}`; settings are those of a new table.

        With `chance="real"` officials enter what real dice show; `event` says what it is for, and
        `tokens` has the `organiser`'s.
        """
        asked = {"game": game, "seats": list(seats), **settings}
        opened: dict[str, Any] = await self.request("POST", "/api/tables", asked)
        return opened

    async def sit_down(self, table: str, seat: int, name: str) -> str:
        """Take a seat; its token."""
        seated = await self.request("POST", f"/api/tables/{table}/seats/{seat}", {"name": name})
        token: str = seated["token"]
        return token

    async def start(self, table: str, tokens: Iterable[str] = ()) -> None:
        await self.request("POST", f"/api/tables/{table}/start", tokens=tokens)

    async def look_ahead(
        self, table: str, seat: int, tokens: Iterable[str]
    ) -> list[dict[str, Any]]:
        """What would follow from each of the seat's choices: `text`, `events`, `new`, `gone`."""
        ahead = await self.request("GET", f"/api/tables/{table}/ahead?seat={seat}", tokens=tokens)
        found: list[dict[str, Any]] = ahead["consequences"]
        return found

    async def ask_hint(self, table: str, seat: int, tokens: Iterable[str]) -> dict[str, Any]:
        """A good action for the seat, when it is to act: `text`, `expected`, `reason`."""
        found: dict[str, Any] = await self.request(
            "POST", f"/api/tables/{table}/hint?seat={seat}", tokens=tokens
        )
        return found

    async def hand_over(self, table: str, seat: int, tokens: Iterable[str] = ()) -> str:
        """Give a seat whose player is away to somebody else; its new token. Without the host, by
        whoever suggested it, with their own token.
        """
        path = f"/api/tables/{table}/seats/{seat}/link"
        given = await self.request("POST", path, tokens=tokens)
        token: str = given["token"]
        return token

    async def ask_judge(self, table: str) -> str:
        """Let a spectator judge what is said aloud; their token."""
        asked = await self.request("POST", f"/api/tables/{table}/judge")
        token: str = asked["token"]
        return token

    async def record(self, table: str, tokens: Iterable[str] = ()) -> dict[str, Any]:
        record: dict[str, Any] = await self.request(
            "GET", f"/api/tables/{table}/record", tokens=tokens
        )
        return record

    # real tables: what the organiser does, by token or from the device that opened the table

    async def change_event(
        self, table: str, tokens: Iterable[str] = (), **fields: object
    ) -> dict[str, Any]:
        """Change an event's fields, `options` or `seats` before the start; the table then."""
        changed: dict[str, Any] = await self.request(
            "PUT", f"/api/tables/{table}/event", fields, tokens
        )
        return changed

    async def rehearse(self, table: str, tokens: Iterable[str] = ()) -> dict[str, Any]:
        """A rehearsal with the same set-up, as `open_table` gives it, and its `officials`."""
        opened: dict[str, Any] = await self.request(
            "POST", f"/api/tables/{table}/rehearse", tokens=tokens
        )
        return opened

    async def throw_away(self, table: str, tokens: Iterable[str] = ()) -> None:
        """A rehearsal, with everything."""
        await self.request("DELETE", f"/api/tables/{table}", tokens=tokens)

    async def draw_lots(
        self, table: str, what: Literal["squares", "order"], tokens: Iterable[str] = ()
    ) -> dict[str, Any]:
        drawn: dict[str, Any] = await self.request(
            "POST", f"/api/tables/{table}/lots", {"what": what}, tokens
        )
        return drawn

    async def appoint(
        self, table: str, role: str, name: str, seat: int | None = None, tokens: Iterable[str] = ()
    ) -> dict[str, str]:
        """`{"official": …, "token": …}`; captains are appointed for a seat."""
        asked = {"role": role, "name": name} | ({} if seat is None else {"seat": seat})
        appointed: dict[str, str] = await self.request(
            "POST", f"/api/tables/{table}/officials", asked, tokens
        )
        return appointed

    async def withdraw(self, table: str, official: str, tokens: Iterable[str] = ()) -> None:
        await self.request("DELETE", f"/api/tables/{table}/officials/{official}", tokens=tokens)

    async def officials(self, table: str, tokens: Iterable[str] = ()) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self.request(
            "GET", f"/api/tables/{table}/officials", tokens=tokens
        )
        return found

    # real tables: looking

    async def journal(
        self, table: str, tokens: Iterable[str] = (), first: int = 1
    ) -> dict[str, Any]:
        """`{"lines", "line", "desk"}`, as the tokens may see them, from line `first` on."""
        found: dict[str, Any] = await self.request(
            "GET", f"/api/tables/{table}/journal?from={first}", tokens=tokens
        )
        return found

    async def people(self, table: str, tokens: Iterable[str] = ()) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self.request(
            "GET", f"/api/tables/{table}/people", tokens=tokens
        )
        return found

    async def places(self, table: str, tokens: Iterable[str] = ()) -> dict[str, Any]:
        """Where everybody must stand, and who is at home; for officials."""
        found: dict[str, Any] = await self.request(
            "GET", f"/api/tables/{table}/places", tokens=tokens
        )
        return found

    async def behalf(self, table: str, seat: int, tokens: Iterable[str] = ()) -> dict[str, Any]:
        """What a seat sees and may do, for officials who decide on its behalf."""
        found: dict[str, Any] = await self.request(
            "GET", f"/api/tables/{table}/behalf?seat={seat}", tokens=tokens
        )
        return found

    async def preview(
        self, table: str, verb: str, tokens: Iterable[str] = (), **fields: Any
    ) -> dict[str, Any]:
        """What would follow from an official's request, without doing it."""
        found: dict[str, Any] = await self.request(
            "POST", f"/api/tables/{table}/preview", {"verb": verb, **fields}, tokens
        )
        return found

    async def arrangement(
        self, table: str, language: str = "en", tokens: Iterable[str] = ()
    ) -> dict[str, Any]:
        """The position, and what of it a council may set by hand."""
        path = f"/api/tables/{table}/arrangement?language={language}"
        found: dict[str, Any] = await self.request("GET", path, tokens=tokens)
        return found

    async def check_arrangement(
        self, table: str, position: dict[str, Any], tokens: Iterable[str] = ()
    ) -> dict[str, Any]:
        """A position that was set by hand, as it may be proposed."""
        checked = await self.request(
            "POST", f"/api/tables/{table}/arrangement", {"position": position}, tokens
        )
        arranged: dict[str, Any] = checked["position"]
        return arranged

    async def draw_arrangement(
        self,
        table: str,
        position: dict[str, Any],
        language: str = "en",
        tokens: Iterable[str] = (),
    ) -> str:
        """The same drawn, as SVG."""
        path = f"/api/tables/{table}/drawing.svg?language={language}"
        drawing: str = await self.request("POST", path, {"position": position}, tokens)
        return drawing

    async def sanctions(
        self, table: str, seat: int, tokens: Iterable[str] = ()
    ) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self.request(
            "GET", f"/api/tables/{table}/sanctions?seat={seat}", tokens=tokens
        )
        return found

    async def correctable(self, table: str, tokens: Iterable[str] = ()) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self.request(
            "GET", f"/api/tables/{table}/correctable", tokens=tokens
        )
        return found

    async def minutes(
        self,
        table: str,
        form: Literal["pdf", "csv", "xlsx", "json"] = "pdf",
        language: str = "en",
        tokens: Iterable[str] = (),
    ) -> Any:
        """The minutes: bytes, for csv a text, for json what it holds."""
        path = f"/api/tables/{table}/minutes.{form}?language={language}"
        return await self.request("GET", path, tokens=tokens)

    @asynccontextmanager
    async def sit(
        self, table: str, tokens: Iterable[str] = (), contributes: bool = True
    ) -> AsyncGenerator[SeatedAt, None]:
        """At the table, with the seats of these tokens; without any as a spectator.

        Each seat contributes to the dice, unless `contributes` is false. If the table has
        started, one sits when they are mixed.
        """
        async with self._socket(table) as socket:
            mixing = self._mixing.setdefault(table, Mixing()) if contributes else None
            seated = SeatedAt(socket, mixing)
            await seated.say_hello(list(tokens))
            yield seated

    @asynccontextmanager
    async def official(self, table: str, tokens: Iterable[str]) -> AsyncGenerator[OfficialAt, None]:
        """At a real table, with the offices of these tokens; seats' tokens may be among them."""
        async with self._socket(table) as socket:
            official = OfficialAt(socket)
            await official.say_hello(list(tokens))
            yield official

    @asynccontextmanager
    async def _socket(self, table: str) -> AsyncGenerator[ClientConnection, None]:
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
            yield socket


def _content(kind: str, body: bytes) -> Any:
    if kind == "application/json":
        return json.loads(body)
    is_text = kind.startswith("text/") or kind.endswith(("+xml", "+json"))
    return body.decode() if is_text else body
