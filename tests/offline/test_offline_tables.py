"""Tables without a server, run by CPython: what the browser runs is the same text."""

import json
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import pytest
from offline_browser import Browser
from server_process import ServerProcess

import periplo
from periplo.core.words import LANGUAGES
from periplo.offline.wire import encode
from periplo.play.draws import proof_from_json, verify
from periplo.play.match import Match
from periplo.play.record import record_from_json
from periplo.play.snapshots import build_snapshot
from periplo.table.effects import Effect, Send
from periplo.table.table import Table

ME = {"kind": "me", "name": "Badia"}
EASY = {"kind": "bot", "bot": "easy"}


def seats_of(game_id: str) -> list[dict[str, Any]]:
    game = periplo.game(game_id)
    return [ME, EASY, EASY][: max(2, game.fewest_seats)]


def play_to_the_end(browser: Browser, table_id: str, reload_at: int = 0) -> None:
    steps = 0
    while not browser.moment["over"]:
        steps += 1
        if steps == reload_at:
            before = browser.moment
            browser.reload(table_id)
            browser.connect(table_id)
            assert browser.moment["view"] == before["view"]
            assert browser.moment["n"] == before["n"]
        browser.step()


def test_a_whole_game_with_bots_is_the_engines_to_the_letter(game_id: str) -> None:
    browser = Browser()
    table_id = browser.open(game_id, seats_of(game_id))
    play_to_the_end(browser, table_id, reload_at=5)
    proof = browser.ask("GET", f"/api/tables/{table_id}/proof")
    record = record_from_json(proof["record"])
    assert record.to_json() == browser.ask("GET", f"/api/tables/{table_id}/record")
    found = verify(proof_from_json(proof))
    assert found["right"]
    assert found["contributed"] == 1
    assert found == browser.ask("GET", f"/api/tables/{table_id}/verify")

    match = Match.at_start(record)
    moments = browser.ask("GET", f"/api/tables/{table_id}/moments?from=0&count=200")
    assert [moment["n"] for moment in moments] == sorted({moment["n"] for moment in moments})
    if not match.state.hides():
        for moment, action in zip(moments, [None, *record.actions], strict=False):
            if isinstance(action, str):
                match.write(action)
            expected = build_snapshot(match.game, match.state, (0,), moment["n"])
            assert moment["view"] == json.loads(json.dumps(expected["view"]))
            assert moment["legal"] == expected["legal"]
    assert browser.disk[table_id]["info"]["status"] == "over"


def test_several_people_at_one_screen_play_a_whole_game(game_id: str) -> None:
    browser = Browser()
    table_id = browser.open(game_id, [ME, {"kind": "me", "name": "Fosso"}], throws="auto")
    assert browser.welcome["seats"] == [1, 2]
    play_to_the_end(browser, table_id, reload_at=9)
    proof = proof_from_json(browser.ask("GET", f"/api/tables/{table_id}/proof"))
    assert verify(proof)["contributed"] == 2
    assert verify(proof)["right"]


def test_what_is_sent_is_what_a_server_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    handle = Table.handle

    def listen(table: Table, *given: Any) -> list[Effect]:
        effects = handle(table, *given)
        for effect in effects:
            if isinstance(effect, Send):
                text = msgspec.json.encode(effect.message)
                assert json.loads(encode(effect.message)) == json.loads(text)
                sent.append(effect.message)
        return effects

    monkeypatch.setattr(Table, "handle", listen)
    for game_id in periplo.game_ids():
        browser = Browser()
        browser.open(game_id, seats_of(game_id))
        for _ in range(10):
            if not browser.moment["over"]:
                browser.step()
    assert len({type(message) for message in sent}) >= 4


def test_what_is_said_of_games_is_what_a_server_says(game_id: str, server: ServerProcess) -> None:
    browser = Browser()

    def ask_server(path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        with urlopen(Request(server.address + path[1:], data, headers)) as answer:
            return json.load(answer)

    [facts] = [one for one in browser.ask("GET", "/api/games") if one["id"] == game_id]
    [expected] = [one for one in ask_server("/api/games") if one["id"] == game_id]
    assert facts == expected | {"daily": False}
    game = f"/api/games/{game_id}"
    paths = [f"{game}/words/{language}" for language in LANGUAGES]
    for path in [*paths, f"{game}/layout", f"{game}/lessons"]:
        assert browser.ask("GET", path) == ask_server(path)
    for lesson in browser.ask("GET", f"{game}/lessons")["lessons"]:
        path = f"{game}/lessons/{lesson['id']}"
        assert browser.ask("POST", path, {"tries": []}) == ask_server(path, {"tries": []})


def test_nothing_is_shown_that_the_disk_refused() -> None:
    browser = Browser()
    table_id = browser.open("oca", seats_of("oca"))
    browser.step()
    before, said = browser.moment, len(browser.said)
    browser.fails = True
    name = "of the request that fails"
    text = json.dumps({"t": "throw", "seat": 1, "n": before["n"], "id": name})
    if before["thrower"] is None:
        seat, texts = next(iter(before["legal"].items()))
        text = json.dumps(
            {"t": "act", "seat": int(seat), "n": before["n"], "action": texts[0], "id": name}
        )
    browser.carry_out(browser.tables.receive(1, text))
    assert browser.closed == [1011]
    assert len(browser.said) == said
    browser.reload(table_id)
    browser.connect(table_id)
    assert browser.moment["view"] == before["view"]


def test_an_undo_a_rematch_and_leaving_work_as_at_a_server() -> None:
    browser = Browser()
    table_id = browser.open("oca", [ME, EASY])
    play_to_the_end(browser, table_id)
    following = browser.ask("POST", f"/api/tables/{table_id}/rematch")
    [news] = [one for one in browser.said if one["t"] == "rematch"]
    assert news["table"] == following["id"]
    assert [seat["kind"] for seat in following["seats"]] == ["bot", "person"]
    browser.ask("POST", f"/api/tables/{following['id']}/start")
    browser.connect(following["id"])
    browser.ask("DELETE", f"/api/tables/{following['id']}/seats/2")
    assert browser.ask("GET", f"/api/tables/{following['id']}")["seats"][1]["left"]
    browser.ask("DELETE", f"/api/tables/{following['id']}")
    assert list(browser.disk) == [table_id]


def test_a_hint_is_found_without_a_server_and_the_seat_is_marked() -> None:
    browser = Browser()
    table_id = browser.open("camino", [ME, EASY])
    while len(browser.moment["legal"].get("1", [])) < 2:
        browser.step()
    hint = browser.ask("POST", f"/api/tables/{table_id}/hint?seat=1")
    assert hint["text"] in browser.moment["legal"]["1"]
    assert (hint["n"], hint["seat"]) == (browser.moment["n"], 1)
    assert set(hint) == {"n", "seat", "text", "expected", "reason"}
    browser.reload(table_id)
    browser.connect(table_id)
    assert [seat["hinted"] for seat in browser.welcome["table"]["seats"]] == [True, False]
    table_id = browser.open("camino", [ME, EASY], hints=False)
    with pytest.raises(AssertionError):
        browser.ask("POST", f"/api/tables/{table_id}/hint?seat=1")
    assert json.loads(browser.answer[2])["code"] == "hints-off"


def test_what_needs_a_server_is_refused_in_words() -> None:
    browser = Browser()
    for wanted, code in [
        ({"game": "oca", "seats": [EASY, EASY]}, "illegal"),
        ({"game": "oca", "seats": [ME, EASY], "chance": "real"}, "illegal"),
        ({"game": "oca", "seats": [ME, {"kind": "bot", "bot": "cmd:./fox"}]}, "illegal"),
        ({"game": "oca", "seats": [ME, EASY], "options": {"nonsense": 1}}, "bad-option"),
        ({"game": "chess", "seats": [ME]}, "no-game"),
        ({"seats": [ME]}, "broken"),
    ]:
        with pytest.raises(AssertionError):
            browser.ask("POST", "/api/tables", wanted)
        assert json.loads(browser.answer[2])["code"] == code
    with pytest.raises(AssertionError):
        browser.ask("GET", "/api/tables/abc")
    assert browser.answer[0] == 404
    assert browser.disk == {}
