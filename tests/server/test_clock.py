"""Turn limits and absences are counted by a clock that nobody sets."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from helping import FakeSubscriber, inside, run, start_alone

from periplo.play.refusals import Refused
from periplo.server import clock
from periplo.server.clock import now, this_instant, ticks
from periplo.server.messages import Bot, Me, NewTable, SeatSetup
from periplo.server.registry import Settings, TableRegistry
from periplo.server.seating import assign_seat, sit_down
from periplo.server.secrets import digest
from periplo.server.table import Held, LiveTable
from periplo.table.seats import AWAY_AFTER, OTHERS_WAIT

HOUR = 3_600_000
DEVICE = "d" * 40
GUEST = "g" * 40


class Clocks:
    """The wall clock can be set; both can be moved on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.set_by = 0  # milliseconds that the wall clock is ahead
        self.passed = 0
        monkeypatch.setattr(clock, "now", lambda: now() + self.set_by + self.passed)
        monkeypatch.setattr(clock, "ticks", lambda: ticks() + self.passed)

    def pass_by(self, seconds: float) -> None:
        self.passed += round(1000 * seconds)


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    return Clocks(monkeypatch)


@asynccontextmanager
async def a_registry(folder: Path) -> AsyncGenerator[TableRegistry, None]:
    registry = TableRegistry(
        Settings(f"sqlite:///{folder}/tables.db", least_limit=1, bot_processes=1)
    )
    await registry.open()
    try:
        yield registry
    finally:
        await registry.close()


async def open_table(registry: TableRegistry, limit: int, seats: int = 2) -> LiveTable:
    people: list[SeatSetup] = [Me(name) for name in ("Badia", "Murùni", "Brno")[:seats]]
    asked = NewTable("oca", people, limit=limit)
    table, _ = await registry.opener.create(asked, DEVICE)
    await start_alone(table)
    return table


async def act_by_clock(table: LiveTable, registry: TableRegistry) -> None:
    """Until the clock has acted at the table, wherever it is in memory by then."""
    async with asyncio.timeout(60):
        while not any(action.note for action in registry.loaded.get(table.id, table).core.actions):
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("hours", [-5, 5])
@pytest.mark.parametrize("evicted", [False, True])
def test_a_clock_that_is_set_ends_no_turn_and_prolongs_none(
    hours: int, evicted: bool, clocks: Clocks, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:
            table = await open_table(registry, 600)
            earlier = await open_table(registry, 500)
            clocks.set_by = hours * HOUR
            if evicted:
                registry.evict_idle(float("inf"))
                assert table.id not in registry.loaded
            clocks.pass_by(590)
            await act_by_clock(earlier, registry)
            found = await registry.find(table.id)
            assert found is not None
            assert not found.core.actions
            # what is sent fits the clock that it is sent with
            subscriber = FakeSubscriber()
            found.connect(subscriber, ())
            moment = json.loads(subscriber.received[0])["moment"]
            assert 5_000 < moment["deadline"] - moment["now"] < 10_500
            assert abs(moment["now"] - now() - clocks.passed - hours * HOUR) < 5_000
            if evicted:
                found.disconnect(subscriber)
                registry.evict_idle(float("inf"))
            clocks.pass_by(10)
            await act_by_clock(table, registry)

    run(scenario())


def test_a_log_from_the_future_gives_one_turn_after_a_restart_and_no_more(
    clocks: Clocks, tmp_path: Path
) -> None:
    async def scenario() -> None:
        clocks.set_by = 5 * HOUR
        async with a_registry(tmp_path) as registry:
            table = await open_table(registry, 600)
            earlier = await open_table(registry, 500)
        clocks.set_by = 0
        async with a_registry(tmp_path) as registry:
            clocks.pass_by(595)
            await act_by_clock(earlier, registry)
            assert table.id not in registry.loaded
            clocks.pass_by(10)
            await act_by_clock(table, registry)

    run(scenario())


def test_after_an_undo_the_turn_is_as_old_as_it_was(clocks: Clocks, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:
            asked = NewTable("poleana", [Me("Badia"), Me("Murùni")], limit=600, throws="auto")
            table, _ = await registry.opener.create(asked, DEVICE)
            await start_alone(table)
            while not any(action.may_be_undone for action in table.core.actions):
                due = table.core.clock.due
                (seat,) = table.core.match.state.actors()
                clocks.pass_by(100)
                clocks.set_by -= HOUR
                with inside(table) as core:
                    core.playing.commit_action(seat, core.match.state.legal(seat)[0], "person")
            assert table.core.clock.due != due
            with inside(table) as core:
                core.history.remove_action(core.actions[-1])
                core.start_turn(core.turn_began())
            assert table.core.clock.due == due

    run(scenario())


# ---- whoever is away


async def refusal(table: LiveTable, device: str, held: tuple[int, ...]) -> Refused:
    with pytest.raises(Refused) as refused:
        await assign_seat(table, 1, Bot("easy"), device, Held(held))
    return refused.value


def test_a_bot_plays_for_somebody_who_has_been_away_for_a_while(
    clocks: Clocks, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:
            table = await open_table(registry, 0, seats=3)
            table.core.seats[1].device = digest(GUEST)
            host, guest = FakeSubscriber(), FakeSubscriber()
            table.connect(host, (0,))
            table.connect(guest, (1,))
            clocks.pass_by(10 * (AWAY_AFTER + OTHERS_WAIT))
            assert (await refusal(table, DEVICE, ())).code == "still-here"
            assert table.info().seats[1].away is None
            table.disconnect(guest)
            clocks.set_by = 5 * HOUR  # which is nobody's absence
            clocks.pass_by(AWAY_AFTER - 5)
            early = await refusal(table, DEVICE, ())
            assert early.code == "still-here"
            assert str(AWAY_AFTER) in early.why
            clocks.pass_by(10)
            assert table.info().seats[1].away == AWAY_AFTER + 5
            # others wait longer, and those who only watch do not decide at all
            later = await refusal(table, "other" * 8, (2,))
            assert (later.code, str(AWAY_AFTER + OTHERS_WAIT) in later.why) == ("still-here", True)
            assert (await refusal(table, "other" * 8, ())).code == "host-only"
            await assign_seat(table, 1, Bot("easy"), DEVICE)
            info = table.info().seats[1]
            assert (info.left, info.bot, info.name, info.away) == (True, "easy", "Murùni", None)
            assert json.loads(host.received[-1])["table"]["seats"][1]["left"]
            # and back, as somebody who has left
            await sit_down(registry, table, 1, GUEST, (), "Somebody else", "")
            info = table.info().seats[1]
            assert (info.left, info.name) == (False, "Murùni")

    run(scenario())


def test_without_the_host_others_may_go_on(clocks: Clocks, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:
            table = await open_table(registry, 0)
            table.connect(FakeSubscriber(), (0,))
            clocks.pass_by((AWAY_AFTER + OTHERS_WAIT) + 1)
            await assign_seat(table, 1, Bot("easy"), "other" * 8, Held((0,)))
            assert table.core.seats[1].left

    run(scenario())


@pytest.mark.parametrize("how", ["evicted", "dropped", "restarted"])
def test_an_absence_is_counted_while_the_table_is_evicted(
    how: str, clocks: Clocks, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:
            table = await open_table(registry, 0)
            subscriber = FakeSubscriber()
            table.connect(subscriber, (1,))
            clocks.pass_by(1000)
            if how == "evicted":
                table.disconnect(subscriber)
                registry.evict_idle(float("inf"))
            else:
                registry.drop(table, "a test")
            if how != "restarted":
                clocks.pass_by(60)
                found = await registry.find(table.id)
                assert found is not None
                assert found.core.seats[1].away(this_instant()) == 60
                assert (found.core.seats[0].away(this_instant()) or 0) >= 1060
                return
        async with a_registry(tmp_path) as registry:
            clocks.pass_by(60)
            found = await registry.find(table.id)
            assert found is not None
            assert (
                found.core.seats[0].away(this_instant())
                == found.core.seats[1].away(this_instant())
                == 60
            )

    run(scenario())
