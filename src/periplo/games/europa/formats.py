"""Files of questions: grids (.csv, .xlsx), Moodle's quizzes (.gift, .txt), our own (.jsonl).

All are read into the same rows, one a question and language, with the line each came from.
What the rows must hold is decided in `packs.py`.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any

from periplo.core.contents import BadFile, Content, read_content
from periplo.core.errors import BadSetup
from periplo.core.grids import GridRow, csv_lines, openpyxl, xlsx_lines
from periplo.games.europa.faults import PackFault

FORMAT = 1
MOST_ROWS = 10_000
MOST_LINES = 200_000
LONGEST_BLOCK = 20_000  # characters of a GIFT question
MOST_ANSWERS = 100
LONGEST_SHOWN = 200  # characters of what is no question
ENDINGS = (".csv", ".xlsx", ".gift", ".txt", ".jsonl")


@dataclass
class Row:
    line: int
    deck: str
    language: str
    id: str
    topic: str
    difficulty: str
    ask: str
    right: list[str]
    wrong: list[str]
    why: str
    picture: str = ""  # see pictures.py; only our own files have one
    alt: str = ""  # what is on it, for who does not see it


@dataclass
class Source:
    """What was found in a file; `falls_back`: missing decks are to be the built-in ones."""

    rows: list[Row]
    faults: list[PackFault]
    falls_back: bool


def content_of(path: str) -> Content:
    """What is in a file of questions, not looked into yet."""
    if _suffix(path) == ".xlsx":
        openpyxl()
    return read_content(path)


def read(content: Content) -> Source:
    """The rows of a file, whatever its format."""
    suffix = _suffix(content.name)
    if suffix == ".xlsx":
        return _read_grid(xlsx_lines(content))
    text = _text_of(content)
    if suffix == ".csv":
        try:
            return _read_grid(csv_lines(text))
        except csv.Error as error:
            said = f"{content.name}: is no CSV that can be read: {error}"
            raise BadFile("csv", said) from None
    return _read_jsonl(text) if suffix == ".jsonl" else _read_gift(text)


def write(source: Source, path: str) -> None:
    """The rows to a file, in the format its name asks for."""
    data = written(source, path)
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise BadSetup(f"{path}: {error.strerror or error}") from None


def written(source: Source, name: str) -> bytes:
    """The rows in the format that the name of a file asks for."""
    suffix = _suffix(name)
    if suffix == ".xlsx":
        return _to_xlsx(source)
    writer = {".csv": _to_csv, ".jsonl": _to_jsonl}.get(suffix, _to_gift)
    return writer(source).encode()


def _suffix(path: str) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in ENDINGS:
        raise BadFile(
            "ending",
            f"{path}: questions are read from .csv, .xlsx, .gift, .txt (GIFT) and .jsonl files",
        )
    return suffix


def _text_of(content: Content) -> str:
    try:
        text = content.data.decode("utf-8-sig")
    except UnicodeDecodeError:
        said = f"{content.name}: is not UTF-8 text; save it as “CSV UTF-8”"
        raise BadFile("encoding", said) from None
    if text.count("\n") + text.count("\r") > MOST_LINES:
        raise BadFile("many-lines", f"{content.name}: has more than {MOST_LINES:,} lines")
    return text


def _too_many(line: int) -> Source:
    return Source([], [PackFault(line, "many-rows", values={"most": MOST_ROWS})], False)


# settings, in lines that are otherwise comments: “# language: es”, “# missing decks: built-in”


class _Settings:
    def __init__(self) -> None:
        self.language = ""
        self.falls_back = False

    def read(self, comment: str) -> None:
        key, _, value = comment.partition(":")
        words = " ".join(key.lower().split())
        if words == "language":
            self.language = value.strip().lower()
        elif words == "missing decks":
            self.falls_back = value.strip().lower() == "built-in"


# grids

HEADINGS = {
    "country": ("country", "deck", "pais", "país", "paese", "baraja", "mazzo"),
    "language": ("language", "idioma", "lengua", "lingua"),
    "id": ("id",),
    "topic": ("topic", "tema", "argomento"),
    "difficulty": ("difficulty", "dificultad", "difficolta", "difficoltà"),
    "question": ("question", "pregunta", "domanda"),
    "right": ("right", "correcta", "giusta", "corretta"),
    "wrong 1": ("wrong 1", "incorrecta 1", "sbagliata 1", "errata 1"),
    "wrong 2": ("wrong 2", "incorrecta 2", "sbagliata 2", "errata 2"),
    "wrong 3": ("wrong 3", "incorrecta 3", "sbagliata 3", "errata 3"),
    "why": ("why", "explicacion", "explicación", "spiegazione"),
}
NEEDED = ("country", "question", "right", "wrong 1", "wrong 2", "wrong 3")


def _read_grid(lines: Iterator[GridRow]) -> Source:
    settings = _Settings()
    rows: list[Row] = []
    columns: dict[str, int] = {}
    for line, cells in lines:
        if not any(cells):
            continue
        if cells[0].startswith("#"):
            settings.read(cells[0][1:])
        elif not columns:
            columns, faults = _columns(line, cells)
            if faults:
                return Source([], faults, False)
        else:
            rows.append(_row_of_cells(line, cells, columns, settings))
            if len(rows) > MOST_ROWS:
                return _too_many(line)
    return Source(rows, [], settings.falls_back)


def _columns(line: int, cells: list[str]) -> tuple[dict[str, int], list[PackFault]]:
    """Where each column is; the faults of a heading that cannot be used."""
    found: dict[str, int] = {}
    faults = []
    for place, cell in enumerate(cells):
        heading = " ".join(cell.lower().split())
        for name, ways in HEADINGS.items():
            if heading in ways:
                if name in found:
                    faults.append(PackFault(line, "column-twice", name, values={"column": name}))
                found[name] = place
    missing = [name for name in NEEDED if name not in found]
    if missing:
        named = {"columns": ", ".join(missing)}
        faults.append(PackFault(line, "no-columns", values=named))
    return found, faults


def _row_of_cells(line: int, cells: list[str], columns: dict[str, int], settings: _Settings) -> Row:
    def cell(name: str) -> str:
        place = columns.get(name, len(cells))
        return cells[place] if place < len(cells) else ""

    return Row(
        line=line,
        deck=cell("country"),
        language=cell("language").lower() or settings.language,
        id=cell("id"),
        topic=cell("topic"),
        difficulty=cell("difficulty"),
        ask=cell("question"),
        right=[cell("right")],
        wrong=[cell(f"wrong {number}") for number in (1, 2, 3)],
        why=cell("why"),
    )


def _grid_of(source: Source) -> list[list[str]]:
    grid = [["# missing decks: built-in"]] if source.falls_back else []
    grid.append(list(HEADINGS))
    for row in source.rows:
        facts = (row.deck, row.language, row.id, row.topic, row.difficulty)
        grid.append([*facts, row.ask, *row.right, *row.wrong, row.why])
    return grid


def _to_csv(source: Source) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(_grid_of(source))
    return text.getvalue()


def _to_xlsx(source: Source) -> bytes:
    book = openpyxl().Workbook()
    for number, cells in enumerate(_grid_of(source), 1):
        for place, text in enumerate(cells, 1):
            cell = book.active.cell(number, place, text)
            cell.data_type = "s"  # an answer that begins with = is no formula
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


# our own: a line that says what it is, then one question a line


FACTS = ("id", "deck", "topic", "difficulty")
PICTURE = "picture"


def _to_jsonl(source: Source) -> str:
    entries: dict[str, dict[str, Any]] = {}
    for row in source.rows:
        facts = (row.id, row.deck, row.topic, row.difficulty)
        entry = entries.setdefault(row.id, dict(zip(FACTS, facts, strict=True)))
        if row.picture:
            entry[PICTURE] = row.picture
        entry[row.language] = {
            "ask": row.ask, "right": row.right[0], "wrong": row.wrong, "why": row.why
        }  # fmt: skip
        if row.picture:
            entry[row.language]["alt"] = row.alt
    return jsonl_of(list(entries.values()), source.falls_back)


def jsonl_of(entries: Iterable[Mapping[str, Any]], falls_back: bool) -> str:
    """A pack file with these questions."""
    missing = "built-in" if falls_back else "refused"
    head = {"periplo": "questions", "format": FORMAT, "missing decks": missing}
    lines = [json.dumps(entry, ensure_ascii=False) for entry in (head, *entries)]
    return "\n".join(lines) + "\n"


def _read_jsonl(text: str) -> Source:
    rows: list[Row] = []
    faults: list[PackFault] = []
    falls_back = False
    for line, written in enumerate(text.splitlines(), 1):
        try:
            entry = json.loads(written)
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            return Source([], [PackFault(line, "no-json")], False)
        if line == 1:
            if entry.get("periplo") != "questions" or entry.get("format") != FORMAT:
                return Source([], [PackFault(1, "no-pack")], False)
            falls_back = entry.get("missing decks") == "built-in"
            continue
        try:
            rows += _rows_of_entry(line, entry)
        except (KeyError, TypeError):
            faults.append(PackFault(line, "no-entry", values={"text": written[:LONGEST_SHOWN]}))
        if len(rows) + len(faults) > MOST_ROWS:
            return _too_many(line)
    return Source(rows, faults, falls_back)


def _rows_of_entry(line: int, entry: dict[str, Any]) -> list[Row]:
    facts = {key: _word(entry[key]) for key in FACTS}
    picture = _word(entry.get(PICTURE, ""))
    return [
        Row(
            line=line,
            language=language,
            ask=_word(words["ask"]),
            right=[_word(words["right"])],
            wrong=[_word(answer) for answer in words["wrong"]],
            why=_word(words["why"]),
            picture=picture,
            alt=_word(words.get("alt", "")),
            **facts,
        )
        for language, words in entry.items()
        if language not in facts and language != PICTURE
    ]


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value.strip()


# Moodle's GIFT: “// comments”, “$CATEGORY: es/spain”, “::title::question {=right ~wrong ####why}”

SPECIAL = "~=#{}:"


class NoQuestion(ValueError):
    """A block that is no question we could ask; `kind` is that of the fault."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def _read_gift(text: str) -> Source:
    settings = _Settings()
    rows: list[Row] = []
    faults: list[PackFault] = []
    category: list[str] = []
    tags: list[str] = []
    id = ""
    for line, block in _gift_blocks(text):
        if len(rows) + len(faults) > MOST_ROWS:
            return _too_many(line)
        if len(block) > LONGEST_BLOCK:
            faults.append(PackFault(line, "gift-long", values={"most": LONGEST_BLOCK}))
            continue
        if block.startswith("//"):
            settings.read(block[2:])
            tags += re.findall(r"\[tag:([^\[\]]*)\]", block)
            id = next(iter(re.findall(r"\[id:([^\[\]]*)\]", block)), id)
            continue
        if block.startswith("$CATEGORY:"):
            category = [part.strip() for part in block.partition(":")[2].split("/")]
            continue
        try:
            row = _gift_question(line, block)
        except NoQuestion as error:
            faults.append(PackFault(line, error.kind))
            tags, id = [], ""
            continue
        row.deck = category[-1] if category else ""
        above = category[-2].lower() if len(category) > 1 else ""
        row.language = above if re.fullmatch("[a-z]{2}", above) else settings.language
        row.id = id or row.id
        for tag in tags:
            if tag.startswith("difficulty-"):
                row.difficulty = tag.removeprefix("difficulty-")
            else:
                row.topic = tag
        rows.append(row)
        tags, id = [], ""
    return Source(rows, faults, settings.falls_back)


def _gift_blocks(text: str) -> Iterator[tuple[int, str]]:
    """Comments and categories are a line each, questions end at an empty line."""
    start, lines = 0, [""][:0]
    for number, written in enumerate([*text.splitlines(), ""], 1):
        line = written.strip()
        alone = line.startswith(("//", "$CATEGORY:"))
        if (alone or not line) and lines:
            yield start, "\n".join(lines)
            lines = []
        if alone:
            yield number, line
        elif line:
            start = start if lines else number
            lines.append(line)


def _gift_question(line: int, block: str) -> Row:
    parts = re.fullmatch(  # nothing in it is tried twice, however odd the block
        r"(?>(?:::((?:\\.|[^\\])*?)::)?)\s*+(?:\[(\w++)\])?"
        r"((?:\\.|[^\\{}])*+)\{((?:\\.|[^\\{}])*+)\}\s*+",
        block,
        re.DOTALL,
    )
    if parts is None:
        raise NoQuestion("gift-shape")
    title, markup, ask, answers = parts.groups()
    inside, *general = re.split(r"(?<!\\)####", answers)
    answered = re.finditer(r"(?<!\\)([=~])((?:\\.|[^\\=~])*)", inside, re.DOTALL)
    found = [answer.groups() for answer in islice(answered, MOST_ANSWERS + 1)]
    if not found or len(found) > MOST_ANSWERS:
        raise NoQuestion("gift-answers")
    if any(re.match(r"\s*%", answer) for _, answer in found):
        raise NoQuestion("gift-weights")
    if all(sign == "=" and "->" in answer for sign, answer in found):
        raise NoQuestion("gift-matching")

    def plain(text: str) -> str:
        text = re.split(r"(?<!\\)#", text)[0]  # what follows is feedback to one answer
        text = re.sub(r"\\(.)", lambda escaped: _unescaped(escaped[1]), text, flags=re.DOTALL)
        if markup == "html":
            text = unescape(re.sub(r"<[^<>]*>", " ", text))
        return " ".join(text.split())

    return Row(
        line=line,
        deck="",
        language="",
        id=plain(title or ""),
        topic="",
        difficulty="",
        ask=plain(ask),
        right=[plain(answer) for sign, answer in found if sign == "="],
        wrong=[plain(answer) for sign, answer in found if sign == "~"],
        why=plain(general[0]) if general else "",
    )


def _unescaped(char: str) -> str:
    return " " if char == "n" else char


def _escaped(text: str) -> str:
    return "".join("\\" + char if char in SPECIAL + "\\" else char for char in text)


def _to_gift(source: Source) -> str:
    blocks = ["// missing decks: built-in\n"] if source.falls_back else []
    category = ""
    for row in sorted(source.rows, key=lambda row: row.language):
        here = f"$CATEGORY: {row.language}/{row.deck}\n"
        if here != category:
            blocks.append(here)
            category = here
        topic = f"[tag:{row.topic}] " if row.topic else ""
        answers = [f"\t={_escaped(row.right[0])}"]
        answers += [f"\t~{_escaped(answer)}" for answer in row.wrong]
        if row.why:
            answers.append(f"\t####{_escaped(row.why)}")
        inside = "\n".join(answers)
        blocks.append(
            f"// [id:{row.id}] {topic}[tag:difficulty-{row.difficulty}]\n"
            f"::{_escaped(row.id)}::{_escaped(row.ask)} {{\n{inside}\n}}\n"
        )
    return "\n".join(blocks)
