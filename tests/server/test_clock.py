"""Turn limits and absences are counted by a clock that nobody sets."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from helping import run, start_alone

from periplo.server import house as house_module
from periplo.server import rest
from periplo.server import table as table_module
from periplo.server.house import House, Settings
from periplo.server.messages import Bot, Me, NewTable
from periplo.server.secrets import digest
from periplo.server.table import (
    AWAY_FOR_HOST,
    AWAY_FOR_OTHERS,
    LiveTable,
    Refused,
    now,
    ticks,
)

HOUR = 3_600_000
DEVICE = "d" * 40
GUEST = "g" * 40


class Clocks:
    """The wall clock can be set; both can be moved on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.set_by = 0  # milliseconds that the wall clock is ahead
        self.passed = 0
        for module in (table_module, house_module, rest):
            monkeypatch.setattr(module, "now", lambda: now() + self.set_by + self.passed)
        for module in (table_module, house_module):
            monkeypatch.setattr(module, "ticks", lambda: ticks() + self.passed)

    def pass_by(self, seconds: float) -> None:
        self.passed += round(1000 * seconds)


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    return Clocks(monkeypatch)


@asynccontextmanager
async def a_house(folder: Path) -> AsyncGenerator[House, None]:
    house = House(Settings(f"sqlite:///{folder}/tables.db", least_limit=1, bot_processes=1))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


class Ear:
    """Somebody who is connected."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.closed = 0

    def send(self, message: str) -> None:
        self.heard.append(message)

    def close(self, code: int, why: str) -> None:
        self.closed = code


async def open_table(house: House, limit: int, seats: int = 2) -> LiveTable:
    asked = NewTable("oca", [Me("Badia"), *[Me("Murùni")] * (seats - 1)], limit=limit)
    table, _ = await house.create(asked, DEVICE)
    await start_alone(table)
    return table


async def act_by_clock(table: LiveTable, house: House) -> None:
    """Until the clock has acted at the table, wherever it is in memory by then."""
    async with asyncio.timeout(60):
        while not any(deed.note for deed in house.awake.get(table.id, table).deeds):
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("hours", [-5, 5])
@pytest.mark.parametrize("asleep", [False, True])
def test_a_clock_that_is_set_ends_no_turn_and_prolongs_none(
    hours: int, asleep: bool, clocks: Clocks, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with a_house(tmp_path) as house:
            table = await open_table(house, 600)
            clocks.set_by = hours * HOUR
            if asleep:
                house.put_to_sleep(float("inf"))
                assert table.id not in house.awake
            clocks.pass_by(590)
            await asyncio.sleep(1.2)  # the rounds have looked at it twice
            found = await house.find(table.id)
            assert found is not None
            assert not found.deeds
            # what is told fits the clock that it is told with
            ear = Ear()
            found.connect(ear, ())
            moment = json.loads(ear.heard[0])["moment"]
            assert 5_000 < moment["deadline"] - moment["now"] < 10_500
            assert abs(moment["now"] - now() - clocks.passed - hours * HOUR) < 5_000
            if asleep:
                found.disconnect(ear, found.audiences[()])
                house.put_to_sleep(float("inf"))
            clocks.pass_by(10)
            await act_by_clock(table, house)

    run(scenario())


def test_a_log_from_the_future_gives_one_turn_after_a_restart_and_no_more(
    clocks: Clocks, tmp_path: Path
) -> None:
    async def scenario() -> None:
        clocks.set_by = 5 * HOUR
        async with a_house(tmp_path) as house:
            table = await open_table(house, 600)
        clocks.set_by = 0
        async with a_house(tmp_path) as house:
            clocks.pass_by(595)
            await asyncio.sleep(1.2)
            assert table.id not in house.awake
            clocks.pass_by(10)
            await act_by_clock(table, house)

    run(scenario())


def test_after_an_undo_the_turn_is_as_old_as_it_was(clocks: Clocks, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_house(tmp_path) as house:
            asked = NewTable("poleana", [Me("Badia"), Me("Murùni")], limit=600, throws="auto")
            table, _ = await house.create(asked, DEVICE)
            await start_alone(table)
            while not any(deed.may_be_undone for deed in table.deeds):
                due = table.due
                (seat,) = table.match.state.actors()
                clocks.pass_by(100)
                clocks.set_by -= HOUR
                table.do(seat, table.match.state.legal(seat)[0], "person")
            assert table.due != due
            table.history.remove(table.deeds[-1])
            table._set_deadline(table._turn_began())
            assert table.due == due

    run(scenario())


# ---- whoever is away


async def refusal(house: House, table: LiveTable, device: str, held: tuple[int, ...]) -> Refused:
    with pytest.raises(Refused) as refused:
        await house.set_place(table, 1, Bot("easy"), device, held)
    return refused.value


def test_a_bot_plays_for_somebody_who_has_been_away_for_a_while(
    clocks: Clocks, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with a_house(tmp_path) as house:
            table = await open_table(house, 0, seats=3)
            table.seats[1].device = digest(GUEST)
            host, guest = Ear(), Ear()
            table.connect(host, (0,))
            seated = table.connect(guest, (1,))
            clocks.pass_by(10 * AWAY_FOR_OTHERS)
            assert (await refusal(house, table, DEVICE, ())).code == "still-here"
            assert table.info().seats[1].away is None
            table.disconnect(guest, seated)
            clocks.set_by = 5 * HOUR  # which is nobody's absence
            clocks.pass_by(AWAY_FOR_HOST - 5)
            early = await refusal(house, table, DEVICE, ())
            assert early.code == "still-here"
            assert str(AWAY_FOR_HOST) in early.why
            clocks.pass_by(10)
            assert table.info().seats[1].away == AWAY_FOR_HOST + 5
            # others wait longer, and those who only watch do not decide at all
            later = await refusal(house, table, "other" * 8, (2,))
            assert (later.code, str(AWAY_FOR_OTHERS) in later.why) == ("still-here", True)
            assert (await refusal(house, table, "other" * 8, ())).code == "host-only"
            await house.set_place(table, 1, Bot("easy"), DEVICE)
            info = table.info().seats[1]
            assert (info.left, info.bot, info.name, info.away) == (True, "easy", "Murùni", None)
            assert json.loads(host.heard[-1])["table"]["seats"][1]["left"]
            # and back, as somebody who has left
            await house.sit_down(table, 1, GUEST, False, "Somebody else", "")
            info = table.info().seats[1]
            assert (info.left, info.name) == (False, "Murùni")

    run(scenario())


def test_without_the_host_others_may_go_on(clocks: Clocks, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_house(tmp_path) as house:
            table = await open_table(house, 0)
            table.connect(Ear(), (0,))
            clocks.pass_by(AWAY_FOR_OTHERS + 1)
            await house.set_place(table, 1, Bot("easy"), "other" * 8, (0,))
            assert table.seats[1].left

    run(scenario())


@pytest.mark.parametrize("how", ["asleep", "dropped", "restarted"])
def test_an_absence_is_counted_while_the_table_sleeps(
    how: str, clocks: Clocks, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with a_house(tmp_path) as house:
            table = await open_table(house, 0)
            ear = Ear()
            audience = table.connect(ear, (1,))
            clocks.pass_by(1000)
            if how == "asleep":
                table.disconnect(ear, audience)
                house.put_to_sleep(float("inf"))
            else:
                house.drop(table, "a test")
            if how != "restarted":
                clocks.pass_by(60)
                found = await house.find(table.id)
                assert found is not None
                assert found.seats[1].away() == 60
                assert (found.seats[0].away() or 0) >= 1060
                return
        async with a_house(tmp_path) as house:
            clocks.pass_by(60)
            found = await house.find(table.id)
            assert found is not None
            assert found.seats[0].away() == found.seats[1].away() == 60

    run(scenario())
