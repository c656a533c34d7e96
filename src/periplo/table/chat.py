"""What is said at a table, and how much may be."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from periplo.play.refusals import Refused
from periplo.table.bucket import Bucket
from periplo.table.rows import LogRow

LINES_KEPT = 100
LINES_A_SECOND, BURST = 1.0, 10.0  # lines of a seat, and for how many seconds at once


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Seats are counted from 1."""

    seat: int
    name: str
    text: str
    time: int


class Chat:
    def __init__(self, is_on: bool, seats: int, most_bytes: int, at: float) -> None:
        """`most_bytes` of the whole table, 0 for no limit; `at` is now, in seconds."""
        self._is_on = is_on
        self._most_bytes = most_bytes
        self._bytes = 0
        self._lines: deque[ChatLine] = deque(maxlen=LINES_KEPT)
        self._buckets = [Bucket(LINES_A_SECOND, BURST, at) for _ in range(seats)]

    def replay(self, rows: Sequence[LogRow]) -> None:
        for row in rows:
            self.add(row.seat, row.note, row.text, row.time)

    def add(self, seat: int, name: str, text: str, time: int) -> ChatLine:
        line = ChatLine(seat + 1, name, text, time)
        self._lines.append(line)
        self._bytes += len(text.encode())
        return line

    def lines(self) -> list[ChatLine]:
        return list(self._lines) if self._is_on else []

    def check(
        self, seat: int, text: str, at: float, is_full: bool, may_chat: Callable[[int], bool]
    ) -> str:
        """The line as it is kept; `may_chat` says whether its sender has so many bytes left."""
        if not self._is_on:
            raise Refused("no-chat", "there is no chat at this table")
        text = " ".join(text.split())
        if not text.isprintable() or not text:
            raise Refused("unprintable", "that cannot be printed")
        if not self._buckets[seat].take(at):
            raise Refused("too-fast", "that is a lot to say at once; please wait a little")
        size = len(text.encode())
        if is_full or 0 < self._most_bytes < self._bytes + size:
            raise Refused("too-much-chat", "this table's chat is full: nothing more can be said")
        if not may_chat(size):
            raise Refused("too-much-chat", "that was all you can say today, at all tables together")
        return text
