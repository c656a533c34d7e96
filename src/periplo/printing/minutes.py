"""The minutes of a real table: all that is printed, from its record."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from hashlib import sha256
from typing import Any, Final

from periplo.core.errors import BadRecord
from periplo.core.state import State
from periplo.desk.desk import Desk
from periplo.desk.record import read_desk
from periplo.desk.roles import APPOINTED
from periplo.desk.standings import Standing, standings
from periplo.play.record import Record
from periplo.printing.journal import JournalWriter, MinutesEntry
from periplo.printing.outcomes import LineOutcomes
from periplo.printing.wording import Wording

SIGNING: Final = ("validator", "notary", "judge", "captain")  # after the organiser


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who holds, or held, an office."""

    role: str
    name: str
    seat: int | None
    withdrawn: int | None = None  # when, in milliseconds


@dataclass(frozen=True, slots=True)
class SeatFacts:
    seat: int
    name: str
    facts: list[str]  # the options that are each seat's own, such as its square
    roster: list[str]


@dataclass(frozen=True)
class Minutes:
    """Everything in the words of one language; whoever lays it out adds nothing."""

    wording: Wording
    desk: Desk
    event: list[tuple[str, str]]  # label and value
    officials: list[Holder]
    seat_labels: list[str]
    seats: list[SeatFacts]
    leads: str  # what the first of each roster is; may be empty
    options: list[tuple[str, str]]
    points: list[tuple[str, Any]]  # the scoring table
    entries: list[MinutesEntry]
    standings: list[Standing]
    result: str
    boards: list[tuple[str, State]]  # with a caption
    signatures: list[tuple[str, str]]  # role and name
    hash: str
    address: str  # of the replay; may be empty
    zone: tzinfo | None

    @property
    def title(self) -> str:
        return self.desk.setup.details.title or self.wording.game_words.name

    def time(self, milliseconds: int) -> datetime:
        return local_time(milliseconds, self.zone)


def local_time(milliseconds: int, zone: tzinfo | None) -> datetime:
    """In whole seconds; None is this machine's zone."""
    return datetime.fromtimestamp(milliseconds // 1000, UTC).astimezone(zone)


def record_hash(record: Record) -> str:
    """Of the record as JSON in UTF-8 with sorted keys and no spaces, however it was laid out."""
    written = json.dumps(
        record.to_json(), ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return sha256(written.encode()).hexdigest()


def make_minutes(
    record: Record, language: str, address: str = "", zone: tzinfo | None = None
) -> Minutes:
    """The minutes of a real table's record; times are of `zone`, or of this machine's."""
    if record.desk is None:
        raise BadRecord("this is no record of a real table: it has no journal to make minutes of")
    history = LineOutcomes()
    desk = read_desk(record, history.follow)
    setup = desk.setup
    wording = Wording(setup.game, setup.names, language)
    options = setup.game.read_setup(len(setup.names), setup.options)
    labels, own = _own_options(options, wording)
    holders = _holders(desk)
    return Minutes(
        wording=wording,
        desk=desk,
        event=_event(desk, wording, zone),
        officials=holders,
        seat_labels=labels,
        seats=_seats(desk, own),
        leads=_leads(desk, wording),
        options=_agreed(options, labels, wording),
        points=[
            (wording.score(key), points)
            for value in options.values()
            if isinstance(value, dict)
            for key, points in value.items()
        ],
        entries=JournalWriter(desk, history, wording).entries(),
        standings=standings(desk),
        result=_result(desk, wording),
        boards=_boards(desk, wording),
        signatures=_signatures(desk, holders, wording),
        hash=record_hash(record),
        address=address,
        zone=zone,
    )


def _event(desk: Desk, wording: Wording, zone: tzinfo | None) -> list[tuple[str, str]]:
    details, game = desk.setup.details, desk.setup.game
    rules = wording.heading("game_rules", game=wording.game_words.name, rules=game.rules)
    rows = [
        (wording.heading("title"), details.title),
        (wording.heading("place"), details.place),
        (wording.heading("date"), details.date),
        (wording.heading("organiser"), details.organiser),
        (wording.heading("game"), rules),
        (wording.heading("confirm"), str(details.confirm)),
    ]
    if desk.lines:
        first, last = (local_time(line.time, zone) for line in (desk.lines[0], desk.lines[-1]))
        times = {
            key: f"{wording.day(time)} {time:%H:%M}"
            for key, time in (("from", first), ("to", last))
        }
        said = wording.heading("times_from_to", zone=f"UTC{last.isoformat()[-6:]}", **times)
        rows.append((wording.heading("times"), said))
    return [(label, value) for label, value in rows if value]


def _holders(desk: Desk) -> list[Holder]:
    """By role, and within it as they were appointed; also those who are no longer in office."""
    found: dict[str, Holder] = {}
    for line in desk.lines:
        facts = line.facts
        if line.kind not in ("appointed", "withdrawn"):
            continue
        withdrawn = line.time if line.kind == "withdrawn" else None
        found[facts["official"]] = Holder(
            facts["role"], facts["name"], facts.get("seat"), withdrawn
        )
    roles = list[str](APPOINTED)
    return sorted(found.values(), key=lambda one: (roles.index(one.role), one.seat or 0))


def _own_options(options: dict[str, Any], wording: Wording) -> tuple[list[str], list[list[str]]]:
    """The options that have a value a seat, and these values seat by seat."""
    own = {
        name: value
        for name, value in options.items()
        if isinstance(value, list) and len(value) == len(wording.names)
    }
    values = [
        [wording.value(name, value[seat]) for name, value in own.items()]
        for seat in range(len(wording.names))
    ]
    return [wording.game_words.label(name) for name in own], values


def _seats(desk: Desk, own: list[list[str]]) -> list[SeatFacts]:
    names, rosters = desk.setup.names, desk.setup.details.rosters
    return [
        SeatFacts(seat, name, own[seat - 1], list(rosters[seat - 1]) if rosters else [])
        for seat, name in enumerate(names, 1)
    ]


def _leads(desk: Desk, wording: Wording) -> str:
    leader = desk.setup.game.leader
    if not leader or not desk.setup.details.rosters:
        return ""
    return wording.heading("leads", leader=wording.person(leader))


def _agreed(options: dict[str, Any], own: list[str], wording: Wording) -> list[tuple[str, str]]:
    """The other options; the scoring table is apart."""
    words = wording.game_words
    return [
        (words.label(name), wording.value(name, value))
        for name, value in options.items()
        if not isinstance(value, dict) and words.label(name) not in own
    ]


def _result(desk: Desk, wording: Wording) -> str:
    winners = desk.state.winners() if desk.has_started and desk.state.over() else []
    if not winners:
        return wording.heading("no_winner")
    return wording.heading(
        "winner", seat=wording.listed([wording.seat(one + 1) for one in winners])
    )


def _boards(desk: Desk, wording: Wording) -> list[tuple[str, State]]:
    """The last position, and those that the council set."""
    if not desk.has_started:
        return []
    shown = [
        (wording.heading("board_set", no=step.slot.no), step.after)
        for step in desk.match.steps
        if step.slot.kind == "ruling"
    ]
    last = wording.heading("board_end" if desk.is_closed else "board_now")
    return [(last, desk.state), *shown]


def _signatures(desk: Desk, holders: list[Holder], wording: Wording) -> list[tuple[str, str]]:
    """Of those who answer for the event, each office once."""
    signing = [(wording.role("organiser"), desk.setup.details.organiser)]
    signing += [
        (wording.role_of(one.role, one.seat), one.name)
        for one in holders
        if one.role in SIGNING and one.withdrawn is None
    ]
    return list(dict.fromkeys(signing))
