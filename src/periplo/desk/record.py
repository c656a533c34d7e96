"""The record of a real table: format 2, with its journal. A reader plays every line again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from periplo.core.errors import BadRecord, BadSetup, PeriploError
from periplo.core.game import Company, Options
from periplo.core.reading import is_whole, show
from periplo.desk.desk import Desk
from periplo.desk.lines import KINDS, Line
from periplo.desk.permissions import OrganisersAct, check_written_organiser, written_asker
from periplo.desk.requests import read_request, request_fields
from periplo.desk.roles import APPOINTED, ROLES, Verb
from periplo.desk.setup import EventDetails, Setup, read_details
from periplo.games import game as find_game
from periplo.play.match import Match
from periplo.play.record import Record
from periplo.play.refusals import Refused

FIELDS: Final = (
    "title", "place", "date", "confirm", "organiser", "officials", "rosters", "penalties",
    "journal",
)  # fmt: skip
ASKED_BY: Final[Mapping[str, Verb]] = {  # the verb behind each kind of line
    "entered": "enter", "confirmed": "confirm", "disputed": "dispute", "void": "void",
    "acted": "act", "named": "name", "penalty": "penalty", "sanction": "sanction",
    "proposed": "propose", "voted": "vote", "corrected": "correct", "protest": "protest",
    "answered": "answer", "paused": "pause", "resumed": "resume", "place": "place",
    "proclaimed": "proclaimed", "note": "note", "closed": "close",
}  # fmt: skip
ORGANISED_BY: Final[Mapping[str, OrganisersAct]] = {
    "appointed": "appoint", "withdrawn": "withdraw", "started": "start",
}  # fmt: skip


# ---- writing


def desk_record(desk: Desk) -> Record:
    """The record of a real table, with everything that its officials did."""
    details = desk.setup.details
    officials = [
        {"role": one.role, "name": one.name} | ({} if one.seat is None else {"seat": one.seat})
        for one in desk.officials.values()
    ]
    written = {
        "title": details.title,
        "place": details.place,
        "date": details.date,
        "confirm": details.confirm,
        "organiser": details.organiser,
        "officials": officials,
        "rosters": [list(roster) for roster in details.rosters],
        "penalties": desk.standing_penalties(),
        "journal": [line.to_json() for line in desk.lines],
    }
    record = plain_record(desk)
    record.desk = written
    return record


def without_hidden(desk: Desk) -> Desk:
    """The desk as it was before the first decision that its game still hides from others."""
    hidden = desk.first_hidden()
    if hidden is None:
        return desk
    before = Desk(desk.setup)
    for line in desk.lines[: hidden - 1]:
        replay_line(before, line.to_json(), line.no)
    return before


def plain_record(desk: Desk) -> Record:
    """The same without what only officials may see."""
    setup = desk.setup
    game = setup.game
    options = dict(setup.options)
    return Record(game.id, game.rules, options, list(setup.names), None, desk.elements)


# ---- reading


def read_desk(record: Record, follow: Callable[[Desk, Line], None] | None = None) -> Desk:
    """The desk of a record, every line played again; BadRecord names what comes out differently.

    `follow` is called after every line, with the desk as it was then.
    """
    written = record.desk
    if written is None:
        raise BadRecord("desk: is missing: this is no record of a real table")
    for key in FIELDS:
        if key not in written:
            raise BadRecord(f"desk: {key}: is missing")
    for key in written:
        if key not in FIELDS:
            raise BadRecord(f"desk: {show(key)}: is no field of it")
    _check_officials(written["officials"])
    desk = Desk(_setup(record, written))
    journal = _objects(written["journal"], "journal")
    for number, line in enumerate(journal, 1):
        replay_line(desk, line, number)
        if follow is not None:
            follow(desk, desk.lines[number - 1])
    if len(desk.lines) > len(journal):
        raise BadRecord(f"line {len(journal) + 1}: is missing: the {desk.lines[-1].kind} it led to")
    if record.actions != desk.elements:
        raise BadRecord(f"actions: {_difference(record.actions, desk.elements)}")
    if written["penalties"] != desk.standing_penalties():
        raise BadRecord("desk: penalties: the journal gives others")
    return desk


def _setup(record: Record, written: Mapping[str, Any]) -> Setup:
    Match.at_start(record)  # game, rules version, options and seats
    if record.start is not None:
        raise BadRecord("start: a real table begins at the beginning")
    game = find_game(record.game)
    given = {key: written[key] for key in (*FIELDS[:5], "rosters")}
    try:
        details = read_details(given)
    except BadSetup as error:
        raise BadRecord(f"desk: {error}") from None
    if details.rosters and len(details.rosters) != len(record.seats):
        raise BadRecord("desk: rosters: must be one for each seat, or none at all")
    _check_rosters(game.companies(game.new(len(record.seats), record.options)), details)
    options: Options = record.options
    return Setup(game, options, tuple(record.seats), details)


def _check_rosters(companies: Sequence[Company], details: EventDetails) -> None:
    """As many names as people, in games whose pieces are people."""
    if not details.rosters or not companies:
        return
    people = [len(company.spots) + company.home for company in companies]
    if [len(roster) for roster in details.rosters] != people:
        raise BadRecord(f"desk: rosters: the seats have {people} people")


def _check_officials(value: object) -> None:
    for number, official in enumerate(_objects(value, "officials"), 1):
        place = f"desk: officials, {number}"
        if not set(official) <= {"role", "name", "seat"}:
            raise BadRecord(f"{place}: has fields that no official has")
        if official.get("role") not in APPOINTED or not isinstance(official.get("name"), str):
            raise BadRecord(f"{place}: must have a role and a name")
        if ("seat" in official) != (official["role"] == "captain"):
            raise BadRecord(f"{place}: captains have a seat, nobody else has")


def _objects(value: object, name: str) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise BadRecord(f"desk: {name}: must be a list of objects")
    return value


def replay_line(desk: Desk, line: dict[str, Any], number: int) -> None:
    """Play one written line, unless a line before it has brought it about; BadRecord says what is
    wrong with it.
    """
    _check_head(line, number)
    if len(desk.lines) < number:
        last = desk.lines[-1].time if desk.lines else 0
        if line["time"] < last:
            raise BadRecord(f"line {number}: time: falls")
        setup, desk.setup = desk.setup, _setup_then(desk, line)
        try:
            _play(desk, line)
        except Refused as refused:
            raise BadRecord(f"line {number}: {refused.code}: {refused.why}") from None
        except PeriploError as error:
            raise BadRecord(f"line {number}: {error}") from None
        finally:
            desk.setup = setup
    if len(desk.lines) < number:
        raise BadRecord(f"line {number}: nothing of this kind follows here")
    came_out = desk.lines[number - 1]
    if _normal(line) != _normal(_at(came_out, line["time"])):
        raise BadRecord(f"line {number}: {_difference_of(line, came_out)}")


def _setup_then(desk: Desk, line: Mapping[str, Any]) -> Setup:
    """Until the start the organiser may still change names, the own one too."""
    setup, is_fixed = desk.setup, desk.has_started or line["kind"] == "started"
    if is_fixed or line["by"]["role"] != "organiser":
        return setup
    return replace(setup, details=replace(setup.details, organiser=line["by"]["name"]))


def _check_head(line: dict[str, Any], number: int) -> None:
    by = line.get("by")
    if not is_whole(line.get("no")) or line["no"] != number:
        raise BadRecord(f"line {number}: no: must be {number}, not {show(line.get('no'))}")
    if not is_whole(line.get("time")) or line["time"] < 0:
        raise BadRecord(f"line {number}: time: must be milliseconds since 1970")
    if line.get("kind") not in KINDS:
        raise BadRecord(f"line {number}: kind: {show(line.get('kind'))} is none")
    if not isinstance(by, dict) or set(by) != {"role", "name"}:
        raise BadRecord(f"line {number}: by: must have a role and a name")
    if by["role"] not in (*ROLES, "player", "bot") or not isinstance(by["name"], str):
        raise BadRecord(f"line {number}: by: must have a role and a name")


def _play(desk: Desk, line: dict[str, Any]) -> None:
    kind, time = line["kind"], line["time"]
    role, name = line["by"]["role"], line["by"]["name"]
    if kind in ORGANISED_BY:
        check_written_organiser(ORGANISED_BY[kind], role, name, desk)
        _play_organiser(desk, line, time)
        return
    if kind not in ASKED_BY:
        return  # it follows from another
    verb = ASKED_BY[kind]
    given = {field: line[field] for field in request_fields(verb) if field in line}
    if kind == "void" and not given.get("clause", "?"):
        del given["clause"]
    request = read_request(verb, given, len(desk.setup.names))
    asker = written_asker(role, name, verb, getattr(request, "seat", None), desk)
    desk.handle(asker, request, None, time)


def _play_organiser(desk: Desk, line: dict[str, Any], time: int) -> None:
    if line["kind"] == "started":
        desk.start(time)
        return
    official = line.get("official")
    if not isinstance(official, str):
        raise Refused("broken", "official: must be a text")
    if line["kind"] == "withdrawn":
        desk.withdraw(official, time)
        return
    role, name, seat = line.get("role"), line.get("name"), line.get("seat")
    if role not in APPOINTED or not isinstance(name, str):
        raise Refused("broken", "an official has a role and a name")
    if seat is not None and not is_whole(seat):
        raise Refused("broken", "seat: must be a whole number")
    desk.appoint(official, role, name, seat, time)


def _at(line: Line, time: int) -> dict[str, Any]:
    return line.to_json() | {"time": time}


def _normal(line: dict[str, Any]) -> dict[str, Any]:
    """Without what may be left out where there is nothing to say."""
    return {key: value for key, value in line.items() if key != "out" or value}


def _difference_of(line: dict[str, Any], came_out: Line) -> str:
    due = came_out.to_json()
    for key in [*line, *due]:
        if key != "time" and line.get(key) != due.get(key):
            return f"{key}: is {show(line.get(key))}, the journal gives {show(due.get(key))}"
    return "the journal gives another"


def _difference(given: Sequence[Any], due: Sequence[Any]) -> str:
    for number, (one, other) in enumerate(zip(given, due, strict=False), 1):
        if one != other:
            return f"action {number} is {show(one)}, the journal gives {show(other)}"
    return f"there are {len(given)}, the journal gives {len(due)}"
