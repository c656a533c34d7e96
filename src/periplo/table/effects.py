"""What a table asks of whoever runs it.

Nothing is shown to anybody before what it shows is on disk. So everything that somebody notices
names in `after` the `Persist` that it waits for, and is carried out in the order in which it came.
If a `Persist` fails, nothing that waits for it happens, and the table is opened again from disk.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from periplo.core.game import Position
from periplo.table.inputs import Connection, TimeoutKind
from periplo.table.messages import Message
from periplo.table.rows import Write

COME_AGAIN: Final = 1012  # by RFC 6455's registry a restart: clients connect again at once


@dataclass(slots=True)
class Persist:
    """Write all of this to disk, or nothing of it; then say `Persisted` to a table that waits for
    the disk.
    """

    number: int
    writes: tuple[Write, ...]


@dataclass(slots=True)
class Send:
    to: tuple[Connection, ...]
    message: Message
    after: int = 0


@dataclass(slots=True)
class Disconnect:
    to: tuple[Connection, ...]
    code: int
    why: str
    after: int = 0


@dataclass(slots=True)
class ListChanged:
    """What the lobby shows of the table is not as it was."""

    after: int = 0


@dataclass(slots=True)
class AskBot:
    """Let a bot choose for a seat, seeing only this view; then say what became of it."""

    number: int
    seat: int
    bot: str
    view: Position


@dataclass(slots=True)
class CancelBot:
    """Nobody waits for the answer any more."""

    number: int


@dataclass(slots=True)
class SetTimeout:
    """Say `TimedOut` then; None for not at all. The last one of a kind holds."""

    kind: TimeoutKind
    at: int | None  # by the clock that nobody sets


Noticeable = Send | Disconnect | ListChanged
NOTICEABLE = (Send, Disconnect, ListChanged)
Effect = Persist | Noticeable | AskBot | CancelBot | SetTimeout


class Outbox:
    """The effects of one input. All its writes are one `Persist`, and come first."""

    def __init__(self) -> None:
        self.number = 0  # of the last Persist
        self._writes: list[Write] = []
        self._effects: list[Effect] = []
        self._at_once: list[Effect] = []

    def save(self, write: Write) -> int:
        """The number of the Persist that it will be in."""
        self._writes.append(write)
        return self.number + 1

    def send(self, to: Iterable[Connection], message: Message) -> None:
        if receivers := tuple(to):
            self._effects.append(Send(receivers, message))

    def send_at_once(self, to: Iterable[Connection], message: Message) -> None:
        """What shows nothing of the table."""
        self._at_once.append(Send(tuple(to), message))

    def add(self, effect: Effect) -> None:
        self._effects.append(effect)

    def take(self) -> list[Effect]:
        effects, self._effects = self._effects, []
        if self._writes:
            self.number += 1
            persist = Persist(self.number, tuple(self._writes))
            self._writes = []
            effects.insert(0, persist)
        for effect in effects:
            if isinstance(effect, NOTICEABLE):
                effect.after = self.number
        effects += self._at_once
        self._at_once.clear()
        return effects

    def clear(self) -> None:
        self._effects.clear()
        self._writes.clear()
