"""The goose game as numbers, for programs that learn it."""

from typing import Final

from mypy_extensions import i64

from periplo.core.game import Options
from periplo.core.observing import Field, Observer, places_after, seat_from
from periplo.core.state import State
from periplo.core.two_dice import THROWS
from periplo.games.oca.board import GARDEN
from periplo.games.oca.race import held_of, square_of
from periplo.games.oca.rules import OcaState

SQUARES: Final = GARDEN + 1
HOLDS: Final = 3  # what may hold a piece: the well, one throw to miss, two
MOST_STRAYS: Final = 19
MOST_OWED: Final = 2  # by a bearer alone: strays move after its decision
MOST_RACES: Final = 100
MOST_EGGS: Final = 100
MOST_THROWS: Final = 4  # with the third or sooner the win is golden  [OCA-21]


def observer(seats: int, _: Options) -> Observer:
    return OcaObserver(seats)


class OcaObserver(Observer):
    def __init__(self, seats: int) -> None:
        super().__init__(
            [
                Field("phase", [3], 1, "one of: throwing, deciding on a swap, over"),
                Field("turn", [seats], 1, "whose turn it is"),
                Field("throw", [len(THROWS)], 1, "the dice while a swap is decided, 1+1 … 6+6"),
                Field("owed", [1], MOST_OWED, "pledges to be paid when this throw ends"),
                Field("race", [1], MOST_RACES, "golden wins so far"),
                Field("bearer", [seats, SQUARES], 1, "the bearer's square"),
                Field("held", [seats, HOLDS], 1, "the bearer: in the well, misses one, two"),
                Field("strays", [seats, SQUARES], MOST_STRAYS, "strays on each square"),
                Field("stuck", [seats, HOLDS], MOST_STRAYS, "strays: in the well, miss one, two"),
                Field("home", [seats], MOST_STRAYS, "people at home"),
                Field("eggs", [seats], MOST_EGGS, "eggs"),
                Field("throws", [seats], MOST_THROWS, "throws in this race, from four on alike"),
                Field("spent", [seats], 1, "the bearer has covered for an empty home"),
                Field("own", [seats], GARDEN, "the number of the flock's own square"),
            ]
        )
        self._turn: i64 = self.start_of("turn")
        self._throw: i64 = self.start_of("throw")
        self._owed: i64 = self.start_of("owed")
        self._race: i64 = self.start_of("race")
        self._bearer: i64 = self.start_of("bearer")
        self._held: i64 = self.start_of("held")
        self._strays: i64 = self.start_of("strays")
        self._stuck: i64 = self.start_of("stuck")
        self._home: i64 = self.start_of("home")
        self._eggs: i64 = self.start_of("eggs")
        self._throws: i64 = self.start_of("throws")
        self._spent: i64 = self.start_of("spent")
        self._own: i64 = self.start_of("own")

    def write(self, seen: State, seat: i64, row: bytearray, at: i64) -> None:
        assert isinstance(seen, OcaState)
        row[at + seen.phase] = 1
        row[at + self._turn + places_after(seat, seen.turn, seen.seats)] = 1
        if seen.throw >= 0:
            row[at + self._throw + seen.throw] = 1
        row[at + self._owed] = min(seen.owed, MOST_OWED)
        row[at + self._race] = min(seen.race - 1, MOST_RACES)
        for away in range(seen.seats):
            self._write_flock(seen, seat_from(seat, away, seen.seats), row, at, away)

    def _write_flock(self, seen: OcaState, seat: i64, row: bytearray, at: i64, away: i64) -> None:
        square: i64 = square_of(seen.flocks[seat].bearer)
        row[at + self._bearer + SQUARES * away + square] = 1
        held = held_of(seen.flocks[seat].bearer)
        if held != 0:
            row[at + self._held + HOLDS * away + max(held, 0)] = 1
        for piece in seen.flocks[seat].strays:
            square = square_of(piece)
            row[at + self._strays + SQUARES * away + square] += 1
            held = held_of(piece)
            if held != 0:
                row[at + self._stuck + HOLDS * away + max(held, 0)] += 1
        row[at + self._home + away] = min(seen.flocks[seat].home, MOST_STRAYS)
        row[at + self._eggs + away] = min(seen.flocks[seat].eggs, MOST_EGGS)
        row[at + self._throws + away] = min(seen.flocks[seat].throws, MOST_THROWS)
        if seen.flocks[seat].spent:
            row[at + self._spent + away] = 1
        row[at + self._own + away] = seen.flocks[seat].own_square
