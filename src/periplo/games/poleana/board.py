"""The jail as tables: one yard, four galleries, four escapes.

Every colour numbers its own way. A *place* is such a number:
     0–54  the yard, from the own `:0` to the own nine
    55–60  the escape, `e1` … `e6`
       61  out
       62  in the cell
    76–82  the first gallery met, 91–97 the second, 106–112 the third: LANE plus a number of the way
A gallery is three steps longer than the yard below it. Its numbers run backwards from where it
leads out (`K/7` is one less than `K:4`), so a step is always one more, and going up costs three.

A *square* is the same for everybody: a number of the yard from 0 (`1:10`) to 59 (`4:9`), or for a
gallery of another such line laid over it. Place n of a colour is square n + origin, round the yard.

A reo walks so many pips, by the yard or by the gallery (`up`).
"""

from itertools import pairwise
from typing import Final, NewType

from mypy_extensions import i64

Place = NewType("Place", i64)
Square = NewType("Square", i64)

SIDES: Final = 4
SIDE: Final = 15  # squares of the yard a side
YARD: Final = SIDES * SIDE
REOS: Final = 4  # a seat

EXIT: Final = 0  # the own `:0`
THREE: Final = 3
SIX: Final = 6
NINE: Final = 54
ESCAPE: Final = 55  # `e1`
OUT: Final = 61
CELL: Final = 62
LANE: Final = 64
PLACES: Final = LANE + 64

BELOW: Final = 5  # steps from a `:14` to the `:4` by the yard
LENGTH: Final = 7  # squares of the gallery above
DETOUR: Final = 3  # what it costs more
ENTRANCES: Final = (14, 29, 44)  # the `:14` of the three other sides

# on the yard's side K, going forward
YARD_NUMBERS: Final = (10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
FIRST_EXIT: Final = 5  # the square `1:0`
GUARD_POSTS: Final = (EXIT, THREE)  # counted from the side's `:0`  [POL-17]


def is_nine(place: Place) -> bool:
    """Whether it is a `:9`; every colour meets the four of them at the same places."""
    return place <= NINE and place % SIDE == NINE % SIDE


# ---- the way


def number_in_gallery(place: Place, gallery: int) -> i64:
    """Which square of that gallery a place is, from 1."""
    return place - LANE - ENTRANCES[gallery] + DETOUR


def gallery_of(place: Place) -> int:
    """Which gallery a place is in, or -1."""
    for gallery in range(len(ENTRANCES)):
        if 1 <= number_in_gallery(place, gallery) <= LENGTH:
            return gallery
    return -1


def step(place: Place, up: bool) -> Place:
    """The place after this one; `up` leads from a `:14` into the gallery.  [POL-12]"""
    gallery = gallery_of(place)
    if gallery >= 0:
        leads_out_to = ENTRANCES[gallery] + BELOW
        return Place(place + 1 if place + 1 < LANE + leads_out_to else leads_out_to)
    if up and place in ENTRANCES:
        return Place(LANE + place - DETOUR + 1)
    return Place(place + 1 if 0 <= place < OUT else NOWHERE)


def path(place: Place, pips: i64, up: bool) -> list[Place]:
    """All places of a walk, from where it begins to where it ends; NOWHERE beyond the end."""
    places = [place]
    for _ in range(pips):
        places.append(step(places[-1], up))
    return places


# where no walk ends
NOWHERE: Final = -1  # beyond the end
NO_GALLERY: Final = -2  # `up`, and no `:14` to go up from

MOST_PIPS: Final = 12
WALKS: Final = 2 * (MOST_PIPS + 1)  # from a place


def _landing(place: Place, pips: int, up: bool) -> int:
    steps = path(place, pips, up)
    if up and not any(after >= LANE > before for before, after in pairwise(steps)):
        return NO_GALLERY
    return NOWHERE if place in (OUT, CELL) else int(steps[-1])


# where each walk ends. Tables are bytes where they can be: those are read fastest
LANDINGS: Final = bytes(
    _landing(Place(place), pips, up) - NO_GALLERY
    for place in range(PLACES)
    for pips in range(MOST_PIPS + 1)
    for up in (False, True)
)


def landing(place: Place, pips: i64, up: bool) -> Place:
    """Where a walk ends, or NOWHERE, or NO_GALLERY."""
    walk = WALKS * place + 2 * pips
    if up:
        walk += 1
    return Place(LANDINGS[walk] + NO_GALLERY)


def number_of(place: Place) -> i64:
    """A place's number along the way, in a gallery too."""
    if place < LANE:
        return place
    return place - LANE


def _ends_somewhere(place: int, up: bool) -> list[int]:
    """The pips with which a walk from there ends on a place."""
    return [n for n in range(1, MOST_PIPS + 1) if landing(Place(place), n, up) >= 0]


# by place: the most pips that can be walked, without going up; the fewest with which one can go
# up; and the number of the yard to which the gallery leads that it is in
MOST_FROM: Final = bytes(len(_ends_somewhere(place, False)) for place in range(PLACES))
UP_FROM: Final = bytes(
    min(_ends_somewhere(place, True), default=MOST_PIPS + 1) for place in range(PLACES)
)
LEADS_OUT_TO: Final = bytes(
    ENTRANCES[gallery_of(Place(place))] + BELOW if gallery_of(Place(place)) >= 0 else 0
    for place in range(PLACES)
)


# ---- names


# of the yard, by square
SQUARE_NAMES: Final = tuple(
    f"{side + 1}:{number}" for side in range(SIDES) for number in YARD_NUMBERS
)


def _name(side: int, place: Place) -> str:
    if place <= NINE:
        return SQUARE_NAMES[(SIDE * side + FIRST_EXIT + place) % YARD]
    gallery = gallery_of(place)
    if gallery >= 0:
        return f"{(side + 1 + gallery) % SIDES + 1}/{number_in_gallery(place, gallery)}"
    if ESCAPE <= place < OUT:
        return f"e{place - ESCAPE + 1}"
    return {OUT: "out", CELL: "cell"}.get(int(place), "")


# by side, then by place: how it is written; empty for numbers that are no place
NAMES: Final = tuple(
    tuple(_name(side, Place(place)) for place in range(PLACES)) for side in range(SIDES)
)
