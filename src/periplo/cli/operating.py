"""What an operator does with a server's database: doctor, backup, export, import, tables."""

import json
import os
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from periplo.core.contents import Content, keep
from periplo.core.errors import BadSetup
from periplo.core.files import whole_file, write_whole
from periplo.play.record import read_json

if TYPE_CHECKING:
    from periplo.server.sealing import Sealer

LONG = 2.0  # seconds of work, after which a bar is shown
AGES = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://…; the file that `serve` uses if left out.",
    ),
]
KeyFile = Annotated[
    str, typer.Option("--key-file", metavar="FILE", help="As given to `serve`, if it was.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def add_operator_commands(app: typer.Typer) -> None:
    for command in (doctor, backup, tables):
        app.command()(command)
    app.command("export")(export)
    app.command("import")(import_)


def _database(given: str | None) -> str:
    """The database's URL; also the place where a missing package is named."""
    try:
        from periplo.server.places import default_database
        from periplo.server.store import Store  # noqa: F401
    except ModuleNotFoundError as error:
        raise BadSetup(f"the server needs {error.name}: pip install 'periplo[server]'") from None
    return given or default_database()


# ---- doctor


def doctor(database: Database = None, key_file: KeyFile = "", as_json: Json = False) -> None:
    """Look whether a server's database is in order, also while the server runs.

    Every table is opened and replayed. It ends with status 1 if something is not as it should be.
    """
    url = _database(database)
    from periplo.server.doctor import examine

    with LateBar("tables") as bar:
        report = examine(url, key_file, bar.show)
    if as_json:
        print(json.dumps(report.to_json(), ensure_ascii=False, indent=1))
    else:
        count = ", ".join(f"{number} {status}" for status, number in sorted(report.tables.items()))
        print(f"database: {report.database}")
        print(f"schema: {report.schema}")
        print(f"tables: {count or 'none'}")
        if report.free is not None:
            print(f"free on its disk: {report.free / 2**20:,.0f} MB")
        for note in report.notes:
            print(f"note: {note}")
        for fault in report.faults:
            place = f"table {fault.table}" if fault.table else "database"
            print(f"{place}: {fault.kind}: {fault.what}")
        print(f"faults: {len(report.faults)}" if report.faults else "all is well")
    if report.faults:
        raise typer.Exit(1)


class LateBar:
    """A bar on standard error for what takes longer than a moment."""

    def __init__(self, what: str) -> None:
        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(what)
        self._began = time.monotonic()
        self._is_shown = False

    def __enter__(self) -> "LateBar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            self._bar.stop()

    def show(self, done: int, of: int) -> None:
        self._bar.update(self._task, completed=done, total=of)
        late = time.monotonic() - self._began > LONG
        if late and not self._is_shown and sys.stderr.isatty():
            self._is_shown = True
            self._bar.start()


# ---- backup


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file for the copy.")],
    database: Database = None,
    key_file: KeyFile = "",
) -> None:
    """Copy a server's SQLite database as it is at one moment, also while the server runs.

    The copy is checked and written whole, or not at all.
    """
    url = _database(database)
    from periplo.server.database import existing_url
    from periplo.server.doctor import copy_sqlite
    from periplo.server.sealing import default_key_file

    parsed = existing_url(url)
    if parsed.get_backend_name() != "sqlite":
        raise BadSetup("backup: PostgreSQL has its own: pg_dump --format=custom --file=FILE URL")
    assert parsed.database is not None
    if os.path.lexists(file):
        raise BadSetup(f"backup: {file} is there already; name a new file")
    try:
        with whole_file(file.absolute()) as draft:
            copy_sqlite(parsed.database, draft)
            count = _check_copy(draft)
    except sqlite3.Error as error:
        raise BadSetup(f"backup: {error}") from None
    key = Path(key_file) if key_file else default_key_file(url)
    print(f"{file}: {file.stat().st_size:,} bytes, tables: {count}")
    if key.exists():
        print(f"the key {key} is not in it: keep a copy of that, too, in another place")


def _check_copy(file: Path) -> int:
    """How many tables are in it; an error if it is not in order."""
    with closing(sqlite3.connect(file)) as copy:
        (said,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise BadSetup(f"backup: the copy is damaged, and so may be the database: {said}")
        count: int = copy.execute("SELECT count(*) FROM tables").fetchone()[0]
    return count


# ---- one table as a file


def export(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id; see `periplo tables`.")],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Where to write; - is standard output."
        ),
    ],
    database: Database = None,
    key_file: KeyFile = "",
) -> None:
    """Write one table to a file: seats with the hashes of their tokens, the log, all it needs.

    Links go on working where it is imported, as soon as the address is the same.
    """
    url = _database(database)
    from periplo.server.database import open_existing, read_errors
    from periplo.server.transfer import export_table

    engine = open_existing(url, to_read=True)
    try:
        with read_errors(), engine.connect() as connection:
            found = export_table(connection, table, lambda: _sealer(url, key_file))
    finally:
        engine.dispose()
    try:
        text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    except TypeError:
        raise BadSetup(
            f"table {table} is damaged: something in its rows is no text; see `periplo doctor`"
        ) from None
    if output == "-":
        sys.stdout.write(text)
    else:
        write_whole(output, text)


def _sealer(url: str, key_file: str) -> "Sealer":
    from periplo.server.sealing import Sealer, default_key_file, read_keys

    return Sealer(read_keys(Path(key_file).expanduser() if key_file else default_key_file(url)))


def import_(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="An exported table; - is standard input.")
    ],
    database: Database = None,
    key_file: KeyFile = "",
    old_key_file: Annotated[
        str,
        typer.Option(
            "--old-key-file",
            metavar="FILE",
            help="The key file of the server that it comes from, for a table in play.",
        ),
    ] = "",
) -> None:
    """Add a table that was exported elsewhere; through the server if one runs."""
    url = _database(database)
    from periplo.server.orders import import_table
    from periplo.server.sealing import Sealer, read_keys
    from periplo.server.stored import Unreadable, replay_rows
    from periplo.server.transfer import read_file, seal_anew

    found = read_file(read_json(file, "exported table"))
    for its in found.contents:
        keep(Content(its.name, its.data))
    try:
        replay_rows(found.row, found.seats, found.log)
    except Unreadable as error:
        raise BadSetup(f"{file}: it cannot be opened here: {error.why}") from None
    if old_key_file and not Path(old_key_file).exists():
        raise BadSetup(f"--old-key-file: there is no {old_key_file}")
    if found.row["sealed"]:
        old = Sealer(read_keys(Path(old_key_file))) if old_key_file else None
        seal_anew(found.row, _sealer(url, key_file), old)
    if found.row["status"] == "waiting":  # somebody has thought of it: it does not expire today
        found.row["status_changed_at"] = int(time.time() * 1000)
    import_table(url, found)
    print(f"table {found.row['id']} is here now")


# ---- the list


def tables(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Only these tables.")
    ] = None,
    delete: Annotated[
        bool, typer.Option("--delete", help="Delete them for good, through the server if one runs.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List the tables of a server's database, or delete some."""
    url = _database(database)
    if delete and not ids:
        raise BadSetup("--delete: name the tables to be deleted")
    found = _list_tables(url, ids or [])
    if not delete:
        _show_tables(found, as_json)
        return
    from periplo.server.orders import delete_table

    if not yes:
        if not sys.stdin.isatty():
            raise BadSetup("--delete: say --yes where nobody can be asked")
        _show_tables(found, as_json=False)
        typer.confirm(f"Delete {len(found)} for good?", abort=True, err=True)
    for table in found:
        delete_table(url, table["id"])
        print(f"table {table['id']} is deleted")


def _list_tables(url: str, ids: list[str]) -> list[dict[str, Any]]:
    from sqlalchemy import select

    from periplo.server import schema
    from periplo.server.database import open_existing, read_errors

    its = schema.tables.c
    last_change = its.status_changed_at.label("touched")  # as programs know it that read the JSON
    asked = select(its.id, its.game, its.rules, its.status, its.listed, its.created, last_change)
    people = select(schema.seats.c.table, schema.seats.c.kind, schema.seats.c.name)
    if ids:
        asked, people = asked.where(its.id.in_(ids)), people.where(schema.seats.c.table.in_(ids))
    engine = open_existing(url, to_read=True)
    try:
        with read_errors(), engine.connect() as connection:
            rows = connection.execute(asked.order_by(last_change.desc())).mappings().all()
            seats: dict[str, list[dict[str, str]]] = {}
            for table, kind, name in connection.execute(people.order_by(schema.seats.c.seat)):
                seats.setdefault(table, []).append({"kind": str(kind), "name": str(name)})
    finally:
        engine.dispose()
    found = [{**row, "seats": seats.get(row["id"], [])} for row in rows]
    if missing := set(ids) - {row["id"] for row in found}:
        raise BadSetup(f"there is no table {min(missing)}")
    return found


def _show_tables(found: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=1, default=str))
        return
    if not found:
        print("there are no tables")
        return
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    for heading in ("id", "game", "status", "opened", "last change", "seats"):
        grid.add_column(heading, no_wrap=heading != "seats")
    for row in found:
        seats = ", ".join(
            seat["name"] if seat["kind"] == "person" else seat["kind"] for seat in row["seats"]
        )
        grid.add_row(
            str(row["id"]),
            str(row["game"]),
            str(row["status"]),
            _age(row["created"]),
            _age(row["touched"]),
            seats,
        )
    width = None if sys.stdout.isatty() else 1000  # other programs get every letter
    Console(highlight=False, markup=False, width=width).print(grid)


def _age(since: object) -> str:
    """Of something that happened so many milliseconds after 1970."""
    if not isinstance(since, int):
        return "?"
    seconds = max(0, int(time.time() - since / 1000))
    length, name = next((age for age in AGES if seconds >= age[0]), AGES[-1])
    count = seconds // length
    return f"{count} {name}{'' if count == 1 else 's'} ago"
