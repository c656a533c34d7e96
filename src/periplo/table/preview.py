"""What would follow from a request at a real table, for whoever asks before doing it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypedDict

from periplo.core.game import Position
from periplo.core.state import TABLE
from periplo.desk.desk import Desk
from periplo.desk.lines import SentLine
from periplo.desk.people import SeatPeople
from periplo.desk.preview import foresee
from periplo.desk.requests import Propose, read_request
from periplo.play.snapshots import Entry, build_snapshot
from periplo.play.stepwise import Work
from periplo.table.actions import LoggedAction
from periplo.table.answering import Answering
from periplo.table.clock import Instant
from periplo.table.following import Following
from periplo.table.offices import Offices
from periplo.table.requests import DeskRequest
from periplo.table.state import TableState

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


class Previewing:
    def __init__(
        self,
        table: TableState,
        desk: Desk,
        offices: Offices,
        following: Following,
        answering: Answering,
    ) -> None:
        self._table = table
        self._desk = desk
        self._offices = offices
        self._following = following
        self._answering = answering

    def preview(
        self,
        asked: DeskRequest,
        seats: Collection[int],
        officials: Collection[str],
        now: Instant,
    ) -> Work[Preview]:
        """What would follow from a request of whoever holds these seats and offices."""
        table = self._table
        request = read_request(asked.verb, asked.fields, len(table.seats))
        asker = self._offices.asker(asked, request, seats, officials)
        self._answering.check_room(request)
        foreseen = foresee(self._desk, asker, request, asked.line, now.wall)
        after, viewer = foreseen.desk, self._offices.viewer("journal", officials)
        people = [
            one
            for one in _moved_people(self._desk.where(), after.where())
            if viewer.sees(one["seat"])
        ]
        entries: list[Entry] = []
        if after.has_started and not self._following.is_at(after.match.steps):
            before = list(table.history.seen_by_all())
            history = yield from self._following.history_of(after)
            entries = _new_entries(before, history.seen_by_all())
        state = after.state if after.has_started else table.match.state
        shown = build_snapshot(table.game, state, ())
        return Preview(
            [line.sent() for line in foreseen.lines], foreseen.out, foreseen.back, shown["view"],
            shown["scores"], after.totals(), shown["winners"], shown["over"], people, entries,
        )  # fmt: skip

    def arranged(self, officials: Collection[str], given: Position, now: Instant) -> Position:
        """A position that was set by hand, with what follows from it by itself; Refused as if
        somebody proposed it.
        """
        official = self._offices.check_needs("arrangement", officials)
        state = self._table.match.state.seen_by(TABLE)
        position = self._table.game.arranged(state, given)
        foresee(self._desk, official, Propose("?", position), None, now.wall)
        return position


def _moved_people(before: Sequence[SeatPeople], after: Sequence[SeatPeople]) -> list[MovedPerson]:
    return [
        {"seat": team["seat"], "name": was["name"], "from": was["square"], "to": now["square"]}
        for team, then in zip(before, after, strict=True)
        for was, now in zip(team["people"], then["people"], strict=True)
        if was["square"] != now["square"]
    ]


def _new_entries(before: Sequence[LoggedAction], after: Sequence[LoggedAction]) -> list[Entry]:
    """Those from the first on that would be another."""
    first = 0
    while first < min(len(before), len(after)) and _is_same(before[first], after[first]):
        first += 1
    return [action.entry(number) for number, action in enumerate(after[first:], first + 1)]


def _is_same(one: LoggedAction, other: LoggedAction) -> bool:
    return one.line == other.line and one.entry(0) == other.entry(0)
