"""Runs that people interrupt, or give so many seconds: they end, and what is finished is shown."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from periplo.core.errors import BadSetup

INTERRUPTED = 130

First = Annotated[
    int | None,
    typer.Option("--first", metavar="SEAT", help="Who begins, in games that draw it."),
]
TimeLimit = Annotated[
    float | None,
    typer.Option("--time", metavar="T", help="Seconds; what is finished by then is shown."),
]
Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Keep finished games there, and go on from them."),
]


class Run:
    """How a run ended."""

    def __init__(self) -> None:
        self.out_of_time = False


@contextmanager
def interruptible(seconds: float | None) -> Iterator[Run]:
    """Within it the time limit and SIGTERM, as `timeout` sends it, are like Ctrl-C."""
    if seconds is not None and not 0 < seconds <= 1e7:
        raise BadSetup("time: must be more than 0 seconds")
    run = Run()

    def stop(number: int, _: FrameType | None) -> None:
        run.out_of_time = number != signal.SIGTERM
        raise KeyboardInterrupt

    before = {signal.SIGTERM: signal.signal(signal.SIGTERM, stop)}
    if seconds is not None:
        if not hasattr(signal, "setitimer"):
            raise BadSetup("time: this system cannot limit it")
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield run
    finally:
        if seconds is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def check_finished(finished: int, wanted: int, run: Run, save: Path | None) -> None:
    """Say how far it came if that is not to the end; leave if there is nothing to show."""
    if finished >= wanted:
        return
    why = "out of time" if run.out_of_time else "interrupted"
    again = f"; the same command goes on from {save}" if save else "; --save FILE would keep them"
    print(f"periplo: {why} after {finished:,} of {wanted:,} games{again}", file=sys.stderr)
    if finished == 0:
        raise typer.Exit(INTERRUPTED)


def leave(finished: int, wanted: int, run: Run) -> None:
    """With the status of a program that was interrupted, if it was."""
    if finished < wanted and not run.out_of_time:
        sys.stdout.flush()
        raise typer.Exit(INTERRUPTED)
