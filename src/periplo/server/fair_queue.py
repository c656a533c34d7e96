"""Who is served next when many ask at once: nobody can push others back by asking more."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

FOR_THE_REST = 5  # every so many turns go to whoever has waited, whatever their urgency
MOST_REMEMBERED = 10_000  # addresses, devices and tables that were served

Task = TypeVar("Task", bound="QueuedTask")


@dataclass(frozen=True)
class Requester:
    """For whom something is done; fairness is between addresses, then devices, then tables."""

    address: str
    device: str
    table: str

    def groups(self) -> tuple[tuple[str, ...], ...]:
        return (
            (self.address,),
            (self.address, self.device),
            (self.address, self.device, self.table),
        )


@dataclass(eq=False)
class QueuedTask:
    """Something to be done. `urgency` is asked again at each turn; None means never mind."""

    asker: Requester
    urgency: Callable[[], int | None]


class FairQueue(Generic[Task]):
    """The most urgent first; among equals, the group that was served longest ago."""

    def __init__(self) -> None:
        self._waiting: list[Task] = []
        self._served: dict[tuple[str, ...], int] = {}
        self._turns = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, task: Task) -> None:
        self._waiting.append(task)

    def discard(self, task: Task) -> None:
        if task in self._waiting:
            self._waiting.remove(task)

    def drop_unwanted(self) -> list[Task]:
        """Take out what nobody wants any more."""
        unwanted = [task for task in self._waiting if task.urgency() is None]
        for task in unwanted:
            self._waiting.remove(task)
        return unwanted

    def take(self, fits: Callable[[Task], bool] = lambda _: True) -> Task | None:
        """The next of those that fit, taken out; None if there is none."""
        able = [task for task in self._waiting if fits(task)]
        if not able:
            return None
        everybody = (self._turns + 1) % FOR_THE_REST == 0
        task = min(able, key=lambda task: self._rank(task, everybody))  # the oldest of equals
        self._waiting.remove(task)
        self._turns += 1
        for group in task.asker.groups():
            self._served.pop(group, None)  # to the end of those that are remembered
            self._served[group] = self._turns
        while len(self._served) > MOST_REMEMBERED:
            del self._served[next(iter(self._served))]
        return task

    def _rank(self, task: Task, everybody: bool) -> tuple[Any, ...]:
        urgency = 0 if everybody else task.urgency() or 0
        return (urgency, *(self._served.get(group, 0) for group in task.asker.groups()))
