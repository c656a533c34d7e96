"""What anybody is sent is on disk, and when the disk refuses, nothing else has happened."""

import asyncio
import sqlite3
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helping import (
    deadline,
    health,
    inside,
    metric,
    open_and_begin,
    open_and_start,
    play,
    play_seat,
    receive_until,
    run,
    start_alone,
    until,
)
from inner_server import inner_server
from server_process import ServerProcess

from periplo.client import OPEN, Client, Disconnected, SeatedAt, ServerRefused, bot, me
from periplo.server.messages import Bot, Me, NewTable
from periplo.server.registry import Settings, TableRegistry
from periplo.server.store import ADD_TO_LOG, BEAT, PersistError, Store, Write
from periplo.server.table import LiveTable, Subscriber
from periplo.table.clock import RETURN
from periplo.table.subscribers import SubscriberGroup


@contextmanager
def locked(tmp_path: Path) -> Iterator[None]:
    """Somebody else writes to the file: for five seconds the server's writes wait for them."""
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.rollback()
        other.close()


class SlowDisk:
    """The disk of a server within the test: `entered` is set when a commit begins, which then takes
    as long as the test likes.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entered = asyncio.Event()
        self._may_go_on = threading.Event()
        self._may_go_on.set()
        self._loop = asyncio.get_running_loop()
        commit = Store._commit

        def commit_slowly(store: Store, batch: list[Write]) -> None:
            self._loop.call_soon_threadsafe(self.entered.set)
            assert self._may_go_on.wait(60)
            commit(store, batch)

        monkeypatch.setattr(Store, "_commit", commit_slowly)

    @contextmanager
    def held(self) -> Iterator[None]:
        self.entered.clear()
        self._may_go_on.clear()
        try:
            yield
        finally:
            self._may_go_on.set()


async def received_so_far(table: SeatedAt) -> list[dict[str, Any]]:
    """What the server has sent before it answers a ping; what was asked here before is under way
    then.
    """
    await table.send({"t": "ping"})
    received = []
    while (message := await table.receive())["t"] != "pong":
        received.append(message)
    return received


def test_nobody_is_sent_what_a_crash_can_take_back(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        table_id, tokens = await open_and_start(client, "oca")
        throw = {"t": "throw", "id": "mine", "seat": 1, "n": 0}
        async with client.sit(table_id, tokens) as table:
            await received_so_far(table)
            with locked(tmp_path):
                await table.send(throw)
                assert await received_so_far(table) == []
                own_server.kill()
        own_server.start()
        async with client.sit(table_id, tokens) as table, client.sit(table_id) as watcher:
            assert (table.n, table.log) == (0, [])
            await table.send(throw)
            await receive_until(table, "done")
            await watcher.change()
            assert table.log == watcher.log
            assert table.n == watcher.n == 1

    run(scenario())


def test_whoever_comes_while_a_write_waits_is_sent_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        disk, waiting = SlowDisk(monkeypatch), asyncio.Semaphore(0)
        flush = LiveTable.flush

        async def flush_noticed(table: LiveTable) -> None:
            waiting.release()
            await flush(table)

        async with inner_server(tmp_path) as address:
            client = Client(address)
            table_id, tokens = await open_and_start(client, "oca")
            async with client.sit(table_id, tokens) as table:
                await received_so_far(table)
                monkeypatch.setattr(LiveTable, "flush", flush_noticed)
                with disk.held():
                    await table.send({"t": "throw", "id": "mine", "seat": 1, "n": 0})
                    await disk.entered.wait()
                    watching = client.sit(table_id)
                    coming = asyncio.create_task(watching.__aenter__())
                    await waiting.acquire()
                    path = f"/api/tables/{table_id}/moments"
                    looking = asyncio.create_task(client.request("GET", path))
                    await waiting.acquire()
                    assert await received_so_far(table) == []
                    assert not coming.done()
                    assert not looking.done()
                watcher = await coming
                assert (await looking)[-1]["n"] == 1
                await receive_until(table, "done")
                await play_seat(table, 1 if table.legal(1) else 2)
                await watcher.change()
                assert watcher.log == table.log
                assert [entry["n"] for entry in watcher.log] == [1, 2]
                await watching.__aexit__(None, None, None)

    run(scenario())


@pytest.mark.parametrize("what", ["ready", "sit down", "leave", "place", "start"])
def test_how_a_table_stands_is_sent_only_once_that_is_on_disk(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if somebody goes meanwhile, of which everybody gets a message."""

    async def scenario(address: str, disk: SlowDisk) -> None:
        client = Client(address)
        third = OPEN if what in ("sit down", "place") else me("Stormo")
        opened = await client.open_table("oca", [me("Badia"), me("Murùni"), third], listed=True)
        table_id, tokens = opened["table"]["id"], list(opened["tokens"].values())
        path = f"/api/tables/{table_id}"
        gone = asyncio.Event()
        disconnect = LiveTable.disconnect

        def disconnect_noticed(table: LiveTable, subscriber: Subscriber) -> None:
            disconnect(table, subscriber)
            gone.set()

        monkeypatch.setattr(LiveTable, "disconnect", disconnect_noticed)

        async def ask() -> None:
            if what == "ready":
                await one.ready(1)
            elif what == "sit down":
                await client.sit_down(table_id, 3, "Stormo")
            elif what == "leave":
                await client.request("DELETE", f"{path}/seats/3", tokens=tokens[2:])
            elif what == "place":
                await client.request("PUT", f"{path}/seats/3", bot("easy"))
            else:
                await client.start(table_id)

        async with (
            client.sit(table_id, tokens[:1]) as one,
            client.sit(table_id) as watcher,
            client.sit(table_id, tokens[1:2]) as two,
        ):
            await received_so_far(watcher)
            before = lasting(watcher.table)
            with disk.held():
                asking = asyncio.create_task(ask())
                await disk.entered.wait()
                assert await received_so_far(two) == []
                await two.leave()
                await gone.wait()
                assert await received_so_far(watcher) == []
                (listed,) = await client.request("GET", "/api/tables")
                assert lasting(listed) == before
            await asking
            while watcher.table["seats"][1]["here"] or lasting(watcher.table) == before:
                await receive_until(watcher, "table")
            (listed,) = await client.request("GET", "/api/tables")
            assert lasting(listed) == lasting(watcher.table)

    async def serve() -> None:
        disk = SlowDisk(monkeypatch)
        async with inner_server(tmp_path) as address:
            await scenario(address, disk)

    run(serve())


def lasting(table: dict[str, Any]) -> Any:
    """What is on disk of a table, and the same for whoever looks."""
    seats = [seat | {"here": None, "away": None} for seat in table["seats"]]
    return [table["status"], table["commitment"], table["n"], seats]


def test_a_refusal_contains_nothing_that_is_not_on_disk(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        table_id, tokens = await open_and_begin(client, "oca")
        async with (
            client.sit(table_id, tokens) as one,
            client.sit(table_id, tokens) as two,
            client.sit(table_id) as watcher,
        ):
            for each in (one, two, watcher):  # that the others have come
                await received_so_far(each)
            with locked(tmp_path):
                await one.send({"t": "throw", "id": "first", "seat": 1, "n": 0})
                assert await received_so_far(one) == []
                assert await received_so_far(watcher) == []
                await two.send({"t": "throw", "id": "second", "seat": 1, "n": 0})
                assert await received_so_far(two) == []
                assert await received_so_far(watcher) == []
            assert (await two.receive())["t"] == "moment"
            assert (await receive_until(two, "refused"))["code"] == "stale"

    run(scenario())


def test_a_disk_that_refuses_is_reported_without_secrets(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        table_id, tokens = await open_and_start(client, "oca")
        async with client.sit(table_id, tokens) as table:
            with locked(tmp_path):
                with pytest.raises(Disconnected) as closed:
                    await table.ask("throw", 1, id="mine", n=0)
                assert closed.value.code == 1011
                with pytest.raises(ServerRefused) as ill:
                    await client.request("GET", "/health")
                assert ill.value.code == "http"
        async with client.sit(table_id, tokens) as table:
            assert table.n == 0
            assert await table.ask("throw", 1, id="mine", n=0) == 1
        await until(lambda: health(client))
        log = own_server.log()
        assert "cannot write: database is locked" in log
        assert "Traceback" not in log
        secret = sqlite3.connect(tmp_path / "tables.db").execute("SELECT sealed FROM tables")
        for hidden in (client.device, *tokens, table_id, secret.fetchone()[0]):
            assert hidden not in log

    run(scenario())


def test_after_a_refused_write_every_table_starts_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db"))
        await registry.open()
        ids = []
        for _ in range(2):
            asked = NewTable("poleana", [Me("Badia"), Bot("random")], throws="auto")
            table, _ = await registry.opener.create(asked, "d" * 40)
            await start_alone(table)
            ids.append(table.id)
        before = dict(registry.loaded)
        row = {"table": ids[0], "number": 1, "kind": "chat", "seat": 0, "text": "", "by": "person",
               "request": "", "note": "", "time": 1}  # fmt: skip
        with pytest.raises(PersistError):  # there is such a row
            await registry.store.write(ADD_TO_LOG, [row], registry.store.failures)
        assert registry.loaded == {}
        for table_id in ids:
            again = await registry.find(table_id)
            assert again is not None
            assert again is not before[table_id]
            with pytest.raises(PersistError):
                before[table_id].restart_turn()
            with inside(again) as core:
                core.playing.advance()
            await again.flush()
            rows = await registry.store.table(table_id)
            assert rows is not None
            assert len(rows[2]) == len(again.core.actions)
        await registry.close()

    run(scenario())


def test_who_gives_up_waiting_stops_nobody_else(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = Store(f"sqlite:///{tmp_path}/tables.db")
        with locked(tmp_path):
            done = store.write(BEAT, [], 0)

            async def wait() -> None:
                await asyncio.shield(done)

            waiters = [asyncio.create_task(wait()) for _ in range(2)]
            await asyncio.sleep(0)  # they wait
            waiters[0].cancel()
            await asyncio.wait(waiters[:1])
            assert not done.done()
        outcomes = await asyncio.gather(*waiters, return_exceptions=True)
        assert isinstance(outcomes[0], asyncio.CancelledError)
        assert outcomes[1] is None
        await store.write(BEAT, [], 0)
        await store.close()

    run(scenario())


def test_a_server_that_was_away_leaves_time_to_come_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        settings = Settings(f"sqlite:///{tmp_path}/tables.db", least_limit=2)
        deadlines = {}
        registry = TableRegistry(settings)
        await registry.open()
        for limit in (2, 3600):
            asked = NewTable("oca", [Me("Badia"), Me("Murùni")], limit=limit)
            table, _ = await registry.opener.create(asked, "d" * 40)
            await table.start(table.row.host)
            deadlines[table.id] = deadline(table)
        await registry.close()
        await asyncio.sleep(1)
        registry = TableRegistry(settings)
        await registry.open()
        for table_id, before in deadlines.items():
            again = await registry.find(table_id)
            assert again is not None
            assert deadline(again) is not None
            assert before is not None
            returned = registry.started.wall + 1000 * min(again.row.limit, RETURN)
            assert deadline(again) == max(before, returned)
        await registry.close()

    run(scenario())


def test_chat_keeps_the_name_it_was_said_under(own_server: ServerProcess) -> None:
    async def scenario() -> None:
        host, guest = Client(own_server.address), Client(own_server.address)
        opened = await host.open_table("oca", [me("Badia"), OPEN])
        table_id = opened["table"]["id"]
        token = await guest.sit_down(table_id, 2, "Murùni")
        async with guest.sit(table_id, [token]) as seated:
            await seated.say(2, "hola")
        await guest.request("DELETE", f"/api/tables/{table_id}/seats/2", tokens=[token])
        await Client(own_server.address).sit_down(table_id, 2, "Stormo")
        own_server.stop()
        own_server.start()
        async with host.sit(table_id, opened["tokens"].values()) as seated:
            assert [(line["name"], line["text"]) for line in seated.chat] == [("Murùni", "hola")]

    run(scenario())


def test_who_says_too_much_waits(own_server: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        table_id, tokens = await open_and_start(client, "oca")
        async with client.sit(table_id, tokens) as seated:
            answers = [await outcome(seated.say(1, "ah")) for _ in range(50)]
            assert answers[0] == "done"
            assert answers[-1] == "too-fast"
            await seated.say(2, "oh")  # the others may speak

    run(scenario())


async def outcome(asked: Coroutine[Any, Any, int]) -> str:
    try:
        await asked
    except ServerRefused as refused:
        return refused.code
    return "done"


def test_somebody_who_has_come_back_gets_no_action_of_a_bot(tmp_path: Path) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        opened = await client.open_table("camino", [me("Badia"), me("Murùni")])
        table_id = opened["table"]["id"]
        await client.start(table_id)
        (_, token), path = opened["tokens"].values(), f"/api/tables/{table_id}/seats/2"
        await client.request("DELETE", path, tokens=[token])
        await client.request("PUT", path, bot("slow"))
        async with client.sit(table_id, [opened["tokens"]["1"]]):  # no game begins without anybody
            while not (tmp_path / "asked").exists():
                await asyncio.sleep(0.05)
        back = await client.sit_down(table_id, 2, "Murùni")
        async with client.sit(table_id, [back]) as table:
            before = table.log
            (tmp_path / "answer").touch()
            while not await metric(client, "periplo_bot_answers_total"):
                await asyncio.sleep(0.05)
            await table.act(2, "stop")
            assert [entry["text"] for entry in table.log[len(before) :]] == ["stop"]

    slow = tmp_path / "slow.py"
    slow.write_text(
        "import json, pathlib, sys, time\n"
        "here = pathlib.Path(__file__).parent\n"
        "for line in sys.stdin:\n"
        "    if 'legal' in (asked := json.loads(line)):\n"
        "        (here / 'asked').touch()\n"
        "        while not (here / 'answer').exists():\n"
        "            time.sleep(0.02)\n"
        "        print(json.dumps({'action': asked['legal'][0]}), flush=True)\n"
    )
    server = ServerProcess(
        f"sqlite:///{tmp_path}/tables.db", tmp_path / "log",
        "--bot", f"slow=cmd:{sys.executable} {slow}",
    )  # fmt: skip
    try:
        run(scenario())
    finally:
        server.stop()


def test_nothing_is_taken_back_after_the_end(tmp_path: Path) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db"))
        await registry.open()
        asked = NewTable("poleana", [Me("Badia"), Me("Murùni")], throws="auto")
        table, _ = await registry.opener.create(asked, "d" * 40)
        await start_alone(table)
        while not table.core.match.state.over():
            (seat,) = table.core.match.state.actors()
            play(table, seat, table.core.match.state.legal(seat)[0])
        assert table.core.actions[-1].may_be_undone
        group = SubscriberGroup(table.core.history.viewer((0, 1)), (0, 1))
        assert table.core.broadcaster.snapshot(group)["undo"] == []
        await registry.close()

    run(scenario())
