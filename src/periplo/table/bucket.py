"""How fast somebody may ask."""


class Bucket:
    """So many a second, and a burst of a few seconds' worth at once. Times are in seconds."""

    __slots__ = ("_at", "_full", "_left", "_rate")

    def __init__(self, rate: float, seconds: float, at: float) -> None:
        self._rate = rate
        self._full = self._left = max(1.0, rate * seconds)
        self._at = at

    def take(self, at: float, cost: float = 1.0) -> bool:
        """Whether one more is allowed."""
        self._left = min(self._full, self._left + (at - self._at) * self._rate)
        self._at = at
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def is_full(self, at: float) -> bool:
        return self._left + (at - self._at) * self._rate >= self._full
