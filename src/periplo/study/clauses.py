"""Whether the clauses of a game are complete, as far as a program can see.

For every clause in `clauses.toml`: some line of the game's code cites its id, some line of its
tests (or of their `refusals.toml`) cites it, and it has a text in every language (English alone for
a draft). For every id that is cited: there is such a clause. Whether the code does what the clause
says is for the tests.
"""

import re
import tomllib
from pathlib import Path

from periplo.core.words import ENGLISH, LANGUAGES

NOT_RULES = ("layout.py", "drawing.py")  # a drawing may mention a clause but enforces none


def clause_faults(package: Path) -> list[str]:
    """What is wrong with the clauses of one game, a line each."""
    try:
        clauses = tomllib.loads((package / "clauses.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return [f"{package.name}: clauses.toml: {error}"]
    prefixes = {clause.split("-")[0] for clause in clauses}
    if len(prefixes) != 1:
        return [f"{package.name}: clauses.toml: ids must share one prefix, not {sorted(prefixes)}"]
    pattern = re.compile(rf"\b{re.escape(prefixes.pop())}-R?\d+[a-z]?\b")
    code = [file for file in sorted(package.glob("*.py")) if file.name not in NOT_RULES]
    in_code = _citations(pattern, code)
    tests = [*sorted((package / "tests").glob("*.py")), package / "tests" / "refusals.toml"]
    in_tests = _citations(pattern, [file for file in tests if file.is_file()])
    faults = []
    for clause, wording in clauses.items():
        if clause not in in_code:
            faults.append(f"{clause}: no code cites it")
        if clause not in in_tests:
            faults.append(f"{clause}: no test cites it")
        faults += [
            f"{clause}: has no text in {language}"
            for language in ((ENGLISH,) if is_draft(package) else LANGUAGES)
            if not isinstance(wording, dict) or not str(wording.get(language, "")).strip()
        ]
    for cited in (in_code, in_tests):
        faults += [
            f"{place}: cites {clause}, which is no clause"
            for clause, place in cited.items()
            if clause not in clauses
        ]
    return [f"{package.name}: {fault}" for fault in faults]


def is_draft(package: Path) -> bool:
    """Whether a game's words.toml says `draft = true`: then English alone is enough."""
    try:
        words = tomllib.loads((package / "words.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return words.get("draft") is True


def _citations(pattern: re.Pattern[str], sources: list[Path]) -> dict[str, str]:
    """Each clause cited, with the first place that does."""
    found: dict[str, str] = {}
    for source in sources:
        for number, line in enumerate(
            source.read_text(encoding="utf-8", errors="replace").splitlines(), 1
        ):
            for clause in pattern.findall(line):
                found.setdefault(clause, f"{source.name}:{number}")
    return found


def packages_in(source: Path) -> list[Path]:
    """The games of a source tree, tests and all."""
    folder = source / "src" / "periplo" / "games"
    return sorted(found.parent for found in folder.glob("*/__init__.py"))
