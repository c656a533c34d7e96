"""What would follow from a request at a real table, for whoever asks before doing it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from periplo.core.game import Position
from periplo.desk.lines import SentLine
from periplo.desk.people import SeatPeople
from periplo.play.snapshots import Entry
from periplo.table.actions import LoggedAction

# somebody who would stand elsewhere; None is at home. `from` is a keyword here
MovedPerson = TypedDict(
    "MovedPerson", {"seat": int, "name": str, "from": int | None, "to": int | None}
)


@dataclass(slots=True)
class Preview:
    """The match as anybody would see it."""

    lines: list[SentLine]
    out: list[int]
    back: list[int]
    view: Position
    scores: list[float]
    totals: list[float]
    winners: list[int]
    over: bool
    people: list[MovedPerson]
    entries: list[Entry]  # from the first that would be another


def moved_people(before: Sequence[SeatPeople], after: Sequence[SeatPeople]) -> list[MovedPerson]:
    return [
        {"seat": team["seat"], "name": was["name"], "from": was["square"], "to": now["square"]}
        for team, then in zip(before, after, strict=True)
        for was, now in zip(team["people"], then["people"], strict=True)
        if was["square"] != now["square"]
    ]


def new_entries(before: Sequence[LoggedAction], after: Sequence[LoggedAction]) -> list[Entry]:
    """Those from the first on that would be another."""
    first = 0
    while first < min(len(before), len(after)) and _is_same(before[first], after[first]):
        first += 1
    return [action.entry(number) for number, action in enumerate(after[first:], first + 1)]


def _is_same(one: LoggedAction, other: LoggedAction) -> bool:
    return one.line == other.line and one.entry(0) == other.entry(0)
