"""A game that `periplo new-game` wrote a moment ago: checked, played, thrown away.

In the browser it is played by `browser/test_plain_board.py`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
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
    for name in ("src", "tests", "web/src"):
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


# ---- while somebody works on it: what is wrong is named, and the other games are tried

OTHER = periplo.game_ids()[0]


@contextmanager
def changed(copy: Path, files: dict[str, str | None]) -> Iterator[Path]:
    """The game with other texts in these files for a while, or without them: its folder."""
    folder = copy / "src" / "periplo" / "games" / GAME
    before = {file: (folder / file).read_text() for file in files}
    for file, text in files.items():
        if text is None:
            (folder / file).unlink()
        else:
            (folder / file).write_text(text)
    try:
        yield folder
    finally:
        for file, text in before.items():
            (folder / file).write_text(text)


def contract(copy: Path, file: str, which: str) -> subprocess.CompletedProcess[str]:
    return start(copy, "-m", "pytest", f"tests/contract/{file}", "-k", which)


def test_the_contract_names_what_is_missing(copy: Path) -> None:
    missing = ["tests/golden.toml", "tests/perft.toml", "tests/refusals.toml"]
    with changed(copy, dict.fromkeys(missing)):
        ran = contract(copy, "test_packages.py", "has_its_files")
    assert ran.returncode == 1
    assert f"{GAME} lacks {', '.join(missing)}" in ran.stdout
    assert f"1 failed, {len(periplo.game_ids())} passed" in ran.stdout


@pytest.mark.parametrize("file", ["golden.toml", "perft.toml", "refusals.toml"])
def test_a_data_file_that_cannot_be_read_fails_for_its_game_alone(copy: Path, file: str) -> None:
    with changed(copy, {f"tests/{file}": "[two-seats"}):
        which = f"(to_the_letter or so_many_sequences or forbids) and ({GAME} or {OTHER})"
        ran = start(
            copy, "-m", "pytest", "tests/contract/test_packages.py",
            "tests/contract/test_refusals.py", "-k", which,
        )  # fmt: skip
    assert ran.returncode == 1
    assert f"{GAME}/tests/{file}: Expected ']'" in ran.stdout
    assert "1 failed" in ran.stdout
    assert f"[{OTHER}" not in ran.stdout


def test_whoever_forgets_to_write_the_golden_games_learns_how(copy: Path) -> None:
    with changed(copy, {"tests/golden/two-seats.txt": None}):
        ran = contract(copy, "test_packages.py", f"to_the_letter and {GAME}")
    assert ran.returncode == 1
    assert f"two-seats.txt is missing: run make golden GAME={GAME}" in ran.stdout


@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("tests/golden.toml", None, "tests/golden.toml is missing"),
        ("tests/golden.toml", "", "tests/golden.toml is missing, or has no recipe"),
        ("tests/golden.toml", "[two", "tests/golden.toml: Expected ']'"),
        ("rules.py", "def (", "rules.py, line 1: "),
    ],
)
def test_golden_games_stay_where_they_cannot_be_played(
    copy: Path, file: str, text: str | None, why: str
) -> None:
    with changed(copy, {file: text}) as folder:
        ran = start(copy, "-m", "periplo.study.golden", GAME)
        assert (folder / "tests" / "golden" / "two-seats.txt").is_file()
    assert ran.returncode == 2
    assert f"golden games of {GAME} left as they are: " in ran.stderr
    assert why in ran.stderr
    assert "Traceback" not in ran.stderr


def test_golden_games_of_no_game_are_not_those_of_all(copy: Path) -> None:
    ran = start(copy, "-m", "periplo.study.golden", "hopskotch")
    assert ran.returncode == 2
    assert f"no game 'hopskotch'; there are {OTHER}, " in ran.stderr
    assert ran.stdout == "golden games: nothing changed\n"


def test_tests_of_other_games_run_while_its_rules_cannot_be_imported(copy: Path) -> None:
    other = "src/periplo/games/oca/tests/test_oca_refusals.py"
    with changed(copy, {"rules.py": "def ("}):
        ran = start(copy, "-m", "pytest", f"src/periplo/games/{GAME}", other)
        contracted = contract(copy, "test_web_sources.py", OTHER)
    assert ran.returncode == 1
    assert re.search(r"\d passed, 1 error", ran.stdout), ran.stdout
    assert f"{GAME}/rules.py" in ran.stdout
    assert contracted.returncode == 0, contracted.stdout


def test_boards_of_other_games_are_searched_while_its_clauses_cannot_be_read(copy: Path) -> None:
    with changed(copy, {"clauses.toml": "[HOP"}):
        ran = contract(copy, "test_web_sources.py", "names_a_clause or number_of_the_rules")
    assert ran.returncode == 0, ran.stdout


def test_a_clause_that_refuses_must_have_a_row_and_the_right_one(copy: Path) -> None:
    rows = (copy / "src/periplo/games" / GAME / "tests/refusals.toml").read_text()
    lines = [line for line in rows.splitlines() if "HOPSCOTCH-2" not in line]
    with changed(copy, {"tests/refusals.toml": "\n".join(lines)}):
        ran = contract(copy, "test_refusals.py", GAME)
    assert f"{GAME}: tests/refusals.toml has no row for ['HOPSCOTCH-2']" in ran.stdout
    assert "1 failed" in ran.stdout
    with changed(copy, {"tests/refusals.toml": rows.replace("HOPSCOTCH-2", "HOPSCOTCH-3")}):
        ran = contract(copy, "test_refusals.py", f"forbids and {GAME}")
    assert "1 failed" in ran.stdout
    assert "one can walk, or wait" in ran.stdout


def test_a_board_of_its_own_needs_a_background(copy: Path) -> None:
    board = copy / "src/periplo/games" / GAME / "web" / "Board.svelte"
    board.parent.mkdir()
    board.write_text("<p>board</p>")
    try:
        drawn = contract(copy, "test_packages.py", f"draws_its_background and {GAME}")
        listed = contract(copy, "test_web_sources.py", f"wherever_it_is_put and {GAME}")
    finally:
        shutil.rmtree(board.parent)
    assert f"layout.py of {GAME} has no background" in drawn.stdout
    assert f"{GAME}: tests/web.toml" in listed.stdout


@pytest.mark.parametrize("name", ["class", "import", "Hop", "hop-scotch", "2hop", GAME])
def test_what_cannot_name_a_game_is_refused(copy: Path, name: str) -> None:
    ran = start(copy, "-m", "periplo", "new-game", name)
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert name in ran.stderr
