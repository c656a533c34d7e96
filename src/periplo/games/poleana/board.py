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
gallery of another such line laid over it. Place n of a colour is square n + ORIGIN, round the yard.
"""

from typing import Final

from mypy_extensions import i64

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

BELOW: Final = 5  # steps from a `:14` to the `:4` by the yard
LENGTH: Final = 7  # squares of the gallery above
DETOUR: Final = 3  # what it costs more
ENTRANCES: Final = (14, 29, 44)  # the `:14` of the three other sides
NO_ENTRANCE: Final = 99  # further than anybody walks

# on the yard's side K, going forward
YARD_NUMBERS: Final = (10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
FIRST_EXIT: Final = 5  # the square `1:0`
GUARD_POSTS: Final = (EXIT, THREE)  # counted from the side's `:0`  [POL-17]
SIDE_END: Final = 9  # its last square, counted likewise

TOP_BIT: Final = 1 << 60
# the squares of the four nines, as a set of bits
NINES: Final = (1 << 14) | (1 << 29) | (1 << 44) | (1 << 59)
OWN_YARD: Final = (1 << 55) - 1  # what a colour walks on: not its own `:10` … `:14`


def _gallery_of(place: int) -> int:
    """Which gallery a place is in, or -1."""
    for gallery, entrance in enumerate(ENTRANCES):
        if 1 <= place - LANE - entrance + DETOUR <= LENGTH:
            return gallery
    return -1


def _next_entrance(place: int) -> int:
    gallery = _gallery_of(place)
    if gallery >= 0:
        ahead = ENTRANCES[gallery + 1 :]
    else:
        ahead = tuple(entrance for entrance in ENTRANCES if entrance >= place)
    return ahead[0] if ahead else NO_ENTRANCE


def _way_out(place: int) -> int:
    """The first place of the yard after a gallery; for the yard itself, the next place."""
    gallery = _gallery_of(place)
    return ENTRANCES[gallery] + BELOW if gallery >= 0 else place + 1


PLACES: Final = LANE + 64
# by place: the next `:14` at which one may go up, and where the yard begins again  [POL-12]
NEXT_ENTRANCE: Final[tuple[int, ...]] = tuple(_next_entrance(place) for place in range(PLACES))
NEXT_IN_YARD: Final[tuple[int, ...]] = tuple(_way_out(place) for place in range(PLACES))


def _name(side: int, place: int) -> str:
    if place <= NINE:
        square = (SIDE * side + FIRST_EXIT + place) % YARD
        return f"{square // SIDE + 1}:{YARD_NUMBERS[square % SIDE]}"
    gallery = _gallery_of(place)
    if gallery >= 0:
        number = place - LANE - ENTRANCES[gallery] + DETOUR
        return f"{(side + 1 + gallery) % SIDES + 1}/{number}"
    if ESCAPE <= place < OUT:
        return f"e{place - ESCAPE + 1}"
    return {OUT: "out", CELL: "cell"}.get(place, "")


# by side, then by place: how it is written; empty for numbers that are no place
NAMES: Final = tuple(tuple(_name(side, place) for place in range(PLACES)) for side in range(SIDES))


def bit(number: i64) -> i64:
    """The set of that number alone, up to 60: compiled, a `1 << number` would end at 31."""
    return TOP_BIT >> (60 - number)


def turned(squares: i64, origin: i64) -> i64:
    """A set of squares, with `origin` as bit 0."""
    behind: i64 = squares & (bit(origin) - 1)
    return squares >> origin | behind << (YARD - origin)


def is_free(squares: i64, first: i64, last: i64) -> bool:
    """Whether none of the set is among the numbers from first to last."""
    return squares >> first & (bit(last - first + 1) - 1) == 0


def landing(place: i64, pips: i64, up: i64) -> i64:
    """The place so many pips on; `up` where one of them leads from a `:14` into the gallery."""
    at: i64 = place
    if place >= LANE:
        at -= LANE
        if at + pips < NEXT_IN_YARD[place]:
            return place + pips
    if up:
        to: i64 = at + pips - DETOUR
        return to + LANE if to < NEXT_ENTRANCE[place] + BELOW else to
    return at + pips


def step_on(place: i64, step: i64, up: i64) -> i64:
    """As `landing`, for the steps before the `:14` too."""
    at: i64 = place if place < LANE else place - LANE
    return landing(place, step, 1 if up and step > NEXT_ENTRANCE[place] - at else 0)
