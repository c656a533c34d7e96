"""Whether a database is in order: every table opened and replayed, beside a running server."""

import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from periplo.core.contents import keep
from periplo.core.errors import BadSetup
from periplo.server import schema
from periplo.server.database import (
    NEWER,
    existing_url,
    is_older,
    migrate,
    open_engine,
    this_version,
    version_of,
)
from periplo.server.sealing import KeyLost, Sealer, default_key_file, read_keys
from periplo.server.store import Row, error_text, read_table
from periplo.server.stored import Unreadable, read_result, replay_rows
from periplo.server.transfer import files_of
from periplo.table.rows import OVER, PLAYING, REAL

LITTLE_SPACE = 100 * 2**20  # bytes
MOST_REPORTED = 10  # lines of SQLite's own check

Progress = Callable[[int, int], None]  # how many tables are done, of how many


@dataclass(frozen=True)
class DatabaseFault:
    """Something that is not in order; `table` is empty if it is the database."""

    table: str
    kind: str  # damaged, other-rules, half-written, sealed, database, space
    what: str


@dataclass
class Report:
    database: str
    schema: str | None
    free: int | None = None  # bytes on its disk, where that can be known
    tables: Counter[str] = field(default_factory=Counter)  # by status
    faults: list[DatabaseFault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {
            "database": self.database,
            "schema": self.schema,
            "free": self.free,
            "tables": dict(self.tables),
            "notes": self.notes,
            "faults": [vars(fault) for fault in self.faults],
        }


def examine(url: str, key_file: str, progress: Progress) -> Report:
    """Everything that is wrong with a database; nothing in it is changed."""
    parsed = existing_url(url)
    engine = open_engine(parsed, to_read=True)
    report = Report(parsed.render_as_string(hide_password=True), None)
    try:
        with engine.connect() as connection:
            report.schema = version_of(connection)
        if parsed.get_backend_name() == "sqlite":
            _examine_file(parsed, report)
        if report.schema is None:
            raise BadSetup("database: there is nothing of Periplo's in it")
        with _of_this_version(engine, report) as readable:
            sealer = _sealer(url, key_file, report)
            _examine_tables(readable, report, sealer, progress)
    except DBAPIError as error:
        report.faults.append(DatabaseFault("", "database", error_text(error)))
    finally:
        engine.dispose()
    return report


def _examine_file(url: URL, report: Report) -> None:
    assert url.database is not None
    report.free = shutil.disk_usage(Path(url.database).parent).free
    if report.free < LITTLE_SPACE:
        report.faults.append(
            DatabaseFault("", "space", f"only {report.free // 2**20} MB are free on its disk")
        )
    with closing(sqlite3.connect(url.database, timeout=5)) as disk:
        try:
            for (line,) in disk.execute(f"PRAGMA integrity_check({MOST_REPORTED})"):
                if line != "ok":
                    report.faults.append(DatabaseFault("", "database", line.replace("\n", " ")))
            strays = Counter(row[0] for row in disk.execute("PRAGMA foreign_key_check"))
        except sqlite3.DatabaseError as error:
            report.faults.append(DatabaseFault("", "database", str(error)))
            return
    for name, count in sorted(strays.items()):
        report.faults.append(
            DatabaseFault("", "half-written", f"{count} rows of {name} belong to no table")
        )


@contextmanager
def _of_this_version(engine: Engine, report: Report) -> Iterator[Engine]:
    """The database, or a copy of it brought to this version."""
    assert report.schema is not None
    if report.schema == this_version():
        yield engine
        return
    if not is_older(report.schema):
        raise BadSetup(f"database: {NEWER}")
    note = (
        f"its schema is {report.schema}: a server that starts on it brings it to {this_version()}"
    )
    if engine.dialect.name != "sqlite":
        raise BadSetup(f"database: {note}; its tables can be examined after that")
    report.notes.append(f"{note}; a copy brought there was examined")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tables.db"
        copy_sqlite(str(engine.url.database), copy)
        migrated = open_engine(f"sqlite:///{copy}")
        try:
            migrate(migrated)
            yield migrated
        finally:
            migrated.dispose()


def copy_sqlite(database: str, target: Path) -> None:
    """A copy as of one moment, while others read and write."""
    with (
        closing(sqlite3.connect(database, timeout=5)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        copy.execute("PRAGMA synchronous=OFF")  # whoever keeps it syncs it
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file


def _sealer(url: str, key_file: str, report: Report) -> Sealer | None:
    file = Path(key_file).expanduser() if key_file else default_key_file(url)
    if not file.exists():
        report.notes.append(f"there is no key file {file}")
        return None
    return Sealer(read_keys(file))


def _examine_tables(
    engine: Engine, report: Report, sealer: Sealer | None, progress: Progress
) -> None:
    with _snapshot(engine) as connection:
        ids = list(connection.execute(select(schema.tables.c.id)).scalars())
    known = set(ids)
    for done, table_id in enumerate(ids, 1):
        try:
            with _snapshot(engine) as connection:
                found = read_table(connection, table_id)
                if found is not None:
                    for content in files_of(connection, found[0]):
                        keep(content)
        except (DBAPIError, ValueError) as error:
            report.faults.append(DatabaseFault(table_id, "damaged", error_text(error)))
            continue
        if found is not None:  # else it was deleted meanwhile
            report.tables[str(found[0]["status"])] += 1
            report.faults += _faults_of(*found, known, sealer)
        progress(done, len(ids))


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """What is read in it belongs together, while a server writes."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


def _faults_of(
    row: Row, seats: list[Row], log: list[Row], known: set[str], sealer: Sealer | None
) -> Iterator[DatabaseFault]:
    table_id = row["id"]
    try:
        match = replay_rows(row, seats, log)
    except Unreadable as error:
        yield DatabaseFault(table_id, error.trouble, error.why)
        return
    if row["chance"] == REAL:  # which is over when it is closed; its journal was checked for that
        return
    is_over = match.state.over()
    if row["status"] != OVER and is_over:
        yield DatabaseFault(
            table_id, "half-written", f"its game is over, its row says {row['status']}"
        )
    result = read_result(row["result"])
    was_ended = result is not None and result.ended != "rules"
    if row["status"] == OVER and not is_over and not was_ended:
        yield DatabaseFault(table_id, "half-written", "its row says over, its game is not")
    if row["rematch"] and row["rematch"] not in known:
        yield DatabaseFault(table_id, "half-written", "its rematch is not there")
    if row["status"] == PLAYING and row["sealed"]:
        try:
            if sealer is not None:
                sealer.unseal(row["sealed"], table_id)
        except KeyLost as error:
            yield DatabaseFault(table_id, "sealed", f"it cannot draw: {error}")
        if sealer is None:
            yield DatabaseFault(table_id, "sealed", "it cannot draw: the key file is not there")
