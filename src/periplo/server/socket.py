"""The socket of a table, as a bare ASGI application: a framework's handler costs more than a move.

docs/protocol.md tells what is said here.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from contextlib import suppress
from types import coroutine
from typing import Any, cast

import msgspec
from sqlalchemy.exc import DBAPIError

from periplo.server.house import House
from periplo.server.limits import TOO_MANY, Bucket
from periplo.server.messages import Hello, Said
from periplo.server.secrets import is_table_id
from periplo.server.store import NotSaved, told
from periplo.server.table import Audience, LiveTable, Refused, encode

HELLO_WITHIN = 10.0  # seconds
LONGEST_MESSAGE = 4096  # bytes
MOST_WAITING = 500  # messages for somebody who does not read them
MOST_WAITING_LETTERS = 2_000_000  # in all of them
BROKEN_ALLOWED = 2
LONGEST_REASON = 120  # bytes; a close frame holds hardly more
WATCHED_BY_TOO_MANY = "too many connections from this address"
FAREWELL = 2.0  # seconds for somebody who does not read to hear why it ends

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
_said = msgspec.json.Decoder(Said)
logger = logging.getLogger("periplo.socket")


class Bye(Exception):
    """The connection ends."""

    def __init__(self, code: int = 1000, why: str = "") -> None:
        super().__init__(why)
        self.code = code
        self.why = why


@coroutine
def _resume(sending: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """Await a coroutine that was begun by hand and waits for something."""
    while True:
        answer = yield awaited
        try:
            awaited = sending.send(answer)
        except StopIteration:
            return


class Connection:
    """One socket: what cannot be sent at once waits, so that nobody slow holds up a table."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._waiting: deque[str] = deque()
        self._letters = 0  # in what waits
        self._awake = asyncio.Event()
        self._under_way: Awaitable[None] | None = None
        self._end: Bye | None = None
        self._conversation = asyncio.current_task()

    def send(self, message: str) -> None:
        """Nearly always the client has room for it, and no task need be woken."""
        if self._end is not None:
            return
        if self._under_way is not None:
            self._waiting.append(message)
            self._letters += len(message)
            if len(self._waiting) > MOST_WAITING or self._letters > MOST_WAITING_LETTERS:
                self.close(1013, "you are too slow to read")
            return
        sending = cast(
            "Coroutine[Any, Any, None]", self._send({"type": "websocket.send", "text": message})
        )
        try:
            awaited = sending.send(None)
        except StopIteration:
            return
        except Exception as error:  # gone; whoever hears for it will notice
            logger.debug("a connection was lost: %s", error)
            return
        self._under_way = _resume(sending, awaited)
        self._awake.set()

    def close(self, code: int, why: str) -> None:
        if self._end is None:
            self._end = Bye(code, why)
            self._awake.set()
            asyncio.get_running_loop().call_later(FAREWELL, self._cut_off)

    def _cut_off(self) -> None:
        """It has been closed, and if the other side is still there it does not listen."""
        if self._conversation is not None:
            self._conversation.cancel()

    def forget(self) -> None:
        """The conversation is over: nobody is left to be cut off."""
        self._conversation = None

    async def pump(self) -> None:
        """Send what waits, until the end."""
        while True:
            while self._under_way is not None:
                await self._under_way
                self._under_way = None
                if self._waiting:
                    text = self._waiting.popleft()
                    self._letters -= len(text)
                    self._under_way = self._send({"type": "websocket.send", "text": text})
            if self._end is not None:
                reason = self._end.why.encode()[:LONGEST_REASON].decode(errors="ignore")
                await self._send(
                    {"type": "websocket.close", "code": self._end.code, "reason": reason}
                )
                return
            self._awake.clear()
            await self._awake.wait()

    async def hear(self) -> bytes:
        """The next message; Bye when there is none any more, or nobody to say anything here."""
        event = await self._receive()
        if event["type"] != "websocket.receive" or self._end is not None:
            raise Bye
        text = event.get("text")
        message: bytes = text.encode() if text is not None else event["bytes"]
        if len(message) > LONGEST_MESSAGE:
            raise Bye(4413, f"a message may have {LONGEST_MESSAGE} bytes")
        return message


async def serve_socket(
    house: House, table_id: str, address: str, receive: Receive, send: Send
) -> None:
    """One connection from its beginning to its end."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    connection = Connection(receive, send)
    pump = asyncio.create_task(_quietly(connection.pump()))
    gate = house.gate
    house.counts["connections"] += 1
    gate.enter(address, connection)
    try:
        try:
            table, seats, contributes = await _introduce(house, table_id, connection)
        finally:
            gate.greeted(address, connection)
        if not seats and not gate.watch(address):
            raise Bye(TOO_MANY, WATCHED_BY_TOO_MANY)
        gate.sit(table_id, seats, connection)
        try:
            audience = table.connect(connection, seats, address, contributes)
            try:
                await _converse(house, table, audience, connection)
            finally:
                table.disconnect(connection, audience)
        finally:
            gate.stand_up(table_id, seats, connection)
            if not seats:
                gate.unwatch(address)
    except Bye as bye:
        connection.close(bye.code, bye.why)
    except asyncio.CancelledError:
        pump.cancel()  # it was told to end, and does not read
    except NotSaved:
        connection.close(1011, "this could not be saved; please try again")
    except DBAPIError as error:
        logger.error("cannot read: %s", told(error))
        connection.close(1011, "the tables cannot be read now; please try again")
    except Exception:
        logger.exception("a socket failed")
        connection.close(1011, "something went wrong here")
    finally:
        connection.forget()
        connection.close(1000, "")
        house.counts["connections"] -= 1
        with suppress(TimeoutError):
            await asyncio.wait_for(pump, FAREWELL)


async def serve_feed(
    house: House, address: str, app: App, scope: Scope, receive: Receive, send: Send
) -> None:
    """Another socket, such as the lobby's: it counts as one of those who watch."""
    if not house.gate.watch(address):
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": TOO_MANY, "reason": WATCHED_BY_TOO_MANY})
        return
    house.counts["connections"] += 1
    try:
        await app(scope, receive, send)
    finally:
        house.counts["connections"] -= 1
        house.gate.unwatch(address)


async def _quietly(pump: Awaitable[None]) -> None:
    """Somebody who goes away while being told something is no error."""
    try:
        await pump
    except asyncio.CancelledError:
        logger.debug("a connection was cut off")
    except Exception as error:
        logger.debug("a connection was lost: %s", error)


async def _introduce(
    house: House, table_id: str, connection: Connection
) -> tuple[LiveTable, tuple[int, ...], bool]:
    try:
        async with asyncio.timeout(HELLO_WITHIN):
            message = await connection.hear()
    except TimeoutError:
        raise Bye(4408, "no hello came") from None
    try:
        hello = _said.decode(message)
    except UNREADABLE as error:
        raise Bye(4400, f"the first message must be a hello: {error}") from None
    if not isinstance(hello, Hello):
        raise Bye(4400, "the first message must be a hello")
    try:
        table = await house.find(table_id) if is_table_id(table_id) else None
    except Refused as refused:
        raise Bye(4410, refused.why) from None
    if table is None:
        raise Bye(4404, "there is no such table")
    seats = table.holds(hello.tokens)
    if seats is None:
        raise Bye(4401, "a token fits no seat of this table")
    return table, seats, hello.contributes


async def _converse(
    house: House, table: LiveTable, audience: Audience, connection: Connection
) -> None:
    bucket = Bucket(house.settings.messages_a_second)
    broken = 0
    while True:
        message = await connection.hear()
        if not bucket.take():
            raise Bye(TOO_MANY, "too many messages")
        try:
            request = _said.decode(message)
            if isinstance(request, Hello):
                raise msgspec.ValidationError("hello has been said")
        except UNREADABLE as error:
            broken += 1
            if broken > BROKEN_ALLOWED:
                raise Bye(4400, "too many broken messages") from None
            _refuse(connection, "", Refused("broken", str(error)))
            continue
        try:
            answer = await table.handle(request, audience)
            connection.send(encode(answer))
        except Refused as refused:
            _refuse(connection, getattr(request, "id", ""), refused)
            if refused.code == "stale":
                await table.settle()
                moment = table.moment(audience, [])
                connection.send(encode({"t": "moment", "moment": moment}))


def _refuse(connection: Connection, request_id: str, refused: Refused) -> None:
    connection.send(
        encode(
            {
                "t": "refused",
                "id": request_id,
                "code": refused.code,
                "why": refused.why,
                "clause": refused.clause,
            }
        )
    )
