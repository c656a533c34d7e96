"""What an operator's command asks of the server that holds the database, through the database.

Whoever may write to the database may do with it what they like, so there is nobody to ask for a
password. A command writes a row of `orders`; the server looks for them twice a second.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, Engine, delete, insert, select
from sqlalchemy.exc import DBAPIError

from periplo.core.errors import BadSetup
from periplo.play.refusals import Refused
from periplo.server import schema
from periplo.server.database import make_ready, open_existing
from periplo.server.lock import lock_of
from periplo.server.secrets import new_id
from periplo.server.store import Computed, PersistError, Row, Write, delete_writes, error_text
from periplo.server.transfer import TableFile, has_table, insert_writes
from periplo.table.rows import PLAYING

if TYPE_CHECKING:
    from periplo.server.registry import TableRegistry

DELETE, IMPORT = "delete", "import"
ANSWERED_WITHIN = 15.0  # seconds
LOOK_AGAIN = 0.1  # seconds
SERVER_LOOKS_AGAIN = 0.5  # seconds
DONE = "done"

logger = logging.getLogger("periplo.orders")
_to_json = msgspec.json.Encoder().encode
_table_file = msgspec.json.Decoder(TableFile)


def delete_table(url: str, table_id: str) -> None:
    """Delete a table, through the server that holds the database if there is one."""
    _carry_out(url, DELETE, table_id)


def import_table(url: str, file: TableFile) -> None:
    """Add a table in the same way; where there is no SQLite file yet, to a new one."""
    make_ready(url)
    _carry_out(url, IMPORT, _to_json(file).decode())


def about_table(kind: str, about: str) -> tuple[str, list[Write]]:
    """The table that an order is about, and what it writes."""
    if kind == DELETE:
        return about, delete_writes([about])
    file = _table_file.decode(about)
    return file.row["id"], insert_writes(file)


def check_order(kind: str, table_id: str, is_there: bool) -> None:
    if kind == DELETE and not is_there:
        raise BadSetup(f"there is no table {table_id}")
    if kind == IMPORT and is_there:
        raise BadSetup(f"there is a table {table_id} already; delete it first")


def _carry_out(url: str, kind: str, about: str) -> None:
    try:
        if _do_alone(url, kind, about):
            return
        answer = _order(url, kind, about)
        if answer is None and not _do_alone(url, kind, about):
            raise BadSetup("the server that holds the database does not answer; its log says why")
    except DBAPIError as error:
        raise BadSetup(f"database: {error.orig}") from None
    if answer not in (None, DONE):
        raise BadSetup(str(answer))


def _do_alone(url: str, kind: str, about: str) -> bool:
    """Do it here, if nobody holds the database."""
    with _opened(url) as engine:
        lock = lock_of(engine)
        try:
            if not lock.take():
                return False
            table_id, writes = about_table(kind, about)
            with engine.begin() as connection:
                is_there = connection.execute(has_table(table_id)).first() is not None
                check_order(kind, table_id, is_there)
                for statement, rows in writes:
                    assert not isinstance(statement, Computed)
                    connection.execute(statement, rows or None)
            return True
        finally:
            lock.release()


def _order(url: str, kind: str, about: str) -> str | None:
    """What the server answers; None if it does not, and then the order is withdrawn."""
    orders = schema.orders
    with _opened(url) as engine:
        row = {"id": new_id(), "kind": kind, "about": about, "answer": ""}
        with engine.begin() as connection:
            connection.execute(insert(orders).values(row))
        its = orders.c.id == row["id"]
        try:
            return _wait(engine, lambda c: c.execute(select(orders.c.answer).where(its)).scalar())
        finally:
            with engine.begin() as connection:
                connection.execute(delete(orders).where(its))


def _wait(engine: Engine, ask: Callable[[Connection], str | None]) -> str | None:
    until = time.monotonic() + ANSWERED_WITHIN
    while time.monotonic() < until:
        with engine.connect() as connection:
            if answer := ask(connection):
                return answer
        time.sleep(LOOK_AGAIN)
    return None


@contextmanager
def _opened(url: str) -> Iterator[Engine]:
    engine = open_existing(url)
    try:
        yield engine
    finally:
        engine.dispose()


# ---- the server


async def take_orders(registry: "TableRegistry") -> None:
    """Look for orders again and again; none is tried twice, whatever came of it."""
    orders = schema.orders
    seen: set[str] = set()
    while True:
        await asyncio.sleep(SERVER_LOOKS_AGAIN)
        try:
            for order in await registry.store.rows(select(orders).where(orders.c.answer == "")):
                if order["id"] not in seen:
                    seen.add(order["id"])
                    await _obey(registry, order)
        except (DBAPIError, PersistError) as error:
            logger.error("an operator's order cannot be carried out: %s", error_text(error))


async def _obey(registry: "TableRegistry", order: Row) -> None:
    kind = order["kind"]
    try:
        table_id, writes = about_table(kind, order["about"])
        check_order(kind, table_id, bool(await registry.store.rows(has_table(table_id))))
    except (BadSetup, msgspec.DecodeError) as error:
        await registry.store.save([_answer(order, str(error))], registry.store.failures)
        return
    if kind == DELETE:
        await registry.delete([table_id], "this table was deleted", _answer(order, DONE))
    else:
        await registry.store.save([*writes, _answer(order, DONE)], registry.store.failures)
        await _restart_turn(registry, table_id)
        registry.on_list_change()
    logger.info("an operator's order was carried out: %s", kind)


def _answer(order: Row, text: str) -> Write:
    its = schema.orders
    return its.update().where(its.c.id == order["id"]).values(answer=text, about=""), []


async def _restart_turn(registry: "TableRegistry", table_id: str) -> None:
    """Nobody loses a turn to the time that a table took to come here."""
    with suppress(Refused):
        table = await registry.find(table_id)
        if table is not None and table.core.status == PLAYING:
            table.restart_turn()
