"""The two clocks of this machine."""

import time

from periplo.table.clock import Instant


def now() -> int:
    """Milliseconds since 1970, by the wall clock. It may be set, forward and back."""
    return time.time_ns() // 1_000_000


def ticks() -> int:
    """Milliseconds since some moment, by a clock that nobody sets."""
    return time.monotonic_ns() // 1_000_000


def this_instant() -> Instant:
    """By both."""
    return Instant(ticks(), now())
