"""Clients that play while their server is killed again and again, and what must be left then.

`tools/crash.py` runs it at length, `test_crash.py` for a few kills.
"""

import asyncio
import random
import secrets
from collections.abc import Callable
from typing import Any

from server_process import ServerProcess

import periplo
from periplo.client import OPEN, Client, Disconnected, SeatedAt, ServerRefused, bot, me

FULL_TABLE = 300  # actions after which a new table is opened: loading one takes time
PAUSE = 0.03  # seconds that a player waits at most
RETRY = 0.05  # seconds between two tries to reach the server
FIRST_ANSWER = 20.0  # seconds in which a server that has started takes an action
LOST = (4400, 4401, 4404)  # how a socket is closed if a seat or a table is gone

Entry = dict[str, Any]


class Player:
    """One device at one table: it plays its seats, and remembers all that it was sent."""

    def __init__(
        self,
        client: Client,
        table: str,
        tokens: dict[str, str],
        dice: random.Random,
        may_undo: bool,
    ) -> None:
        self.table = table
        self.seats = [int(seat) for seat in tokens]
        self.acts: dict[int, list[str]] = {seat: [] for seat in self.seats}  # acknowledged
        self.log: list[Entry] = []  # entries as they were sent
        self.client = client
        self.tokens = list(tokens.values())
        self.over = False
        self.answers = 0
        self.sent_again = 0
        self._dice = dice
        self._may_undo = may_undo
        self._pending: dict[str, Any] | None = None  # sent, and not answered yet

    async def play(self) -> None:
        """To the end of the game or of what a table may hold, whatever happens to the server."""
        while not self.over:
            try:
                async with self.client.sit(self.table, self.tokens) as seated:
                    self._compare(seated)
                    await self._send_again(seated)
                    while not self.over:
                        await self._act(seated)
            except Disconnected as lost:
                assert lost.code not in LOST, f"table {self.table}: {lost}"
                await asyncio.sleep(RETRY)

    async def finish(self) -> None:
        """With a server that stays: the last request is answered."""
        async with self.client.sit(self.table, self.tokens) as seated:
            self._compare(seated)
            await self._send_again(seated)

    def _compare(self, seated: SeatedAt) -> None:
        """Nothing that this player was sent is gone; more may have happened."""
        assert seated.seats == self.seats, f"table {self.table}: {seated.seats}, not {self.seats}"
        first = seated.log[0]["n"] if seated.log else 1
        known = [essence(entry) for entry in self.log if entry["n"] >= first]
        if self._pending is not None and self._pending["kind"] == "undo":
            # whether it is there is seen when the request is sent again
            own = [one for one in known if one[0] == str(self._pending["seat"])]
            known.remove(own[-1])
        there = [essence(entry) for entry in seated.log]
        missing = [one for one in known if one not in there]
        assert not missing, f"table {self.table}: lost {missing}"
        self._look(seated)

    def _look(self, seated: SeatedAt) -> None:
        first = seated.log[0]["n"] if seated.log else 1
        self.log = [entry for entry in self.log if entry["n"] < first] + seated.log
        self.over = seated.over or seated.n > FULL_TABLE

    async def _act(self, seated: SeatedAt) -> None:
        """Something that one of the seats may do now; or wait until somebody else has."""
        choices = [
            {"kind": "act", "seat": seat, "action": text}
            for seat in self.seats
            for text in seated.legal(seat)
        ]
        if seated.thrower in self.seats:
            choices = [{"kind": "throw", "seat": seated.thrower}]
        elif self._may_undo and seated.moment.get("undo") and self._dice.random() < 0.2:
            choices = [{"kind": "undo", "seat": self.seats[0]}]
        if not choices:
            await seated.change()
            self._look(seated)
            return
        await asyncio.sleep(self._dice.uniform(0, PAUSE))
        request = self._dice.choice(choices) | {"n": seated.n, "id": secrets.token_hex(8)}
        await self._ask(seated, request)

    async def _send_again(self, seated: SeatedAt) -> None:
        """The request whose answer was lost, with its old id: it is carried out once at most."""
        if self._pending is not None:
            self.sent_again += 1
            await self._ask(seated, self._pending)

    async def _ask(self, seated: SeatedAt, request: dict[str, Any]) -> None:
        self._pending = request
        more = {key: value for key, value in request.items() if key not in ("kind", "seat")}
        try:
            await seated.ask(request["kind"], request["seat"], **more)
        except ServerRefused as refused:
            assert refused.code in ("stale", "over"), f"{request}: {refused}"
        else:
            self.answers += 1
            if request["kind"] == "act":
                self.acts[request["seat"]].append(request["action"])
            elif request["kind"] == "undo":
                self.acts[request["seat"]].pop()
        self._pending = None
        self._look(seated)  # an undo answered only now has made the log shorter


def essence(entry: Entry) -> tuple[str, str, int]:
    """An entry without its number, which an undo before it changes."""
    return entry["actor"], entry["text"], entry["time"]


class Campaign:
    """Tables of every game, people's and bots', and a server that is killed under them."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self.players: list[Player] = []  # of all tables there were
        self._server = server
        self._dice = random.Random(seed)

    def answers(self) -> int:
        return sum(player.answers for player in self.players)

    async def run(
        self, kills: int, on_kill: Callable[[], None] = lambda: None, actions: int = 0
    ) -> dict[str, int]:
        """Play and kill, go on for so many actions, check everything; how much there was."""
        playing = [
            asyncio.create_task(self._keep_playing(game_id, with_bot))
            for game_id in periplo.game_ids()
            for with_bot in (False, True)
        ]
        for _ in range(kills):
            await self._wait_for_a_moment(playing)
            await asyncio.to_thread(self._server.kill)
            await asyncio.to_thread(self._server.start)
            on_kill()
        await self._wait_for_a_moment(playing)
        while self.answers() <= actions:
            await self._wait_for_a_moment(playing)
        for task in playing:
            task.cancel()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            assert isinstance(outcome, asyncio.CancelledError), outcome
        for player in self.players:
            await player.finish()
        for player in self.players:
            await check(player)
        return {
            "kills": kills,
            "tables": len({player.table for player in self.players}),
            "actions acknowledged": self.answers(),
            "requests sent again": sum(player.sent_again for player in self.players),
        }

    async def _wait_for_a_moment(self, playing: list["asyncio.Task[None]"]) -> None:
        """Mostly in the midst of play, now and then while the server is starting."""
        before = self.answers()
        if self._dice.random() < 0.8:
            for _ in range(int(FIRST_ANSWER / RETRY)):
                if self.answers() > before or any(task.done() for task in playing):
                    break
                await asyncio.sleep(RETRY)
        await asyncio.sleep(self._dice.uniform(0, 0.6))
        for task in playing:
            if task.done():
                task.result()

    async def _keep_playing(self, game_id: str, with_bot: bool) -> None:
        """One table after another: two people at two devices, or two at one with a bot."""
        while True:
            try:
                players = await self._open(game_id, with_bot)
            except Disconnected:
                await asyncio.sleep(RETRY)
                continue
            self.players += players
            async with asyncio.TaskGroup() as group:
                for player in players:
                    group.create_task(player.play())

    async def _open(self, game_id: str, with_bot: bool) -> list[Player]:
        host, guest = Client(self._server.address), Client(self._server.address)
        places = [me("Badia"), me("Murùni"), bot("easy")] if with_bot else [me("Badia"), OPEN]
        opened = await host.open_table(game_id, places)
        table_id = opened["table"]["id"]
        held = [(host, opened["tokens"])]
        if not with_bot:
            held.append((guest, {"2": await guest.sit_down(table_id, 2, "Murùni")}))
        await host.start(table_id)
        # what others remember must not become shorter, and of a hot seat's actions an undo may
        # take one that is not the last
        may_undo = periplo.game(game_id).new(2).hides() and not with_bot
        return [
            Player(client, table_id, tokens, random.Random(self._dice.random()), may_undo)
            for client, tokens in held
        ]


async def check(player: Player) -> None:
    """The table has everything that the player was sent, once and in order, and its seats."""
    path = f"/api/tables/{player.table}"
    table = await player.client.request("GET", path, tokens=player.tokens)
    assert table["yours"] == player.seats
    snapshots = await snapshots_of(player)
    entries = [entry for snapshot in snapshots for entry in snapshot["entries"]]
    missing = [entry for entry in player.log if entry not in entries]
    assert not missing, f"table {player.table}: lost {missing}"
    for seat, acts in player.acts.items():
        done = [entry["text"] for entry in entries if entry["actor"] == str(seat)]
        assert done == acts, f"table {player.table}, seat {seat}: {done}, not {acts}"
    if table["status"] == "over":
        record = await player.client.request("GET", f"{path}/record")
        assert len(record["actions"]) == len(entries)
        assert (await player.client.request("GET", f"{path}/verify"))["right"]


async def snapshots_of(player: Player) -> list[dict[str, Any]]:
    """All of them, page by page."""
    found: list[dict[str, Any]] = []
    while True:
        first = found[-1]["n"] + 1 if found else 0
        path = f"/api/tables/{player.table}/moments?from={first}&count=200"
        page = await player.client.request("GET", path, tokens=player.tokens)
        if not page:
            return found
        found += page
