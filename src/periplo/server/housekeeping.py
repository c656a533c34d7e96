"""What a server does by itself as time passes: ends turns whose time is up, evicts tables that are
idle, deletes those that nobody came to, and those that it is not to keep any longer.
"""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import DBAPIError

from periplo.play.refusals import Refused
from periplo.server import clock
from periplo.server.store import PersistError, error_text
from periplo.table.rows import WAITING

if TYPE_CHECKING:
    from periplo.server.registry import TableRegistry

EVICTED_AFTER = 60.0  # seconds without anybody connected
TRY_AGAIN = 5000  # milliseconds after which a table is tried again if the disk failed
EVICT_EVERY = 5.0  # seconds between two looks for idle tables
WAITS_LISTED = 24 * 3600  # seconds after which a table that waits for players is gone
WAITS_UNLISTED = 7 * 24 * 3600
WAITS_EVENT = 366 * 24 * 3600  # a real table is prepared long before its day
REHEARSED_FOR = 24 * 3600  # seconds after which a rehearsal that nobody is at is thrown away
EXPIRE_EVERY = 600.0  # seconds
MOST_EXPIRED = 500  # tables at once

logger = logging.getLogger("periplo.housekeeping")


class Timeouts:
    """When tables, loaded or not, are to check whether a seat's time is up; in ticks."""

    def __init__(self) -> None:
        self._checks: dict[str, int] = {}
        self._due: dict[str, int] = {}  # when it is up, if the table said so

    def check(self, table_id: str, at: int) -> None:
        """Let a table check then, unless it is to check anyway."""
        self._checks.setdefault(table_id, at)

    def schedule_timeout(self, table_id: str, at: int | None) -> None:
        """A table says when time is up; None for never."""
        if at is None:
            self.forget(table_id)
        else:
            self._checks[table_id] = self._due[table_id] = at

    def due(self, table_id: str) -> int | None:
        """When a table's time is up, if it has said so since the server started."""
        return self._due.get(table_id)

    def forget(self, table_id: str) -> None:
        self._checks.pop(table_id, None)
        self._due.pop(table_id, None)

    def take(self, now: int) -> list[str]:
        """The tables that are to check now; they are not to check again."""
        late = [table_id for table_id, when in self._checks.items() if when <= now]
        for table_id in late:
            del self._checks[table_id]
        return late


class Housekeeping:
    """Runs beside the tables of one server."""

    def __init__(self, registry: "TableRegistry") -> None:
        self._registry = registry
        self._loop: asyncio.Task[None] | None = None
        self._late: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._loop = asyncio.create_task(self._housekeeping_loop())

    def stop(self) -> None:
        if self._loop is not None:
            self._loop.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def _housekeeping_loop(self) -> None:
        """Load tables whose time is up, twice a second; evict those that are idle."""
        evicted, expired = time.monotonic(), 0.0
        while True:
            await asyncio.sleep(0.5)
            for table_id in self._registry.timeouts.take(clock.ticks()):
                self._spawn(self._on_timeout(table_id))
            if time.monotonic() - evicted > EVICT_EVERY:
                evicted = time.monotonic()
                self._registry.evict_idle(evicted - EVICTED_AFTER)
            if time.monotonic() - expired > EXPIRE_EVERY:
                expired = time.monotonic()
                self._spawn(self._expire())

    async def _expire(self) -> None:
        try:
            await self.expire()
        except (DBAPIError, PersistError) as error:
            logger.error("old tables cannot be deleted: %s", error_text(error))

    async def expire(self) -> None:
        """Delete tables that have waited for players for too long and that nobody is at."""
        registry = self._registry
        registry.opener.forget_old()
        when = clock.now()
        old = await registry.store.waiting_since(
            when - 1000 * WAITS_LISTED,
            when - 1000 * WAITS_UNLISTED,
            when - 1000 * WAITS_EVENT,
            MOST_EXPIRED,
        )
        gone = [table_id for table_id in old if self._has_expired(table_id)]
        rehearsed = await registry.store.rehearsals(when - 1000 * REHEARSED_FOR, MOST_EXPIRED)
        gone += [table_id for table_id in rehearsed if registry.is_deserted(table_id)]
        if gone:
            await registry.delete(gone, "nobody came")
            registry.counts["expired"] += len(gone)
        await self._delete_old(when)

    async def _delete_old(self, when: int) -> None:
        """What the operator does not want to keep any longer."""
        registry = self._registry
        if not registry.settings.keep:
            return
        old = await registry.store.unused_since(when - 1000 * registry.settings.keep, MOST_EXPIRED)
        gone = [table_id for table_id in old if registry.is_deserted(table_id)]
        if gone:
            await registry.delete(gone, "this server keeps no table for so long")
            registry.counts["expired"] += len(gone)

    def _has_expired(self, table_id: str) -> bool:
        """Whether it still waits: what was read of the disk may be older than what is here."""
        registry = self._registry
        table = registry.loaded.get(table_id)
        if table is None:
            return registry.is_deserted(table_id)
        waits = WAITS_LISTED if table.row.listed else WAITS_UNLISTED
        if table.is_real():
            waits = WAITS_EVENT
        is_old = clock.now() - table.row.status_changed_at > 1000 * waits
        return table.core.status == WAITING and is_old and registry.is_deserted(table_id)

    async def _on_timeout(self, table_id: str) -> None:
        try:
            table = await self._registry.find(table_id)
            if table is not None:
                table.on_timeout()
        except Refused:
            return
        except (DBAPIError, PersistError) as error:
            logger.error("a turn cannot be ended: %s", error_text(error))
            self._registry.timeouts.check(table_id, clock.ticks() + TRY_AGAIN)
