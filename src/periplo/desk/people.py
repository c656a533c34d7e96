"""Who of a team is where, by name. It reads events only and changes no rule.

A roster's people are at home or have a spot. Which spots there are, and which events call people
out, move them and send them home, is for the game to say: `companies`, `person_move`, `leader`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypedDict

from periplo.core.game import Game, PersonMove, Spot
from periplo.core.state import State
from periplo.desk.effective import Step

HOME: Final = "home"
PersonAt = TypedDict(  # `as` is a keyword here: home, or what the game calls their piece
    "PersonAt", {"name": str, "as": str, "square": int | None, "held": int}
)


class SeatPeople(TypedDict):
    """The people of a seat, in the order of its roster."""

    seat: int
    people: list[PersonAt]


@dataclass(slots=True)
class Person:
    name: str
    spot: Spot | None = None  # None at home
    since: int = 0  # when they last left home, by a count of those who do
    call: int = 0  # the line that called them out

    @property
    def square(self) -> int | None:
        return None if self.spot is None else self.spot.square

    def to_json(self) -> PersonAt:
        if self.spot is None:
            return {"name": self.name, "as": HOME, "square": None, "held": 0}
        piece, square, held = self.spot
        return {"name": self.name, "as": piece, "square": square, "held": held}


@dataclass(frozen=True, slots=True)
class Naming:
    """Who goes out, as the captain said; `of` is the line that called them."""

    no: int
    seat: int
    of: int
    people: tuple[str, ...]


@dataclass(slots=True)
class Call:
    """People of a team are called out; which of those at home, its captain may say."""

    no: int
    seat: int
    at_home: tuple[str, ...]  # before it, in the order of the roster
    order: list[str]  # in which they go out
    count: int = 0
    until: int = 0  # the line from which on nobody of it can be named; 0 while it is open

    def fits(self, people: Sequence[str], count: int | None = None) -> bool:
        most = self.count if count is None else count
        return (
            len(people) <= most
            and len(set(people)) == len(people)
            and all(name in self.at_home for name in people)
        )


@dataclass(slots=True)
class Team:
    people: list[Person]  # in the order of the roster
    leaders: int  # how many of the first keep the first spots for the whole event
    lined_up: list[Person] = field(default_factory=list)  # by their index before the action

    def line_up(self) -> None:
        """In the order of `Company.spots`. Of those that the rules do not tell apart, whoever has
        been out longest comes first.
        """
        self.lined_up = [*self.people[: self.leaders], *self.most_advanced_first()]

    def most_advanced_first(self) -> list[Person]:
        """All who are out and lead nobody."""
        out = [(one.spot, one) for one in self.people[self.leaders :] if one.spot is not None]
        out.sort(key=lambda pair: (-pair[0].square, -pair[0].held, pair[1].since))
        return [one for _, one in out]

    def put_longest_out(self, index: int) -> None:
        """Of those who now have the same spot, whoever has been out longest takes this index."""
        spot = self.lined_up[index].spot
        alike = [i for i, one in enumerate(self.lined_up) if one.spot == spot]
        first = min(alike, key=lambda i: self.lined_up[i].since)
        self.lined_up[index], self.lined_up[first] = self.lined_up[first], self.lined_up[index]

    def at_home(self) -> list[Person]:
        return [one for one in self.people if one.spot is None]


class People:
    """Everybody of an event. Made anew when the past changes."""

    def __init__(
        self,
        game: Game,
        rosters: Sequence[Sequence[str]],
        start: State,
        namings: Iterable[Naming] = (),
    ) -> None:
        leaders = 1 if game.leader else 0
        self.teams = [Team([Person(name) for name in roster], leaders) for roster in rosters]
        self.calls: dict[tuple[int, int], Call] = {}  # by line and seat
        self.open: dict[int, Call] = {}  # by seat: those that can still be named
        self._game = game
        self._namings: dict[tuple[int, int], list[Naming]] = {}
        for naming in namings:
            self._namings.setdefault((naming.of, naming.seat), []).append(naming)
        self._count = 0
        self._set(start)

    def advance(self, step: Step) -> None:
        """Read what happened at one slot of the line."""
        slot = step.slot
        if slot.kind == "entered" and slot.seat is not None and step.elements:
            self._end_call(slot.seat, slot.at)  # by the team's next throw
        for element, events in zip(step.elements, step.events, strict=True):
            if isinstance(element, dict):
                continue
            for team in self.teams:
                team.line_up()
            moves = [move for one in events if (move := self._game.person_move(one)) is not None]
            for move in moves:
                self._follow(move, slot.no, moves)
        for seat, call in list(self.open.items()):
            if not self._is_out(call):
                self._end_call(seat, slot.at)

    def set_position(self, state: State, at: int) -> None:
        """The match goes on from another position; no naming is open."""
        for seat in list(self.open):
            self._end_call(seat, at)
        self._set(state)

    def where(self) -> list[SeatPeople]:
        return [
            {"seat": seat, "people": [one.to_json() for one in team.people]}
            for seat, team in enumerate(self.teams, 1)
        ]

    def person(self, seat: int, name: str) -> Person | None:
        if not self.teams:
            return None
        return next((one for one in self.teams[seat - 1].people if one.name == name), None)

    def open_call(self, seat: int) -> Call | None:
        """What can be named now; None if nobody of the call is out any more."""
        return self.open.get(seat)

    def fitting(self, namings: Iterable[Naming]) -> set[int]:
        """The numbers of those that still fit their call, and came while it was open."""
        return {
            naming.no
            for naming in namings
            if (call := self.calls.get((naming.of, naming.seat))) is not None
            and call.fits(naming.people)
            and (not call.until or naming.no < call.until)
        }

    def _is_out(self, call: Call) -> bool:
        """Whether anybody of the call still is."""
        people = self.teams[call.seat - 1].people
        return any(one.spot is not None and one.call == call.no for one in people)

    def _end_call(self, seat: int, at: int) -> None:
        if seat in self.open:
            self.open.pop(seat).until = at

    # ---- events

    def _follow(self, move: PersonMove, no: int, moves: Sequence[PersonMove]) -> None:
        """`moves` are all of the same action."""
        team = self.teams[move.seat]
        if move.called:
            count = sum(one.called and one.seat == move.seat for one in moves)
            team.lined_up.append(self._call_out(team, move.seat + 1, no, count))
        elif move.by_spot:
            team.put_longest_out(move.who)
        team.lined_up[move.who].spot = move.to

    def _call_out(self, team: Team, seat: int, no: int, count: int) -> Person:
        call = self.calls.get((no, seat))
        if call is None:
            at_home = tuple(one.name for one in team.at_home())
            call = Call(no, seat, at_home, list(at_home))
            for naming in self._namings.get((no, seat), []):  # each replaces the last wholly
                if call.fits(naming.people, count):
                    rest = [name for name in at_home if name not in naming.people]
                    call.order = [*naming.people, *rest]
            self.calls[no, seat] = self.open[seat] = call
        person = self.person(seat, call.order[call.count])
        assert person is not None
        call.count += 1
        self._leave_home(person, no)
        return person

    def _leave_home(self, person: Person, call: int) -> None:
        self._count += 1
        person.since, person.call = self._count, call

    # ---- positions

    def _set(self, state: State) -> None:
        for team, company in zip(self.teams, self._game.companies(state), strict=False):
            for leader, spot in zip(team.people[: team.leaders], company.spots, strict=False):
                leader.spot = spot
            self._place(team, company.spots[team.leaders :])

    def _place(self, team: Team, wanted: Sequence[Spot]) -> None:
        """Whoever has a spot that somebody must have keeps it; the others take what is left."""
        left = team.most_advanced_first()
        missing: list[Spot] = []
        for spot in wanted:
            same = next((one for one in left if one.spot == spot), None)
            if same is None:
                missing.append(spot)
            else:
                left.remove(same)
        for spot in missing:
            if left:
                person = left.pop(0)
            else:
                person = team.at_home()[0]
                self._leave_home(person, 0)
            person.spot = spot
        for person in left:
            person.spot = None
