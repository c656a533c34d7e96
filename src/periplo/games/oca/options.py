"""The options of the goose game."""

from math import isfinite
from typing import Any

from periplo.core.options import OneOf, Option, Whole
from periplo.core.reading import is_whole
from periplo.games.oca.board import DEFAULT_SQUARES, NEUTRAL

FEWEST_PEOPLE = 10
MOST_PEOPLE = 20
POINTS = {"win": 189, "square": 3, "egg": 189, "stray": -9}  # ours: the sheet's is lost  [OCA-R3]


class FlockSizes(Option):
    """People in each flock: one number for all, or a list with one a seat."""

    def __init__(self) -> None:
        super().__init__("flock", "whole", 12)
        self.least = FEWEST_PEOPLE
        self.most = MOST_PEOPLE
        self.seats = "each"

    def read(self, value: object, seats: int) -> list[int]:
        sizes = value if isinstance(value, list) else [value] * seats
        people = [
            size
            for size in sizes
            if isinstance(size, int) and is_whole(size) and FEWEST_PEOPLE <= size <= MOST_PEOPLE
        ]
        if len(people) != seats or len(sizes) != seats:
            raise self.refuse(
                f"a whole number, {FEWEST_PEOPLE} to {MOST_PEOPLE}, or a list of {seats} of them",
                value,
            )
        return people

    def fill_in(self, seats: int) -> list[int]:
        return self.read(self.default, seats)


class OwnSquares(Option):
    """The flocks' own squares: one a seat, distinct and neutral."""

    def __init__(self) -> None:
        super().__init__("squares", "squares", list(DEFAULT_SQUARES))
        self.choices = list(NEUTRAL)
        self.many = True
        self.seats = "each"

    def read(self, value: object, seats: int) -> list[int]:
        squares = value if isinstance(value, list) else []
        neutral = [square for square in squares if is_whole(square) and square in NEUTRAL]
        if len(squares) != seats or len(set(neutral)) != seats:
            raise self.refuse(f"a list of {seats} different neutral squares from 4 on", value)
        return neutral

    def fill_in(self, seats: int) -> list[int]:
        return list(DEFAULT_SQUARES[:seats])


class Points(Option):
    """What counts how many points; a missing key takes its default."""

    def __init__(self) -> None:
        super().__init__("points", "points", POINTS)

    def read(self, value: object, seats: int) -> dict[str, Any]:
        if not isinstance(value, dict) or any(key not in POINTS for key in value):
            raise self.refuse(f"an object with some of {', '.join(POINTS)}", value)
        for number in value.values():
            is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
            if not is_number or (isinstance(number, float) and not isfinite(number)):
                raise self.refuse("an object of finite numbers", value)
        return POINTS | value


OPTIONS = (
    FlockSizes(),
    OwnSquares(),
    OneOf("leapfrog", "bearers", ("bearers", "pieces")),
    Whole("golden_races", 2, 0),
    Points(),
)
