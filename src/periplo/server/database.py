"""A database by its URL, and how it comes to this version of the schema."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, inspect, literal, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import QueuePool

from periplo.core.errors import BadSetup
from periplo.server import schema

NEWER = "it was made by a newer version of Periplo"
FIRST_TABLES = (schema.log, schema.seats, schema.tables)  # of version 0001; first what refers


def parse_url(url: str) -> URL:
    """A URL of one of the databases there are; a SQLite file by its real path."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise BadSetup(f"database: {error}") from None
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadSetup(f"database {parsed.drivername!r}: there are sqlite and postgresql")
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise BadSetup("database: SQLite needs a file, or nothing would outlive a crash")
        if parsed.database.startswith("file:") or parsed.query:
            raise BadSetup("database: of SQLite give the file alone, as in sqlite:///tables.db")
        parsed = parsed.set(database=str(Path(parsed.database).expanduser().resolve()))
    return parsed


def open_engine(url: str | URL, *, to_read: bool = False) -> Engine:
    """An engine for a database; SQLite files are made safe against power cuts."""
    try:
        parsed = parse_url(url) if isinstance(url, str) else url
        if parsed.get_backend_name() == "sqlite":
            assert parsed.database is not None
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            engine = create_engine(parsed, poolclass=QueuePool, pool_size=2, hide_parameters=True)
            event.listen(engine, "connect", _only_read if to_read else _make_durable)
            event.listen(engine, "begin", _begin_transaction)
        else:
            engine = create_engine(parsed, pool_size=2, pool_pre_ping=True, hide_parameters=True)
    except NoSuchModuleError as error:
        raise BadSetup(f"database: {error}") from None
    except ModuleNotFoundError as error:
        raise BadSetup(
            f"database: {error.name} is not installed: pip install 'periplo[postgresql]'"
        ) from None
    except OSError as error:
        raise BadSetup(f"database: {error}") from None
    return engine


def _set_up(connection: Any) -> None:
    connection.isolation_level = None  # Python's own transactions leave out what changes the schema
    # a byte that is no UTF-8 spoils one row, not every list that it is in
    connection.text_factory = lambda raw: raw.decode(errors="replace")


def _make_durable(connection: Any, _: object) -> None:
    _set_up(connection)
    for pragma in (
        "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000",
        "secure_delete=ON",  # what is deleted is overwritten
    ):  # fmt: skip
        connection.execute(f"PRAGMA {pragma}")


def _only_read(connection: Any, _: object) -> None:
    _set_up(connection)
    for pragma in ("query_only=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_transaction(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def open_existing(url: str, *, to_read: bool = False) -> Engine:
    """An engine for a database that is there and of this version."""
    engine = open_engine(existing_url(url), to_read=to_read)
    try:
        with engine.connect() as connection:
            version = version_of(connection)
    except DBAPIError as error:
        raise BadSetup(f"database: {error.orig}") from None
    if version != this_version():
        raise BadSetup(f"database: {_other_version(version)}")
    return engine


@contextmanager
def read_errors() -> Iterator[None]:
    """What a database says that cannot be read, in one line."""
    try:
        yield
    except DBAPIError as error:
        raise BadSetup(f"database: {error.orig}") from None


def make_ready(url: str) -> None:
    """Make a SQLite file of this version, if there is none."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite" and not Path(str(parsed.database)).exists():
        engine = open_engine(parsed)
        try:
            migrate(engine)
        finally:
            engine.dispose()


def existing_url(url: str) -> URL:
    """The URL of a database; BadSetup if it is of a SQLite file that is not there."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        assert parsed.database is not None
        if not Path(parsed.database).is_file():
            raise BadSetup(f"database: there is no file {parsed.database}")
    return parsed


def _other_version(version: str | None) -> str:
    if version is None:
        return "there is nothing of Periplo's in it; a server that starts on it makes it ready"
    if is_older(version):
        return (
            f"its schema is version {version}, this is Periplo for {this_version()}; "
            "a server that starts on it brings it along"
        )
    return NEWER


def version_of(connection: Connection) -> str | None:
    """The version of the schema; None if nothing of Periplo's is there."""
    return MigrationContext.configure(connection).get_current_revision()


def this_version() -> str:
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def is_older(version: str) -> bool:
    versions = [found.revision for found in ScriptDirectory.from_config(_config()).walk_revisions()]
    return version in versions[1:]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "periplo.server:migrations")
    return config


def migrate(engine: Engine, version: str = "head") -> None:
    """Bring the database to a version of the schema, this one: wholly, or not at all."""
    config = _config()
    try:
        with engine.connect() as connection:
            # SQLite changes a table by copying it, and those that refer to it must not mind
            _set_foreign_keys(connection, "OFF")
            with connection.begin():
                _remove_half_made(connection)
                config.attributes["connection"] = connection
                command.upgrade(config, version)
            _set_foreign_keys(connection, "ON")
    except DBAPIError as error:
        raise BadSetup(f"database: {error.orig}") from None
    except CommandError:
        raise BadSetup(f"database: {NEWER}") from None
    except (LookupError, TypeError, ValueError) as error:  # a row that no version wrote
        raise BadSetup(f"database: it cannot be brought to this version: {error!r}") from None


def _set_foreign_keys(connection: Connection, to: str) -> None:
    """SQLite heeds it between transactions only."""
    if connection.dialect.name == "sqlite":
        driver: Any = connection.connection
        driver.execute(f"PRAGMA foreign_keys={to}")


def _remove_half_made(connection: Connection) -> None:
    """Tables without a version, and without a row, are what a first start left when it was killed.

    Servers of version 0001 built a SQLite database statement by statement.
    """
    if version_of(connection) is not None:
        return
    inspector = inspect(connection)
    there = set(inspector.get_table_names())
    half_made = [table for table in FIRST_TABLES if table.name in there]
    for table in half_made:
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        if not columns <= {*table.c.keys(), *schema.RENAMED}:
            raise BadSetup(
                f"database: its table {table.name!r} is somebody else's; "
                "give Periplo a database of its own"
            )
        if connection.execute(select(literal(1)).select_from(table).limit(1)).first():
            raise BadSetup(
                f"database: its table {table.name!r} has rows, but nothing says which version of "
                "Periplo made it; restore a backup"
            )
    for table in half_made:
        table.drop(connection)
