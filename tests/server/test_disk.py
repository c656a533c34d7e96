"""A full disk, files removed under the server, two servers on one database: nothing is lost."""

import asyncio
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from helping import draw, health, open_and_begin, play_seat, run, start_alone, until
from server_process import ServerProcess
from sqlalchemy import Connection, TextClause, select, text

from periplo import BadSetup
from periplo.client import Client, Disconnected, SeatedAt, ServerRefused
from periplo.server import schema
from periplo.server.database import open_engine
from periplo.server.messages import Me, NewTable
from periplo.server.registry import Settings, TableRegistry
from periplo.server.store import BEAT, PersistError, Store

FOR_HEALTH = 1.1  # seconds for which an answer about the disk holds
IN_TIME = 60.0  # seconds for something that takes one on an idle machine
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@contextmanager
def no_more_growing(server: ServerProcess, folder: Path) -> Iterator[None]:
    """The process may not make any file longer than its longest is."""
    longest = max(file.stat().st_size for file in folder.glob("tables.db*"))
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (longest, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def full(_: ServerProcess, folder: Path) -> Iterator[None]:
    """Somebody else's file takes all that is left of the disk."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError as error:
            assert "No space" in str(error)
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@contextmanager
def same_disk(folder: Path) -> Iterator[Path]:
    yield folder


# only root may mount a disk; the other way is everybody's
WAYS = [(same_disk, no_more_growing), *([(small_disk, full)] if ROOT else [])]


@pytest.mark.parametrize(("disk", "refusing"), WAYS)
def test_health_and_every_action_report_a_disk_that_takes_nothing(
    disk: Callable[[Path], AbstractContextManager[Path]],
    refusing: Callable[[ServerProcess, Path], AbstractContextManager[None]],
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async def is_ill() -> bool:
            return not await health(client)

        client = Client(server.address)
        table_id, tokens = await open_and_begin(client, "oca")
        async with client.sit(table_id, tokens) as table:
            await play_seat(table, 1)
            n, log = table.n, table.log
        assert await client.request("GET", "/health") == {"ok": True}
        with refusing(server, folder):
            await until(is_ill)  # what little room there was is used up by now
            async with client.sit(table_id, tokens) as table:
                with pytest.raises(Disconnected) as closed:
                    await play_next(table)
                assert closed.value.code == 1011
            async with client.sit(table_id, tokens) as table:
                assert (table.n, table.log) == (n, log)
        await until(lambda: health(client))
        async with client.sit(table_id, tokens) as table:
            await play_next(table)
            assert table.n == n + 1

    place = tmp_path / "disk"
    place.mkdir()
    with disk(place) as folder:
        server = ServerProcess(f"sqlite:///{folder}/tables.db", tmp_path / "log")
        try:
            run(scenario())
        finally:
            server.stop()
    assert "Traceback" not in server.log()


async def play_next(table: SeatedAt) -> None:
    await play_seat(table, next(s for s in (1, 2) if table.thrower == s or table.legal(s)))


def test_the_heartbeat_is_a_row_that_changes(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = Store(f"sqlite:///{tmp_path}/tables.db")
        for beat in (1, 2):
            assert await store.is_healthy()
            assert await store.rows(select(schema.heartbeat.c.beats)) == [{"beats": beat}]
            await asyncio.sleep(FOR_HEALTH)
        await store.close()

    run(scenario())


def remove(file: Path) -> None:
    file.unlink()


def replace(file: Path) -> None:
    shutil.copyfile(file, file.with_suffix(".copy"))
    file.with_suffix(".copy").rename(file)


@pytest.mark.parametrize("change", [remove, replace])
@pytest.mark.parametrize("name", ["tables.db", "tables.db-wal", "tables.db-shm"])
def test_a_file_changed_under_the_server_is_noticed(
    name: str, change: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        registry = TableRegistry(Settings(f"sqlite:///{tmp_path}/tables.db"))
        await registry.open()
        asked = NewTable("oca", [Me("Badia"), Me("Murùni")])
        table, _ = await registry.opener.create(asked, "d" * 40)
        await start_alone(table)
        change(tmp_path / name)
        draw(table)
        with pytest.raises(PersistError):
            await table.saved()
        assert not await registry.store.is_healthy()
        with pytest.raises(PersistError):
            await registry.opener.create(asked, "d" * 40)
        await registry.close()

    run(scenario())
    assert f"{name} was removed or replaced" in caplog.text


def test_a_database_that_is_put_back_is_used_again(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        table_id, tokens = await open_and_begin(client, "oca")
        (tmp_path / "tables.db").rename(tmp_path / "elsewhere.db")
        assert not await health(client)
        async with client.sit(table_id, tokens) as table:
            with pytest.raises(Disconnected) as closed:
                await play_next(table)
            assert closed.value.code == 1011
        with pytest.raises(ServerRefused) as refused:
            await open_and_begin(client, "oca")
        assert refused.value.code == "not-saved"
        (tmp_path / "elsewhere.db").rename(tmp_path / "tables.db")
        await until(lambda: health(client))
        await open_and_begin(client, "oca")

    run(scenario())
    assert "Traceback" not in own_server.log()


def test_what_a_removed_write_ahead_log_held_is_saved(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    async def scenario() -> None:
        client = Client(own_server.address)
        table_id, tokens = await open_and_begin(client, "oca")
        async with client.sit(table_id, tokens) as table:
            await play_seat(table, 1)
            n, log = table.n, table.log
        (tmp_path / "tables.db-wal").unlink()
        assert not await health(client)
        own_server.kill()
        own_server.start()
        async with client.sit(table_id, tokens) as table:
            assert (table.n, table.log) == (n, log)
            await play_next(table)

    run(scenario())
    assert "what it held is saved" in own_server.log()


def test_a_database_that_replaced_another_gets_nothing_of_what_is_refused(tmp_path: Path) -> None:
    """A backup is put in its place under a running server, and SQLite's log stays."""

    async def scenario() -> None:
        store = Store(f"sqlite:///{tmp_path}/tables.db")
        assert await store.is_healthy()  # which holds for a second, unless a write fails
        with sqlite3.connect(tmp_path / "tables.db") as disk:
            disk.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            before = disk.execute("SELECT beats FROM heartbeat").fetchone()
        shutil.copy(tmp_path / "tables.db", tmp_path / "backup.db")
        (tmp_path / "backup.db").replace(tmp_path / "tables.db")
        for _ in range(3):
            with pytest.raises(PersistError):
                await store.write(BEAT, [], store.failures)
            assert not await store.is_healthy()
        await store.close()
        with sqlite3.connect(tmp_path / "tables.db") as disk:
            assert disk.execute("SELECT beats FROM heartbeat").fetchone() == before

    run(scenario())


# ---- two servers


def test_a_second_server_waits_for_the_first_or_is_refused_in_one_line(
    url: str, tmp_path: Path
) -> None:
    """A restart begins while the old server still writes, and has the port."""
    server = ServerProcess(url, tmp_path / "log")
    command = [sys.executable, "-m", "periplo", "serve", "--database", url, "--port",
               server.address.rstrip("/").rpartition(":")[2]]  # fmt: skip
    log = tmp_path / "second"
    with log.open("w") as file:
        second = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file, text=True)
    try:
        refused = subprocess.run(
            [*command, "--wait", "0"], capture_output=True, text=True, timeout=IN_TIME
        )
        assert (refused.returncode, refused.stdout) == (2, "")
        (line,) = refused.stderr.splitlines()
        assert line.startswith("periplo: database: ")
        assert line.endswith("end that first, or use another database")
        if url.startswith("sqlite"):
            assert f"process {server.pid} uses" in line
        until = time.monotonic() + IN_TIME
        while "waiting up to 30 seconds" not in log.read_text():
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)
        assert asyncio.run(health(Client(server.address)))
        server.kill()
        assert second.stdout is not None
        assert second.stdout.readline().strip() == server.address
        assert asyncio.run(health(Client(server.address)))
    finally:
        server.stop()
        second.terminate()
        second.communicate(timeout=IN_TIME)


def test_one_file_is_one_database_by_whatever_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        store = Store(f"sqlite:///{tmp_path}/tables.db")
        for name in ("tables.db", "link.db", "other/tables.db", "folder/../tables.db"):
            with pytest.raises(BadSetup, match=f"process {os.getpid()} uses"):
                Store(f"sqlite:///{name}")
        await store.close()
        for name in ("link.db", "other/tables.db"):
            await Store(f"sqlite:///{name}").close()

    (tmp_path / "link.db").symlink_to("tables.db")
    (tmp_path / "other").symlink_to(tmp_path)
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    run(scenario())


def test_a_lock_that_is_removed_is_made_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = Store(f"sqlite:///{tmp_path}/tables.db")
        lock.unlink()
        assert await store.is_healthy()
        assert lock.read_text().strip() == str(os.getpid())
        with pytest.raises(BadSetup):
            Store(f"sqlite:///{tmp_path}/tables.db")
        await store.close()

    lock = tmp_path / "tables.db.lock"
    run(scenario())


def test_a_lock_that_somebody_else_has_taken_ends_all_writing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        url = f"sqlite:///{tmp_path}/tables.db"
        first = Store(url)
        (tmp_path / "tables.db.lock").unlink()
        second = Store(url)
        assert not await first.is_healthy()
        with pytest.raises(PersistError):
            await first.write(BEAT, [], first.failures)
        assert await second.is_healthy()
        await first.close()
        await second.close()

    run(scenario())
    assert "another server may use the database" in caplog.text


# ---- PostgreSQL's session


END_SESSION = text("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
TAKE = text(
    "SELECT pg_advisory_lock(classid::int, objid::int) FROM pg_locks WHERE locktype = 'advisory'"
)


def test_a_lost_session_is_refused_once_and_made_good(postgresql: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_begin(client, "oca")
        async with client.sit(table_id, tokens) as table:
            await play_seat(table, 1)
            n = table.n
            with engine.begin() as connection:
                assert connection.execute(END_SESSION).scalar_one()
            with pytest.raises(Disconnected) as closed:
                await play_next(table)
            assert closed.value.code == 1011
        await until(lambda: health(client))
        async with client.sit(table_id, tokens) as table:
            assert table.n == n
            await play_next(table)
            assert table.n == n + 1
        with engine.begin() as connection:  # and it has the lock again
            held = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
            assert connection.execute(held).scalar_one() == 1

    server = ServerProcess(postgresql, tmp_path / "log")
    engine = open_engine(postgresql)
    try:
        run(scenario())
    finally:
        engine.dispose()
        server.stop()


def test_while_somebody_else_has_the_lock_nothing_is_acknowledged(
    postgresql: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        client = Client(server.address)
        table_id, tokens = await open_and_begin(client, "oca")
        other = engine.connect()
        waiting = asyncio.create_task(asyncio.to_thread(other.execute, TAKE))
        with engine.connect() as connection:
            asked = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
            await until(lambda: asyncio.to_thread(lambda: scalar(connection, asked) == 2))
            holds = text(
                "SELECT pg_terminate_backend(pid) FROM pg_locks "
                "WHERE locktype = 'advisory' AND granted"
            )
            assert scalar(connection, holds)
        await waiting
        for _ in range(2):
            async with client.sit(table_id, tokens) as table:
                with pytest.raises(Disconnected) as closed:
                    await play_next(table)
                assert closed.value.code == 1011
            assert not await health(client)
        other.invalidate()
        other.close()
        await until(lambda: health(client))
        async with client.sit(table_id, tokens) as table:
            assert table.n == 0
            await play_next(table)

    def scalar(connection: Connection, asked: TextClause) -> int:
        found: int = connection.execute(asked).scalar_one()
        connection.rollback()
        return found

    server = ServerProcess(postgresql, tmp_path / "log")
    engine = open_engine(postgresql)
    try:
        run(scenario())
    finally:
        engine.dispose()
        server.stop()
    assert "another server uses the database" in server.log()
