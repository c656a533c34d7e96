"""Long work that can be interrupted: a generator that yields wherever somebody else may go on."""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
Work = Generator[None, None, T]


def run_at_once(work: Work[T]) -> T:
    """Its result, where nobody else waits."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result
