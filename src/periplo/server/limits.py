"""How fast somebody may ask."""

import time
from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Protocol

from periplo.table.bucket import Bucket

# sockets of an address that have not said hello: after a restart everybody behind one router, 200
# who follow an event and its officials, comes back at once
MOST_UNKNOWN = 1000
SOCKETS_A_SEAT = 8  # windows and devices where one seat, or office, is open at once
TOO_MANY = 4429
ELSEWHERE = 4409


class ClockedBucket(Bucket):
    """A bucket by this machine's clock."""

    __slots__ = ()

    def __init__(self, rate: float, seconds: float = 3.0) -> None:
        super().__init__(rate, seconds, time.monotonic())

    def take_now(self, cost: float = 1.0) -> bool:
        return self.take(time.monotonic(), cost)


class Buckets:
    """A bucket for each address or device; those that are full again are forgotten."""

    MOST = 10_000

    def __init__(self, rate: float, seconds: float) -> None:
        self._rate = rate
        self._seconds = seconds
        self._of: dict[str, ClockedBucket] = {}

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether so much more is allowed; less than nothing gives something back."""
        if key not in self._of:
            if len(self._of) >= self.MOST:
                self._of = {
                    key: one for key, one in self._of.items() if not one.is_full(time.monotonic())
                }
            if len(self._of) >= self.MOST:
                del self._of[next(iter(self._of))]
            self._of[key] = ClockedBucket(self._rate, self._seconds)
        return self._of[key].take_now(cost)


class Closable(Protocol):
    def close(self, code: int, why: str) -> None: ...


class SocketGate:
    """How many sockets there may be. Whoever holds a seat or an office always gets in: the limit of
    an address is for those who watch, and who has not said hello makes room for who comes later.
    """

    def __init__(self, an_address: int) -> None:
        self._an_address = an_address
        self._watching: Counter[str] = Counter()
        self._unknown: dict[str, dict[Closable, None]] = {}
        self._seated: dict[tuple[str, Hashable], dict[Closable, None]] = {}

    def enter(self, address: str, socket: Closable) -> None:
        """Somebody who has not said hello yet."""
        unknown = self._unknown.setdefault(address, {})
        unknown[socket] = None
        if len(unknown) > MOST_UNKNOWN:
            oldest = next(iter(unknown))
            del unknown[oldest]
            oldest.close(TOO_MANY, "too many connections from this address say nothing")

    def watch(self, address: str) -> bool:
        """Whether one more of this address may watch; `unwatch` when it goes."""
        if self._watching[address] >= self._an_address:
            return False
        self._watching[address] += 1
        return True

    def unwatch(self, address: str) -> None:
        self._watching[address] -= 1
        if not self._watching[address]:
            del self._watching[address]

    def sit(self, table_id: str, places: Iterable[Hashable], socket: Closable) -> None:
        """The oldest of a place's sockets goes if there are too many; a place is a seat (its
        index) or an office (its id).
        """
        for place in places:
            sockets = self._seated.setdefault((table_id, place), {})
            sockets[socket] = None
            if len(sockets) > SOCKETS_A_SEAT:
                oldest = next(iter(sockets))
                del sockets[oldest]
                oldest.close(ELSEWHERE, "this seat or office is open in too many places")

    def greeted(self, address: str, socket: Closable) -> None:
        """It has said hello, or is gone."""
        unknown = self._unknown.get(address)
        if unknown is not None:
            unknown.pop(socket, None)
            if not unknown:
                del self._unknown[address]

    def stand_up(self, table_id: str, places: Iterable[Hashable], socket: Closable) -> None:
        for place in places:
            sockets = self._seated.get((table_id, place))
            if sockets is not None:
                sockets.pop(socket, None)
                if not sockets:
                    del self._seated[table_id, place]
