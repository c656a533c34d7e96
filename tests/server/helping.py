"""What several server tests do."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.request import Request, urlopen

from server_process import METRICS_TOKEN

from periplo.client import Client, Disconnected, SeatedAt, ServerRefused, me
from periplo.games import game
from periplo.server.clock import this_instant
from periplo.server.table import LiveTable
from periplo.table.table import Table

HEAD = "# missing decks: built-in\ncountry,language,question,right,wrong 1,wrong 2,wrong 3\n"


def run(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 120))


def read_metrics(address: str) -> str:
    asked = Request(f"{address}/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"})
    with urlopen(asked, timeout=30) as answer:
        return str(answer.read().decode())


async def metric(client: Client, name: str) -> float:
    """One number of the server's metrics, by its name with its labels."""
    text = await asyncio.to_thread(read_metrics, client.address)
    return next(
        float(line.rpartition(" ")[2])
        for line in text.splitlines()
        if line.rpartition(" ")[0] == name
    )


async def health(client: Client) -> bool:
    try:
        answer: dict[str, bool] = await client.request("GET", "/health")
    except ServerRefused:
        return False
    return answer["ok"]


async def until(sign: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something that is seen only by asking."""
    async with asyncio.timeout(60):
        while not await sign():
            await asyncio.sleep(0.2)


class FakeSubscriber:
    """Somebody connected without a socket, who only listens."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        self.closed = 0  # the code, once the table has closed the connection

    def send(self, message: bytes) -> None:
        self.received.append(message)

    def close(self, code: int, why: str) -> None:
        self.closed = code


async def receive_until(table: SeatedAt, *kinds: str) -> dict[str, Any]:
    while (message := await table.receive())["t"] not in kinds:
        pass
    return message


async def open_and_start(client: Client, game: str, **settings: object) -> tuple[str, list[str]]:
    """A table of two seats of one device: its id and the two tokens."""
    opened = await client.open_table(game, [me("Badia"), me("Murùni")], **settings)
    await client.start(opened["table"]["id"])
    return opened["table"]["id"], [opened["tokens"]["1"], opened["tokens"]["2"]]


async def open_and_begin(client: Client, game: str, **settings: object) -> tuple[str, list[str]]:
    """The same, and its dice are mixed and what comes by itself has come."""
    table_id, tokens = await open_and_start(client, game, **settings)
    async with client.sit(table_id, tokens) as table:
        while table.thrower is None and not any(map(table.legal, table.seats)):
            await table.change()
    return table_id, tokens


async def start_alone(table: LiveTable) -> None:
    """Start a table inside the test, where nobody connects to contribute to its dice."""
    await table.start(table.row.host)
    with inside(table) as core:
        core.dice.gather(without_the_absent=True)
    await table.flush()


@contextmanager
def inside(table: LiveTable) -> Iterator[Table]:
    """Something done to the table directly, and carried out as if it had been asked for."""
    core = table.core
    assert isinstance(core, Table)
    core.now = this_instant()
    yield core
    table.carry_out(core.outbox.take())


def play(table: LiveTable, seat: int, action: int) -> None:
    """An action of a person, and what follows by itself."""
    with inside(table) as core:
        core.playing.commit_action(seat, action, "person")
        core.playing.advance()


def deadline(table: LiveTable) -> int | None:
    return table.core.clock.deadline(this_instant())


def finish(table: LiveTable) -> None:
    """Its game is over, whatever happened in it."""
    with inside(table) as core:
        core.broadcaster.change_status("over")


def draw(table: LiveTable) -> None:
    with inside(table) as core:
        core.playing.draw()


async def play_seat(table: SeatedAt, seat: int) -> None:
    """The seat's next action, whatever it is."""
    while not table.over:
        if texts := table.legal(seat):
            await table.act(seat, texts[0])
            return
        if table.thrower == seat:
            await table.throw(seat)
            return
        await table.change()


async def play_any(table: SeatedAt) -> None:
    """The next action of whichever of one's seats may do something, or what others do."""
    for seat in table.seats:
        if table.thrower == seat or table.legal(seat):
            await play_seat(table, seat)
            return
    await table.change()


async def keep_receiving(table: SeatedAt) -> None:
    """Until the socket is closed: one that is full of messages takes long to close."""
    with suppress(Disconnected):
        while True:
            await table.receive()


async def wait_for_turn(table: SeatedAt, seat: int) -> list[str]:
    """The seat's legal actions, as soon as it has any."""
    while not table.legal(seat):
        await table.change()
    return table.legal(seat)


def pack_of(word: str) -> str:
    """Questions on every country, which all have the same right answer."""
    countries = [deck for deck in game("europa").board()["decks"] if deck != "murcia"]
    rows = [
        f"{deck},es,¿{word} {deck} {i}?,bien,mal,fatal,peor"
        for deck in (*countries, "murcia")
        for i in range(4)
    ]
    return HEAD + "\n".join(rows) + "\n"
