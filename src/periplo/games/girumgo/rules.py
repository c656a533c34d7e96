"""Girumgo: the rules, in the order of the clauses.

Actions, as numbers (the same for every radius; wheels are numbered in board order from 0):
      0–5   set 0 … set 5: the rotation of the next wheel    (the table)
     6–11   first 1 … first 6: the seat that begins          (the table)
    12–17   1 … 6: the die                                   (the table)
   18–139   spin W + is 18 + 2 * wheel, spin W - is one more (the seat on turn)
  140–200   step W is 140 + wheel
      201   end

Every wheel has the six colours in the same order [GIR-R2], so one number, its rotation, says
what it shows: (slot - rotation) mod 6. It follows that a gap at slot i of a wheel of rotation r is
a triangle exactly if the neighbours in directions i and i + 1 have rotations r + 2 and r + 4, and
that a piece in slot i can cross to the first of them if that has r + 2, to the second if r + 4.
"""

from typing import Any, Final

from mypy_extensions import i64

from periplo.core.bits import has, with_member
from periplo.core.dice import Dice
from periplo.core.state import ALLOWED, NOBODY, TABLE, Event, Seat, State
from periplo.games.girumgo.board import (
    BOARDS,
    HUES,
    NO_WHEEL,
    SEAT_CORNERS,
    SIDES,
    Board,
    Gap,
    Triangle,
    Wheel,
    colour_at,
    colour_of,
    gap_of,
    opposite,
    slot_of,
    triangle,
    wrap,
)

SET: Final = 0
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

PHASES: Final = ("wheels", "first", "die", "turn", "over")  # as positions call them
PIECE: Final = 1  # what events call a seat's only piece
WAYS: Final = ("clockwise", "counterclockwise")  # what they call a spin backward and forward
UNMARKED: Final = -1
BLOW: Final = 4  # advances that a surrounded rival loses  [GIR-7]


class GirumgoState(State):
    """A board of wheels with a piece a seat."""

    def __init__(
        self,
        seats: int,
        radius: int,
        wheels: list[int],
        same_colour: bool,
        dial: int,
        like: "GirumgoState | None" = None,
    ) -> None:
        """`wheels`: the rotations at the start, empty if the table sets them.

        `like`: a game on that board that goes on here; what can change is copied.
        """
        super().__init__(seats)
        board = BOARDS[radius]
        self.board = board
        self.same_colour = same_colour
        self.dial: int = dial  # 0: no limit
        self.phase: i64 = PHASE_FIRST if wheels else PHASE_WHEELS
        self.turn: Seat = Seat(0)
        self.die: i64 = 0
        self.left: i64 = 0
        self.winner: i64 = NOBODY
        self.wheels: list[int] = wheels[:]  # rotations; those set so far, while they are being set
        self.struck: i64 = 0  # this turn's surrounded rivals, as a set of seats
        if like is None:
            self.corner: list[int] = list(SEAT_CORNERS[seats])
            # at the start the pieces stand on their corners  [GIR-1]
            self.at: list[int] = [board.corners[corner] for corner in self.corner]
            self.advances: list[int] = [0] * seats
            self.before: list[int] = []  # rotations when the turn began; of use during a turn only
            self.marks: list[int] = [UNMARKED] * board.gaps  # the colour of each gap's mark
            self.counted: list[int] = []  # this turn's triangles, in the order made
        else:
            self.corner = like.corner
            self.at = like.at[:]
            self.advances = like.advances[:]
            self.before = like.before[:]
            self.marks = like.marks[:]
            self.counted = like.counted[:]

    # ---- the wheels are set by chance, one after another, in board order  [GIR-R5]

    def _set(self, rotation: i64) -> None:
        wheel = len(self.wheels)
        self.wheels.append(int(rotation))
        if wheel + 1 == self.board.wheels:
            self.phase = PHASE_FIRST
        if self.log is not None:
            turned = {str(wheel): int(rotation)}
            changes: Event = {"wheels": turned, "before": turned}
            if self.phase == PHASE_FIRST:
                changes["phase"] = PHASES[self.phase]
            facts: Event = {"wheel": self.board.names[wheel], "to": int(rotation)}
            self._emit("GIR-R5", "set", NOBODY, facts, changes)

    # ---- the die gives the number of spins, of any wheels  [GIR-2]

    def _throw(self, spins: i64) -> None:
        self.die = spins
        self.left = spins
        self.before = self.wheels[:]
        self.phase = PHASE_TURN
        if self.log is not None:
            changes = {"phase": PHASES[self.phase], "die": int(spins), "left": int(spins)}
            self._emit("GIR-2", "threw", self.turn, {"die": int(spins)}, changes)

    def thrower(self) -> i64:
        return self.turn if self.phase == PHASE_DIE else TABLE

    def _spins(self) -> i64:
        """How many spins there are to choose from: either way, of any wheel, or none is left."""
        if self.left == 0:
            return 0
        return 2 * self.board.wheels

    def _spin(self, wheel: Wheel, forward: bool) -> None:
        """One wheel by one wedge, pieces or not; those on it go round.  [GIR-1, GIR-2]"""
        wheels = self.wheels
        rotation: i64 = wheels[wheel]
        if forward:  # counter-clockwise
            rotation = wrap(rotation + 1)
        else:
            rotation = wrap(rotation + 5)
        ways = self._all_ways_nearer() if self.log is not None else []
        wheels[wheel] = rotation
        self.left -= 1
        if self.log is not None:
            self._emit_spin(wheel, rotation, forward)
        self._change_gaps(wheel, rotation)
        if self.log is not None:
            self._emit_ways(ways)

    def _emit_spin(self, wheel: Wheel, rotation: i64, forward: bool) -> None:
        name = self.board.names[wheel]
        start: i64 = wrap(rotation + (5 if forward else 1))
        facts: Event = {"wheel": name, "way": WAYS[forward], "from": int(start)}
        facts |= {"to": int(rotation), "left": int(self.left)}
        changes: Event = {"wheels": {str(wheel): int(rotation)}, "left": int(self.left)}
        self._emit("GIR-2", "spun", self.turn, facts, changes)
        for seat in range(self.seats):
            if self.at[seat] == wheel:  # from slot to slot; it stays on its wheel  [GIR-1]
                colour = self.corner[seat]
                path = [int(slot_of(colour, start)), int(slot_of(colour, rotation))]
                facts = {"wheel": name, "from": path[0], "to": path[1], "other": int(self.turn)}
                self.emit("GIR-1", "carried", seat, {**facts, "piece": PIECE, "path": path})

    # ---- crossing  [GIR-3]

    def crossings(self) -> tuple[Wheel, Wheel]:
        """The wheels to which the piece on turn can cross now, NO_WHEEL where it cannot."""
        if self.advances[self.turn] == 0:  # it costs one
            return Wheel(NO_WHEEL), Wheel(NO_WHEEL)
        return self.ways(self.turn)

    def ways(self, seat: Seat) -> tuple[Wheel, Wheel]:
        """The wheels to which the seat's piece could cross, had it an advance for it."""
        at: i64 = self.at[seat]
        if at >= len(self.wheels):  # not set yet
            return Wheel(NO_WHEEL), Wheel(NO_WHEEL)
        # the piece is always on the wedge of its own colour, its corner's number  [GIR-1]
        slot = slot_of(self.corner[seat], self.wheels[at])
        return linked(self.board, self.wheels, Wheel(at), slot)

    def way_nearer(self, seat: Seat) -> Wheel:
        """A wheel nearer to the seat's goal to which the way lies open, or NO_WHEEL."""
        here = self.to_go(seat, self.at[seat])
        for wheel in self.ways(seat):
            if wheel != NO_WHEEL and self.to_go(seat, wheel) < here:
                return wheel
        return Wheel(NO_WHEEL)

    def _all_ways_nearer(self) -> list[tuple[int, int, list[int]]]:
        """By seat: the wheel that its piece is on, the one to which its way lies open, and all."""
        found: list[tuple[int, int, list[int]]] = []
        for seat in range(self.seats):
            one, other = self.ways(Seat(seat))
            way = int(self.way_nearer(Seat(seat)))
            found.append((self.at[seat], way, [int(one), int(other)]))
        return found

    def _emit_ways(self, before: list[tuple[int, int, list[int]]]) -> None:
        """The way that a spin opened to who made it, and those it opened or closed to rivals."""
        names = self.board.names
        for seat, (at, way, _) in enumerate(self._all_ways_nearer()):
            was_at, was, were = before[seat]
            if seat == self.turn:
                if way not in (NO_WHEEL, was):
                    self.emit("GIR-3", "opened", seat, {"to": names[way]})
            elif at == was_at:
                if was != NO_WHEEL and not self._leads(seat, was):
                    self.emit("GIR-3", "closed", self.turn, {"other": seat, "to": names[was]})
                if way != NO_WHEEL and way not in were:
                    facts: Event = {"other": seat, "to": names[way]}
                    self.emit("GIR-3", "opened_rival", self.turn, facts)

    def _leads(self, seat: int, wheel: int) -> bool:
        one, other = self.ways(Seat(seat))
        return wheel in (one, other)

    def to_go(self, seat: i64, wheel: i64) -> int:
        """How many crossings there are from a wheel to the seat's goal, at least."""
        return self.board.crossings[wheel * self.board.wheels + self.goal(Seat(seat))]

    def _refused_step(self, wheel: Wheel) -> tuple[str, str]:
        """What `crossings` leaves out, with the clause that forbids it."""
        one, other = self.crossings()
        if wheel == one or wheel == other:
            return ALLOWED
        if self.advances[self.turn] == 0:
            return "GIR-3", "crossing costs an advance, and there is none in hand"
        return "GIR-3", "the piece's colour does not stand side by side with that wheel's"

    def _step(self, wheel: Wheel) -> None:
        seat = self.turn
        start = Wheel(self.at[seat])
        self.at[seat] = int(wheel)  # several pieces may be on one wheel  [GIR-1]
        self.advances[seat] -= 1
        if self.log is not None:
            self._emit_move("GIR-3", "crossed", seat, start, {"advances": self.advances[seat]})
        if wheel == self.goal(seat):
            self._win(seat)

    def _emit_move(self, rule: str, kind: str, seat: Seat, start: Wheel, more: Event) -> None:
        path = [self.board.names[start], self.board.names[self.at[seat]]]
        facts = {"from": path[0], "to": path[1], "piece": PIECE, "path": path}
        self._emit(rule, kind, seat, {**facts, **more}, _of_seat(seat, {"at": path[1], **more}))

    # ---- triangles  [GIR-4, GIR-5, GIR-6]

    def _change_gaps(self, wheel: Wheel, rotation: i64) -> None:
        """What a spin of this wheel does to the triangles around it."""
        wheels = self.wheels
        second: i64 = wrap(rotation + 2)
        third: i64 = wrap(rotation + 4)
        earlier: i64 = len(self.counted)
        board = self.board
        gaps = board.spoke_gap
        ones = board.spoke_one
        others = board.spoke_other
        first: i64 = board.first_spoke[wheel]
        end: i64 = board.first_spoke[wheel + 1]
        for spoke in range(first, end):
            gap = Gap(gaps[spoke])
            # a marked gap is a triangle, so turning any of its wheels breaks it  [GIR-6]
            if self.marks[gap] != UNMARKED:
                self._unmark(gap)
            if wheels[ones[spoke]] == second and wheels[others[spoke]] == third:
                self._form(gap, colour_at(board.spoke_slot[spoke], rotation))
        if len(self.counted) > earlier:
            self._surround(earlier)

    def _form(self, gap: Gap, colour: i64) -> None:
        """A spin has just made a triangle."""
        seat = self.turn
        made = triangle(gap, colour)
        if self.shows(self.before, made) or made in self.counted:  # [GIR-5, GIR-R7]
            if self.log is not None:
                self._emit_triangle("GIR-5", "repeated", gap, colour, {})
            return
        self.counted.append(int(made))
        self.marks[gap] = int(colour)
        if self.log is not None:
            name, number = self.board.gap_names[gap], len(self.counted) - 1
            counted = {str(number): [name, int(colour)]}
            changes = {"marks": {name: int(colour)}, "counted": counted}
            self._emit_triangle("GIR-4", "formed", gap, colour, changes)
        self._gain(seat, "GIR-4")

    def shows(self, rotations: list[int], triangle: Triangle) -> bool:
        """Whether wheels of these rotations show the triangle's colour at all three sides."""
        corners = self.board.gap_wheels
        slots = self.board.gap_slots
        gap = gap_of(triangle)
        colour = colour_of(triangle)
        for i in range(gap * 3, gap * 3 + 3):
            if slot_of(colour, rotations[corners[i]]) != slots[i]:
                return False
        return True

    def _unmark(self, gap: Gap) -> None:
        if self.log is not None:
            changes = {"marks": {self.board.gap_names[gap]: None}}
            self._emit_triangle("GIR-6", "unmarked", gap, self.marks[gap], changes)
        self.marks[gap] = UNMARKED

    def _gain(self, seat: Seat, rule: str) -> None:
        """One advance more, unless the dial is full: then it is lost.  [GIR-R6]"""
        full = self.dial > 0 and self.advances[seat] >= self.dial
        if not full:
            self.advances[seat] += 1
        if self.log is not None:
            facts: Event = {"advances": self.advances[seat]}
            if full:
                self.emit("GIR-R6", "lost", seat, facts)
            else:
                self._emit(rule, "gained", seat, facts, _of_seat(seat, facts))

    def _emit_triangle(self, rule: str, kind: str, gap: Gap, colour: i64, changes: Event) -> None:
        facts: Event = {"gap": self.board.gap_names[gap], "colour": int(colour)}
        self._emit(rule, kind, self.turn, {**facts, "hue": HUES[colour]}, changes)

    # ---- surrounding  [GIR-7]

    def _surround(self, earlier: i64) -> None:
        """The triangles from number `earlier` on have just been counted."""
        if len(self.counted) < 2:
            return
        seat = self.turn
        for other in range(self.seats):
            rival = Seat(other)
            # once per rival and turn  [GIR-R8]
            if rival != seat and not has(self.struck, rival) and self._closes(rival, earlier):
                self.struck = with_member(self.struck, rival)
                self._strike(seat, rival)

    def struck_seats(self) -> list[int]:
        """This turn's surrounded rivals, ascending."""
        return [seat for seat in range(self.seats) if has(self.struck, seat)]

    def _closes(self, rival: Seat, earlier: i64) -> bool:
        """Whether a triangle just counted surrounds the rival together with another one."""
        wheel = Wheel(self.at[rival])
        for i in range(earlier, len(self.counted)):
            new = Triangle(self.counted[i])
            for j in range(i):
                other = Triangle(self.counted[j])
                if self.is_around(new, other, wheel) and self.shows(self.wheels, other):
                    return True
        return False

    def is_around(self, one: Triangle, other: Triangle, wheel: Wheel) -> bool:
        """Whether two triangles, if both stand, surround the wheel."""
        wheels = self.board.wheels
        here: i64 = gap_of(one) * wheels + wheel
        there: i64 = gap_of(other) * wheels + wheel
        if self.same_colour:  # [GIR-R3]
            flanking = self.board.flanking
            return colour_of(one) == colour_of(other) and flanking[here] and flanking[there]
        including = self.board.including
        return including[here] and including[there]

    def is_half_around(self, counted: Triangle, rival: Seat) -> bool:
        """Whether one more triangle could surround the rival together with this one."""
        at: i64 = self.at[rival]
        if rival == self.turn or has(self.struck, rival) or at in self.board.corners:
            return False
        sides = self.board.flanking if self.same_colour else self.board.including
        return sides[gap_of(counted) * self.board.wheels + at] and self.shows(self.wheels, counted)

    def _strike(self, seat: Seat, rival: Seat) -> None:
        """One advance more for the seat; the rival loses four, or all it has and its place."""
        had = self.advances[rival]
        start = Wheel(self.at[rival])
        if had >= BLOW:
            self.advances[rival] = had - BLOW
        else:
            self.advances[rival] = 0
            self.at[rival] = self.board.corners[self.corner[rival]]
        if self.log is not None:
            facts: Event = {"other": int(rival), "at": self.board.names[start]}
            facts["loses"] = min(had, BLOW)
            changes = _of_seat(rival, {"advances": self.advances[rival]})
            changes["struck"] = self.struck_seats()
            self._emit("GIR-7", "surrounded", seat, facts, changes)
            if had < BLOW:
                self._emit_move("GIR-7", "sent_back", rival, start, {})
        self._gain(seat, "GIR-7")

    # ---- whoever reaches the goal wheel wins at once  [GIR-8]

    def goal(self, seat: Seat) -> Wheel:
        """The corner opposite the seat's own."""
        return Wheel(self.board.corners[opposite(self.corner[seat])])

    def _win(self, seat: Seat) -> None:
        self.phase = PHASE_OVER
        self.winner = seat
        if self.log is not None:
            changes = {"phase": PHASES[self.phase], "winner": int(seat)}
            self._emit("GIR-8", "won", seat, {"at": self.board.names[self.at[seat]]}, changes)

    def scores(self) -> list[Any]:
        return [1 if seat == self.winner else 0 for seat in range(self.seats)]

    # ---- the table draws who begins; then clockwise, without a limit of rounds  [GIR-9]

    def _begin_game(self, seat: Seat) -> None:
        self.turn = seat
        self.phase = PHASE_DIE
        if self.log is not None:
            changes = {"phase": PHASES[self.phase], "turn": int(seat)}
            self._emit("GIR-9", "begins", seat, {}, changes)

    def _end(self) -> None:
        ended, left = self.turn, self.left
        self.turn = Seat((self.turn if self.turn > 0 else self.seats) - 1)
        self.phase = PHASE_DIE
        self.die = 0
        self.left = 0
        if self.counted:
            self.counted = []
        self.struck = 0
        if self.log is not None:
            if left > 0:  # [GIR-2]
                self.emit("GIR-2", "unused", ended, {"left": int(left)})
            turned = {
                str(wheel): rotation
                for wheel, rotation in enumerate(self.wheels)
                if rotation != self.before[wheel]
            }
            changes: Event = {"phase": PHASES[self.phase], "turn": int(self.turn)}
            changes |= {"die": 0, "left": 0, "before": turned, "counted": [], "struck": []}
            self._emit("GIR-9", "ended", ended, {"left": int(left)}, changes)

    def next_actor(self) -> i64:
        if self.phase == PHASE_TURN:
            return self.turn
        return NOBODY if self.phase == PHASE_OVER else TABLE

    # ---- what may be done, and what forbids the rest

    def _first_offer(self) -> i64:
        """The table's actions are `_offers()` many, from this one on."""
        if self.phase == PHASE_WHEELS:
            return SET
        return FIRST if self.phase == PHASE_FIRST else THROW

    def _offers(self) -> i64:
        return self.seats if self.phase == PHASE_FIRST else SIDES

    def refusal(self, actor: i64, action: i64) -> tuple[str, str]:
        if self.phase < PHASE_TURN:
            if actor == TABLE and 0 <= action - self._first_offer() < self._offers():
                return ALLOWED
            if self.phase == PHASE_WHEELS:
                return "GIR-R5", "the table sets the next wheel now: set 0 to set 5"
            if self.phase == PHASE_FIRST:
                return "GIR-9", f"the table draws now who begins: first 1 to first {self.seats}"
            return "GIR-2", f"the die is thrown now for seat {self.turn + 1}"
        if self.phase == PHASE_OVER or actor != self.turn:
            return "GIR-9", f"it is the turn of seat {self.turn + 1}, until it ends it"
        if action == END:  # spins may be left unused  [GIR-2]
            return ALLOWED
        if 0 <= action - SPIN < self._spins():
            return ALLOWED
        if SPIN <= action < SPIN + 2 * self.board.wheels:
            return "GIR-2", "no spins are left"
        if STEP <= action < END:
            return self._refused_step(wheel_of(action))
        return "GIR-2", "one can spin a wheel, step or end the turn"

    def is_legal(self, actor: i64, action: i64) -> bool:
        return self.refusal(actor, action) == ALLOWED

    def legal(self, actor: i64) -> list[int]:
        if actor != self.next_actor() or actor == NOBODY:
            return []
        if actor == TABLE:
            first = self._first_offer()
            return list(range(first, first + self._offers()))
        actions = list(range(SPIN, SPIN + self._spins()))
        one, other = self.crossings()
        for wheel in (min(one, other), max(one, other)):
            if wheel != NO_WHEEL:
                actions.append(int(STEP + wheel))
        actions.append(END)
        return actions

    def pick(self, actor: i64, dice: Dice) -> i64:
        """As from `legal`, without making the list: random games run four times as fast."""
        if actor == TABLE:
            return self.draw(dice)
        spins = self._spins()
        low, high = self.crossings()
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

    # ---- the table: all of it is equally likely; who begins is thrown for, ties again  [GIR-R4]

    def draw(self, dice: Dice) -> i64:
        return self._first_offer() + dice.below(self._offers())

    # ---- acting

    def play(self, actor: i64, action: i64) -> None:
        if action >= SPIN:
            if action < STEP:
                self._spin(wheel_of(action), is_forward(action))
            elif action < END:
                self._step(wheel_of(action))
            else:
                self._end()
        elif action >= THROW:
            self._throw(action - THROW + 1)
        elif action >= FIRST:
            self._begin_game(Seat(action - FIRST))
        else:
            self._set(action - SET)

    def _emit(self, rule: str, kind: str, seat: i64, facts: Event, changes: Event) -> None:
        """An event with the parts of the position that it changes."""
        self.emit(rule, kind, seat, {**facts, "changes": changes} if changes else facts)

    def copy(self) -> State:
        other = GirumgoState(
            self.seats, self.board.radius, self.wheels, self.same_colour, self.dial, self
        )
        other.phase = self.phase
        other.turn = self.turn
        other.die = self.die
        other.left = self.left
        other.winner = self.winner
        other.struck = self.struck
        return other


def _of_seat(seat: Seat, parts: Event) -> Event:
    """The parts of a position that belong to one seat."""
    return {"seats": {str(seat): parts}}


# ---- where two wheels show one colour side by side  [GIR-3]


def linked(board: Board, wheels: list[int], wheel: Wheel, slot: i64) -> tuple[Wheel, Wheel]:
    """The wheels that show the colour of this slot beside it, NO_WHEEL where one does not.

    The first is in the direction of the slot, the second in the next one. At the rim the third
    wheel of the gap may be missing. `wheels` are the rotations of those that are set.
    """
    rotation: i64 = wheels[wheel]
    side: i64 = wheel * SIDES
    return (
        _if_turned(Wheel(board.neighbours[side + slot]), wheels, wrap(rotation + 2)),
        _if_turned(Wheel(board.neighbours[side + wrap(slot + 1)]), wheels, wrap(rotation + 4)),
    )


def _if_turned(wheel: Wheel, wheels: list[int], rotation: i64) -> Wheel:
    """The wheel if it is there, set, and turned so."""
    is_so = 0 <= wheel < len(wheels) and wheels[wheel] == rotation
    return wheel if is_so else Wheel(NO_WHEEL)


def links(board: Board, wheels: list[int]) -> list[tuple[int, int, int, int]]:
    """Every wheel and slot, with the wheel and the slot that show the same beside it, once each."""
    found: list[tuple[int, int, int, int]] = []
    for wheel in range(len(wheels)):
        for slot in range(SIDES):
            one, other = linked(board, wheels, Wheel(wheel), slot)
            if one > wheel:
                found.append((wheel, slot, int(one), int(wrap(slot + 2))))
            if other > wheel:
                found.append((wheel, slot, int(other), int(wrap(slot + 4))))
    return found


# ---- actions of a seat


def spin_action(wheel: Wheel, forward: bool) -> i64:
    return SPIN + 2 * wheel + (0 if forward else 1)


def is_forward(action: i64) -> bool:
    """Whether a spin is counter-clockwise."""
    return (action - SPIN) & 1 == 0


def wheel_of(action: i64) -> Wheel:
    """The wheel of a spin or a step."""
    return Wheel((action - SPIN) >> 1 if action < STEP else action - STEP)
