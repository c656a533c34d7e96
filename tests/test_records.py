"""Records and matches: what is written can be read, and what is wrong is named by its place."""

import json
from pathlib import Path
from typing import Any

import pytest

import periplo
from periplo import BadRecord, Match
from periplo.core.state import ALLOWED
from periplo.core.words import Words, choose_language
from periplo.play import record as records


def whole(**changes: Any) -> dict[str, Any]:
    return {"periplo": 1, "game": "oca", "rules": 1, "options": {}, "seats": ["A", "B"],
            "actions": ["1+1", "2+4"]} | changes  # fmt: skip


def set_to(position: Any) -> dict[str, Any]:
    return {"set": position, "clause": "", "why": "rain"}


def oca_position(seats: int, bearer: int = 0) -> dict[str, Any]:
    position = periplo.game("oca").position(periplo.game("oca").new(seats))
    position["flocks"][0]["bearer"] = bearer
    return position


WRONG: list[tuple[str, object]] = [
    ("a record is one JSON object", []),
    ("seats: is missing", {key: value for key, value in whole().items() if key != "seats"}),
    ("'extra': is no field", whole(extra=1)),
    ("periplo: must be 1 or 2", whole(periplo=3)),
    ("periplo: must be 1 or 2", whole(periplo=True)),
    ("'desk': is no field", whole(desk={})),
    ("desk: must be an object", whole(periplo=2, desk=[])),
    ("action 1: must be a text", whole(actions=[set_to({})])),
    ("action 1: set: is missing", whole(periplo=2, actions=[{"clause": "", "why": ""}])),
    ("action 1: why: is missing", whole(periplo=2, actions=[{"set": {}, "clause": ""}])),
    ("action 1: 'by': is no field", whole(periplo=2, actions=[set_to({}) | {"by": 1}])),
    ("action 1: set: must be a position", whole(periplo=2, actions=[set_to([])])),
    ("action 1: clause: must be a text", whole(periplo=2, actions=[set_to({}) | {"clause": 1}])),
    ("action 1: set: race: is missing", whole(periplo=2, actions=[set_to({})])),
    (
        "action 2: set: the position has 3 seats, not 2",
        whole(periplo=2, actions=["1+1", set_to(oca_position(3))]),
    ),
    (
        "action 1: set: flocks[0].bearer: no piece rests on 6",
        whole(periplo=2, actions=[set_to(oca_position(2, bearer=6))]),
    ),
    ("game: must be a text", whole(game=1)),
    ("game: no game 'chess'", whole(game="chess")),
    ("rules: must be a whole number", whole(rules=True)),
    ("rules: version 3 of oca", whole(rules=3)),
    ("options: must be an object", whole(options=None)),
    ("start: must be a position", whole(start=[])),
    ("start: race: is missing", whole(start={})),
    ("seats: must be a list", whole(seats="AB")),
    ("seat 1: must be a text", whole(seats=[1, "B"])),
    ("seat 2: is longer", whole(seats=["A", "B" * 201])),
    ("seat 2: has characters", whole(seats=["A", "B\x1b[31m"])),
    ("seats: oca is for 2 to 10", whole(seats=["A"])),
    ("option 'x'", whole(options={"x": 1})),
    (
        "action 2: '1: stay': 1 cannot act, it is the turn of: table",
        whole(actions=["1+1", "1: stay"]),
    ),
    ("action 1: 'x'", whole(actions=["x"])),
    ("action 1: '01: stay': '01' is no seat", whole(actions=["01: stay"])),
    ("action 1: 'two: stay': 'two' is no seat", whole(actions=["two: stay"])),
]


@pytest.mark.parametrize(("said", "data"), WRONG, ids=[said for said, _ in WRONG])
def test_a_wrong_record_is_refused_and_the_place_named(said: str, data: object) -> None:
    with pytest.raises(BadRecord) as refused:
        Match.from_record(records.record_from_json(data))
    assert str(refused.value).startswith(said.split(":")[0])
    assert said in str(refused.value)


def test_a_match_goes_on_from_a_position_that_was_set() -> None:
    given = whole(periplo=2, actions=["1+1", set_to(oca_position(2, bearer=20)), "1+2"])
    match = Match.from_record(given)
    assert match.position()["flocks"][0]["bearer"] == 23 + 3
    assert match.events[1] == [{"rule": "", "kind": "set"}]
    assert match.record.to_json() == given
    line = match.at(2).line()
    assert (line["action"], line["events"]) == (given["actions"][1], match.events[1])
    match.undo()
    assert match.position() == oca_position(2, bearer=20)
    match.undo()
    assert match.record.to_json() == whole(actions=["1+1"])  # format 1 says it all again


def test_format_2_is_written_only_where_it_is_needed() -> None:
    assert records.record_from_json(whole(periplo=2)).to_json() == whole()
    with_desk = whole(periplo=2, desk={"title": "La corsa"})
    assert records.record_from_json(with_desk).to_json() == with_desk


def test_a_position_that_was_set_is_said_in_every_language() -> None:
    for game_id in periplo.game_ids():
        said = [
            Words(game_id, language).event({"rule": "", "kind": "set"}, ())
            for language in ("en", "es", "it")
        ]
        assert len(set(said)) == 3
        assert said[2] == Words(game_id, "it").everything()["events"]["position_set"]


def test_a_position_with_other_seats_than_the_record_is_refused() -> None:
    start = periplo.game("oca").position(periplo.game("oca").new(3))
    with pytest.raises(BadRecord, match="seats: 2 are named, the position has 3"):
        Match.from_record(whole(start=start))


def test_a_record_is_written_whole_or_not_at_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match.from_record(whole(actions=["1+1"] * 30))
    file = tmp_path / "match.json"
    records.write_record(match.record, str(file))
    assert records.read_record(str(file)) == match.record
    assert len(file.read_text().splitlines()) > 6  # actions are folded, to be read by people
    assert [entry.name for entry in tmp_path.iterdir()] == ["match.json"]
    records.write_record(match.record, "-")
    assert json.loads(capsys.readouterr().out) == match.record.to_json()
    with pytest.raises(BadRecord, match="no-folder"):
        records.write_record(match.record, str(tmp_path / "no-folder" / "match.json"))
    records.write_record(match.record, "/dev/null")


FILES: list[tuple[str, bytes]] = [
    ("is no complete JSON record: .*, line 1, column", b'{"periplo": 1,'),
    ("is not UTF-8 text", b"\xff\xff"),
    ("is nested too deeply", b"[" * 200_000),
    ("digits", b"9" * 5000),
    ("'a': is given twice", b'{"a": 1, "a": 2}'),
]


@pytest.mark.parametrize(("said", "content"), FILES, ids=[said for said, _ in FILES])
def test_a_file_that_is_no_record_is_refused(said: str, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(content)
    with pytest.raises(BadRecord, match=said):
        records.read_record(str(file))


@pytest.mark.parametrize("path", ["/no/such/file", "/", "a\0b"])
def test_a_file_that_cannot_be_opened_is_named(path: str) -> None:
    with pytest.raises(BadRecord):
        records.read_record(path)


def test_more_cannot_be_undone_than_was_played() -> None:
    match = Match.from_record(whole())
    with pytest.raises(BadRecord, match="2 actions, not 3"):
        match.undo(3)
    with pytest.raises(BadRecord):
        match.undo(-1)
    match.undo(2)
    assert match.record.actions == []
    assert match.line() == Match.new("oca", 2).line()


def test_a_refused_action_leaves_the_match_as_it_was() -> None:
    match = Match.from_record(whole())
    before = match.line()
    with pytest.raises(BadRecord, match="action 3"):
        match.write("7+7")
    with pytest.raises(periplo.IllegalAction, match="OCA-1"):
        match.play(0, 21)
    assert match.line() == before
    assert match.state.log is None


def test_a_match_says_why_an_action_cannot_be_played_and_plays_nothing() -> None:
    match = Match.new("oca", 2)
    before = match.position()
    assert match.refusal("3+6") == ALLOWED
    clause, why = match.refusal("1: stay")
    assert clause == "OCA-1"
    assert "throws" in why
    clause, why = match.refusal("hop")
    assert clause == ""
    assert "'hop' is no action here" in why
    assert match.position() == before
    assert match.record.actions == []


def test_a_match_begins_at_a_position_with_the_names_of_the_game() -> None:
    match = Match.new("oca", 3)
    match.write("3+6")
    later = Match.from_position("oca", match.position())
    assert later.position() == match.position()
    assert later.record.seats == match.record.seats
    assert later.record.actions == []


def test_a_match_can_be_looked_at_as_it_stood_at_any_time() -> None:
    match = Match.from_record(whole())
    assert match.at(0).position() == Match.new("oca", 2).position()
    assert match.at(1).record.actions == ["1+1"]
    assert match.view(None) == match.view(1) == match.position()


@pytest.mark.parametrize(
    ("locale", "language"), [("es_MX.UTF-8", "es"), ("it", "it"), ("fr_FR", "en"), ("", "en")]
)
def test_the_language_follows_the_locale(
    locale: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", locale)
    assert choose_language() == language
    assert choose_language("it") == "it"
    with pytest.raises(periplo.BadSetup, match="there are en, es, it"):
        choose_language("xx")


def test_actions_are_put_into_words_where_there_are_some() -> None:
    words = Words("oca", "en")
    assert words.action("swap 2") == "change places with seat 2"
    assert words.action("3+6") == "3+6"
    assert words.clause("OCA-99") is None
