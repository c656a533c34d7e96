"""`periplo questions` as a teacher types it, and a lesson at the terminal."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from periplo import BadSetup, Dice, Match
from periplo.games.europa import GAME
from periplo.games.europa.commands import COMMANDS

GOOD = """# language: es
# missing decks: built-in
country,question,right,wrong 1,wrong 2,wrong 3,why
España,¿Qué río pasa por Sevilla?,El Guadalquivir,El Ebro,El Duero,El Tajo,Nace en Cazorla.
España,¿Qué sierra tiene el Mulhacén?,Sierra Nevada,Gredos,Guadarrama,Los Pirineos,Mide 3479 m.
España,¿En qué ciudad está la Giralda?,Sevilla,Toledo,Burgos,León,Fue un alminar.
"""


def run(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_STATE_HOME": str(folder), "NO_COLOR": "1"}
    if "PYTHONPATH" in environment:
        environment["PYTHONPATH"] = str(Path(environment["PYTHONPATH"]).resolve())
    return subprocess.run(
        [sys.executable, "-m", "periplo", *words],
        cwd=folder, env=environment, input=typed, capture_output=True, text=True,
        encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip


def test_a_teachers_grid_becomes_a_pack_and_goes_back(tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_text(GOOD, encoding="utf-8")
    checked = run(tmp_path, "questions", "check", "class.csv")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "no faults found" in checked.stdout
    made = run(tmp_path, "questions", "import", "class.csv", "class.jsonl")
    assert made.returncode == 0, made.stderr
    assert "3 questions" in made.stdout
    written = run(tmp_path, "questions", "export", "class.jsonl", "class.gift")
    assert written.returncode == 0, written.stderr
    assert "=El Guadalquivir" in (tmp_path / "class.gift").read_text(encoding="utf-8")
    started = run(tmp_path, "new", "europa", "--option", "pack=class.jsonl")
    assert json.loads(started.stdout)["options"] == {"pack": "class.jsonl"}


def test_every_fault_is_named_by_its_line(tmp_path: Path) -> None:
    wrong = GOOD.replace("El Duero", "El Ebro").replace("España,¿En qué", "Atlantis,¿En qué")
    (tmp_path / "class.csv").write_text(wrong, encoding="utf-8")
    checked = run(tmp_path, "questions", "check", "class.csv")
    assert checked.returncode == 2
    lines = checked.stdout.splitlines()
    assert any(line.startswith("line 4: ") for line in lines)
    assert any(line.startswith("line 6: ") and "Atlantis" in line for line in lines)
    assert len(checked.stderr.splitlines()) == 1
    made = run(tmp_path, "questions", "import", "class.csv", "class.jsonl")
    assert made.returncode == 2
    assert not (tmp_path / "class.jsonl").exists()


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for words in (
        ("check", "none.csv"),
        ("import", "none.csv", "x.jsonl"),
        ("export", "none.csv", "x.csv"),
    ):
        result = run(tmp_path, "questions", *words)
        assert result.returncode == 2
        assert result.stderr.count("\n") == 1
        assert "none.csv" in result.stderr


def test_the_question_is_asked_at_the_terminal_and_explained_after(tmp_path: Path) -> None:
    """EUR-10: a person sees the question and four answers, and why afterwards."""
    start = {
        "phase": "question", "turn": 0, "order": [0, 1], "die": None, "deck": "spain", "card": None,
        "used": {}, "exam": [0, 0], "winner": None,
        "teams": [
            {"route": 1, "at": 2, "flags": [], "planes": 0, "missing": 0, "leaving": False,
             "failed": False},
            {"route": 2, "at": 0, "flags": [], "planes": 0, "missing": 0, "leaving": False,
             "failed": False},
        ],
    }  # fmt: skip
    board = json.loads(run(tmp_path, "board", "europa", "--json").stdout)
    questions = [card for card in board["decks"]["spain"] if card["kind"] == "question"]
    start |= {"card": questions[0]["card"], "used": {"spain": [questions[0]["card"]]}}
    city = next(
        s["at"] for s in board["squares"] if s.get("country") == "spain" and s.get("route") == 1
    )
    start["teams"][0]["at"] = city  # type: ignore[index]
    record = {"periplo": 1, "game": "europa", "rules": 1, "options": {}, "seats": ["A", "B"],
              "start": start, "actions": []}  # fmt: skip
    (tmp_path / "match.json").write_text(json.dumps(record))
    said = run(
        tmp_path, "play", "europa", "--file", "match.json", "--who", "me,greedy", "--lang", "es",
        typed=f"answer {questions[0]['right']}\nquit\n",
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    assert "  A  " in said.stdout
    assert "  D  " in said.stdout
    actions = json.loads((tmp_path / "match.json").read_text())["actions"]
    assert actions[0] == f"1: answer {questions[0]['right']}"
    replayed = run(tmp_path, "replay", "match.json", "--lang", "es", "--upto", "1")
    assert "España" in replayed.stdout


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    sheet, pack, quiz = (str(tmp_path / name) for name in ("a.csv", "a.jsonl", "a.gift"))
    Path(sheet).write_text(GOOD, encoding="utf-8")
    questions = COMMANDS["questions"]
    assert "no faults found" in questions["check"](sheet)
    assert "3 questions" in questions["import"](sheet, pack)
    assert "written" in questions["export"](pack, quiz)
    Path(sheet).write_text(GOOD.replace("El Duero", "El Ebro"), encoding="utf-8")
    with pytest.raises(BadSetup, match="faults found: 1"):
        questions["check"](sheet)


def test_cards_have_their_story_and_answers_their_reason() -> None:
    match = Match.new("europa", 2)
    dice, greedy = Dice("asides"), GAME.policies()["greedy"]
    prompts, footnotes = 0, 0
    while not match.state.over():
        actor = match.state.next_actor()
        prompt = GAME.prompt(match.state, "it")
        prompts += prompt.count("\n  ") == 4
        action = match.state.draw(dice) if actor < 0 else greedy.choose(match.state, actor, dice)
        events = match.play(actor, action)
        footnotes += sum(bool(GAME.footnote(match.state, event, "it")) for event in events)
    assert prompts > 5
    assert footnotes > prompts  # every answer, and the instruction cards besides
