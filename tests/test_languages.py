"""A fourth language is a column in every file of words and one line in one list, nothing else."""

import json
import os
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from another_language import CLOSE, CODE, NAME, OPEN, ROOT, copy_with_another_language

# a list of people whose first line names its columns
ROSTERS = f"{OPEN}team{CLOSE};\nMurùni;Brno\nMurùni;Koln\nMurùni;Lyon\nBadia;Dublin\nBadia;Belfast"

# what is asked for in the copy: all that a game says, and drawings of some positions
ASK = f"""
import json, sys, periplo
from periplo import Dice, Match, TABLE
from periplo.core.words import LANGUAGES, LANGUAGE_NAMES, Words
from periplo.desk.rosters import read_pasted
from periplo.study.selfplay import selfplay
found = {{"languages": LANGUAGE_NAMES, "games": {{}}}}
found["teams"] = [one.team for one in read_pasted({ROSTERS!r})]
for game_id in periplo.game_ids():
    game, words = periplo.game(game_id), Words(game_id, {CODE!r})
    names = list(game.seat_names[:2])
    match = Match.new(game_id, 2)
    dice, drawn, beside = Dice(1), [], []
    for step in range(120):
        state = match.state
        if state.over():
            break
        beside += [game.prompt(state, {CODE!r})]
        actor = state.next_actor()
        action = state.draw(dice) if actor == TABLE else state.pick(actor, dice)
        events = match.play(actor, action)
        beside += [game.footnote(match.state, event, {CODE!r}) for event in events]
        beside += [words.event(event, names) for event in events]
        if step % 40 == 0:
            view = match.view(None)
            drawn.append(game.svg(view, names, {CODE!r}))
            drawn.append(game.text_board(view, names, {CODE!r}))
    drawn.append(game.background(2, None, {CODE!r}))
    found["games"][game_id] = {{
        "said": words.everything(), "drawing": words.drawing(), "drawn": drawn,
        "beside": [text for text in beside if text],
    }}
json.dump(found, sys.stdout)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_with_another_language(tmp_path_factory.mktemp("another language"))


@pytest.fixture(scope="module")
def asked(copy: Path) -> dict[str, Any]:
    ran = _run(copy, "-c", ASK)
    found: dict[str, Any] = json.loads(ran)
    return found


def _run(copy: Path, *words: str, typed: str = "") -> str:
    ran = subprocess.run(
        [sys.executable, *words], input=typed, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(copy), "COLUMNS": "100", "NO_COLOR": "1"},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_language_is_known_by_its_line(asked: dict[str, Any]) -> None:
    assert asked["languages"][CODE] == NAME


def test_every_word_of_a_game_has_its_column(asked: dict[str, Any], game_id: str) -> None:
    said = asked["games"][game_id]["said"]
    texts = {"name": said["name"], "pitch": said["pitch"], "page": said["page"]}
    parts = ("events", "actions", "words", "options", "labels", "bots", "web", "titles", "headline")
    for part in (*parts, "clauses"):
        texts |= {f"{part}.{key}": text for key, text in said[part].items()}
    texts |= {f"drawing.{key}": text for key, text in asked["games"][game_id]["drawing"].items()}
    assert len(texts) > 50
    assert {key: text for key, text in texts.items() if OPEN not in text} == {}


def test_a_list_of_people_may_be_headed_in_it(asked: dict[str, Any]) -> None:
    assert asked["teams"] == ["Murùni", "Badia"]


def test_events_prompts_and_footnotes_are_said_in_it(asked: dict[str, Any], game_id: str) -> None:
    texts = asked["games"][game_id]["beside"]
    assert len(texts) > 50
    assert [text for text in texts if OPEN not in text] == []


def test_drawings_say_nothing_by_themselves(asked: dict[str, Any], game_id: str) -> None:
    """Of what is in a drawing's words, every text that is drawn comes out of the column."""
    found = asked["games"][game_id]
    ours = {text.removeprefix(OPEN).removesuffix(CLOSE) for text in found["drawing"].values()}
    for drawn in found["drawn"]:
        assert OPEN in drawn
        for text in ours:
            if len(text) > 6 and " " in text:
                assert f">{text}" not in drawn
                assert drawn.count(text) == drawn.count(f"{OPEN}{text}"), text


def test_the_terminal_and_its_refusals_are_in_it(copy: Path, tmp_path: Path) -> None:
    said = _run(
        copy, "-m", "periplo", "play", "poleana", "--who", "me", "--real-dice", "--lang", CODE,
        "--file", str(tmp_path / "match.json"), typed="nonsense\n1+1\nfirst 1\n?\nwhy\nquit\n",
    )  # fmt: skip
    assert f"{OPEN}“nonsense” cannot be done here" in said
    assert said.count("[POL-1]") >= 2  # the refusal of a throw, and what happened
    for line in said.splitlines():
        if "[POL-1]" in line:
            assert OPEN in line
    assert f"{OPEN}Saved. Go on with:" in said


def _run_node(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A tool of the web app, in the copy."""
    run_path(str(ROOT / "tools" / "build" / "npm.py"))["npm_command"]()  # puts node on the path
    tool, *rest = words
    return subprocess.run(
        ["node", f"node_modules/{tool}", *rest], cwd=copy.parent, capture_output=True, text=True,
        check=False, env={**os.environ, "NO_COLOR": "1"},
    )  # fmt: skip


# a reader whose browser asks for the language, and all that the app says to them
SAY_EVERYTHING = f"""
import {{ expect, test, vi }} from 'vitest'

vi.stubGlobal('navigator', {{ languages: ['{CODE}-XX'] }})
vi.stubGlobal('matchMedia', () => ({{ matches: false, addEventListener() {{}} }}))
const {{ say }} = await import('./say.svelte')
const {{ WORDS }} = await import('./words')

test('the app says everything in the language that is asked for', () => {{
  const keys = Object.keys(WORDS) as (keyof typeof WORDS)[]
  expect(keys.length).toBeGreaterThan(200)
  for (const key of keys)
    for (const n of [1, 2]) expect(say(key, {{ n }}), key).toMatch(/^{OPEN}[^]*{CLOSE}$/)
}})
"""


def test_the_web_app_speaks_it(copy: Path) -> None:
    """Its own `say`, and its own tests of its words."""
    (copy.parent / "web/src/words/another.test.ts").write_text(SAY_EVERYTHING, encoding="utf-8")
    ran = _run_node(
        copy, "vitest/vitest.mjs", "run", "--config", "web/vite.config.ts", "web/src/words"
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_text_of_the_web_app_without_its_column_is_a_type_error(copy: Path) -> None:
    words = copy.parent / "web" / "src" / "words" / "words.json"
    check = (
        "typescript/bin/tsc", "--noEmit", "--strict", "--target", "es2023", "--module", "esnext",
        "--moduleResolution", "bundler", "--skipLibCheck", "web/src/words/words.ts",
    )  # fmt: skip
    assert _run_node(copy, *check).stdout == ""
    whole = words.read_text(encoding="utf-8")
    entries = json.loads(whole)
    del entries["undo"][CODE]
    words.write_text(json.dumps(entries), encoding="utf-8")
    try:
        ran = _run_node(copy, *check)
    finally:
        words.write_text(whole, encoding="utf-8")
    assert f"Property '{CODE}' is missing" in ran.stdout, ran.stdout


def test_the_server_speaks_it(copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import httpx
    from server_process import ServerProcess

    monkeypatch.setenv("PYTHONPATH", str(copy))
    server = ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log")
    try:
        with httpx.Client(base_url=server.address, timeout=60) as client:
            games = client.get("/api/games").json()
            assert all(OPEN in game["pitch"][CODE] for game in games)
            game_id = games[0]["id"]
            words = client.get(f"/api/games/{game_id}/words/{CODE}").json()
            assert OPEN in words["page"]
            drawing = client.get(f"/api/games/{game_id}/ground.svg", params={"language": CODE})
            assert OPEN in drawing.text
            assert client.get(f"/api/games/{game_id}/words/yy").status_code == 400
    finally:
        server.stop()
