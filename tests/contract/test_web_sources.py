"""No rules in the browser: what a board needs to know about them comes with events and choices."""

import re
import tomllib
from pathlib import Path

import pytest
from setups import GAMES

from periplo.core.words import ENGLISH, Words

APP = Path(__file__).parents[2] / "web" / "src"
SCRIPT = re.compile(r"<script[^>]*>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style[^>]*>.*?</style>|<!--.*?-->", re.DOTALL)
COMMENT = re.compile(r"(?<!:)//[^\n]*|/\*.*?\*/", re.DOTALL)


def sources(folder: Path) -> list[Path]:
    """What becomes part of the page; tests and what is generated do not."""
    found = [file for file in sorted(folder.rglob("*")) if file.suffix in (".ts", ".svelte")]
    return [file for file in found if not file.name.endswith((".test.ts", "schema.ts"))]


def computing(file: Path) -> str:
    """The part of a source that computes: scripts, and what stands in braces in the markup.

    Neither comments nor shapes and styles.
    """
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".svelte":
        markup = STYLE.sub("", SCRIPT.sub("", text))
        text = "\n".join([*SCRIPT.findall(text), *expressions(markup)])
    return COMMENT.sub("", text)


def expressions(markup: str) -> list[str]:
    """What stands in the outermost braces, without them: {…}, {#if …}, {...pressable(…)}."""
    found, depth, start = [], 0, 0
    for at, letter in enumerate(markup):
        if letter == "{":
            if depth == 0:
                start = at + 1
            depth += 1
        elif letter == "}" and depth > 0:
            depth -= 1
            if depth == 0:
                found.append(markup[start:at])
    return found


def test_no_source_of_the_browser_names_a_clause(game_id: str) -> None:
    """Not even in a comment: whoever knows the clause knows the rule."""
    prefix = Words(game_id, ENGLISH).clause_ids()[0].split("-")[0]
    pattern = re.compile(rf"\b{re.escape(prefix)}-R?\d+")
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
    files, stated = sources(GAMES / game_id / "web"), GAMES / game_id / "tests" / "web.toml"
    kept = tomllib.loads(stated.read_text(encoding="utf-8")) if stated.is_file() else {}
    assert not files or any(kept.values()), f"{game_id}: tests/web.toml is missing or lists nothing"
    found = []
    for file in files:
        source, computed = file.read_text(encoding="utf-8"), computing(file)
        found += [f"{file.name}: {text}" for text in kept.get("texts", ()) if text in source]
        found += [
            f"{file.name}: {number}"
            for number in kept.get("numbers", ())
            if re.search(rf"(?<![\w.]){number}(?![\w.])", computed)
        ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("const GARDEN = 63 // the end", "const GARDEN = 63 "),
        ("<script>let a = 1</script><path d='M63' />", "let a = 1"),
        ("<b>{#if at < 63}<i {...f({ a: 6 })}>62</i>{/if}", "#if at < 63\n...f({ a: 6 })\n/if"),
        ("<!-- {63} --><style>p { z-index: 63 }</style>{at}", "at"),
    ],
)
def test_only_what_computes_in_a_source_is_searched(tmp_path: Path, text: str, left: str) -> None:
    file = tmp_path / ("a.svelte" if text.startswith("<") else "a.ts")
    file.write_text(text)
    assert computing(file).strip("\n") == left
