"""Real tables for tests: an event with its officials, each on a connection of their own, and a
small reckoning of where everybody must be.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from helping import keep_receiving
from sent import check_journal, check_message

from periplo.client import Client, OfficialAt, ServerRefused, captain
from periplo.core.dice import Dice
from periplo.core.state import TABLE
from periplo.play.match import Match

ROLES = ("organiser", "validator", "notary", "steward", "judge", "captain", "herald")


class Event:
    """A real table. People are known by their names; `desks` are those who are connected."""

    def __init__(self, client: Client, opened: dict[str, Any]) -> None:
        self.client = client
        self.id: str = opened["table"]["id"]
        self.organiser: str = opened["tokens"]["organiser"]
        self.tokens: dict[str, list[str]] = {"Organiser": [self.organiser]}
        self.officials: dict[str, str] = {}  # the last office of each name
        self.desks: dict[str, OfficialAt] = {}
        self.line = 0

    @classmethod
    async def open(
        cls, client: Client, game: str, seats: Sequence[dict[str, str]] | int, **settings: Any
    ) -> "Event":
        if isinstance(seats, int):
            seats = [captain(f"Team {seat}") for seat in range(1, seats + 1)]
        opened = await client.open_table(game, seats, chance="real", **settings)
        event = cls(client, opened)
        for seat, token in opened["tokens"].items():
            if seat != "organiser":
                event.tokens[f"Player {seat}"] = [token]
        return event

    async def appoint(self, role: str, name: str, seat: int | None = None) -> str:
        given = await self.client.appoint(self.id, role, name, seat, [self.organiser])
        self.tokens.setdefault(name, []).append(given["token"])
        self.officials[name] = given["official"]
        return given["token"]

    async def staff(self, notaries: int = 2, judges: int = 1, captains: int = 0) -> None:
        """Everybody whom an event needs."""
        await self.appoint("validator", "Sevilla")
        for number in range(1, notaries + 1):
            await self.appoint("notary", f"Paris {number}")
        for number in range(1, judges + 1):
            await self.appoint("judge", f"Giuda {number}")
        await self.appoint("steward", "Hamburg")
        await self.appoint("herald", "Praha")
        for seat in range(1, captains + 1):
            await self.appoint("captain", f"Captain {seat}", seat)

    async def start(self) -> None:
        await self.client.start(self.id, [self.organiser])

    @asynccontextmanager
    async def connected(self, *names: str) -> AsyncIterator["Event"]:
        """Those named, or everybody, on connections of their own."""
        async with AsyncExitStack() as stack:
            for name in names or self.tokens:
                desk = await stack.enter_async_context(
                    self.client.official(self.id, self.tokens[name])
                )
                self.desks[name] = desk
                desk.receive = _checked(desk.receive)  # type: ignore[method-assign]
            self.line = max(desk.line for desk in self.desks.values())
            try:
                yield self
            finally:
                await asyncio.gather(*(_leave(desk) for desk in self.desks.values()))
                self.desks.clear()

    async def by(self, name: str) -> OfficialAt:
        """Somebody who knows how the match stands."""
        desk = self.desks[name]
        while desk.line < self.line:
            await desk.receive()
        return desk

    async def ask(self, name: str, verb: str, *words: Any, **more: Any) -> int:
        """The number of the line that it wrote."""
        desk = await self.by(name)
        ask: Callable[..., Awaitable[int]] = getattr(desk, verb)
        line = await ask(*words, **more)
        self.line = max(self.line, desk.line)
        return line

    async def refused(self, name: str, verb: str, *words: Any, **more: Any) -> str:
        """The code of what must be a refusal, after which nothing has changed."""
        before = len((await self.journal())["lines"])
        try:
            line = await self.ask(name, verb, *words, **more)
        except ServerRefused as refused:
            assert len((await self.journal())["lines"]) == before, "a refusal wrote a line"
            return refused.code
        raise AssertionError(f"{name}: {verb}{words}: wrote line {line}")

    async def journal(self, *names: str) -> dict[str, Any]:
        """As the organiser sees it, or somebody else."""
        tokens = [token for name in names for token in self.tokens[name]] or [self.organiser]
        journal = await Client(self.client.address).journal(self.id, tokens)
        check_journal(journal)
        return journal

    async def lines(self, *kinds: str) -> list[dict[str, Any]]:
        return [line for line in (await self.journal())["lines"] if line["kind"] in kinds]


def _checked(receive: Callable[[], Awaitable[dict[str, Any]]]) -> Callable[[], Any]:
    async def receive_checked() -> dict[str, Any]:
        message = await receive()
        check_message(message)
        return message

    return receive_checked


async def _leave(desk: OfficialAt) -> None:
    """A socket that is full of messages takes long to close."""
    await asyncio.gather(desk.leave(), keep_receiving(desk))


def rosters(flocks: int, people: int) -> list[list[str]]:
    return [
        [f"{flock}.{person}" for person in range(1, people + 1)] for flock in range(1, flocks + 1)
    ]


def next_action(match: Match, dice: Dice) -> tuple[int, str]:
    """Somebody's action, by chance: whose, and how it is written."""
    state = match.state
    actor = state.actors()[0]
    if actor == TABLE:
        action = state.draw(dice)
    else:
        legal = state.legal(actor)
        action = legal[int(dice.below(len(legal)))]
    return actor, match.game.text(state, actor, action)


class Census:
    """Who of oca's flocks is where, reckoned from the sheet and desk.md alone.

    For each flock `[name, as, square, held, out since]` in the order of its roster.
    """

    def __init__(self, rosters: Sequence[Sequence[str]]) -> None:
        self.flocks: list[list[list[Any]]] = [
            [[name, "home", None, 0, 0] for name in roster] for roster in rosters
        ]
        for flock in self.flocks:
            flock[0][1:3] = ["bearer", 0]
        self._clock = 0
        self._before: list[list[list[Any]]] = []  # for each flock its strays by index

    def at_home(self, seat: int) -> list[str]:
        return [one[0] for one in self.flocks[seat] if one[1] == "home"]

    def look(self, match: Match) -> None:
        """Before an action: which person is which stray of the position."""
        self._before = []
        for seat, flock in enumerate(match.position()["flocks"]):
            left = sorted((one for one in self.flocks[seat] if one[1] == "stray"), key=_out_since)
            strays = []
            for stray in flock["strays"]:
                who = next(one for one in left if one[2:4] == [stray["at"], stray["held"]])
                left.remove(who)
                strays.append(who)
            assert not left
            self._before.append(strays)

    def read(self, events: Sequence[dict[str, Any]], named: dict[int, list[str]]) -> None:
        """What an action brought about; `named` are those whom captains chose, by seat."""
        names = {seat: list(people) for seat, people in named.items()}
        for event in events:
            piece, path = event.get("piece"), event.get("path")
            if piece not in ("bearer", "stray"):
                continue
            flock = self.flocks[event["seat"]]
            if piece == "bearer":
                who = flock[0]
            else:
                if path and path[0] == "home":
                    self._before[event["seat"]].append(self._call(event["seat"], names))
                who = self._before[event["seat"]][event["stray"]]
            if path and path[-1] == "home":
                who[1:4] = ["home", None, 0]
            elif path:
                who[2:4] = [path[-1], event.get("held", 0)]
            elif "held" in event:
                who[3] = event["held"]

    def _call(self, seat: int, names: dict[int, list[str]]) -> list[Any]:
        home = self.at_home(seat)
        name = names[seat].pop(0) if names.get(seat) else home[0]
        assert name in home
        who = next(one for one in self.flocks[seat] if one[0] == name)
        self._clock += 1
        who[1], who[4] = "stray", self._clock
        return who

    def set_position(self, position: dict[str, Any]) -> None:
        """The same people where somebody must stand; the others take what is left."""
        for flock, written in zip(self.flocks, position["flocks"], strict=True):
            flock[0][2:4] = [written["bearer"], written["held"]]
            free = sorted((one for one in flock if one[1] == "stray"), key=_out_since)
            places = []
            for stray in written["strays"]:
                place = [stray["at"], stray["held"]]
                same = next((one for one in free if one[2:4] == place), None)
                if same is None:
                    places.append(place)
                else:
                    free.remove(same)
            free.sort(key=lambda one: -one[2])
            for place in places:
                if free:
                    who = free.pop(0)
                else:
                    who = next(one for one in flock if one[1] == "home")
                    self._clock += 1
                    who[1], who[4] = "stray", self._clock
                who[2:4] = place
            for who in free:
                who[1:4] = ["home", None, 0]

    def to_json(self) -> list[dict[str, Any]]:
        return [
            {
                "seat": seat,
                "people": [
                    {"name": name, "as": stands, "square": square, "held": held}
                    for name, stands, square, held, _ in flock
                ],
            }
            for seat, flock in enumerate(self.flocks, 1)
        ]


def _out_since(person: list[Any]) -> int:
    since: int = person[4]
    return since
