"""El camino: the rules, in the order of the sheet.

Actions, as numbers:
        0  stop                                       (a seat)
     1–61  head a1 … i5: go on from the head
   62–122  tail a1 … i5: go on from the tail
  123–126  board 1 … board 4                          (the table)
  127–141  card 1 … card 15

A path is kept as two lists that both begin at the start cell: `ahead` from that cell to the head,
`behind` from the cell before it to the tail. So both ends grow by appending, and what was drawn
this round is the last few cells of one of them.
"""

from fractions import Fraction
from typing import Any, Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.state import NOBODY, TABLE, Event, State
from periplo.games.camino.board import (
    CELL_COUNT,
    CELLS,
    CELLS_OF_COLOUR,
    COLOUR,
    COLOURS,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    NEAR,
    NUMBER,
    OPEN,
    ROUNDS,
    SQUARE,
    SQUARES,
    START_OF_BOARD,
    bit,
    count,
    first,
    half,
    unpacked,
)

STOP: Final = 0
HEAD: Final = 1
TAIL: Final = 62
BOARD: Final = 123
CARD: Final = 127
ACTION_COUNT: Final = 142

BOARD_COUNT: Final = 4
CARD_COUNT: Final = 15

PHASE_BOARDS: Final = 0
PHASE_CARD: Final = 1
PHASE_DRAW: Final = 2
PHASE_OVER: Final = 3

# the end from which a seat draws in this round
NEITHER: Final = 0
AT_HEAD: Final = 1
AT_TAIL: Final = 2

SPLENDID: Final = 40  # a solo total above it is  [CAM-7]


class Trail:
    """One seat's board, and the path drawn on it."""

    def __init__(self) -> None:
        self.board: i64 = 0  # from 1 on; 0 until it is dealt
        self.ahead: list[int] = []
        self.behind: list[int] = []
        self.used: i64 = 0  # the cells of the path, as a set
        self.full: i64 = 0  # numbers scored in full, bit by number
        self.halved: i64 = 0
        # this round
        self.end: i64 = NEITHER
        self.left: i64 = 0  # squares of the card not used up, as in board.SQUARES
        self.open: i64 = 0  # the cells whose colour is left
        self.drawn: i64 = 0
        self.done: bool = False

    def copy(self) -> "Trail":
        other = Trail()
        other.board = self.board
        other.ahead = self.ahead[:]
        other.behind = self.behind[:]
        other.used = self.used
        other.full = self.full
        other.halved = self.halved
        other.end = self.end
        other.left = self.left
        other.open = self.open
        other.drawn = self.drawn
        other.done = self.done
        return other

    def ways_on_from_head(self) -> i64:
        """The cells the head may enter: touching it, of a colour that is left, and free.

        Only the cell itself must be free: running beside the own path is no touching.  [CAM-R3]
        """
        if self.end == AT_TAIL or not self.ahead:  # one end a round  [CAM-4]
            return 0
        near: i64 = NEAR[self.ahead[-1]]
        return near & self.open & ~self.used  # [CAM-2, CAM-3]

    def ways_on_from_tail(self) -> i64:
        """The same for the tail; a start cell that is still alone is called the head."""
        if self.end == AT_HEAD or len(self.ahead) + len(self.behind) < 2:  # [CAM-4]
            return 0
        near: i64 = NEAR[self.tail()]
        return near & self.open & ~self.used  # [CAM-2, CAM-3]

    def tail(self) -> i64:
        return self.behind[-1] if self.behind else self.ahead[0]

    def give_card(self, card: i64) -> None:
        self.left = SQUARES[card]
        self.open = OPEN[card]

    def end_round(self) -> None:
        self.end = NEITHER
        self.left = 0
        self.open = 0
        self.drawn = 0
        self.done = False

    def enter(self, end: i64, cell: i64) -> None:
        line = self.ahead if end == AT_HEAD else self.behind
        line.append(cell)
        self.used |= bit(cell)
        self.end = end
        self.drawn += 1
        square: i64 = SQUARE[cell]
        self.left -= square
        if not self.left & 3 * square:
            of_colour: i64 = CELLS_OF_COLOUR[COLOUR[cell]]
            self.open &= ~of_colour

    def leave_this_round(self, card: i64) -> None:
        """Take back what was drawn since the card was turned up, not that the seat is done."""
        line = self.ahead if self.end == AT_HEAD else self.behind
        while self.drawn > 0:
            cell: i64 = line.pop()
            self.used &= ~bit(cell)
            number: i64 = NUMBER[cell]
            if number > 0:
                self.full &= ~(1 << number)
                self.halved &= ~(1 << number)
            self.drawn -= 1
        self.end = NEITHER
        self.give_card(card)

    def drew_this_round(self, number: i64) -> bool:
        line = self.ahead if self.end == AT_HEAD else self.behind
        for i in range(len(line) - self.drawn, len(line)):
            if NUMBER[line[i]] == number:
                return True
        return False

    def points(self) -> i64:
        """The numbers scored.  [CAM-6]"""
        points: i64 = 0
        for number in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1):
            if self.full >> number & 1:
                points += number
            elif self.halved >> number & 1:
                points += half(number)
        return points

    def empty(self) -> i64:
        """Cells not on the path, the unreached numbers among them.  [CAM-6]"""
        return CELL_COUNT - count(self.used)


class CaminoState(State):
    """Paths that grow at the same time, each on its own board."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.round: i64 = 1
        self.phase: i64 = PHASE_BOARDS
        self.card: i64 = 0  # the one turned up, in PHASE_DRAW
        self.played: list[int] = []
        self.turned: i64 = 0  # the cards of `played`, bit by number
        self.reached: list[int] = [0] * (HIGHEST_NUMBER + 1)  # the round, by number; 0: not yet
        self.trails: list[Trail] = [Trail() for _ in range(seats)]

    def copy(self) -> State:
        return self._copy()

    def _copy(self) -> "CaminoState":
        other = CaminoState(0)
        other.seats = self.seats
        other.round = self.round
        other.phase = self.phase
        other.card = self.card
        other.played = self.played[:]
        other.turned = self.turned
        other.reached = self.reached[:]
        other.trails = [trail.copy() for trail in self.trails]
        return other

    # ---- who may act: the table deals and turns up, then all seats at the same time  [CAM-2]

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

    def legal(self, actor: i64) -> list[int]:
        if actor == TABLE:
            return [action for action, _ in self.outcomes()]
        if not self._may_draw(actor):
            return []
        trail = self.trails[actor]
        actions: list[int] = [STOP]
        _add_all(actions, trail.ways_on_from_head(), HEAD)
        _add_all(actions, trail.ways_on_from_tail(), TAIL)
        return actions

    def is_legal(self, actor: i64, action: i64) -> bool:
        if actor == TABLE:
            if self.phase == PHASE_BOARDS:
                return BOARD <= action < CARD and not self._is_dealt(action - BOARD + 1)
            if self.phase == PHASE_CARD:
                return CARD <= action < ACTION_COUNT and self._is_in_deck(action - CARD + 1)
            return False
        if not self._may_draw(actor):
            return False
        if HEAD <= action < TAIL:
            return self.trails[actor].ways_on_from_head() >> (action - HEAD) & 1 == 1
        if TAIL <= action < BOARD:
            return self.trails[actor].ways_on_from_tail() >> (action - TAIL) & 1 == 1
        return action == STOP  # none of the squares need be used  [CAM-2]

    def _may_draw(self, seat: i64) -> bool:
        return self.phase == PHASE_DRAW and 0 <= seat < self.seats and not self.trails[seat].done

    def refusal(self, actor: i64, action: i64) -> tuple[str, str]:
        if self.phase == PHASE_BOARDS:
            if actor == TABLE:
                return "CAM-1", "the table deals one of the boards that nobody has yet"
            return "CAM-1", "the boards are being dealt"
        if self.phase == PHASE_CARD:
            if actor == TABLE:
                return "CAM-2", "the table turns up one of the cards not played yet"
            return "CAM-2", "the next card has not been turned up yet"
        if not self._may_draw(actor):
            return "CAM-2", "only a seat that has not stopped in this round draws now"
        if not HEAD <= action < BOARD:
            return "CAM-2", "a seat goes on from one end of its path, or stops"
        return self._refused_step(self.trails[actor], action)

    def _refused_step(self, trail: Trail, action: i64) -> tuple[str, str]:
        at_head = action < TAIL
        cell: i64 = action - (HEAD if at_head else TAIL)
        if not at_head and len(trail.ahead) + len(trail.behind) < 2:
            return "CAM-4", "a path of one cell goes on from its head"
        if trail.end == (AT_TAIL if at_head else AT_HEAD):
            return "CAM-4", "in one round a path grows from one end only"
        if trail.used >> cell & 1:
            return "CAM-3", f"the path has been on {CELLS[cell]} already"
        end: i64 = trail.ahead[-1] if at_head else trail.tail()
        near: i64 = NEAR[end]
        if not near >> cell & 1:
            return "CAM-3", f"{CELLS[cell]} does not touch {CELLS[end]}"
        return "CAM-2", f"the card has no square left for {CELLS[cell]}"

    # ---- the table deals boards and turns up cards, each as likely as the next  [CAM-1, CAM-2]

    def outcomes(self) -> list[tuple[int, Fraction]]:
        if self.phase == PHASE_BOARDS:
            actions = [
                BOARD + board - 1
                for board in range(1, BOARD_COUNT + 1)
                if not self._is_dealt(board)
            ]
        elif self.phase == PHASE_CARD:
            actions = [
                CARD + card - 1 for card in range(1, CARD_COUNT + 1) if self._is_in_deck(card)
            ]
        else:
            return []
        return [(action, Fraction(1, len(actions))) for action in actions]

    def draw(self, dice: Dice) -> i64:
        if self.phase == PHASE_CARD:
            card: i64 = 1
            others: i64 = dice.below(CARD_COUNT - len(self.played))
            while others > 0 or not self._is_in_deck(card):
                if self._is_in_deck(card):
                    others -= 1
                card += 1
            return CARD + card - 1
        actions = self.legal(TABLE)
        return actions[dice.below(len(actions))]

    def pick(self, actor: i64, dice: Dice) -> i64:
        if actor == TABLE:
            return self.draw(dice)
        trail = self.trails[actor]
        at_head: i64 = trail.ways_on_from_head()
        at_tail: i64 = trail.ways_on_from_tail()
        heads: i64 = count(at_head)
        chosen: i64 = dice.below(1 + heads + count(at_tail))
        if chosen == STOP:
            return STOP
        if chosen <= heads:
            return HEAD + _nth(at_head, chosen)
        return TAIL + _nth(at_tail, chosen - heads)

    def play(self, actor: i64, action: i64) -> None:
        if action == STOP:
            self._stop(actor)
        elif action < TAIL:
            self._extend(actor, AT_HEAD, action - HEAD)
        elif action < BOARD:
            self._extend(actor, AT_TAIL, action - TAIL)
        elif action < CARD:
            self._deal(action - BOARD + 1)
        else:
            self._turn_up(action - CARD + 1)

    # ---- boards  [CAM-1]

    def _is_dealt(self, board: i64) -> bool:
        for trail in self.trails:
            if trail.board == board:
                return True
        return False

    def _deal(self, board: i64) -> None:
        """The next seat gets this board, with its start cell on the path."""
        seat: i64 = 0
        while self.trails[seat].board > 0:
            seat += 1
        trail = self.trails[seat]
        start: i64 = START_OF_BOARD[board]
        trail.board = board
        trail.ahead.append(start)
        trail.used = bit(start)
        if seat == self.seats - 1:
            self.phase = PHASE_CARD
        if self.log is not None:
            self.emit("CAM-1", "dealt", seat, {"board": int(board), "at": CELLS[start]})

    # ---- a round  [CAM-2]

    def _is_in_deck(self, card: i64) -> bool:
        return not self.turned >> card & 1

    def _turn_up(self, card: i64) -> None:
        self.card = card
        self.phase = PHASE_DRAW
        for trail in self.trails:
            trail.give_card(card)
        if self.log is not None:
            self.log.append(
                {
                    "rule": "CAM-2",
                    "kind": "turned_up",
                    "round": int(self.round),
                    "card": int(card),
                    "squares": " ".join(unpacked(SQUARES[card])),
                }
            )

    def _stop(self, seat: i64) -> None:
        self.trails[seat].done = True
        if self.log is not None:
            self.emit("CAM-2", "stopped", seat, {})
        for trail in self.trails:
            if not trail.done:
                return
        self._end_round()

    def _end_round(self) -> None:
        """Everybody has stopped: now all see what all have drawn."""
        for trail in self.trails:
            trail.end_round()
        if self.log is not None:
            facts: Event = {"rule": "CAM-2", "kind": "round_over", "round": int(self.round)}
            self.log.append(facts)
        self.played.append(self.card)
        self.turned |= 1 << self.card
        self.card = 0
        if self.round == ROUNDS:
            self.phase = PHASE_OVER
            if self.log is not None:
                self._emit_the_end()
        else:
            self.round += 1
            self.phase = PHASE_CARD

    def hides(self) -> bool:
        return True

    def seen_by(self, seat: i64) -> State:
        """Without what the others, or everybody for a spectator, drew this round.  [CAM-2]"""
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

    # ---- the path, from cell to touching cell, and one end a round  [CAM-3, CAM-4]

    def _extend(self, seat: i64, end: i64, cell: i64) -> None:
        trail = self.trails[seat]
        if self.log is not None:
            self._emit_step(trail, seat, end, cell)
        trail.enter(end, cell)
        number: i64 = NUMBER[cell]
        if number > 0:
            self._reach(trail, seat, number)

    # ---- numbers  [CAM-5], alone  [CAM-7]

    def _reach(self, trail: Trail, seat: i64, number: i64) -> None:
        alone = self.seats == 1
        since: i64 = self.reached[number]
        if alone:  # a higher number, at either end, came earlier in time  [CAM-7]
            halves = trail.full >> number != 0 or trail.halved >> number != 0
        else:  # somebody was here before this round  [CAM-5]
            halves = 0 < since < self.round
        if since == 0:
            self.reached[number] = self.round
        if halves:
            trail.halved |= 1 << number
        else:
            trail.full |= 1 << number
        if self.log is not None:
            points = half(number) if halves else number
            facts = {"number": int(number), "points": int(points)}
            kind = "scored_half" if halves else "scored"
            self.emit("CAM-7" if alone else "CAM-5", kind, seat, facts)

    # ---- totals  [CAM-6, CAM-R4]

    def may_take_back(self, seat: i64, action: i64) -> bool:
        """Lines are redrawn freely until the seat says that it has stopped.  [CAM-2]"""
        return action != STOP

    def scores(self) -> list[Any]:
        return [int(trail.points() - trail.empty()) for trail in self.trails]

    def winners(self) -> list[int]:
        """The highest total; equal ones share the win.  [CAM-R4]"""
        if self.phase != PHASE_OVER:
            return []
        scores = self.scores()
        best = max(scores)
        return [seat for seat in range(self.seats) if scores[seat] == best]

    # ---- telling

    def _emit_step(self, trail: Trail, seat: i64, end: i64, cell: i64) -> None:
        """The first step of a round decides the end  [CAM-4], the others only go on  [CAM-3]."""
        at_head = end == AT_HEAD
        start: i64 = trail.ahead[-1] if at_head else trail.tail()
        facts = {
            "end": "head" if at_head else "tail",
            "from": CELLS[start],
            "to": CELLS[cell],
            "colour": COLOURS[COLOUR[cell]],
        }
        self.emit("CAM-4" if trail.end == NEITHER else "CAM-3", "drew", seat, facts)

    def _emit_the_end(self) -> None:
        scores = self.scores()
        for seat in range(self.seats):
            trail = self.trails[seat]
            facts = {"points": int(trail.points()), "empty": int(trail.empty())}
            self.emit("CAM-6", "counted", seat, facts | {"total": scores[seat]})
        if self.seats == 1:
            if scores[0] > SPLENDID:
                self.emit("CAM-7", "splendid", 0, {"total": scores[0]})
            return
        for seat in self.winners():
            self.emit("CAM-R4", "won", seat, {"total": scores[seat]})


def _add_all(actions: list[int], cells: i64, kind: i64) -> None:
    """One action of that kind for each of the cells."""
    while cells:
        actions.append(kind + first(cells))
        cells &= cells - 1


def _nth(cells: i64, place: i64) -> i64:
    """The cell in that place, from 1 on, among these."""
    while place > 1:
        cells &= cells - 1
        place -= 1
    return first(cells)
