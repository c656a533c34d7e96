"""Girumgo: the rules, in the order of the clauses.

Actions, as numbers (the same for every radius; wheels are numbered in board order from 0):
      0–5   set 0 … set 5: the rotation of the next wheel    (the table)
     6–11   first 1 … first 6: the seat that begins          (the table)
    12–17   1 … 6: the die                                   (the table)
   18–139   spin W + is 18 + 2 * wheel, spin W - is one more (the seat on turn)
  140–200   step W is 140 + wheel
      201   end

Every wheel has the six colours in the same order [GIR-R2], so one number, its rotation, tells
what it shows: (slot - rotation) mod 6. It follows that a gap at slot i of a wheel of rotation r is
a triangle exactly if the neighbours in directions i and i + 1 have rotations r + 2 and r + 4, and
that a piece in slot i can cross to the first of them if that has r + 2, to the second if r + 4.
A triangle is written `gap * 6 + colour`.
"""

from fractions import Fraction
from typing import Any, Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.state import NOBODY, TABLE, State
from periplo.games.girumgo.board import BOARDS, NO_WHEEL, SEAT_CORNERS, SIDES, SPOKE, wrap

FIRST: Final = 6
THROW: Final = 12
SPIN: Final = 18
STEP: Final = 140
END: Final = 201

PHASE_WHEELS: Final = 0
PHASE_FIRST: Final = 1
PHASE_DIE: Final = 2
PHASE_TURN: Final = 3
PHASE_OVER: Final = 4

UNMARKED: Final = -1
HUES: Final[tuple[str, ...]] = ("red", "yellow", "green", "blue", "violet", "pink")
BLOW: Final = 4  # advances that a surrounded rival loses  [GIR-7]


class GirumgoState(State):
    """A board of wheels with a piece a seat."""

    def __init__(
        self, seats: int, radius: int, wheels: list[int], same_colour: bool, dial: int
    ) -> None:
        """`wheels`: the rotations at the start, empty if the table sets them."""
        super().__init__(seats)
        board = BOARDS[radius]
        self.board = board
        self.corner: list[int] = list(SEAT_CORNERS[seats])
        self.same_colour = same_colour
        self.dial: int = dial  # 0: no limit
        # at the start the pieces stand on their corners  [GIR-1]
        self.at: list[int] = [board.corners[corner] for corner in self.corner]
        self.advances: list[int] = [0] * seats
        self.phase: i64 = PHASE_FIRST if wheels else PHASE_WHEELS
        self.turn: i64 = 0
        self.die: i64 = 0
        self.left: i64 = 0
        self.winner: i64 = NOBODY
        self.wheels: list[int] = wheels[:]  # rotations; those set so far, while they are being set
        self.before: list[int] = []  # rotations when the turn began; of use during a turn only
        self.marks: list[int] = [UNMARKED] * board.gaps  # the colour of each gap's mark
        self.counted: list[int] = []  # this turn's triangles, in the order made
        self.struck: i64 = 0  # this turn's surrounded rivals: a bit a seat

    def copy(self) -> State:
        other = GirumgoState(
            self.seats, self.board.radius, self.wheels, self.same_colour, self.dial
        )
        other.at = self.at[:]
        other.advances = self.advances[:]
        other.phase = self.phase
        other.turn = self.turn
        other.die = self.die
        other.left = self.left
        other.winner = self.winner
        other.before = self.before[:]
        other.marks = self.marks[:]
        other.counted = self.counted[:]
        other.struck = self.struck
        return other

    # ---- who may act: the table sets up and throws, the seat on turn does the rest

    def next_actor(self) -> i64:
        if self.phase == PHASE_TURN:
            return self.turn
        return NOBODY if self.phase == PHASE_OVER else TABLE

    def legal(self, actor: i64) -> list[int]:
        if actor != self.next_actor() or actor == NOBODY:
            return []
        if actor == TABLE:
            if self.phase == PHASE_FIRST:
                return list(range(FIRST, FIRST + int(self.seats)))
            first = 0 if self.phase == PHASE_WHEELS else THROW
            return list(range(first, first + SIDES))
        actions: list[int] = []
        if self.left > 0:  # spins may also be left unused  [GIR-2]
            actions = list(range(SPIN, SPIN + 2 * self.board.wheels))
        low = self.crossing(0)
        high = self.crossing(1)
        if low > high:
            low, high = high, low
        if low != NO_WHEEL:
            actions.append(STEP + int(low))
        if high != NO_WHEEL:
            actions.append(STEP + int(high))
        actions.append(END)
        return actions

    def is_legal(self, actor: i64, action: i64) -> bool:
        if actor != self.next_actor():
            return False
        if self.phase == PHASE_TURN:
            if action < STEP:
                return SPIN <= action < SPIN + 2 * self.board.wheels and self.left > 0
            if action < END:
                wheel = action - STEP
                return wheel == self.crossing(0) or wheel == self.crossing(1)
            return action == END
        if self.phase == PHASE_DIE:
            return THROW <= action < THROW + SIDES
        if self.phase == PHASE_FIRST:
            return FIRST <= action < FIRST + self.seats
        return self.phase == PHASE_WHEELS and 0 <= action < SIDES

    def refusal(self, actor: i64, action: i64) -> tuple[str, str]:
        if self.phase == PHASE_WHEELS:
            return "GIR-R5", "the table sets the next wheel now: set 0 to set 5"
        if self.phase == PHASE_FIRST:
            return "GIR-9", f"the table draws now who begins: first 1 to first {self.seats}"
        if self.phase == PHASE_DIE:
            return "GIR-2", f"the die is thrown now for seat {self.turn + 1}"
        if actor != self.turn:
            return "GIR-9", f"it is the turn of seat {self.turn + 1}, until it ends it"
        if SPIN <= action < SPIN + 2 * self.board.wheels:
            return "GIR-2", "no spins are left"
        if STEP <= action < END:
            if self.advances[self.turn] == 0:
                return "GIR-3", "crossing costs an advance, and there is none in hand"
            return "GIR-3", "the piece's colour does not stand side by side with that wheel's"
        return "GIR-2", "one can spin a wheel, step or end the turn"

    def outcomes(self) -> list[tuple[int, Fraction]]:
        if self.next_actor() != TABLE:
            return []
        actions = self.legal(TABLE)
        return [(action, Fraction(1, len(actions))) for action in actions]

    def draw(self, dice: Dice) -> i64:
        if self.phase == PHASE_DIE:
            return THROW + dice.below(SIDES)
        if self.phase == PHASE_FIRST:
            return FIRST + dice.below(self.seats)  # thrown for, ties again: uniform  [GIR-R4]
        return dice.below(SIDES)  # [GIR-R5]

    def pick(self, actor: i64, dice: Dice) -> i64:
        if actor == TABLE:
            return self.draw(dice)
        spins: i64 = 2 * self.board.wheels if self.left > 0 else 0
        low = self.crossing(0)
        high = self.crossing(1)
        if low > high:
            low, high = high, low
        steps: i64 = (0 if low == NO_WHEEL else 1) + (0 if high == NO_WHEEL else 1)
        choice: i64 = dice.below(spins + steps + 1)
        if choice < spins:
            return SPIN + choice
        choice -= spins
        if choice == steps:
            return END
        # the higher one is there whenever one is
        return STEP + (low if choice + 2 == steps else high)

    def play(self, actor: i64, action: i64) -> None:
        if action >= SPIN:
            if action < STEP:
                self._spin((action - SPIN) >> 1, (action & 1) == 0)
            elif action < END:
                self._step(action - STEP)
            else:
                self._end()
        elif action >= THROW:
            self._throw(action - THROW + 1)
        elif action >= FIRST:
            self._begin(action - FIRST)
        else:
            self._set(action)

    # ---- the start: the wheels as chance turns them, and who begins

    def _set(self, rotation: i64) -> None:
        """One wheel after another, in board order.  [GIR-R5]"""
        wheel = len(self.wheels)
        self.wheels.append(int(rotation))
        if wheel + 1 == self.board.wheels:
            self.phase = PHASE_FIRST
        if self.log is not None:
            facts = {"wheel": self.board.names[wheel], "to": int(rotation)}
            self.emit("GIR-R5", "set", NOBODY, facts)

    def _begin(self, seat: i64) -> None:
        self.turn = seat  # [GIR-9]
        self.phase = PHASE_DIE
        if self.log is not None:
            self.emit("GIR-9", "begins", seat, {})

    # ---- a turn: the die gives the number of spins  [GIR-2]

    def _throw(self, spins: i64) -> None:
        self.die = spins
        self.left = spins
        self.before = self.wheels[:]
        self.phase = PHASE_TURN
        if self.log is not None:
            self.emit("GIR-2", "threw", self.turn, {"die": int(spins)})

    def _spin(self, wheel: i64, forward: bool) -> None:
        """One wheel by one wedge, pieces or not; those on it go round.  [GIR-1, GIR-2]"""
        wheels = self.wheels
        rotation: i64 = wheels[wheel]
        if forward:  # counter-clockwise
            rotation = wrap(rotation + 1)
        else:
            rotation = wrap(rotation + 5)
        wheels[wheel] = rotation
        self.left -= 1
        if self.log is not None:
            self._emit_spin(wheel, rotation, forward)
        second: i64 = wrap(rotation + 2)
        third: i64 = wrap(rotation + 4)
        earlier: i64 = len(self.counted)
        spokes = self.board.spokes
        marks = self.marks
        spoke: i64 = self.board.first_spoke[wheel]
        end: i64 = self.board.first_spoke[wheel + 1]
        while spoke < end:
            gap: i64 = spokes[spoke]
            # a marked gap is a triangle, so turning any of its wheels breaks it  [GIR-6]
            if marks[gap] != UNMARKED:
                self._unmark(gap)
            if wheels[spokes[spoke + 2]] == second and wheels[spokes[spoke + 3]] == third:
                self._form(gap, (spokes[spoke + 1] - rotation + SIDES) % SIDES)
            spoke += SPOKE
        if len(self.counted) > earlier:
            self._surround(earlier)

    # ---- crossing  [GIR-3]

    def crossing(self, side: i64) -> i64:
        """The wheel to which the piece on turn can cross now, on either side of its wedge.

        Side 0 is the direction of its slot, side 1 the next one; NO_WHEEL if it cannot. At the rim
        the third wheel of the gap may be missing.
        """
        seat = self.turn
        if self.advances[seat] == 0:
            return NO_WHEEL
        at: i64 = self.at[seat]
        rotation: i64 = self.wheels[at]
        # the piece is always on the wedge of its own colour, which is its corner's number  [GIR-1]
        direction: i64 = wrap(self.corner[seat] + rotation)
        shown: i64 = wrap(rotation + 2)
        if side == 1:
            direction = wrap(direction + 1)
            shown = wrap(rotation + 4)
        wheel: i64 = self.board.neighbours[at * SIDES + direction]
        return wheel if wheel != NO_WHEEL and self.wheels[wheel] == shown else NO_WHEEL

    def _step(self, wheel: i64) -> None:
        seat = self.turn
        start = self.at[seat]
        self.at[seat] = int(wheel)  # several pieces may be on one wheel  [GIR-1]
        self.advances[seat] -= 1
        if self.log is not None:
            names = self.board.names
            self.emit("GIR-3", "crossed", seat, {"from": names[start], "to": names[wheel]})
        if wheel == self.goal(seat):
            self._win(seat)

    # ---- triangles  [GIR-4, GIR-5, GIR-6]

    def _form(self, gap: i64, colour: i64) -> None:
        """A spin has just made a triangle."""
        seat = self.turn
        triangle: i64 = gap * SIDES + colour
        if self.shows(self.before, triangle) or triangle in self.counted:  # [GIR-5, GIR-R7]
            if self.log is not None:
                self._emit_triangle("GIR-5", "repeated", gap, colour)
            return
        self.counted.append(int(triangle))
        self.marks[gap] = int(colour)
        if self.log is not None:
            self._emit_triangle("GIR-4", "formed", gap, colour)
        self._gain(seat, "GIR-4")

    def shows(self, rotations: list[int], triangle: i64) -> bool:
        """Whether wheels of these rotations show the triangle's colour at all three sides."""
        corners = self.board.gap_wheels
        slots = self.board.gap_slots
        gap: i64 = triangle // SIDES
        colour: i64 = triangle % SIDES
        for i in range(gap * 3, gap * 3 + 3):
            if wrap(colour + rotations[corners[i]]) != slots[i]:
                return False
        return True

    def _unmark(self, gap: i64) -> None:
        if self.log is not None:
            self._emit_triangle("GIR-6", "unmarked", gap, self.marks[gap])
        self.marks[gap] = UNMARKED

    def _gain(self, seat: i64, rule: str) -> None:
        """One advance more, unless the dial is full: then it is lost.  [GIR-R6]"""
        full = self.dial > 0 and self.advances[seat] >= self.dial
        if not full:
            self.advances[seat] += 1
        if self.log is not None:
            facts = {"advances": self.advances[seat]}
            self.emit("GIR-R6" if full else rule, "lost" if full else "gained", seat, facts)

    # ---- surrounding  [GIR-7]

    def _surround(self, earlier: i64) -> None:
        """The triangles from number `earlier` on have just been counted."""
        if len(self.counted) < 2:
            return
        seat = self.turn
        for rival in range(self.seats):
            # once per rival and turn  [GIR-R8]
            if rival != seat and not (self.struck >> rival) & 1 and self._closes(rival, earlier):
                self.struck |= 1 << rival
                self._strike(seat, rival)

    def _closes(self, rival: i64, earlier: i64) -> bool:
        """Whether a triangle just counted surrounds the rival together with another one."""
        wheel: i64 = self.at[rival]
        for i in range(earlier, len(self.counted)):
            new: i64 = self.counted[i]
            for j in range(i):
                other: i64 = self.counted[j]
                if self.is_around(new, other, wheel) and self.shows(self.wheels, other):
                    return True
        return False

    def is_around(self, one: i64, other: i64, wheel: i64) -> bool:
        """Whether two triangles, if both stand, surround the wheel."""
        wheels = self.board.wheels
        here: i64 = one // SIDES * wheels + wheel
        there: i64 = other // SIDES * wheels + wheel
        if self.same_colour:  # [GIR-R3]
            flanking = self.board.flanking
            return one % SIDES == other % SIDES and flanking[here] and flanking[there]
        including = self.board.including
        return including[here] and including[there]

    def _strike(self, seat: i64, rival: i64) -> None:
        """One advance more for the seat; the rival loses four, or all it has and its place."""
        had = self.advances[rival]
        start = self.at[rival]
        if had >= BLOW:
            self.advances[rival] = had - BLOW
        else:
            self.advances[rival] = 0
            self.at[rival] = self.board.corners[self.corner[rival]]
        if self.log is not None:
            names = self.board.names
            facts: dict[str, Any] = {
                "other": int(rival),
                "at": names[start],
                "loses": min(had, BLOW),
            }
            self.emit("GIR-7", "surrounded", seat, facts)
            if had < BLOW:
                facts = {"from": names[start], "to": names[self.at[rival]]}
                self.emit("GIR-7", "sent_back", rival, facts)
        self._gain(seat, "GIR-7")

    # ---- winning  [GIR-8]

    def goal(self, seat: i64) -> i64:
        """The corner opposite the seat's own."""
        return self.board.corners[wrap(self.corner[seat] + 3)]

    def _win(self, seat: i64) -> None:
        self.phase = PHASE_OVER
        self.winner = seat
        if self.log is not None:
            self.emit("GIR-8", "won", seat, {"at": self.board.names[self.at[seat]]})

    def thrower(self) -> i64:
        return self.turn if self.phase == PHASE_DIE else TABLE

    def scores(self) -> list[Any]:
        return [1 if seat == self.winner else 0 for seat in range(self.seats)]

    def winners(self) -> list[int]:
        return [int(self.winner)] if self.phase == PHASE_OVER else []

    # ---- the next seat, clockwise; there is no limit of rounds  [GIR-9]

    def _end(self) -> None:
        if self.log is not None:
            self.emit("GIR-9", "ended", self.turn, {"left": int(self.left)})
        self.turn = (self.turn if self.turn > 0 else self.seats) - 1
        self.phase = PHASE_DIE
        self.die = 0
        self.left = 0
        if self.counted:
            self.counted = []
        self.struck = 0

    # ---- telling

    def _emit_spin(self, wheel: i64, rotation: i64, forward: bool) -> None:
        name = self.board.names[wheel]
        start: i64 = wrap(rotation + (5 if forward else 1))
        facts: dict[str, Any] = {
            "wheel": name,
            "way": "counterclockwise" if forward else "clockwise",
            "from": int(start),
            "to": int(rotation),
            "left": int(self.left),
        }
        self.emit("GIR-2", "spun", self.turn, facts)
        for seat in range(self.seats):
            if self.at[seat] == wheel:
                colour = self.corner[seat]
                facts = {"wheel": name}
                facts["from"] = int(wrap(colour + start))
                facts["to"] = int(wrap(colour + rotation))
                self.emit("GIR-1", "carried", seat, facts)

    def _emit_triangle(self, rule: str, kind: str, gap: i64, colour: i64) -> None:
        facts: dict[str, Any] = {"gap": self.board.gap_names[gap], "colour": int(colour)}
        facts["hue"] = HUES[colour]
        self.emit(rule, kind, self.turn, facts)
