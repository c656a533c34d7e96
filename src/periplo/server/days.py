"""The deals of the days: each has a secret of its own, drawn on the day itself, so that nobody can
know it before. It lies sealed in the database and is published when the day is over.
"""

import asyncio
import logging
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from sqlalchemy import insert, select

from periplo.play.daily import day_of, par_of
from periplo.play.draws import commitment, new_secret
from periplo.play.refusals import Refused
from periplo.server import clock, schema
from periplo.server.bot_pool import start_worker
from periplo.server.sealing import KeyLost, Sealer
from periplo.server.store import Row, Store, Write
from periplo.table.state import NO_DICE

logger = logging.getLogger("periplo.days")


@dataclass(frozen=True)
class DayDeal:
    """What a table of a day is dealt."""

    day: str
    secret: str
    counts: bool  # whether it is the device's try for the day


def today() -> str:
    return day_of(clock.now())


def first_try(game_id: str, day: str, device: str, table_id: str, time: int) -> Write:
    row = {"game": game_id, "day": day, "device": device, "table": table_id}
    return insert(schema.daily_entries), [row | {"name": "", "points": None, "time": time}]


class Days:
    """One server's; whoever changes something about a day holds `lock`."""

    def __init__(self, store: Store, sealer: Sealer) -> None:
        self.lock = asyncio.Lock()
        self._store = store
        self._sealer = sealer
        self._looking: dict[tuple[str, str], asyncio.Task[None]] = {}  # for a par

    async def find(self, game_id: str, day: str) -> Row:
        """A day until today; one that is past only if somebody played here then."""
        row = await self._read(game_id, day)
        if row is None:
            if day != today():
                raise Refused("no-day", "there is nothing of that day here")
            async with self.lock:
                row = await self._read(game_id, day) or await self._make(game_id, day)
        if row["par"] is None and (game_id, day) not in self._looking:
            looking = asyncio.create_task(self._find_par(game_id, day, self.secret(row)))
            self._looking[game_id, day] = looking
        return row

    async def _read(self, game_id: str, day: str) -> Row | None:
        days = schema.days
        its = select(days).where(days.c.game == game_id, days.c.day == day)
        return next(iter(await self._store.rows(its)), None)

    async def _make(self, game_id: str, day: str) -> Row:
        secret = new_secret()
        row: Row = {
            "game": game_id,
            "day": day,
            "sealed": self._sealer.seal(secret, f"{game_id} {day}"),
            "commitment": commitment(secret),
            "par": None,
        }
        await self._store.save([(insert(schema.days), [row])], self._store.failures)
        return row

    def secret(self, row: Row) -> str:
        try:
            return self._sealer.unseal(row["sealed"], f"{row['game']} {row['day']}")
        except KeyLost:
            raise Refused("no-dice", NO_DICE) from None

    async def _find_par(self, game_id: str, day: str, secret: str) -> None:
        """In a process of its own, once: it takes longer than anybody waits for an answer."""
        try:
            par = await _in_a_process(game_id, secret)
            its = schema.days
            update = its.update().where(its.c.game == game_id, its.c.day == day).values(par=par)
            await self._store.save([(update, [])], self._store.failures)
        except Exception as error:  # whatever happens to that process: it is tried again
            logger.error("the par of a day cannot be found: %s", error)
        finally:
            del self._looking[game_id, day]

    def close(self) -> None:
        for looking in self._looking.values():
            looking.cancel()


async def _in_a_process(*given: Any) -> int:
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=start_worker)
    pid = 0
    try:
        pid = await asyncio.wrap_future(pool.submit(os.getpid))
        return await asyncio.wrap_future(pool.submit(par_of, *given))
    except asyncio.CancelledError:
        if pid:  # or the server would wait for it before it ends
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
