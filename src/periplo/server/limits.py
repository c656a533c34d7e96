"""How fast somebody may ask."""

import time


class Bucket:
    """So many a second, and a burst of a few seconds' worth at once."""

    __slots__ = ("_at", "_full", "_left", "_rate")

    def __init__(self, rate: float, seconds: float = 3.0) -> None:
        self._rate = rate
        self._full = self._left = max(1.0, rate * seconds)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed."""
        at = time.monotonic()
        self._left = min(self._full, self._left + (at - self._at) * self._rate)
        self._at = at
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True

    def is_full(self) -> bool:
        return self._left + (time.monotonic() - self._at) * self._rate >= self._full


class Buckets:
    """A bucket for each address; those that are full again are forgotten."""

    MOST = 10_000

    def __init__(self, a_minute: float) -> None:
        self._a_minute = a_minute
        self._of: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if len(self._of) >= self.MOST:
            self._of = {key: bucket for key, bucket in self._of.items() if not bucket.is_full()}
        if address not in self._of:
            if len(self._of) >= self.MOST:
                return False
            self._of[address] = Bucket(self._a_minute / 60, seconds=60)
        return self._of[address].take()
