"""Every database of every version comes to this one, whatever happened to it on the way."""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from helping import play_seat, run, until
from server_process import ServerProcess
from sqlalchemy import Boolean, MetaData, text

from periplo import BadSetup, game_ids
from periplo.client import Client, me
from periplo.server import schema
from periplo.server.database import migrate, open_engine, this_version, version_of
from periplo.server.messages import Me, NewTable
from periplo.server.registry import Settings, TableRegistry
from periplo.server.secrets import digest

HERE = Path(__file__).parent
FIRST = (HERE / "data" / "schema-0001.sql").read_text(encoding="utf-8")
DEVICE = "d" * 40  # opened every table of it
WRITES = 10  # at the least, for a schema
EVERY = 8  # so many are played on
FIRST_LOG = 'SELECT "table", number, kind, seat, text, "by", request, note, time FROM log'


def token(number: int) -> str:
    """Of a seat in the database of version 0001."""
    return f"token-{number}-".ljust(43, "t")


@pytest.fixture(scope="module")
def kill_at(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("kill") / "kill_at.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-o", library, HERE / "kill_at.c", "-ldl"], check=True
    )
    return library


def killed_at_every_write(kill_at: Path, folder: Path, *before: Path) -> list[Path]:
    """What is left of a database whose migration was killed before the first write, the second…"""
    folder.mkdir()
    subprocess.run(
        [sys.executable, HERE / "killed_migrations.py", folder, *before],
        env={**os.environ, "LD_PRELOAD": str(kill_at)},
        check=True,
    )
    left = sorted(folder.glob("*/tables.db"), key=lambda file: int(file.parent.name))
    assert len(left) > WRITES
    return left


def write_first(file: Path) -> None:
    """As if it had been written just now: tables that wait too long are deleted."""
    with sqlite3.connect(file) as disk:
        disk.executescript(FIRST)
        ((last,),) = disk.execute("SELECT max(time) FROM log")
        since = time.time_ns() // 1_000_000 - last
        disk.execute("UPDATE tables SET created = created + ?1, touched = touched + ?1", [since])
        disk.execute("UPDATE log SET time = time + ?", [since])
    disk.close()


def bring_along(file: Path) -> None:
    engine = open_engine(f"sqlite:///{file}")
    migrate(engine)
    with engine.connect() as connection:
        assert version_of(connection) == this_version()
    engine.dispose()


async def open_a_table(file: Path) -> None:
    """What a server does first."""
    registry = TableRegistry(Settings(f"sqlite:///{file}"))
    await registry.open()
    table, _ = await registry.opener.create(NewTable("oca", [Me("Badia"), Me("Murùni")]), DEVICE)
    await table.start(table.row.host)
    await registry.close()


async def use_all(left: list[Path]) -> None:
    """By a server now and then, which takes long."""
    for number, file in enumerate(left):
        if number % EVERY == 0:
            await open_a_table(file)
        else:
            bring_along(file)


def test_a_first_start_that_is_killed_at_any_write_is_made_good(
    kill_at: Path, tmp_path: Path
) -> None:
    left = killed_at_every_write(kill_at, tmp_path / "new")
    middle = left.pop(len(left) // 2)
    run(use_all(left))
    server = ServerProcess(f"sqlite:///{middle}", tmp_path / "log")
    try:
        asyncio.run(Client(server.address).open_table("oca", [me("Badia"), me("Murùni")]))
    finally:
        server.stop()


def test_an_upgrade_that_is_killed_at_any_write_is_the_old_database_or_the_new(
    kill_at: Path, tmp_path: Path
) -> None:
    write_first(tmp_path / "first.db")
    left = killed_at_every_write(kill_at, tmp_path / "old", tmp_path / "first.db")
    found = set()
    with sqlite3.connect(tmp_path / "first.db") as disk:
        rows = disk.execute(FIRST_LOG).fetchall()
        times = disk.execute("SELECT id, touched FROM tables ORDER BY id").fetchall()
    for file in left:
        with sqlite3.connect(file) as disk:
            (version,) = disk.execute("SELECT version_num FROM alembic_version").fetchone()
            assert disk.execute(FIRST_LOG).fetchall() == rows
            changed = "touched" if version == "0001" else "status_changed_at"
            assert disk.execute(f"SELECT id, {changed} FROM tables ORDER BY id").fetchall() == times
            assert disk.execute("PRAGMA foreign_key_check").fetchall() == []
        disk.close()
        found.add(version)
    assert len(found) == 2  # nothing between
    run(use_all(left))


def test_what_the_first_version_left_half_made_is_made_anew(tmp_path: Path) -> None:
    """It built its tables statement by statement, and noted the version last."""

    async def scenario() -> None:
        for count in range(len(statements) + 1):
            file = tmp_path / f"{count}.db"
            with sqlite3.connect(file) as disk:
                for statement in statements[:count]:
                    disk.execute(statement)
            disk.close()
            await open_a_table(file)

    made = (part.strip() for part in FIRST.split(";\n"))
    statements = [part for part in made if part.startswith("CREATE")]
    order = ("alembic_version", "TABLE tables", "tables_by", "TABLE seats", "seats_by", "TABLE log")
    statements.sort(key=lambda part: [name in part.split("(")[0] for name in order].index(True))
    assert len(statements) == len(order)
    run(scenario())


def test_rows_without_a_version_are_never_thrown_away(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    write_first(file)
    with sqlite3.connect(file) as disk:
        disk.execute("DELETE FROM alembic_version")
    disk.close()
    engine = open_engine(f"sqlite:///{file}")
    with pytest.raises(BadSetup, match=r"table 'log' has rows.*restore a backup"):
        migrate(engine)
    engine.dispose()
    with sqlite3.connect(file) as disk:
        assert disk.execute("SELECT count(*) FROM log").fetchone()[0] > 100
    disk.close()


def test_somebody_elses_tables_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with sqlite3.connect(file) as disk:
        disk.execute("CREATE TABLE log (line TEXT)")
    disk.close()
    engine = open_engine(f"sqlite:///{file}")
    with pytest.raises(BadSetup, match="'log' is somebody else's"):
        migrate(engine)
    engine.dispose()


@pytest.fixture
def first_database(url: str, tmp_path: Path) -> str:
    """The URL of a database that a server of version 0001 has written."""
    file = tmp_path / "first.db"
    write_first(file)
    if url.startswith("sqlite"):
        return f"sqlite:///{file}"
    engine = open_engine(url)
    migrate(engine, "0001")
    old = MetaData()
    old.reflect(engine)
    disk = sqlite3.connect(file)
    disk.row_factory = sqlite3.Row
    with engine.begin() as connection:
        for table in old.sorted_tables:
            if table.name != "alembic_version":
                rows = [dict(row) for row in disk.execute(f"SELECT * FROM {table.name}")]
                for column in table.c:
                    if isinstance(column.type, Boolean):
                        for row in rows:
                            row[column.name] = bool(row[column.name])
                connection.execute(table.insert(), rows)
    disk.close()
    engine.dispose()
    return url


def test_tables_of_the_first_version_are_played_on(first_database: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        client = Client(server.address, DEVICE)
        for number, game in enumerate(game_ids()):
            tokens = [token(2 + 2 * number), token(3 + 2 * number)]
            async with client.sit(f"{game}playing", tokens) as table:
                n = table.n
                assert n >= 8
                assert [line["text"] for line in table.chat] == ["¡Hola!"]
                while table.n < n + 3:
                    seats = (1, 2)
                    await play_seat(
                        table, next(s for s in seats if table.thrower == s or table.legal(s))
                    )
        verdict = await client.request("GET", "/api/tables/aaaaover/verify")
        assert verdict["right"]
        assert verdict["draws"] > 0
        guest = Client(server.address)
        seat = await guest.sit_down("aaaawaiting", 2, "Murùni")
        await client.start("aaaawaiting")
        async with guest.sit("aaaawaiting", [token(1), seat]) as table:
            await table.throw(1)
        await client.start("aaaarematch")
        assert len(await client.request("GET", "/api/my/tables")) == len(game_ids()) + 3

    server = ServerProcess(first_database, tmp_path / "log")
    try:
        run(scenario())
    finally:
        server.stop()
    assert '"level": "error"' not in server.log(), server.log()
    engine = open_engine(first_database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
        assert connection.execute(text("SELECT count(*) FROM log")).scalar_one() > 100
    engine.dispose()


def test_a_match_that_the_first_version_ended_gets_its_result(
    first_database: str, tmp_path: Path
) -> None:
    """The upgrade leaves it open; the server fills it in from the log."""

    async def scenario() -> None:
        client = Client(server.address, DEVICE)

        async def is_known() -> bool:
            (match,) = (await client.request("GET", "/api/my/matches"))["matches"]
            return match["winners"] is not None

        await until(is_known)
        (match,) = (await client.request("GET", "/api/my/matches"))["matches"]
        assert match["table"] == "aaaaover"
        assert len(match["scores"]) == len(match["seats"])

    server = ServerProcess(first_database, tmp_path / "log")
    try:
        run(scenario())
    finally:
        server.stop()
    engine = open_engine(first_database)
    with engine.connect() as connection:
        kept = connection.execute(text("SELECT result FROM tables WHERE id = 'aaaaover'"))
        assert json.loads(kept.scalar_one())["winners"]
    engine.dispose()


def test_an_import_that_an_older_command_ordered_is_left_to_a_newer_one(tmp_path: Path) -> None:
    """It names a column as it was called then."""
    file = tmp_path / "tables.db"
    engine = open_engine(f"sqlite:///{file}")
    migrate(engine, "0008")
    engine.dispose()
    with sqlite3.connect(file) as disk:
        orders = [("1", "import", "{}", ""), ("2", "delete", "aaaa", "")]
        disk.executemany("INSERT INTO orders VALUES (?, ?, ?, ?)", orders)
    disk.close()
    bring_along(file)
    with sqlite3.connect(file) as disk:
        assert disk.execute("SELECT * FROM orders").fetchall() == orders[1:]
    disk.close()


@pytest.mark.parametrize("options", ["{broken", "[]", "", None, "[" * 5000])
def test_a_damaged_row_of_an_older_version_keeps_no_server_from_starting(
    options: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "tables.db"
    write_first(file)
    with sqlite3.connect(file) as disk:
        ((spoilt,),) = disk.execute("SELECT id FROM tables LIMIT 1")
        if options is None:  # no text at all
            disk.execute("UPDATE tables SET options = x'ff00' WHERE id = ?", [spoilt])
        else:
            disk.execute("UPDATE tables SET options = ? WHERE id = ?", [options, spoilt])
    disk.close()

    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{file}"))
        await registry.open()
        found = await registry.list_infos(await registry.store.of_device(digest(DEVICE), 1000), "")
        assert {table.id for table in found if table.trouble == "damaged"} == {spoilt}
        assert len(found) > 1
        await registry.close()

    run(scenario())
