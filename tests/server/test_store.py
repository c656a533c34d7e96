"""The disk: what is acknowledged is there, on SQLite and PostgreSQL alike."""

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from helping import deadline, open_and_start, play_seat, receive_until, run
from server_process import ServerProcess
from sqlalchemy import insert, select, text

from periplo import BadSetup
from periplo.client import Client, Disconnected
from periplo.server import schema
from periplo.server.database import migrate, open_engine
from periplo.server.messages import LONGEST_LIMIT, Me, NewTable
from periplo.server.registry import Settings, TableRegistry
from periplo.server.store import ADD_TO_LOG, PersistError, Store


def log_row(table: str, number: int) -> dict[str, object]:
    return {"table": table, "number": number, "kind": "chat", "seat": 0, "text": "x",
            "by": "person", "request": "", "note": "", "time": 1, "n": None}  # fmt: skip


def table_row(table: str) -> dict[str, object]:
    return {"id": table, "game": "oca", "rules": 1, "options": "{}", "listed": True, "chat": True,
            "limit": 0, "throws": "press", "host": "h", "status": "waiting", "secret": "",
            "rematch": "", "created": 1, "status_changed_at": 1}  # fmt: skip


def test_the_migrations_build_what_the_schema_says(url: str) -> None:
    engine = open_engine(url)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def test_waiting_writes_are_committed_together_and_in_order(url: str) -> None:
    async def scenario() -> None:
        store = Store(url)
        await store.write(insert(schema.tables), [table_row("batch")], 0)
        commits = store.commits
        futures = [store.write(ADD_TO_LOG, [log_row("batch", n)], 0) for n in range(1, 501)]
        await asyncio.gather(*futures)
        assert store.commits - commits <= 2
        found = await store.table("batch")
        assert found is not None
        assert [row["number"] for row in found[2]] == list(range(1, 501))
        await store.close()

    run(scenario())


def test_after_a_refused_write_nothing_that_builds_on_it_is_written(url: str) -> None:
    async def scenario() -> None:
        store = Store(url)
        await store.write(insert(schema.tables), [table_row("refused")], 0)
        await store.write(ADD_TO_LOG, [log_row("refused", 1)], 0)
        again = store.write(ADD_TO_LOG, [log_row("refused", 1)], 0)  # the number is taken
        with pytest.raises(PersistError):
            await again
        assert await store.is_healthy()  # the row was wrong, not the disk
        with pytest.raises(PersistError):
            store.write(ADD_TO_LOG, [log_row("refused", 2)], 0)
        await store.write(ADD_TO_LOG, [log_row("refused", 2)], store.failures)
        assert await store.rows(select(schema.log.c.number))
        found = await store.table("refused")
        assert found is not None
        assert [row["number"] for row in found[2]] == [1, 2]
        await store.close()

    run(scenario())


def test_a_table_goes_on_after_a_restart(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_start(client, "oca")
        async with client.sit(table_id, tokens) as table:
            for _ in range(3):  # no game is over after so few
                await play_seat(table, 1 if table.thrower == 1 or table.legal(1) else 2)
            before, log = table.moment, table.log
            server.stop()
            with pytest.raises(Disconnected) as closed:
                await receive_until(table, "never")
            assert closed.value.code == 1012
        server.start()
        async with client.sit(table_id, tokens) as table:
            for key in ("n", "view", "legal", "scores", "thrower"):
                assert table.moment[key] == before[key]
            assert table.log == log
            await play_seat(table, 1 if table.thrower == 1 or table.legal(1) else 2)
            assert table.n == before["n"] + 1

    server = ServerProcess(url, tmp_path / "log")
    try:
        run(scenario())
    finally:
        server.stop()


def test_idle_tables_leave_the_memory_and_come_back_as_they_were(tmp_path: Path) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db", least_limit=2))
        await registry.open()
        asked = NewTable("oca", [Me("Badia"), Me("Murùni")], limit=2)
        table, _ = await registry.opener.create(asked, "d" * 40)
        await table.start(table.row.host)
        view = table.core.match.position()
        registry.evict_idle(table.last_used + 1)
        assert table.id not in registry.loaded
        again = await registry.find(table.id)
        assert again is not None
        assert again is not table
        assert again.core.match.position() == view
        assert deadline(again) == deadline(table)
        registry.evict_idle(again.last_used + 1)
        while not (table.id in registry.loaded and registry.loaded[table.id].core.actions):
            await asyncio.sleep(0.05)  # its time is up while it is evicted: it is loaded for that
        assert registry.loaded[table.id].core.actions[0].note == "time was up"
        await registry.close()

    run(scenario())


def test_a_database_that_cannot_be_used_is_refused_in_one_line(tmp_path: Path) -> None:
    for bad, why in (
        ("sqlite://", "needs a file"),
        ("mysql://x/y", "there are sqlite and postgresql"),
        ("nonsense", "database"),
        (f"sqlite:///{tmp_path}", "database"),
    ):
        with pytest.raises(BadSetup, match=why):
            Store(bad)


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    engine = open_engine(url)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(BadSetup, match="newer version"):
        Store(url)


def test_lists_count_what_is_done_where_a_log_does_not_say(url: str) -> None:
    async def scenario() -> None:
        store = Store(url)
        seat = {"seat": 0, "kind": "person", "name": "x", "mark": "", "bot": "", "token": "",
                "device": "me", "ready": False, "left": False}  # fmt: skip
        kinds = (("act", -1), ("act", 0), ("undo", 0), ("act", 0), ("act", -1), ("chat", 0))
        for name in ("counted", "uncounted", "empty"):
            await store.write(insert(schema.tables), [table_row(name)], 0)
            await store.write(insert(schema.seats), [seat | {"table": name}], 0)
            for number, (kind, actor) in enumerate(kinds if name != "empty" else (), 1):
                row = log_row(name, number) | {"kind": kind, "seat": actor}
                row["n"] = number * 10 if name == "counted" else None
                await store.write(insert(schema.log), [row], 0)
        found = {summary.row["id"]: summary for summary in await store.of_device("me", 100)}
        assert {key: (one.n, one.done, one.drawn) for key, one in found.items()} == {
            "counted": (60, 0, 0), "uncounted": (None, 3, 2), "empty": (None, 0, 0),
        }  # fmt: skip
        assert all(len(summary.seats) == 1 for summary in found.values())
        assert set(found) <= {summary.row["id"] for summary in await store.listed(100, 0, ())}
        assert len(await store.listed(2, 0, ())) == 2
        await store.close()

    run(scenario())


def test_turn_limits_of_a_month_are_found_when_a_server_starts(url: str) -> None:
    async def scenario() -> None:
        store = Store(url)
        row = table_row("month") | {
            "limit": LONGEST_LIMIT,
            "status": "playing",
            "status_changed_at": 5,
        }
        await store.write(insert(schema.tables), [row], 0)
        assert ("month", 5, LONGEST_LIMIT) in await store.timed()
        await store.close()

    run(scenario())
