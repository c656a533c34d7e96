"""Random officials who say random things at real tables of every game: sensible, senseless, broken.

`make desk-fuzz` runs `desk_fuzz.py 100000 1200`: so many messages, or so many seconds.
"""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from officiating import Event, rosters
from server_process import ServerProcess
from websockets.exceptions import ConnectionClosed
from wire import Wire, wired

from periplo.client import Client, ServerRefused, bot, captain, me
from periplo.desk.permissions import PERMISSIONS
from periplo.desk.record import read_desk
from periplo.desk.roles import VERBS
from periplo.play.record import record_from_json

GAMES = {"oca": 3, "camino": 2, "europa": 2, "poleana": 3, "girumgo": 2}
ROLES = ("validator", "notary", "notary", "judge", "steward", "herald")
KIND_OF = {
    "enter": "entered", "void": "void", "confirm": "confirmed", "dispute": "disputed",
    "act": "acted", "name": "named", "penalty": "penalty", "sanction": "sanction",
    "correct": "corrected", "pause": "paused", "resume": "resumed", "answer": "answered",
    "close": "closed", "propose": "proposed", "vote": "voted", "protest": "protest",
    "place": "place", "proclaimed": "proclaimed", "note": "note",
}  # fmt: skip
# what brings a match forward is said more often; what ends it hardly ever
WEIGHTS = {"enter": 12, "confirm": 9, "act": 9, "name": 4, "void": 2, "correct": 4, "resume": 5,
           "close": 0.02}  # fmt: skip
ODD: list[Any] = [
    None, True, 0, -1, 1, 2, 3, 99, 10**12, 10**400, 1.5, "", " ", "x", "1+1", "\u0000", "ÿ\u202e",
    "x" * 3000, [], [""], ["x"], [[]], {}, {"set": {}}, [1] * 600,
]  # fmt: skip
GARBAGE = ["", "{", "null", "[]", '{"t":"enter"}', '{"t":7,"id":"x"}', "NaN", '"\\ud800"']


class Fuzz:
    def __init__(self, client: Client, most: int, seconds: float, seed: int) -> None:
        self.client = client
        self.most = most
        self.ends = time.monotonic() + seconds
        self.chance = random.Random(seed)
        self.sent = 0
        self.codes: Counter[str] = Counter()
        self.acknowledged: dict[str, dict[int, str]] = {}  # by table: line, verb
        self.organisers: dict[str, str] = {}

    def is_over(self) -> bool:
        return self.sent >= self.most or time.monotonic() > self.ends

    async def run(self) -> None:
        await asyncio.gather(*(self.keep_playing(game) for game in GAMES))

    async def keep_playing(self, game: str) -> None:
        while not self.is_over():
            await self.play_table(game)

    async def play_table(self, game: str) -> None:
        event = await self.open(game)
        tokens = [token for tokens in event.tokens.values() for token in tokens]
        chance = self.chance
        hands = [[token] for token in tokens] + [chance.sample(tokens, 3), []]
        for token in tokens:  # whoever brings the match forward
            if chance.random() < 0.3:
                hands.append([token])
        closed = asyncio.Event()
        await asyncio.gather(
            self.organise(event, closed), *(self.talk(event, hand, closed) for hand in hands)
        )

    async def open(self, game: str) -> Event:
        seats: list[dict[str, str]] = [captain(f"T{seat}") for seat in range(1, GAMES[game] + 1)]
        if self.chance.random() < 0.5:
            seats[-1] = self.chance.choice([bot("easy"), me("Player")])
        about: dict[str, Any] = {"confirm": self.chance.randrange(3)}
        if game == "oca":
            about["rosters"] = rosters(len(seats), 10)
        event = await Event.open(self.client, game, seats, event=about)
        self.organisers[event.id] = event.organiser
        self.acknowledged[event.id] = {}
        for number, role in enumerate(ROLES):
            await event.appoint(role, f"{role} {number}")
        for seat in range(1, len(seats) + 1):
            await event.appoint("captain", f"captain {seat}", seat)
        if self.chance.random() < 0.9:
            await event.start()
        return event

    async def organise(self, event: Event, closed: asyncio.Event) -> None:
        """Somebody comes, goes and looks meanwhile."""
        chance, base = self.chance, f"/api/tables/{event.id}"
        while not self.is_over() and not closed.is_set():
            asked: list[tuple[str, str, Any]] = [
                ("POST", "/officials", {"role": chance.choice(ROLES), "name": f"N{self.sent}"}),
                ("POST", "/officials", {"role": chance.choice(ODD), "name": chance.choice(ODD)}),
                ("DELETE", f"/officials/o{chance.randrange(1, 30)}", None),
                ("POST", "/start", None),
                ("PUT", "/event", {"title": chance.choice(["x", 7, None, "\n"])}),
                ("POST", "/lots", {"what": chance.choice(["order", "squares", "x"])}),
                ("GET", f"/journal?from={chance.choice([1, 5, 0, -1, 'x', 10**9])}", None),
                ("GET", "/people", None),
                ("GET", f"/sanctions?seat={chance.choice([1, 2, 9, 0, 'x'])}", None),
                ("GET", "/record", None),
                ("GET", "/officials", None),
                ("GET", "/moments", None),
            ]
            method, path, body = chance.choice(asked)
            tokens = [] if chance.random() < 0.2 else [event.organiser]
            self.sent += 1
            try:
                await Client(self.client.address).request(method, base + path, body, tokens)
            except ServerRefused as refused:
                self.codes[f"http {refused.code}"] += 1
                assert refused.code != "server", (method, path, body)
            await asyncio.sleep(0.05)

    async def talk(self, event: Event, tokens: list[str], closed: asyncio.Event) -> None:
        """One connection after the other: some messages end one, as they should."""
        while not self.is_over() and not closed.is_set():
            async with AsyncExitStack() as stack:
                with suppress(ConnectionClosed):
                    try:
                        wire = await stack.enter_async_context(
                            wired(event.client.address, event.id, *tokens)
                        )
                    except ConnectionClosed:
                        return  # an official who is withdrawn
                    speaker = Speaker(self, wire)
                    while not self.is_over() and not closed.is_set():
                        if await speaker.speak(event.id) == "closed":
                            closed.set()
                            return


class Speaker:
    """Whoever is at one connection."""

    def __init__(self, fuzz: Fuzz, wire: Wire) -> None:
        self.fuzz = fuzz
        self.wire = wire
        self.chance = fuzz.chance
        self.before: list[dict[str, Any]] = []  # what was said, to be said again

    async def speak(self, table: str) -> str:
        """The code of the answer, or `done`."""
        fuzz, wire, chance = self.fuzz, self.wire, self.chance
        fuzz.sent += 1
        del wire.received[:-30]
        if chance.random() < 0.01:
            await wire.socket.send(chance.choice(GARBAGE))
            await wire.catch_up()
            return "garbage"
        if self.before and chance.random() < 0.05:
            message = chance.choice(self.before)
        else:
            message = self.message()
        await wire.socket.send(json.dumps(message))
        while True:
            answer = await wire.receive()
            if answer["t"] in ("done", "refused") and answer["id"] in ("", message["id"]):
                break
        if answer["t"] == "refused":
            fuzz.codes[answer["code"]] += 1
            code: str = answer["code"]
            return code
        fuzz.codes["done"] += 1
        self.before.append(message)
        if "line" in answer:
            fuzz.acknowledged[table][answer["line"]] = message["t"]
        return "done"

    def message(self) -> dict[str, Any]:
        chance, wire = self.chance, self.wire
        verbs: list[str] = list(KIND_OF)
        if chance.random() < 0.7:  # mostly what the own office is for
            roles = {one["role"] for one in wire.welcome["officials"]}
            able = [verb for verb in VERBS if roles & PERMISSIONS[verb].who.keys()]
            verbs = [*able] or verbs
        (verb,) = chance.choices(verbs, [WEIGHTS.get(one, 1) for one in verbs])
        line = wire.line if chance.random() < 0.9 else chance.choice([0, wire.line - 1, 10**6])
        message: dict[str, Any] = {"t": verb, "id": f"{chance.random()}", "line": max(line, 0)}
        message |= self.fields(verb)
        offices = [one["official"] for one in wire.welcome["officials"]]
        if chance.random() < (0.6 if len(offices) > 1 else 0.05):
            message["as"] = chance.choice([*offices, "o1", "x"])
        if chance.random() < 0.05:
            spoilt = [*message, "seat", "of", "more"]
            message[chance.choice([one for one in spoilt if one not in ("t", "id")])] = (
                chance.choice(ODD)
            )
        return message

    def fields(self, verb: str) -> dict[str, Any]:
        chance, wire = self.chance, self.wire
        snapshot = self.snapshot()
        table = wire.welcome["table"]
        seats = len(table["seats"])
        seat = chance.randint(1, seats)
        recent = chance.randint(max(1, wire.line - 12), wire.line + 3)
        legal = snapshot.get("legal", {})
        mine = [int(one) for one in legal if one != "table"]
        outcome = chance.choice(legal.get("table") or ["1+1", "3+4", "2", "x"])
        match verb:
            case "enter" if chance.random() < 0.1:
                return {"outcomes": [outcome] * chance.randint(1, 3)}
            case "enter":
                return {"outcome": outcome}
            case "void":
                why = chance.choice(["collision", "facing", "a dog"])
                return {"seat": snapshot.get("thrower") or seat, "why": why}
            case "confirm" | "proclaimed":
                waiting = wire.desk.get("waiting")
                return {"of": waiting["no"] if waiting else recent}
            case "dispute":
                return {"of": recent, "why": "no"}
            case "act":
                seat = chance.choice(mine) if mine else seat
                return {"seat": seat, "action": chance.choice(legal.get(str(seat)) or ["stop"])}
            case "name":
                people = [f"{seat}.{chance.randint(1, 11)}" for _ in range(chance.randint(1, 3))]
                return {"seat": seat, "people": people}
            case "penalty":
                return {"seat": seat, "points": chance.choice([1, -2.5, 1e9]), "why": "x"}
            case "sanction":
                choice = chance.choice(["ignored", "touched 1", "touched 3"])
                return {"seat": seat, "choice": choice}
            case "correct":
                to = chance.choice([None, outcome, "1+2", "5+6", ["1.2"], "stay", [outcome]])
                return {"of": recent, "to": to}
            case "answer":
                return {"of": recent, "text": "x", "upheld": chance.random() < 0.5}
            case "propose" if chance.random() < 0.3 and "view" in snapshot:
                return {"text": "as it was", "position": snapshot["view"]}
            case "vote":
                open_ones = [one["no"] for one in wire.desk.get("proposals", [])] or [recent]
                return {"of": chance.choice(open_ones), "yes": chance.random() < 0.6}
            case "protest":
                return {"seat": seat, "text": "x"}
            case "place":
                who: dict[str, Any] = chance.choice(
                    [{"person": f"{seat}.1"}, {"piece": "bearer"}, {"piece": 2}]
                )
                return {"seat": seat, "square": chance.randint(0, 63), "in": False, **who}
            case "propose" | "note":
                return {"text": "x"}
        return {"why": ""}

    def snapshot(self) -> dict[str, Any]:
        for message in reversed(self.wire.received):
            if message["t"] == "moment":
                found: dict[str, Any] = message["moment"]
                return found
        return self.wire.welcome["moment"] or {}


async def check(client: Client, fuzz: Fuzz) -> dict[str, Any]:
    """Nothing that was acknowledged is lost, and every journal replays; the journals."""
    journals = {}
    for table, organiser in fuzz.organisers.items():
        journal = (await client.journal(table, [organiser]))["lines"]
        journals[table] = journal
        record = await client.record(table, [organiser])
        kinds = {line["no"]: line["kind"] for line in journal}
        whole = {line["no"]: line["kind"] for line in record["desk"]["journal"]}
        for line, verb in fuzz.acknowledged[table].items():
            written = kinds.get(line) or whole.get(line)
            if written is not None:  # or the game hides it still
                assert written == KIND_OF[verb], (table, line, verb, written)
            else:
                assert verb in ("act", "correct"), (table, line, verb)
        read_desk(record_from_json(record))
    return journals


def fuzz(folder: Path, most: int, seconds: float, seed: int = 1) -> Fuzz:
    """A server, a fuzz, a kill, and a look at what is left."""
    database = f"sqlite:///{folder}/tables.db"
    server = ServerProcess(database, folder / "log")
    try:
        client = Client(server.address)
        found = Fuzz(client, most, seconds, seed)
        asyncio.run(asyncio.wait_for(found.run(), seconds + 60))
        before = asyncio.run(check(client, found))
        server.kill()
        server.start()
        after = asyncio.run(check(client, found))
        assert after.keys() == before.keys()
        for table, journal in before.items():  # a bot may have decided meanwhile
            assert after[table][: len(journal)] == journal, table
    finally:
        server.stop()
    log = server.log()
    assert "Traceback" not in log, log[-5000:]
    assert '"level": "error"' not in log, log[-5000:]
    examined = subprocess.run(
        [sys.executable, "-m", "periplo", "doctor", "--database", database],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert examined.returncode == 0, examined.stdout + examined.stderr
    return found


if __name__ == "__main__":
    with TemporaryDirectory(prefix="periplo-desk-") as name:
        done = fuzz(Path(name), int(sys.argv[1]), float(sys.argv[2]), random.randrange(10**6))
    print(f"{done.sent} messages at {len(done.organisers)} tables: nothing lost, no error")
    for code, times in done.codes.most_common():
        print(f"{times:8} {code}")
