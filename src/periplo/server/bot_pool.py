"""Bots in processes of their own, so that no bot ever holds up a table."""

import asyncio
import json
import os
import signal
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from typing import Any

from periplo.bots import Setting
from periplo.bots.hints import find_hint
from periplo.bots.seats import BOTS_KEPT, BotSeats
from periplo.core.contents import Content, find, keep
from periplo.core.options import references
from periplo.games import game as find_game
from periplo.server.fair_queue import FairQueue, QueuedTask, Requester

PATIENCE = 20.0  # seconds for an answer; waiting for a free process does not count
MOST_BY_DEFAULT = 4  # processes
PROGRAMS = ("cmd:", "py:")  # bots with a process of their own for one seat of one game

_seats = BotSeats()

NamedFile = tuple[str, bytes]  # its name, and what it holds


def choose_action(
    table_id: str,
    game_id: str,
    options: dict[str, Any],
    view: dict[str, Any],
    seat: int,
    name: str,
    files: Sequence[NamedFile] = (),
) -> str | list[str]:
    """In a process of its own: the text of what the bot does, seeing only its view.

    Or references to files that this process has not been given yet, to be asked again with them.
    """
    game = find_game(game_id)
    for file in files:
        keep(Content(*file))
    if lacking := [one for one in references(game.options, options) if find(one) is None]:
        return lacking
    return _seats.choose(table_id, game, view, seat, name, Setting(options))


def find_hint_in(
    _table_id: str,
    game_id: str,
    options: dict[str, Any],
    view: dict[str, Any],
    seat: int,
    _name: str,
    files: Sequence[NamedFile] = (),
) -> str | list[str]:
    """The same for somebody who asks for a hint, as JSON."""
    game = find_game(game_id)
    for file in files:
        keep(Content(*file))
    if lacking := [one for one in references(game.options, options) if find(one) is None]:
        return lacking
    return json.dumps(find_hint(game, view, seat, Setting(options)))


def start_worker() -> None:
    """Less urgent than the tables, and gone when the server is, however it ended."""
    os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server to answer
    threading.Thread(target=_exit_with_server, daemon=True).start()


def _exit_with_server() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    _seats.close()
    os._exit(1)


def default_processes() -> int:
    """As many as the machine has cores for, with one left for the tables; but at least two, so
    that nobody alone can keep all of them busy.
    """
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return max(2, min(MOST_BY_DEFAULT, cores - 1))


class Abandoned(Exception):
    """Nobody waits for the answer any more."""


@dataclass(eq=False)
class BotTask(QueuedTask):
    """A decision that a bot is to make."""

    ask: Callable[..., str | list[str]]  # what answers it
    work: tuple[Any, ...]
    pinned: int | None  # the only process that may do it
    answer: "asyncio.Future[str]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class BotProcess:
    """One process; started when it is first needed, and again after it has been ended."""

    def __init__(self) -> None:
        self.busy_for: BotTask | None = None
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0

    async def choose(self, ask: Callable[..., str | list[str]], work: tuple[Any, ...]) -> str:
        try:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    1, mp_context=get_context("spawn"), initializer=start_worker
                )
                self._pid = await asyncio.wrap_future(self._pool.submit(os.getpid))
            answer = await self._ask(self._pool, ask, work)
            if isinstance(answer, list):
                answer = await self._ask(self._pool, ask, (*work, _files(answer)))
            if isinstance(answer, list):
                raise RuntimeError("a file that the table plays with is missing")
            return answer
        except BrokenProcessPool:
            self._pool = None
            raise RuntimeError("its process ended") from None
        except TimeoutError:
            with suppress(ProcessLookupError):  # or it would never be free again
                os.kill(self._pid, signal.SIGKILL)
            self.end()
            raise RuntimeError(f"said nothing for {PATIENCE:g} seconds") from None

    async def _ask(
        self, pool: ProcessPoolExecutor, ask: Callable[..., str | list[str]], work: tuple[Any, ...]
    ) -> str | list[str]:
        answer = asyncio.wrap_future(pool.submit(ask, *work))
        return await asyncio.wait_for(answer, PATIENCE)

    def end(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class BotPool:
    """A few processes that choose for bots, and a fair queue before them."""

    def __init__(self, processes: int) -> None:
        self.answers = 0  # of bots, also failures
        self._processes = [BotProcess() for _ in range(processes)]
        self._queue: FairQueue[BotTask] = FairQueue()
        self._last_at: OrderedDict[str, int] = OrderedDict()  # which process its bots had last
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        return len(self._queue)

    async def choose(
        self,
        asker: Requester,
        urgency: Callable[[], int | None],
        game_id: str,
        options: dict[str, Any],
        view: dict[str, Any],
        seat: int,
        name: str,
        ask: Callable[..., str | list[str]] = choose_action,
    ) -> str:
        """What the bot does, or what `ask` answers; Abandoned if `urgency` is None before its turn
        comes.
        """
        work = (asker.table, game_id, options, view, seat, name)
        # a program goes on from what it was sent before, so it must not run twice
        pinned = sum(asker.table.encode()) % len(self._processes)
        task = BotTask(asker, urgency, ask, work, pinned if name.startswith(PROGRAMS) else None)
        self._queue.add(task)
        self._dispatch()
        try:
            return await task.answer
        finally:
            self._queue.discard(task)

    def _dispatch(self) -> None:
        """To every process that is free, the task that is next."""
        for unwanted in self._queue.drop_unwanted():
            if not unwanted.answer.done():
                unwanted.answer.set_exception(Abandoned())
        while not self._closed and (free := self._free()):
            task = self._queue.take(lambda task: self._may_have(task, free))
            if task is None:
                return
            number = task.pinned
            if number is None:  # a search goes on with its tree where it has one
                last = self._last_at.get(task.asker.table)
                number = last if last in free else free[0]
            self._processes[number].busy_for = task
            running = asyncio.create_task(self._run(task, number))
            self._running.add(running)
            running.add_done_callback(self._running.discard)

    def _free(self) -> list[int]:
        return [i for i, process in enumerate(self._processes) if process.busy_for is None]

    def _may_have(self, task: BotTask, free: list[int]) -> bool:
        """The last free process is for somebody who waits for it and has no other."""
        if task.pinned is not None and task.pinned not in free:
            return False
        if len(free) > 1 or len(self._processes) == 1:
            return True
        busy_for = {other.busy_for.asker.device for other in self._processes if other.busy_for}
        return task.urgency() == 0 and task.asker.device not in busy_for

    async def _run(self, task: BotTask, number: int) -> None:
        """Whoever stops waiting for it does not free the process before it has an answer."""
        process = self._processes[number]
        self._last_at.pop(task.asker.table, None)
        self._last_at[task.asker.table] = number
        if len(self._last_at) > BOTS_KEPT * len(self._processes):
            self._last_at.popitem(last=False)
        try:
            text = await process.choose(task.ask, task.work)
            if not task.answer.done():
                task.answer.set_result(text)
        except Exception as error:
            if not task.answer.done():
                task.answer.set_exception(error)
        finally:
            self.answers += 1
            process.busy_for = None
            self._dispatch()

    def close(self) -> None:
        self._closed = True
        for task in list(self._running):
            task.cancel()
        for process in self._processes:
            process.end()


def _files(wanted: Sequence[str]) -> list[NamedFile]:
    contents = [find(reference) for reference in wanted]
    return [(content.name, content.data) for content in contents if content is not None]
