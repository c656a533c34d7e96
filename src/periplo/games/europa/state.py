"""What a race is made of: actions and phases as numbers, and all that a position holds.

The rules themselves stand in `rules.py`, with what the numbers mean. Flags and used cards are
kept as sets of bits (see `board.py`); the rules ask for them by name.
"""

from abc import abstractmethod
from fractions import Fraction
from typing import Any, Final

from mypy_extensions import i64

from periplo.core.bits import has
from periplo.core.dice import Dice
from periplo.core.state import NOBODY, TABLE, Seat, State
from periplo.games.europa.board import ROUTES, Board, Card, Deck, Square

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
NO_ACTION: Final = -1

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
LETTERS: Final = "ABCD"
PIECE: Final = 1  # what events call a team's only piece


class Race(State):
    """What is known of a race, without its rules."""

    def __init__(
        self,
        board: Board,
        skill: list[float],
        judged: bool,
        needed: i64,
        instructions: bool,
        like: "Race | None" = None,
    ) -> None:
        """`like`: a race set up so that goes on here; what can change is copied."""
        seats = len(skill)
        super().__init__(seats)
        self.board = board
        self.skill = skill
        self.judged = judged
        self.needed: i64 = needed
        self.instructions = instructions
        self.drawable: list[int] = board.all_cards if instructions else board.questions
        self.phase: i64 = PHASE_ROUTES
        self.turn: Seat = Seat(0)
        self.die: i64 = NO_DIE
        self.deck: Deck = Deck(NO_DECK)
        self.card: Card = Card(NO_CARD)
        self.exam_right: i64 = 0
        self.exam_wrong: i64 = 0
        self.winner: i64 = NOBODY
        if like is None:
            self.order: list[Seat] = []
            self.after: list[Seat] = []  # who follows each seat, once the order is known
            self.used: list[int] = [0] * len(board.decks)
            self.route: list[int] = [0] * seats  # 0 until drawn
            self.at: list[Square] = [Square(0)] * seats
            self.flags: list[int] = [0] * seats
            self.won: list[int] = [0] * seats  # how many flags that is
            self.planes: list[int] = [0] * seats
            self.missing: list[int] = [0] * seats
            self.leaving: list[bool] = [False] * seats
            self.failed: list[bool] = [False] * seats
        else:
            self.order = like.order[:]
            self.after = like.after  # never changed, only replaced
            self.used = like.used[:]
            self.route = like.route[:]
            self.at = like.at[:]
            self.flags = like.flags[:]
            self.won = like.won[:]
            self.planes = like.planes[:]
            self.missing = like.missing[:]
            self.leaving = like.leaving[:]
            self.failed = like.failed[:]

    def copy_to(self, other: "Race") -> None:
        """What the other, made like this one, has not yet."""
        other.phase = self.phase
        other.turn = self.turn
        other.die = self.die
        other.deck = self.deck
        other.card = self.card
        other.exam_right = self.exam_right
        other.exam_wrong = self.exam_wrong
        other.winner = self.winner

    # ---- who may act, and how

    @abstractmethod
    def why_not(self, actor: i64, action: i64) -> str:
        """The clause that forbids an action now, and the reason; "" for a legal one.

        One text, as pairs of texts would cost random games a fifth of their speed.
        """

    def is_legal(self, actor: i64, action: i64) -> bool:
        return not self.why_not(actor, action)

    def refusal(self, actor: i64, action: i64) -> tuple[str, str]:
        """The two parts of `why_not`: ALLOWED for a legal action."""
        clause, _, why = self.why_not(actor, action).partition(": ")
        return clause, why

    def next_actor(self) -> i64:
        if self.phase <= PHASE_VERDICT:
            return TABLE
        return self.turn if self.phase < PHASE_OVER else NOBODY

    def thrower(self) -> i64:
        return self.turn if self.phase == PHASE_THROW else TABLE

    def answerer(self) -> i64:
        return self.turn if self.phase == PHASE_VERDICT else NOBODY

    def legal(self, actor: i64) -> list[int]:
        if actor != self.next_actor():
            return []
        return [action for action in self._actions() if not self.why_not(actor, action)]

    def _actions(self) -> list[int]:
        """All that can be done in this phase; what of it is legal, `why_not` says."""
        if self.phase == PHASE_ROUTES:
            return list(range(ROUTE, ROUTE + ROUTES))
        if self.phase == PHASE_ORDER:
            return list(range(NEXT, NEXT + self.seats))
        if self.phase == PHASE_THROW:
            return list(range(DIE, PLANE + 1))
        if self.phase == PHASE_CARD:
            return list(range(CARD + 1, CARD + len(self.board.orders[self.deck])))
        if self.phase == PHASE_VERDICT:
            return [RIGHT, WRONG]
        if self.phase == PHASE_QUESTION:
            return list(range(ANSWER, ANSWER + len(LETTERS)))
        if self.phase == PHASE_DIE and self.die != SIX:  # the most frequent, so the shortest
            return [KEEP, MOVE, PASS]
        flights = [FLY + city for city in self.board.cities[self.route[self.turn]]]
        return [THROW, *flights, KEEP, MOVE, PASS]

    def outcomes(self) -> list[tuple[int, Fraction]]:
        if self.phase == PHASE_VERDICT:
            right = Fraction(str(self.skill[self.turn]))
            return [(RIGHT, right), (WRONG, 1 - right)]
        return super().outcomes()

    def draw(self, dice: Dice) -> i64:
        if self.phase == PHASE_THROW:
            return DIE + dice.below(6)
        if self.phase == PHASE_CARD:
            cards = len(self.board.orders[self.deck]) - 1
            while True:  # a card that is used up is put back and another drawn
                card = dice.below(cards) + 1
                if self.is_unused(self.deck, card):
                    return CARD + card
        if self.phase == PHASE_VERDICT:
            return RIGHT if dice.chance() < self.skill[self.turn] else WRONG
        actions = self.legal(TABLE)
        return actions[dice.below(len(actions))]

    def link_order(self) -> None:
        """Who follows whom, from `order`."""
        order = self.order
        self.after = [Seat(0)] * len(order)
        for i in range(len(order)):
            self.after[order[i]] = order[i + 1] if i + 1 < len(order) else order[0]

    # ---- sets of bits: flags, and the cards of a deck

    def lacks_flag(self, seat: Seat, country: i64) -> bool:
        """Whether a country is on the team's route and its flag is still to be won."""
        on_route: i64 = self.board.on_route[self.route[seat]]
        flags: i64 = self.flags[seat]
        return has(on_route & ~flags, country)

    def add_flag(self, seat: Seat, country: i64) -> None:
        self.flags[seat] |= self.board.bit[country]
        self.won[seat] += 1

    def is_unused(self, deck: Deck, card: i64) -> bool:
        """Whether this is a card of the deck that can be drawn now."""
        if not 0 < card < len(self.board.orders[deck]):
            return False
        return self.drawable[deck] & ~self.used[deck] & self.board.bit[card] != 0

    def use(self, deck: Deck, card: Card) -> bool:
        """Put a card aside; whether it was the last one, so that all have returned."""
        used = self.used[deck] | self.board.bit[card]
        is_last = used == self.drawable[deck]
        self.used[deck] = 0 if is_last else used
        return is_last

    # ---- events

    def emit_motion(self, rule: str, kind: str, seat: Seat, meant: Square, path: list[int]) -> None:
        """A displacement that was meant for one square and ends on another, or where it began."""
        at, stop = path[0], path[len(path) - 1]
        if stop != at:
            facts: dict[str, Any] = {"from": at, "to": stop, "place": self._place(stop)}
            facts["piece"] = PIECE
            facts["path"] = path
            self.emit(rule, kind, seat, facts)
        if stop != meant:
            self.emit("EUR-5", "stopped_short", seat, {"at": stop, "taken": int(meant)})
        if stop == at:
            self.emit("EUR-R4", "no_arrival", seat, {"at": at})

    def _place(self, square: i64) -> str:
        """The city there, or else the country."""
        country: i64 = self.board.country[square]
        if country < 0:
            return "murcia"
        return self.board.city[square] or self.board.countries[country]
