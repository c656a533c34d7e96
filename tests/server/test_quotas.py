"""How much one device, address or table may have; there is room for a class of forty."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from helping import FakeSubscriber, finish, open_and_start, play_seat, run, wait_for_turn
from inner_server import inner_server

from periplo.client import OPEN, Client, ServerRefused, me
from periplo.core.errors import BadSetup
from periplo.play.refusals import Refused
from periplo.server import clock as server_clock
from periplo.server import quotas as quotas_module
from periplo.server import schema
from periplo.server.clock import now
from periplo.server.messages import Captain, EventMessage, Me, NewTable, Open, SeatSetup
from periplo.server.quotas import Quotas, quota_names, read_quotas
from periplo.server.registry import Settings, TableRegistry
from periplo.server.seating import sit_down
from periplo.server.table import LiveTable
from periplo.table.inputs import Appoint

GAME = "oca"
HOUR, DAY = 3_600_000, 24 * 3_600_000  # milliseconds
CLASS = 40


class Clock:
    """What time the registry thinks it is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now = now()
        monkeypatch.setattr(server_clock, "now", lambda: self._now)

    def pass_by(self, milliseconds: int) -> None:
        self._now += milliseconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@asynccontextmanager
async def a_registry(folder: Path, **quotas: int) -> AsyncGenerator[TableRegistry, None]:
    settings = Settings(f"sqlite:///{folder}/tables.db", quotas=Quotas(**quotas))
    registry = TableRegistry(settings)
    await registry.open()
    try:
        yield registry
    finally:
        await registry.close()


async def open_table(
    registry: TableRegistry, device: str = "d", address: str = "a", listed: bool = False
) -> LiveTable:
    asked = NewTable(GAME, [Me("Badia"), Open()], listed=listed)
    table, _ = await registry.opener.create(asked, device.ljust(40, "x"), address)
    return table


async def refusal(coroutine: Any) -> str:
    with pytest.raises(Refused) as refused:
        await coroutine
    return refused.value.code


# ---- tables


def test_a_device_opens_only_so_many_tables(tmp_path: Path, clock: Clock) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path, tables_a_device=3) as registry:
            first, *_ = [await open_table(registry, address=f"a{n}") for n in range(3)]
            assert await refusal(open_table(registry)) == "too-many-tables"
            await open_table(registry, "other")
            finish(first)
            await first.flush()
            await open_table(registry)
            assert await refusal(open_table(registry)) == "too-many-tables"
            clock.pass_by(DAY + 1)
            await open_table(registry)

    run(scenario())


def test_an_address_opens_only_so_many_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path, tables_an_address=3) as registry:
            first, *_ = [await open_table(registry, f"d{n}") for n in range(3)]
            assert await refusal(open_table(registry, "d4")) == "too-many-tables"
            await open_table(registry, "d4", "b")
            finish(first)
            await first.flush()
            await open_table(registry, "d4")
            monkeypatch.setattr(quotas_module, "DAY", 0.0)
            await open_table(registry, "d5")

    run(scenario())


def test_few_tables_are_listed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path, listed_a_device=2, listed_an_address=3) as registry:
            for _ in range(2):
                await open_table(registry, listed=True)
            assert await refusal(open_table(registry, listed=True)) == "too-many-listed"
            await open_table(registry)
            await open_table(registry, "e", listed=True)
            assert await refusal(open_table(registry, "f", listed=True)) == "too-many-listed"
            await open_table(registry, "f", "b", listed=True)

    run(scenario())


def test_asking_many_times_at_once_gets_no_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path, tables_a_device=3, tables_an_address=5) as registry:
            asked = [open_table(registry, f"d{n % 4}") for n in range(40)]
            found = await asyncio.gather(*asked, return_exceptions=True)
            assert len([table for table in found if isinstance(table, LiveTable)]) <= 5
            assert all(isinstance(table, (LiveTable, Refused)) for table in found)

    run(scenario())


def test_a_refusal_over_http_says_what_to_do(tmp_path: Path) -> None:
    async def scenario() -> None:
        quotas = Quotas(tables_a_device=1, listed_a_device=1)
        async with inner_server(tmp_path, quotas=quotas) as address:
            client = Client(address)
            await client.open_table(GAME, [me("a"), me("b")])
            with pytest.raises(ServerRefused, match="finish one, or wait") as refused:
                await client.open_table(GAME, [me("a"), me("b")])
            assert refused.value.code == "too-many-tables"

    run(scenario())


def test_a_class_of_forty_and_a_wall_behind_one_address(tmp_path: Path) -> None:
    """With what a server allows by itself: everybody opens a table, sits down at the neighbour's
    and watches a third one, all within a minute.
    """

    async def scenario() -> None:
        async with inner_server(tmp_path) as address:
            clients = [Client(address) for _ in range(CLASS)]
            seats = [me("host"), OPEN]
            opened = await asyncio.gather(
                *(client.open_table(GAME, seats, listed=True) for client in clients)
            )
            tables = [one["table"]["id"] for one in opened]
            tokens = await asyncio.gather(
                *(clients[n].sit_down(tables[n - 1], 2, f"pupil {n}") for n in range(CLASS))
            )

            async def be_there(n: int) -> None:
                async with (
                    clients[n].sit(tables[n - 1], [tokens[n]]) as one,
                    clients[n].sit(tables[n], opened[n]["tokens"].values()),
                    clients[n].sit(tables[n - 2]),
                ):
                    await one.ready(2)

            await asyncio.gather(*(be_there(n) for n in range(CLASS)))
            async with Client(address).sit(tables[0]) as wall:
                assert wall.table["seats"][1]["ready"]

    run(scenario())


# ---- chat and length


def test_chat_has_room_for_so_much_at_a_table_and_of_a_device(tmp_path: Path) -> None:
    async def scenario() -> None:
        quotas = Quotas(chat_a_table=30, chat_a_device=50)
        async with inner_server(tmp_path, quotas=quotas) as address:
            client, guest = Client(address), Client(address)
            for room in (30, 20):
                opened = await client.open_table(GAME, [me("Badia"), OPEN])
                table = opened["table"]["id"]
                token = await guest.sit_down(table, 2, "Murùni")
                async with (
                    client.sit(table, opened["tokens"].values()) as one,
                    guest.sit(table, [token]) as two,
                ):
                    for _ in range(room // 10):
                        await one.say(1, "è" * 5)  # two bytes each
                    with pytest.raises(ServerRefused) as refused:
                        await one.say(1, "è" * 5)
                    assert refused.value.code == "too-much-chat"
                    if room == 20:
                        assert "today" in refused.value.why
                        await two.say(2, "x" * 10)
                    else:
                        with pytest.raises(ServerRefused, match="chat is full"):
                            await two.say(2, "x")

    run(scenario())


def test_a_match_that_is_too_long_cannot_go_on(tmp_path: Path) -> None:
    async def scenario() -> None:
        quotas = Quotas(actions_a_table=4)
        async with inner_server(tmp_path, quotas=quotas) as address:
            client = Client(address)
            table, tokens = await open_and_start(client, "camino")
            async with client.sit(table, tokens) as seated:
                await wait_for_turn(seated, 1)  # boards were dealt, and a card: three actions
                await play_seat(seated, 1)
                for ask in (seated.act(2, "stop"), seated.undo(1)):
                    with pytest.raises(ServerRefused, match="4 actions") as refused:
                        await ask
                    assert refused.value.code == "too-long"
            moments = await client.request("GET", f"/api/tables/{table}/moments", tokens=tokens)
            assert moments[-1]["n"] == 4

    run(scenario())


# ---- old tables


def test_tables_that_wait_too_long_are_gone(tmp_path: Path, clock: Clock) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:
            listed = await open_table(registry, listed=True)
            unlisted, watched = await open_table(registry), await open_table(registry, listed=True)
            played = await open_table(registry)
            await sit_down(registry, played, 1, "e" * 40, (), "Murùni", "")
            await played.start(played.row.host)
            watched.connect(FakeSubscriber(), ())
            registry.evict_idle(unlisted.last_used + 1e9)
            everything = {table.id for table in (listed, unlisted, watched, played)}
            expected = [(DAY - HOUR, set()), (2 * HOUR, {listed.id}), (6 * DAY, {unlisted.id})]
            gone: set[str] = set()
            for wait, more in expected:
                clock.pass_by(wait)
                await registry.housekeeping.expire()
                gone |= more
                for table_id in everything:
                    assert (await registry.find(table_id) is None) == (table_id in gone)
            assert not await registry.store.rows(
                schema.seats.select().where(schema.seats.c.table == listed.id)
            )

    run(scenario())


def test_somebody_who_sits_down_makes_a_table_wait_longer(tmp_path: Path, clock: Clock) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:
            table = await open_table(registry)
            clock.pass_by(6 * DAY)
            await sit_down(registry, table, 1, "e" * 40, (), "Murùni", "")
            clock.pass_by(6 * DAY)
            await registry.housekeeping.expire()
            assert await registry.find(table.id) is table
            clock.pass_by(2 * DAY)
            await registry.housekeeping.expire()
            assert await registry.find(table.id) is None

    run(scenario())


def test_an_event_that_is_prepared_waits_for_its_day(tmp_path: Path, clock: Clock) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:
            asked = NewTable(GAME, [Captain("Badia"), Captain("Murùni")], chance="real")
            table, _ = await registry.opener.create(asked, "d" * 40, "a")
            clock.pass_by(300 * DAY)
            await registry.housekeeping.expire()
            assert await registry.find(table.id) is not None
            clock.pass_by(100 * DAY)
            await registry.housekeeping.expire()
            assert await registry.find(table.id) is None

    run(scenario())


def test_a_rehearsal_that_everybody_has_left_is_gone_after_a_day(
    tmp_path: Path, clock: Clock
) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:

            async def open_real(title: str, *, rehearsal: bool) -> LiveTable:
                seats: list[SeatSetup] = [Captain("Badia"), Captain("Murùni")]
                event = EventMessage(title=title)
                asked = NewTable(GAME, seats, chance="real", event=event, rehearsal=rehearsal)
                return (await registry.opener.create(asked, "d" * 40, "a"))[0]

            left = await open_real("left", rehearsal=True)
            used = await open_real("used", rehearsal=True)
            watched = await open_real("watched", rehearsal=True)
            real = await open_real('a real one, called {"rehearsal":true}', rehearsal=False)
            for table in (left, used):
                await table.start(table.row.host)
            watched.connect(FakeSubscriber(), ())
            registry.evict_idle(left.last_used + 1e9)
            clock.pass_by(DAY - HOUR)
            used = await registry.find(used.id) or used
            used.handle(Appoint(used.row.host, (), "o1", "hash", "judge", "Brno", None))
            await used.flush()
            clock.pass_by(2 * HOUR)
            await registry.housekeeping.expire()
            found = [await registry.find(one.id) for one in (left, used, watched, real)]
            assert [one is None for one in found] == [True, False, False, False]
            clock.pass_by(DAY)
            await registry.housekeeping.expire()
            assert await registry.find(used.id) is None
            assert await registry.find(real.id) is not None

    run(scenario())


def test_somebody_who_sits_down_while_old_tables_are_looked_for_keeps_the_table(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:
            table = await open_table(registry)
            clock.pass_by(8 * DAY)
            look = registry.store.waiting_since

            async def look_and_sit_down(*when: int) -> list[str]:
                found = await look(*when)
                assert found == [table.id]
                await sit_down(registry, table, 1, "e" * 40, (), "Murùni", "")
                return found

            monkeypatch.setattr(registry.store, "waiting_since", look_and_sit_down)
            await registry.housekeeping.expire()
            assert await registry.find(table.id) is table

    run(scenario())


def test_a_rematch_that_has_expired_is_opened_anew(tmp_path: Path, clock: Clock) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:
            table = await open_table(registry)
            finish(table)
            await table.flush()
            following = await registry.opener.rematch(table)
            assert await registry.opener.rematch(table) is following
            clock.pass_by(8 * DAY)
            await registry.housekeeping.expire()
            again = await registry.opener.rematch(table)
            assert again.id != following.id
            assert await registry.opener.rematch(table) is again

    run(scenario())


def test_a_table_nobody_is_at_leaves_the_list_after_an_hour(tmp_path: Path, clock: Clock) -> None:
    async def scenario() -> None:
        async with a_registry(tmp_path) as registry:
            lonely, busy = [await open_table(registry, listed=True) for _ in range(2)]
            subscriber = FakeSubscriber()
            busy.connect(subscriber, ())
            assert set(await listed_ids(registry)) == {lonely.id, busy.id}
            clock.pass_by(HOUR + 1)
            assert await listed_ids(registry) == [busy.id]
            busy.disconnect(subscriber)
            assert await listed_ids(registry) == []
            assert await registry.find(lonely.id) is lonely  # whoever has the link

    run(scenario())


async def listed_ids(registry: TableRegistry) -> list[str]:
    return [summary.row["id"] for summary in await registry.listed()]


# ---- what an operator says


def test_quotas_are_set_by_name() -> None:
    quotas = read_quotas(["tables-a-device=7", "chat-a-table=0"])
    assert (quotas.tables_a_device, quotas.chat_a_table) == (7, 0)
    assert quotas.tables_an_address == Quotas().tables_an_address
    assert set(quota_names()) >= {"tables-a-device", "actions-a-table"}
    for odd in ("tables=7", "tables-a-device", "tables-a-device=x", "tables-a-device=-1"):
        with pytest.raises(BadSetup, match="quota"):
            read_quotas([odd])
