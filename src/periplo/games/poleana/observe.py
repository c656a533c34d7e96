"""El Reo Poleana as numbers, for programs that learn it."""

from typing import Final

from mypy_extensions import i64

from periplo.core.game import Options
from periplo.core.observing import Field, Observer, places_after, seat_from
from periplo.core.state import Seat, State
from periplo.games.poleana.board import (
    CELL,
    ENTRANCES,
    LENGTH,
    PLACES,
    REOS,
    Place,
    gallery_of,
    number_in_gallery,
)
from periplo.games.poleana.jail import HIGHER, LOWER, PHASE_FIRST
from periplo.games.poleana.rules import PoleanaState

DIE: Final = 6
# places in a row: the way, the cell, then the three galleries
SPOTS: Final = CELL + 1 + LENGTH * len(ENTRANCES)


def _spot(place: Place) -> i64:
    gallery = gallery_of(place)
    if gallery < 0:
        return place
    return CELL + LENGTH * gallery + number_in_gallery(place, gallery)


SPOT: Final[tuple[int, ...]] = tuple(_spot(Place(place)) for place in range(PLACES))


def observer(seats: int, _: Options) -> Observer:
    return PoleanaObserver(seats)


class PoleanaObserver(Observer):
    def __init__(self, seats: int) -> None:
        super().__init__(
            [
                Field("phase", [6], 1, "one of: first, throwing, guard, moving, bonus, over"),
                Field("turn", [seats], 1, "whose turn it is"),
                Field("low", [DIE], 1, "the lower die, 1 to 6"),
                Field("high", [DIE], 1, "the higher die"),
                Field("left", [2], 1, "whether the lower and the higher die are still to be used"),
                Field("again", [1], 1, "the seat on turn throws again"),
                Field(
                    "reos",
                    [REOS, SPOTS],
                    1,
                    "where each of one's own reos is: 0–54 the yard from the own :0 on, 55–60 the "
                    "escape, 61 out, 62 in the cell, then seven of each gallery met",
                ),
                Field("places", [seats, SPOTS], REOS, "how many reos each colour has there"),
            ]
        )
        self._turn: i64 = self.start_of("turn")
        self._low: i64 = self.start_of("low")
        self._high: i64 = self.start_of("high")
        self._left: i64 = self.start_of("left")
        self._again: i64 = self.start_of("again")
        self._reos: i64 = self.start_of("reos")
        self._places: i64 = self.start_of("places")

    def write(self, seen: State, seat: i64, row: bytearray, at: i64) -> None:
        assert isinstance(seen, PoleanaState)
        row[at + seen.phase] = 1
        if seen.phase != PHASE_FIRST:
            row[at + self._turn + places_after(seat, seen.turn, seen.seats)] = 1
        if seen.low > 0:
            row[at + self._low + seen.low - 1] = 1
            row[at + self._high + seen.high - 1] = 1
        if seen.left & LOWER:
            row[at + self._left] = 1
        if seen.left & HIGHER:
            row[at + self._left + 1] = 1
        if seen.again:
            row[at + self._again] = 1
        for reo in range(REOS):
            own: i64 = SPOT[seen.place_of(Seat(seat), reo)]
            row[at + self._reos + SPOTS * reo + own] = 1
        for away in range(seen.seats):
            other = seat_from(seat, away, seen.seats)
            for reo in range(REOS):
                spot: i64 = SPOT[seen.place_of(Seat(other), reo)]
                row[at + self._places + SPOTS * away + spot] += 1
