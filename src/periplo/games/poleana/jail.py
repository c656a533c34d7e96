"""The state of the game: whose turn, which dice, who stands where, and quick answers to that. What
follows from an answer is decided in `rules.py`.

Who stands where is kept twice: the place of each reo, counted along its own colour's way
(`board.py`), and three sets of squares that say at a glance which are taken: `lone` by one reo,
`barred` by a barrier, `lanes` those of the galleries. The places of a seat's reos are one number, a
*four*, read by `place_in`; two seats share a field.

A set is a number, one bit a square. A seat that looks for its moves sees the sets turned round, as
sets of its own places: its `:0` is bit 0. A reo that looks ahead sees them once more, as sets of
*steps*: bit n is what it meets with its nth step.
"""

from typing import Final, NewType

from mypy_extensions import i64

from periplo.core.bits import bit, has, with_member
from periplo.core.state import NOBODY, Seat, State
from periplo.games.poleana.board import (
    BELOW,
    CELL,
    DETOUR,
    FIRST_EXIT,
    GUARD_POSTS,
    LANE,
    LEADS_OUT_TO,
    LENGTH,
    NAMES,
    NINE,
    NOWHERE,
    OUT,
    REOS,
    SIDE,
    SIDES,
    UP_FROM,
    YARD,
    Place,
    Square,
    landing,
    number_of,
)

Squares = NewType("Squares", i64)  # a set of squares
Four = NewType("Four", i64)  # the places of a seat's reos, the first one lowest
Places = NewType("Places", i64)  # a set of places of the seat on turn, up to `e6`
Steps = NewType("Steps", i64)  # a set of numbers of steps from a place

NO_SQUARES: Final = Squares(0)
NO_PLACES: Final = Places(0)
OWN_YARD: Final = (1 << NINE + 1) - 1  # what a colour walks on: not its own `:10` … `:14`
NINES: Final = 1 << 9 | 1 << 24 | 1 << 39 | 1 << 54  # every `:9`: see `is_nine`
HERE: Final = 1  # no step at all

PLACE_BITS: Final = 7
A_PLACE: Final = (1 << PLACE_BITS) - 1
FOUR_BITS: Final = REOS * PLACE_BITS
A_FOUR: Final = (1 << FOUR_BITS) - 1
ALL_IN_CELL: Final = CELL * (1 + (1 << 7) + (1 << 14) + (1 << 21))
TWO_FOURS_IN_CELL: Final = ALL_IN_CELL * (1 + (1 << 28))


def place_in(four: Four, reo: i64) -> Place:
    return Place(four >> PLACE_BITS * reo & A_PLACE)


def turned(squares: i64, origin: Square) -> i64:
    """A set of squares, with `origin` as bit 0."""
    behind: i64 = squares & (bit(origin) - 1)
    return squares >> origin | behind << (YARD - origin)


def owner_of(prisoner: i64) -> Seat:
    """Whose a reo is, by its index among all: REOS a seat."""
    return Seat(prisoner // REOS)


PHASE_FIRST: Final = 0
PHASE_THROW: Final = 1
PHASE_GUARD: Final = 2
PHASE_MOVE: Final = 3
PHASE_BONUS: Final = 4
PHASE_OVER: Final = 5

# which dice are left
NO_DIE: Final = 0
LOWER: Final = 1
HIGHER: Final = 2
BOTH: Final = 3


def is_left(which: i64, die: i64) -> bool:
    """Whether a die is among those that are left."""
    return which & die != 0


def pips_left(low: i64, high: i64, which: i64) -> list[int]:
    """The dice that are left, as positions write them."""
    left: list[int] = []
    if is_left(which, LOWER):
        left.append(low)
    if is_left(which, HIGHER):
        left.append(high)
    return left


class Jail(State):
    """Two to four colours, their reos, guards on empty sides; whose turn it is, and the dice."""

    def __init__(
        self, seats: i64, custodians: bool, sees_yard: bool, nine_is_owners: bool, first: i64
    ) -> None:
        super().__init__(seats)
        self.custodians = custodians
        self.sees_yard = sees_yard  # [POL-R3]
        self.nine_is_owners = nine_is_owners  # [POL-R1]
        self.first: i64 = first  # NOBODY: it is drawn
        self.phase: i64 = PHASE_FIRST if first == NOBODY else PHASE_THROW
        self.turn = Seat(0 if first == NOBODY else first)
        self.low: i64 = 0
        self.high: i64 = 0
        self.left: i64 = NO_DIE
        self.again: bool = False
        self.winner: i64 = NOBODY
        self.gap: i64 = 2 if seats == 2 else 1  # from one seat's side to the next one's
        # all begin in their cell  [POL-1]
        self.fours_12: i64 = TWO_FOURS_IN_CELL  # of seats 1 and 2
        self.fours_34: i64 = TWO_FOURS_IN_CELL  # of seats 3 and 4
        self.lone = NO_SQUARES
        self.barred = NO_SQUARES
        self.lanes = NO_SQUARES
        self.guards = NO_SQUARES
        self.posts: list[int] = []  # the guards' squares, by side ascending
        if custodians:
            for side in range(SIDES):
                if not self.has_seat(side):
                    for post in GUARD_POSTS:
                        self.posts.append(SIDE * side + FIRST_EXIT + post)
                        self.guards = Squares(
                            with_member(self.guards, SIDE * side + FIRST_EXIT + post)
                        )
        # what `look_round` has seen
        self.seen_barred = NO_PLACES
        self.seen_lanes = NO_PLACES
        self.seen_own = NO_PLACES
        self.prey = NO_PLACES
        self.closed = NO_PLACES

    def copy_from(self, other: "Jail") -> None:
        """Be as the other, which was set up alike, but for the guards."""
        self.custodians = other.custodians
        self.guards = other.guards
        self.posts = other.posts  # nobody changes them
        self.phase = other.phase
        self.turn = other.turn
        self.low = other.low
        self.high = other.high
        self.left = other.left
        self.again = other.again
        self.winner = other.winner
        self.fours_12 = other.fours_12
        self.fours_34 = other.fours_34
        self.lone = other.lone
        self.barred = other.barred
        self.lanes = other.lanes

    def count_squares(self) -> None:
        """Work the three sets of squares out of the places, for a position that was read."""
        self.lone = self.barred = self.lanes = NO_SQUARES
        for seat in range(self.seats):
            for reo in range(REOS):
                self._stand(Seat(seat), self.place_of(Seat(seat), reo))

    # ---- sides, squares and names

    def has_seat(self, side: i64) -> bool:
        return side % self.gap == 0 and side // self.gap < self.seats

    def side_of(self, seat: Seat) -> i64:
        return seat * self.gap

    def origin(self, seat: Seat) -> Square:
        """The square of the seat's `:0`."""
        return Square(SIDE * self.gap * seat + FIRST_EXIT)

    def square_of(self, seat: Seat, place: Place) -> Square:
        square = SIDE * self.gap * seat + FIRST_EXIT + place
        if place >= LANE:
            square -= LANE
        if square >= YARD:
            square -= YARD
        return Square(square)

    def place_seen_by(self, seat: Seat, square: Square) -> Place:
        """The place of the seat's way that is this square of the yard."""
        place = square - SIDE * self.gap * seat - FIRST_EXIT
        if place < 0:
            place += YARD
        return Place(place)

    def name_of(self, seat: Seat, place: Place) -> str:
        return NAMES[self.side_of(seat)][place]

    # ---- who is where

    @property
    def reos(self) -> list[Place]:
        """The places of all reos: REOS a seat."""
        return [self.place_of_index(index) for index in range(REOS * self.seats)]

    def four_of(self, seat: Seat) -> Four:
        fours: i64 = self.fours_12 if seat < 2 else self.fours_34
        return Four(fours >> FOUR_BITS * (seat & 1) & A_FOUR)

    def places_of(self, seat: Seat) -> list[Place]:
        four = self.four_of(seat)
        return [place_in(four, reo) for reo in range(REOS)]

    def place_of(self, seat: Seat, reo: i64) -> Place:
        return place_in(self.four_of(seat), reo)

    def place_of_index(self, index: i64) -> Place:
        """Of a reo by its number among all: REOS a seat."""
        return self.place_of(owner_of(index), index % REOS)

    def put(self, seat: Seat, reo: i64, place: Place) -> None:
        """Change a place, and nothing that follows from it."""
        shift: i64 = FOUR_BITS * (seat & 1) + PLACE_BITS * reo
        change: i64 = self.place_of(seat, reo) ^ place
        if seat < 2:
            self.fours_12 ^= change << shift
        else:
            self.fours_34 ^= change << shift

    def count(self, seat: Seat, place: i64) -> i64:
        """How many reos of a seat are there."""
        four = self.four_of(seat)
        found: i64 = 0
        for reo in range(REOS):
            if place_in(four, reo) == place:
                found += 1
        return found

    def is_lone(self, square: Square) -> bool:
        return has(self.lone, square)

    def is_barrier(self, square: Square) -> bool:
        return has(self.barred, square)

    def is_guard(self, square: Square) -> bool:
        return has(self.guards, square)

    def lone_reo_on(self, square: Square) -> i64:
        """Who stands alone on a square of the yard, by its index among all reos; -1 if nobody."""
        for other in range(self.seats):
            seat = Seat(other)
            place = self.place_seen_by(seat, square)
            if place <= NINE and self.count(seat, place):
                for reo in range(REOS):
                    if self.place_of(seat, reo) == place:
                        return REOS * seat + reo
        return -1

    def is_barrier_between(self, square: Square, steps: i64) -> bool:
        """Whether a barrier stands before the last of so many steps from a square of the yard."""
        return turned(self.barred, square) & (bit(steps) - 2) != 0

    # ---- coming and going

    def lift(self, seat: Seat, reo: i64) -> None:
        """Take a reo from where it stands into its cell."""
        place = self.place_of(seat, reo)
        self.put(seat, reo, Place(CELL))
        if NINE < place < LANE:
            return
        square: i64 = bit(self.square_of(seat, place))
        if place >= LANE:
            self.lanes = Squares(self.lanes ^ square)
        elif self.lone & square:
            self.lone = Squares(self.lone ^ square)
        elif self.count(seat, place) == 1:  # who is left is no barrier any more
            self.barred = Squares(self.barred ^ square)
            self.lone = Squares(self.lone | square)

    def set_down(self, seat: Seat, reo: i64, place: Place) -> None:
        """Put a reo of the cell onto a place; whoever it captures has been lifted before."""
        self.put(seat, reo, place)
        self._stand(seat, place)

    def _stand(self, seat: Seat, place: Place) -> None:
        if NINE < place < LANE:
            return
        square: i64 = bit(self.square_of(seat, place))
        if place >= LANE:
            self.lanes = Squares(self.lanes | square)
        elif self.lone & square:
            self.lone = Squares(self.lone ^ square)
            self.barred = Squares(self.barred | square)
        elif not self.barred & square:
            self.lone = Squares(self.lone | square)

    # ---- what a seat sees from its own `:0` on

    def look_round(self, seat: Seat) -> None:
        """See barriers, who is in a gallery, and the seat's own reos, but for those in one."""
        four = self.four_of(seat)
        own: i64 = 0
        for reo in range(REOS):
            place = place_in(four, reo)
            if place < OUT:
                own = with_member(own, place)
        origin = self.origin(seat)
        self.seen_barred = Places(turned(self.barred, origin) & OWN_YARD)
        self.seen_lanes = Places(turned(self.lanes, origin))
        self.seen_own = Places(own)

    # ---- what a reo meets, after its seat has looked round

    def stops_ahead(self, place: Place) -> Steps:
        """The barriers, and whoever is in the gallery with it, on its way without going up."""
        stops: i64 = ahead(self.seen_barred, place)
        if place >= LANE:
            stops |= (self.seen_lanes & (bit(LEADS_OUT_TO[place]) - 1)) >> number_of(place)
        return Steps(stops & ~HERE)

    def stops_going_up(self, place: Place) -> Steps:
        """As far as the `:14` the same, then whoever is in the gallery, and barriers after it."""
        before: i64 = self.stops_ahead(place) & steps_up_to(UP_FROM[place] - 1)
        out = goes_up_to(place)
        gallery: i64 = self.seen_lanes & (bit(out) - bit(out - LENGTH))
        return Steps(
            before | gallery >> first_number(place) | ahead_going_up(self.seen_barred, place)
        )

    def first_met(self, place: Place, pips: i64, up: bool) -> Place:
        """The first place of the walk with a barrier, or with anybody in a gallery."""
        stops = self.stops_going_up(place) if up else self.stops_ahead(place)
        for steps in range(1, pips + 1):
            if has(stops, steps):
                return landing(place, steps, up and steps >= UP_FROM[place])
        return Place(NOWHERE)


def steps_up_to(most: i64) -> Steps:
    """The first, the second … this one; none for 0."""
    return Steps(bit(most + 1) - 1 & ~HERE)


def ahead(places: i64, place: Place) -> Steps:
    """Which of these, of the yard and the escape, a reo comes to without going up."""
    if place < LANE:
        return Steps(places >> place)
    return Steps((places & ~(bit(LEADS_OUT_TO[place]) - 1)) >> number_of(place))


def ahead_going_up(places: i64, place: Place) -> Steps:
    """Which of them it comes to after the gallery."""
    return Steps((places & ~(bit(goes_up_to(place)) - 1)) >> first_number(place))


def goes_up_to(place: Place) -> i64:
    """The number of the yard to which the gallery leads that a reo goes up to."""
    return number_of(place) + UP_FROM[place] - 1 + BELOW


def first_number(place: Place) -> i64:
    """From which number steps are counted in the gallery and after it, for it takes longer."""
    return number_of(place) - DETOUR
