"""El camino as numbers, for programs that learn it."""

from typing import Final

from mypy_extensions import i64

from periplo.core.game import Options
from periplo.core.observing import Field, Observer, seat_from
from periplo.core.state import State
from periplo.games.camino.board import (
    CELL_COUNT,
    COLOURS,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    ROUNDS,
    first,
    squares_of,
    without_first,
)
from periplo.games.camino.rules import BOARD_COUNT, CARD_COUNT, CaminoState
from periplo.games.camino.trail import AT_HEAD, NEITHER, Trail

NUMBERS: Final = HIGHEST_NUMBER + 1 - LOWEST_NUMBER
MOST_SQUARES: Final = 2  # of one colour on a card


def observer(seats: int, _: Options) -> Observer:
    return CaminoObserver(seats)


class CaminoObserver(Observer):
    def __init__(self, seats: int) -> None:
        numbers = "the numbers 2 to 10"
        super().__init__(
            [
                Field("phase", [4], 1, "one of: dealing boards, turning up, drawing, over"),
                Field("round", [1], ROUNDS, "the round"),
                Field("card", [CARD_COUNT], 1, "the card turned up"),
                Field("played", [CARD_COUNT], 1, "the cards of earlier rounds"),
                Field("left", [len(COLOURS)], MOST_SQUARES, "one's own squares left of the card"),
                Field("before", [NUMBERS], 1, f"{numbers}: somebody reached it in earlier rounds"),
                Field("now", [NUMBERS], 1, f"{numbers}: first reached this round, as far as seen"),
                Field("board", [seats, BOARD_COUNT], 1, "which board was dealt"),
                Field("path", [seats, CELL_COUNT], 1, "the cells of the path, a1 … i5"),
                Field("head", [seats, CELL_COUNT], 1, "the path's head"),
                Field("tail", [seats, CELL_COUNT], 1, "its tail, once it has two cells"),
                Field("full", [seats, NUMBERS], 1, f"{numbers}: scored in full"),
                Field("halved", [seats, NUMBERS], 1, f"{numbers}: scored by half"),
                Field("end", [seats, 2], 1, "draws from: the head, the tail; none before a step"),
                Field("done", [seats], 1, "has stopped this round"),
            ]
        )
        self._round: i64 = self.start_of("round")
        self._card: i64 = self.start_of("card")
        self._played: i64 = self.start_of("played")
        self._left: i64 = self.start_of("left")
        self._before: i64 = self.start_of("before")
        self._now: i64 = self.start_of("now")
        self._board: i64 = self.start_of("board")
        self._path: i64 = self.start_of("path")
        self._head: i64 = self.start_of("head")
        self._tail: i64 = self.start_of("tail")
        self._full: i64 = self.start_of("full")
        self._halved: i64 = self.start_of("halved")
        self._end: i64 = self.start_of("end")
        self._done: i64 = self.start_of("done")

    def write(self, seen: State, seat: i64, row: bytearray, at: i64) -> None:
        assert isinstance(seen, CaminoState)
        row[at + seen.phase] = 1
        row[at + self._round] = seen.round
        if seen.card > 0:
            row[at + self._card + seen.card - 1] = 1
        for card in seen.played:
            row[at + self._played + card - 1] = 1
        left: i64 = seen.trails[seat].left
        for colour in range(len(COLOURS)):
            row[at + self._left + colour] = squares_of(left, colour)
        for place in range(NUMBERS):
            since: i64 = seen.reached[place + LOWEST_NUMBER]
            if since > 0:
                row[at + (self._before if since < seen.round else self._now) + place] = 1
        for away in range(seen.seats):
            trail = seen.trails[seat_from(seat, away, seen.seats)]
            if trail.board > 0:
                self._write_trail(trail, row, at, away)

    def _write_trail(self, trail: Trail, row: bytearray, at: i64, away: i64) -> None:
        row[at + self._board + BOARD_COUNT * away + trail.board - 1] = 1
        _write_set(trail.used, row, at + self._path + CELL_COUNT * away)
        row[at + self._head + CELL_COUNT * away + trail.head()] = 1
        if not trail.is_one_cell():
            row[at + self._tail + CELL_COUNT * away + trail.tail()] = 1
        _write_set(trail.full, row, at + self._full + NUMBERS * away - LOWEST_NUMBER)
        _write_set(trail.halved, row, at + self._halved + NUMBERS * away - LOWEST_NUMBER)
        if trail.end != NEITHER:
            row[at + self._end + 2 * away + trail.end - AT_HEAD] = 1
        if trail.done:
            row[at + self._done + away] = 1


def _write_set(members: i64, row: bytearray, at: i64) -> None:
    """A one for each member; `at` is the place of member 0."""
    while members:
        row[at + first(members)] = 1
        members = without_first(members)
