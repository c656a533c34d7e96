"""The disk: rows are read on demand; writes that wait are committed together, then acknowledged.

SQLAlchemy runs in two threads of its own, one that writes and one that reads, so that the event
loop never waits for the disk. A write's future ends when it is on disk, in the order of asking.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    CursorResult,
    Engine,
    Executable,
    func,
    insert,
    select,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

from periplo.core.state import TABLE
from periplo.server import schema
from periplo.server.database import migrate, open_engine
from periplo.server.lock import TakenAgain, lock_of
from periplo.server.lock import take as take_lock
from periplo.table.rows import REAL

Row = dict[str, Any]


@dataclass(frozen=True)
class Computed:
    """Something to write that depends on what is on disk then; done within the commit."""

    run: Callable[[Connection], None]


Write = tuple[Executable | Computed, list[Row]]
ADD_TO_LOG = insert(schema.log)  # whose rows name every column
BEAT = schema.heartbeat.update().values(beats=schema.heartbeat.c.beats + 1)
REHEARSAL = '"rehearsal":true}'  # how the column `event` ends: in texts such quotes are escaped
ASKED_AGAIN = 1.0  # seconds for which an answer about the disk holds
ANSWERS_WITHIN = 10.0  # seconds; a disk that takes longer is not well
logger = logging.getLogger("periplo.store")


class PersistError(Exception):
    """The disk refused; nothing of it was acknowledged."""


# Ends when a commit has. Many wait for it, so whoever does shields it from their own cancellation.
CommitFuture = asyncio.Future[None]


@dataclass
class Summary:
    """A table without its log."""

    row: Row
    seats: list[Row]
    n: int | None  # actions that everybody has seen, where the log says so
    done: int = 0  # otherwise: actions done and not taken back
    drawn: int = 0  # and those of the table among them

    def count(self, kind: str, seat: int, rows: int) -> None:
        self.done += -rows if kind == "undo" else rows
        if seat == TABLE:
            self.drawn += rows


class Store:
    """One database."""

    def __init__(self, url: str, wait: float = 0.0) -> None:
        """Waits so many seconds for another process that uses the database."""
        self.engine = open_engine(url)
        self._lock = lock_of(self.engine)
        try:
            take_lock(self._lock, wait)
            migrate(self.engine)
        except BaseException:
            self._lock.release()
            raise
        self._lock.watch()
        self.failures = 0  # writes that the disk refused
        self.on_failure: Callable[[], None] = lambda: None
        self.commits = 0
        self._writer = ThreadPoolExecutor(1, "periplo-write")
        self._reader = ThreadPoolExecutor(1, "periplo-read")
        self._waiting: list[Write] = []
        self._next: CommitFuture | None = None
        self._busy: asyncio.Task[None] | None = None
        self._asked_at = 0.0
        self._asking: asyncio.Task[bool] | None = None
        self._is_outdated = False  # what is under way was read before the lock was taken again
        self._add_to_log, self._parameters = _log_insert(self.engine)

    # writing

    def write(self, statement: Executable | Computed, rows: list[Row], epoch: int) -> CommitFuture:
        """Queue rows for a statement; the future ends when they are on disk.

        `epoch` is `failures` at the time when whoever writes read what it builds on. After a
        failure memory is ahead of the disk, and nothing built on it may be written.
        """
        if epoch != self.failures:
            raise PersistError("the disk refused an earlier write")
        self._waiting.append((statement, rows))
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
            self._next.add_done_callback(_retrieve)
        if self._busy is None:
            self._busy = asyncio.create_task(self._drain())
        return self._next

    async def save(self, writes: Iterable[Write], epoch: int) -> None:
        """Write together or not at all, and wait until it is on disk."""
        done = None
        for statement, rows in writes:
            done = self.write(statement, rows, epoch)
        assert done is not None
        await asyncio.shield(done)

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
                logger.error("cannot write: %s", error_text(error))
                done.set_exception(PersistError(error_text(error)))
                self._fail(error)
        self._busy = None

    def _fail(self, error: Exception) -> None:
        """Memory may be ahead of the disk, and what has come in meanwhile builds on it."""
        self.failures += 1
        self._asked_at = 0.0  # whoever asks about the disk next gets no answer of before
        if self._waiting:
            self._take()[1].set_exception(PersistError(error_text(error)))
        self.on_failure()

    def _take(self) -> tuple[list[Write], CommitFuture]:
        """Everything that waits, and the future that it waits for."""
        batch, done = self._waiting, self._next
        assert done is not None
        self._waiting, self._next = [], None
        return batch, done

    def _commit(self, batch: Sequence[Write]) -> None:
        with self._transaction() as connection:
            if self._is_outdated:
                self._is_outdated = False
                raise PersistError("the connection to the database was lost")
            at = 0
            while at < len(batch):
                statement, rows = batch[at]
                at += 1
                if isinstance(statement, Computed):
                    statement.run(connection)
                    continue
                if statement is not ADD_TO_LOG:
                    connection.execute(statement, rows or None)
                    continue
                # neighbours go in one call, and straight to the driver: SQLAlchemy would do more
                # with each row than a fifth of what the table does with an action
                added = [self._parameters(row) for row in rows]
                while at < len(batch) and batch[at][0] is statement:
                    added += [self._parameters(row) for row in batch[at][1]]
                    at += 1
                connection.exec_driver_sql(self._add_to_log, added)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """What is done in it is on disk afterwards, in the database that its path leads to."""
        try:
            self._lock.check()  # before, too: what is refused must not be found there later
            connection = self._lock.connection()
            with connection.begin():
                yield connection
            self._lock.check()
        except BaseException:
            self._lock.failed()
            raise

    async def is_healthy(self) -> bool:
        """Whether the disk takes writes now; it is not asked more than once a second."""
        at = time.monotonic()
        if self._asking is None or (self._asking.done() and at - self._asked_at > ASKED_AGAIN):
            self._asked_at = at
            self._asking = asyncio.create_task(self._ask())
        try:
            return await asyncio.wait_for(asyncio.shield(self._asking), ANSWERS_WITHIN)
        except TimeoutError:
            logger.error("the disk takes no writes: nothing for %g seconds", ANSWERS_WITHIN)
            return False

    async def _ask(self) -> bool:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._writer, self._beat)
        except Exception as error:
            logger.error("the disk takes no writes: %s", error_text(error))
            if isinstance(error, TakenAgain):
                self._is_outdated = self._busy is not None
                self._fail(error)
            return False
        return True

    def _beat(self) -> None:
        """A row of its own is really changed, and synced like an action."""
        try:
            with self._transaction() as connection:
                if connection.execute(BEAT).rowcount != 1:
                    raise PersistError("the row of the heartbeat is missing")
        except TakenAgain:
            self._is_outdated = True
            raise

    async def overwrite_deleted(self) -> None:
        """SQLite: what was deleted is not in the log of writes either any more."""
        if self.engine.dialect.name == "sqlite":
            await asyncio.get_running_loop().run_in_executor(self._writer, self._empty_log)

    def _empty_log(self) -> None:
        connection = self.engine.raw_connection()  # which begins no transaction
        try:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()

    # reading

    async def rows(self, statement: Executable) -> list[Row]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, self._read, statement)

    def _read(self, statement: Executable) -> list[Row]:
        with self.engine.connect() as connection:
            return _rows(connection.execute(statement))

    async def table(self, table_id: str) -> tuple[Row, list[Row], list[Row]] | None:
        """A table's row, its seats and its log."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, self._read_table, table_id)

    def _read_table(self, table_id: str) -> tuple[Row, list[Row], list[Row]] | None:
        with self.engine.connect() as connection:
            return read_table(connection, table_id)

    async def listed(self, most: int, since: int, busy: Sequence[str]) -> list[Summary]:
        """Listed tables that are not over, the newest first: those whose status changed since, and
        busy ones.
        """
        tables = schema.tables.c
        is_lively = (tables.status_changed_at >= since) | tables.id.in_(busy)
        return await self._summaries(
            tables.status.in_(("waiting", "playing")) & tables.listed & is_lively, most
        )

    async def summary(self, table_id: str) -> Summary | None:
        found = await self._summaries(schema.tables.c.id == table_id, 1)
        return found[0] if found else None

    async def of_device(self, device: str, most: int) -> list[Summary]:
        """Tables where the device sits or which it opened, the newest first."""
        tables, seats = schema.tables.c, schema.seats.c
        sits = select(seats.table).where(seats.device == device)
        return await self._summaries((tables.host == device) | tables.id.in_(sits), most)

    async def _summaries(self, which: ColumnElement[bool], most: int) -> list[Summary]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, self._read_summaries, which, most)

    def _read_summaries(self, which: ColumnElement[bool], most: int) -> list[Summary]:
        """A few queries, however many tables there are."""
        tables, seats, log = schema.tables, schema.seats, schema.log
        last = select(log.c.n).where(log.c.table == tables.c.id)
        last_n = last.order_by(log.c.number.desc()).limit(1).scalar_subquery()
        with self.engine.connect() as connection:
            rows = connection.execute(
                select(tables, last_n.label("n"))
                .where(which)
                .order_by(tables.c.status_changed_at.desc())
                .limit(most)
            )
            found = {row["id"]: Summary(row, [], row["n"]) for row in _rows(rows)}
            its_seats = connection.execute(
                select(seats).where(seats.c.table.in_(found)).order_by(seats.c.seat)
            )
            for seat in _rows(its_seats):
                found[seat["table"]].seats.append(seat)
            # rows of versions that did not write how many actions everybody had seen
            uncounted = [key for key, summary in found.items() if summary.n is None]
            if uncounted:
                counts = connection.execute(
                    select(log.c.table, log.c.kind, log.c.seat, func.count())
                    .where(log.c.table.in_(uncounted), log.c.kind.in_(("act", "undo")))
                    .group_by(log.c.table, log.c.kind, log.c.seat)
                )
                for table_id, kind, seat, count in counts:
                    found[table_id].count(kind, seat, count)
        return list(found.values())

    async def count_open(self, device: str, since: int) -> tuple[int, int]:
        """How many tables the device has opened or started since that are not over, and how many of
        them are listed.
        """
        tables = schema.tables.c
        found = await self.rows(
            select(tables.listed, func.count().label("count"))
            .where(
                tables.host == device,
                tables.status.in_(("waiting", "playing")),
                tables.status_changed_at >= since,
            )
            .group_by(tables.listed)
        )
        counts = {bool(row["listed"]): int(row["count"]) for row in found}
        return sum(counts.values()), counts.get(True, 0)

    async def waiting_since(self, listed: int, unlisted: int, event: int, most: int) -> list[str]:
        """The ids of tables that still wait and whose status changed last before these times."""
        tables = schema.tables.c
        changed = tables.status_changed_at
        is_old = (tables.listed & (changed < listed)) | (changed < unlisted)
        is_old &= (tables.chance != REAL) | (changed < event)
        found = await self.rows(
            select(tables.id).where(tables.status == "waiting", is_old).limit(most)
        )
        return [row["id"] for row in found]

    async def rehearsals(self, before: int, most: int) -> list[str]:
        """The ids of rehearsals where nothing has happened since."""
        tables, log = schema.tables.c, schema.log.c
        lines = select(log.time).where(log.table == tables.id, log.time >= before)
        is_old = (tables.status_changed_at < before) & ~lines.exists()
        is_rehearsal = tables.event.endswith(REHEARSAL, autoescape=True)
        found = await self.rows(select(tables.id).where(is_rehearsal, is_old).limit(most))
        return [row["id"] for row in found]

    async def unused_since(self, before: int, most: int) -> list[str]:
        """The ids of tables, but for real ones, where nothing has happened since."""
        tables, log = schema.tables.c, schema.log.c
        rows = select(log.time).where(log.table == tables.id, log.time >= before)
        is_old = (tables.chance != REAL) & (tables.status_changed_at < before) & ~rows.exists()
        found = await self.rows(select(tables.id).where(is_old).limit(most))
        return [row["id"] for row in found]

    async def without_result(self) -> list[str]:
        """The ids of tables with dice of ours that are over, and whose result an older version did
        not keep.
        """
        tables = schema.tables.c
        found = await self.rows(
            select(tables.id).where(
                tables.status == "over", tables.result == "", tables.chance != REAL
            )
        )
        return [row["id"] for row in found]

    async def timed(self) -> list[tuple[str, int, int]]:
        """Tables in play with a turn limit: when something last happened, and the limit."""
        tables, log = schema.tables, schema.log
        last = func.coalesce(func.max(log.c.time), tables.c.status_changed_at)
        found = await self.rows(
            select(tables.c.id, last.label("last"), tables.c.limit)
            .outerjoin(log, (log.c.table == tables.c.id) & (log.c.kind == "act"))
            .where(tables.c.status == "playing", tables.c.limit > 0)
            .group_by(tables.c.id, tables.c.status_changed_at, tables.c.limit)
        )
        return [
            (row["id"], row["last"], row["limit"])
            for row in found
            if isinstance(row["last"], int) and isinstance(row["limit"], int)
        ]

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
        self._writer.shutdown()
        self._reader.shutdown()
        self._lock.release()


def _log_insert(engine: Engine) -> tuple[str, Callable[[Row], Any]]:
    """What adds to the log, for the driver; and a row as it takes it, in order or by names."""
    compiled = ADD_TO_LOG.compile(engine)
    assert isinstance(compiled, SQLCompiler)
    names = compiled.positiontup
    return str(compiled), dict if names is None else itemgetter(*names)


def read_table(connection: Connection, table_id: str) -> tuple[Row, list[Row], list[Row]] | None:
    """A table's row, its seats and its log."""
    tables, seats, log = schema.tables, schema.seats, schema.log
    found = _rows(connection.execute(select(tables).where(tables.c.id == table_id)))
    if not found:
        return None
    its_seats = select(seats).where(seats.c.table == table_id).order_by(seats.c.seat)
    its_log = select(log).where(log.c.table == table_id).order_by(log.c.number)
    return found[0], _rows(connection.execute(its_seats)), _rows(connection.execute(its_log))


def delete_writes(table_ids: Sequence[str]) -> list[Write]:
    """Everything about these tables; nobody may write to them any more."""
    tables, seats, log = schema.tables, schema.seats, schema.log
    entries = schema.daily_entries
    statements = (
        entries.delete().where(entries.c.table.in_(table_ids)),
        log.delete().where(log.c.table.in_(table_ids)),
        seats.delete().where(seats.c.table.in_(table_ids)),
        tables.delete().where(tables.c.id.in_(table_ids)),
        tables.update().where(tables.c.rematch.in_(table_ids)).values(rematch=""),
    )
    return [(statement, []) for statement in statements]


def _rows(result: CursorResult[Any]) -> list[Row]:
    """With plain keys: SQLAlchemy's are a kind of text of its own."""
    keys = [str(key) for key in result.keys()]  # noqa: SIM118
    return [dict(zip(keys, row, strict=True)) for row in result]


def error_text(error: Exception) -> str:
    """What is wrong, without what was to be written: further lines would quote it."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(cause).partition("\n")[0]


def _retrieve(done: "asyncio.Future[None]") -> None:
    """A failure nobody waits for has been logged already."""
    if not done.cancelled():
        done.exception()
