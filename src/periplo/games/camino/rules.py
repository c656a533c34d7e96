"""El camino: the rules, in the order of the sheet.

Actions, as numbers:
        0  stop                                       (a seat)
     1–61  head a1 … i5: go on from the head
   62–122  tail a1 … i5: go on from the tail
  123–126  board 1 … board 4                          (the table)
  127–141  card 1 … card 15
"""

from typing import Any, Final

from mypy_extensions import i64

from periplo.core.bits import has, with_member, without
from periplo.core.dice import Dice
from periplo.core.state import ALLOWED, NOBODY, TABLE, Seat, State
from periplo.games.camino.board import (
    CELLS,
    COLOUR,
    COLOURS,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    NUMBER,
    ROUNDS,
    SQUARE,
    SQUARES,
    Cell,
    count,
    first,
    half,
    is_left,
    near,
    nth,
    unpacked,
    without_first,
)
from periplo.games.camino.trail import AT_HEAD, AT_TAIL, NEITHER, Trail

STOP: Final = 0
HEAD: Final = 1
TAIL: Final = 62
BOARD: Final = 123
CARD: Final = 127
ACTION_COUNT: Final = 142

BOARD_COUNT: Final = 4
CARD_COUNT: Final = 15
ALL_BOARDS: Final = 0b11110  # sets of their numbers
ALL_CARDS: Final = 0xFFFE

PHASE_BOARDS: Final = 0
PHASE_CARD: Final = 1
PHASE_DRAW: Final = 2
PHASE_OVER: Final = 3

# from which ends a path may go on, and what is said of the others
FROM_EITHER: Final = 0
FROM_HEAD: Final = 1
FROM_ONE: Final = 2
WHY_NOT_FROM: Final[tuple[str, ...]] = (
    "",
    "a path of one cell goes on from its head",
    "in one round a path grows from one end only",
)

SPLENDID: Final = 40  # a solo total above it is  [CAM-7]


class CaminoState(State):
    """Paths that grow at the same time, each on its own board."""

    def __init__(self, seats: i64, trails: list[Trail] | None = None) -> None:
        """With new boards, unless trails are given."""
        super().__init__(seats)
        self.round: i64 = 1
        self.phase: i64 = PHASE_BOARDS
        self.card: i64 = 0  # the one turned up, in PHASE_DRAW
        self.played: list[int] = []
        self.turned: i64 = 0  # the cards of `played`, as a set
        self.reached: list[int] = [0] * (HIGHEST_NUMBER + 1)  # the round, by number; 0: not yet
        self.trails: list[Trail] = [Trail() for _ in range(seats)] if trails is None else trails

    # ---- boards: each seat gets one of those that nobody has  [CAM-1]

    def boards_left(self) -> i64:
        """As a set."""
        boards: i64 = ALL_BOARDS
        for trail in self.trails:
            boards = without(boards, trail.board)  # 0 is none of them
        return boards

    def next_to_get_a_board(self) -> Seat:
        seat = Seat(0)
        while self.trails[seat].board > 0:
            seat = Seat(seat + 1)
        return seat

    def _deal(self, board: i64) -> None:
        """The next seat gets this board, with its start cell on the path."""
        seat = self.next_to_get_a_board()
        trail = self.trails[seat]
        trail.begin(board)
        if seat == self.seats - 1:
            self.phase = PHASE_CARD
        if self.log is not None:
            self.emit("CAM-1", "dealt", seat, {"board": int(board), "at": CELLS[trail.head()]})

    # ---- a round: one card for everyone, and all seats draw at the same time  [CAM-2]

    def cards_left(self) -> i64:
        """Those not turned up yet, as a set."""
        return without(ALL_CARDS & ~self.turned, self.card)  # 0 is none of them

    def _turn_up(self, card: i64) -> None:
        self.card = card
        self.phase = PHASE_DRAW
        for trail in self.trails:
            trail.give_card(card)
        if self.log is not None:
            facts = {"round": int(self.round), "card": int(card)}
            squares = " ".join(unpacked(SQUARES[card]))
            self.emit("CAM-2", "turned_up", NOBODY, {**facts, "squares": squares})

    def next_actor(self) -> i64:
        if self.phase == PHASE_DRAW:
            seat: i64 = 0
            while self.trails[seat].done:
                seat += 1
            return seat
        return NOBODY if self.phase == PHASE_OVER else TABLE

    def actors(self) -> list[int]:
        if self.phase == PHASE_DRAW:
            return [seat for seat in range(self.seats) if not self.trails[seat].done]
        return [] if self.phase == PHASE_OVER else [TABLE]

    def _is_drawing(self, actor: i64) -> bool:
        return self.phase == PHASE_DRAW and 0 <= actor < self.seats and not self.trails[actor].done

    def may_take_back(self, seat: i64, action: i64) -> bool:
        """Lines are redrawn freely until the seat says that it has stopped."""
        return action != STOP

    def _stop(self, seat: Seat) -> None:
        self.trails[seat].done = True
        for trail in self.trails:
            if not trail.done:
                if self.log is not None:
                    self.emit("CAM-2", "stopped", seat, {"round": int(self.round)})
                return
        if self.log is not None:
            self._emit_round_over(seat)
        self._end_round()

    def _emit_round_over(self, last: Seat) -> None:
        """Who drew nothing comes out only now; those who drew are known by their steps."""
        facts = {"round": int(self.round)}
        idle = [seat for seat in range(self.seats) if self.trails[seat].drawn == 0]
        shows_others = len(idle) > 1 or (len(idle) == 1 and idle[0] != last)
        self.emit("CAM-2", "stopped_last" if shows_others else "stopped", last, facts)
        for seat in idle:
            self.emit("CAM-2", "drew_nothing", seat, facts)
        self.emit("CAM-2", "round_over", NOBODY, facts)

    def _end_round(self) -> None:
        """Everybody has stopped: now all see what all have drawn."""
        for trail in self.trails:
            trail.end_round()
        self.played.append(self.card)
        self.turned = with_member(self.turned, self.card)
        self.card = 0
        if self.round < ROUNDS:
            self.round += 1
            self.phase = PHASE_CARD
        else:
            self.phase = PHASE_OVER
            if self.log is not None:
                self._emit_the_end()

    def hides(self) -> bool:
        return True

    def seen_by(self, seat: i64) -> State:
        """Without what the others, or everybody for a spectator, drew this round."""
        seen = self._copy()
        if self.phase != PHASE_DRAW:
            return seen
        is_seat = 0 <= seat < self.seats
        for number in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1):
            if seen.reached[number] == self.round and not (
                is_seat and self.trails[seat].drew_this_round(number)
            ):
                seen.reached[number] = 0
        for other in range(self.seats):
            if other != seat:
                seen.trails[other].leave_this_round(self.card)
        return seen

    # ---- the path: from cell to touching cell, never twice, at one end a round  [CAM-3, CAM-4]

    def ways_on(self, seat: Seat, end: i64) -> i64:
        """The cells that this end of the seat's path may enter, as a set.

        Only the cell itself must be free: running beside the own path is no touching.  [CAM-R3]
        """
        trail = self.trails[seat]
        if why_not_from(trail, end) != FROM_EITHER:
            return 0
        return near(trail.at(end)) & ~trail.used & trail.open  # [CAM-3, CAM-2]

    def most_steps(self, seat: Seat) -> i64:
        """How many cells the seat can still draw in this round, at the better one of its ends."""
        trail = self.trails[seat]
        squares: i64 = len(unpacked(trail.left))
        most: i64 = 0
        for end in (AT_HEAD, AT_TAIL):
            if most < squares and why_not_from(trail, end) == FROM_EITHER:
                steps = longest_way(trail.at(end), trail.used, trail.left, squares)
                most = max(most, steps)
        return most

    def _refused_step(self, seat: Seat, end: i64, cell: Cell) -> tuple[str, str]:
        """What `ways_on` leaves out, with the clause that forbids it."""
        if has(self.ways_on(seat, end), cell):
            return ALLOWED
        trail = self.trails[seat]
        why_not = why_not_from(trail, end)
        if why_not != FROM_EITHER:
            return "CAM-4", WHY_NOT_FROM[why_not]
        if has(trail.used, cell):
            return "CAM-3", f"the path has been on {CELLS[cell]} already"
        if not has(near(trail.at(end)), cell):
            return "CAM-3", f"{CELLS[cell]} does not touch {CELLS[trail.at(end)]}"
        return "CAM-2", f"the card has no square left for {CELLS[cell]}"

    def _extend(self, seat: Seat, end: i64, cell: Cell) -> None:
        trail = self.trails[seat]
        if self.log is not None:
            self._emit_step(trail, seat, end, cell)
        trail.enter(end, cell)
        number: i64 = NUMBER[cell]
        if number > 0:
            self._reach(seat, number)

    def _emit_step(self, trail: Trail, seat: Seat, end: i64, cell: Cell) -> None:
        """The first step of a round decides the end  [CAM-4], the others only go on  [CAM-3]."""
        piece = "head" if end == AT_HEAD else "tail"
        path = [CELLS[trail.at(end)], CELLS[cell]]
        facts = {"end": piece, "from": path[0], "to": path[1], "colour": COLOURS[COLOUR[cell]]}
        rule = "CAM-4" if trail.end == NEITHER else "CAM-3"
        self.emit(rule, "drew", seat, {**facts, "piece": piece, "path": path})

    # ---- numbers: all of it, or half  [CAM-5, CAM-7]

    def worth(self, seat: Seat, number: i64) -> i64:
        """What reaching a number would score the seat now."""
        if self.seats == 1:
            return points_for(number, self.trails[seat].highest(), False)
        return points_for(number, 0, is_late(self.reached[number], self.round))

    def _reach(self, seat: Seat, number: i64) -> None:
        points = self.worth(seat, number)
        in_full = points == number
        self.trails[seat].score(number, in_full)
        if self.reached[number] == 0:
            self.reached[number] = self.round
        if self.log is not None:
            rule = "CAM-7" if self.seats == 1 else "CAM-5"
            facts = {"number": int(number), "points": int(points)}
            self.emit(rule, "scored" if in_full else "scored_half", seat, facts)

    # ---- totals  [CAM-6]; the highest wins, equal ones share it: `State.winners`  [CAM-R4]

    def scores(self) -> list[Any]:
        """The numbers scored minus the cells not on the path, unreached numbers included."""
        return [int(trail.points() - trail.empty()) for trail in self.trails]

    def is_splendid(self) -> bool:
        """For one who plays alone.  [CAM-7]"""
        return self.phase == PHASE_OVER and self.seats == 1 and self.scores()[0] > SPLENDID

    def _emit_the_end(self) -> None:
        scores = self.scores()
        for seat in range(self.seats):
            trail = self.trails[seat]
            facts = {"points": int(trail.points()), "empty": int(trail.empty())}
            self.emit("CAM-6", "counted", seat, {**facts, "total": scores[seat]})
        if self.is_splendid():
            self.emit("CAM-7", "splendid", 0, {"total": scores[0]})
        if self.seats > 1:
            for seat in self.winners():
                self.emit("CAM-R4", "won", seat, {"total": scores[seat]})

    # ---- what may be done, and what forbids the rest

    def _offered(self) -> i64:
        """The boards or the cards that the table may choose from, as a set of their numbers."""
        if self.phase == PHASE_BOARDS:
            return self.boards_left()
        if self.phase == PHASE_CARD:
            return self.cards_left()
        return 0

    def _before_offered(self) -> i64:
        """The action before that of number 1."""
        if self.phase == PHASE_BOARDS:
            return BOARD - 1
        return CARD - 1

    def _is_offered(self, action: i64) -> bool:
        number: i64 = action - self._before_offered()
        return 0 < number <= CARD_COUNT and has(self._offered(), number)

    def refusal(self, actor: i64, action: i64) -> tuple[str, str]:
        if actor == TABLE and self._is_offered(action):
            return ALLOWED
        if self.phase == PHASE_BOARDS:
            if actor == TABLE:
                return "CAM-1", "the table deals one of the boards that nobody has yet"
            return "CAM-1", "the boards are being dealt"
        if self.phase == PHASE_CARD:
            if actor == TABLE:
                return "CAM-2", "the table turns up one of the cards not played yet"
            return "CAM-2", "the next card has not been turned up yet"
        if not self._is_drawing(actor):
            return "CAM-2", "only a seat that has not stopped in this round draws now"
        if action == STOP:  # none of the squares need be used
            return ALLOWED
        if HEAD <= action < BOARD:
            return self._refused_step(Seat(actor), end_of(action), cell_of(action))
        return "CAM-2", "a seat goes on from one end of its path, or stops"

    def is_legal(self, actor: i64, action: i64) -> bool:
        return self.refusal(actor, action) == ALLOWED

    def legal(self, actor: i64) -> list[int]:
        actions: list[int] = []
        if actor == TABLE:
            _add_all(actions, self._offered(), self._before_offered())
        elif self._is_drawing(actor):
            actions.append(STOP)
            _add_all(actions, self.ways_on(Seat(actor), AT_HEAD), HEAD)
            _add_all(actions, self.ways_on(Seat(actor), AT_TAIL), TAIL)
        return actions

    def pick(self, actor: i64, dice: Dice) -> i64:
        """As from `legal`, without making the list: random games run half as fast again."""
        if actor == TABLE:
            return self.draw(dice)
        at_head = self.ways_on(Seat(actor), AT_HEAD)
        at_tail = self.ways_on(Seat(actor), AT_TAIL)
        heads = count(at_head)
        chosen: i64 = dice.below(1 + heads + count(at_tail))
        if chosen == 0:
            return STOP
        if chosen <= heads:
            return HEAD + nth(at_head, chosen - 1)
        return TAIL + nth(at_tail, chosen - 1 - heads)

    # ---- the table: what is left is all equally likely  [CAM-1, CAM-2]

    def draw(self, dice: Dice) -> i64:
        offered = self._offered()
        return self._before_offered() + nth(offered, dice.below(count(offered)))

    # ---- acting

    def play(self, actor: i64, action: i64) -> None:
        if action == STOP:
            self._stop(Seat(actor))
        elif action < BOARD:
            self._extend(Seat(actor), end_of(action), cell_of(action))
        elif action < CARD:
            self._deal(action - BOARD + 1)
        else:
            self._turn_up(action - CARD + 1)

    def copy(self) -> State:
        return self._copy()

    def _copy(self) -> "CaminoState":
        other = CaminoState(self.seats, [trail.copy() for trail in self.trails])
        other.round = self.round
        other.phase = self.phase
        other.card = self.card
        other.played = self.played[:]
        other.turned = self.turned
        other.reached = self.reached[:]
        return other


def why_not_from(trail: Trail, end: i64) -> i64:
    """Why a path does not go on from this end, as an index of WHY_NOT_FROM.  [CAM-4]"""
    if end == AT_TAIL and trail.is_one_cell():
        return FROM_HEAD
    if trail.end != NEITHER and trail.end != end:
        return FROM_ONE
    return FROM_EITHER


def longest_way(at: Cell, used: i64, left: i64, squares: i64) -> i64:
    """How many cells a line can go on from there, over free ones, with these squares left."""
    most: i64 = 0
    ways: i64 = near(at) & ~used
    while ways and most < squares:
        cell = Cell(first(ways))
        ways = without_first(ways)
        square: i64 = SQUARE[cell]
        if is_left(left, square):
            on = longest_way(cell, with_member(used, cell), left - square, squares - 1)
            most = max(most, 1 + on)
    return most


def points_for(number: i64, highest: i64, late: bool) -> i64:
    """What reaching a number scores: all of it, or half, rounded up.

    `highest` is the highest number that the path of one who plays alone has reached before, at
    either end  [CAM-7]; otherwise it is 0, and `late` says how it stands with the others  [CAM-5].
    """
    return half(number) if number < highest or late else number


def is_late(since: i64, round: i64) -> bool:
    """Whether somebody reached a number in an earlier round; in the same one all score in full.

    `since` is the round in which it was first reached, 0 if it was not.  [CAM-5]
    """
    return 0 < since < round


# ---- actions


def step(end: i64, cell: Cell) -> i64:
    """The action of drawing from that end to that cell."""
    return (HEAD if end == AT_HEAD else TAIL) + cell


def end_of(action: i64) -> i64:
    return AT_HEAD if action < TAIL else AT_TAIL


def cell_of(action: i64) -> Cell:
    return Cell(action - (HEAD if action < TAIL else TAIL))


def _add_all(actions: list[int], members: i64, first_action: i64) -> None:
    """The actions of a set, counted from that one."""
    while members:
        actions.append(first_action + first(members))
        members = without_first(members)
