"""What the rules of the goose work with: pieces as numbers, a race's fields, its events.

A piece is one number, `square * 4 + held + 1`. So the order of pieces is the order of these
numbers, and a flock's strays are one descending list of them.
"""

from fractions import Fraction
from math import isfinite
from typing import Any, Final, NewType

from mypy_extensions import i64

from periplo.core.state import NOBODY, Seat, State
from periplo.games.oca.board import FREE, GARDEN, LEAPFROG, MILL, START, Special, Square

Piece = NewType("Piece", i64)
# one of a flock's pieces: BEARER, or a stray's index as the strays stood before the action,
# with those who are called out in this action after them
Who = NewType("Who", i64)

BEARER: Final = -1
CALLED_TO: Final = 1  # where those who are pledged go  [OCA-24]
HOME: Final = -1  # beside the squares, as the beginning or end of a way

PHASE_THROW: Final = 0
PHASE_SWAP: Final = 1
PHASE_OVER: Final = 2


def piece_on(square: Square, held: i64) -> Piece:
    return Piece(square * 4 + held + 1)


def square_of(piece: Piece) -> Square:
    return Square(piece >> 2)


def held_of(piece: Piece) -> i64:
    return (piece & 3) - 1


def put_in_order(strays: list[Piece]) -> None:
    """Most advanced first. They all walked the same way, so they nearly are already."""
    for i in range(1, len(strays)):
        piece = strays[i]
        j = i - 1
        while j >= 0 and strays[j] < piece:
            strays[j + 1] = strays[j]
            j -= 1
        strays[j + 1] = piece


class Flock:
    """Where the people of a flock are, and what it has done in this race."""

    def __init__(
        self,
        own_square: i64,
        bearer: Piece,
        strays: list[Piece],
        home: int,
        eggs: int,
        throws: int,
        spent: bool,
    ) -> None:
        self.own_square: i64 = own_square
        self.bearer = bearer
        self.strays = strays  # the most advanced first
        self.home = home
        self.eggs = eggs
        self.throws = throws
        self.spent = spent  # whether the bearer has covered  [OCA-24]

    def copy(self) -> "Flock":
        return Flock(
            self.own_square,
            self.bearer,
            self.strays[:],
            self.home,
            self.eggs,
            self.throws,
            self.spent,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (int(self.own_square), int(self.bearer), self.strays, self.home, self.eggs)
        return Flock, (*parts, self.throws, self.spent)

    def stray_in_the_well(self) -> i64:
        """Which stray the well holds; -1 if none."""
        strays = self.strays
        for i in range(len(strays)):
            if held_of(strays[i]) < FREE:
                return i
        return -1


def new_flock(own_square: i64, people: int) -> Flock:
    return Flock(own_square, piece_on(Square(START), FREE), [], people - 1, 0, 0, False)


class Race(State):
    """The flocks of a race and where their people are."""

    def __init__(
        self,
        flock: list[int],
        own_squares: list[int],
        leap_over_strays: bool,
        golden_races: int,
        points: dict[str, Any],
        flocks: list[Flock] | None = None,
    ) -> None:
        """All at the start, unless flocks that are under way are given."""
        super().__init__(len(flock))
        self.flock = flock
        self.own_squares = own_squares
        self.leap_over_strays = leap_over_strays
        self.golden_races = golden_races
        self.points = points
        self.race: int = 1
        self.turn: Seat = Seat(0)
        self.phase: i64 = PHASE_THROW
        self.throw: i64 = -1  # the dice, while a swap is being decided
        self.owed: i64 = 0
        self.winner: i64 = NOBODY
        if flocks is None:
            flocks = [new_flock(own_squares[seat], flock[seat]) for seat in range(len(flock))]
        self.flocks: list[Flock] = flocks
        # whether no other flock than the one on turn can have a stray on its bearer's square
        self.swept: bool = True
        # whether the piece that moved last was put on a square which does not act on it
        self.put_back: bool = False

    def copy_to(self, other: "Race") -> None:
        other.race = self.race
        other.turn = self.turn
        other.phase = self.phase
        other.throw = self.throw
        other.owed = self.owed
        other.winner = self.winner
        other.swept = self.swept

    @property
    def bearers(self) -> list[Piece]:
        return [flock.bearer for flock in self.flocks]

    @property
    def strays(self) -> list[list[Piece]]:
        return [flock.strays for flock in self.flocks]

    # ---- events name the piece, and the whole way of one that moves

    def emit_walk(
        self, rule: str, who: Who, start: Square, to: Square, turns: bool, by_goose: bool
    ) -> None:
        """A piece walks, there and back where it turns at 63: `over` is how far back."""
        if self.log is None:
            return
        path = _squares(start, GARDEN)[:-1] + _squares(GARDEN, to) if turns else _squares(start, to)
        facts: dict[str, Any] = {"from": int(start), "to": int(to), "path": path, "by": "dice"}
        if by_goose:
            facts["by"] = "goose" if turns or to > start else "goose_back"
        if turns:
            facts["over"] = int(GARDEN - to)
        self.emit_about(rule, "turned" if turns else "walked", self.turn, who, facts)

    def emit_place(
        self, rule: str, kind: str, seat: Seat, who: Who, start: i64, to: i64, held: i64
    ) -> None:
        """A piece goes straight to another place, or something happens to it where it stands."""
        if self.log is not None:
            self.emit_about(rule, kind, seat, who, _way(start, to, held))

    def emit_missing(self, who: Who, square: Square, left: i64) -> None:
        """A piece misses a throw, and perhaps the next one too.  [OCA-20]"""
        if self.log is not None:
            next_throw = "misses_next" if left > 0 else "walks_next"
            facts = {**_way(square, square, left), "next": next_throw}
            self.emit_about("OCA-20", "missed", self.turn, who, facts)

    def emit_gathering(
        self, rule: str, who: Who, special: Special | None, before: Piece, after: Piece
    ) -> None:
        """A piece goes straight to a dice square, out of what held it, or stays.  [OCA-19]"""
        if self.log is None:
            return
        at = square_of(before)
        if special is not None and held_of(before) != held_of(after):
            freed = {"at": int(at), "held": FREE, "place": special.kind}
            self.emit_about(special.rule, "freed", self.turn, who, freed)
        way = _way(at, square_of(after), held_of(after))
        self.emit_about(rule, "gathered", self.turn, who, {"way": "stays", **way})

    def emit_meeting(self, special: Special, who: Who, at: Square, to: Square) -> None:
        """What a square asked of a piece and did to it."""
        if self.log is None:
            return
        rule, held = special.rule, int(special.held)
        if special.owes > 0:
            owes = {"at": int(at), "pledges": int(special.owes)}
            self.emit_about(rule, "owes", self.turn, who, owes)
        if to != at:
            self.emit_about(rule, "sent", self.turn, who, _way(at, to, FREE))
        if held != FREE:
            facts = {"at": int(at), "throws": held, "held": held, "place": special.kind}
            self.emit_about(rule, "held", self.turn, who, facts)

    def emit_leap_back(self, who: Who, to: i64) -> None:
        """From the mill to 3, and on over whoever stands there.  [OCA-8a]"""
        if self.log is not None:
            facts = _way(MILL, to, FREE)
            facts["path"] = [MILL, LEAPFROG] + ([int(to)] if to != LEAPFROG else [])
            self.emit_about("OCA-8a", "sent", self.turn, who, facts)

    def emit_swap(
        self, rule: str, kind: str, seat: Seat, other: Seat, before: Piece, after: Piece
    ) -> None:
        """One of the two bearers that change places."""
        if self.log is not None:
            facts = _way(square_of(before), square_of(after), held_of(after))
            self.emit_about(rule, kind, seat, Who(BEARER), {"other": int(other), **facts})

    def emit_home(self, rule: str, kind: str, seat: Seat, who: Who, start: i64, to: i64) -> None:
        """A person leaves home, or comes home."""
        if self.log is not None:
            self.emit_about(rule, kind, seat, who, {"people": 1, **_way(start, to, FREE)})

    def emit_reunion(self, seat: Seat, who: Who, square: Square) -> None:
        if self.log is not None:
            facts = {"at": int(square), **_way(square, HOME, FREE)}
            self.emit_about("OCA-22", "reunited", seat, who, facts)

    def emit_payment(self, kind: str, who: Who, piece: Piece, pledges: i64) -> None:
        """A piece that was on its way already pays by going back.  [OCA-24]"""
        if self.log is not None:
            facts = {**_way(square_of(piece), CALLED_TO, FREE), "pledges": int(pledges)}
            self.emit_about("OCA-24", kind, self.turn, who, facts)

    def emit_about(self, rule: str, kind: str, seat: Seat, who: Who, facts: dict[str, Any]) -> None:
        """An event about one piece."""
        about: dict[str, Any] = {"piece": "bearer"}
        if who != BEARER:
            about = {"piece": "stray", "stray": int(who)}
        elif facts.get("way") == "back":
            about["set_back"] = int(seat)
        about.update(facts)
        self.emit(rule, kind, seat, about)


def _way(start: i64, to: i64, held: i64) -> dict[str, Any]:
    """A piece's way in an event: whoever moves is free unless `held` says otherwise."""
    ends: list[Any] = ["home" if place == HOME else int(place) for place in (start, to)]
    facts: dict[str, Any] = {"from": ends[0], "to": ends[1]}
    if start != to:
        facts["path"] = ends
        if start != HOME and to != HOME:
            facts["way"] = "on" if to > start else "back"
    if start == to or held != FREE:
        facts["held"] = int(held)
    return facts


def _squares(start: i64, to: i64) -> list[Any]:
    """Every square from one to another, both included."""
    step = 1 if to > start else -1
    return list(range(start, to + step, step))


def weigh(points: dict[str, Any], counts: tuple[int, int, int, int]) -> Any:
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
