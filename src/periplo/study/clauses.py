"""Whether every clause is enforced in code, tested by name and told in every language."""

import re
import tomllib
from pathlib import Path

from periplo.play.words import LANGUAGES

NOT_RULES = ("layout.py", "drawing.py")  # a drawing may mention a clause but enforces none


def room_faults(room: Path) -> list[str]:
    """What is wrong with one room, a line each."""
    try:
        clauses = tomllib.loads((room / "clauses.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return [f"{room.name}: clauses.toml: {error}"]
    prefixes = {clause.split("-")[0] for clause in clauses}
    if len(prefixes) != 1:
        return [f"{room.name}: clauses.toml: ids must share one prefix, not {sorted(prefixes)}"]
    pattern = re.compile(rf"\b{re.escape(prefixes.pop())}-R?\d+[a-z]?\b")
    code = [file for file in sorted(room.glob("*.py")) if file.name not in NOT_RULES]
    in_code = _citations(pattern, code)
    in_tests = _citations(pattern, sorted((room / "tests").glob("*.py")))
    faults = []
    for clause, wording in clauses.items():
        if clause not in in_code:
            faults.append(f"{clause}: no code cites it")
        if clause not in in_tests:
            faults.append(f"{clause}: no test names it")
        faults += [
            f"{clause}: not told in {language}"
            for language in LANGUAGES
            if not isinstance(wording, dict) or not str(wording.get(language, "")).strip()
        ]
    for cited in (in_code, in_tests):
        faults += [
            f"{place}: cites {clause}, which is no clause"
            for clause, place in cited.items()
            if clause not in clauses
        ]
    return [f"{room.name}: {fault}" for fault in faults]


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


def rooms_in(source: Path) -> list[Path]:
    """The rooms of a source tree, tests and all."""
    folder = source / "src" / "periplo" / "games"
    return sorted(room.parent for room in folder.glob("*/clauses.toml"))
