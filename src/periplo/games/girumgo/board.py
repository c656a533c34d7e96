"""The honeycomb of wheels as tables: one `Board` a radius.

Wheels are numbered in board order, row by row from the top. Each stands at (q, r): q steps to the
east and r rows down, counted from the wheel in the middle. Gaps are numbered in the alphabetical
order of their names. Nothing here changes once it is made.
"""

from typing import Any, Final, NewType

from mypy_extensions import i64

Wheel = NewType("Wheel", i64)
Gap = NewType("Gap", i64)
Triangle = NewType("Triangle", i64)  # a gap and the colour that its three wheels show there

SIDES: Final = 6  # of a wheel: directions, slots, colours, corners
RADII: Final = (2, 3, 4)  # the sheet's number is lost  [GIR-R1]
DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # E NE NW W SW SE
NO_WHEEL: Final = -1

HUES: Final[tuple[str, ...]] = ("red", "yellow", "green", "blue", "violet", "pink")  # by colour

# the corners that seats take, by the number of seats
SEAT_CORNERS: Final[dict[int, tuple[int, ...]]] = {
    2: (0, 3),
    3: (0, 2, 4),
    4: (0, 1, 3, 4),
    5: (0, 1, 2, 3, 4),
    6: (0, 1, 2, 3, 4, 5),
}

# spins between two rotations, by their difference mod 6
SPINS_APART: Final[tuple[int, ...]] = (0, 1, 2, 3, 2, 1)


def wrap(n: i64) -> i64:
    """n mod 6, for n from 0 to 11: what directions, slots, colours and rotations add up to."""
    return n - SIDES if n >= SIDES else n


def opposite(corner: i64) -> i64:
    """Where the goal of whoever starts in that corner is."""
    return wrap(corner + 3)


def colour_at(slot: i64, rotation: i64) -> i64:
    """What a wheel of that rotation shows there."""
    return wrap(slot + SIDES - rotation)


def slot_of(colour: i64, rotation: i64) -> i64:
    """Where a wheel of that rotation shows the colour."""
    return wrap(colour + rotation)


def can_be_spun(before: list[int], after: list[int], spins: int) -> bool:
    """Whether so many spins can turn the wheels like this.

    Going the other way round a wheel changes the number of spins by an even number, so those that
    are too many by an even number can be spent to and fro.
    """
    apart = sum(
        [SPINS_APART[(now - then) % SIDES] for then, now in zip(before, after, strict=True)]
    )
    return apart <= spins and (spins - apart) % 2 == 0


def triangle(gap: Gap, colour: i64) -> Triangle:
    return Triangle(gap * SIDES + colour)


def gap_of(triangle: Triangle) -> Gap:
    return Gap(triangle // SIDES)


def colour_of(triangle: Triangle) -> i64:
    return triangle % SIDES


class Board:
    """The tables of one radius."""

    def __reduce__(self) -> tuple[Any, ...]:
        return board_of, (self.radius,)  # there is one of each

    def __init__(self, radius: int) -> None:
        places = [
            (q, r)
            for r in range(-radius, radius + 1)
            for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1)
        ]
        number = {place: wheel for wheel, place in enumerate(places)}
        self.radius = radius
        self.wheels = len(places)
        self.names: list[str] = _names(places, radius)
        self.number_of: dict[str, int] = {name: wheel for wheel, name in enumerate(self.names)}

        # wheel * 6 + direction: the wheel there, or NO_WHEEL
        self.neighbours: list[int] = [
            number.get((q + east, r + down), NO_WHEEL)
            for q, r in places
            for east, down in DIRECTIONS
        ]
        self.corners: list[int] = [
            number[(radius * east, radius * down)] for east, down in DIRECTIONS
        ]
        # tables are bytes where they can be: those are read fastest
        # wheel * wheels + other wheel: crossings between the two, whatever their colours
        self.crossings: bytes = bytes(
            max(abs(q - p), abs(r - s), abs(q + r - p - s)) for q, r in places for p, s in places
        )

        # by wheel: all wheels, the nearest first
        self.by_distance: list[list[int]] = [
            sorted(range(self.wheels), key=lambda other: self.crossings[start + other])
            for start in range(0, self.wheels * self.wheels, self.wheels)
        ]

        # every gap once: as slot 0 or slot 1 of one of its wheels
        found: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        for wheel in range(self.wheels):
            for slot in (0, 1):
                gap = self._gap_at(wheel, slot)
                if gap:
                    found[tuple(corner for corner, _ in gap)] = gap
        gaps = [found[corners] for corners in sorted(found)]
        self.gaps = len(gaps)
        # gap * 3 + 0, 1, 2: its wheels in board order, and the slot of each that points into it
        self.gap_wheels: bytes = bytes(wheel for gap in gaps for wheel, _ in gap)
        self.gap_slots: bytes = bytes(slot for gap in gaps for _, slot in gap)
        self.gap_names: list[str] = [
            ".".join(self.names[wheel] for wheel, _ in gap) for gap in gaps
        ]
        self.gap_of: dict[str, int] = {name: i for i, name in enumerate(self.gap_names)}

        # The gaps of a wheel w, ascending, are its spokes first_spoke[w] up to, not including,
        # first_spoke[w + 1]. Of each: the gap, the slot i of the wheel that points into it, and the
        # neighbours in directions i and i + 1.
        self.first_spoke: list[int] = [0]
        spokes: list[tuple[int, int, int, int]] = []
        for wheel in range(self.wheels):
            for i, gap in enumerate(gaps):
                for corner, slot in gap:
                    if corner == wheel:
                        one, other = self._beside(wheel, slot)
                        spokes.append((i, slot, one, other))
            self.first_spoke.append(len(spokes))
        self.spoke_gap: bytes = bytes(spoke[0] for spoke in spokes)
        self.spoke_slot: bytes = bytes(spoke[1] for spoke in spokes)
        self.spoke_one: bytes = bytes(spoke[2] for spoke in spokes)
        self.spoke_other: bytes = bytes(spoke[3] for spoke in spokes)

        # gap * wheels + wheel: whether the gap includes the wheel; whether it includes two of the
        # wheel's neighbours  [GIR-7, GIR-R3]
        self.including: list[bool] = []
        self.flanking: list[bool] = []
        for i in range(self.gaps):
            around = self.wheels_of(i)
            for wheel in range(self.wheels):
                away = [self.crossings[wheel * self.wheels + other] for other in around]
                self.including.append(0 in away)
                self.flanking.append(away.count(1) == 2)

    def wheels_of(self, gap: int) -> list[int]:
        return list(self.gap_wheels[gap * 3 : gap * 3 + 3])

    def _beside(self, wheel: int, slot: int) -> tuple[int, int]:
        """The neighbours between which the slot points."""
        side = wheel * SIDES
        return self.neighbours[side + slot], self.neighbours[side + (slot + 1) % SIDES]

    def _gap_at(self, wheel: int, slot: int) -> list[tuple[int, int]]:
        """The three (wheel, slot) of the gap into which the slot points; none at the rim."""
        first, second = self._beside(wheel, slot)
        if first == NO_WHEEL or second == NO_WHEEL:
            return []
        return sorted([(wheel, slot), (first, (slot + 2) % SIDES), (second, (slot + 4) % SIDES)])


def _names(places: list[tuple[int, int]], radius: int) -> list[str]:
    """Rows are letters from the top, wheels of a row numbered from the left."""
    names: list[str] = []
    for q, r in places:
        leftmost = max(-radius, -radius - r)
        names.append(f"{chr(ord('a') + r + radius)}{q - leftmost + 1}")
    return names


BOARDS: Final[dict[int, Board]] = {radius: Board(radius) for radius in RADII}


def board_of(radius: int) -> Board:
    return BOARDS[radius]
