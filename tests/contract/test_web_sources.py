"""No rules in the browser: what a board needs to know about them comes with events and choices."""

import re
import tomllib
from pathlib import Path

import pytest
from setups import GAMES

APP = Path(__file__).parents[2] / "web" / "src"
SCRIPT = re.compile(r"<script[^>]*>(.*?)</script>", re.DOTALL)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def sources(folder: Path) -> list[Path]:
    """What becomes part of the page; tests and what is generated do not."""
    found = [file for file in sorted(folder.rglob("*")) if file.suffix in (".ts", ".svelte")]
    return [file for file in found if not file.name.endswith((".test.ts", "schema.ts"))]


def script(file: Path) -> str:
    """The part of a source that computes: neither comments nor shapes and styles."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".svelte":
        text = "\n".join(SCRIPT.findall(text))
    return COMMENT.sub("", text)


def clause_ids() -> re.Pattern[str]:
    """Any clause of any game, by the prefixes of all `clauses.toml`."""
    clauses = [tomllib.loads(file.read_text()) for file in GAMES.glob("*/clauses.toml")]
    prefixes = {clause.split("-")[0] for game in clauses for clause in game}
    assert len(prefixes) > 1
    return re.compile(rf"\b(?:{'|'.join(sorted(prefixes))})-R?\d+")


def test_no_source_of_the_browser_names_a_clause() -> None:
    """Not even in a comment: whoever knows the clause knows the rule."""
    pattern = clause_ids()
    files = sources(APP) + [file for web in GAMES.glob("*/web") for file in sources(web)]
    assert len(files) > 100
    found = [
        f"{file.parent.parent.name}/{file.name}: {match}"
        for file in files
        for match in pattern.findall(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_board_knows_nothing_that_its_game_keeps_from_it(game_id: str) -> None:
    """The game's `tests/web.toml` lists it, each with what it stands for.

    `numbers` are searched for in what computes, and may still stand in shapes and styles;
    `texts` are searched for everywhere. What is not listed is not checked.
    """
    stated = GAMES / game_id / "tests" / "web.toml"
    kept = tomllib.loads(stated.read_text()) if stated.exists() else {}
    found = []
    for file in sources(GAMES / game_id / "web"):
        source, computing = file.read_text(encoding="utf-8"), script(file)
        found += [f"{file.name}: {text}" for text in kept.get("texts", ()) if text in source]
        found += [
            f"{file.name}: {number}"
            for number in kept.get("numbers", ())
            if re.search(rf"(?<![\w.]){number}(?![\w.])", computing)
        ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("const GARDEN = 63 // the end", "const GARDEN = 63 "),
        ("<script>let a = 1</script><path d='M63' />", "let a = 1"),
    ],
)
def test_only_the_script_of_a_source_is_searched(tmp_path: Path, text: str, left: str) -> None:
    file = tmp_path / ("a.svelte" if text.startswith("<") else "a.ts")
    file.write_text(text)
    assert script(file) == left
