"""One table as one file: its row, its seats with the hashes of their tokens, its log, and the
files that it plays with.

{"periplo_table": 1, "schema": "0005", "table": {…}, "seats": [{…}, …], "log": [{…}, …],
 "contents": [{"name": "class.csv", "data": "… in Base64"}, …]}

Names are the columns' of schema.py, or what they were called when the file was written. A column
that was not there then gets its default. Secrets of draws stay sealed until the game is over.
"""

import base64
import binascii
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Executable,
    Integer,
    String,
    Table,
    insert,
    select,
)

from periplo.core.contents import MOST_BYTES, Content
from periplo.core.errors import BadRecord, BadSetup, PeriploError
from periplo.core.reading import show
from periplo.play.draws import commitment
from periplo.server import schema
from periplo.server.contents import contents_of, save_content
from periplo.server.database import this_version, version_of
from periplo.server.sealing import KeyLost, Sealer
from periplo.server.secrets import is_table_id
from periplo.server.store import Row, Write, read_table

FORMAT = 1
FIELDS = ("periplo_table", "schema", "table", "seats", "log", "contents")
KINDS: Mapping[type[Any], tuple[type, str]] = {
    Boolean: (bool, "true or false"),
    BigInteger: (int, "a whole number"),
    Integer: (int, "a whole number"),
    String: (str, "a text"),
}


@dataclass
class ExportedFile:
    """One that a table plays with."""

    name: str
    data: bytes


@dataclass
class TableFile:
    """A table's rows, as they are inserted, and its files."""

    row: Row
    seats: list[Row]
    log: list[Row]
    contents: list[ExportedFile]


def export_table(
    connection: Connection, table_id: str, sealer: Callable[[], Sealer]
) -> dict[str, Any]:
    found = read_table(connection, table_id)
    if found is None:
        raise BadSetup(f"there is no table {table_id}")
    row, seats, log = found
    if row["status"] == "playing" and row["secret"]:  # it was begun before secrets were sealed
        row["commitment"] = commitment(row["secret"])
        row["sealed"] = sealer().seal(row["secret"], table_id)
        row["secret"] = ""
    for part in (*seats, *log):
        del part["table"]
    contents = [
        {"name": content.name, "data": base64.b64encode(content.data).decode()}
        for content in files_of(connection, row)
    ]
    return {
        "periplo_table": FORMAT,
        "schema": version_of(connection),
        "table": row,
        "seats": seats,
        "log": log,
        "contents": contents,
    }


def files_of(connection: Connection, row: Row) -> list[Content]:
    """The files that a table plays with, as far as its row can be read."""
    try:
        return contents_of(connection, row["game"], dict(json.loads(row["options"])))
    except (PeriploError, ValueError, TypeError, RecursionError):
        return []


def read_file(data: object) -> TableFile:
    """An exported table; whatever else it is, BadRecord says why not."""
    if not isinstance(data, dict):
        raise BadRecord(f"an exported table is one JSON object, not {show(data)}")
    for key in FIELDS:
        if key not in data:
            raise BadRecord(f"{key}: is missing")
    if data["periplo_table"] != FORMAT or isinstance(data["periplo_table"], bool):
        raise BadRecord(f"periplo_table: must be {FORMAT}, the format that can be read here")
    if not isinstance(data["schema"], str) or data["schema"] > this_version():
        raise BadRecord("schema: it was written by a newer version of Periplo")
    for key in data:
        if key not in FIELDS:
            raise BadRecord(f"{show(key)}: is no field of an exported table")
    row = _row(schema.tables, _renamed(data["table"], data["schema"]), "table", {})
    if not is_table_id(row["id"]):
        raise BadRecord(f"table: id: must be a table's, not {show(row['id'])}")
    its = {"table": row["id"]}
    seats = _rows(schema.seats, data["seats"], "seats", its)
    log = _rows(schema.log, data["log"], "log", its)
    for name, rows, number in (("seats", seats, "seat"), ("log", log, "number")):
        if len({part[number] for part in rows}) < len(rows):
            raise BadRecord(f"{name}: a {number} is there twice")
    return TableFile(row, seats, log, _files(data["contents"]))


def _files(values: object) -> list[ExportedFile]:
    if not isinstance(values, list):
        raise BadRecord(f"contents: must be a list, not {show(values)}")
    found = []
    for number, value in enumerate(values, 1):
        if not isinstance(value, dict) or value.keys() != {"name", "data"}:
            raise BadRecord(f"contents {number}: must be an object with name and data")
        name = _value(schema.contents.c["name"], value["name"], f"contents {number}")
        try:
            data = base64.b64decode(value["data"], validate=True)
        except (TypeError, ValueError, binascii.Error):
            raise BadRecord(f"contents {number}: data: must be Base64") from None
        if len(data) > MOST_BYTES:
            raise BadRecord(f"contents {number}: is larger than {MOST_BYTES // 2**20} MB")
        found.append(ExportedFile(name, data))
    return found


def _renamed(value: object, version: str) -> object:
    """A table's row with the columns' names of today."""
    if not isinstance(value, dict) or version >= "0009":
        return value
    return {
        key if (name := schema.RENAMED.get(key, key)) in value else name: value[key]
        for key in value
    }


def _rows(table: Table, values: object, name: str, more: Row) -> list[Row]:
    if not isinstance(values, list):
        raise BadRecord(f"{name}: must be a list, not {show(values)}")
    return [_row(table, value, f"{name} {i}", more) for i, value in enumerate(values, 1)]


def _row(table: Table, value: object, name: str, more: Row) -> Row:
    if not isinstance(value, dict):
        raise BadRecord(f"{name}: must be an object, not {show(value)}")
    for key in value:
        if key not in table.c or key in more:
            raise BadRecord(f"{name}: {show(key)} is no field of it")
    row = dict(more)
    for column in table.c:
        key = str(column.name)  # SQLAlchemy's is a kind of text of its own
        if key in value:
            row[key] = _value(column, value[key], name)
        elif key not in more:
            row[key] = _default(column, name)
    return row


def _value(column: "Column[Any]", value: Any, name: str) -> Any:
    if value is None and column.nullable:
        return None
    kind, called = next(named for of, named in KINDS.items() if isinstance(column.type, of))
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadRecord(f"{name}: {column.name}: must be {called}, not {show(value)}")
    if isinstance(value, int) and not -(2**31) <= value < 2 ** (53 if _is_big(column) else 31):
        raise BadRecord(f"{name}: {column.name}: {show(value)} is out of bounds")
    if isinstance(value, str):
        longest = getattr(column.type, "length", None)
        if longest is not None and len(value) > longest:
            raise BadRecord(f"{name}: {column.name}: is longer than {longest} characters")
        if "\0" in value or any(0xD800 <= ord(letter) < 0xE000 for letter in value):
            raise BadRecord(f"{name}: {column.name}: has characters that cannot be kept")
    return value


def _is_big(column: "Column[Any]") -> bool:
    return isinstance(column.type, BigInteger)


def _default(column: "Column[Any]", name: str) -> Any:
    """For what versions before the column did not write."""
    if column.server_default is not None:
        text = str(getattr(column.server_default, "arg", ""))
        if isinstance(column.type, Boolean):
            return text == "1"
        return int(text) if isinstance(column.type, Integer) else text
    if column.nullable:
        return None
    raise BadRecord(f"{name}: {column.name}: is missing")


def seal_anew(row: Row, here: Sealer, there: Sealer | None) -> None:
    """So that the server to which the table comes can draw: `there` is the key it comes from."""
    for sealer in (here, there):
        if sealer is None:
            continue
        try:
            row["sealed"] = here.seal(sealer.unseal(row["sealed"], row["id"]), row["id"])
            return
        except KeyLost:
            pass
    if there is None:
        raise BadSetup(
            "its draws are sealed with another server's key: give that server's key file with "
            "--old-key-file"
        )
    raise BadSetup("its draws are sealed with neither this server's key nor --old-key-file's")


def insert_writes(file: TableFile) -> list[Write]:
    return [
        *((save_content(Content(its.name, its.data)), []) for its in file.contents),
        (insert(schema.tables), [file.row]),
        *([(insert(schema.seats), file.seats)] if file.seats else []),
        *([(insert(schema.log), file.log)] if file.log else []),
    ]


def has_table(table_id: str) -> Executable:
    return select(schema.tables.c.id).where(schema.tables.c.id == table_id)
