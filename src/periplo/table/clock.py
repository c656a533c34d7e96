"""When a turn ends. Turns are counted by a clock that nobody sets."""

from collections.abc import Callable
from typing import NamedTuple

from periplo.table.actions import LoggedAction
from periplo.table.rows import CLOCK, PERSON, TIME_UP

JUMP = 500  # milliseconds: if the wall clock is off by more, it was set
RETURN = 60  # seconds, at most, for players to come back to a server that was away
MOST_ALONE = 30  # actions that the clock brings about while nobody who plays is connected


class Instant(NamedTuple):
    """A time by both clocks, in milliseconds."""

    at: int  # since some moment, by a clock that nobody sets
    wall: int  # since 1970; it may be set, forward and back


class TurnClock:
    def __init__(self, limit: int, started: Instant, read: Instant, alone: int) -> None:
        """`started` is when the server was, `read` when the table was read from disk."""
        self.limit = limit
        self.due: int | None = None  # when time is up, by the clock that nobody sets
        self._promised = 0  # the same by the wall clock as it went then
        self._started = started
        self._read = read
        self._alone = alone  # actions by the clock since somebody who plays was here

    def instant_of(self, wall: int, at: int | None = None) -> Instant:
        """When something happened. What is known from the disk alone was as long ago as the wall
        clock says, but not in the future.
        """
        if at is None:
            at = self._read.at + min(0, wall - self._read.wall)
        return Instant(at, wall)

    def turn_began(self, actions: list[LoggedAction]) -> Instant | None:
        """When something last happened that everybody saw: neither an action in secret nor one
        that was taken back gives anybody more time.
        """
        for action in reversed(actions):
            if not action.is_secret:
                return self.instant_of(action.time, action.at)
        return None

    def start_turn(self, since: Instant, due: int | None = None) -> None:
        """Time is up so long after `since`, or at `due` if that is known better."""
        self.due = None
        if self.limit and not self.is_left_alone():
            returned, limit = 1000 * min(self.limit, RETURN), 1000 * self.limit
            started = self._started
            self.due = max(since.at + limit, started.at + returned) if due is None else due
            self._promised = max(since.wall + limit, started.wall + returned)

    def come_back(self, now: Instant) -> None:
        """The table was paused until now: no turn that began before is up at once."""
        self._started = now

    def stop(self) -> None:
        self.due = None

    def deadline(self, now: Instant) -> int | None:
        """When time is up, by the wall clock as it goes now: it may have been set since."""
        if self.due is None:
            return None
        by_now = now.wall + self.due - now.at
        return self._promised if abs(by_now - self._promised) < JUMP else by_now

    def is_late(self, now: Instant) -> bool:
        return self.due is not None and now.at >= self.due

    def count_alone(self, action: LoggedAction, is_empty: Callable[[], bool]) -> None:
        if action.by == PERSON:
            self._alone = 0
        elif (action.by == CLOCK or action.note == TIME_UP) and is_empty():
            self._alone += 1

    def is_left_alone(self) -> bool:
        """Nobody has been here for so long that the clock stands still until somebody is."""
        return self._alone >= MOST_ALONE

    def welcome_back(self) -> bool:
        """Somebody who plays is here; whether the clock stood still."""
        stood_still, self._alone = self.is_left_alone(), 0
        return stood_still
