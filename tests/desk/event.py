"""A real table with its officials, all of them in a test's hand."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import pytest

import periplo
from periplo.desk.desk import Desk
from periplo.desk.record import desk_record, read_desk
from periplo.desk.requests import read_request
from periplo.desk.roles import Asker, Official, Player, Role, Verb
from periplo.desk.setup import EventDetails, SeatKind, Setup, with_rosters
from periplo.play.record import record_from_json
from periplo.play.refusals import Refused

NOON = 1_790_000_000_000
# who works at every table here, and how tests call them
CAST: tuple[tuple[Role, str, int | None], ...] = (
    ("validator", "Riga", None),
    ("notary", "Turku", None),
    ("notary", "Cardiff", None),
    ("steward", "Tartu", None),
    ("judge", "Lyon", None),
    ("captain", "Porto", 1),
    ("captain", "Odense", 2),
    ("herald", "Praha", None),
)
PEOPLE = [
    "Brno", "Koln", "Galway", "Brugge", "Kaunas", "Gent", "Bordeaux", "Kobenhavn", "Ostrava",
    "Malmo", "Liege", "Paris",
]  # fmt: skip


class Event:
    """Ask with a name; whoever holds several offices is asked with (role, name)."""

    def __init__(
        self,
        game: str = "oca",
        seats: int = 2,
        *,
        confirm: int = 0,
        rosters: Sequence[Sequence[str]] = (),
        cast: Sequence[tuple[Role, str, int | None]] = CAST,
        kinds: tuple[SeatKind, ...] = (),
        options: dict[str, Any] | None = None,
        is_started: bool = True,
    ) -> None:
        found = periplo.game(game)
        complete = with_rosters(found, dict(options or {}), seats, rosters)
        details = EventDetails(
            title="La corsa",
            organiser="Madrid",
            confirm=confirm,
            rosters=tuple(map(tuple, rosters)),
        )
        self.desk = Desk(Setup(found, complete, found.seat_names[:seats], details, kinds))
        self.time = NOON
        for role, name, seat in cast:
            self.appoint(role, name, seat)
        if is_started:
            self.desk.start(self.time)

    # ---- doing

    def appoint(self, role: Role, name: str, seat: int | None = None) -> str:
        official = f"o{len(self.desk.lines) + 1}"
        self.desk.appoint(official, role, name, seat, self.time)
        return official

    def withdraw(self, name: str) -> list[dict[str, Any]]:
        written = []
        for official in [one.id for one in self.desk.officials.values() if one.name == name]:
            written += self.desk.withdraw(official, self.time)
        return [line.to_json() for line in written]

    def who(self, who: str | tuple[str, str] | Asker) -> Asker:
        if isinstance(who, (Official, Player)):
            return who
        role, name = who if isinstance(who, tuple) else ("", who)
        if name == "Madrid":
            return self.desk.organiser
        officials = self.desk.officials.values()
        return next(one for one in officials if one.name == name and role in ("", one.role))

    def all_lines(
        self,
        who: str | tuple[str, str] | Asker,
        verb: Verb,
        *,
        seen: int | None = None,
        **given: Any,
    ) -> list[dict[str, Any]]:
        """Everything that a request wrote."""
        given = {{"in_": "in"}.get(key, key): value for key, value in given.items()}
        request = read_request(verb, given, len(self.desk.setup.names))
        self.time += 1000
        return [one.to_json() for one in self.desk.handle(self.who(who), request, seen, self.time)]

    def ask(self, who: str | tuple[str, str] | Asker, verb: Verb, **given: Any) -> dict[str, Any]:
        """The facts of the first line that a request wrote, with its number."""
        line = self.all_lines(who, verb, **given)[0]
        return {key: value for key, value in line.items() if key not in ("time", "by")}

    def enter(self, *texts: str) -> int:
        """Entries of the validator, as the tables of these tests need no confirmation."""
        numbers: list[int] = [self.ask("Riga", "enter", outcome=text)["no"] for text in texts]
        return numbers[-1]

    def confirmed(self, *texts: str) -> None:
        """The same where one notary confirms."""
        for text in texts:
            no = self.ask("Riga", "enter", outcome=text)["no"]
            self.ask("Turku", "confirm", of=no)

    def rule(self, position: dict[str, Any], text: str = "go on from here") -> dict[str, Any]:
        """A ruling with a position, by everybody in the council."""
        no = self.ask("Lyon", "propose", text=text, position=position)["no"]
        for name in self.desk.lines[no - 1].facts["council"]:
            lines = self.all_lines(name, "vote", of=no, yes=True)
            if len(lines) > 1:
                return lines[1]
        raise AssertionError("nobody decided it")

    def refuse(
        self, code: str, who: str | tuple[str, str] | Asker, verb: Verb, **given: Any
    ) -> Refused:
        """It is refused like this, and nothing changes."""
        before = deepcopy(everything(self.desk))
        with pytest.raises(Refused) as refused:
            self.all_lines(who, verb, **given)
        assert refused.value.code == code, refused.value.why
        assert everything(self.desk) == before
        return refused.value

    # ---- looking

    def position(self) -> dict[str, Any]:
        return self.desk.setup.game.position(self.desk.state)

    def people(self, seat: int = 1) -> dict[str, str | int | None]:
        """Where everybody of a flock is: "home", or the square."""
        flock = self.desk.where()[seat - 1]["people"]
        return {one["name"]: "home" if one["as"] == "home" else one["square"] for one in flock}

    def out(self, seat: int = 1) -> dict[str, str | int | None]:
        """The same of the strays alone."""
        flock = self.desk.where()[seat - 1]["people"]
        return {one["name"]: one["square"] for one in flock if one["as"] == "stray"}

    def read_back(self) -> Desk:
        """The desk that its own record gives, everything alike."""
        again = read_desk(record_from_json(desk_record(self.desk).to_json()))
        assert everything(again) == everything(self.desk)
        return again


def everything(desk: Desk) -> dict[str, Any]:
    """All that can be looked at."""
    return {
        "lines": [line.to_json() for line in desk.lines],
        "pending": desk.pending(),
        "elements": desk.elements,
        "people": desk.where(),
        "penalties": desk.standing_penalties(),
        "officials": dict(desk.officials),
        "ticked": desk.ticked(),
        "changed_at": desk.changed_at,
        "closed": desk.is_closed,
    }


def flock(
    square: int, bearer: int = 0, held: int = 0, strays: Sequence[tuple[int, int]] = (),
    people: int = 12, throws: int = 4, spent: bool = False, eggs: int = 0,
) -> dict[str, Any]:  # fmt: skip
    """A flock of a position of oca."""
    return {
        "square": square, "bearer": bearer, "held": held,
        "strays": [{"at": at, "held": still} for at, still in strays],
        "home": people - 1 - len(strays), "eggs": eggs, "throws": throws, "spent": spent,
    }  # fmt: skip


def race(*flocks: dict[str, Any], turn: int = 0) -> dict[str, Any]:
    """A position of oca before a throw."""
    return {
        "race": 1, "turn": turn, "phase": "throw", "dice": None, "owed": 0, "winner": None,
        "flocks": list(flocks),
    }  # fmt: skip


def two_rosters(people: int = 12) -> list[list[str]]:
    return [PEOPLE[:people], [f"{name} B" for name in PEOPLE[:people]]]
