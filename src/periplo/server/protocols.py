"""What the web server does between the network and the application, where its own is not enough.

uvicorn waits for ever for the rest of a request; here every step of a client has its time.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from periplo.server.clients import address_key

REQUEST_WITHIN = 10.0  # seconds from the connection, or a request's first byte, to its last header
BODY_WITHIN = 20.0  # seconds for its body, of at most 64 KB
READ_WITHIN = 30.0  # seconds in which a client must take some of what it asked for
MOST_SILENT = 1000  # connections of an address that have not asked for anything yet
GRACE = 1.0  # seconds for those who come all at once: what they ask has to be read first
MOST_UNREAD = 8  # messages of a client that the application has not taken yet
NOT_TEXT = 1007  # of RFC 6455
TEXT = 0x81  # the same: a text, and the last of its frames

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as HttpBase
else:
    HttpBase = AutoHTTPProtocol  # httptools if it is installed, h11 otherwise


class SilentConnections:
    """Connections that have not sent a whole request yet. Where an address has too many of them
    the oldest go: whoever means it is silent for a moment only, and so always gets in.
    """

    def __init__(self, is_exempt: Callable[[str], bool]) -> None:
        self._is_exempt = is_exempt  # a proxy: many people's connections come from it
        self._of: dict[str, dict[HttpProtocol, float]] = {}  # since when

    def add(self, protocol: "HttpProtocol", host: str) -> None:
        if self._is_exempt(host):
            return
        key, loop = address_key(host), protocol.loop
        silent = self._of.setdefault(key, {})
        silent[protocol] = loop.time()
        if len(silent) > MOST_SILENT:
            loop.call_later(GRACE, self._make_room, key, loop)

    def _make_room(self, key: str, loop: asyncio.AbstractEventLoop) -> None:
        """Cut the oldest that have had their time."""
        silent = self._of.get(key, {})
        while len(silent) > MOST_SILENT:
            protocol, since = next(iter(silent.items()))
            if loop.time() - since < GRACE:
                return
            protocol.cut_off()

    def discard(self, protocol: "HttpProtocol", host: str) -> None:
        key = address_key(host)
        if key in self._of:
            self._of[key].pop(protocol, None)
            if not self._of[key]:
                del self._of[key]


class HttpProtocol(HttpBase):
    """A client that stops in the middle of a request, or of an answer, is cut off."""

    silent: SilentConnections  # set by `http_protocol`

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._awaited = ""
        self._timer: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._is_over = False
        self._host = self.client[0] if self.client else ""
        self.silent.add(self, self._host)
        self._await("request")

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._is_over or self.cycle.response_complete:
            self._await("")  # from here on uvicorn's own time for idle connections runs
        else:
            self._look()

    def handle_websocket_upgrade(self, *event: Any) -> None:
        self._forget()  # from here on the socket's own times run
        super().handle_websocket_upgrade(*event)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._reading is None:
            self._reading = self.loop.call_later(READ_WITHIN, self.cut_off)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def cut_off(self) -> None:
        self._forget()
        self.transport.abort()

    def _look(self) -> None:
        """What the client owes now."""
        if self._is_over:
            return
        if self.cycle is None or self.cycle.response_complete:
            self._await("request")
        elif self.cycle.more_body:
            self._await("body")
        else:
            self._await("")

    def _await(self, what: str) -> None:
        """The time for one thing does not begin anew with every byte of it."""
        if what == self._awaited and (self._timer is not None or not what):
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._awaited = what
        if what != "request":
            self.silent.discard(self, self._host)
        if what:
            seconds = REQUEST_WITHIN if what == "request" else BODY_WITHIN
            self._timer = self.loop.call_later(seconds, self.cut_off)

    def _forget(self) -> None:
        self._await("")
        self._is_over = True
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None


def http_protocol(is_proxy: Callable[[str], bool]) -> type[HttpProtocol]:
    """The protocol of one server, which exempts its proxies from limits of one address."""
    return type("HttpProtocol", (HttpProtocol,), {"silent": SilentConnections(is_proxy)})


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's, with what makes a message cheaper for either side.

    A client that sends no UTF-8 is shown out, and the log does not grow by it; a text is handed on
    as the bytes it came in. uvicorn stops reading after every message until the application has
    taken it; here a few may wait.

    What an application has to send it may give as `texts`, a list of UTF-8: they are framed here
    and written by one system call, which costs more than making up what is written.
    """

    async def send(self, message: Any) -> None:
        texts = message.get("texts")
        if texts is None:
            await super().send(message)
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        self.transport.write(b"".join([head(text) + text for text in texts]))

    def send_receive_event_to_app(self) -> None:
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                data.decode()
            except UnicodeDecodeError:
                self.conn.send_close(NOT_TEXT, "a text must be UTF-8")
                self.handle_parser_exception()
                return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if self.queue.qsize() >= MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()


def head(text: bytes) -> bytes:
    """What comes before a text in its frame, by RFC 6455: it is whole, and not masked."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, 126)) + size.to_bytes(2, "big")
    return bytes((TEXT, 127)) + size.to_bytes(8, "big")


class TimedServer(uvicorn.Server):
    """uvicorn's, with a time for the TLS handshake: its own waits for a minute."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        config = self.config

        def new_protocol() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )

        for listener in sockets or []:
            server = await asyncio.get_running_loop().create_server(
                new_protocol,
                sock=listener,
                ssl=config.ssl,
                backlog=config.backlog,
                ssl_handshake_timeout=REQUEST_WITHIN if config.ssl else None,
            )
            self.servers.append(server)
