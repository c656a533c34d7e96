"""Girumgo as numbers, for programs that learn it."""

from typing import Final

from mypy_extensions import i64

from periplo.core.bits import has
from periplo.core.game import Options
from periplo.core.observing import Field, Observer, places_after, seat_from
from periplo.core.state import State
from periplo.games.girumgo.board import BOARDS, SIDES, Triangle, gap_of
from periplo.games.girumgo.rules import PHASE_TURN, UNMARKED, GirumgoState

MOST_ADVANCES: Final = 100  # where there is no dial


def observer(seats: int, options: Options) -> Observer:
    return GirumgoObserver(seats, options["radius"], options["dial"])


class GirumgoObserver(Observer):
    def __init__(self, seats: int, radius: int, dial: int) -> None:
        board = BOARDS[radius]
        self._most_advances: int = min(dial, MOST_ADVANCES) if dial else MOST_ADVANCES
        self._wheels: i64 = board.wheels
        super().__init__(
            [
                Field("phase", [5], 1, "one of: setting wheels, who begins, the die, a turn, over"),
                Field("turn", [seats], 1, "whose turn it is"),
                Field("die", [1], SIDES, "the die"),
                Field("left", [1], SIDES, "spins left"),
                Field("rotation", [board.wheels, SIDES], 1, "each wheel's rotation, 0 to 5"),
                Field("before", [board.wheels, SIDES], 1, "what it was when this turn began"),
                Field("marked", [board.gaps], 1, "the gaps with a mark"),
                Field("counted", [board.gaps], SIDES, "triangles counted there this turn"),
                Field("struck", [seats], 1, "rivals surrounded this turn"),
                Field("corner", [seats, SIDES], 1, "the corner each seat comes from"),
                Field("at", [seats, board.wheels], 1, "the wheel its piece is on"),
                Field("advances", [seats], self._most_advances, "its advances"),
            ]
        )
        self._turn: i64 = self.start_of("turn")
        self._die: i64 = self.start_of("die")
        self._left: i64 = self.start_of("left")
        self._rotation: i64 = self.start_of("rotation")
        self._before: i64 = self.start_of("before")
        self._marked: i64 = self.start_of("marked")
        self._counted: i64 = self.start_of("counted")
        self._struck: i64 = self.start_of("struck")
        self._corner: i64 = self.start_of("corner")
        self._at: i64 = self.start_of("at")
        self._advances: i64 = self.start_of("advances")

    def write(self, seen: State, seat: i64, row: bytearray, at: i64) -> None:
        assert isinstance(seen, GirumgoState)
        row[at + seen.phase] = 1
        row[at + self._turn + places_after(seat, seen.turn, seen.seats)] = 1
        row[at + self._die] = seen.die
        row[at + self._left] = seen.left
        for wheel in range(len(seen.wheels)):
            row[at + self._rotation + SIDES * wheel + seen.wheels[wheel]] = 1
        if seen.phase == PHASE_TURN:
            for wheel in range(len(seen.before)):
                row[at + self._before + SIDES * wheel + seen.before[wheel]] = 1
        for gap in range(len(seen.marks)):
            if seen.marks[gap] != UNMARKED:
                row[at + self._marked + gap] = 1
        for triangle in seen.counted:
            row[at + self._counted + gap_of(Triangle(triangle))] += 1
        for away in range(seen.seats):
            other = seat_from(seat, away, seen.seats)
            if has(seen.struck, other):
                row[at + self._struck + away] = 1
            row[at + self._corner + SIDES * away + seen.corner[other]] = 1
            row[at + self._at + self._wheels * away + seen.at[other]] = 1
            row[at + self._advances + away] = min(seen.advances[other], self._most_advances)
