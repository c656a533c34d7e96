"""The socket of a table, as a bare ASGI application: a framework's handler costs more than actions.

docs/protocol.md describes its messages.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy.exc import DBAPIError

from periplo.play.refusals import Refused
from periplo.server.limits import TOO_MANY, ClockedBucket
from periplo.server.messages import (
    LONGEST_OF_OFFICIALS,
    BrokenRequest,
    ClientMessage,
    Hello,
    desk_request,
    request_of,
)
from periplo.server.registry import TableRegistry
from periplo.server.secrets import is_table_id
from periplo.server.store import PersistError, error_text
from periplo.server.table import Held, LiveTable, encode
from periplo.table.messages import RequestRefused

HELLO_WITHIN = 10.0  # seconds
LONGEST_MESSAGE = 4096  # bytes
MOST_WAITING = 500  # messages for somebody who does not read them
MOST_WAITING_BYTES = 2_000_000  # in all of them
AT_ONCE = 32 * 1024  # bytes; if less than that waits, it is handed over in one go
BROKEN_ALLOWED = 2
LONGEST_REASON = 120  # bytes; a close frame holds hardly more
WATCHED_BY_TOO_MANY = "too many connections from this address"
SLOW_AFTER = 5.0  # seconds in which somebody must take some of what waits for them
TOO_SLOW = "you are too slow to read"
FAREWELL = 2.0  # seconds for somebody who does not read to receive why it ends

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
_client_message = msgspec.json.Decoder(ClientMessage)
logger = logging.getLogger("periplo.socket")


class CloseConnection(Exception):
    """The connection ends."""

    def __init__(self, code: int = 1000, why: str = "") -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class Connection:
    """One socket: what is to be sent waits in a queue, so that nobody slow holds up a table."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._waiting: deque[bytes] = deque()
        self._bytes = 0  # in what waits
        self._idle: asyncio.Future[None] | None = None  # ends when there is something to write
        self._is_sending = False
        self._sent = self._sent_before = 0  # how often, now and when `_look` last looked
        self._watch: asyncio.TimerHandle | None = None
        self._end: CloseConnection | None = None
        self.longest = LONGEST_MESSAGE
        self._task = asyncio.current_task()

    def send(self, message: bytes) -> None:
        if self._end is not None:
            return
        self._waiting.append(message)
        self._bytes += len(message)
        if self._idle is not None:
            self._wake()
        # many at once are no sign of a slow client; one that is still being sent is
        if self._is_sending and (
            len(self._waiting) > MOST_WAITING or self._bytes > MOST_WAITING_BYTES
        ):
            self.close(1013, TOO_SLOW)
        elif self._watch is None:
            self._look_later()

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():  # it is if the task was cancelled
            self._idle.set_result(None)
        self._idle = None

    def _look_later(self) -> None:
        self._sent_before = self._sent
        self._watch = asyncio.get_running_loop().call_later(SLOW_AFTER, self._look)

    def _look(self) -> None:
        """Whoever asks much at once and then says nothing is slow all the same."""
        self._watch = None
        if self._is_sending and self._sent == self._sent_before:
            self.close(1013, TOO_SLOW)
        elif self._waiting or self._is_sending:
            self._look_later()

    def close(self, code: int, why: str) -> None:
        if self._end is None:
            self._end = CloseConnection(code, why)
            self._wake()
            asyncio.get_running_loop().call_later(FAREWELL, self._cut_off)

    def _cut_off(self) -> None:
        """It has been closed, and if the other side is still there it does not listen."""
        if self._task is not None:
            self._task.cancel()

    def forget(self) -> None:
        """The conversation is over: nobody is left to be cut off."""
        self._task = None
        if self._watch is not None:
            self._watch.cancel()

    async def write_loop(self) -> None:
        """Send what waits, until the end. Somebody who goes away meanwhile is no error."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                while self._waiting:
                    self._is_sending = True
                    await self._send({"type": "websocket.send", "texts": self._take()})
                    self._is_sending = False
                    self._sent += 1
                if self._end is not None:
                    break
                self._idle = loop.create_future()
                await self._idle
            reason = self._end.why.encode()[:LONGEST_REASON].decode(errors="ignore")
            await self._send({"type": "websocket.close", "code": self._end.code, "reason": reason})
        except asyncio.CancelledError:
            logger.debug("a connection was cut off")
        except Exception as error:
            logger.debug("a connection was lost: %s", error)

    def _take(self) -> list[bytes]:
        """The next of what waits: mostly all of it, so that it costs one write."""
        taken = [self._waiting.popleft()]
        if self._bytes < AT_ONCE:
            taken += self._waiting
            self._waiting.clear()
        self._bytes -= sum(map(len, taken))
        return taken

    async def receive(self) -> bytes:
        """The next message; CloseConnection when there is none, or nobody to say anything here."""
        event = await self._receive()
        if event["type"] != "websocket.receive" or self._end is not None:
            raise CloseConnection
        message: bytes = event["bytes"]
        if len(message) > self.longest:
            raise CloseConnection(4413, f"a message may have {self.longest} bytes")
        return message


async def serve_socket(
    registry: TableRegistry, table_id: str, address: str, receive: Receive, send: Send
) -> None:
    """One connection from its beginning to its end."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    connection = Connection(receive, send)
    writer = asyncio.create_task(connection.write_loop())
    gate = registry.gate
    registry.counts["connections"] += 1
    gate.enter(address, connection)
    try:
        try:
            table, held, contributes = await _handshake(registry, table_id, connection)
        finally:
            gate.greeted(address, connection)
        places = held.places()
        is_watching = not places
        if is_watching and not gate.watch(address):
            raise CloseConnection(TOO_MANY, WATCHED_BY_TOO_MANY)
        gate.sit(table_id, places, connection)
        if held.officials:
            connection.longest = LONGEST_OF_OFFICIALS
        try:
            table.connect(connection, held.seats, address, contributes, held.officials, held.phones)
            try:
                await _message_loop(registry, table, connection)
            finally:
                table.disconnect(connection)
        finally:
            gate.stand_up(table_id, places, connection)
            if is_watching:
                gate.unwatch(address)
    except CloseConnection as closing:
        connection.close(closing.code, closing.why)
    except asyncio.CancelledError:
        writer.cancel()  # it was asked to end, and does not read
    except PersistError:
        connection.close(1011, "this could not be saved; please try again")
    except DBAPIError as error:
        logger.error("cannot read: %s", error_text(error))
        connection.close(1011, "the tables cannot be read now; please try again")
    except Exception:
        logger.exception("a socket failed")
        connection.close(1011, "something went wrong here")
    finally:
        connection.forget()
        connection.close(1000, "")
        registry.counts["connections"] -= 1
        with suppress(TimeoutError):
            await asyncio.wait_for(writer, FAREWELL)


async def serve_feed(
    registry: TableRegistry, address: str, app: App, scope: Scope, receive: Receive, send: Send
) -> None:
    """Another socket, such as the lobby's: it counts as one of those who watch."""
    if not registry.gate.watch(address):
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": TOO_MANY, "reason": WATCHED_BY_TOO_MANY})
        return
    registry.counts["connections"] += 1
    try:
        await app(scope, receive, send)
    finally:
        registry.counts["connections"] -= 1
        registry.gate.unwatch(address)


async def _handshake(
    registry: TableRegistry, table_id: str, connection: Connection
) -> tuple[LiveTable, Held, bool]:
    try:
        async with asyncio.timeout(HELLO_WITHIN):
            message = await connection.receive()
    except TimeoutError:
        raise CloseConnection(4408, "no hello came") from None
    try:
        hello = _client_message.decode(message)
    except UNREADABLE as error:
        raise CloseConnection(4400, f"the first message must be a hello: {error}") from None
    if not isinstance(hello, Hello):
        raise CloseConnection(4400, "the first message must be a hello")
    try:
        table = await registry.find(table_id) if is_table_id(table_id) else None
    except Refused as refused:
        raise CloseConnection(4410, refused.why) from None
    if table is None:
        raise CloseConnection(4404, "there is no such table")
    held = table.holds(hello.tokens)
    if held is None:
        raise CloseConnection(4401, "a token fits no seat of this table")
    return table, held, hello.contributes


async def _message_loop(registry: TableRegistry, table: LiveTable, connection: Connection) -> None:
    bucket = ClockedBucket(registry.settings.messages_a_second)
    is_real = table.is_real()
    broken = 0
    while True:
        text = await connection.receive()
        if not bucket.take_now():
            raise CloseConnection(TOO_MANY, "too many messages")
        try:
            if is_real and (asked := desk_request(text)) is not None:
                await table.receive(connection, asked)
                continue
            message = _client_message.decode(text)
            if isinstance(message, Hello):
                raise msgspec.ValidationError("hello has been said")
        except BrokenRequest as error:  # whoever it is, they know which request it was
            connection.send(encode(RequestRefused(error.id, "broken", str(error), "")))
            continue
        except UNREADABLE as error:
            broken += 1
            if broken > BROKEN_ALLOWED:
                raise CloseConnection(4400, "too many broken messages") from None
            connection.send(encode(RequestRefused("", "broken", str(error), "")))
            continue
        await table.receive(connection, request_of(message))
