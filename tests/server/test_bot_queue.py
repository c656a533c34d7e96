"""Bots for everybody: who floods the server with bots waits for them, and nobody else does."""

import asyncio
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helping import FakeSubscriber, deadline, metric, run, start_alone
from server_process import ServerProcess

import periplo
from periplo import Match
from periplo.client import Client, SeatedAt, bot, me
from periplo.core.errors import BadOption
from periplo.server import bot_pool as bot_pool_module
from periplo.server.bot_pool import Abandoned, BotPool
from periplo.server.clock import now, ticks
from periplo.server.fair_queue import FOR_THE_REST, FairQueue, QueuedTask, Requester
from periplo.server.messages import Bot, Me, NewTable, SeatSetup
from periplo.server.registry import Settings, TableRegistry
from periplo.server.table import LiveTable
from periplo.table import clock as turn_clock
from periplo.table import state as state_module

GAME = "poleana"  # every throw asks for a decision
FIRST = {"first": 0}
DEVICE = "d" * 40
ME = Me("Murùni")


# ---- the queue


def waiting(who: str, urgency: int | None = 0) -> QueuedTask:
    """`address/device/table`."""
    return QueuedTask(Requester(*who.split("/")), lambda: urgency)


def order(*tasks: QueuedTask) -> list[str]:
    queue: FairQueue[QueuedTask] = FairQueue()
    for task in tasks:
        queue.add(task)
    served = []
    while (found := queue.take()) is not None:
        served.append("/".join((found.asker.address, found.asker.device, found.asker.table)))
    return served


def test_one_device_with_many_tables_waits_for_itself() -> None:
    flood = [waiting(f"a/flood/{table}") for table in range(20)]
    served = order(*flood, waiting("a/other/x"), waiting("a/third/y"), waiting("a/other/x"))
    assert {served.index("a/other/x"), served.index("a/third/y")} == {1, 2}
    assert served[4] == "a/other/x"


def test_one_address_with_many_devices_waits_for_itself() -> None:
    flood = [waiting(f"evil/{device}/{device}") for device in range(20)]
    assert order(*flood, waiting("good/d/t")).index("good/d/t") == 1


def test_the_tables_of_a_device_take_turns() -> None:
    tasks = [waiting("a/d/one") for _ in range(3)] + [waiting("a/d/two") for _ in range(3)]
    assert order(*tasks) == ["a/d/one", "a/d/two"] * 3


def test_where_somebody_waits_comes_first_and_the_others_have_their_share() -> None:
    away = [waiting(f"a/away{n}/t", 1) for n in range(4)]
    here = [waiting(f"a/here{n}/t", 0) for n in range(12)]
    served = ["away" in who for who in order(*away, *here)]
    assert served[: FOR_THE_REST - 1] == [False] * (FOR_THE_REST - 1)
    assert [n for n, is_away in enumerate(served, 1) if is_away] == [5, 10, 15, 16]


def test_what_nobody_wants_leaves_the_queue() -> None:
    queue: FairQueue[QueuedTask] = FairQueue()
    unwanted = waiting("a/d/t", None)
    queue.add(unwanted)
    queue.add(waiting("a/d/u"))
    assert queue.drop_unwanted() == [unwanted]
    assert len(queue) == 1


# ---- the processes


def decision() -> dict[str, Any]:
    """A position as seat 1 sees it when it has to choose."""
    game = periplo.game(GAME)
    match = Match.new(GAME, 2, FIRST)
    for action in ("1+5", "1: out 0", "1+2", "2: pass", "1+2"):
        match.write(action)
    assert len(match.state.legal(0)) > 1
    return game.view(match.state, 0)


async def choose(
    pool: BotPool,
    name: str,
    table: str = "t",
    device: str = "d",
    urgency: Callable[[], int | None] = lambda: 0,
) -> str:
    asker = Requester("a", device, table)
    return await pool.choose(asker, urgency, GAME, FIRST, decision(), 0, name)


def test_waiting_in_the_queue_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool_module, "PATIENCE", 3.0)

    async def scenario() -> None:
        pool = BotPool(1)
        try:
            began = time.monotonic()
            answers = [choose(pool, "search:400ms", f"t{n}") for n in range(10)]
            assert len(await asyncio.gather(*answers)) == 10
            assert time.monotonic() - began > 3.0
        finally:
            pool.close()

    run(scenario())


def test_a_process_that_never_answers_is_replaced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bot_pool_module, "PATIENCE", 2.0)
    mole = tmp_path / "mole.py"
    mole.write_text("import sys\nfor line in sys.stdin: pass\n")

    async def scenario() -> None:
        pool = BotPool(1)
        try:
            with pytest.raises(RuntimeError, match="said nothing for 2 seconds"):
                await choose(pool, f"cmd:{sys.executable} {mole}")
            monkeypatch.setattr(bot_pool_module, "PATIENCE", 20.0)
            assert await choose(pool, "greedy")
        finally:
            pool.close()

    run(scenario())


def test_a_program_is_asked_by_one_process_only(tmp_path: Path) -> None:
    """It may go on from what it was sent before."""
    fox = tmp_path / "fox.py"
    fox.write_text(
        "import json, sys, pathlib\n"
        f"pathlib.Path({str(tmp_path / 'starts')!r}).open('a').write('started\\n')\n"
        "for line in sys.stdin:\n"
        "    if 'legal' in (asked := json.loads(line)):\n"
        "        print(json.dumps({'action': asked['legal'][0]}), flush=True)\n"
    )

    async def scenario() -> None:
        pool = BotPool(2)
        try:
            program = f"cmd:{sys.executable} {fox}"
            await asyncio.gather(*(choose(pool, program) for _ in range(4)))
        finally:
            pool.close()

    run(scenario())
    assert (tmp_path / "starts").read_text() == "started\n"


def test_the_last_free_process_is_for_somebody_who_has_none() -> None:
    async def scenario() -> None:
        pool = BotPool(2)

        def ask(device: str, urgency: int) -> "asyncio.Task[str]":
            asked = choose(pool, "greedy", device, device, lambda: urgency)
            return asyncio.create_task(asked)

        try:
            flood = [ask("flood", 0) for _ in range(3)]
            away = [ask("away", 1) for _ in range(3)]
            await asyncio.sleep(0)
            assert pool.waiting == 5
            other = ask("other", 0)
            await asyncio.sleep(0)
            assert pool.waiting == 5
            await asyncio.gather(*flood, *away, other)
        finally:
            pool.close()

    run(scenario())


# ---- tables nobody is at


async def open_table(registry: TableRegistry, first: SeatSetup, limit: int = 0) -> LiveTable:
    asked = NewTable(GAME, [first, Me("Badia")], FIRST, limit=limit)
    table, _ = await registry.opener.create(asked, DEVICE)
    return table


def test_bots_stop_at_a_table_that_everybody_has_left(tmp_path: Path) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db", bot_processes=1))
        await registry.open()
        try:
            table = await open_table(registry, Bot("greedy"))
            table.core.attended -= int(1000 * state_module.ALONE)
            await start_alone(table)
            assert table.urgency() is None
            assert not table.core.is_waiting_for_answers()
            table.connect(FakeSubscriber(), ())  # somebody who watches
            assert table.urgency() == 1
            assert table.core.is_waiting_for_answers()
            subscriber = FakeSubscriber()
            table.connect(subscriber, (1,))
            assert table.urgency() == 0
            while not any(action.by == "bot" for action in table.core.actions):
                await asyncio.sleep(0.02)
            table.disconnect(subscriber)
            assert table.urgency() == 1  # they may be back in a moment
        finally:
            await registry.close()

    run(scenario())


def test_a_task_that_nobody_waits_for_any_more_leaves_the_queue() -> None:
    async def scenario() -> None:
        pool = BotPool(1)
        wanted: list[int | None] = [1]
        try:
            busy = asyncio.create_task(choose(pool, "search:500ms"))
            await asyncio.sleep(0)
            left = asyncio.create_task(choose(pool, "greedy", "left", urgency=lambda: wanted[0]))
            await asyncio.sleep(0)
            assert pool.waiting == 1
            wanted[0] = None
            await busy
            with pytest.raises(Abandoned):
                await left
            assert pool.answers == 1
        finally:
            pool.close()

    run(scenario())


def test_the_clock_does_not_play_for_ever_where_nobody_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_clock, "MOST_ALONE", 4)

    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db", bot_processes=1))
        await registry.open()
        try:
            table = await open_table(registry, ME, 3600)
            await start_alone(table)
            for count in range(4):
                assert deadline(table) is not None, count
                table.core.clock.due = ticks() - 1
                before = len(table.core.actions)
                table.on_timeout()
                while len(table.core.actions) == before:
                    await asyncio.sleep(0.02)
            assert deadline(table) is None
            assert table.urgency() is None
            registry.evict_idle(table.last_used + 1e9)  # and it stays so when it is read again
            await table.flush()
            registry.evict_idle(table.last_used + 1e9)
            again = await registry.find(table.id)
            assert again is not None
            assert again is not table
            assert deadline(again) is None
            spectator, subscriber = FakeSubscriber(), FakeSubscriber()
            again.connect(spectator, ())  # is not who it waits for
            assert json.loads(spectator.received[0])["moment"]["deadline"] is None
            again.connect(subscriber, (0,))
            assert json.loads(subscriber.received[0])["moment"]["deadline"] > now() + 3_000_000
        finally:
            await registry.close()

    run(scenario())


def test_limits_too_short_to_play_by_are_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db"))
        await registry.open()
        try:
            for limit in (1, 4):
                with pytest.raises(BadOption, match="limit: must be 0 for none, or 5 seconds"):
                    await open_table(registry, ME, limit)
            for limit in (0, 5):
                assert (await open_table(registry, ME, limit)).row.limit == limit
        finally:
            await registry.close()

    run(scenario())


# ---- a flood


async def next_by_bot(table: SeatedAt) -> None:
    """Play on until the bot of seat 2 is to decide, and then until it has."""
    while "2" not in table.moment["actors"]:
        if texts := table.legal(1):
            await table.act(1, texts[0])
        else:
            await table.change()
    while not any(entry["actor"] == "2" for entry in table.log):
        await table.change()


def test_a_device_that_floods_the_bots_holds_up_nobody_else(own_server: ServerProcess) -> None:
    """Counted in answers, not seconds: how many come before the one that is waited for."""

    async def scenario() -> None:
        flooder, player = Client(own_server.address), Client(own_server.address)
        opened = await player.open_table(
            GAME, [me("Badia"), bot("medium")], options=FIRST, throws="auto"
        )
        table_id, tokens = opened["table"]["id"], opened["tokens"].values()
        for _ in range(25):
            flood = await flooder.open_table("girumgo", [me("x"), *[bot("hard")] * 5], limit=1,
                                             throws="auto")  # fmt: skip
            await flooder.start(flood["table"]["id"])
        while await metric(flooder, "periplo_bot_tasks_waiting") < 10:
            await asyncio.sleep(0.2)
        async with player.sit(table_id, tokens) as table:
            await player.start(table_id)
            while not table.moment:
                await table.receive()
            before = await metric(player, "periplo_bot_answers_total")
            await next_by_bot(table)
            answers = await metric(player, "periplo_bot_answers_total") - before
        assert answers < 10, answers
        assert await metric(flooder, "periplo_bot_tasks_waiting") >= 10

    run(scenario())
