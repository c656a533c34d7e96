"""El Reo Poleana: the rules, in the order of the sheet.

Actions, as numbers:
     0–20  the throws 1+1, 1+2, … 1+6, 2+2, … 6+6     (the table)
    21–24  seat 1 … seat 4 begins                     (the table)
    25–28  out 0, out 3, out 6, out 00                (a seat)
   29–124  p1 1, p1 1 up, p1 2, … p4 12, p4 12 up
      125  skip
      126  pass
  127–142  taken 1.1, taken 1.2, … taken 4.4

What a seat may do is worked out as a set of bits, its *choices*, in the order of these numbers:
bits 0–3 the releases, 4–27 the moves (for each reo the lower die, the higher and both together,
each by the yard and by the gallery), 28 skip, 29 pass.

Who stands where is kept twice: `reos` has the place of each, counted along its own colour's way
(`board.py`), and three sets of squares say at a glance which are taken: `lone` by one reo, `walls`
by a barrier, `rooms` those of the galleries. Before a seat looks for its moves they are turned
round so that its own `:0` is bit 0; then every walk is a row of bits.
"""

from fractions import Fraction
from typing import Any, Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.state import NOBODY, TABLE, State
from periplo.core.two_dice import CHANCES, FALLS, HIGH, LOW
from periplo.games.poleana.board import (
    BELOW,
    CELL,
    DETOUR,
    ESCAPE,
    EXIT,
    FIRST_EXIT,
    GUARD_POSTS,
    LANE,
    NAMES,
    NEXT_ENTRANCE,
    NEXT_IN_YARD,
    NINE,
    NINES,
    OUT,
    OWN_YARD,
    REOS,
    SIDE,
    SIDE_END,
    SIDES,
    SIX,
    THREE,
    YARD,
    bit,
    is_free,
    landing,
    step_on,
    turned,
)

FIRST: Final = 21
OUT_0: Final = 25
OUT_3: Final = 26
OUT_6: Final = 27
OUT_00: Final = 28
MOVE: Final = 29
SKIP: Final = 125
PASS: Final = 126
TAKEN: Final = 127
ACTIONS: Final = 143
MOVES_A_REO: Final = 24  # one or two ways for each number of pips

PHASE_FIRST: Final = 0
PHASE_THROW: Final = 1
PHASE_GUARD: Final = 2
PHASE_MOVE: Final = 3
PHASE_BONUS: Final = 4
PHASE_OVER: Final = 5

WALK: Final = 10  # what a capture earns  [POL-7]
MOST_ON_A_SQUARE: Final = 2
MOST_ON_THE_EXIT: Final = 3  # [POL-9]

# which dice are left
NO_DIE: Final = 0
LOWER: Final = 1
HIGHER: Final = 2
BOTH: Final = 3

# choices, as bits
RELEASE_0: Final = 1
RELEASE_3: Final = 2
RELEASE_6: Final = 4
RELEASE_00: Final = 8
MOVE_BIT: Final = 4
BITS_A_REO: Final = 6
SKIP_BIT: Final = 28
PASS_BIT: Final = 29
# the number of a bit by its remainder: powers of two leave 36 different ones
BIT: Final[tuple[int, ...]] = tuple(
    next((number for number in range(36) if (1 << number) % 37 == rest), 0) for rest in range(37)
)

# how a walk ends; a capture is kept as far from an advance as bits of moves go
BLOCKED: Final = 0
ADVANCE: Final = 1
CAPTURE_BIT: Final = 24
CAPTURE: Final = 1 << 24
ADVANCES: Final = CAPTURE - 1


class PoleanaState(State):
    """A jail with two to four colours in it."""

    def __init__(
        self, seats: i64, custodians: bool, sees_yard: bool, nine_is_owners: bool, first: i64
    ) -> None:
        super().__init__(seats)
        self.custodians = custodians
        self.sees_yard = sees_yard  # [POL-R3]
        self.nine_is_owners = nine_is_owners  # [POL-R1]
        self.first: i64 = first  # NOBODY: it is drawn
        self.gap: i64 = 2 if seats == 2 else 1  # from one seat's side to the next one's
        self.phase: i64 = PHASE_FIRST if first == NOBODY else PHASE_THROW
        self.turn: i64 = 0 if first == NOBODY else first
        self.low: i64 = 0
        self.high: i64 = 0
        self.left: i64 = NO_DIE
        self.again: bool = False
        self.winner: i64 = NOBODY
        self.reos: list[int] = [CELL] * (REOS * seats)  # all begin in their cell  [POL-1]
        self.lone: i64 = 0
        self.walls: i64 = 0
        self.rooms: i64 = 0
        self.guards: i64 = 0
        if custodians:
            for side in range(SIDES):
                if not self.has_seat(side):
                    for post in GUARD_POSTS:
                        self.guards |= bit(SIDE * side + FIRST_EXIT + post)
        # what the seat on turn sees from its own `:0` on; good until somebody moves
        self.seen_walls: i64 = 0
        self.seen_rooms: i64 = 0
        self.seen_closed: i64 = 0
        self.seen_prey: i64 = 0

    def copy(self) -> State:
        other = PoleanaState(
            self.seats, self.custodians, self.sees_yard, self.nine_is_owners, self.first
        )
        other.phase = self.phase
        other.turn = self.turn
        other.low = self.low
        other.high = self.high
        other.left = self.left
        other.again = self.again
        other.winner = self.winner
        other.reos = self.reos[:]
        other.lone = self.lone
        other.walls = self.walls
        other.rooms = self.rooms
        return other

    def has_seat(self, side: i64) -> bool:
        return side % self.gap == 0 and side // self.gap < self.seats

    def side_of(self, seat: i64) -> i64:
        return seat * self.gap

    def origin(self, seat: i64) -> i64:
        """The square of the seat's `:0`."""
        return SIDE * self.gap * seat + FIRST_EXIT

    def count_squares(self) -> None:
        """Work the three sets of squares out of `reos`, for a position that was read."""
        self.lone = self.walls = self.rooms = 0
        for seat in range(self.seats):
            for reo in range(REOS):
                self._stand(seat, self.reos[REOS * seat + reo])

    # ---- who may act

    def next_actor(self) -> i64:
        phase = self.phase
        if phase <= PHASE_THROW:
            return TABLE
        return NOBODY if phase == PHASE_OVER else self.turn

    def legal(self, actor: i64) -> list[int]:
        if actor != self.next_actor() or actor == NOBODY:
            return []
        if actor == TABLE:
            if self.phase == PHASE_FIRST:
                return list(range(FIRST, FIRST + self.seats))
            return list(range(FIRST))
        if self.phase == PHASE_GUARD:
            return self._prisoners()
        actions: list[int] = []
        choices = self.choices()
        while choices:
            actions.append(self._action(choices & -choices))
            choices &= choices - 1
        return actions

    def is_legal(self, actor: i64, action: i64) -> bool:
        if actor != self.next_actor() or actor == NOBODY:
            return False
        if actor == TABLE:
            if self.phase == PHASE_FIRST:
                return FIRST <= action < FIRST + self.seats
            return 0 <= action < FIRST
        if self.phase == PHASE_GUARD:
            return action in self._prisoners()
        return self.choices() & self._choice(action) != 0

    def outcomes(self) -> list[tuple[int, Fraction]]:
        if self.phase == PHASE_FIRST:
            return [(FIRST + seat, Fraction(1, int(self.seats))) for seat in range(self.seats)]
        return CHANCES[:] if self.phase == PHASE_THROW else []

    def draw(self, dice: Dice) -> i64:
        if self.phase == PHASE_FIRST:
            return FIRST + dice.below(self.seats)
        return FALLS[dice.below(36)]

    def pick(self, actor: i64, dice: Dice) -> i64:
        if actor == TABLE or self.phase == PHASE_GUARD:
            actions = self.legal(actor)
            return actions[dice.below(len(actions))]
        choices = self.choices()
        count: i64 = 0
        rest = choices
        while rest:
            rest &= rest - 1
            count += 1
        for _ in range(dice.below(count)):
            choices &= choices - 1
        return self._action(choices & -choices)

    def play(self, actor: i64, action: i64) -> None:
        if actor == TABLE:
            if action < FIRST:
                self._throw(action)
            else:
                self._begin(action - FIRST)
        elif action < MOVE:
            self._release(action)
        elif action < SKIP:
            self._move(action - MOVE)
        elif action == SKIP:
            self._skip()
        elif action == PASS:
            self._pass()
        else:
            self._end_by_guard(action - TAKEN)

    # ---- choices and actions

    def _pips(self, kind: i64) -> i64:
        """What the lower die (0), the higher (1) and both together (2) allow; 0 for nothing."""
        if self.phase == PHASE_BONUS:
            return WALK if kind == 0 else 0
        if kind == 0:
            return self.low if self.left & LOWER else 0
        if kind == 1:  # equal dice give one action for either
            return self.high if self.left & HIGHER and self.high != self.low else 0
        return self.low + self.high if self.left == BOTH else 0

    def _action(self, choice: i64) -> i64:
        """The action of a single bit."""
        number: i64 = BIT[choice % 37]
        if number < MOVE_BIT:
            return OUT_0 + number
        if number >= SKIP_BIT:
            return SKIP + number - SKIP_BIT
        number -= MOVE_BIT
        reo = number // BITS_A_REO
        way = number - BITS_A_REO * reo
        return MOVE + MOVES_A_REO * reo + 2 * (self._pips(way >> 1) - 1) + (way & 1)

    def _choice(self, action: i64) -> i64:
        """The bit of an action; 0 if it is no choice with the dice there are."""
        if action < OUT_0 or action > PASS:
            return 0
        if action < MOVE:
            return bit(action - OUT_0)
        if action >= SKIP:
            return bit(action - SKIP + SKIP_BIT)
        move = action - MOVE
        pips = (move % MOVES_A_REO >> 1) + 1
        for kind in range(3):
            if self._pips(kind) == pips:
                way: i64 = move // MOVES_A_REO * BITS_A_REO + 2 * kind + (move & 1)
                return bit(MOVE_BIT + way)
        return 0

    def choices(self) -> i64:
        """What the seat on turn may do in `move` and `bonus`, judged anew each time.  [POL-5]"""
        if self.phase == PHASE_BONUS:  # any walk, or none: no priorities here  [POL-7]
            found = self._moves(WALK, 0, 0)
            return ((found | found >> CAPTURE_BIT) & ADVANCES) << MOVE_BIT | 1 << SKIP_BIT
        if self.left == BOTH:
            releases = self._releases()
            if releases:  # the first priority  [POL-5]
                return releases
        found = self._moves(self._pips(0), self._pips(1), self._pips(2))
        if found >= CAPTURE:  # the second
            return found >> CAPTURE_BIT << MOVE_BIT
        if found:  # the third
            return found << MOVE_BIT
        # nothing can be used: all that is left is given up, and never otherwise  [POL-4, POL-15]
        return 1 << PASS_BIT

    # ---- throwing both dice together  [POL-1]

    def _begin(self, seat: i64) -> None:
        self.turn = seat
        self.phase = PHASE_THROW
        if self.log is not None:
            self.emit("POL-1", "begins", self.turn, {})

    def _throw(self, throw: i64) -> None:
        self.low = LOW[throw]
        self.high = HIGH[throw]
        self.left = BOTH
        if self.log is not None:
            self.emit("POL-1", "threw", self.turn, {"dice": [LOW[throw], HIGH[throw]]})
        if self.guards:  # before anything else  [POL-17]
            victims = self._victims()
            if victims:
                if victims & (victims - 1):  # several: the thrower says which  [POL-R6]
                    self.phase = PHASE_GUARD
                else:
                    self._end_by_guard(self.reo_on(victims))
                return
        self.again = self.low == self.high  # [POL-3]
        self.phase = PHASE_MOVE

    def _end_throw(self) -> None:
        """Another throw for the same seat, or the next seat's.  [POL-3]"""
        if self.again:
            if self.log is not None:
                self.emit("POL-3", "again", self.turn, {})
        else:
            self.turn = self.turn + 1 if self.turn + 1 < self.seats else 0
        self._clear(PHASE_THROW)

    def _clear(self, phase: i64) -> None:
        self.phase = phase
        self.low = 0
        self.high = 0
        self.left = NO_DIE
        self.again = False

    def _carry_on(self) -> None:
        """With the die that is left, if one is."""
        if self.left:
            self.phase = PHASE_MOVE
        else:
            self._end_throw()

    # ---- breaking out of the cell  [POL-2]

    def _releases(self) -> i64:
        """Every possible release, as choices; only a whole throw releases."""
        low, high = self.low, self.high
        if low + high != 6 and (high != 6 or low % 3):  # neither six nor 6+3 nor 6+6
            return 0
        base = REOS * self.turn
        reos = self.reos
        celled: i64 = 0
        exits: i64 = 0  # own reos on the own `:0` and `:6`
        sixes: i64 = 0
        for reo in range(REOS):
            place: i64 = reos[base + reo]
            if place == CELL:
                celled += 1
            elif place == EXIT:
                exits += 1
            elif place == SIX:
                sixes += 1
        if celled == 0:
            return 0
        # a lone rival is captured, a barrier of others is closed  [POL-6a, POL-8]
        home = turned(self.walls, self.origin(self.turn))
        exit_open = exits < MOST_ON_THE_EXIT if exits else home >> EXIT & 1 == 0  # [POL-9]
        if low + high == 6:
            return RELEASE_0 if exit_open else 0
        if low == 3:
            return RELEASE_3 if home >> THREE & 1 == 0 else 0
        releases: i64 = RELEASE_00 if exit_open else 0
        if home >> SIX & 1 == 0:
            # a lone rival there stops it, unless nobody is left behind  [POL-R5]
            lone = turned(self.lone, self.origin(self.turn))
            if lone >> SIX & 1 == 0 or sixes == 1 or celled == 1:
                releases |= RELEASE_6
        return releases

    def _release(self, action: i64) -> None:
        caught = self._let_out(released_to(action))
        if action == OUT_00 and self._own_on(EXIT) < MOST_ON_THE_EXIT:
            self._let_out(EXIT)  # the second, if there is one and it has room
        self.left = NO_DIE  # a release uses the whole throw
        self.again = False  # ... and is why 3+3 and 6+6 are thrown but once  [POL-3]
        if caught:
            self._earn_walk()
        else:
            self._end_throw()

    def _let_out(self, to: i64) -> bool:
        """The lowest-numbered reo in the cell, set down without walking.  [POL-R4, POL-R2]"""
        seat = self.turn
        for reo in range(REOS):
            if self.reos[REOS * seat + reo] == CELL:
                if self.log is not None:
                    self._emit_release(reo, to)
                # a lone rival is captured whatever is left in the cell; on the six that was
                # looked at before  [POL-6a, POL-R5]
                return self._arrive(reo, to, "POL-R5" if to == SIX else "POL-6a")
        return False

    # ---- the two dice  [POL-4]

    def _moves(self, one: i64, two: i64, both: i64) -> i64:
        """All moves with these pips: advances from bit 0, captures from bit 24 on."""
        base = REOS * self.turn
        reos = self.reos
        looked = False
        found: i64 = 0
        for reo in range(REOS):
            place: i64 = reos[base + reo]
            if OUT <= place <= CELL:
                continue
            if not looked:
                self._look_round()
                looked = True
            first: i64 = BITS_A_REO * reo
            if one:
                found |= self._ways_on(place, one) << first
            if two:
                found |= self._ways_on(place, two) << (first + 2)
            if both:
                found |= self._ways_on(place, both) << (first + 4)
        return found

    def _ways_on(self, place: i64, pips: i64) -> i64:
        """By the yard and, from or past another side's `:14`, by its gallery.  [POL-12]"""
        at: i64 = place if place < LANE else place - LANE
        found = self._walk(place, pips, False)
        if NEXT_ENTRANCE[place] - at < pips:
            found |= self._walk(place, pips, True) << 1
        return found

    def _look_round(self) -> None:
        """Turn the sets of squares to the seat on turn, and judge where it may land."""
        seat = self.turn
        base = REOS * seat
        reos = self.reos
        own: i64 = 0
        celled = False
        for reo in range(REOS):
            place: i64 = reos[base + reo]
            if place < OUT:
                own |= bit(place)
            elif place == CELL:
                celled = True
        origin = self.origin(seat)
        self.seen_walls = turned(self.walls, origin) & OWN_YARD
        self.seen_rooms = turned(self.rooms, origin)
        rivals = turned(self.lone, origin) & OWN_YARD & ~own
        prey: i64 = 0
        if rivals and not celled:  # nobody left in the cell: they may be captured  [POL-6]
            prey = rivals & turned(self.lone & ~self._protected(), origin)
        self.seen_prey = prey
        # other rivals are closed to landing, and so is an own reo in the escape  [POL-6, POL-13]
        self.seen_closed = (rivals & ~prey) | (own & ~OWN_YARD)
        if self.guards:  # [POL-15]
            self.seen_closed |= turned(self.guards, origin) & OWN_YARD

    def _walk(self, place: i64, pips: i64, up: bool) -> i64:
        """Whether the seat on turn can walk so, square by square.  [POL-R2]"""
        at: i64 = place
        yard: i64 = NEXT_IN_YARD[place]
        if place >= LANE:  # in a gallery nobody passes anybody  [POL-10]
            at = place - LANE
            if at + pips < yard:
                return ADVANCE if is_free(self.seen_rooms, at + 1, at + pips) else BLOCKED
            if not is_free(self.seen_rooms, at + 1, yard - 1):
                return BLOCKED
        to: i64 = at + pips
        if up:
            entrance: i64 = NEXT_ENTRANCE[place]
            if not is_free(self.seen_walls, yard, entrance):
                return BLOCKED
            to -= DETOUR
            yard = entrance + BELOW
            lane: i64 = entrance + 1 - DETOUR
            if to < yard:
                return ADVANCE if is_free(self.seen_rooms, lane, to) else BLOCKED
            if not is_free(self.seen_rooms, lane, yard - 1):
                return BLOCKED
        # to be out takes the exact count  [POL-13]; a barrier stops everybody, so that nowhere
        # a third reo comes to two by walking  [POL-8, POL-9]
        if to > OUT or not is_free(self.seen_walls, yard, to) or self.seen_closed >> to & 1:
            return BLOCKED
        return CAPTURE if self.seen_prey >> to & 1 else ADVANCE

    def _move(self, move: i64) -> None:
        reo: i64 = move // MOVES_A_REO
        pips: i64 = (move % MOVES_A_REO >> 1) + 1
        place: i64 = self.reos[REOS * self.turn + reo]
        to = landing(place, pips, move & 1)
        if self.log is not None:
            self._emit_move(reo, place, pips, move & 1)
        if self.phase == PHASE_MOVE:
            self._use(pips)
        self._leave(reo, place)
        caught = self._arrive(reo, to, "POL-6")
        if to == OUT:
            if self.log is not None:
                self.emit("POL-13", "freed", self.turn, {"reo": int(reo + 1)})
            if self._has_won():
                return
        if caught:
            self._earn_walk()
        else:
            self._carry_on()

    def _use(self, pips: i64) -> None:
        if self.left != BOTH or pips > self.high:  # the last die, or the sum
            self.left = NO_DIE
        elif pips == self.high:  # of equal dice it is always the lower that is left
            self.left = LOWER
        else:
            self.left = HIGHER

    def _pass(self) -> None:
        if self.log is not None:
            self.emit("POL-4", "passed", self.turn, {})
        self.left = NO_DIE
        self._end_throw()  # doubles give their throw all the same  [POL-3]

    # ---- leaving and arriving

    def _leave(self, reo: i64, place: i64) -> None:
        seat = self.turn
        self.reos[REOS * seat + reo] = CELL
        if place >= LANE:
            self.rooms ^= self.square(seat, place - LANE)
        elif place <= NINE:
            square: i64 = self.square(seat, place)
            if self.lone & square:
                self.lone ^= square
            elif self._own_on(place) < MOST_ON_A_SQUARE:  # no barrier any more  [POL-8]
                self.walls ^= square
                self.lone |= square

    def _arrive(self, reo: i64, place: i64, rule: str) -> bool:
        """Set a reo down; whether that captures a lone rival.  [POL-6]"""
        seat = self.turn
        caught = False
        if place <= NINE:
            square: i64 = self.square(seat, place)
            if self.lone & square and self._own_on(place) == 0:
                self._send_to_cell(self.reo_on(square), rule, "")
                caught = True
        self.reos[REOS * seat + reo] = place
        self._stand(seat, place)
        if self.log is not None and place <= NINE and self._own_on(place) == MOST_ON_A_SQUARE:
            self.emit("POL-8", "barrier", self.turn, {"at": self._name(seat, place)})
        return caught

    def _stand(self, seat: i64, place: i64) -> None:
        """Count a reo among the squares it may have to share."""
        if place >= LANE:
            self.rooms |= self.square(seat, place - LANE)
        elif place <= NINE:
            square: i64 = self.square(seat, place)
            if self.lone & square:
                self.lone ^= square
                self.walls |= square
            elif not self.walls & square:
                self.lone |= square

    def _send_to_cell(self, prisoner: i64, rule: str, guard: str) -> None:
        """A lone reo of the yard goes back to its cell."""
        other = prisoner // REOS
        place: i64 = self.reos[prisoner]
        self.lone ^= self.square(other, place)
        self.reos[prisoner] = CELL
        if self.log is not None:
            facts: dict[str, Any] = {"other": int(other), "reo": int(prisoner % REOS + 1)}
            facts["from"] = self._name(other, place)
            facts["to"] = "cell"
            if guard:
                facts["guard"] = guard
            self.emit(rule, "taken" if guard else "captured", self.turn, facts)

    def square(self, seat: i64, number: i64) -> i64:
        """The square of a number of the seat's way, as a set of one."""
        square = number + self.origin(seat)
        return bit(square - YARD if square >= YARD else square)

    def _own_on(self, place: i64) -> i64:
        base = REOS * self.turn
        count: i64 = 0
        for reo in range(REOS):
            if self.reos[base + reo] == place:
                count += 1
        return count

    def reo_on(self, square: i64) -> i64:
        """Who stands alone on that square of the yard, as an index of `reos`."""
        for seat in range(self.seats):
            for reo in range(REOS):
                place: i64 = self.reos[REOS * seat + reo]
                if place <= NINE and self.square(seat, place) == square:
                    return REOS * seat + reo
        return -1

    # ---- the walk of ten  [POL-7]

    def _earn_walk(self) -> None:
        if self._moves(WALK, 0, 0):
            self.phase = PHASE_BONUS
            if self.log is not None:
                self.emit("POL-7", "earned", self.turn, {"pips": WALK})
            return
        if self.log is not None:  # nobody can walk so far
            self.emit("POL-7", "lapsed", self.turn, {"pips": WALK})
        self._carry_on()

    def _skip(self) -> None:
        if self.log is not None:
            self.emit("POL-7", "skipped", self.turn, {"pips": WALK})
        self._carry_on()

    # ---- nines  [POL-11]

    def _protected(self) -> i64:
        """The squares on which a lone reo cannot be captured."""
        if not self.nine_is_owners:
            return NINES
        squares: i64 = 0
        for seat in range(self.seats):  # only the own nine protects  [POL-R1]
            for reo in range(REOS):
                if self.reos[REOS * seat + reo] == NINE:
                    squares |= self.square(seat, NINE)
        return squares

    # ---- winning  [POL-14]

    def _has_won(self) -> bool:
        if self._own_on(OUT) < REOS:
            return False
        self._clear(PHASE_OVER)
        self.winner = self.turn
        if self.log is not None:
            self.emit("POL-14", "won", self.turn, {})
        return True

    def thrower(self) -> i64:
        return self.turn if self.phase == PHASE_THROW else TABLE

    def scores(self) -> list[Any]:
        scores: list[Any] = []
        for seat in range(self.seats):
            scores.append(self.reos[REOS * seat : REOS * seat + REOS].count(OUT))
        return scores

    def winners(self) -> list[int]:
        return [self.winner] if self.phase == PHASE_OVER else []

    # ---- touched pieces, pieces set down on a guard and forgotten priorities are penalties of
    # ---- real tables: here only what is legal can be done, and nothing is taken back  [POL-16]

    # ---- guards  [POL-17]

    def _victims(self) -> i64:
        """The squares on which a guard can take a reo with this throw."""
        prey = self.lone & ~self._protected()
        squares: i64 = 0
        for side in range(SIDES):
            if prey and not self.has_seat(side):
                squares |= self._reached_from(side, EXIT, prey)
                squares |= self._reached_from(side, THREE, prey)
        return squares

    def _reached_from(self, side: i64, post: i64, prey: i64) -> i64:
        """Forward along the yard by one die or the sum, to reos that could be captured."""
        origin: i64 = SIDE * side + FIRST_EXIT
        walls = turned(self.walls, origin)
        prey = turned(prey, origin)
        squares: i64 = 0
        for kind in range(3):
            pips = self.low if kind == 0 else self.high
            if kind == 2:
                pips = self.low + self.high
            to: i64 = post + pips
            if to > SIDE_END and not self.sees_yard:  # [POL-R3]
                continue
            if prey >> to & 1 and is_free(walls, post + 1, to - 1):
                square = to + origin
                squares |= bit(square - YARD if square >= YARD else square)
        return squares

    def _prisoners(self) -> list[int]:
        """Whom the thrower may name.  [POL-R6]"""
        victims = self._victims()
        actions: list[int] = []
        for seat in range(self.seats):
            for reo in range(REOS):
                place: i64 = self.reos[REOS * seat + reo]
                if place <= NINE and victims & self.square(seat, place):
                    actions.append(int(TAKEN + REOS * seat + reo))
        return actions

    def _end_by_guard(self, prisoner: i64) -> None:
        """One reo goes to its cell; the throw is spent and nothing is earned.  [POL-17]"""
        guard = self._guard_that_takes(prisoner) if self.log is not None else ""
        self._send_to_cell(prisoner, "POL-17", guard)
        self._end_throw()

    def _guard_that_takes(self, prisoner: i64) -> str:
        square: i64 = self.square(prisoner // REOS, self.reos[prisoner])
        for side in range(SIDES):
            if not self.has_seat(side):
                for post in GUARD_POSTS:
                    if self._reached_from(side, post, square):
                        return NAMES[side][post]
        return ""

    # ---- why not

    def refusal(self, actor: i64, action: i64) -> tuple[str, str]:
        phase = self.phase
        if phase == PHASE_FIRST:
            return "POL-1", "it is drawn first who begins"
        if phase == PHASE_THROW:
            return "POL-1", f"seat {self.turn + 1} throws the dice now"
        if actor != self.turn:
            return "POL-1", f"it is the turn of seat {self.turn + 1}"
        if phase == PHASE_GUARD:
            return "POL-17", "say first which of the reos in reach a guard takes"
        if action >= TAKEN:
            return "POL-17", "no guard has several reos to choose from"
        if action == PASS:
            return "POL-15", "nobody passes while something can be done"
        if phase == PHASE_BONUS:
            if MOVE <= action < SKIP and (action - MOVE) % MOVES_A_REO >> 1 == WALK - 1:
                return self._why_not_move(action - MOVE)
            return "POL-7", f"first comes the walk of {WALK}, or skip"
        if action == SKIP:
            return "POL-7", "no walk has been earned that could be declined"
        if OUT_0 <= action < MOVE:
            return self._why_not_release(action)
        if self.left == BOTH and self._releases():
            return "POL-5", "to release comes before everything else"
        if not MOVE <= action < SKIP or not self._choice(action):
            return "POL-4", "a move takes the pips of a die that is left, or of both"
        return self._why_not_move(action - MOVE)

    def _why_not_release(self, action: i64) -> tuple[str, str]:
        if self.left != BOTH:
            return "POL-5", "only the whole throw releases"
        low, high = self.low, self.high
        asked = {OUT_0: low + high == 6, OUT_3: low == 3 and high == 6}.get(int(action), low == 6)
        if not asked:
            return "POL-2", f"{low}+{high} does not release so"
        if not self._own_on(CELL):
            return "POL-2", "nobody is left in the cell"
        to = released_to(action)
        if self._own_on(to):
            return "POL-9", f"there is no room on {self._name(self.turn, to)}"
        if self.walls & self.square(self.turn, to):
            return "POL-8", f"a barrier stands on {self._name(self.turn, to)}"
        return "POL-R5", "a rival stands there, and others are left in the cell"

    def _why_not_move(self, move: i64) -> tuple[str, str]:
        reo: i64 = move // MOVES_A_REO
        pips: i64 = (move % MOVES_A_REO >> 1) + 1
        place: i64 = self.reos[REOS * self.turn + reo]
        if place == CELL:
            return "POL-2", f"reo {reo + 1} is still in its cell"
        if place == OUT:
            return "POL-13", f"reo {reo + 1} is out already"
        up = move & 1
        at: i64 = place if place < LANE else place - LANE
        if up and NEXT_ENTRANCE[place] - at >= pips:
            return "POL-12", "this move does not go on from a :14 with a gallery"
        if not up and at + pips > OUT:
            return "POL-13", "the way ends at e7, to be reached exactly"
        self._look_round()
        for step in range(1, pips + 1):
            to = step_on(place, step, up)
            if to >= LANE:
                if self.rooms & self.square(self.turn, to - LANE):
                    return "POL-10", f"{self._name(self.turn, to)} is taken: nobody passes there"
            elif self.seen_walls >> to & 1:
                return "POL-8", f"a barrier stands on {self._name(self.turn, to)}"
        return self._why_not_land(landing(place, pips, up))

    def _why_not_land(self, to: i64) -> tuple[str, str]:
        name = self._name(self.turn, to)
        if to < LANE and self.seen_closed >> to & 1:
            if to >= ESCAPE:
                return "POL-13", f"{name} is taken"
            if self.guards & self.square(self.turn, to):
                return "POL-15", f"a guard stands on {name}"
            if self._own_on(CELL):
                return "POL-6", "nobody captures with reos left in the cell"
            return "POL-11", f"a reo on {name} cannot be captured"
        return "POL-5", "to capture comes before advancing"

    # ---- telling

    def _name(self, seat: i64, place: i64) -> str:
        return NAMES[self.side_of(seat)][place]

    def _emit_release(self, reo: i64, to: i64) -> None:
        facts: dict[str, Any] = {"reo": int(reo + 1), "from": "cell"}
        facts["to"] = self._name(self.turn, to)
        self.emit("POL-2", "released", self.turn, facts)

    def _emit_move(self, reo: i64, place: i64, pips: i64, up: i64) -> None:
        seat = self.turn
        facts: dict[str, Any] = {"reo": int(reo + 1), "piece": int(reo + 1), "pips": int(pips)}
        facts["from"] = self._name(seat, place)
        facts["to"] = self._name(seat, landing(place, pips, up))
        facts["path"] = [self._name(seat, step_on(place, step, up)) for step in range(pips + 1)]
        rule = "POL-7" if self.phase == PHASE_BONUS else "POL-4"
        self.emit("POL-12" if up else rule, "climbed" if up else "moved", self.turn, facts)


def released_to(action: i64) -> i64:
    """Where a release sets a reo down.  [POL-2]"""
    if action == OUT_3:
        return THREE
    return SIX if action == OUT_6 else EXIT
