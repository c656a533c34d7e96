"""No rules in the browser: what a board needs to know about them comes with events and choices."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from setups import GAMES, setups

import periplo
from periplo.core.words import ENGLISH, Words
from periplo.desk.lines import KINDS
from periplo.desk.roles import ROLES, VERBS

APP = Path(__file__).parents[2] / "web" / "src"
SCRIPT = re.compile(r"<script[^>]*>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style[^>]*>.*?</style>|<!--.*?-->", re.DOTALL)
COMMENT = re.compile(r"(?<!:)//[^\n]*|/\*.*?\*/", re.DOTALL)
SHAPE = re.compile(r"""(['"`])M[-\d\s.,MLHVCSQTAZ]*\1""", re.IGNORECASE)  # the path of a drawing

NUMBER = re.compile(r"(?<![\w.#])(\d+(?:\.\d+)?)(?![\w.])")
# two as a factor, a divisor or an exponent: middles and squares, where no clause speaks of halves
TWO = re.compile(r"(?<![\w.])2 \*(?!\*)|[*/] 2(?![\w.])")
HALVES = {"2", "0.5"}
# what only measures: next to a length, in angles, in the curve that begins and ends slowly
MEASURE = re.compile(
    r"\b(?:x|y|r|left|top|right|bottom|width|height|radius|size|frame|SIZE(?: / 2)?) [-+*/] \d+\b"
    r"|\b\d+ \* Math\.PI|Math\.sqrt\(3\)|\(3 - 2 \* "
)
NAMES = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
    "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
}  # fmt: skip
LEAST = 2  # too much has 0 and 1 in it


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
    return SHAPE.sub("''", COMMENT.sub("", text))


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


# the numbers of a game's rules, found where the game states them


@cache
def rule_numbers(game_id: str) -> frozenset[str]:
    """What its clauses, its options and its board say, as it would be written in a source."""
    clauses = " ".join(Words(game_id, ENGLISH).clause(each) or "" for each in clause_ids(game_id))
    said = re.findall(r"(?<![\w-])\d+\b|[a-z]+", clauses.lower())
    numbers = {int(word) for word in said if word.isdigit()}
    numbers |= {NAMES[word] for word in said if word in NAMES}
    game = periplo.game(game_id)
    for option in game.options:
        bounds = [getattr(option, bound, None) for bound in ("least", "most")]
        numbers |= set(whole_numbers([option.default, *bounds]))
    for _, options in setups(game_id):
        numbers |= set(sizes(game.board(options)))
    numbers |= set(constants(GAMES / game_id / "board.py"))
    halves = HALVES if "half" in said else set()
    return frozenset(halves | {str(number) for number in numbers if number >= LEAST})


def clause_ids(game_id: str) -> list[str]:
    return Words(game_id, ENGLISH).clause_ids()


def whole_numbers(value: Any) -> Iterator[int]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for one in value:
            yield from whole_numbers(one)
    elif isinstance(value, int):
        yield abs(value)


def sizes(table: dict[str, Any]) -> Iterator[int]:
    """How many there are of everything on a board, and the number of the last."""
    for value in table.values():
        if isinstance(value, int):
            yield value
        elif isinstance(value, (list, dict)):
            yield from (len(value), len(value) - 1)
        if isinstance(value, dict):
            yield from sizes(value)


def constants(file: Path) -> Iterator[int]:
    """The numbers in the constants of a module, as they are written there."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.AnnAssign) and "Final" in ast.unparse(node.annotation):
            yield from (
                one.value
                for one in ast.walk(node)
                if isinstance(one, ast.Constant) and type(one.value) is int
            )


# what a board holds of them


@cache
def about_the_board(game_id: str) -> dict[str, Any]:
    """The game's `tests/web.toml`."""
    file = GAMES / game_id / "tests" / "web.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def allowed_in(game_id: str, name: str) -> list[str]:
    """The code of a source whose numbers are none of the rules'."""
    pairs = (each.split(": ", 1) for each in about_the_board(game_id).get("allowed", {}))
    return [code for file, code in pairs if file == name]


def rules_in(game_id: str, name: str, source: str) -> list[str]:
    """What is of the rules in the computing part of one of the board's sources, with its line."""
    numbers, found = rule_numbers(game_id), []
    for line in source.splitlines():
        searched = line
        for code in allowed_in(game_id, name):
            searched = searched.replace(code, "")
        searched = MEASURE.sub("", searched)
        if not numbers >= HALVES:
            searched = TWO.sub("", searched)
        held = [number for number in NUMBER.findall(searched) if number in numbers]
        found += [f"{name}: {number}, in: {line.strip()}" for number in held]
    return found


def test_no_source_of_the_browser_names_a_clause(game_id: str) -> None:
    """Not even in a comment: whoever knows the clause knows the rule."""
    prefix = clause_ids(game_id)[0].split("-")[0]
    pattern = re.compile(rf"\b{re.escape(prefix)}-R?\d+")
    files = sources(APP) + [file for web in GAMES.glob("*/web") for file in sources(web)]
    assert len(files) > 100
    found = [
        f"{file.parent.parent.name}/{file.name}: {match}"
        for file in files
        for match in pattern.findall(file.read_text(encoding="utf-8"))
    ]
    assert found == []


# the rules of real tables: who may do what, and which lines can be corrected or are public

WORDS = (ROLES, VERBS, KINDS)
LIST = re.compile(r"\[\s*((?:'[a-z]+'\s*,?\s*){3,})\]")
OFFICE = re.compile(rf"\brole\s*[!=]==\s*'(?:{'|'.join(ROLES)})'")
SUGGESTED = "['validator', 'notary', 'notary', 'judge', 'herald']"  # a form begins with them


def desk_rules_in(source: str) -> list[str]:
    """Lists of roles, verbs or kinds of lines, and questions about an office: the server says who
    may do what now, to which lines it can be done, and who can be appointed.
    """
    found = [
        match[0]
        for match in LIST.finditer(source)
        if any({*re.findall(r"[a-z]+", match[1])} <= {*words} for words in WORDS)
    ]
    return [*found, *OFFICE.findall(source)]


def test_no_page_holds_a_rule_of_real_tables() -> None:
    found = {file.name: desk_rules_in(computing(file)) for file in sources(APP)}
    assert {name: rules for name, rules in found.items() if rules} == {
        "NewEvent.svelte": [SUGGESTED]
    }


@pytest.mark.parametrize(
    "source",
    [
        "const CORRECTED = new Set<Line['kind']>(['entered', 'acted', 'penalty'])",
        "export const ROLES: Role[] = [\n  'validator',\n  'notary',\n  'judge',\n]",
        "const mayUndo = office.role === 'judge'",
    ],
)
def test_a_rule_of_real_tables_is_found_in_a_page(source: str) -> None:
    assert desk_rules_in(source)


def test_a_board_holds_no_number_of_the_rules(game_id: str) -> None:
    """What is none of the rules' is allowed in the game's `tests/web.toml`, with the reason."""
    files, texts = sources(GAMES / game_id / "web"), about_the_board(game_id).get("texts", [])
    assert [line for file in files for line in rules_in(game_id, file.name, computing(file))] == []
    whole = [(file.name, file.read_text(encoding="utf-8")) for file in files]
    assert [(name, text) for name, source in whole for text in texts if text in source] == []


def test_a_board_is_allowed_no_more_than_it_needs(game_id: str) -> None:
    found = {file.name: computing(file) for file in sources(GAMES / game_id / "web")}
    for where, reason in about_the_board(game_id).get("allowed", {}).items():
        name, code = where.split(": ", 1)
        assert code in found[name], f"{name} has no {code} any more"
        assert rules_in(game_id, "", code), f"{code} need not be allowed"
        assert len(reason) > 5


def test_a_rule_is_found_wherever_it_is_put_into_a_board(game_id: str) -> None:
    """The game's `tests/web.toml` has some as they might be written."""
    files = sources(GAMES / game_id / "web")
    refused = about_the_board(game_id).get("refused", [])
    assert refused or not files, f"{game_id}: tests/web.toml is missing or refuses nothing"
    for line in refused:
        missed = [file.name for file in files if not rules_in(game_id, file.name, line)]
        assert missed == [], line


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("const GARDEN = 63 // the end", "const GARDEN = 63 "),
        ("const TENT = 'M-8-6 63 10H4Z'", "const TENT = ''"),
        ("<script>let a = 1</script><path d='M63' />", "let a = 1"),
        ("<b>{#if at < 63}<i {...f({ a: 6 })}>62</i>{/if}", "#if at < 63\n...f({ a: 6 })\n/if"),
        ("<!-- {63} --><style>p { z-index: 63 }</style>{at}", "at"),
    ],
)
def test_only_what_computes_in_a_source_is_searched(tmp_path: Path, text: str, left: str) -> None:
    file = tmp_path / ("a.svelte" if text.startswith("<") else "a.ts")
    file.write_text(text)
    assert computing(file).strip("\n") == left
