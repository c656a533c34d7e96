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

Their names, and what a position holds, stand in `state.py`.
"""

from typing import Any, Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.state import TABLE, Seat, State
from periplo.games.europa.board import (
    AGAIN,
    BACK,
    FORWARD,
    GO,
    MISS,
    ORDERS,
    QUESTION,
    ROUTES,
    Card,
    Deck,
    Square,
)
from periplo.games.europa.state import (
    ANSWER,
    CARD,
    DIE,
    FLY,
    KEEP,
    LETTERS,
    MOVE,
    NEXT,
    NO_ACTION,
    NO_CARD,
    NO_DECK,
    NO_DIE,
    PASS,
    PHASE_CARD,
    PHASE_DIE,
    PHASE_ORDER,
    PHASE_OVER,
    PHASE_QUESTION,
    PHASE_ROUTES,
    PHASE_THROW,
    PHASE_TURN,
    PHASE_VERDICT,
    PLANE,
    RIGHT,
    ROUTE,
    SIX,
    THROW,
    WRONG,
    Race,
)

MOST_PLANES: Final = 2  # in reserve  [EUR-7]
EXAM_ENDS: Final = 2  # right answers that win, or wrong ones that fail  [EUR-14]
EXAM_LENGTH: Final = 2 * EXAM_ENDS - 1  # questions at most


class EuropaState(Race):
    """A race of teams."""

    # ---- routes, and the order of play  [EUR-1, EUR-3]

    def _draw_route(self, seat: Seat, route: i64) -> None:
        self.route[seat] = route
        if self.log is not None:
            facts: dict[str, Any] = {"route": int(route), "sign": f"route-{route}"}
            self.emit("EUR-1", "route", seat, facts)
        if seat + 1 < self.seats:
            self.turn = Seat(seat + 1)
        else:
            self.turn = Seat(0)
            self.phase = PHASE_ORDER

    def _draw_place(self, seat: Seat) -> None:
        self.order.append(seat)
        if self.log is not None:
            self.emit("EUR-3", "order", seat, {"place": len(self.order)})
        if len(self.order) < self.seats - 1:
            return
        for last in range(self.seats):
            if last not in self.order:  # the last one follows by itself  [EUR-3]
                self.order.append(Seat(last))
                if self.log is not None:
                    self.emit("EUR-3", "order", last, {"place": len(self.order)})
                break
        self.link_order()
        self._begin_turn(self.order[0])

    # ---- a turn  [EUR-4]

    def _begin_turn(self, seat: Seat) -> None:
        while self.missing[seat] > 0:  # without an action  [EUR-11]
            self.missing[seat] -= 1
            if self.log is not None:
                self.emit("EUR-11", "missed", seat, {"at": int(self.at[seat])})
            seat = self.after[seat]
        self.turn = seat
        # whoever holds a plane decides first  [EUR-8]
        self.phase = PHASE_TURN if self.planes[seat] > 0 else PHASE_THROW

    def _end_turn(self, seat: Seat) -> None:
        self._begin_turn(self.after[seat])

    def _throw(self, seat: Seat, die: i64) -> None:
        self.die = die
        self.phase = PHASE_DIE
        if self.log is not None:
            if die == SIX:
                self.emit("EUR-7", "threw_plane", seat, {})
            else:
                self.emit("EUR-4", "threw", seat, {"die": int(die)})

    def thrown_for(self, seat: Seat) -> Square:
        """Forward; backwards out of a failed exam.  [EUR-4, EUR-14]"""
        at = self.at[seat]
        return Square(at - self.die if self.failed[seat] else at + self.die)

    def why_not_move(self, seat: Seat) -> str:
        if self.failed[seat]:
            return ""  # there is always a way back  [EUR-14]
        # judged by the square thrown for, not by where the piece would stop
        to: i64 = self.at[seat] + self.die
        last: i64 = self.board.n
        if to > last or (to == last and self.won[seat] < self.needed):
            return "EUR-10b: nobody goes past the finish, nor enters it without the flags needed"
        return ""

    def _move(self, seat: Seat) -> None:
        if self.log is not None and self.die == SIX:  # no flight  [EUR-R5]
            self.emit("EUR-R5", "as_six", seat, {})
        to = self.thrown_for(seat)
        self.die = NO_DIE
        self._walk(seat, to, "EUR-14" if self.failed[seat] else "EUR-4")

    def why_not_pass(self, seat: Seat) -> str:
        if self.failed[seat]:
            return "EUR-14: after a failed exam the finish must be left"
        if self.leaving[seat] and not self.why_not_move(seat):
            return "EUR-10c: after a wrong answer the city must be left"
        return ""  # [EUR-9]

    def _pass(self, seat: Seat) -> None:
        self.die = NO_DIE
        if self.log is not None:
            self.emit("EUR-9", "passed", seat, {"at": int(self.at[seat])})
        self._end_turn(seat)

    # ---- taken squares  [EUR-5]

    def taken(self, square: Square, seat: Seat) -> bool:
        """Whether another team than this stands there; the start holds everybody."""
        if square == 0:
            return False
        for other in range(self.seats):
            if self.at[other] == square and other != seat:
                return True
        return False

    def stop_on_foot(self, seat: Seat, to: Square) -> Square:
        """The last free square of the walk, at worst where it began.  [EUR-5]"""
        at = self.at[seat]
        step: i64 = 1 if to > at else -1
        while to != at and self.taken(to, seat):
            to = Square(to - step)
        return to

    def stop_below(self, seat: Seat, at: Square, to: Square) -> Square:
        """By plane, card or star: the next lower free square, or the own one.  [EUR-5]"""
        while to != at and self.taken(to, seat):
            to = Square(to - 1)
        return to

    def way_of(self, seat: Seat, action: i64) -> list[int]:
        """The squares of a move or a flight, from where the piece stands to where it stops."""
        at = self.at[seat]
        if action == MOVE:
            return _on_foot(at, self.stop_on_foot(seat, self.thrown_for(seat)))
        return [int(at), int(self.stop_below(seat, at, Square(action - FLY)))]

    # ---- moving a piece

    def _walk(self, seat: Seat, to: Square, rule: str) -> None:
        stop = self.stop_on_foot(seat, to)
        if self.log is not None:
            self.emit_motion(rule, "walked", seat, to, _on_foot(self.at[seat], stop))
        self._arrive(seat, to, stop, False)

    def _arrive(self, seat: Seat, meant: Square, to: Square, sent: bool) -> None:
        """`to` is free, or where the piece is. `sent`: by a card, to a city."""
        if to == self.at[seat]:  # no arrival  [EUR-R4]
            self._end_turn(seat)
            return
        self.at[seat] = to
        self.leaving[seat] = False  # its piece has moved  [EUR-10c]
        self.failed[seat] = False
        rest = self.after_star(seat, to)
        if self.log is not None and self.board.next_star[to] > 0:
            rule = "EUR-12" if to == meant else "EUR-R2"
            star = Square(self.board.next_star[to])
            self.emit_motion(rule, "jumped", seat, star, [int(to), int(rest)])
        self.at[seat] = rest
        if rest == self.board.n:
            self._begin_exam(seat)
        elif self.is_due(seat, rest, sent):  # however it was reached  [EUR-R2]
            if self.log is not None and self.board.colour[rest] != self.route[seat]:
                self.emit("EUR-R7", "other_colour", seat, {"city": self.board.city[rest]})
            self.phase = PHASE_CARD
            self.deck = Deck(self.board.country[rest])
        else:
            self._end_turn(seat)

    # ---- the plane  [EUR-6, EUR-7, EUR-8]

    def cities_behind(self, seat: Seat) -> i64:
        """How many cities of the own colour lie behind.  [EUR-6]"""
        return self.board.behind[self.route[seat]][self.at[seat]]

    def why_not_fly(self, seat: Seat, square: Square) -> str:
        if self.phase == PHASE_DIE and self.die != SIX:
            return "EUR-7: no plane was thrown"
        if self.board.colour[square] != self.route[seat]:
            return "EUR-2: that is no city of the team's own colour"
        if square >= self.at[seat]:
            return "EUR-6: the plane only flies back"
        if self.stop_below(seat, self.at[seat], square) == 0:  # pushed down by taken squares
            return "EUR-7b: the plane never leads into Murcia"
        return ""

    def _fly(self, seat: Seat, city: Square) -> None:
        rule = "EUR-6"
        if self.die == NO_DIE:
            self.planes[seat] -= 1  # from the reserve, instead of throwing
            rule = "EUR-8"
        self.die = NO_DIE
        stop = self.stop_below(seat, self.at[seat], city)
        if self.log is not None:
            self.emit_motion(rule, "flew", seat, city, [int(self.at[seat]), int(stop)])
        self._arrive(seat, city, stop, False)

    def why_not_keep(self, seat: Seat) -> str:
        if self.failed[seat]:
            return "EUR-14: after a failed exam the finish must be left: no plane is kept"
        if self.die != SIX or self.planes[seat] >= MOST_PLANES:
            return "EUR-7: only a plane just thrown is kept, with fewer than two in reserve"
        return ""  # also for a team that has to leave its city  [EUR-R6]

    def _keep(self, seat: Seat) -> None:
        self.die = NO_DIE
        self.planes[seat] += 1
        if self.log is not None:
            rule = "EUR-R6" if self.leaving[seat] else "EUR-7"
            self.emit(rule, "kept", seat, {"planes": self.planes[seat]})
        self._end_turn(seat)

    # ---- cards and answers  [EUR-10, EUR-R3]

    def is_due(self, seat: Seat, square: Square, sent: bool) -> bool:
        """Whether a team coming to rest there is given a card.  [EUR-10]"""
        colour: i64 = self.board.colour[square]
        if colour == 0 or self.won[seat] >= self.needed:
            return False
        # other colours are mere squares  [EUR-2], except to one sent there by a card  [EUR-R7]
        if colour != self.route[seat] and not sent:
            return False
        return self.lacks_flag(seat, self.board.country[square])

    def next_due(self, seat: Seat, at: Square) -> Square:
        """The next city beyond a square where a flag is to be won; 0 for none."""
        for city in self.board.cities[self.route[seat]]:
            if city > at and self.is_due(seat, Square(city), False):
                return Square(city)
        return Square(0)

    def _quiz_clause(self) -> str:
        return "EUR-14" if self.deck == self.board.murcia else "EUR-10"

    def _draw_card(self, seat: Seat, card: Card) -> None:
        deck = self.deck
        if self.log is not None:
            facts: dict[str, Any] = {"deck": self.board.decks[deck], "card": int(card)}
            self.emit(self._quiz_clause(), "drew", seat, facts)
        if self.use(deck, card) and self.log is not None:  # all return at once  [EUR-R3]
            self.emit("EUR-R3", "reshuffled", seat, {"deck": self.board.decks[deck]})
        order: i64 = self.board.orders[deck][card]
        if order == QUESTION:
            self.card = card
            self.phase = PHASE_VERDICT if self.judged else PHASE_QUESTION
        else:
            self.deck = Deck(NO_DECK)
            self._obey(seat, order, self.board.details[deck][card])

    def _answer(self, seat: Seat, right: bool, given: i64) -> None:
        """`given` is a letter, or -1 where the answer was given aloud."""
        deck = self.deck
        country = self.board.decks[deck]
        is_exam = deck == self.board.murcia
        if is_exam:
            self.exam_right += 1 if right else 0
            self.exam_wrong += 0 if right else 1
        if self.log is not None:
            facts: dict[str, Any] = {
                "deck": country,
                "card": int(self.card),
                "given": LETTERS[given] if given >= 0 else None,
                "right": LETTERS[self.board.right_answer(deck, self.card)],
            }
            if is_exam:
                facts["exam"] = [int(self.exam_right), int(self.exam_wrong)]
            kind = "answered_right" if right else "answered_wrong"
            self.emit(self._quiz_clause(), kind, seat, facts)
        self.card = Card(NO_CARD)
        if is_exam:
            self._continue_exam(seat)
            return
        self.deck = Deck(NO_DECK)
        if right:
            self.add_flag(seat, deck)
            if self.log is not None:
                facts = {"country": country, "flags": self.won[seat]}
                self.emit("EUR-10", "flag", seat, facts)
        else:
            self.leaving[seat] = True  # [EUR-10c]
            if self.log is not None:
                self.emit("EUR-10c", "must_leave", seat, {"at": int(self.at[seat])})
        self._end_turn(seat)

    # ---- instructions  [EUR-11]

    def _obey(self, seat: Seat, order: i64, detail: i64) -> None:
        """An instruction is carried out at once."""
        at = self.at[seat]
        if self.log is not None:
            facts: dict[str, Any] = {}
            if order == GO:
                facts = {"city": self.board.city[detail]}
            elif FORWARD <= order <= BACK:
                facts = {"squares": int(detail)}
            self.emit("EUR-11", "told_" + ORDERS[order], seat, facts)
        if order == GO:
            city = Square(detail)
            stop = self.stop_below(seat, at, city)
            if self.log is not None:
                self.emit_motion("EUR-11", "went", seat, city, [int(at), int(stop)])
            self._arrive(seat, city, stop, True)
        elif order == FORWARD:  # never to the finish
            self._walk(seat, Square(min(at + detail, self.board.n - 1)), "EUR-11")
        elif order == BACK:  # never beyond the start
            self._walk(seat, Square(max(at - detail, 0)), "EUR-11")
        elif order == AGAIN:  # whatever is in reserve
            self.phase = PHASE_THROW
        else:
            if order == MISS:
                self.missing[seat] = 1
            elif self.planes[seat] < MOST_PLANES:
                self.planes[seat] += 1
            self._end_turn(seat)

    # ---- stars  [EUR-12]

    def after_star(self, seat: Seat, at: Square) -> Square:
        """Where a piece that has arrived on this square comes to rest.

        A star reached by stopping short acts as well.  [EUR-R2]
        """
        ahead = Square(self.board.next_star[at])
        return self.stop_below(seat, at, ahead) if ahead > 0 else at

    # ---- Murcia is no city: on the board it is a plain square  [EUR-13]

    # ---- the exam in Murcia  [EUR-14]

    def _begin_exam(self, seat: Seat) -> None:
        self.phase = PHASE_CARD
        self.deck = Deck(self.board.murcia)
        if self.log is not None:
            self.emit("EUR-14", "exam", seat, {"at": int(self.at[seat])})

    def _continue_exam(self, seat: Seat) -> None:
        if self.exam_right == EXAM_ENDS:
            self.deck = Deck(NO_DECK)
            self.phase = PHASE_OVER
            self.winner = seat
            if self.log is not None:
                self.emit("EUR-14", "won", seat, {"flags": self.won[seat]})
        elif self.exam_wrong == EXAM_ENDS:
            self.deck = Deck(NO_DECK)
            self.exam_right = 0
            self.exam_wrong = 0
            self.failed[seat] = True
            if self.log is not None:
                self.emit("EUR-14", "failed", seat, {"at": int(self.at[seat])})
            self._end_turn(seat)
        else:
            self.phase = PHASE_CARD

    def scores(self) -> list[Any]:
        """A team's flags, and one for winning."""
        return [self.won[seat] + (1 if seat == self.winner else 0) for seat in range(self.seats)]

    # ---- what may be done, and what forbids the rest

    def why_not(self, actor: i64, action: i64) -> str:
        """The clause that forbids an action now, and the reason; "" for a legal one."""
        if self.phase == PHASE_OVER:
            return ": the game is over"
        if self.phase <= PHASE_VERDICT:
            return self.why_not_draw(action if actor == TABLE else NO_ACTION)
        seat = self.turn
        if actor != seat:
            return f"EUR-4: it is for team {seat + 1} to decide"
        if self.phase == PHASE_QUESTION:
            if ANSWER <= action < ANSWER + len(LETTERS):
                return ""
            return self._quiz_clause() + ": the question is answered with A, B, C or D"
        if FLY < action <= FLY + self.board.n:
            return self.why_not_fly(seat, Square(action - FLY))
        if self.phase == PHASE_TURN:  # even with nowhere to fly  [EUR-8]
            return "" if action == THROW else "EUR-8: a team that holds a plane flies, or throws"
        if action == KEEP:
            return self.why_not_keep(seat)
        if action == MOVE:
            return self.why_not_move(seat)
        if action == PASS:
            return self.why_not_pass(seat)
        return "EUR-4: one moves, or declines; a plane may also be flown or kept"

    def why_not_draw(self, action: i64) -> str:
        """The same for the table."""
        if self.phase == PHASE_ROUTES:  # a taken one is thrown for again
            if ROUTE <= action < ROUTE + ROUTES and action - ROUTE + 1 not in self.route:
                return ""
            return f"EUR-1: a route that is still free is drawn for team {self.turn + 1}"
        if self.phase == PHASE_ORDER:
            if NEXT <= action < NEXT + self.seats and action - NEXT not in self.order:
                return ""
            return "EUR-3: the order of play is drawn, each team once"
        if self.phase == PHASE_THROW:
            if DIE <= action <= PLANE:
                return ""
            return f"EUR-4: team {self.turn + 1} throws the die now"
        if self.phase == PHASE_CARD:
            if self.is_unused(self.deck, action - CARD):
                return ""
            return f"EUR-R3: an unused card of the deck {self.board.decks[self.deck]} is drawn"
        if RIGHT <= action <= WRONG:  # at any skill
            return ""
        return self._quiz_clause() + ": the table says whether the answer is right or wrong"

    # ---- carrying out an action

    def play(self, actor: i64, action: i64) -> None:
        seat = self.turn
        if self.phase == PHASE_THROW:
            self._throw(seat, action - DIE + 1)
        elif self.phase == PHASE_DIE or self.phase == PHASE_TURN:
            self._decide(seat, action)
        elif self.phase == PHASE_CARD:
            self._draw_card(seat, Card(action - CARD))
        elif self.phase == PHASE_QUESTION:
            right = self.board.right_answer(self.deck, self.card)
            self._answer(seat, action - ANSWER == right, action - ANSWER)
        elif self.phase == PHASE_VERDICT:
            self._answer(seat, action == RIGHT, -1)
        elif self.phase == PHASE_ROUTES:
            self._draw_route(seat, action - ROUTE + 1)
        else:
            self._draw_place(Seat(action - NEXT))

    def _decide(self, seat: Seat, action: i64) -> None:
        if action == MOVE:
            self._move(seat)
        elif action == PASS:
            self._pass(seat)
        elif action == KEEP:
            self._keep(seat)
        elif action == THROW:
            self.phase = PHASE_THROW
        else:
            self._fly(seat, Square(action - FLY))

    # ---- random games: nearly three times as fast without the list that `legal` makes

    def pick(self, actor: i64, dice: Dice) -> i64:
        if self.phase <= PHASE_VERDICT:
            return super().pick(actor, dice)
        if self.phase == PHASE_QUESTION:
            return ANSWER + dice.below(len(LETTERS))
        seat = self.turn
        first: i64 = 0
        flights: i64 = 0
        if self.phase == PHASE_TURN or self.die == SIX:
            first = self._first_flight(seat)
            flights = self.cities_behind(seat) - first
        if self.phase == PHASE_TURN:
            nth = dice.below(flights + 1) - 1
            return THROW if nth < 0 else FLY + self.board.cities[self.route[seat]][first + nth]
        may_keep = not self.why_not_keep(seat)
        may_move = not self.why_not_move(seat)
        count = flights
        if may_keep:
            count += 1
        if may_move:
            count += 1
        if not self.why_not_pass(seat):
            count += 1
        nth = dice.below(count)
        if nth < flights:
            return FLY + self.board.cities[self.route[seat]][first + nth]
        if may_keep:
            if nth == flights:
                return KEEP
            nth -= 1
        return MOVE if may_move and nth == flights else PASS

    def _first_flight(self, seat: Seat) -> i64:
        """The first own city that a plane may fly to: if any are forbidden, it is the lowest."""
        cities = self.board.cities[self.route[seat]]
        if cities[0] >= self.seats:
            return 0  # too few teams to fill the squares below: not to ask saves a twentieth
        behind = self.cities_behind(seat)
        first: i64 = 0
        while first < behind and self.why_not_fly(seat, Square(cities[first])):
            first += 1
        return first

    def may_take_back(self, seat: i64, action: i64) -> bool:
        """Not an answer: whoever gave it has learnt what was right."""
        return action < ANSWER

    def copy(self) -> State:
        other = EuropaState(
            self.board, self.skill, self.judged, self.needed, self.instructions, self
        )
        self.copy_to(other)
        return other


def _on_foot(at: Square, to: Square) -> list[int]:
    """All squares from one to another."""
    step = 1 if to >= at else -1
    return list(range(at, to + step, step))
