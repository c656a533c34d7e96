"""The record of a real table: strictly read, replayed at the terminal, and never played on."""

import json
from pathlib import Path
from typing import Any

import pytest
from event import Event, flock, race, two_rosters
from typer.testing import CliRunner

from periplo.cli.main import app
from periplo.core.errors import BadRecord, PeriploError
from periplo.desk.record import desk_record, plain_record, read_desk
from periplo.play.match import Match
from periplo.play.record import record_from_json

Json = dict[str, Any]


def a_day() -> Event:
    """A correction, a naming, a penalty and a ruling with a position."""
    event = Event(rosters=two_rosters(), confirm=1)
    first = event.ask("Riga", "enter", outcome="1+2")["no"]
    event.ask("Turku", "confirm", of=first)
    event.ask("Lyon", "correct", of=first, to="1+1")
    event.ask("Porto", "name", seat=1, people=["Malmo"])
    event.ask("Lyon", "penalty", seat=2, points=-7, why="singing")
    second = event.ask("Riga", "enter", outcome="1+3")["no"]
    event.ask("Lyon", "confirm", of=second)
    event.rule(race(flock(60, 20, strays=[(1, 0)]), flock(55, 30)), "by the\nnotaries' sheet")
    return event


def written() -> Json:
    record: Json = json.loads(json.dumps(desk_record(a_day().desk).to_json()))
    return record


def line(record: Json, kind: str) -> Json:
    found: Json = next(one for one in record["desk"]["journal"] if one["kind"] == kind)
    return found


def test_what_is_written_is_read_and_others_get_it_without_the_desk() -> None:
    event = a_day()
    record = desk_record(event.desk).to_json()
    assert (record["periplo"], record["actions"][:2]) == (2, ["1+1", "1+3"])
    assert list(record["desk"]) == [
        "title", "place", "date", "confirm", "organiser", "officials", "rosters", "penalties",
        "journal",
    ]  # fmt: skip
    assert record["desk"]["penalties"] == [{"seat": 2, "points": -7, "why": "singing"}]
    assert {"role": "captain", "name": "Porto", "seat": 1} in record["desk"]["officials"]
    again = read_desk(record_from_json(record))
    assert desk_record(again).to_json() == record
    assert "desk" not in plain_record(event.desk).to_json()
    assert Match.from_record(record_from_json(record)).record.actions == record["actions"]


def test_the_organiser_may_change_the_own_name_before_the_start() -> None:
    event = Event(is_started=False)
    record = desk_record(event.desk).to_json()
    assert read_desk(record_from_json(record)).where_after_each() == []
    record["desk"]["organiser"] = "Dresden"
    read_desk(record_from_json(record))
    event.desk.start(event.time)
    record = desk_record(event.desk).to_json()
    record["desk"]["organiser"] = "Dresden"
    with pytest.raises(BadRecord, match="line 9: not-yours"):
        read_desk(record_from_json(record))


def changed(change: str) -> Json:
    """A record in which something was tampered with."""
    record = written()
    scope = {"record": record, "desk": record["desk"], "journal": record["desk"]["journal"]}
    scope |= {"line": lambda kind: line(record, kind)}
    exec(change, scope)
    return record


WRONG = {
    "del desk['title']": "desk: title: is missing",
    "desk['extra'] = 1": "desk: 'extra': is no field",
    "desk['confirm'] = 3": "desk: option event.confirm",
    "desk['confirm'] = 0": "line 10: need",
    "desk['rosters'].pop()": "desk: rosters: must be one for each seat",
    "desk['rosters'][0].pop()": "desk: rosters: the seats have",
    "desk['rosters'][0][1] = 'Brno'": "desk: option event.rosters: seat 1: Brno is there twice",
    "desk['officials'] = [1]": "desk: officials: must be a list",
    "desk['officials'][0]['role'] = 'king'": "desk: officials, 1",
    "desk['officials'][0]['seat'] = 1": "desk: officials, 1: captains",
    "desk['officials'][0]['id'] = 1": "desk: officials, 1: has fields",
    "desk['penalties'] = []": "desk: penalties",
    "desk['journal'] = {}": "desk: journal",
    "record['actions'][0] = '1+2'": "actions: action 1 is '1+2', the journal gives '1+1'",
    "record['actions'].pop()": "actions: there are 2, the journal gives 3",
    "record['start'] = record['actions'][2]['set']": "start: a real table begins",
    "journal[3]['no'] = 5": "line 4: no: must be 4",
    "journal[3]['time'] -= 1": "line 4: time: falls",
    "journal[3]['time'] = 'noon'": "line 4: time",
    "journal[3]['kind'] = 'sung'": "line 4: kind",
    "journal[3]['by'] = {'role': 'organiser'}": "line 4: by",
    "journal[3]['by']['role'] = 'king'": "line 4: by",
    "journal[3]['by']['role'] = 'judge'": "line 4: not-yours",
    "journal[3]['official'] = 4": "line 4: broken",
    "journal[3]['official'] = 'o1'": "line 4: broken",
    "journal[3]['seat'] = 1": "line 4: broken",
    "journal[3]['role'] = 'organiser'": "line 4: broken",
    "journal[5]['seat'] = True": "line 6: broken",
    "line('entered')['by']['name'] = 'Lisboa'": "line 10: not-yours: Lisboa is no validator",
    "line('entered')['by'] = {'role': 'player', 'name': 'A'}": "line 10: not-yours",
    "line('entered')['outcome'] = '7+7'": "line 10: illegal",
    "line('entered')['outcome'] = '2+1'": "line 10: outcome",
    "line('entered')['seat'] = 2": "line 10: seat",
    "line('entered')['extra'] = 2": "line 10: extra",
    "line('confirmed')['of'] = 3": "line 11: no-line",
    "line('corrected')['out'] = [10]": "line 12: out",
    "line('corrected')['back'] = [10]": "line 12: back",
    "del line('corrected')['to']": "line 12: broken: to: is missing",
    "line('named')['of'] = 11": "line 13: of",
    "line('named')['people'] = ['Brno']": "line 13: nobody",
    "line('penalty')['points'] = 0": "line 14: broken",
    "line('ruling')['yes'] = 3": "line 20: yes",
    "line('ruling')['kind'] = 'note'": "line 20: kind",
    "journal.append({**line('ruling'), 'no': 21})": "line 21: nothing of this kind follows",
    "journal.pop()": "line 20: is missing: the ruling",
    "line('proposed')['position']['flocks'][0]['bearer'] = 6": "line 17: illegal: position: flocks",
}


@pytest.mark.parametrize("change", WRONG)
def test_a_journal_that_cannot_have_been_is_refused_with_the_place(change: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_desk(record_from_json(changed(change)))
    assert str(refused.value).startswith(WRONG[change])


def test_a_record_without_a_journal_has_no_desk() -> None:
    record = record_from_json(plain_record(a_day().desk).to_json())
    with pytest.raises(BadRecord, match="desk: is missing"):
        read_desk(record)
    assert Match.from_record(record, 1).record.actions == ["1+1"]


# ---- at the terminal


def run(*words: str, record: Json | None = None) -> str:
    typed = None if record is None else json.dumps(record)
    ran = CliRunner().invoke(app, words, input=typed)
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    return ran.stdout


def test_replay_says_what_happened_and_who_is_where() -> None:
    said = run("replay", "-", "--people", "--lang", "it", record=written())
    assert "    3  = by the notaries' sheet\n" in said
    assert "         La partita prosegue da un'altra posizione.\n" in said
    assert "Murùni: 2 *Brno · 1 Koln, Galway, Malmo · ⌂ 8\n" in said
    assert "Murùni: 20 *Brno · 1 Malmo · ⌂ 10\n" in said  # who was named first is out longest
    assert "*Brno" not in run("replay", "-", record=written())


def test_replay_writes_people_into_every_position() -> None:
    record = written()
    lines = [json.loads(one) for one in
             run("replay", "-", "--people", "--positions", record=record).splitlines()]  # fmt: skip
    assert [one["n"] for one in lines] == [0, 1, 2, 3]
    assert lines[3]["action"] == record["actions"][2]
    assert lines[3]["events"] == [{"rule": "", "kind": "set"}]
    assert lines[3]["people"] == read_desk(record_from_json(record)).where()
    plain = run("replay", "-", "--positions", "--upto", "1", record=record).splitlines()
    assert "people" not in json.loads(plain[1])


@pytest.mark.parametrize("how", [(), ("--positions",), ("--people",), ("--upto", "0")])
def test_replay_refuses_a_journal_that_gives_another_match(how: tuple[str, ...]) -> None:
    with pytest.raises(BadRecord, match="actions: action 1"):
        run("replay", "-", *how, record=changed("record['actions'][0] = '1+2'"))


def test_replay_finds_nobody_where_nobody_is_named() -> None:
    for record in (
        plain_record(a_day().desk).to_json(),
        desk_record(Event().desk).to_json(),
    ):
        with pytest.raises(BadRecord, match="people: nobody is named"):
            run("replay", "-", "--people", record=record)


@pytest.mark.parametrize("has_desk", [True, False])
@pytest.mark.parametrize("how", ["--file", "--resume"])
def test_a_real_tables_record_is_not_played_on_at_the_terminal(
    tmp_path: Path, has_desk: bool, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = a_day().desk
    record = desk_record(desk) if has_desk else plain_record(desk)
    file = tmp_path / "periplo" / "oca-1.json"
    file.parent.mkdir()
    file.write_text(json.dumps(record.to_json()))
    before = file.read_bytes()
    monkeypatch.setattr("periplo.cli.terminal.match_folder", lambda: file.parent)
    with pytest.raises(PeriploError, match="can be replayed, but not played on here"):
        run("play", "oca", how, *([str(file)] if how == "--file" else []))
    assert file.read_bytes() == before
