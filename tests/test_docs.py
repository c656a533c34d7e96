"""What the documents show is what happens; what they point to is there."""

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import periplo
from periplo.play.refusals import Code
from periplo.study.documents import observations, readme

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")], key=lambda file: file.relative_to(ROOT)
)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_examples_in_documents_are_true(file: Path) -> None:
    assert doctest.testfile(str(file), module_relative=False).failed == 0


def test_the_readme_and_the_package_have_examples() -> None:
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).attempted > 8
    tried = doctest.testmod(periplo)
    assert tried.failed == 0
    assert tried.attempted > 3


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_in_documents_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", file.read_text(encoding="utf-8")):
        assert (file.parent / target).exists(), target


def test_the_readme_lists_every_game() -> None:
    """`make docs` writes it anew."""
    written = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", written, re.MULTILINE)
    assert sorted(listed) == list(periplo.game_ids())
    assert readme(written) == written


def test_every_code_of_a_refusal_is_explained() -> None:
    explained = re.findall(
        r"^\| (`.*?) \|", (ROOT / "docs" / "protocol.md").read_text(), re.MULTILINE
    )
    codes = [code for cell in explained for code in re.findall(r"`([\w-]+)`", cell)]
    assert sorted(codes) == sorted(get_args(Code))


def test_the_page_of_observations_is_what_the_games_say() -> None:
    """`make docs` writes it anew."""
    assert (ROOT / "docs" / "observations.md").read_text(encoding="utf-8") == observations()


def test_no_test_can_hang_the_others(pytestconfig: pytest.Config) -> None:
    assert 0 < float(pytestconfig.getini("timeout")) <= 300


def test_every_block_of_the_tutorial_runs() -> None:
    ran = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "tutorial.py"), "--short"],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert re.search(r"^random +-?[\d.]+ ± [\d.]+\nlearned +-?[\d.]+ ± ", ran.stdout)
