"""The disk: rows are read on demand; writes that wait are committed together, then acknowledged.

SQLAlchemy runs in two threads of its own, one that writes and one that reads, so that the event
loop never waits for the disk. A write's future ends when it is on disk, in the order of asking.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import (
    BigInteger,
    Connection,
    Engine,
    Executable,
    cast,
    create_engine,
    event,
    func,
    insert,
    select,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import QueuePool

from periplo.core.errors import BadSetup
from periplo.server import schema

Row = dict[str, Any]
ADD_TO_LOG = insert(schema.log)
NOTHING = schema.tables.update().where(schema.tables.c.id == "").values(rematch="")
ASKED_AGAIN = 1.0  # seconds for which an answer about the disk holds
logger = logging.getLogger("periplo.store")


def open_engine(url: str) -> Engine:
    """An engine for a database URL; SQLite files are made safe against power cuts."""
    try:
        parsed = make_url(url)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() not in ("sqlite", "postgresql"):
            raise BadSetup(f"database {parsed.drivername!r}: there are sqlite and postgresql")
        if parsed.get_backend_name() == "sqlite":
            if not parsed.database or parsed.database == ":memory:":
                raise BadSetup("database: SQLite needs a file, or nothing would outlive a crash")
            file = Path(parsed.database).expanduser()
            file.parent.mkdir(parents=True, exist_ok=True)
            parsed = parsed.set(database=str(file))
            engine = create_engine(parsed, poolclass=QueuePool, pool_size=2, hide_parameters=True)
            event.listen(engine, "connect", _make_durable)
        else:
            engine = create_engine(parsed, pool_size=2, pool_pre_ping=True, hide_parameters=True)
    except (ArgumentError, NoSuchModuleError) as error:
        raise BadSetup(f"database: {error}") from None
    except ModuleNotFoundError as error:
        raise BadSetup(
            f"database: {error.name} is not installed: pip install 'periplo[postgresql]'"
        ) from None
    return engine


def _make_durable(connection: Any, _: object) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def migrate(engine: Engine) -> None:
    """Bring the database to this version of the schema."""
    config = Config()
    config.set_main_option("script_location", "periplo.server:migrations")
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DBAPIError as error:
        raise BadSetup(f"database: {error.orig}") from None
    except CommandError:
        raise BadSetup("database: it was made by a newer version of Periplo") from None


class NotSaved(Exception):
    """The disk refused; nothing of it was acknowledged."""


class Saved(asyncio.Future[None]):
    """Ends when a commit has. Many wait for it: whoever stops waiting does not stop the others."""

    def cancel(self, msg: Any = None) -> bool:
        return False


class Store:
    """One database."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        migrate(self.engine)
        self.failures = 0  # writes that the disk refused
        self.on_failure: Callable[[], None] = lambda: None
        self.commits = 0
        self._writer = ThreadPoolExecutor(1, "periplo-write")
        self._reader = ThreadPoolExecutor(1, "periplo-read")
        self._waiting: list[tuple[Executable, list[Row]]] = []
        self._next: Saved | None = None
        self._busy: asyncio.Task[None] | None = None
        self._connection: Connection | None = None
        self._asked_at = 0.0
        self._is_well = True

    # writing

    def write(self, statement: Executable, rows: list[Row], epoch: int) -> asyncio.Future[None]:
        """Queue rows for a statement; the future ends when they are on disk.

        `epoch` is `failures` at the time when whoever writes read what it builds on. After a
        failure memory is ahead of the disk, and nothing built on it may be written.
        """
        if epoch != self.failures:
            raise NotSaved("the disk refused an earlier write")
        self._waiting.append((statement, rows))
        if self._next is None:
            self._next = Saved()
            self._next.add_done_callback(_look_at)
        if self._busy is None:
            self._busy = asyncio.create_task(self._drain())
        return self._next

    async def _drain(self) -> None:
        """One commit after another, each for everything that has come in meanwhile."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, done = self._take()
            try:
                await loop.run_in_executor(self._writer, self._commit, batch)
                self.commits += 1
                done.set_result(None)
            except Exception as error:
                self.failures += 1
                logger.error("cannot write: %s", told(error))
                done.set_exception(NotSaved(told(error)))
                if self._waiting:  # what has come in meanwhile builds on it
                    self._take()[1].set_exception(NotSaved(told(error)))
                self.on_failure()
        self._busy = None

    def _take(self) -> tuple[list[tuple[Executable, list[Row]]], Saved]:
        """Everything that waits, and the future that it waits for."""
        batch, done = self._waiting, self._next
        assert done is not None
        self._waiting, self._next = [], None
        return batch, done

    def _commit(self, batch: Sequence[tuple[Executable, list[Row]]]) -> None:
        connection = self._connection or self.engine.connect()
        self._connection = connection
        try:
            with connection.begin():
                at = 0
                while at < len(batch):
                    statement, rows = batch[at]
                    at += 1
                    if statement is ADD_TO_LOG:  # neighbours go in one call
                        rows = rows[:]
                        while at < len(batch) and batch[at][0] is statement:
                            rows += batch[at][1]
                            at += 1
                    connection.execute(statement, rows or None)
        except BaseException:
            self._disconnect()  # whatever is wrong with it, the next write gets a new one
            raise

    async def is_well(self) -> bool:
        """Whether the disk takes writes now; it is not asked more than once a second."""
        at = time.monotonic()
        if at - self._asked_at > ASKED_AGAIN:
            self._asked_at = at
            loop = asyncio.get_running_loop()
            try:
                await loop.run_in_executor(self._writer, self._commit, [(NOTHING, [])])
                self._is_well = True
            except DBAPIError as error:
                logger.error("the disk takes no writes: %s", told(error))
                self._is_well = False
        return self._is_well

    # reading

    async def rows(self, statement: Executable) -> list[Row]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, self._read, statement)

    def _read(self, statement: Executable) -> list[Row]:
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(statement).mappings()]

    async def table(self, table_id: str) -> tuple[Row, list[Row], list[Row]] | None:
        """A table's row, its seats and its log."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, self._read_table, table_id)

    def _read_table(self, table_id: str) -> tuple[Row, list[Row], list[Row]] | None:
        tables, seats, log = schema.tables, schema.seats, schema.log
        with self.engine.connect() as connection:
            found = connection.execute(select(tables).where(tables.c.id == table_id))
            row = found.mappings().first()
            if row is None:
                return None
            its_seats = connection.execute(
                select(seats).where(seats.c.table == table_id).order_by(seats.c.seat)
            ).mappings()
            its_log = connection.execute(
                select(log).where(log.c.table == table_id).order_by(log.c.number)
            ).mappings()
            return dict(row), [dict(seat) for seat in its_seats], [dict(e) for e in its_log]

    async def listed(self, most: int) -> list[str]:
        """The ids of listed tables that are not over, the newest first."""
        tables = schema.tables
        found = await self.rows(
            select(tables.c.id)
            .where(tables.c.status.in_(("waiting", "playing")), tables.c.listed)
            .order_by(tables.c.touched.desc())
            .limit(most)
        )
        return [row["id"] for row in found]

    async def of_device(self, device: str, most: int) -> list[str]:
        """The ids of tables where the device sits or which it opened, the newest first."""
        tables, seats = schema.tables, schema.seats
        sits = select(seats.c.table).where(seats.c.device == device)
        found = await self.rows(
            select(tables.c.id)
            .where((tables.c.host == device) | tables.c.id.in_(sits))
            .order_by(tables.c.touched.desc())
            .limit(most)
        )
        return [row["id"] for row in found]

    async def timed(self) -> list[tuple[str, int]]:
        """Tables in play with a turn limit, and when their time runs out."""
        tables, log = schema.tables, schema.log
        last = func.coalesce(func.max(log.c.time), tables.c.touched)
        found = await self.rows(
            select(tables.c.id, (last + cast(tables.c.limit, BigInteger) * 1000).label("due"))
            .outerjoin(log, (log.c.table == tables.c.id) & (log.c.kind == "act"))
            .where(tables.c.status == "playing", tables.c.limit > 0)
            .group_by(tables.c.id, tables.c.touched, tables.c.limit)
        )
        return [(row["id"], int(row["due"])) for row in found]

    async def sealed(self) -> list[tuple[str, str]]:
        """Tables in play, and the sealed secrets of their draws."""
        tables = schema.tables
        found = await self.rows(
            select(tables.c.id, tables.c.sealed).where(
                tables.c.status == "playing", tables.c.sealed != ""
            )
        )
        return [(row["id"], row["sealed"]) for row in found]

    async def close(self) -> None:
        """After everything that waits is written."""
        if self._busy is not None:
            await self._busy
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._writer, self._disconnect)
        self._writer.shutdown()
        self._reader.shutdown()
        self.engine.dispose()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def told(error: Exception) -> str:
    """What is wrong, without what was to be written: further lines would quote it."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(cause).partition("\n")[0]


def _look_at(done: "asyncio.Future[None]") -> None:
    """A failure nobody waits for has been logged already."""
    if not done.cancelled():
        done.exception()
