"""A game that `periplo new-game` wrote a moment ago: checked, played everywhere, thrown away."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from conftest import Serve
from visitor import Visit

from periplo.server.site import site_folder

ROOT = Path(__file__).parents[2]
GAME = "hopscotch"
FOUND = "-k", f"{GAME} or can_be_loaded"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with one game more."""
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "data")
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
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


def run(copy: Path, *words: str, typed: str = "") -> str:
    ran = subprocess.run(
        [sys.executable, *words], cwd=copy, env=environment(copy), input=typed,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
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


def test_it_is_played_in_the_browser(
    copy: Path, serve: Serve, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERIPLO_SITE", str(site_folder()))
    monkeypatch.setenv("PYTHONPATH", str(copy / "src"))
    server = serve()
    player = visit(server.address)
    player.set_up(GAME, "bot:medium")
    player.wait_for_board()
    dice = Random(1)
    player.choose(dice)  # throw: the plain board has no die to press
    player.page.locator("[data-action]").first.wait_for(state="attached")
    player.press_on_board(dice)
    player.play_to_the_end()
    player.page.get_by_role("heading", name="wins!").wait_for()
