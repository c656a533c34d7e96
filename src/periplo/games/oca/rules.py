"""Il Giro dell'Oca: the rules, in the order of the sheet.

Actions, as numbers:
     0–20  the throws 1+1, 1+2, … 1+6, 2+2, … 6+6     (the table)
       21  stay                                       (a flock, on its own square)
    22–31  swap with seat 1 … seat 10

A piece is one number, `square * 4 + held + 1`, where `held` is 0 for a free piece, n for one
that misses n throws more and -1 for the one in the well. So the order of pieces is the order of
these numbers, and a flock's strays are one descending list of them.
"""

from fractions import Fraction
from math import isfinite
from typing import Any, Final

from mypy_extensions import i64

from periplo.core.dice import Dice
from periplo.core.state import NOBODY, TABLE, State
from periplo.core.two_dice import CHANCES, FALLS, HIGH, LOW, THROWS
from periplo.games.oca.board import (
    ACTION,
    BIRD,
    BRIDGE,
    DICE_SQUARES,
    GARDEN,
    GOOSE,
    INN,
    LABYRINTH,
    LEAPFROG_AT,
    MILL,
    MILL_AT,
    PLEDGES,
    PRISON,
    PRISON_AT,
    STAIRS,
    START,
    TOMB,
    TOWER,
    WELL,
    WELL_AT,
)

STAY: Final = 21
SWAP: Final = 22

PHASE_THROW: Final = 0
PHASE_SWAP: Final = 1
PHASE_OVER: Final = 2

MOST_REPEATS: Final = 3  # by geese, in one throw  [OCA-5]
NEW_STRAY: Final = 1 * 4 + 1  # free, on square 1
IN_THE_WELL: Final = WELL_AT * 4
FREE_AT_THE_WELL: Final = WELL_AT * 4 + 1
IN_THE_GARDEN: Final = GARDEN * 4 + 1
PIECE: Final = 255
QUIET: Final = 256  # added to a piece that was sent to a square which does not act


class OcaState(State):
    """A race of flocks."""

    def __init__(
        self,
        flock: list[int],
        own_squares: list[int],
        leap_over_strays: bool,
        golden_races: int,
        points: dict[str, Any],
    ) -> None:
        super().__init__(len(flock))
        self.flock = flock
        self.own_squares = own_squares
        self.leap_over_strays = leap_over_strays
        self.golden_races = golden_races
        self.points = points
        seats = len(flock)
        self.race: int = 1
        self.turn: i64 = 0
        self.phase: i64 = PHASE_THROW
        self.throw: i64 = -1  # the dice, while a swap is being decided
        self.owed: i64 = 0
        self.winner: i64 = NOBODY
        self.bearer: list[int] = [START] * seats
        self.held: list[int] = [0] * seats
        self.strays: list[list[int]] = [[] for _ in range(seats)]
        self.home: list[int] = [people - 1 for people in flock]
        self.eggs: list[int] = [0] * seats
        self.throws: list[int] = [0] * seats
        self.spent: list[bool] = [False] * seats
        # whether no other flock than the one on turn can have a stray on its bearer's square
        self.swept: bool = True

    def copy(self) -> State:
        other = OcaState(
            self.flock, self.own_squares, self.leap_over_strays, self.golden_races, self.points
        )
        other.race = self.race
        other.turn = self.turn
        other.phase = self.phase
        other.throw = self.throw
        other.owed = self.owed
        other.winner = self.winner
        other.bearer = self.bearer[:]
        other.held = self.held[:]
        other.strays = [strays[:] for strays in self.strays]
        other.home = self.home[:]
        other.eggs = self.eggs[:]
        other.throws = self.throws[:]
        other.spent = self.spent[:]
        other.swept = self.swept
        return other

    # ---- who may act: flocks throw in turn, in seat order  [OCA-1]

    def next_actor(self) -> i64:
        if self.phase == PHASE_THROW:
            return TABLE
        return self.turn if self.phase == PHASE_SWAP else NOBODY

    def legal(self, actor: i64) -> list[int]:
        if actor != self.next_actor() or actor == NOBODY:
            return []
        if actor == TABLE:
            return list(range(len(THROWS)))
        partners = [SWAP + seat for seat in range(self.seats) if self._can_swap_with(seat)]
        return [STAY, *partners]

    def is_legal(self, actor: i64, action: i64) -> bool:
        if actor != self.next_actor() or actor == NOBODY:
            return False
        if actor == TABLE:
            return 0 <= action < STAY
        seat = action - SWAP
        return action == STAY or (0 <= seat < self.seats and self._can_swap_with(seat))

    def refusal(self, actor: i64, action: i64) -> tuple[str, str]:
        if self.phase == PHASE_THROW:
            return "OCA-1", f"flock {self.turn + 1} throws the dice now"
        if actor != self.turn:
            return "OCA-4", f"flock {self.turn + 1} decides first whether to change places"
        return "OCA-4", "one can stay, or change places with another bearer on 1 to 62"

    # a throw comes to the table as its judges have validated it: how the dice fly, repeats,
    # penalties and the council's word are the refereed table's business  [OCA-26]

    def outcomes(self) -> list[tuple[int, Fraction]]:
        return CHANCES[:] if self.phase == PHASE_THROW else []

    def draw(self, dice: Dice) -> i64:
        return FALLS[dice.below(36)]

    def pick(self, actor: i64, dice: Dice) -> i64:
        if actor == TABLE:
            return dice.below(STAY)
        actions = self.legal(actor)
        return actions[dice.below(len(actions))]

    def play(self, actor: i64, action: i64) -> None:
        if actor == TABLE:
            self._throw(action)
        else:
            self._decide(action)

    # ---- one throw: bearer, its decision, strays from the most advanced back, paying,
    # ---- reunions, next seat  [OCA-R5]

    def _throw(self, throw: i64) -> None:
        seat = self.turn
        low: i64 = LOW[throw]
        total: i64 = low + HIGH[throw]
        self.throws[seat] += 1
        if self.log is not None:
            self.emit("OCA-1", "threw", seat, {"dice": [LOW[throw], HIGH[throw]]})
        if total == 9:  # 3+6 or 4+5, and nothing else
            self._gather(seat, DICE_SQUARES[0] if low == 3 else DICE_SQUARES[1])
            self._end_throw(seat)
            return
        stuck = self._stray_in_the_well(seat)
        piece: i64 = self.bearer[seat] * 4 + self.held[seat] + 1
        moved = self._move(seat, piece, total, True)
        square: i64 = (moved & PIECE) >> 2
        self.bearer[seat] = square
        self.held[seat] = (moved & 3) - 1
        if square == GARDEN:
            self._win(seat)
            return
        # to come to rest there by one's own walk is what counts  [OCA-4]
        if square == self.own_squares[seat] and moved < QUIET and self._has_partner():
            self.phase = PHASE_SWAP
            self.throw = throw
            return
        self._move_strays(seat, total, stuck)
        self._end_throw(seat)

    def _decide(self, action: i64) -> None:
        seat = self.turn
        total: i64 = LOW[self.throw] + HIGH[self.throw]
        if action == STAY:
            if self.log is not None:
                self.emit("OCA-4", "stayed", seat, {"at": self.bearer[seat]})
        else:
            self._swap(seat, action - SWAP)
        self._move_strays(seat, total, self._stray_in_the_well(seat))
        self._end_throw(seat)

    def _move_strays(self, seat: i64, total: i64, stuck: i64) -> None:
        """`stuck`: which stray was in the well when the dice fell, if one was."""
        strays = self.strays[seat]
        for i in range(len(strays)):
            piece: i64 = strays[i]
            if piece == IN_THE_GARDEN:
                continue  # it won its egg and stays there  [OCA-25b]
            # whoever was in the well when the dice fell waits, even if it was freed since  [OCA-13]
            if i == stuck and piece == FREE_AT_THE_WELL and not _frees(total):
                continue
            strays[i] = self._move(seat, piece, total, False) & PIECE

    def _end_throw(self, seat: i64) -> None:
        if self.owed > 0:
            self._pay(seat)
        if self.swept:
            self._reunite(seat)
        else:
            for other in range(self.seats):
                self._reunite(other)
            self.swept = True
        if self.home[seat] > 0:
            self.spent[seat] = False  # [OCA-24]
        _put_in_order(self.strays[seat])
        self.phase = PHASE_THROW
        self.throw = -1
        self.owed = 0
        self.turn = seat + 1 if seat + 1 < self.seats else 0

    # ---- winning  [OCA-2, OCA-21]

    def _win(self, seat: i64) -> None:
        """The race stops at once: no stray moves, nothing is paid."""
        if self.log is not None:
            self.emit("OCA-2", "won", seat, {"race": self.race, "throws": self.throws[seat]})
        if self.throws[seat] <= 3 and self.race <= self.golden_races:
            self._golden_win(seat)
            return
        self.phase = PHASE_OVER
        self.winner = seat

    def _golden_win(self, seat: i64) -> None:
        """Won with the third throw or sooner: two eggs, and everybody starts again.  [OCA-21]"""
        self.eggs[seat] += 2
        self.race += 1
        self.turn = 0
        for other in range(self.seats):
            self.bearer[other] = START
            self.held[other] = 0
            self.strays[other] = []
            self.home[other] = self.flock[other] - 1
            self.throws[other] = 0
            self.spent[other] = False
        self.swept = True
        if self.log is not None:
            self.emit("OCA-21", "golden", seat, {"eggs": 2, "race": self.race})

    # ---- changing places  [OCA-4, OCA-R4]

    def _can_swap_with(self, other: i64) -> bool:
        square: i64 = self.bearer[other]
        return other != self.turn and START < square < GARDEN and square != self.bearer[self.turn]

    def _has_partner(self) -> bool:
        for other in range(self.seats):
            if self._can_swap_with(other):
                return True
        return False

    def _swap(self, seat: i64, other: i64) -> None:
        """Squares and `held` change hands; no square acts, nobody falls.  [OCA-R4]"""
        bearer, held = self.bearer, self.held
        bearer[seat], bearer[other] = bearer[other], bearer[seat]
        held[seat], held[other] = held[other], held[seat]
        self.swept = False  # the other bearer may have come upon one of its own strays
        if self.log is not None:
            facts = {"other": int(other), "from": bearer[other], "to": bearer[seat]}
            self.emit("OCA-4", "swapped", seat, facts)

    # ---- moving one piece

    def _move(self, seat: i64, piece: i64, total: i64, bearer: bool) -> i64:
        """Where the piece is after the throw: it walks, unless something holds it."""
        held: i64 = (piece & 3) - 1
        square: i64 = piece >> 2
        if held == 0:
            return self._walk(seat, square, total, bearer)
        if held < 0:
            if _frees(total):  # [OCA-13]
                if self.log is not None:
                    self._emit_piece("OCA-13", "climbed_out", seat, bearer, square, square)
                return self._walk(seat, square, total, bearer)
            if self.log is not None:
                self._emit_piece("OCA-13", "waits", seat, bearer, square, square)
            return piece
        if square == PRISON_AT and _frees(total):  # [OCA-17]
            if self.log is not None:
                self._emit_piece("OCA-17", "climbed_out", seat, bearer, square, square)
            return self._walk(seat, square, total, bearer)
        if self.log is not None:
            self._emit_piece("OCA-20", "missed", seat, bearer, square, square)
        return piece - 1  # one throw less to miss  [OCA-20]

    def _walk(self, seat: i64, start: i64, total: i64, bearer: bool) -> i64:
        """Walk a free piece and let the squares act; strays walk like bearers.  [OCA-5]"""
        at: i64 = start
        step: i64 = total
        repeats: i64 = 0
        while True:
            stop: i64 = at  # the stop just before, should the mill send the piece back
            at += step
            if at > GARDEN:  # what is beyond is walked back  [OCA-3]
                at = 2 * GARDEN - at
                step = -step
                if self.log is not None:
                    self._emit_piece("OCA-3", "turned", seat, bearer, stop, at)
            elif self.log is not None:
                rule = "OCA-5" if repeats > 0 else "OCA-1"
                self._emit_piece(rule, "walked", seat, bearer, stop, at)
            if at == LEAPFROG_AT:
                at = self._leap(seat, bearer)
                if at <= LEAPFROG_AT:
                    return at * 4 + 1
            action: i64 = ACTION[at]
            if action != GOOSE or repeats == MOST_REPEATS:
                break
            repeats += 1
        if action <= GOOSE:
            return at * 4 + 1
        return self._meet(action, at, stop, start, seat, bearer)

    def _meet(self, action: i64, at: i64, stop: i64, start: i64, seat: i64, bearer: bool) -> i64:
        """What the square does to the piece that ends its walk there."""
        if action == PLEDGES:
            return self._owe("OCA-7", 3, at, at, 0, seat, bearer)
        if action == BRIDGE:
            return self._owe("OCA-9", 1, at, 17, 0, seat, bearer)
        if action == MILL:  # back to the stop before it, which does not act
            return self._owe("OCA-10", 0, at, stop, 0, seat, bearer) + QUIET
        if action == BIRD:
            return self._owe("OCA-11", 1, at, 10, 0, seat, bearer)
        if action == INN:
            return self._owe("OCA-12", 1, at, at, 1, seat, bearer)
        if action == WELL:
            self._free_the_well()  # the newcomer takes its place  [OCA-13]
            return self._owe("OCA-13", 1, at, at, -1, seat, bearer)
        if action == STAIRS:
            return self._owe("OCA-14", 1, at, 34, 0, seat, bearer)
        if action == LABYRINTH:  # back to where this throw began, which does not act
            return self._owe("OCA-15", 1, at, start, 0, seat, bearer) + QUIET
        if action == TOWER:
            return self._owe("OCA-16", 2, at, 51, 0, seat, bearer)
        if action == PRISON:
            return self._owe("OCA-17", 1, at, at, 2, seat, bearer)
        if action == TOMB:
            return self._owe("OCA-18", 0, at, 1, 0, seat, bearer)
        # the garden: a bearer wins, a stray finds an egg
        if not bearer:
            self.eggs[seat] += 1  # [OCA-25b]
            if self.log is not None:
                self.emit("OCA-25b", "egg", seat, {"eggs": 1})
        return IN_THE_GARDEN

    def _owe(
        self, rule: str, pledges: i64, at: i64, to: i64, held: i64, seat: i64, bearer: bool
    ) -> i64:
        """Each piece owes for itself; paying comes at the end of the throw.  [OCA-23]"""
        self.owed += pledges
        if self.log is not None:
            if pledges > 0:
                facts = {"piece": _name(bearer), "at": int(at), "pledges": int(pledges)}
                self.emit(rule, "owes", seat, facts)
            if to != at:
                self._emit_piece(rule, "sent", seat, bearer, at, to)
            if held != 0:
                facts = {"piece": _name(bearer), "at": int(at), "throws": int(held)}
                self.emit(rule, "held", seat, facts)
        return to * 4 + held + 1

    # ---- leapfrog  [OCA-8, OCA-8a]

    def _leap(self, seat: i64, bearer: bool) -> i64:
        """From 3 to the square just past the nearest competitor; 3 if there is nobody."""
        nearest: i64 = GARDEN
        for other in range(self.seats):
            if other == seat:
                continue
            square: i64 = self.bearer[other]
            if LEAPFROG_AT < square < nearest:
                nearest = square
            if self.leap_over_strays:  # [OCA-R2]
                for piece in self.strays[other]:
                    square = piece >> 2
                    if LEAPFROG_AT < square < nearest:
                        nearest = square
        if nearest == GARDEN:
            if self.log is not None:
                self._emit_piece("OCA-8", "no_leap", seat, bearer, LEAPFROG_AT, LEAPFROG_AT)
            return LEAPFROG_AT
        if self.log is not None:
            self._emit_piece("OCA-8", "leapt", seat, bearer, LEAPFROG_AT, nearest + 1)
        if nearest + 1 == MILL_AT:
            return self._leap_back(seat, bearer)
        return nearest + 1

    def _leap_back(self, seat: i64, bearer: bool) -> i64:
        """The mill sends a leaper back to 3, and on backwards.  [OCA-8a]"""
        to: i64 = LEAPFROG_AT
        if self._competitor_on(1, seat):
            to = START
        elif self._competitor_on(2, seat):
            to = 1
        if self.log is not None:
            self._emit_piece("OCA-8a", "sent", seat, bearer, MILL_AT, to)
        return to

    def _competitor_on(self, square: i64, seat: i64) -> bool:
        for other in range(self.seats):
            if other == seat:
                continue
            if self.bearer[other] == square:
                return True
            if self.leap_over_strays:  # [OCA-R2]
                for piece in self.strays[other]:
                    if piece >> 2 == square:
                        return True
        return False

    # ---- the well  [OCA-13]

    def _stray_in_the_well(self, seat: i64) -> i64:
        strays = self.strays[seat]
        for i in range(len(strays)):
            if strays[i] == IN_THE_WELL:
                return i
        return -1

    def _free_the_well(self) -> None:
        for seat in range(self.seats):
            if self.held[seat] < 0:
                self.held[seat] = 0
                if self.log is not None:
                    self._emit_piece("OCA-13", "released", seat, True, WELL_AT, WELL_AT)
            stray = self._stray_in_the_well(seat)
            if stray >= 0:
                self.strays[seat][stray] = FREE_AT_THE_WELL
                if self.log is not None:
                    self._emit_piece("OCA-13", "released", seat, False, WELL_AT, WELL_AT)

    # ---- 3+6 and 4+5: the flock gathers  [OCA-6, OCA-19]

    def _gather(self, seat: i64, dice_square: i64) -> None:
        strays = self.strays[seat]
        rest: list[int] = []
        came: i64 = 0
        bearer_stays = self.held[seat] < 0  # whoever is in the well stays there
        if self.log is not None:
            rule = "OCA-19" if bearer_stays else "OCA-6"
            to = WELL_AT if bearer_stays else dice_square
            self._emit_piece(rule, "gathered", seat, True, self.bearer[seat], to)
        if not bearer_stays:
            self.bearer[seat] = dice_square
            self.held[seat] = 0
        for piece in strays:
            if piece == IN_THE_WELL or piece == IN_THE_GARDEN:
                rest.append(piece)
            elif bearer_stays:  # nobody to come home to: they go where the bearer would
                rest.append(dice_square * 4 + 1)
                if self.log is not None:
                    self._emit_piece("OCA-19", "gathered", seat, False, piece >> 2, dice_square)
            else:
                came += 1
        self.home[seat] += came
        self.strays[seat] = rest
        if self.log is not None and came > 0:
            self.emit("OCA-19", "came_home", seat, {"people": int(came)})

    # ---- meeting one's own bearer  [OCA-22]

    def _reunite(self, seat: i64) -> None:
        """Every stray on its own bearer's square goes home, except from the well."""
        square: i64 = self.bearer[seat]
        if square == WELL_AT:
            return
        strays = self.strays[seat]
        for i in range(len(strays) - 1, -1, -1):
            if strays[i] >> 2 == square:
                del strays[i]
                self.home[seat] += 1
                if self.log is not None:
                    self.emit("OCA-22", "reunited", seat, {"at": int(square)})

    # ---- paying  [OCA-24]

    def _pay(self, seat: i64) -> None:
        """One person from home to square 1 for each pledge."""
        strays = self.strays[seat]
        unpaid: i64 = self.owed
        called: i64 = min(unpaid, self.home[seat])
        for _ in range(called):
            strays.append(NEW_STRAY)
        self.home[seat] -= called
        unpaid -= called
        if self.log is not None and called > 0:
            self.emit("OCA-24", "called", seat, {"people": int(called)})
        if unpaid == 0:
            return
        # home is empty  [OCA-R6]
        if not self.spent[seat]:  # the bearer covers it all, once
            if self.log is not None:
                facts = {"from": self.bearer[seat], "to": 1, "pledges": int(unpaid)}
                self.emit("OCA-24", "covered", seat, facts)
            self.bearer[seat] = 1
            self.held[seat] = 0
            self.spent[seat] = True
            return
        while unpaid > 0:
            unpaid -= 1
            self._send_back_the_most_advanced(strays, seat)

    def _send_back_the_most_advanced(self, strays: list[int], seat: i64) -> None:
        best: i64 = -1
        most: i64 = NEW_STRAY + 2  # beyond square 1, whatever `held`
        for i in range(len(strays)):
            piece: i64 = strays[i]
            if most < piece < IN_THE_GARDEN - 1:
                best = i
                most = piece
        if best < 0:
            return  # nobody from 2 to 62: the pledge lapses
        strays[best] = NEW_STRAY
        if self.log is not None:
            self._emit_piece("OCA-24", "sent", seat, False, most >> 2, 1)

    # ---- scores  [OCA-25, OCA-R3]

    def thrower(self) -> i64:
        return self.turn if self.phase == PHASE_THROW else TABLE

    def scores(self) -> list[Any]:
        points = self.points
        scores: list[Any] = []
        for seat in range(self.seats):
            astray = 0
            for piece in self.strays[seat]:
                if piece != IN_THE_GARDEN:
                    astray += 1
            won = 1 if seat == self.winner else 0
            counts = (self.bearer[seat], self.eggs[seat], astray, won)
            scores.append(_weigh(points, counts))
        return scores

    def winners(self) -> list[int]:
        """The winner of the race, whatever the scores.  [OCA-25]"""
        return [self.winner] if self.phase == PHASE_OVER else []

    # ---- telling

    def _emit_piece(
        self, rule: str, kind: str, seat: i64, bearer: bool, start: i64, to: i64
    ) -> None:
        facts: dict[str, Any] = {"piece": _name(bearer), "from": int(start), "to": int(to)}
        self.emit(rule, kind, seat, facts)


def _name(bearer: bool) -> str:
    return "bearer" if bearer else "stray"


def _frees(total: i64) -> bool:
    """The totals that lead out of the well and the prison.  [OCA-13, OCA-17]"""
    return total == 5 or total == 7


def _weigh(points: dict[str, Any], counts: tuple[int, int, int, int]) -> Any:
    """The sum of points; exact where floating point would run over."""
    square, eggs, astray, won = counts
    try:
        score: Any = points["square"] * square + points["egg"] * eggs + points["stray"] * astray
        score = score + points["win"] if won else score
        if isfinite(score):
            return score
    except OverflowError:
        pass
    parts = zip(("square", "egg", "stray", "win"), counts, strict=True)
    return int(sum((Fraction(points[key]) * count for key, count in parts), Fraction(0)))


def _put_in_order(strays: list[int]) -> None:
    """Most advanced first. They all walked the same way, so they nearly are already."""
    for i in range(1, len(strays)):
        piece = strays[i]
        j = i - 1
        while j >= 0 and strays[j] < piece:
            strays[j + 1] = strays[j]
            j -= 1
        strays[j + 1] = piece
