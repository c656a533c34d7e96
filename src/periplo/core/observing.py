"""A game as numbers, for programs that learn it.

An observation is a row of whole numbers, none above 255, whose places mean the same throughout
a game. Each game says in its `observe.py` what they mean. Seats are counted from the observer's
own, so that a program which has learnt to play in one seat can play in every other.
"""

import json
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from periplo.core.errors import BadPickle
from periplo.core.setups import reduced_setup, restored_observer
from periplo.core.state import State

LONGEST_POSITION: Final = 2048  # bytes


class Field:
    """One part of an observation: a block of numbers from 0 to `most`."""

    def __init__(self, name: str, shape: list[int], most: int, meaning: str) -> None:
        self.name = name
        self.shape = shape
        self.most = most
        self.meaning = meaning
        self.size: int = 1
        for length in shape:
            self.size *= length


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """How a game is observed that has these seats and options. It keeps nothing of any state."""

    def __init__(self, fields: list[Field]) -> None:
        self.fields = fields
        self.made_by: tuple[Any, int, dict[str, Any]] | None = None  # game, seats, options
        self.size: int = 0
        self._starts: dict[str, int] = {}
        for field in fields:
            self._starts[field.name] = self.size
            self.size += field.size

    def __copy__(self) -> "Observer":
        return self  # it keeps nothing of any state

    def __deepcopy__(self, memo: object) -> "Observer":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.made_by is None:
            raise BadPickle("an observer can be pickled if Game.observer made it")
        return restored_observer, (reduced_setup(*self.made_by),)

    def start_of(self, name: str) -> int:
        """The first place of that field."""
        return self._starts[name]

    def tops(self) -> bytes:
        """The greatest number that each place can show."""
        return b"".join([bytes([field.most]) * field.size for field in self.fields])

    @abstractmethod
    def write(self, seen: State, seat: i64, row: bytearray, at: i64) -> None:
        """Fill `row` from `at` on, where it has zeros, with what the seat sees of `seen`."""

    def observe(self, state: State, seat: i64, row: bytearray, at: i64) -> None:
        """As `write`, of any state: what the seat may not know is taken out before."""
        self.write(state.seen_by(seat) if state.hides() else state, seat, row, at)

    def look(self, state: State, seat: i64) -> bytes:
        """The observation of one seat, a number a byte."""
        row = bytearray(self.size)
        self.observe(state, seat, row, 0)
        return bytes(row)


class PlainObserver(Observer):
    """For a game without `observe.py`: libraries can play it, though hardly learn it."""

    def __init__(self, seats: int, position: Callable[[State], dict[str, Any]]) -> None:
        meaning = "what one sees, as JSON text, then zeros; cut where it is longer"
        super().__init__(
            [
                Field("own", [seats], 1, "one's own seat"),
                Field("position", [LONGEST_POSITION], 255, meaning),
            ]
        )
        self._position = position

    def write(self, seen: State, seat: i64, row: bytearray, at: i64) -> None:
        row[at + seat] = 1
        text = json.dumps(self._position(seen)).encode()[:LONGEST_POSITION]
        start = int(at) + self.start_of("position")
        row[start : start + len(text)] = text


def seat_from(own: i64, away: i64, seats: i64) -> i64:
    """The seat so many places after one's own, going round."""
    seat = own + away
    return seat - seats if seat >= seats else seat


def places_after(own: i64, seat: i64, seats: i64) -> i64:
    """How many places after one's own a seat is."""
    away = seat - own
    return away if away >= 0 else away + seats
