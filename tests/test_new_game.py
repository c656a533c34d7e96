"""A game that `periplo new-game` wrote a moment ago: checked, played, thrown away.

In the browser it is played by `browser/test_plain_board.py`.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import periplo

ROOT = Path(__file__).parent.parent
GAME = "hopscotch"
FOUND = "-k", f"{GAME} or can_be_loaded"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with one game more."""
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "data")
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "conftest.py"):
        shutil.copy(ROOT / name, folder)
    said = run(folder, "-m", "periplo", "new-game", GAME)
    assert f"{GAME}/rules.py" in said
    assert f"{GAME}/two-seats" in run(folder, "-m", "periplo.study.golden", GAME)
    return folder


def environment(copy: Path) -> dict[str, str]:
    more = {
        "PYTHONPATH": str(copy / "src"),
        "PERIPLO_EXAMPLES": "3",
        "PERIPLO_EXPECT": "interpreted",
    }
    return {**os.environ, **more, "NO_COLOR": "1", "PYTEST_ADDOPTS": "-p no:cacheprovider"}


def start(copy: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=copy, env=environment(copy), input=typed,
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def run(copy: Path, *words: str, typed: str = "") -> str:
    ran = start(copy, *words, typed=typed)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_it_passes_the_contract_and_its_own_tests(copy: Path) -> None:
    run(copy, "-m", "pytest", "tests/contract", *FOUND)
    run(copy, "-m", "pytest", f"src/periplo/games/{GAME}")


def test_it_is_checked_like_the_others_but_for_translations(copy: Path) -> None:
    assert f"{GAME} (draft: English only)" in run(copy, "-m", "periplo", "verify-clauses")
    run(copy, "-m", "ruff", "check", f"src/periplo/games/{GAME}")
    run(copy, "-m", "ruff", "format", "--check", f"src/periplo/games/{GAME}")


def test_it_is_about_three_hundred_lines(copy: Path) -> None:
    files = [file for file in (copy / "src/periplo/games" / GAME).rglob("*") if file.is_file()]
    written = [file for file in files if file.suffix in (".py", ".toml", ".md")]
    assert sum(len(file.read_text().splitlines()) for file in written) < 320


def test_it_is_played_at_the_terminal(copy: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run(
        copy, "-m", "periplo", "play", GAME, "--who", "me,me", "--real-dice", "--file", str(file),
        typed="4\nwalk\n6\n2\n",
    )  # fmt: skip
    assert json.loads(file.read_text())["actions"] == ["4", "1: walk", "6", "2: wait"]
    assert "hopscotch, 2 seats" in run(
        copy, "-m", "periplo", "simulate", GAME, "--games", "20", "--bots", "greedy", "--seed", "1"
    )


def test_the_contract_names_what_is_missing(copy: Path) -> None:
    """And the tests of the other games are still found."""
    files = ("layout.py", "tests/golden.toml", "tests/perft.toml")
    folder = copy / "src" / "periplo" / "games" / GAME
    texts = {file: (folder / file).read_text() for file in files}
    for file in files:
        (folder / file).unlink()
    try:
        words = ["-m", "pytest", "tests/contract/test_packages.py", "-k", "has_its_files"]
        ran = start(copy, *words)
    finally:
        for file, text in texts.items():
            (folder / file).write_text(text)
    assert ran.returncode == 1
    assert f"{GAME} lacks {', '.join(files)}" in ran.stdout
    assert f"1 failed, {len(periplo.game_ids())} passed" in ran.stdout
