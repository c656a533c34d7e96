"""What is agreed before a real table starts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from periplo.core.errors import BadOption, BadSetup
from periplo.core.game import Game, Options
from periplo.core.reading import is_whole, show

SeatKind = Literal["captain", "person", "bot"]
LONGEST_DETAIL: Final = 200
LONGEST_NAME: Final = 40
MOST_CONFIRM: Final = 2


@dataclass(frozen=True)
class EventDetails:
    """The event that a real table is for."""

    title: str = ""
    place: str = ""
    date: str = ""
    organiser: str = ""
    confirm: int = 1  # how many notaries confirm an entry
    rosters: tuple[tuple[str, ...], ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "place": self.place,
            "date": self.date,
            "organiser": self.organiser,
            "confirm": self.confirm,
            "rosters": [list(roster) for roster in self.rosters],
        }


FIELDS: Final = ("title", "place", "date", "organiser", "confirm", "rosters")


def read_details(given: object) -> EventDetails:
    """The details in a JSON object; what is left out is as it is by default."""
    if not isinstance(given, dict):
        raise BadSetup(f"event: must be an object, not {show(given)}")
    for name in given:
        if name not in FIELDS:
            raise BadOption(f"event.{name}", "is no field of an event")
    texts = {}
    for name in FIELDS[:4]:
        value = given.get(name, "")
        if not isinstance(value, str) or len(value) > LONGEST_DETAIL or not value.isprintable():
            raise BadOption(f"event.{name}", f"must be a text in one line, not {show(value)}")
        texts[name] = value.strip()
    confirm = given.get("confirm", 1)
    if not is_whole(confirm) or not 0 <= confirm <= MOST_CONFIRM:
        raise BadOption("event.confirm", f"must be 0 to {MOST_CONFIRM}, not {show(confirm)}")
    rosters = read_rosters(given.get("rosters", []))
    return EventDetails(confirm=confirm, rosters=rosters, **texts)


def read_rosters(given: object) -> tuple[tuple[str, ...], ...]:
    """For all seats or none; in each different names."""
    if not isinstance(given, (list, tuple)):
        raise BadOption("event.rosters", f"must be a list of lists of names, not {show(given)}")
    rosters = []
    for seat, roster in enumerate(given, 1):
        if not isinstance(roster, (list, tuple)) or not roster:
            raise BadOption("event.rosters", f"seat {seat}: must be a list of names")
        names: list[str] = []
        for name in roster:
            if not isinstance(name, str) or not is_name(name):
                raise BadOption("event.rosters", f"seat {seat}: {show(name)} is no name")
            if name in names:
                raise BadOption("event.rosters", f"seat {seat}: {name} is there twice")
            names.append(name)
        rosters.append(tuple(names))
    return tuple(rosters)


def is_name(text: str) -> bool:
    """Without spaces around it, so that equal names look equal."""
    return 0 < len(text) <= LONGEST_NAME and text.isprintable() and text == text.strip()


def with_rosters(
    game: Game, options: Options, seats: int, rosters: Sequence[Sequence[str]]
) -> Options:
    """The options with as many people a seat as its roster has."""
    if not rosters:
        return options
    if len(rosters) != seats:
        raise BadOption("event.rosters", f"must be one for each of {seats} seats, or none at all")
    return game.options_for_people(options, [len(roster) for roster in rosters])


@dataclass(frozen=True)
class Setup:
    """A real table as it is when it starts. Seats are named in the order of play."""

    game: Game
    options: Options
    names: tuple[str, ...]
    details: EventDetails
    kinds: tuple[SeatKind, ...] = field(default=())  # () where it is not known, in a record

    def kind(self, seat: int) -> SeatKind | None:
        return self.kinds[seat - 1] if self.kinds else None
