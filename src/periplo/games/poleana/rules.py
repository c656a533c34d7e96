"""El Reo Poleana: the rules, in the order of the sheet.

`actions.py` numbers the actions, `board.py` is the jail, `jail.py` knows who stands where.
"""

from fractions import Fraction
from typing import Any, Final

from mypy_extensions import i64

from periplo.core.bits import has, without
from periplo.core.dice import Dice
from periplo.core.state import NOBODY, TABLE, Seat, State
from periplo.core.two_dice import CHANCES, FALLS, HIGH, LOW
from periplo.games.poleana import choices
from periplo.games.poleana import reasons as why
from periplo.games.poleana.actions import (
    FIRST,
    MOVE,
    OUT_0,
    OUT_00,
    PASS,
    SKIP,
    TAKEN,
    is_move,
    is_release,
    is_up,
    pips_of,
    prisoner_of,
    released_to,
    reo_of,
    taken,
)
from periplo.games.poleana.board import (
    BELOW,
    CELL,
    ESCAPE,
    EXIT,
    LANE,
    MOST_FROM,
    MOST_PIPS,
    NINE,
    NO_GALLERY,
    NOWHERE,
    OUT,
    REOS,
    SIDE,
    SIX,
    SQUARE_NAMES,
    UP_FROM,
    YARD,
    Place,
    Square,
    is_nine,
    landing,
    path,
)
from periplo.games.poleana.jail import (
    BOTH,
    HIGHER,
    LOWER,
    NINES,
    NO_DIE,
    NO_PLACES,
    OWN_YARD,
    PHASE_BONUS,
    PHASE_FIRST,
    PHASE_GUARD,
    PHASE_MOVE,
    PHASE_OVER,
    PHASE_THROW,
    Jail,
    Places,
    Steps,
    ahead,
    ahead_going_up,
    is_left,
    owner_of,
    pips_left,
    place_in,
    steps_up_to,
    turned,
)

WALK: Final = 10  # what a capture earns  [POL-7]
BARRIER: Final = 2  # reos of one colour on a square of the yard  [POL-8]
MOST_ON_EXIT: Final = 3  # of its own colour, on a `:0`  [POL-9]


class PoleanaState(Jail):
    """A game in progress."""

    # ---- all begin in their cell; both dice are thrown together  [POL-1]

    def outcomes(self) -> list[tuple[int, Fraction]]:
        if self.phase == PHASE_FIRST:
            return [(FIRST + seat, Fraction(1, int(self.seats))) for seat in range(self.seats)]
        return CHANCES[:] if self.phase == PHASE_THROW else []

    def draw(self, dice: Dice) -> i64:
        if self.phase == PHASE_FIRST:
            return FIRST + dice.below(self.seats)
        return FALLS[dice.below(36)]

    def thrower(self) -> i64:
        return self.turn if self.phase == PHASE_THROW else TABLE

    def _begin_game(self, seat: Seat) -> None:
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
            prisoners = self._prisoners()
            if len(prisoners) > 1:  # the thrower says which  [POL-R6]
                self.phase = PHASE_GUARD
                return
            if prisoners:
                self._end_by_guard(prisoners[0])
                return
        self.again = self.low == self.high  # [POL-3]
        self.phase = PHASE_MOVE

    # ---- breaking out of the cell  [POL-2]

    def _opened(self) -> i64:
        """How this throw opens the cell."""
        if self.low + self.high == 6:  # 5+1, 4+2 or 3+3: one reo to the own `:0`
            return choices.OUT_0_ALONE
        if self.low == 3 and self.high == 6:  # one to the own `:3`
            return choices.OUT_3_ALONE
        if self.low == 6:  # 6+6: one to the own `:6`, or two to the own `:0`
            return choices.OUT_6_OR_00
        return choices.NO_CHOICES

    def _releases(self) -> choices.Choices:
        """Every possible release is legal."""
        found = choices.NO_CHOICES
        if self.left == BOTH and self._opened() != choices.NO_CHOICES:
            for action in range(OUT_0, OUT_00 + 1):
                if self._assess_release(action) > 0:
                    found = choices.with_release(found, action)
        return found

    def _assess_release(self, action: i64) -> i64:
        """Whether a reo may be released so, and if not, why."""
        if self.left != BOTH:
            return why.ONE_DIE_LEFT  # only a whole throw releases
        if not choices.has_release(self._opened(), action):
            return why.NO_RELEASE
        celled = self.count(self.turn, CELL)
        if celled == 0:
            return why.CELL_EMPTY
        to = released_to(action)
        own = self.count(self.turn, to)
        if own:
            return why.ADVANCE if own < self.room_on(to) else why.NO_ROOM  # [POL-9]
        square = self.square_of(self.turn, to)
        if self.is_barrier(square):  # [POL-8]
            return why.BARRIER_THERE
        # a lone rival on the six stops it, unless nobody is left behind  [POL-R5]
        if to == SIX and celled > 1 and self.is_lone(square):
            return why.RIVAL_ON_SIX
        return why.ADVANCE

    def _release(self, action: i64) -> None:
        to = released_to(action)
        self.left = NO_DIE  # a release uses the whole throw
        caught = self._let_out(to)
        if action == OUT_00 and self.count(self.turn, to) < self.room_on(to):
            self._let_out(to)  # the second, if there is one and it has room
        self.again = False  # ... and is why 3+3 and 6+6 are thrown but once  [POL-3]
        if self.log is not None and self.count(self.turn, CELL) == 0:
            self.emit("POL-6", "armed", self.turn, {})
        if caught:
            self._earn_walk()
        else:
            self._end_throw()

    def _let_out(self, to: Place) -> bool:
        """Set a reo down without walking; whether that captures a lone rival.  [POL-R2]"""
        reo = self._first_in_cell()
        if reo < 0:
            return False
        if self.log is not None:
            self._emit_way("POL-2", "released", reo, 0, [Place(CELL), to])
        # whatever is left in the cell; on the six that was looked at before  [POL-6a, POL-R5]
        return self._arrive(reo, to, "POL-R5" if to == SIX else "POL-6a")

    def _first_in_cell(self) -> i64:
        """The lowest-numbered reo goes; -1 if there is none.  [POL-R4]"""
        four = self.four_of(self.turn)
        for reo in range(REOS):
            if place_in(four, reo) == CELL:
                return reo
        return -1

    # ---- doubles  [POL-3]

    def _end_throw(self) -> None:
        """Another throw for the same seat, or the next seat's."""
        if self.again:
            if self.log is not None:
                self.emit("POL-3", "again", self.turn, {})
        else:
            self.turn = Seat(self.turn + 1)
            if self.turn == self.seats:
                self.turn = Seat(0)
        self._clear(PHASE_THROW)

    def _clear(self, phase: i64) -> None:
        self.phase = phase
        self.low = 0
        self.high = 0
        self.left = NO_DIE
        self.again = False

    # ---- the two dice  [POL-4]

    def _walks(self) -> choices.Walks:
        """The moves of every reo by the lower die, the higher and both together."""
        low = self._pips(choices.LOWER_DIE)
        high = self._pips(choices.HIGHER_DIE)
        both = self._pips(choices.BOTH_DICE)
        most = both if both else low | high  # without both, one of the dice at most
        four = self.four_of(self.turn)
        looked = False
        found: i64 = choices.NO_WALKS
        reo: i64
        for reo in range(REOS):
            place = place_in(four, reo)
            if place == CELL or place == OUT:  # [POL-2, POL-13]
                continue
            if not looked:
                self._look_round()
                looked = True
            walks = choices.walks_of(self._reach(place), low, high, both)
            if most >= UP_FROM[place]:  # [POL-12]
                reach = self._reach_going_up(place)
                walks |= choices.by_gallery(choices.walks_of(reach, low, high, both))
            found |= choices.by_reo(reo, walks)
        return choices.Walks(found)

    def _pips(self, dice: i64) -> i64:
        """What the lower die, the higher or both together allow; 0 for nothing."""
        if self.phase == PHASE_BONUS:
            if dice == choices.LOWER_DIE:  # as if thrown by it
                return WALK
        elif dice == choices.LOWER_DIE:
            if is_left(self.left, LOWER):
                return self.low
        elif dice == choices.HIGHER_DIE:
            if is_left(self.left, HIGHER) and self.high != self.low:  # equal dice give one action
                return self.high
        elif self.left == BOTH:
            return self.low + self.high
        return 0

    def _can_use(self, pips: i64) -> bool:
        for dice in (choices.LOWER_DIE, choices.HIGHER_DIE, choices.BOTH_DICE):
            if pips == self._pips(dice):
                return True
        return False

    def _use(self, pips: i64) -> None:
        if self.left != BOTH or pips > self.high:  # the last die, or the sum
            self.left = NO_DIE
        elif pips == self.high:  # of equal dice it is always the lower that is left
            self.left = LOWER
        else:
            self.left = HIGHER

    def _move(self, reo: i64, pips: i64, up: bool) -> None:
        place = self.place_of(self.turn, reo)
        to = landing(place, pips, up)
        rule = "POL-7"
        if self.phase == PHASE_MOVE:
            self._use(pips)
            rule = "POL-4"
        if self.log is not None and up:
            self._emit_way("POL-12", "climbed", reo, pips, path(place, pips, up))
        elif self.log is not None:
            self._emit_way(rule, "moved", reo, pips, path(place, pips, up))
        self.lift(self.turn, reo)
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

    def _carry_on(self) -> None:
        """With the die that is left, if one is."""
        if self.left:
            self.phase = PHASE_MOVE
        else:
            self._end_throw()

    def _pass(self) -> None:
        self.left = NO_DIE
        if self.log is not None:
            self.emit("POL-4", "passed", self.turn, {"left": []})
        self._end_throw()  # doubles give their throw all the same  [POL-3]

    # ---- release, else capture, else advance  [POL-5]

    def _choices(self) -> choices.Choices:
        """What the seat on turn may do, assessed anew each time."""
        if self.phase == PHASE_BONUS:  # any walk, or none: no priorities here  [POL-7]
            return choices.any_or_skip(self._walks())
        releases = self._releases()
        if releases:
            return releases
        walks = self._walks()
        if choices.captures(walks):
            return choices.captures(walks)
        if walks:
            return choices.advances(walks)
        # nothing can be used: all that is left is given up, and never otherwise  [POL-4, POL-15]
        return choices.Choices(choices.PASS_ALONE)

    # ---- capturing; who is released captures in any case, but for `:6`  [POL-6, POL-6a, POL-R5]

    def _arrive(self, reo: i64, to: Place, rule: str) -> bool:
        """Set a reo down; whether that captures a lone rival."""
        captive = self._captive_on(to)
        if captive >= 0:
            self._send_to_cell(captive, rule, "")
        self.set_down(self.turn, reo, to)
        if self.log is not None and to <= NINE and self.count(self.turn, to) == BARRIER:
            at = self.name_of(self.turn, to)
            ways = "bypassed" if self.is_below_gallery(to) else "closed"
            self.emit("POL-8", "barrier", self.turn, {"at": at, "ways": ways})
        return captive >= 0

    def _captive_on(self, to: Place) -> i64:
        """The lone rival whom a reo set down there captures, by its index among all, or -1."""
        if to > NINE:
            return -1
        square = self.square_of(self.turn, to)
        if not self.is_lone(square) or self.count(self.turn, to):
            return -1
        return self.lone_reo_on(square)

    def _send_to_cell(self, prisoner: i64, rule: str, guard: str) -> None:
        """A lone reo of the yard goes back to its cell."""
        other, reo = owner_of(prisoner), prisoner % REOS
        if self.log is not None:
            at = self.name_of(other, self.place_of_index(prisoner))
            facts: dict[str, Any] = {"other": int(other), "reo": int(reo + 1)}
            if other != self.turn:  # a guard may take the thrower's own
                facts["owner"] = int(other)
            facts["piece"] = int(reo + 1)
            facts["from"] = at
            facts["to"] = "cell"
            facts["path"] = [at, "cell"]
            if guard:
                facts["guard"] = guard
            self.emit(rule, "taken" if guard else "captured", self.turn, facts)
        self.lift(other, reo)

    # ---- the walk of ten  [POL-7]

    def _earn_walk(self) -> None:
        self.phase = PHASE_BONUS
        if self._walks():
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

    # ---- a walk goes square by square, and what stops it  [POL-R2, POL-8 to POL-13]

    def _look_round(self) -> None:
        """See what stops the seat on turn, where it may not stop, and whom it may capture."""
        self.look_round(self.turn)
        origin = self.origin(self.turn)
        rivals: i64 = turned(self.lone, origin) & OWN_YARD & ~self.seen_own
        # who has somebody in the cell captures nobody  [POL-6]; on a nine nobody is  [POL-11]
        self.prey = NO_PLACES
        if rivals and not self.count(self.turn, CELL):
            self.prey = Places(rivals & ~self._protected(rivals))
        # an own reo in the yard is joined, and is alone: a barrier stops everybody, so that
        # nowhere a third comes to two by walking  [POL-8, POL-9]
        self.closed = Places(
            rivals & ~self.prey
            | turned(self.guards, origin) & OWN_YARD  # landing on one is never possible  [POL-15]
            | self.seen_own & ~OWN_YARD  # in the escape they may be passed, not joined  [POL-13]
        )

    def _reach(self, place: Place) -> choices.Reach:
        """With how many pips one may walk from there by the yard, or on through the gallery.

        The seat must have looked round before.
        """
        # to be out takes the exact count  [POL-13]
        free: i64 = _before(self.stops_ahead(place)) & steps_up_to(MOST_FROM[place])
        prey = ahead(self.prey, place)
        return choices.reach_of(free & ~(ahead(self.closed, place) | prey), free & prey)

    def _reach_going_up(self, place: Place) -> choices.Reach:
        """The same from or past another side's `:14` by its gallery.  [POL-12]"""
        enough: i64 = steps_up_to(MOST_PIPS) & ~steps_up_to(UP_FROM[place] - 1)
        free: i64 = _before(self.stops_going_up(place)) & enough
        prey = ahead_going_up(self.prey, place)
        return choices.reach_of(free & ~(ahead_going_up(self.closed, place) | prey), free & prey)

    def why_not_walk(self, reo: i64, pips: i64, up: bool) -> tuple[i64, Place]:
        """Why the seat on turn may not walk so, of `reasons.py`, and where that is found out."""
        place = self.place_of(self.turn, reo)
        to = landing(place, pips, up)
        if place == CELL:
            return why.IN_CELL, place
        if place == OUT:
            return why.OUT_ALREADY, place
        if to == NO_GALLERY:
            return why.NO_WAY_UP, to
        if to == NOWHERE:
            return why.TOO_FAR, to
        self._look_round()
        met = self.first_met(place, pips, up)
        if met != NOWHERE:
            return why.GALLERY_TAKEN if met >= LANE else why.BARRIER_THERE, met
        if to >= OUT or not has(self.closed, to):
            return why.ADVANCE, to
        if to >= ESCAPE:
            return why.ESCAPE_TAKEN, to
        if self.is_guard(self.square_of(self.turn, to)):
            return why.GUARD_THERE, to
        return why.CELL_NOT_EMPTY if self.count(self.turn, CELL) else why.PROTECTED, to

    def barriers(self) -> list[tuple[int, str]]:
        """The squares that are closed, each with the seat whose reos stand there.  [POL-8]"""
        found: list[tuple[int, str]] = []
        for prisoner in range(REOS * self.seats):
            seat, place = owner_of(prisoner), self.place_of_index(prisoner)
            if place <= NINE and self.is_barrier(self.square_of(seat, place)):
                barrier = (int(seat), self.name_of(seat, place))
                if barrier not in found:
                    found.append(barrier)
        return found

    def is_below_gallery(self, place: Place) -> bool:
        """Whether a gallery leads round that square of the yard.  [POL-12]"""
        return place % SIDE < BELOW - 1

    def room_on(self, place: Place) -> i64:
        """How many reos of a colour a place can hold.  [POL-9, POL-10, POL-13]"""
        if place == EXIT:
            return MOST_ON_EXIT
        return BARRIER if place <= NINE else 1

    def protects(self, place: Place) -> bool:
        """Whether a lone reo cannot be captured on that place of its own way.  [POL-11]"""
        return place == NINE if self.nine_is_owners else is_nine(place)  # [POL-R1]

    def _protected(self, rivals: i64) -> i64:
        """Which of these lone rivals, seen by the seat on turn, cannot be captured.  [POL-11]"""
        safe: i64 = rivals & NINES
        if safe and self.nine_is_owners:  # whose nine is it?  [POL-R1]
            for nine in range(NINE + 1):
                if has(safe, nine):
                    rival = self.lone_reo_on(self.square_of(self.turn, Place(nine)))
                    if not self.protects(self.place_of_index(rival)):
                        safe = without(safe, nine)
        return safe

    # ---- winning  [POL-14]

    def _has_won(self) -> bool:
        if self.count(self.turn, OUT) < REOS:
            return False
        self._clear(PHASE_OVER)
        self.winner = self.turn
        if self.log is not None:
            self.emit("POL-14", "won", self.turn, {})
        return True

    def scores(self) -> list[Any]:
        return [int(self.count(Seat(seat), OUT)) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """Not by the scores: in a position that is read, others may have brought all out, too."""
        return [self.winner] if self.phase == PHASE_OVER else []

    # ---- nobody passes while something can be done: see `_choices`; nobody lands on a guard: see
    # ---- `_look_round`  [POL-15]

    # ---- touched pieces, pieces set down on a guard and forgotten priorities are penalties of
    # ---- real tables: here only what is legal can be done, and nothing is taken back  [POL-16]

    # ---- guards, who stand on `:0` and `:3` of every empty side  [POL-17]

    def _prisoners(self) -> list[int]:
        """Whom guards can take with this throw, by their indices among all."""
        found: list[int] = []
        for prisoner in range(REOS * self.seats):
            if self._guard_of(prisoner) >= 0:
                found.append(prisoner)
        return found

    def _guard_of(self, prisoner: i64) -> i64:
        """The square of the first guard who reaches that reo, or -1.

        By one die or the sum, forward along the yard, and only a reo that could be captured there.
        """
        place = self.place_of_index(prisoner)
        if place > NINE or self.protects(place):
            return -1
        square = self.square_of(owner_of(prisoner), place)
        if not self.is_lone(square):
            return -1
        for post in self.posts:
            steps: i64 = (square - post) % YARD
            if steps != self.low and steps != self.high and steps != self.low + self.high:
                continue
            if not self.sees_yard and square // SIDE != post // SIDE:  # [POL-R3]
                continue
            if not self.is_barrier_between(Square(post), steps):
                return post
        return -1

    def _end_by_guard(self, prisoner: i64) -> None:
        """One reo goes to its cell; the throw is spent and nothing is earned."""
        guard = SQUARE_NAMES[self._guard_of(prisoner)] if self.log is not None else ""
        self._send_to_cell(prisoner, "POL-17", guard)
        self._end_throw()

    # ---- what may be done, and what forbids the rest

    def next_actor(self) -> i64:
        if self.phase <= PHASE_THROW:
            return TABLE
        if self.phase == PHASE_OVER:
            return NOBODY
        return self.turn

    def legal(self, actor: i64) -> list[int]:
        if actor != self.next_actor() or actor == NOBODY:
            return []
        if self.phase == PHASE_FIRST:
            return list(range(FIRST, FIRST + self.seats))
        if self.phase == PHASE_THROW:
            return list(range(FIRST))
        if self.phase == PHASE_GUARD:
            return [taken(prisoner) for prisoner in self._prisoners()]
        actions: list[int] = []
        rest = self._choices()
        while rest:
            actions.append(self._action_of(choices.first(rest)))
            rest = choices.without_first(rest)
        return actions

    def pick(self, actor: i64, dice: Dice) -> i64:
        """As from `legal`, without making the list: random games run by a third faster."""
        if actor == TABLE or self.phase == PHASE_GUARD:
            actions = self.legal(actor)
            return actions[dice.below(len(actions))]
        rest = self._choices()
        skip = dice.below(choices.count(rest))
        while skip:
            rest = choices.without_first(rest)
            skip -= 1
        return self._action_of(choices.first(rest))

    def _action_of(self, number: i64) -> i64:
        """The action of one choice."""
        if choices.is_move(number):
            return choices.move_of(number, self._pips(choices.dice_of(number)))
        return choices.action_of(number)

    def refusal(self, actor: i64, action: i64) -> tuple[str, str]:
        if self.phase == PHASE_FIRST:
            return "POL-1", "it is drawn first who begins"
        if self.phase == PHASE_THROW:
            return "POL-1", f"seat {self.turn + 1} throws the dice now"
        if actor != self.turn:
            return "POL-1", f"it is the turn of seat {self.turn + 1}"
        if self.phase == PHASE_GUARD:
            return "POL-17", "say first which of the reos in reach a guard takes"
        if action >= TAKEN:
            return "POL-17", "no guard has several reos to choose from"
        if action == PASS:
            return "POL-15", "nobody passes while something can be done"
        if self.phase == PHASE_BONUS:
            if is_move(action) and pips_of(action) == WALK:
                return self._refuse_walk(reo_of(action), pips_of(action), is_up(action))
            return "POL-7", f"first comes the walk of {WALK}, or skip"
        if action == SKIP:
            return "POL-7", "no walk has been earned that could be declined"
        if is_release(action):
            return self._because(self._assess_release(action), NOBODY, released_to(action))
        if self._releases():
            return "POL-5", "to release comes before everything else"
        if not is_move(action) or not self._can_use(pips_of(action)):
            return "POL-4", "a move takes the pips of a die that is left, or of both"
        return self._refuse_walk(reo_of(action), pips_of(action), is_up(action))

    def _refuse_walk(self, reo: i64, pips: i64, up: bool) -> tuple[str, str]:
        reason, at = self.why_not_walk(reo, pips, up)
        return self._because(reason, reo, at)

    def _because(self, reason: i64, reo: i64, at: Place) -> tuple[str, str]:
        clause, words = why.REASONS[int(reason)]
        dice = f"{self.low}+{self.high}"
        return clause, words.format(reo=reo + 1, at=self.name_of(self.turn, at), dice=dice)

    # ---- acting

    def play(self, actor: i64, action: i64) -> None:
        if actor == TABLE:
            if action < FIRST:
                self._throw(action)
            else:
                self._begin_game(Seat(action - FIRST))
        elif action < MOVE:
            self._release(action)
        elif action < SKIP:
            self._move(reo_of(action), pips_of(action), is_up(action))
        elif action == SKIP:
            self._skip()
        elif action == PASS:
            self._pass()
        else:
            self._end_by_guard(prisoner_of(action))

    def copy(self) -> State:
        # guards are copied, not found out once more
        other = PoleanaState(self.seats, False, self.sees_yard, self.nine_is_owners, self.first)
        other.copy_from(self)
        return other

    # ---- what is logged and offered

    def mover(self, action: i64) -> i64:
        """The reo that a release or a move takes; of two that are released, the first."""
        return self._first_in_cell() if is_release(action) else reo_of(action)

    def path_of(self, action: i64) -> list[str]:
        """The places that a release or a move leads over, from first to last."""
        if is_release(action):
            return self._names([Place(CELL), released_to(action)])
        place = self.place_of(self.turn, reo_of(action))
        return self._names(path(place, pips_of(action), is_up(action)))

    def taken_by(self, action: i64) -> i64:
        """Whom a release, a move or a guard takes, by its index among all, or -1."""
        if action >= TAKEN:
            return prisoner_of(action)
        if is_release(action):
            return self._captive_on(released_to(action))
        if not is_move(action):
            return -1
        place = self.place_of(self.turn, reo_of(action))
        return self._captive_on(landing(place, pips_of(action), is_up(action)))

    def _emit_way(self, rule: str, kind: str, reo: i64, pips: i64, places: list[Place]) -> None:
        way = self._names(places)
        facts: dict[str, Any] = {"reo": int(reo + 1), "piece": int(reo + 1)}
        if pips:
            facts["pips"] = int(pips)
        facts["from"] = way[0]
        facts["to"] = way[-1]
        facts["path"] = way
        facts["left"] = pips_left(self.low, self.high, self.left)
        self.emit(rule, kind, self.turn, facts)

    def _names(self, places: list[Place]) -> list[str]:
        return [self.name_of(self.turn, place) for place in places]


def _before(stops: Steps) -> i64:
    """All steps before the first of these: nobody passes  [POL-8, POL-10]."""
    return (stops & -stops) - 1
