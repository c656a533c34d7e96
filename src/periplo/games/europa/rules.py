"""The race round the Union: the rules, in the order of the sheet.

Actions, as numbers:
      0–4  route 1 … route 5                           (the table)
      5–9  next 1 … next 5: who comes next in the order of play
    10–14  1 … 5: the die, and
       15  plane
       16  right
       17  wrong
       18  throw                                       (a team)
   19 + s  fly to the city on square s, 1 to 129
      150  keep the plane
      151  move by what was thrown
      152  pass
  153–156  answer A … answer D
  156 + k  card k, from 1                              (the table)

Countries and decks are numbers as in `board.py`, a set of countries or of cards is a number
with a bit for each member.
"""

from fractions import Fraction
from typing import Any, Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.state import NOBODY, TABLE, State
from periplo.games.europa.board import (
    AGAIN,
    BACK,
    DEEDS,
    FORWARD,
    GO,
    MISS,
    QUESTION,
    ROUTES,
    Board,
)

ROUTE: Final = 0
NEXT: Final = 5
DIE: Final = 10
PLANE: Final = 15
RIGHT: Final = 16
WRONG: Final = 17
THROW: Final = 18
FLY: Final = 19
KEEP: Final = 150
MOVE: Final = 151
PASS: Final = 152
ANSWER: Final = 153
CARD: Final = 156

# the table's phases first, then those where a team decides
PHASE_ROUTES: Final = 0
PHASE_ORDER: Final = 1
PHASE_THROW: Final = 2
PHASE_CARD: Final = 3
PHASE_VERDICT: Final = 4
PHASE_TURN: Final = 5
PHASE_DIE: Final = 6
PHASE_QUESTION: Final = 7
PHASE_OVER: Final = 8

NO_DIE: Final = 0
SIX: Final = 6  # how the plane is kept in `die`: it may be counted as six  [EUR-7]
NO_DECK: Final = -1
NO_CARD: Final = 0
MOST_PLANES: Final = 2
LETTERS: Final = "ABCD"


class EuropaState(State):
    """A race of teams."""

    def __init__(
        self, board: Board, skill: list[float], judged: bool, needed: i64, instructions: bool
    ) -> None:
        seats = len(skill)
        super().__init__(seats)
        self.board = board
        self.skill = skill
        self.judged = judged
        self.needed: i64 = needed
        self.instructions = instructions
        self.drawable: list[int] = board.all_cards if instructions else board.questions
        self.phase: i64 = PHASE_ROUTES
        self.turn: i64 = 0
        self.order: list[int] = []
        self.after: list[int] = []  # who follows each seat, once the order is known
        self.die: i64 = NO_DIE
        self.deck: i64 = NO_DECK
        self.card: i64 = NO_CARD
        self.used: list[int] = [0] * len(board.decks)
        self.exam_right: i64 = 0
        self.exam_wrong: i64 = 0
        self.winner: i64 = NOBODY
        self.route: list[int] = [0] * seats  # 0 until drawn
        self.at: list[int] = [0] * seats
        self.flags: list[int] = [0] * seats
        self.won: list[int] = [0] * seats  # how many flags that is
        self.planes: list[int] = [0] * seats
        self.missing: list[int] = [0] * seats
        self.leaving: list[bool] = [False] * seats
        self.failed: list[bool] = [False] * seats

    def copy(self) -> State:
        other = EuropaState(self.board, self.skill, self.judged, self.needed, self.instructions)
        other.phase = self.phase
        other.turn = self.turn
        other.order = self.order[:]
        other.after = self.after  # never changed, only replaced
        other.die = self.die
        other.deck = self.deck
        other.card = self.card
        other.used = self.used[:]
        other.exam_right = self.exam_right
        other.exam_wrong = self.exam_wrong
        other.winner = self.winner
        other.route = self.route[:]
        other.at = self.at[:]
        other.flags = self.flags[:]
        other.won = self.won[:]
        other.planes = self.planes[:]
        other.missing = self.missing[:]
        other.leaving = self.leaving[:]
        other.failed = self.failed[:]
        return other

    # ---- who may act, and how

    def next_actor(self) -> i64:
        if self.phase <= PHASE_VERDICT:
            return TABLE
        return self.turn if self.phase < PHASE_OVER else NOBODY

    def legal(self, actor: i64) -> list[int]:
        if actor != self.next_actor() or actor == NOBODY:
            return []
        if self.phase == PHASE_ROUTES:
            return [ROUTE + i for i in range(ROUTES) if self._is_free_route(i + 1)]
        if self.phase == PHASE_ORDER:
            return [NEXT + seat for seat in range(self.seats) if seat not in self.order]
        if self.phase == PHASE_THROW:
            return list(range(DIE, PLANE + 1))
        if self.phase == PHASE_CARD:
            cards = range(1, len(self.board.deeds[self.deck]))
            return [CARD + card for card in cards if self._is_in_deck(card)]
        if self.phase == PHASE_VERDICT:
            return [RIGHT, WRONG]
        if self.phase == PHASE_QUESTION:
            return [ANSWER + letter for letter in range(4)]
        cities = self.board.cities[self.route[actor]]
        flights = [
            FLY + cities[i] for i in range(self.first_flight(actor), self.end_of_flights(actor))
        ]
        if self.phase == PHASE_TURN:  # even with nowhere to fly  [EUR-8]
            return [THROW, *flights]
        actions = flights if self.die == SIX else []
        if self._may_keep(actor):
            actions.append(KEEP)
        if self._may_move(actor):
            actions.append(MOVE)
        if self._may_pass(actor):
            actions.append(PASS)
        return actions

    def is_legal(self, actor: i64, action: i64) -> bool:
        if actor != self.next_actor() or actor == NOBODY:
            return False
        phase = self.phase
        if phase == PHASE_THROW:
            return DIE <= action <= PLANE
        if phase == PHASE_DIE:
            if action == MOVE:
                return self._may_move(actor)
            if action == PASS:
                return self._may_pass(actor)
            if action == KEEP:
                return self._may_keep(actor)
            return self.die == SIX and self._may_fly(actor, action - FLY)
        if phase == PHASE_TURN:
            return action == THROW or self._may_fly(actor, action - FLY)
        if phase == PHASE_CARD:
            return self._is_in_deck(action - CARD)
        if phase == PHASE_QUESTION:
            return ANSWER <= action < ANSWER + 4
        if phase == PHASE_VERDICT:
            return RIGHT <= action <= WRONG
        if phase == PHASE_ROUTES:
            return ROUTE <= action < ROUTE + ROUTES and self._is_free_route(action - ROUTE + 1)
        seat = action - NEXT
        return 0 <= seat < self.seats and seat not in self.order

    def refusal(self, actor: i64, action: i64) -> tuple[str, str]:
        team = f"team {self.turn + 1}"
        if self.phase == PHASE_ROUTES:
            return "EUR-1", f"a route that is still free is drawn for {team}"
        if self.phase == PHASE_ORDER:
            return "EUR-3", "the order of play is drawn, each team once"
        if self.phase == PHASE_THROW:
            return "EUR-4", f"{team} throws the die now"
        if self.phase == PHASE_CARD:
            return "EUR-R3", f"an unused card of the deck {self.board.decks[self.deck]} is drawn"
        if self.phase == PHASE_VERDICT:
            return "EUR-10", "the table says whether the answer is right or wrong"
        if actor != self.turn:
            return "EUR-4", f"it is for {team} to decide"
        if self.phase == PHASE_QUESTION:
            return "EUR-10", "the question is answered with A, B, C or D"
        if FLY < action <= FLY + self.board.n:
            return self._why_no_flight(actor, action - FLY)
        if self.phase == PHASE_TURN:
            return "EUR-8", "a team that holds a plane flies, or throws"
        if action == KEEP:
            if self.failed[actor]:
                return "EUR-14", "after a failed exam the finish must be left: no plane is kept"
            return "EUR-7", "only a plane just thrown is kept, with fewer than two in reserve"
        if action == MOVE:
            return "EUR-10b", "nobody goes past the finish, nor enters it without the flags needed"
        if action == PASS:
            if self.failed[actor]:
                return "EUR-14", "after a failed exam the finish must be left"
            return "EUR-10c", "after a wrong answer the city must be left"
        return "EUR-4", "one moves, or declines; a plane may also be flown or kept"

    def _why_no_flight(self, seat: i64, square: i64) -> tuple[str, str]:
        if self.phase == PHASE_DIE and self.die != SIX:
            return "EUR-7", "no plane was thrown"
        if self.board.colour[square] != self.route[seat]:
            return "EUR-2", "that is no city of the team's own colour"
        if square >= self.at[seat]:
            return "EUR-6", "the plane only flies back"
        return "EUR-7b", "the plane never leads into Murcia"

    def outcomes(self) -> list[tuple[int, Fraction]]:
        if self.next_actor() != TABLE:
            return []
        if self.phase == PHASE_VERDICT:
            right = Fraction(str(self.skill[self.turn]))
            return [(RIGHT, right), (WRONG, 1 - right)]
        actions = self.legal(TABLE)
        return [(action, Fraction(1, len(actions))) for action in actions]

    def draw(self, dice: Dice) -> i64:
        if self.phase == PHASE_THROW:
            return DIE + dice.below(6)
        if self.phase == PHASE_CARD:
            cards = len(self.board.deeds[self.deck]) - 1
            while True:  # a card that is used up is put back and another drawn
                card = dice.below(cards) + 1
                if self._is_in_deck(card):
                    return CARD + card
        if self.phase == PHASE_VERDICT:
            return RIGHT if dice.chance() < self.skill[self.turn] else WRONG
        actions = self.legal(TABLE)
        return actions[dice.below(len(actions))]

    def pick(self, actor: i64, dice: Dice) -> i64:
        if self.phase == PHASE_TURN or self.phase == PHASE_DIE:
            return self._pick_decision(actor, dice)
        if self.phase == PHASE_QUESTION:
            return ANSWER + dice.below(4)
        if self.phase == PHASE_VERDICT:
            return RIGHT + dice.below(2)
        return self.draw(dice)

    def _pick_decision(self, seat: i64, dice: Dice) -> i64:
        flights: i64 = 0
        first: i64 = 0
        if self.phase == PHASE_TURN or self.die == SIX:
            first = self.first_flight(seat)
            flights = self.end_of_flights(seat) - first
        if self.phase == PHASE_TURN:
            choice = dice.below(flights + 1)
            if choice == 0:
                return THROW
            return FLY + self.board.cities[self.route[seat]][first + choice - 1]
        keep = self._may_keep(seat)
        move = self._may_move(seat)
        count = flights
        if keep:
            count += 1
        if move:
            count += 1
        if self._may_pass(seat):
            count += 1
        choice = dice.below(count)
        if choice < flights:
            return FLY + self.board.cities[self.route[seat]][first + choice]
        choice -= flights
        if keep:
            if choice == 0:
                return KEEP
            choice -= 1
        return MOVE if move and choice == 0 else PASS

    def play(self, actor: i64, action: i64) -> None:
        if self.phase == PHASE_THROW:
            self._throw(action - DIE + 1)
        elif self.phase == PHASE_DIE or self.phase == PHASE_TURN:
            self._decide(self.turn, action)
        elif self.phase == PHASE_CARD:
            self._draw_card(self.turn, action - CARD)
        elif self.phase == PHASE_QUESTION:
            right: i64 = self.board.beside[self.deck][self.card]
            self._answer(self.turn, action - ANSWER == right, action - ANSWER)
        elif self.phase == PHASE_VERDICT:
            self._answer(self.turn, action == RIGHT, -1)
        elif self.phase == PHASE_ROUTES:
            self._draw_route(self.turn, action - ROUTE + 1)
        else:
            self._draw_place(action - NEXT)

    # ---- routes, and the order of play  [EUR-1, EUR-3]

    def _is_free_route(self, route: i64) -> bool:
        return route not in self.route  # a taken one is thrown for again  [EUR-1]

    def _draw_route(self, seat: i64, route: i64) -> None:
        self.route[seat] = route
        if self.log is not None:
            self.emit("EUR-1", "route", seat, {"route": int(route)})
        if seat + 1 < self.seats:
            self.turn = seat + 1
        else:
            self.turn = 0
            self.phase = PHASE_ORDER

    def _draw_place(self, seat: i64) -> None:
        self.order.append(seat)
        if self.log is not None:
            self.emit("EUR-3", "order", seat, {"place": len(self.order)})
        if len(self.order) < self.seats - 1:
            return
        for last in range(self.seats):
            if last not in self.order:  # the last one follows by itself  [EUR-3]
                self.order.append(last)
                if self.log is not None:
                    self.emit("EUR-3", "order", last, {"place": len(self.order)})
                break
        self.link_order()
        self._begin_turn(self.order[0])

    def link_order(self) -> None:
        """Who follows whom, from `order`."""
        order = self.order
        self.after = [0] * len(order)
        for i in range(len(order)):
            self.after[order[i]] = order[i + 1] if i + 1 < len(order) else order[0]

    # ---- a turn  [EUR-4]

    def _begin_turn(self, seat: i64) -> None:
        while self.missing[seat] > 0:  # without an action  [EUR-11]
            self.missing[seat] -= 1
            if self.log is not None:
                self.emit("EUR-11", "missed", seat, {"at": self.at[seat]})
            seat = self.after[seat]
        self.turn = seat
        # whoever holds a plane decides first  [EUR-8]
        self.phase = PHASE_TURN if self.planes[seat] > 0 else PHASE_THROW

    def _end_turn(self, seat: i64) -> None:
        self._begin_turn(self.after[seat])

    def _throw(self, die: i64) -> None:
        self.die = die
        self.phase = PHASE_DIE
        if self.log is not None:
            if die == SIX:
                self.emit("EUR-7", "threw_plane", self.turn, {})
            else:
                self.emit("EUR-4", "threw", self.turn, {"die": int(die)})

    def _decide(self, seat: i64, action: i64) -> None:
        if action == THROW:
            self.phase = PHASE_THROW
            return
        die = self.die
        self.die = NO_DIE
        if action == MOVE:
            self._move(seat, die)
        elif action == PASS:
            if self.log is not None:
                self.emit("EUR-9", "passed", seat, {"at": self.at[seat]})
            self._end_turn(seat)
        elif action == KEEP:
            self._keep(seat)
        else:
            self._fly(seat, action - FLY, die == SIX)

    def _move(self, seat: i64, die: i64) -> None:
        """Forward; backwards out of a failed exam.  [EUR-4, EUR-14]"""
        back = self.failed[seat]
        if self.log is not None and die == SIX:  # no flight  [EUR-R5]
            self.emit("EUR-R5", "as_six", seat, {})
        at: i64 = self.at[seat]
        self._walk(seat, at - die if back else at + die, "EUR-14" if back else "EUR-4")

    def _may_move(self, seat: i64) -> bool:
        if self.failed[seat]:
            return True  # there is always a way back  [EUR-14]
        to: i64 = self.at[seat] + self.die
        n: i64 = self.board.n
        # judged by the square thrown for; the finish by exact count, with the flags needed
        # [EUR-10b, EUR-14]
        return to < n or (to == n and self.won[seat] >= self.needed)

    # ---- taken squares  [EUR-5]

    def taken(self, square: i64, seat: i64) -> bool:
        """Whether another team than this stands there; the start holds everybody."""
        if square == 0:
            return False
        for other in range(self.seats):
            there: i64 = self.at[other]
            if there == square and other != seat:
                return True
        return False

    def stop_on_foot(self, seat: i64, to: i64) -> i64:
        """The last free square of the walk, at worst where it began.  [EUR-5]"""
        at: i64 = self.at[seat]
        step: i64 = 1 if to > at else -1
        while to != at and self.taken(to, seat):
            to -= step
        return to

    def stop_below(self, seat: i64, at: i64, to: i64) -> i64:
        """By plane, card or star: the next lower free square, or the own one.  [EUR-5]"""
        while to != at and self.taken(to, seat):
            to -= 1
        return to

    def after_star(self, seat: i64, at: i64) -> i64:
        """Where a piece that has arrived on this square comes to rest.  [EUR-12]

        A star reached by stopping short acts as well.  [EUR-R2]
        """
        ahead: i64 = self.board.next_star[at]
        return self.stop_below(seat, at, ahead) if ahead > 0 else at

    # ---- moving a piece

    def _walk(self, seat: i64, to: i64, rule: str) -> None:
        stop = self.stop_on_foot(seat, to)
        if self.log is not None:
            self._emit_motion(rule, "walked", seat, to, stop)
        self._arrive(seat, to, stop, False)

    def _arrive(self, seat: i64, meant: i64, to: i64, sent: bool) -> None:
        """`to` is free, or where the piece is. `sent`: by a card, to a city."""
        if to != self.at[seat]:  # else it is no arrival  [EUR-R4]
            self.at[seat] = to
            self.leaving[seat] = False  # its piece has moved  [EUR-10c]
            self.failed[seat] = False
            rest = self.after_star(seat, to)
            if self.log is not None and self.board.next_star[to] > 0:
                rule = "EUR-12" if to == meant else "EUR-R2"
                self._emit_motion(rule, "jumped", seat, self.board.next_star[to], rest)
            self.at[seat] = rest
            if rest == self.board.n:
                self._begin_exam(seat)
                return
            # a city counts however it was reached  [EUR-R2]
            if self.is_due(seat, rest, sent):
                if self.log is not None and self.board.colour[rest] != self.route[seat]:
                    self.emit("EUR-R7", "other_colour", seat, {"city": self.board.city[rest]})
                self.phase = PHASE_CARD
                self.deck = self.board.country[rest]
                return
        self._end_turn(seat)

    def is_due(self, seat: i64, square: i64, sent: bool) -> bool:
        """Whether a team coming to rest there is given a card.  [EUR-10]"""
        colour: i64 = self.board.colour[square]
        if colour == 0 or self.won[seat] >= self.needed:
            return False
        route: i64 = self.route[seat]
        if colour != route and not sent:
            return False  # other colours are mere squares  [EUR-2]
        # one sent there by a card is asked whatever the colour  [EUR-R7]
        lacking = self.board.on_route[route] & ~self.flags[seat]
        return lacking & self.board.bit[self.board.country[square]] != 0

    # ---- the plane  [EUR-6, EUR-7, EUR-8]

    def end_of_flights(self, seat: i64) -> i64:
        """How many cities of the own colour lie behind.  [EUR-6]"""
        return self.board.behind[self.route[seat]][self.at[seat]]

    def first_flight(self, seat: i64) -> i64:
        """The first of those cities from which a plane would not be sent down to Murcia.

        That takes every square from 1 to the city to be taken.  [EUR-7b]
        """
        route: i64 = self.route[seat]
        if self.board.cities[route][0] >= self.seats:
            return 0  # there are not that many teams
        free: i64 = 1
        while self.taken(free, seat):
            free += 1
        first: i64 = self.board.behind[route][free]
        return min(first, self.end_of_flights(seat))

    def _may_fly(self, seat: i64, square: i64) -> bool:
        if not 0 < square < self.at[seat]:
            return False
        board = self.board
        route: i64 = self.route[seat]
        colour: i64 = board.colour[square]
        place: i64 = board.behind[route][square]
        return colour == route and place >= self.first_flight(seat)

    def _fly(self, seat: i64, square: i64, thrown: bool) -> None:
        if not thrown:
            self.planes[seat] -= 1  # from the reserve, instead of throwing  [EUR-8]
        stop = self.stop_below(seat, self.at[seat], square)
        if self.log is not None:
            self._emit_motion("EUR-6" if thrown else "EUR-8", "flew", seat, square, stop)
        self._arrive(seat, square, stop, False)

    def _may_keep(self, seat: i64) -> bool:
        # a team that has to leave its city may  [EUR-R6], one that failed may not  [EUR-14]
        return self.die == SIX and self.planes[seat] < MOST_PLANES and not self.failed[seat]

    def _keep(self, seat: i64) -> None:
        self.planes[seat] += 1
        if self.log is not None:
            rule = "EUR-R6" if self.leaving[seat] else "EUR-7"
            self.emit(rule, "kept", seat, {"planes": self.planes[seat]})
        self._end_turn(seat)

    # ---- declining  [EUR-9]

    def _may_pass(self, seat: i64) -> bool:
        if self.failed[seat]:
            return False  # [EUR-14]
        return not (self.leaving[seat] and self._may_move(seat))  # [EUR-10c]

    # ---- cards  [EUR-10, EUR-11, EUR-R3]

    def _is_in_deck(self, card: i64) -> bool:
        if not 0 < card < len(self.board.deeds[self.deck]):
            return False
        left = self.drawable[self.deck] & ~self.used[self.deck]
        return left & self.board.bit[card] != 0

    def _draw_card(self, seat: i64, card: i64) -> None:
        deck = self.deck
        board = self.board
        used = self.used[deck] | board.bit[card]
        if self.log is not None:
            rule = "EUR-14" if deck == board.murcia else "EUR-10"
            self.emit(rule, "drew", seat, {"deck": board.decks[deck], "card": int(card)})
        if used == self.drawable[deck]:  # the last one: all return at once  [EUR-R3]
            used = 0
            if self.log is not None:
                self.emit("EUR-R3", "reshuffled", seat, {"deck": board.decks[deck]})
        self.used[deck] = used
        deed: i64 = board.deeds[deck][card]
        if deed == QUESTION:
            self.card = card
            self.phase = PHASE_VERDICT if self.judged else PHASE_QUESTION
        else:
            self.deck = NO_DECK
            self._obey(seat, deed, board.beside[deck][card])

    def _obey(self, seat: i64, deed: i64, beside: i64) -> None:
        """An instruction is carried out at once.  [EUR-11]"""
        at: i64 = self.at[seat]
        if self.log is not None:
            facts: dict[str, Any] = {}
            if deed == GO:
                facts = {"city": self.board.city[beside]}
            elif FORWARD <= deed <= BACK:
                facts = {"squares": int(beside)}
            self.emit("EUR-11", "told_" + DEEDS[deed], seat, facts)
        if deed == GO:
            stop = self.stop_below(seat, at, beside)
            if self.log is not None:
                self._emit_motion("EUR-11", "went", seat, beside, stop)
            self._arrive(seat, beside, stop, True)
        elif deed == FORWARD:  # never to the finish  [EUR-11]
            self._walk(seat, min(at + beside, self.board.n - 1), "EUR-11")
        elif deed == BACK:  # never beyond the start  [EUR-11]
            self._walk(seat, max(at - beside, 0), "EUR-11")
        elif deed == AGAIN:
            self.phase = PHASE_THROW
        else:
            if deed == MISS:
                self.missing[seat] = 1
            elif self.planes[seat] < MOST_PLANES:
                self.planes[seat] += 1
            self._end_turn(seat)

    def _answer(self, seat: i64, right: bool, given: i64) -> None:
        deck = self.deck
        board = self.board
        if self.log is not None:
            letter: i64 = board.beside[deck][self.card]
            facts: dict[str, Any] = {
                "deck": board.decks[deck],
                "card": int(self.card),
                "given": LETTERS[given] if given >= 0 else None,
                "right": LETTERS[letter],
            }
            rule = "EUR-14" if deck == board.murcia else "EUR-10"
            self.emit(rule, "answered_right" if right else "answered_wrong", seat, facts)
        self.card = NO_CARD
        if deck == board.murcia:
            self._mark_exam(seat, right)
            return
        self.deck = NO_DECK
        if right:
            self.flags[seat] |= board.bit[deck]
            self.won[seat] += 1
            if self.log is not None:
                facts = {"country": board.decks[deck], "flags": self.won[seat]}
                self.emit("EUR-10", "flag", seat, facts)
        else:
            self.leaving[seat] = True  # [EUR-10c]
            if self.log is not None:
                self.emit("EUR-10c", "must_leave", seat, {"at": self.at[seat]})
        self._end_turn(seat)

    # ---- the exam in Murcia  [EUR-14]

    def _begin_exam(self, seat: i64) -> None:
        self.phase = PHASE_CARD
        self.deck = self.board.murcia
        if self.log is not None:
            self.emit("EUR-14", "exam", seat, {"at": self.at[seat]})

    def _mark_exam(self, seat: i64, right: bool) -> None:
        if right:
            self.exam_right += 1
        else:
            self.exam_wrong += 1
        if self.exam_right == 2:
            self.deck = NO_DECK
            self.phase = PHASE_OVER
            self.winner = seat
            if self.log is not None:
                self.emit("EUR-14", "won", seat, {"flags": self.won[seat]})
        elif self.exam_wrong == 2:
            self.deck = NO_DECK
            self.exam_right = 0
            self.exam_wrong = 0
            self.failed[seat] = True
            if self.log is not None:
                self.emit("EUR-14", "failed", seat, {"at": self.at[seat]})
            self._end_turn(seat)
        else:
            self.phase = PHASE_CARD

    # ---- scores

    def thrower(self) -> i64:
        return self.turn if self.phase == PHASE_THROW else TABLE

    def may_take_back(self, seat: i64, action: i64) -> bool:
        """Not an answer: whoever gave it has learnt what was right."""
        return action < ANSWER

    def scores(self) -> list[Any]:
        """A team's flags, and one for winning."""
        return [self.won[seat] + (1 if seat == self.winner else 0) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        return [self.winner] if self.phase == PHASE_OVER else []

    # ---- telling

    def _emit_motion(self, rule: str, kind: str, seat: i64, meant: i64, stop: i64) -> None:
        """A displacement that was meant for one square and stopped on another, or nowhere."""
        at: i64 = self.at[seat]
        if stop != at:
            facts: dict[str, Any] = {"from": int(at), "to": int(stop), "place": self._place(stop)}
            self.emit(rule, kind, seat, facts)
        if stop != meant:
            self.emit("EUR-5", "stopped_short", seat, {"at": int(stop), "taken": int(meant)})
        if stop == at:
            self.emit("EUR-R4", "no_arrival", seat, {"at": int(at)})

    def _place(self, square: i64) -> str:
        """The city there, or else the country."""
        country: i64 = self.board.country[square]
        if country < 0:
            return "murcia"
        return self.board.city[square] or self.board.countries[country]
