"""Il Giro dell'Oca: the rules, in the order of the sheet.

Actions, as numbers:
     0–20  the throws 1+1, 1+2, … 1+6, 2+2, … 6+6     (the table)
       21  stay                                       (a flock, on its own square)
    22–31  swap with seat 1 … seat 10
"""

from fractions import Fraction
from typing import Any, Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.state import NOBODY, TABLE, Event, Seat, State
from periplo.core.two_dice import CHANCES, FALLS, HIGH, LOW, THROWS
from periplo.games.oca.board import (
    DICE_SQUARES,
    FREE,
    GARDEN,
    GATHERING,
    GOOSE,
    IN_THE_WELL,
    LAST_STOP,
    LEAPFROG,
    MILL,
    SPECIAL,
    START,
    STAYS,
    WELL,
    Special,
    Square,
)
from periplo.games.oca.race import (
    BEARER,
    CALLED_TO,
    HOME,
    PHASE_OVER,
    PHASE_SWAP,
    PHASE_THROW,
    Piece,
    Race,
    Who,
    held_of,
    piece_on,
    put_in_order,
    square_of,
    weigh,
)

STAY: Final = 21
SWAP: Final = 22

GOLDEN_THROWS: Final = 3  # a win with so many is golden  [OCA-21]
GOLDEN_EGGS: Final = 2  # what it brings
MOST_REPEATS: Final = 3  # by geese, in one throw  [OCA-5]


class OcaState(Race):
    """A race of flocks. Pieces that move are of the flock on turn, unless a seat is given."""

    # ---- flocks throw in turn, in seat order  [OCA-1]

    def next_actor(self) -> i64:
        if self.phase == PHASE_THROW:
            return TABLE
        return self.turn if self.phase == PHASE_SWAP else NOBODY

    def legal(self, actor: i64) -> list[int]:
        if actor != self.next_actor() or self.phase == PHASE_OVER:
            return []
        if self.phase == PHASE_THROW:
            return list(range(len(THROWS)))
        partners = [SWAP + seat for seat in range(self.seats) if self._can_swap_with(Seat(seat))]
        return [STAY, *partners]

    def refusal(self, actor: i64, action: i64) -> tuple[str, str]:
        if self.phase == PHASE_THROW:
            return "OCA-1", f"flock {self.turn + 1} throws the dice now"
        if actor != self.turn:
            return "OCA-4", f"flock {self.turn + 1} decides first whether to change places"
        return "OCA-4", "one can stay, or change places with another bearer on 1 to 62"

    # a throw comes to the table as its judges have validated it: how the dice fly, repeats,
    # penalties and the council's word are the refereed table's business  [OCA-26, OCA-26h]

    def outcomes(self) -> list[tuple[int, Fraction]]:
        return CHANCES[:] if self.phase == PHASE_THROW else []

    def draw(self, dice: Dice) -> i64:
        return FALLS[dice.below(36)]

    def thrower(self) -> i64:
        return self.turn if self.phase == PHASE_THROW else TABLE

    def play(self, actor: i64, action: i64) -> None:
        if actor == TABLE:
            self._throw(action)
        else:
            self._decide(action)

    # ---- one throw: bearer, its decision, strays from the most advanced back, paying,
    # ---- reunions, next seat  [OCA-R5]

    def _throw(self, throw: i64) -> None:
        seat = self.turn
        flock = self.flocks[seat]
        low: i64 = LOW[throw]
        total: i64 = low + HIGH[throw]
        flock.throws += 1
        if self.log is not None:
            self.emit("OCA-1", "threw", seat, {"dice": [LOW[throw], HIGH[throw]]})
        if total == GATHERING:  # [OCA-6]
            self._gather(Square(DICE_SQUARES[low]))
            self._end_throw()
            return
        stuck = flock.stray_in_the_well()
        self.put_back = False
        flock.bearer = self._move(Who(BEARER), flock.bearer, total)
        if square_of(flock.bearer) == GARDEN:
            self._win()
        elif self._may_swap():
            self.phase = PHASE_SWAP
            self.throw = throw
        else:
            self._move_strays(total, stuck)
            self._end_throw()

    def _decide(self, action: i64) -> None:
        total: i64 = LOW[self.throw] + HIGH[self.throw]
        if action == STAY:
            if self.log is not None:
                at = int(square_of(self.flocks[self.turn].bearer))
                self.emit("OCA-4", "stayed", self.turn, {"at": at})
        else:
            self._swap(Seat(action - SWAP))
        self._move_strays(total, self.flocks[self.turn].stray_in_the_well())
        self._end_throw()

    def _move_strays(self, total: i64, stuck: i64) -> None:
        """`stuck`: which stray was in the well when the dice fell, if one was."""
        strays = self.flocks[self.turn].strays
        for i in range(len(strays)):
            piece = strays[i]
            if square_of(piece) == GARDEN:
                continue  # it won its egg and stays there  [OCA-25b]
            # whoever was in the well when the dice fell waits, even if it was freed since  [OCA-13]
            if i == stuck and held_of(piece) == FREE and not _frees(total):
                continue
            strays[i] = self._move(Who(i), piece, total)

    def _end_throw(self) -> None:
        seat = self.turn
        flock = self.flocks[seat]
        if self.owed > 0:
            self._pay()
        if self.swept:
            self._reunite(seat)
        else:
            for other in range(self.seats):
                self._reunite(Seat(other))
            self.swept = True
        if flock.home > 0:
            flock.spent = False  # [OCA-24]
        if flock.strays:
            put_in_order(flock.strays)
        self.phase = PHASE_THROW
        self.throw = -1
        self.owed = 0
        self.turn = Seat(seat + 1 if seat + 1 < self.seats else 0)

    # ---- winning  [OCA-2]

    def _win(self) -> None:
        """The race stops at once: no stray moves, nothing is paid."""
        seat = self.turn
        throws = self.flocks[seat].throws
        if self.log is not None:
            self.emit("OCA-2", "won", seat, {"race": self.race, "throws": throws})
        if throws <= GOLDEN_THROWS and self.race <= self.golden_races:
            self._start_again()
            return
        self.phase = PHASE_OVER
        self.winner = seat

    # ---- changing places  [OCA-4, OCA-R4]

    def _may_swap(self) -> bool:
        """Whether the bearer has come to its own flock's square, not just been put back there."""
        flock = self.flocks[self.turn]
        if square_of(flock.bearer) != flock.own_square or self.put_back:
            return False
        for other in range(self.seats):
            if self._can_swap_with(Seat(other)):
                return True
        return False

    def _can_swap_with(self, other: Seat) -> bool:
        square = square_of(self.flocks[other].bearer)
        own = square_of(self.flocks[self.turn].bearer)
        return other != self.turn and START < square < GARDEN and square != own

    def _swap(self, other: Seat) -> None:
        """Squares and `held` change hands; no square acts, nobody falls.  [OCA-R4]"""
        seat = self.turn
        ours, theirs = self.flocks[seat].bearer, self.flocks[other].bearer
        self.flocks[seat].bearer = theirs
        self.flocks[other].bearer = ours
        self.swept = False  # the other bearer may have come upon one of its own strays
        self.emit_swap("OCA-4", "swapped", seat, other, ours, theirs)
        self.emit_swap("OCA-R4", "exchanged", other, seat, theirs, ours)

    # ---- walking  [OCA-3, OCA-5]

    def _move(self, who: Who, piece: Piece, total: i64) -> Piece:
        """Where the dice take a piece: it walks, unless something holds it."""
        held = held_of(piece)
        square = square_of(piece)
        if held == FREE:
            if self.log is None:
                return self._walk_unseen(who, square, total)
            return self._walk(who, square, total)
        special = SPECIAL[square]
        assert special is not None
        if special.opens and _frees(total):  # [OCA-13, OCA-17]
            self.emit_place(special.rule, "climbed_out", self.turn, who, square, square, FREE)
            return self._walk(who, square, total)
        if held == IN_THE_WELL:
            self.emit_place("OCA-13", "waits", self.turn, who, square, square, held)
            return piece
        # one throw less to miss  [OCA-20]
        self.emit_missing(who, square, held - 1)
        return piece_on(square, held - 1)

    def _walk(self, who: Who, start: Square, total: i64) -> Piece:
        """Walk a free piece and let the squares act; strays walk like bearers."""
        at = start
        step = total
        repeats: i64 = 0
        while True:
            stop = at
            at = Square(at + step)
            if at > GARDEN:  # what is beyond is walked back  [OCA-3]
                at = Square(2 * GARDEN - at)
                step = -step
                if self.log is not None:
                    self.emit_walk("OCA-3", who, stop, at, True, repeats > 0)
            elif self.log is not None:
                rule = "OCA-5" if repeats > 0 else "OCA-1"
                self.emit_walk(rule, who, stop, at, False, repeats > 0)
            if at == LEAPFROG:
                at = self._leap(who)
                if at <= LEAPFROG:
                    return piece_on(at, FREE)
            special = SPECIAL[at]
            if special is None:
                if at == GARDEN and who != BEARER:
                    self._find_egg(who)
                return piece_on(at, FREE)
            if special is not GOOSE:
                return self._meet(special, who, at, stop, start)
            if repeats == MOST_REPEATS:
                return piece_on(at, FREE)
            repeats += 1

    def _walk_unseen(self, who: Who, start: Square, total: i64) -> Piece:
        """The same without events: most walks are known beforehand."""
        walk = _number_of_walk(start, total)
        piece = Piece(PIECE_AFTER[walk])
        if piece == UNKNOWN:
            return self._walk(who, start, total)
        owed: i64 = OWED_AFTER[walk]
        if owed >= PUT_BACK:
            self.put_back = True
            owed -= PUT_BACK
        self.owed += owed
        return piece

    # ---- the squares of the table in board.py  [OCA-7 and OCA-9 to OCA-18]

    def _meet(self, special: Special, who: Who, at: Square, stop: Square, start: Square) -> Piece:
        """The piece owes for itself, goes where the square leads, is held.  [OCA-23]"""
        if at == WELL:
            self._free_the_well()  # the newcomer takes its place  [OCA-13]
        self.owed += special.owes
        to = at
        if special.goes_to >= START:
            to = Square(special.goes_to)
        elif special.goes_to != STAYS:  # to a square that does not act  [OCA-10, OCA-15]
            to = stop if special.goes_to == LAST_STOP else start
            self.put_back = True
        self.emit_meeting(special, who, at, to)
        return piece_on(to, special.held)

    # ---- leapfrog  [OCA-8, OCA-8a]

    def _competitors(self) -> list[Square]:
        """Where those stand over whom the flock on turn may leap.  [OCA-8]"""
        squares: list[Square] = []
        for seat in range(self.seats):
            if seat != self.turn:
                flock = self.flocks[seat]
                squares.append(square_of(flock.bearer))
                if self.leap_over_strays:  # [OCA-R2]
                    for piece in flock.strays:
                        squares.append(square_of(piece))
        return squares

    def _leap(self, who: Who) -> Square:
        """From 3 to the square just past the nearest competitor; 3 if there is nobody."""
        nearest = Square(GARDEN)
        for square in self._competitors():
            if LEAPFROG < square < nearest:
                nearest = square
        if nearest == GARDEN:
            self.emit_place("OCA-8", "no_leap", self.turn, who, LEAPFROG, LEAPFROG, FREE)
            return Square(LEAPFROG)
        to = Square(nearest + 1)
        self.emit_place("OCA-8", "leapt", self.turn, who, LEAPFROG, to, FREE)
        return self._leap_back(who) if to == MILL else to

    def _leap_back(self, who: Who) -> Square:
        """The mill sends a leaper back to 3, and on backwards.  [OCA-8a]"""
        competitors = self._competitors()
        to: i64 = LEAPFROG
        if Square(1) in competitors:
            to = START
        elif Square(2) in competitors:
            to = 1
        self.emit_leap_back(who, to)
        return Square(to)

    # ---- the well  [OCA-13]

    def _free_the_well(self) -> None:
        free = piece_on(Square(WELL), FREE)
        for other in range(self.seats):
            seat = Seat(other)
            flock = self.flocks[seat]
            if held_of(flock.bearer) == IN_THE_WELL:
                flock.bearer = free
                self.emit_place("OCA-13", "released", seat, Who(BEARER), WELL, WELL, FREE)
            stray = flock.stray_in_the_well()
            if stray >= 0:
                flock.strays[stray] = free
                self.emit_place("OCA-13", "released", seat, Who(stray), WELL, WELL, FREE)

    # ---- 3+6 and 4+5: the flock gathers instead of walking  [OCA-6, OCA-19]

    def _gather(self, dice_square: Square) -> None:
        seat = self.turn
        flock = self.flocks[seat]
        bearer = flock.bearer
        at = square_of(bearer)
        bearer_stays = held_of(bearer) == IN_THE_WELL  # whoever is in the well stays there
        if not bearer_stays:
            flock.bearer = piece_on(dice_square, FREE)
        rule = "OCA-19" if bearer_stays else "OCA-6"
        self.emit_gathering(rule, Who(BEARER), SPECIAL[at], bearer, flock.bearer)
        strays = flock.strays
        if not strays:
            return
        rest: list[Piece] = []
        for i in range(len(strays)):
            piece = strays[i]
            at = square_of(piece)
            if held_of(piece) == IN_THE_WELL or at == GARDEN:
                rest.append(piece)
            elif bearer_stays:  # nobody to come home to: they go where the bearer would
                free = piece_on(dice_square, FREE)
                rest.append(free)
                self.emit_gathering("OCA-19", Who(i), SPECIAL[at], piece, free)
            else:
                self._come_home("OCA-19", seat, Who(i), at)
        flock.strays = rest

    def _come_home(self, rule: str, seat: Seat, who: Who, at: Square) -> None:
        """The caller takes the stray off the board."""
        self.flocks[seat].home += 1
        self.emit_home(rule, "came_home", seat, who, at, HOME)

    # ---- a golden win: two eggs, and everybody starts again  [OCA-21]

    def _start_again(self) -> None:
        winner = self.turn
        self.flocks[winner].eggs += GOLDEN_EGGS
        self.race += 1
        if self.log is not None:
            self.emit("OCA-21", "golden", winner, {"eggs": GOLDEN_EGGS, "race": self.race})
        start = Square(START)
        for other in range(self.seats):
            seat = Seat(other)
            flock = self.flocks[seat]
            at = square_of(flock.bearer)
            if at != START:
                self.emit_place("OCA-21", "restarted", seat, Who(BEARER), at, START, FREE)
            flock.bearer = piece_on(start, FREE)
            for i in range(len(flock.strays)):
                self._come_home("OCA-21", seat, Who(i), square_of(flock.strays[i]))
            flock.strays = []
            flock.throws = 0
            flock.spent = False
        self.turn = Seat(0)
        self.swept = True

    # ---- meeting one's own bearer  [OCA-22]

    def _reunite(self, seat: Seat) -> None:
        """Every stray on its own bearer's square goes home, except from the well."""
        flock = self.flocks[seat]
        strays = flock.strays
        square = square_of(flock.bearer)
        if not strays or square == WELL:
            return
        for i in range(len(strays) - 1, -1, -1):
            if square_of(strays[i]) == square:
                del strays[i]
                flock.home += 1
                self.emit_reunion(seat, Who(i), square)

    # ---- paying  [OCA-24]

    def _pay(self) -> None:
        """One person from home to square 1 for each pledge; then the bearer, then strays."""
        seat = self.turn
        flock = self.flocks[seat]
        strays = flock.strays
        unpaid = self.owed
        while unpaid > 0 and flock.home > 0:
            unpaid -= 1
            flock.home -= 1
            strays.append(piece_on(Square(CALLED_TO), FREE))
            who = Who(len(strays) - 1)
            self.emit_home("OCA-24", "called", seat, who, HOME, CALLED_TO)
        if unpaid == 0:
            return
        # home is empty  [OCA-R6]
        if not flock.spent:
            self._cover(unpaid)
            return
        while unpaid > 0:
            unpaid -= 1
            self._send_back_the_most_advanced()

    def _cover(self, unpaid: i64) -> None:
        """The bearer covers it all, once."""
        flock = self.flocks[self.turn]
        self.emit_payment("covered", Who(BEARER), flock.bearer, unpaid)
        flock.bearer = piece_on(Square(CALLED_TO), FREE)
        flock.spent = True

    def _send_back_the_most_advanced(self) -> None:
        """Of those on 2 to 62, by square, then `held`; with nobody there the pledge lapses."""
        strays = self.flocks[self.turn].strays
        best: i64 = -1
        for i in range(len(strays)):
            if CALLED_TO < square_of(strays[i]) < GARDEN and (best < 0 or strays[i] > strays[best]):
                best = i
        if best < 0:
            return
        self.emit_payment("sent", Who(best), strays[best], 1)
        strays[best] = piece_on(Square(CALLED_TO), FREE)

    # ---- scores and eggs  [OCA-25, OCA-25b, OCA-R3]

    def _find_egg(self, who: Who) -> None:
        self.flocks[self.turn].eggs += 1
        if self.log is not None:
            self.emit_about("OCA-25b", "egg", self.turn, who, {"eggs": 1})

    def scores(self) -> list[Any]:
        scores: list[Any] = []
        for seat in range(self.seats):
            scores.append(weigh(self.points, self.score_counts(seat)))
        return scores

    def score_counts(self, seat: int) -> tuple[int, int, int, int]:
        """What a flock gets points for: its bearer's square, eggs, strays still out, the win."""
        flock = self.flocks[seat]
        astray = 0
        for piece in flock.strays:
            if square_of(piece) != GARDEN:
                astray += 1
        won = 1 if seat == self.winner else 0
        return int(square_of(flock.bearer)), flock.eggs, astray, won

    def winners(self) -> list[int]:
        """The winner of the race, whatever the scores."""
        return [self.winner] if self.phase == PHASE_OVER else []

    def copy(self) -> State:
        other = OcaState(
            self.flock,
            self.own_squares,
            self.leap_over_strays,
            self.golden_races,
            self.points,
            [flock.copy() for flock in self.flocks],
        )
        self.copy_to(other)
        return other


def _frees(total: i64) -> bool:
    """The totals that lead out of the well and the prison.  [OCA-13, OCA-17]"""
    return total == 5 or total == 7


# ---- walks known beforehand, by total and square: the piece after it, and what it owes. They are
# ---- found by walking as the rules say; those that depend on others, or mean something to them,
# ---- are left out: leaps, falling into the well, coming to the garden

UNKNOWN: Final = 0  # no piece
PUT_BACK: Final = 4  # beside the pledges that are owed, of which there are 3 at most


def _number_of_walk(start: Square, total: i64) -> i64:
    return (GARDEN + 1) * total + start


def _known_walk(total: int, start: int) -> tuple[int, int]:
    alone = OcaState([2], [GARDEN], False, 0, {})
    events: list[Event] = []
    alone.log = events
    piece = alone._walk(Who(BEARER), Square(start), total)
    squares = [event["to"] for event in events if "to" in event]
    if LEAPFROG in squares or WELL in squares or GARDEN in squares:
        return UNKNOWN, 0
    return int(piece), int(alone.owed) + (PUT_BACK if alone.put_back else 0)


_KNOWN: Final = [
    _known_walk(total, start) if total > 1 else (UNKNOWN, 0)
    for total in range(2 * 6 + 1)
    for start in range(GARDEN + 1)
]
PIECE_AFTER: Final = bytes(piece for piece, _ in _KNOWN)
OWED_AFTER: Final = bytes(owed for _, owed in _KNOWN)
