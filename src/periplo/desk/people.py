"""Who of a flock is where, by name. It reads events only and changes no rule."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypedDict

from periplo.core.game import Company
from periplo.core.state import Event
from periplo.desk.effective import Step

HOME: Final = "home"
As = Literal["bearer", "stray", "home"]
PersonAt = TypedDict(  # `as` is a keyword here
    "PersonAt", {"name": str, "as": As, "square": int | None, "held": int}
)


class SeatPeople(TypedDict):
    """The people of a seat, in the order of its roster."""

    seat: int
    people: list[PersonAt]


@dataclass(slots=True)
class Person:
    name: str
    stands: As = "home"
    square: int | None = None
    held: int = 0
    since: int = 0  # when they last left home, by a count of those who do
    call: int = 0  # the line that called them out

    def to_json(self) -> PersonAt:
        return {"name": self.name, "as": self.stands, "square": self.square, "held": self.held}

    def go_home(self) -> None:
        self.stands, self.square, self.held = "home", None, 0

    def read(self, event: Event) -> None:
        """Whoever moves is free unless the event says otherwise."""
        path = event.get("path", ())
        if path and path[-1] == HOME:
            self.go_home()
            return
        if path:
            self.square, self.held = path[-1], 0
        self.held = event.get("held", self.held)


@dataclass(frozen=True, slots=True)
class Naming:
    """Who goes out, as the captain said; `of` is the line that called them."""

    no: int
    seat: int
    of: int
    people: tuple[str, ...]


@dataclass(slots=True)
class Call:
    """People of a flock are called out; which of those at home, its captain may say."""

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
class Flock:
    people: list[Person]
    strays: list[Person] = field(default_factory=list)  # by their index before the action

    def line_up(self) -> None:
        """As a position lists them. Of those that the rules do not tell apart, whoever has been
        out longest comes first.
        """
        strays = [one for one in self.people if one.stands == "stray"]
        strays.sort(key=lambda one: (-(one.square or 0), -one.held, one.since))
        self.strays = strays

    def put_longest_out(self, index: int) -> None:
        """Of those who now stand alike, whoever has been out longest takes this place."""
        here = self.strays[index].to_json() | {"name": ""}
        alike = [i for i, one in enumerate(self.strays) if one.to_json() | {"name": ""} == here]
        first = min(alike, key=lambda i: self.strays[i].since)
        self.strays[index], self.strays[first] = self.strays[first], self.strays[index]

    def at_home(self) -> list[Person]:
        return [one for one in self.people if one.stands == "home"]


class People:
    """Everybody of an event. Made anew when the past changes."""

    def __init__(
        self,
        rosters: Sequence[Sequence[str]],
        start: Sequence[Company],
        namings: Iterable[Naming] = (),
    ) -> None:
        self.flocks = [Flock([Person(name) for name in roster]) for roster in rosters]
        self.calls: dict[tuple[int, int], Call] = {}  # by line and seat
        self.open: dict[int, Call] = {}  # by seat: those that can still be named
        self._namings: dict[tuple[int, int], list[Naming]] = {}
        for naming in namings:
            self._namings.setdefault((naming.of, naming.seat), []).append(naming)
        self._count = 0
        self._set(start)

    def advance(self, step: Step) -> None:
        """Read what happened at one slot of the line."""
        slot = step.slot
        if slot.kind == "entered" and slot.seat is not None and step.elements:
            self._end_call(slot.seat, slot.at)  # by the flock's next throw
        for element, events in zip(step.elements, step.events, strict=True):
            if isinstance(element, dict):
                continue
            for flock in self.flocks:
                flock.line_up()
            calls = self._count_calls(events)
            for event in events:
                self._read(event, slot.no, calls)
        for seat, call in list(self.open.items()):
            if not self._is_out(call):
                self._end_call(seat, slot.at)

    def set_position(self, companies: Sequence[Company], at: int) -> None:
        """The match goes on from another position; no naming is open."""
        for seat in list(self.open):
            self._end_call(seat, at)
        self._set(companies)

    def where(self) -> list[SeatPeople]:
        return [
            {"seat": seat, "people": [one.to_json() for one in flock.people]}
            for seat, flock in enumerate(self.flocks, 1)
        ]

    def person(self, seat: int, name: str) -> Person | None:
        if not self.flocks:
            return None
        return next((one for one in self.flocks[seat - 1].people if one.name == name), None)

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
        people = self.flocks[call.seat - 1].people
        return any(one.stands == "stray" and one.call == call.no for one in people)

    def _end_call(self, seat: int, at: int) -> None:
        if seat in self.open:
            self.open.pop(seat).until = at

    # ---- reading

    def _count_calls(self, events: list[Event]) -> Mapping[int, int]:
        counts: dict[int, int] = {}
        for event in events:
            if _is_call(event):
                counts[event["seat"]] = counts.get(event["seat"], 0) + 1
        return counts

    def _read(self, event: Event, no: int, calls: Mapping[int, int]) -> None:
        piece = event.get("piece")
        if piece not in ("bearer", "stray") or not self.flocks:
            return
        flock = self.flocks[event["seat"]]
        if piece == "bearer":
            flock.people[0].read(event)
            return
        if _is_call(event):
            flock.strays.append(self._call_out(flock, event["seat"] + 1, no, calls))
        elif _is_payment(event):
            flock.put_longest_out(event["stray"])
        flock.strays[event["stray"]].read(event)

    def _call_out(self, flock: Flock, seat: int, no: int, calls: Mapping[int, int]) -> Person:
        call = self.calls.get((no, seat))
        if call is None:
            at_home = tuple(one.name for one in flock.at_home())
            call = Call(no, seat, at_home, list(at_home))
            for naming in self._namings.get((no, seat), []):  # each replaces the last wholly
                if call.fits(naming.people, calls[seat - 1]):
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
        person.stands, person.since, person.call = "stray", self._count, call

    # ---- positions

    def _set(self, companies: Sequence[Company]) -> None:
        for flock, company in zip(self.flocks, companies, strict=False):
            bearer = flock.people[0]
            bearer.stands = "bearer"
            bearer.square, bearer.held = company["bearer"]
            self._place(flock, company["strays"])

    def _place(self, flock: Flock, wanted: Sequence[tuple[int, int]]) -> None:
        """Whoever stands where somebody must stand stays; the others take what is left."""
        flock.line_up()
        left = list(flock.strays)
        missing: list[tuple[int, int]] = []
        for square, held in wanted:
            same = next((one for one in left if (one.square, one.held) == (square, held)), None)
            if same is None:
                missing.append((square, held))
            else:
                left.remove(same)
        for square, held in missing:
            if left:
                person = left.pop(0)
            else:
                person = flock.at_home()[0]
                self._leave_home(person, 0)
            person.square, person.held = square, held
        for person in left:
            person.go_home()


def _is_payment(event: Event) -> bool:
    """A stray goes back for a pledge: the rules choose by square and held alone."""
    return event["kind"] == "sent" and "pledges" in event


def _is_call(event: Event) -> bool:
    return event.get("piece") == "stray" and event.get("path", [None])[0] == HOME
