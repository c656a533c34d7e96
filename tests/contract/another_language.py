"""A copy of the package that speaks one more language: every English text in marks."""

import json
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE, NAME = "xx", "Marked"
OPEN, CLOSE = "⟦", "⟧"

STRING = r'"(?:\\.|[^"\\])*"'
VALUE = rf'"""(?:.|\n)*?"""|{STRING}|\[(?:\s*{STRING},?)*\s*\]'
COLUMN = re.compile(rf"\ben((?:\.\w+)?) = ({VALUE}|\{{[^{{}}\n]*\}})")


def copy_with_another_language(folder: Path) -> Path:
    """Copy the sources, add the language's column to every file of words, and its one line."""
    ignored = shutil.ignore_patterns("__pycache__", "tests")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
    shutil.copytree(ROOT / "web" / "src", folder / "web" / "src")
    for name in ("web/vite.config.ts", "web/tsconfig.json", "package.json"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    for file in folder.rglob("*.toml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(COLUMN.sub(_with_column, text), encoding="utf-8")
    for page in folder.rglob("page.en.md"):
        page.with_name(f"page.{CODE}.md").write_text(f"# {OPEN}page{CLOSE}\n", encoding="utf-8")
    for words in (folder / "web" / "src").rglob("words/*.json"):
        entries = json.loads(words.read_text(encoding="utf-8"))
        # in the order of the list, and both parts of `one|many`
        marked = {
            key: {CODE: "|".join(mark(part) for part in entry["en"].split("|")), **entry}
            for key, entry in entries.items()
        }
        words.write_text(json.dumps(marked, ensure_ascii=False), encoding="utf-8")
    languages = folder / "src" / "periplo" / "core" / "languages.json"
    line = f'  "{CODE}": "{NAME}",\n'
    languages.write_text(languages.read_text().replace("{\n", "{\n" + line, 1), encoding="utf-8")
    return folder / "src"


def mark(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


def _with_column(found: re.Match[str]) -> str:
    part, value = found.groups()
    if value.startswith('"""'):
        marked = f'"""{OPEN}{value[3:-3]}{CLOSE}"""'
    else:
        marked = re.sub(STRING, lambda one: f'"{OPEN}{one[0][1:-1]}{CLOSE}"', value)
    at_line_start = found.string[: found.start()].rpartition("\n")[2].strip() == ""
    between = "\n" if at_line_start else ", "
    return f"{found[0]}{between}{CODE}{part} = {marked}"
