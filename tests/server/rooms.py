"""A real table with an official of every kind, each on a bare socket."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from helping import run
from officiating import Event, rosters
from wire import Wire, wired

from periplo.client import Client

PEOPLE = rosters(2, 10)
FULL = ("organiser", "validator", "notary", "notary 2", "steward", "judge", "herald")
WELL_FORMED: dict[str, dict[str, Any]] = {
    "enter": {"outcome": "1+1"},
    "void": {"seat": 1, "why": "collision"},
    "confirm": {"of": 1},
    "dispute": {"of": 1, "why": "no"},
    "act": {"seat": 1, "action": "stay"},
    "name": {"seat": 1, "people": ["1.2"]},
    "penalty": {"seat": 1, "points": -1, "why": "late"},
    "sanction": {"seat": 1, "choice": "ignored"},
    "correct": {"of": 1, "to": None},
    "pause": {"why": ""},
    "resume": {"why": ""},
    "answer": {"of": 1, "text": "no", "upheld": False},
    "propose": {"text": "ice cream"},
    "vote": {"of": 1, "yes": True},
    "protest": {"seat": 1, "text": "unfair"},
    "place": {"seat": 1, "person": "1.1", "square": 0, "in": True},
    "proclaimed": {"of": 1},
    "note": {"text": "it rains"},
    "close": {"why": ""},
}


class Room:
    """A real table of two captains' seats, and sockets of everybody by office."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.id = event.id
        self.address = event.client.address
        self.tokens: dict[str, str] = {}
        self.officials: dict[str, str] = {}
        self.wires: dict[str, Wire] = {}

    def __getitem__(self, who: str) -> Wire:
        return self.wires[who]

    async def appoint(self, who: str, name: str | None = None) -> None:
        role, _, number = who.partition(" ")
        seat = int(number) if role == "captain" else None
        given = await self.event.client.appoint(
            self.id, role, name or who.title(), seat, [self.event.organiser]
        )
        self.tokens[who], self.officials[who] = given["token"], given["official"]

    async def withdraw(self, who: str) -> None:
        await self.event.client.withdraw(self.id, self.officials[who], [self.event.organiser])

    async def journal(self) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = (await self.event.journal())["lines"]
        return lines

    async def receive_all(self) -> None:
        """Everybody has received everything."""
        for wire in self.wires.values():
            await wire.catch_up()

    async def enter(self, outcome: str) -> int:
        """An entry that is in effect."""
        line = await self["validator"].done("enter", outcome=outcome)
        await self.receive_all()
        await self["notary"].done("confirm", of=line)
        await self.receive_all()
        return line


@asynccontextmanager
async def room(
    client: Client, game: str = "oca", start: bool = True, **about: Any
) -> AsyncIterator[Room]:
    settings = {"event": {"confirm": 1, **({"rosters": PEOPLE} if game == "oca" else {}), **about}}
    event = await Event.open(client, game, 2, **settings)
    found = Room(event)
    found.tokens["organiser"] = event.organiser
    for who in (*FULL[1:], "captain 1", "captain 2"):
        await found.appoint(who)
    if start:
        await event.start()
    async with AsyncExitStack() as stack:
        for who, token in found.tokens.items():
            found.wires[who] = await stack.enter_async_context(
                wired(client.address, event.id, token)
            )
        found.wires["anybody"] = await stack.enter_async_context(wired(client.address, event.id))
        yield found


def in_a_room(
    client: Client, scenario: Callable[[Room], Coroutine[Any, Any, None]], **settings: Any
) -> None:
    async def whole() -> None:
        async with room(client, **settings) as found:
            await scenario(found)

    run(whole())
