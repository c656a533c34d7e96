"""Many tasks on several processes, a few at a time, and all of them gone on Ctrl-C."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, TypeVar

from periplo.core.errors import BadSetup

MOST_JOBS = 256
AHEAD = 4  # tasks waiting for each process, so that none is idle and memory stays small

Result = TypeVar("Result")


def check_jobs(jobs: int) -> None:
    if not 1 <= jobs <= MOST_JOBS:
        raise BadSetup(f"jobs: must be 1 to {MOST_JOBS}, not {jobs}")


def in_parallel(
    function: Callable[..., Result], tasks: Iterable[tuple[Any, ...]], jobs: int
) -> Iterator[Result]:
    """The results of all tasks, as they come; in this very process for one job."""
    if jobs == 1:
        for task in tasks:
            yield function(*task)
        return
    context = multiprocessing.get_context("fork" if os.name == "posix" else "spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupts)
    try:
        rest = iter(tasks)
        waiting: set[Future[Result]] = {
            pool.submit(function, *task) for task in islice(rest, AHEAD * jobs)
        }
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
            waiting |= {pool.submit(function, *task) for task in islice(rest, len(done))}
    except BaseException:
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches everybody at the terminal; only the parent answers it, and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
