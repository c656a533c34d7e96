"""Long work on the event loop, a few milliseconds at a time.

A thread would not do: each time the loop lets go of the interpreter's lock to send something, the
thread would take it for its whole turn.
"""

import asyncio
import time
from typing import TypeVar

from periplo.play.stepwise import Work

SLICE = 0.004  # seconds, and then everybody else's turn

T = TypeVar("T")


class Slices:
    """One slice of somebody's work between any two turns of the loop; whoever asks takes turns."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, work: Work[T]) -> T:
        while True:
            async with self._turn:
                until = time.perf_counter() + SLICE
                try:
                    while time.perf_counter() < until:
                        next(work)
                except StopIteration as end:
                    result: T = end.value
                    return result
            await asyncio.sleep(0)
