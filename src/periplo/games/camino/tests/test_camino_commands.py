"""`periplo solve camino` as it is typed."""

import json
import subprocess
import sys

import pytest

from periplo import BadSetup, Match
from periplo.games.camino.commands import solve


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "periplo", "solve", "camino", *words],
        capture_output=True, text=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip


def test_the_path_of_a_day_is_the_same_for_all_and_can_be_played() -> None:
    """CAM-7: what is found is a game that anybody could have drawn."""
    first = run("--daily", "2026-03-01", "--json", "--width", "20")
    assert first.returncode == 0, first.stderr
    found = json.loads(first.stdout)
    match = Match.new("camino", 1)
    for action in found["actions"]:
        match.write(action)
    assert match.state.over()
    assert match.state.scores() == [found["score"]]
    assert match.position()["seats"][0]["path"] == found["path"]
    assert found["score"] <= found["bound"] <= 54
    cards = ",".join(str(card) for card in found["cards"])
    again = run("--cards", cards, "--board", str(found["board"]), "--width", "20")
    assert f"score {found['score']}, " in again.stdout
    assert " ".join(found["path"]) in again.stdout


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("give one of", ()),
        ("give one of", ("--seed", "1", "--daily", "today")),
        ("daily: must be a date", ("--daily", "yesterday")),
        ("cards: must be", ("--cards", "1,2,3")),
        ("cards: must be", ("--cards", "one")),
        ("board: must be", ("--seed", "1", "--board", "5")),
        ("width: must be", ("--seed", "1", "--width", "0")),
        ("seconds: must be", ("--seed", "1", "--seconds", "-1")),
    ],
)
def test_what_cannot_be_solved_is_said_in_one_line(said: str, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.returncode == 2, result.stdout
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def quiet(_done: float, _words: str) -> None:
    """Nobody looks on."""


def test_the_command_shows_its_progress_and_prints_what_it_found() -> None:
    reported: list[str] = []
    cards = ",".join(str(card) for card in range(15, 0, -1))
    text = solve(cards=cards, width=5, progress=lambda _, words: reported.append(words))
    score, dealt, path = text.splitlines()
    assert score.startswith("score ")
    assert dealt == f"board 1, cards {cards}"
    assert path.split()[0] == "path"
    assert reported
    found = json.loads(solve(seed="7", width=5, json=True, progress=quiet))
    today = solve(daily="today", width=5, progress=quiet)
    assert today == solve(daily="today", width=5, progress=quiet)
    assert sorted(found["cards"]) == list(range(1, 16))
    for wrong in (
        {"daily": "x"},
        {"cards": "x"},
        {"seed": "1", "width": 0},
        {"seed": "1", "seconds": -1},
    ):
        with pytest.raises(BadSetup):
            solve(**wrong, progress=quiet)
