"""The race round the Union as numbers, for programs that learn it."""

from typing import Final

from mypy_extensions import i64

from periplo.core.game import Options
from periplo.core.observing import Field, Observer, places_after, seat_from
from periplo.core.state import Seat, State
from periplo.games.europa import tables
from periplo.games.europa.board import ROUTES, Board
from periplo.games.europa.rules import MOST_PLANES, EuropaState
from periplo.games.europa.state import NO_CARD, NO_DECK, NO_DIE, SIX

MOST_USED: Final = 255


def observer(seats: int, options: Options) -> Observer:
    board = tables.board_named(options["edition"], options["pack"])
    return EuropaObserver(seats, board, options["flags"])


class EuropaObserver(Observer):
    def __init__(self, seats: int, board: Board, needed: int) -> None:
        decks, countries, squares = len(board.decks), len(board.countries), board.n + 1
        self._countries: i64 = countries
        self._squares: i64 = squares
        super().__init__(
            [
                Field(
                    "phase",
                    [9],
                    1,
                    "one of: routes, order, throw, card, verdict, turn, die, question, over",
                ),
                Field("turn", [seats], 1, "whose turn it is"),
                Field("die", [SIX], 1, "the die, 1 to 5, or the plane"),
                Field("deck", [decks], 1, "the deck of the card, in travelling order, then Murcia"),
                Field("card", [board.most_cards], 1, "the question on the table"),
                Field("exam", [2], 2, "right and wrong answers of this exam"),
                Field("used", [decks], MOST_USED, "cards drawn from each deck since it was full"),
                Field("order", [seats], seats, "the place in the order of play, 0 until drawn"),
                Field("route", [seats, ROUTES], 1, "the route of each team"),
                Field("at", [seats, squares], 1, "its square"),
                Field("flags", [seats, countries], 1, "its flags, in travelling order"),
                Field("won", [seats], needed, "how many flags that is"),
                Field("planes", [seats], MOST_PLANES, "planes in reserve"),
                Field("missing", [seats], 1, "it misses its next turn"),
                Field("leaving", [seats], 1, "it has to leave its city"),
                Field("failed", [seats], 1, "it has failed its exam and is still there"),
            ]
        )
        self._turn: i64 = self.start_of("turn")
        self._die: i64 = self.start_of("die")
        self._deck: i64 = self.start_of("deck")
        self._card: i64 = self.start_of("card")
        self._exam: i64 = self.start_of("exam")
        self._used: i64 = self.start_of("used")
        self._order: i64 = self.start_of("order")
        self._route: i64 = self.start_of("route")
        self._at: i64 = self.start_of("at")
        self._flags: i64 = self.start_of("flags")
        self._won: i64 = self.start_of("won")
        self._planes: i64 = self.start_of("planes")
        self._missing: i64 = self.start_of("missing")
        self._leaving: i64 = self.start_of("leaving")
        self._failed: i64 = self.start_of("failed")

    def write(self, seen: State, seat: i64, row: bytearray, at: i64) -> None:
        assert isinstance(seen, EuropaState)
        row[at + seen.phase] = 1
        row[at + self._turn + places_after(seat, seen.turn, seen.seats)] = 1
        if seen.die != NO_DIE:
            row[at + self._die + seen.die - 1] = 1
        if seen.deck != NO_DECK:
            row[at + self._deck + seen.deck] = 1
        if seen.card != NO_CARD:
            row[at + self._card + seen.card - 1] = 1
        row[at + self._exam] = seen.exam_right
        row[at + self._exam + 1] = seen.exam_wrong
        for deck in range(len(seen.used)):
            row[at + self._used + deck] = min(_members(seen.used[deck]), MOST_USED)
        for place in range(len(seen.order)):
            other = places_after(seat, seen.order[place], seen.seats)
            row[at + self._order + other] = place + 1
        for away in range(seen.seats):
            self._write_team(seen, Seat(seat_from(seat, away, seen.seats)), row, at, away)

    def _write_team(
        self, seen: EuropaState, seat: Seat, row: bytearray, at: i64, away: i64
    ) -> None:
        route: i64 = seen.route[seat]
        if route > 0:
            row[at + self._route + ROUTES * away + route - 1] = 1
        row[at + self._at + self._squares * away + seen.at[seat]] = 1
        flags: int = seen.flags[seat]
        country: i64 = 0
        while flags:
            row[at + self._flags + self._countries * away + country] = flags & 1
            flags >>= 1
            country += 1
        row[at + self._won + away] = seen.won[seat]
        row[at + self._planes + away] = seen.planes[seat]
        row[at + self._missing + away] = seen.missing[seat]
        if seen.leaving[seat]:
            row[at + self._leaving + away] = 1
        if seen.failed[seat]:
            row[at + self._failed + away] = 1


def _members(cards: int) -> int:
    """How many cards a set has."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count
