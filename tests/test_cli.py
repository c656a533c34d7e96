"""The command line as its users type it: real processes, real files."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

import periplo

Result = subprocess.CompletedProcess[str]


def run(*words: str, typed: str = "", **environment: str) -> Result:
    return subprocess.run(
        [sys.executable, "-m", "periplo", *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**os.environ, "COLUMNS": "120", "LC_ALL": "C.UTF-8", **environment},
    )


def good(*words: str, typed: str = "", **environment: str) -> str:
    result = run(*words, typed=typed, **environment)
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr
    return result.stdout


def bad(*words: str, typed: str = "") -> str:
    """The one line that a refused command says."""
    result = run(*words, typed=typed)
    assert result.returncode == 2, (result.returncode, result.stdout, result.stderr)
    lines = [line for line in result.stderr.splitlines() if not line.startswith("seed ")]
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("periplo: ")
    assert result.stdout == ""
    return lines[0]


def record(**changes: Any) -> str:
    whole = {"periplo": 1, "game": "oca", "rules": 1, "options": {}, "seats": ["A", "B"],
             "actions": ["1+1", "2+4"]}  # fmt: skip
    return json.dumps({key: value for key, value in (whole | changes).items() if value != "GONE"})


def test_version_says_whether_it_is_compiled() -> None:
    compiled = "yes" if periplo.is_compiled() else "no"
    assert good("--version") == f"periplo {periplo.__version__}\ncompiled: {compiled}\n"


@pytest.mark.parametrize(
    "command",
    ["", "games", "board", "new", "selfplay", "replay", "simulate", "play", "bench", "perft",
     "rules", "verify-clauses"],
)  # fmt: skip
def test_every_command_has_help(command: str) -> None:
    assert len(good(*command.split(), "--help")) > 200


def test_games_as_json() -> None:
    games = json.loads(good("games", "--json"))
    assert [game["id"] for game in games] == list(periplo.game_ids())


def test_the_language_comes_from_the_locale_or_from_lang() -> None:
    texts = {good("rules", "oca", "oca-18", LC_ALL=locale) for locale in ("es_ES.UTF-8", "it", "C")}
    assert len(texts) == 3
    assert good("rules", "oca", "OCA-18", "--lang", "it") in texts
    assert "de" in bad("rules", "oca", "--lang", "de")


def test_a_record_goes_through_all_commands(game_id: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    good("selfplay", game_id, "--bots", "greedy", "--seed", "5", "-o", str(file))
    again = good("selfplay", game_id, "--bots", "greedy", "--seed", "5")
    assert again == file.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in good("replay", str(file), "--positions").splitlines()]
    assert list(lines[0]) == ["n", "position", "legal"]
    assert [line["n"] for line in lines] == list(range(len(lines)))
    last = lines[-1]
    assert list(last) == ["n", "action", "position", "events", "legal", "over", "scores"]
    assert last["over"]
    assert last["legal"] == {}
    replayed = good("replay", "-", "--lang", "es", typed=again)
    assert len(replayed.splitlines()) > len(lines)
    empty = json.loads(good("new", game_id))
    assert empty["actions"] == []
    assert json.loads(good("replay", "-", "--positions", typed=json.dumps(empty)))["n"] == 0
    assert json.loads(good("board", game_id, "--json"))
    assert "<svg" in good("board", game_id, "--svg")
    assert len(good("board", game_id, "--lang", "it").splitlines()) > 5


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m periplo games --json | head -1"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert result.stderr == ""


def test_simulate_is_repeatable_whatever_the_number_of_jobs() -> None:
    words = ("simulate", "oca", "--seats", "3", "--games", "61", "--seed", "x", "--json",
             "--option", 'points={"stray": -0.1}')  # fmt: skip
    one = good(*words, "--jobs", "1")
    assert one == good(*words, "--jobs", "3")
    found = json.loads(one)
    assert found["games"] == 61
    assert sum(seat["wins"] for seat in found["wins"]) == pytest.approx(61)
    for seat in found["wins"]:
        assert seat["low"] <= seat["rate"] <= seat["high"]
    assert found["clauses"]["fired"]["OCA-1"] > 61
    assert "OCA-24" in good(*words[:-3])


def test_bench_measures_us_and_the_peer_in_one_run() -> None:
    found = json.loads(good("bench", "--seconds", "0.2", "--json"))
    assert found["peer"]["steps_per_second"] > 0
    assert list(found["games"]) == list(periplo.game_ids())
    for speed in found["games"].values():
        ratio = speed["steps_per_second"] / found["peer"]["steps_per_second"]
        assert speed["ratio"] == pytest.approx(ratio, abs=0.001)
        # a copy is less than a step and a playout more, so neither column holds the other's figures
        assert speed["copies_per_second"] > speed["playouts_per_second"] > 0


def test_bench_prints_a_row_a_game_under_its_headings() -> None:
    lines = good("bench", "oca", "--seconds", "0.1").splitlines()
    assert lines[0].split() == ["steps/s", "ratio", "copies/s", "playouts/s"]
    assert lines[1].startswith("OpenSpiel maedn")
    name, *figures = lines[2].split()
    assert name == "oca"
    assert all(float(figure.replace(",", "")) > 0 for figure in figures)
    assert len(figures) == 4


def test_perft_counts_from_the_beginning_and_from_a_position() -> None:
    assert good("perft", "oca", "--depth", "2") == "0 1\n1 21\n2 441\n"
    position = json.loads(good("replay", "-", "--positions", typed=record(actions=[])))["position"]
    typed = json.dumps(position)
    assert good("perft", "oca", "--depth", "1", "--position", "-", typed=typed) == "0 1\n1 21\n"


OPTION = "--option"
REFUSED: dict[str, tuple[str, ...]] = {
    "nosuch": ("new", "nosuch"),
    "No such command": ("frobnicate",),
    "--frob": ("new", "oca", "--frob"),
    "Missing argument": ("new",),
    "--seats": ("new", "oca", "--seats", "x"),
    "seats: oca is for 2 to 10, not 11": ("new", "oca", "--seats", "11"),
    "seats: oca is for 2 to 10, not 1000000000000": ("new", "oca", "--seats", "1000000000000"),
    "NAME=VALUE": ("new", "oca", OPTION, "flock"),
    "given twice": ("new", "oca", OPTION, "flock=10", OPTION, "flock=11"),
    "option 'x'": ("new", "oca", OPTION, "x=1"),
    "option flock": ("new", "oca", OPTION, "flock=true"),
    "option leapfrog": ("new", "oca", OPTION, "leapfrog=1"),
    "option golden_races": ("new", "oca", OPTION, "golden_races=null"),
    "option points": ("new", "oca", OPTION, 'points={"win": Infinity}'),
    "option squares": ("new", "oca", OPTION, "squares=" + "[" * 5000),
    "no bot 'nobody'": ("selfplay", "oca", "--bots", "nobody"),
    "3 are named for 2": ("selfplay", "oca", "--bots", "random,random,random"),
    "no/such/folder": ("new", "oca", "-o", "/no/such/folder/x"),
    "games: must be": ("simulate", "oca", "--games", "0"),
    "jobs: must be": ("simulate", "oca", "--jobs", "0"),
    "no clause 'OCA-99'": ("rules", "oca", "OCA-99"),
    "/no/such/file": ("replay", "/no/such/file"),
    "directory": ("replay", "/"),
    "no source tree": ("verify-clauses", "--source", "/"),
}


@pytest.mark.parametrize("said", REFUSED)
def test_a_command_that_cannot_be_carried_out_says_so_in_one_line(said: str) -> None:
    assert said in bad(*REFUSED[said])


BROKEN: dict[str, str] = {
    "one JSON object": "[]",
    "no complete JSON record": record()[:60],
    "Expecting value": "",
    "nested too deeply": "[" * 100_000,
    "digits": '{"periplo": ' + "9" * 5000 + "}",
    "'game': is given twice": '{"game": "oca", "game": "oca"}',
    "periplo: is missing": record(periplo="GONE"),
    "seats: is missing": record(seats="GONE"),
    "'extra': is no field": record(extra=1),
    "periplo: must be 1 or 2": record(periplo=3),
    "periplo: must be 1 or 2, the formats": record(periplo=True),
    "desk: title: is missing": record(periplo=2, desk={}),
    "action 1: set: race: is missing": record(
        periplo=2, actions=[{"set": {}, "clause": "", "why": ""}]
    ),
    "game: no game 'x'": record(game="x"),
    "game: must be a text": record(game=3),
    "rules: version 2": record(rules=2),
    "rules: must be a whole number": record(rules="1"),
    "options: must be an object": record(options=[]),
    "option 'frob'": record(options={"frob": 1}),
    "seats: must be a list": record(seats=2),
    "seat 2: must be a text": record(seats=["A", 2]),
    "seat 2: has characters": record(seats=["A", "\ud800"]),
    "seats: oca is for 2 to 10, not 1": record(seats=["A"]),
    "start: must be a position": record(start=None),
    "start: race: is missing": record(start={}),
    "actions: must be a list": record(actions="1+1"),
    "action 2: must be a text": record(actions=["1+1", 2]),
    "action 2: '7+1'": record(actions=["1+1", "7+1"]),
    "action 2: '2: stay': 2 cannot act": record(actions=["1+1", "2: stay"]),
    "action 1: '0: stay'": record(actions=["0: stay"]),
    "action 1: '٣: stay'": record(actions=["٣: stay"]),
    "action 1: ' 1+1'": record(actions=[" 1+1"]),
    "action 1: has characters": record(actions=["1+1\n"]),
    "action 1: is longer": record(actions=["1+1" * 999]),
}


@pytest.mark.parametrize("said", BROKEN)
@pytest.mark.parametrize("how", ["--positions", "--lang=en"])
def test_a_broken_record_is_refused_with_the_place(said: str, how: str) -> None:
    assert said in bad("replay", "-", how, typed=BROKEN[said])


def test_an_action_after_the_end_is_refused() -> None:
    finished = json.loads(good("selfplay", "oca", "--seed", "1"))
    finished["actions"].append("1+1")
    place = f"action {len(finished['actions'])}: '1+1': table cannot act, the game is over"
    assert place in bad("replay", "-", typed=json.dumps(finished))


def test_a_record_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(b"\xff\xfe\x00{}")
    assert "is not UTF-8 text" in bad("replay", str(file))


def test_writing_never_leaves_half_a_file(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text("precious")
    bad("selfplay", "oca", "--bots", "nobody", "-o", str(file))
    assert file.read_text() == "precious"
    good("new", "oca", "-o", str(file))
    assert json.loads(file.read_text())["game"] == "oca"
    assert list(tmp_path.iterdir()) == [file]


def at_work(process: int) -> list[int]:
    """Those of its workers that are done with their beginning."""
    workers = psutil.Process(process).children()
    return [worker.pid for worker in workers if worker.cpu_times().user > 1]


def test_ctrl_c_ends_all_the_processes_of_a_simulation() -> None:
    command = [sys.executable, "-m", "periplo", "simulate", "oca", "--games", "50000000",
               "--jobs", "2", "--seed", "1"]  # fmt: skip
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        while len(at_work(process.pid)) < 2:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stdout is not None
        shown = process.stdout.read()  # it ends only when no worker holds it open
        assert shown == b"" or shown.startswith(b"oca, 2 seats, ")  # what was finished by then


@pytest.mark.parametrize("closed", ["games >&-", "new nosuch 2>&-", "replay - <&-"])
def test_closed_streams_are_no_traceback(closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m periplo {closed}"], capture_output=True, check=False
    )
    assert done.returncode in (0, 2)
    assert b"Traceback" not in done.stderr


def test_a_write_that_fails_leaves_everything_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text("precious")
    words = f"selfplay girumgo --bots greedy --seed 1 -o {file}"
    command = f"ulimit -f 1; {sys.executable} -m periplo {words}"
    full = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert full.returncode == 2  # the match is larger than the limit
    assert "periplo: " in full.stderr
    assert file.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [file]


def test_no_colour_codes_where_nobody_sees_them() -> None:
    for words in (("games",), ("simulate", "oca", "--games", "5", "--seed", "1"), ("rules", "oca")):
        assert "\x1b" not in good(*words)


def test_rosters_are_printed_as_a_set_up_takes_them(tmp_path: Path) -> None:
    file = tmp_path / "flocks.csv"
    file.write_text("Murùni;Badia\nBrno;Dublin\nKoln;Belfast\n", encoding="utf-8")
    printed = good("rosters", str(file), "--teams", "Badia,Murùni")
    assert json.loads(printed) == {
        "teams": ["Badia", "Murùni"],
        "rosters": [["Dublin", "Belfast"], ["Brno", "Koln"]],
    }
    pasted = good("rosters", "-", typed="Murùni:\nBrno\n\nBadia:\nDublin\n")
    assert json.loads(pasted) == {"teams": ["Murùni", "Badia"], "rosters": [["Brno"], ["Dublin"]]}
    refused = bad("rosters", "-", typed="Murùni:\nBrno\nBrno\n")
    assert refused == "periplo: line 3: Brno is there twice; first in line 2"
