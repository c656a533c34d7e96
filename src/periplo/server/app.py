"""The whole server as one ASGI application."""

import logging
from collections.abc import AsyncGenerator, Mapping, MutableMapping
from contextlib import asynccontextmanager
from typing import Any, cast

from litestar import Litestar, Request, Response, get
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from sqlalchemy.exc import DBAPIError

from periplo.core.errors import BadOption, BrokenGame, PeriploError, UnknownGame
from periplo.play.refusals import BadName, Code, NameTaken, Refused
from periplo.printing.formats import MEDIA_TYPES
from periplo.server.clients import Proxies, address_of
from periplo.server.drawings import Drawings
from periplo.server.kits import Kits
from periplo.server.limits import Buckets
from periplo.server.messages import Problem, socket_schemas
from periplo.server.reach import Listening
from periplo.server.registry import Settings, TableRegistry
from periplo.server.rest import api, health, metrics
from periplo.server.site import POLICY, Site, written
from periplo.server.socket import App, Receive, Scope, Send, serve_feed, serve_socket
from periplo.server.store import PersistError, error_text
from periplo.version import __version__

LONGEST_BODY = 64 * 1024  # bytes
LOBBY = "lobby"
MINUTE = 60.0  # seconds
DEVICES = 5  # one device may open tables and sit down a fifth as often as a whole address,
A_DEVICE = 60.0  # or so often a minute
ARRANGEMENTS_KEPT = 16  # drawings of positions that councils look at
FEED_KEPT = 10  # news for somebody who does not read them
# whoever keeps answers on the way keeps none of these: they differ from seat to seat
PRIVATE = {"Cache-Control": "private, no-store", "Vary": "Periplo-Device, Periplo-Seat"}
SAFE = {
    "Content-Security-Policy": written(POLICY),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
STATUS_OF: dict[Code, int] = {
    "bad-picture": 400,
    "broken": 400,
    "nobody": 404,
    "no-code": 404,
    "no-day": 404,
    "no-pack": 404,
    "no-table": 404,
    "no-device": 401,
    "not-yours": 403,
    "host-only": 403,
    "packs-host": 403,
    "pack-too-large": 413,
    "taken": 403,
    "too-fast": 429,
    "too-many-listed": 429,
    "too-many-packs": 429,
    "too-many-tables": 429,
    "illegal": 400,
    "unprintable": 400,
}

logger = logging.getLogger("periplo.server")


class Server:
    """Sockets of tables are answered here, everything else by Litestar."""

    def __init__(self, settings: Settings) -> None:
        self.registry = TableRegistry(settings)
        self.proxies = Proxies(settings.trusted_proxies, settings.proxy_header)
        self._litestar = _litestar(self.registry)
        self._frame = cast("App", self._litestar)

    def listens(self, listening: Listening) -> None:
        """Where, once that is known: links for others need it."""
        self._litestar.state.listening = listening

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            self.proxies.resolve(scope)
        if scope["type"] == "websocket":
            address = address_of(scope)
            parts = scope["path"].split("/")  # /api/tables/{id}/socket
            if len(parts) == 5 and parts[1:3] == ["api", "tables"] and parts[4] == "socket":
                await serve_socket(self.registry, parts[3], address, receive, send)
                return
            await serve_feed(self.registry, address, self._frame, scope, receive, send)
            return
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        await self._frame(scope, receive, send)

    def openapi(self) -> dict[str, Any]:
        return _described(self._litestar)


def _described(app: Litestar) -> dict[str, Any]:
    """The API, and what is said at the socket, which OpenAPI has no place for but its schemas."""
    described = app.openapi_schema.to_schema()
    schemas = described["components"]["schemas"]
    for ending, media_type in MEDIA_TYPES.items():
        path = described["paths"][f"/api/tables/{{table_id}}/minutes.{ending}"]
        path["get"]["responses"]["200"]["content"] = {media_type: {}}
    described["components"]["schemas"] = socket_schemas() | schemas
    return described


def _litestar(registry: TableRegistry) -> Litestar:
    site = Site()
    drawings, arrangements, kits = Drawings(), Drawings(ARRANGEMENTS_KEPT), Kits()
    a_minute = registry.settings.tables_a_minute
    of_a_device = max(a_minute / DEVICES, min(a_minute, A_DEVICE))
    channels = ChannelsPlugin(
        MemoryChannelsBackend(),
        channels=[LOBBY],
        create_ws_route_handlers=True,
        ws_handler_base_path="/api/feed",
        subscriber_max_backlog=FEED_KEPT,
        subscriber_backlog_strategy="dropleft",
    )

    @asynccontextmanager
    async def open_registry(_: Litestar) -> AsyncGenerator[None, None]:
        await registry.open()
        registry.on_list_change = lambda: channels.publish({"changed": True}, LOBBY)
        yield
        registry.on_list_change = lambda: None
        drawings.close()
        arrangements.close()
        kits.close()
        await registry.close()

    @get("/api/openapi.json", include_in_schema=False)
    async def show_openapi(request: Request[Any, Any, Any]) -> dict[str, Any]:
        return _described(request.app)

    @get(["/", "/{path:path}"], include_in_schema=False, is_packed=True)
    async def show_site(
        request: Request[Any, Any, Any], path: FromPath[str] = "/"
    ) -> Response[bytes]:
        page = None if path.startswith("/api/") else site.page(path)
        if page is None:
            raise HTTPException(status_code=404, detail="there is no such page")
        return page.answer(request)

    return Litestar(
        route_handlers=[api, health, metrics, show_openapi, show_site],
        plugins=[channels],
        lifespan=[open_registry],
        state=AppState(
            {
                "registry": registry,
                "by_address": Buckets(a_minute / MINUTE, MINUTE),
                "by_device": Buckets(of_a_device / MINUTE, MINUTE),
                "drawings": drawings,
                "arrangements": arrangements,
                "kits": kits,
                "listening": None,
            }
        ),
        after_request=_add_headers,
        request_max_body_size=LONGEST_BODY,
        compression_config=CompressionConfig("gzip", exclude_opt_key="is_packed"),
        exception_handlers={
            PeriploError: _answer_error,
            Refused: _answer_refusal,
            PersistError: _answer_not_saved,
            DBAPIError: _answer_unreadable,
            ValueError: _answer_value,
            RecursionError: _answer_too_deep,
            HTTPException: _answer_http,
            Exception: _answer_nothing,
        },
        openapi_config=OpenAPIConfig(
            title="Periplo",
            version=__version__,
            path="/api/openapi",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
    )


def _without_body(send: Send) -> Send:
    """HEAD is answered as GET would be, without the body."""

    async def send_head(event: MutableMapping[str, Any]) -> None:
        if event["type"] == "http.response.body":
            event = {**event, "body": b""}
        await send(event)

    return send_head


async def _add_headers(response: Response[Any]) -> Response[Any]:
    headers = SAFE if "Cache-Control" in response.headers else SAFE | PRIVATE
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    return response


# ---- refusals: always a Problem, never a traceback


def _problem(
    status: int,
    code: Code,
    why: str,
    clause: str = "",
    option: str = "",
    free_name: str = "",
    headers: Mapping[str, str] | None = None,
) -> Response[Problem]:
    problem = Problem(status, code, why, clause, option, free_name)
    return Response(problem, status_code=status, headers=SAFE | PRIVATE | dict(headers or {}))


def _answer_error(_: Request[Any, Any, Any], error: PeriploError) -> Response[Problem]:
    if isinstance(error, UnknownGame):
        return _problem(404, "no-game", str(error))
    if isinstance(error, BrokenGame):
        logger.error("%s", error)
        return _problem(404, "no-game", str(error))
    if isinstance(error, BadOption):
        return _problem(400, "bad-option", str(error), option=error.option)
    return _problem(400, "illegal", str(error))


def _answer_refusal(_: Request[Any, Any, Any], error: Refused) -> Response[Problem]:
    free_name = error.free_name if isinstance(error, NameTaken) else ""
    status = STATUS_OF.get(error.code, 409)
    return _problem(status, error.code, error.why, error.clause, free_name=free_name)


def _answer_value(_: Request[Any, Any, Any], error: ValueError) -> Response[Problem]:
    return _problem(400, "bad-name" if isinstance(error, BadName) else "illegal", str(error))


def _answer_too_deep(_: Request[Any, Any, Any], _error: RecursionError) -> Response[Problem]:
    return _problem(400, "broken", "JSON is nested too deeply")


def _answer_not_saved(_: Request[Any, Any, Any], _error: PersistError) -> Response[Problem]:
    return _problem(503, "not-saved", "this could not be saved; please try again")


def _answer_unreadable(_: Request[Any, Any, Any], error: DBAPIError) -> Response[Problem]:
    logger.error("cannot read: %s", error_text(error))
    return _problem(503, "server", "the tables cannot be read now; please try again")


def _answer_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    why = error.detail
    if isinstance(error, ValidationException) and error.extra:
        why = "; ".join(_place(item) for item in error.extra)
    code: Code = "broken" if error.status_code == 400 else "http"
    return _problem(error.status_code, code, why, headers=error.headers)


def _place(item: Any) -> str:
    if isinstance(item, dict):
        return f"{item.get('key', 'request')}: {item.get('message', '')}"
    return str(item)


def _answer_nothing(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _problem(500, "server", "something went wrong here")
