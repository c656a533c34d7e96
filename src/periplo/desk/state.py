"""What a desk is made of, and what can be asked about it without changing anything."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isfinite
from typing import Any, NotRequired, Self, TypedDict, cast

from periplo.core.errors import IllegalAction
from periplo.core.game import Position
from periplo.core.state import TABLE, State
from periplo.desk.effective import EffectiveLine, Slot, Step
from periplo.desk.lines import (
    EnteredLine,
    Kind,
    Line,
    PlaceLine,
    ProposedLine,
    ProtestLine,
    SentLine,
)
from periplo.desk.people import Call, Naming, People, SeatPeople
from periplo.desk.permissions import EVERYTHING, PUBLIC, Viewer
from periplo.desk.roles import Asker, Official, Role
from periplo.desk.setup import Setup
from periplo.play.record import Element
from periplo.play.refusals import Refused


@dataclass(slots=True)
class WaitingEntry:
    """An entry that has not taken effect yet."""

    line: Line
    slot: Slot
    confirmed: list[str] = field(default_factory=list)  # people
    disputed: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Proposal:
    line: Line
    council: tuple[str, ...]  # people
    position: Position | None
    votes: dict[str, bool] = field(default_factory=dict)

    @property
    def yes(self) -> int:
        return sum(self.votes.values())


@dataclass(frozen=True, slots=True)
class Penalised:
    seat: int
    points: float
    why: str
    stands: bool = True


@dataclass(frozen=True, slots=True)
class Tick:
    """A steward's look at somebody, or at a piece."""

    line: Line
    seat: int
    who: str | int
    is_person: bool
    square: int | str
    inside: bool


Post = TypedDict(  # somebody, or a piece, and where they must stand; `in` is a keyword here
    "Post",
    {
        "seat": int,
        "square": int | str,
        "in": bool | None,  # whether a steward saw them there; None if nobody looked
        "person": NotRequired[str],  # one of these two
        "piece": NotRequired[int | str],
    },
)


class Home(TypedDict):
    """The people of a team who are at home; they wait on its own square, if it has one."""

    seat: int
    square: int | None
    people: list[str]
    may_go: list[str]  # whom the captain may name for the call that is open


@dataclass(frozen=True, slots=True)
class CorrectionRow:
    """Corrections of one slot in a row, and the line as it was before the first of them."""

    root: int
    slots: tuple[Slot, ...]
    namings: tuple[Naming, ...]


class ToName(TypedDict):
    """A captain is to say who goes out."""

    seat: int
    count: int  # of those not named yet
    of: int  # the line that called them


class Pending(TypedDict):
    """What is waited for, as it is sent; of what is not for somebody they get null, 0 or []."""

    waiting: EnteredLine | None
    confirmed: int
    to_name: list[ToName]
    proposals: list[ProposedLine]
    protests: list[ProtestLine]
    out_of_place: list[PlaceLine]
    paused: bool
    totals: list[float]


class DeskState:
    """What the journal has come to."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.lines: list[Line] = []
        self.officials: dict[str, Official] = {}  # in office, by id
        self._ever_appointed: set[str] = set()
        self.has_started = False
        self.is_paused = False
        self.is_closed = False
        self.changed_at = 0  # the last line that changed the match or the waiting entry
        self.waiting: WaitingEntry | None = None
        self.proposals: dict[int, Proposal] = {}  # not decided yet
        self.protests: dict[int, Line] = {}  # not answered yet
        self.penalties: dict[int, Penalised] = {}  # by line
        self.people: People | None = None
        self._line: EffectiveLine | None = None
        self._namings: dict[int, Naming] = {}  # that have not fallen out, by line
        self._ticks: list[Tick] = []
        self._root_of: dict[int, int] = {}  # of corrections, the slot they all mean
        self._row: CorrectionRow | None = None
        self._position_set_at = 0  # the last ruling with a position
        self._shown: set[int] = set()  # entries that have been in effect
        self._secret: set[int] = set()  # decisions, and corrections, that the game does not show

    def copy(self) -> Self:
        """Another desk that stands like this one. What nobody changes is shared."""
        shared: list[object] = [self.setup, *self.lines]
        if self._line is not None:
            shared += [self._line.game, self._line.options, self._line.start, *self._line.steps]
        return deepcopy(self, {id(one): one for one in shared})

    # ---- looking

    @property
    def match(self) -> EffectiveLine:
        assert self._line is not None
        return self._line

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def elements(self) -> list[Element]:
        """The record's actions."""
        return [] if self._line is None else self._line.elements

    def standing_penalties(self) -> list[dict[str, Any]]:
        return [
            {"seat": one.seat, "points": one.points, "why": one.why}
            for one in self.penalties.values()
            if one.stands
        ]

    def totals(self) -> list[float]:
        """The rules' scores, as anybody may know them, and the penalties."""
        totals: list[float] = [0] * len(self.setup.names)
        if self._line is not None:
            hides = self.state.hides() and not self.is_closed
            totals = list((self.state.seen_by(TABLE) if hides else self.state).scores())
        for penalty in self.penalties.values():
            if penalty.stands:
                seat = penalty.seat - 1
                totals[seat] = add_exactly(totals[seat], penalty.points)
        return totals

    def where(self) -> list[SeatPeople]:
        """Everybody by name; [] without rosters."""
        return [] if self.people is None else self.people.where()

    def where_after_each(self) -> list[list[SeatPeople]]:
        """The same at the start and after each of the record's actions."""
        people = self._tracked((), self._namings.values()) if self.has_started else None
        if people is None:
            return []
        found = [people.where()]
        for step in self.match.steps:
            for element, events in zip(step.elements, step.events, strict=True):
                self._follow(people, replace(step, elements=(element,), events=(events,)))
                found.append(people.where())
        return found

    def visible(self, viewer: Viewer, first: int = 1) -> list[SentLine]:
        """The lines that somebody may see, as they are sent."""
        shown = (self.show(line, viewer) for line in self.lines[max(0, first - 1) :])
        return [line for line in shown if line is not None]

    def show(self, line: Line, viewer: Viewer) -> SentLine | None:
        """A line as somebody may see it; None if it is not for them."""
        own = self._seat_of(line) in viewer.seats
        if line.no in self._secret and not own:
            return None
        if viewer.full or own:
            return line.sent()
        if line.kind not in PUBLIC:
            return None
        if line.kind == "entered" and line.no not in self._shown:
            return None
        if line.kind == "corrected" and self._line_of(self._root_of[line.no]).kind not in PUBLIC:
            return None  # it is as public as what it corrects
        return line.sent(with_name=False)

    def keeps_back(self, line: Line, viewer: Viewer) -> bool:
        """Whether somebody may not see a line yet, but may later."""
        may_be_shown = line.no in self._secret or line.kind == "entered"
        return may_be_shown and self.show(line, viewer) is None

    def first_hidden(self) -> int | None:
        """The first line that its game does not show yet."""
        return min(self._secret, default=None)

    def _seat_of(self, line: Line) -> int | None:
        """Whose line it is: also of answers to a protest, and of corrections."""
        if line.kind == "answered":
            return self._line_of(line.facts["of"]).seat
        if line.kind == "corrected":
            return self._line_of(self._root_of[line.no]).seat
        return line.seat

    def pending(self, viewer: Viewer = EVERYTHING) -> Pending:
        """What is waited for, as somebody may know it."""
        waiting = self.waiting
        if waiting is not None and not viewer.sees(waiting.line.seat):
            waiting = None
        proposals = self.proposals.values() if viewer.full else ()
        out_of_place = (one for one in self._ticks if not one.inside and viewer.sees(one.seat))
        return {
            "waiting": None if waiting is None else cast("EnteredLine", waiting.line.sent()),
            "confirmed": 0 if waiting is None else len(waiting.confirmed),
            "to_name": [one for one in self._to_name() if viewer.sees(one["seat"])],
            "proposals": [cast("ProposedLine", one.line.sent()) for one in proposals],
            "protests": [
                cast("ProtestLine", line.sent())
                for line in self.protests.values()
                if viewer.sees(line.seat)
            ],
            "out_of_place": [cast("PlaceLine", tick.line.sent()) for tick in out_of_place],
            "paused": self.is_paused,
            "totals": self.totals(),
        }

    def ticked(self) -> list[PlaceLine]:
        """Stewards' looks that still hold."""
        return [cast("PlaceLine", tick.line.sent()) for tick in self._ticks]

    def posts(self) -> list[Post]:
        """Where everybody who is out must stand, or every piece that has no name."""
        if not self.has_started:
            return []
        game = self.setup.game
        looks = {(one.seat, one.who, one.is_person, one.square): one.inside for one in self._ticks}
        if self.people is not None and game.companies(self.state):
            return [
                {
                    "seat": seat,
                    "square": square,
                    "in": looks.get((seat, one.name, True, square)),
                    "person": one.name,
                }
                for seat, team in enumerate(self.people.teams, 1)
                for one in team.people
                if (square := one.square) is not None
            ]
        return [
            {
                "seat": seat,
                "square": square,
                "in": looks.get((seat, piece, False, square)),
                "piece": piece,
            }
            for seat in range(1, len(self.setup.names) + 1)
            for piece, square in self._standing(seat)
        ]

    def homes(self) -> list[Home]:
        """Who is at home, team by team; [] without rosters."""
        if self.people is None:
            return []
        squares = [company.home_square for company in self.setup.game.companies(self.state)]
        homes: list[Home] = []
        for seat, team in enumerate(self.people.teams, 1):
            call = self._open_call(seat)
            may_go = [] if call is None else list(call.at_home)
            at_home = [one.name for one in team.at_home()]
            square = squares[seat - 1] if squares else None
            homes.append({"seat": seat, "square": square, "people": at_home, "may_go": may_go})
        return homes

    def _to_name(self) -> list[ToName]:
        found: list[ToName] = []
        for seat in range(1, len(self.setup.names) + 1) if self.people else ():
            call = self._open_call(seat)
            if call is not None and (left := call.count - len(self._named(call))) > 0:
                found.append({"seat": seat, "count": left, "of": call.no})
        return found

    def _named(self, call: Call) -> tuple[str, ...]:
        named: tuple[str, ...] = ()
        for naming in self._namings.values():
            if (naming.of, naming.seat) == (call.no, call.seat):
                named = naming.people
        return named

    def _open_call(self, seat: int) -> Call | None:
        return None if self.people is None else self.people.open_call(seat)

    def is_over(self) -> bool:
        """Whether the game is; the event goes on until it is closed."""
        return self.state.over()

    def winner(self) -> int | None:
        """The rules' one winner, from 1."""
        winners = self.state.winners() if self.state.over() else []
        return winners[0] + 1 if len(winners) == 1 else None

    def in_office(self, *roles: Role) -> list[str]:
        """The people who hold one of these offices."""
        names = [one.name for one in self.officials.values() if one.role in roles]
        return list(dict.fromkeys(names))

    # ---- bookkeeping

    def _try(self, slot: Slot) -> Step:
        try:
            return self.match.play(slot)
        except IllegalAction as error:
            raise Refused("illegal", error.why, error.clause) from None

    def _append(self, slot: Slot) -> None:
        """A slot takes effect."""
        before = self.state
        step = self.match.append(replace(slot, at=len(self.lines)))
        self._row = None
        if self.people is not None:
            self._follow(self.people, step)
        self._keep_secret(step, before)
        self._after_change()

    def _keep_secret(self, step: Step, before: State) -> None:
        """What a game hides is shown when the game shows it."""
        if not step.after.hides():
            return
        if self._shows_all(step.after):
            self._secret.clear()
        elif self._is_unseen(step, before):
            self._secret.add(step.slot.no)

    def _hide_correction(self, no: int, root: int) -> None:
        """A correction of something that the game does not show, as it stands now."""
        before = self.match.start
        for step in self.match.steps:
            if self._shows_all(step.after):
                self._secret.discard(no)
            elif step.slot.no == root and self._is_unseen(step, before):
                self._secret.add(no)
            before = step.after
        if self._shows_all(self.state):
            self._secret.clear()

    def _shows_all(self, state: State) -> bool:
        game = self.setup.game
        return game.view(state, None) == game.position(state)

    def _is_unseen(self, step: Step, before: State) -> bool:
        """Whether a decision changes nothing that anybody else can see."""
        game = self.setup.game
        is_decision = step.slot.kind == "acted"
        return is_decision and game.view(step.after, None) == game.view(before, None)

    def _after_change(self) -> None:
        """A steward's look lapses when they move."""
        if self._ticks:
            self._ticks = [tick for tick in self._ticks if self._stands(tick)]

    def _squares_of(self, seat: int, who: str | int, is_person: bool) -> list[int | str]:
        """Where they stand; people at home are not placed."""
        if is_person:
            person = None if self.people is None else self.people.person(seat, str(who))
            if person is None:
                raise Refused("nobody", f"{who} is not of seat {seat}")
            return [] if person.square is None else [person.square]
        return [square for piece, square in self._standing(seat) if piece == who]

    def _standing(self, seat: int) -> list[tuple[int | str, int | str]]:
        """The seat's pieces as everybody may see them: stewards find out no secret."""
        seen = self.state.seen_by(TABLE) if self.state.hides() else self.state
        return self.setup.game.standing(seen, seat - 1)

    def _stands(self, tick: Tick) -> bool:
        return tick.square in self._squares_of(tick.seat, tick.who, tick.is_person)

    def _track(self) -> None:
        self.people = self._tracked(self.match.steps, self._namings.values())
        self._after_change()

    def _tracked(self, steps: Sequence[Step], namings: Iterable[Naming]) -> People | None:
        rosters = self.setup.details.rosters
        if not rosters:
            return None
        people = People(self.setup.game, rosters, self.match.start, namings)
        for step in steps:
            self._follow(people, step)
        return people

    def _follow(self, people: People, step: Step) -> None:
        people.advance(step)
        if any(isinstance(element, dict) for element in step.elements):
            people.set_position(step.after, step.slot.at)

    def _drop_waiting(self) -> dict[str, list[int]]:
        if self.waiting is None:
            return {}
        dropped, self.waiting = self.waiting.line.no, None
        return {"out": [dropped]}

    def _changed(self, line: Line) -> Line:
        self.changed_at = line.no
        return line

    def _write(self, by: Asker, time: int, kind: Kind, facts: dict[str, Any]) -> Line:
        last = self.lines[-1].time if self.lines else 0
        line = Line(len(self.lines) + 1, max(time, last), by.role, by.name, kind, facts)
        self.lines.append(line)
        return line

    def find(self, no: int) -> Line | None:
        return self.lines[no - 1] if 0 < no <= len(self.lines) else None

    def _line_of(self, no: int) -> Line:
        return self.lines[no - 1]


def add_exactly(one: float, other: float) -> float:
    """Their sum, also where floating point would run over."""
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    with suppress(OverflowError):
        if isfinite(total := float(one) + float(other)):
            return total
    return int(Fraction(one) + Fraction(other))
