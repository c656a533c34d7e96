"""Everything that can be wrong with a file of questions is named, with its row and its column."""

import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from periplo.core import grids
from periplo.core.contents import MOST_BYTES, Content
from periplo.core.words import LANGUAGES
from periplo.games.europa import editing, formats, packs, pictures
from periplo.games.europa.faults import SENTENCES, UNREADABLE

SHEETS = Path(__file__).parent / "sheets"  # saved by LibreOffice 7.4, but for their names
WORDS = json.loads((Path(__file__).parents[1] / "web" / "packs.json").read_text(encoding="utf-8"))

FALL_BACK = "# missing decks: built-in"
COLUMNS = "country,language,id,difficulty,question,right,wrong 1,wrong 2,wrong 3,why"
GOOD = [f"spain,es,q{n},1,¿{n}?,bien,mal,fatal,peor,porque sí" for n in (1, 2, 3)]
GIFT = "// language: es\n// missing decks: built-in\n$CATEGORY: spain\n\n"
HEAD = '{"periplo": "questions", "format": 1, "missing decks": "built-in"}'


def csv_of(*rows: str, head: str = COLUMNS) -> bytes:
    return "\n".join([FALL_BACK, head, *rows]).encode()


def row(**cells: str) -> bytes:
    """The good rows, and a fourth one in line 6 with these cells."""
    usual = dict(zip(COLUMNS.split(","), GOOD[0].split(","), strict=True))
    fourth = usual | {"id": "q4", "question": "¿4?"} | cells
    return csv_of(*GOOD, ",".join(f'"{cell}"' for cell in fourth.values()))


def gift(block: str) -> bytes:
    return (GIFT + block + "\n").encode()


def jsonl(**changed: Any) -> bytes:
    texts = {"ask": "¿4?", "right": "a", "wrong": ["b", "c", "d"], "why": ""}
    entry = {"id": "4", "deck": "spain", "topic": "", "difficulty": "1", "es": texts} | changed
    return f"{HEAD}\n{json.dumps(entry)}\n".encode()


def bomb() -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", bytes(65 * 1024 * 1024))
    return file.getvalue()


def far_cell() -> bytes:
    book = grids.openpyxl().Workbook()
    book.active.cell(1_048_576, 16_384, "far away")
    file = BytesIO()
    book.save(file)
    return file.getvalue()


class Fault(NamedTuple):
    kind: str
    line: int
    column: str
    name: str
    data: Callable[[], bytes]
    said: str  # in English, as a part of what the page says


def in_row(kind: str, column: str, said: str, **cells: str) -> Fault:
    return Fault(kind, 6, column, "class.csv", lambda: row(**cells), said)


def in_gift(kind: str, block: str, said: str) -> Fault:
    return Fault(kind, 5, "", "quiz.gift", lambda: gift(block), said)


FAULTS = {
    "no country": in_row("no-country", "country", "Write its name", country=""),
    "no such country": in_row(
        "unknown-country", "country", "“atlantis” is no country", country="atlantis"
    ),
    "no language": in_row("no-language", "language", "Add a column “language”", language=""),
    "a language by name": in_row(
        "unknown-language", "language", "two or three small letters", language="español"
    ),
    "no question": in_row("no-question", "question", "Write one, or delete the row", question=""),
    "a difficulty of 4": in_row("bad-difficulty", "difficulty", "1 (easy), 2 or 3", difficulty="4"),
    "a question that is too long": in_row(
        "too-long", "question", "Shorten it to 1000 characters", question="x" * 1001
    ),
    "an answer that is too long": in_row(
        "too-long", "wrong 2", "Shorten it to 300 characters", **{"wrong 2": "x" * 301}
    ),
    "an explanation that is too long": in_row(
        "too-long", "why", "Shorten it to 2000 characters", why="x" * 2001
    ),
    "characters of a terminal": in_row(
        "unshown", "right", "characters that cannot be shown", right="\x1b[2J"
    ),
    "UTF-8 read as something else": in_row(
        "garbled", "question", "Save the file again as UTF-8", question="Â¿QuÃ© rÃ­o?"
    ),
    "letters that were lost": in_row("garbled", "wrong 3", "garbled", **{"wrong 3": "Espa�a"}),
    "no right answer": in_row("no-right", "right", "There is no right answer", right=""),
    "two wrong answers": in_row("wrong-count", "wrong 2", "Write three", **{"wrong 2": ""}),
    "the right answer is wrong, too": in_row(
        "right-among-wrong", "wrong 3", "stands among the wrong answers", **{"wrong 3": "BIEN"}
    ),
    "a wrong answer twice": in_row("same-wrong", "wrong 2", "is given twice", **{"wrong 2": "Mal"}),
    "a question twice": in_row("same-question", "question", "already: row 3", question="¿1?"),
    "an id of another country": in_row(
        "id-elsewhere", "id", "for another country", id="q1", country="italy"
    ),
    "an id twice": in_row("id-twice", "id", "in the same language", id="q1"),
    "a translation that is missing": Fault(
        "missing-language", 3, "question", "class.csv",
        lambda: csv_of(*GOOD, "spain,en,q2,1,2?,a,b,c,d,", "spain,en,q3,1,3?,a,b,c,d,"),
        "q1 is missing in the language “en”",
    ),
    "too many languages": Fault(
        "many-languages", 23, "", "class.csv",
        lambda: csv_of(*(f"spain,a{chr(97 + n)},,1,{n}?,a,b,c,d," for n in range(21))),
        "more than 20 languages",
    ),
    "nothing but headings": Fault(
        "no-questions", 1, "", "class.csv", csv_of, "There are no questions"
    ),
    "an empty file": Fault("no-questions", 1, "", "class.csv", bytes, "There are no questions"),
    "two questions on a country": Fault(
        "few-questions", 3, "country", "class.csv", lambda: csv_of(*GOOD[:2]), "Spain has 2"
    ),
    "too many questions on a country": Fault(
        "many-questions", 3, "country", "class.csv",
        lambda: csv_of(*(f"spain,es,,1,¿{n}?,a,b,c,d," for n in range(packs.MOST_QUESTIONS + 1))),
        "takes 1000 at most",
    ),
    "countries that are missing": Fault(
        "missing-decks", 1, "", "class.csv",
        lambda: csv_of(*GOOD).replace(FALL_BACK.encode(), b"# mine"), "let them use ours",
    ),
    "too many rows": Fault(
        "many-rows", formats.MOST_ROWS + 3, "", "class.csv",
        lambda: csv_of(*(f"spain,es,,1,¿{n}?,a,b,c,d," for n in range(formats.MOST_ROWS + 1))),
        "Split the file",
    ),
    "columns without names": Fault(
        "no-columns", 2, "", "class.csv", lambda: csv_of(*GOOD, head="one,two,three"),
        "Missing: country, question, right",
    ),
    "a column twice": Fault(
        "column-twice", 2, "right", "class.csv",
        lambda: csv_of(*GOOD, head=COLUMNS.replace("why", "correcta")), "called “right”",
    ),
    "a line that is no JSON": Fault(
        "no-json", 2, "", "p.jsonl", lambda: f"{HEAD}\n{{,\n".encode(), "no JSON object"
    ),
    "some other JSON": Fault(
        "no-pack", 1, "", "p.jsonl", lambda: b'{"a": 1}\n', "does not begin as a question pack"
    ),
    "JSON without a question": Fault(
        "no-entry", 2, "", "p.jsonl", lambda: jsonl(difficulty=1), "The line is no question"
    ),
    "a picture from elsewhere": Fault(
        "bad-picture", 2, "picture", "p.jsonl",
        lambda: jsonl(picture="https://example.org/a.png"), "Add it again on this page",
    ),
    "a quiz without empty lines": in_gift(
        "gift-long", "¿? {=a ~b ~c ~d}\n" * 2000, "an empty line between questions"
    ),
    "a quiz question without braces": in_gift("gift-shape", "¿Y?", "stand in braces"),
    "true or false": in_gift("gift-answers", "¿Sí? {TRUE}", "no true/false"),
    "answers with weights": in_gift("gift-weights", "¿? {~%50%a ~%50%b ~c ~d}", "weights"),
    "matching": in_gift("gift-matching", "¿? {=a -> 1 =b -> 2 =c -> 3}", "Matching questions"),
    "two right answers": Fault(
        "two-right", 5, "right", "quiz.gift", lambda: gift("¿? {=a =b ~c ~d ~e}"), "“a” and “b”"
    ),
    "a picture of a page": Fault("ending", 0, "", "scan.pdf", bytes, "Choose .xlsx, .csv"),
    "more than 4 MB": Fault("large", 0, "", "class.csv", lambda: bytes(MOST_BYTES + 1), "4 MB"),
    "empty lines without end": Fault(
        "many-lines", 0, "", "class.csv", lambda: b"\n" * 200_001, "more than 200,000 lines"
    ),
    "a quote that is not closed": Fault(
        "csv", 0, "", "class.csv", lambda: csv_of('spain,es,q,1,"¿' + "x" * 200_000),
        "lack its closing quote",
    ),
    "no spreadsheet": Fault("xlsx", 0, "", "class.xlsx", lambda: b"PK\3\4", "save it anew"),
    "a spreadsheet that unpacks to too much": Fault(
        "unpacked", 0, "", "class.xlsx", bomb, "more than 64 MB"
    ),
    "a cell far away": Fault("many-cells", 0, "", "class.xlsx", far_cell, "a million cells"),
    "a date in place of an answer": Fault(
        "date", 3, "right", "date.xlsx", lambda: (SHEETS / "date.xlsx").read_bytes(), "made a date"
    ),
    "a formula that came to nothing": Fault(
        "cell-error", 4, "wrong 1", "errors.xlsx", lambda: (SHEETS / "errors.xlsx").read_bytes(),
        "#DIV/0!",
    ),
    "letters of Windows": Fault(
        "encoding", 0, "", "windows.csv", lambda: (SHEETS / "windows.csv").read_bytes(),
        "save it as “CSV UTF-8”",
    ),
}  # fmt: skip


def said(fault: dict[str, Any], language: str = "en") -> str:
    """As the page says it."""
    template: str = WORDS[f"fault-{fault['kind']}"][language]
    values = {name: str(value) for name, value in fault["values"].items()}
    if "line" in values:
        values["line"] = WORDS["row"][language].format(line=values["line"])
    if "deck" in values:
        values["deck"] = values["deck"].capitalize()
    return template.format(**values)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_its_place_and_what_to_do(name: str) -> None:
    wanted = FAULTS[name]
    draft, found = editing.read(Content(wanted.name, wanted.data()))
    assert draft is None  # nothing is half imported
    first = found[0]
    assert (first["kind"], first["line"], first["column"]) == wanted[:3]
    assert wanted.said in said(first)
    for language in LANGUAGES:
        assert said(first, language)


def test_there_is_a_file_for_every_kind_of_fault() -> None:
    tried = {fault.kind for fault in FAULTS.values()}
    assert len(tried) >= 30
    # a server has openpyxl; of a picture without a description test_europa_pictures.py speaks
    assert {*SENTENCES, *UNREADABLE} - tried == {"no-openpyxl", "no-alt"}


def test_every_kind_of_fault_has_its_words() -> None:
    for kind in (*SENTENCES, *UNREADABLE, "other"):
        assert f"fault-{kind}" in WORDS
    for column in (*formats.HEADINGS, "picture", "alt"):
        assert f"column-{column}" in WORDS


def test_all_faults_of_a_file_are_listed_in_its_order() -> None:
    bad = ["atlantis,es,a,1,¿a?,x,y,z,w,", "spain,es,b,9,,x,x,z,w,", "spain,es,c,1,¿c?,x,y,z,,"]
    _, found = editing.read(Content("class.csv", csv_of(*GOOD, *bad)))
    assert [(fault["line"], fault["kind"]) for fault in found] == [
        (6, "unknown-country"),
        (7, "no-question"),
        (7, "bad-difficulty"),
        (7, "right-among-wrong"),
        (8, "wrong-count"),
    ]


@pytest.mark.parametrize("name", ["good.xlsx", "semicolons.csv", "tabs.csv"])
def test_what_libreoffice_saves_is_read(name: str) -> None:
    """Numbers and formulas as they are seen, semicolons and tabs, headings in Spanish."""
    draft, found = editing.read(Content(name, (SHEETS / name).read_bytes()))
    assert found == []
    assert draft is not None
    first, second, third = draft["entries"]
    assert (first["deck"], first["difficulty"], first["es"]["right"]) == ("spain", "1", "Ebro")
    assert second["es"]["wrong"] == ["1975", "1982", "1986"]
    assert (third["es"]["right"], third["es"]["wrong"][1]) == ("7905", "3,5")


def test_rows_are_counted_as_in_the_spreadsheet() -> None:
    """The empty one counts, too."""
    _, found = editing.read(Content("rows.xlsx", (SHEETS / "rows.xlsx").read_bytes()))
    assert [(fault["line"], fault["kind"]) for fault in found] == [
        (7, "unknown-country"),
        (7, "bad-difficulty"),
    ]
    _, found = editing.read(Content("good.ods", (SHEETS / "good.ods").read_bytes()))
    assert [fault["kind"] for fault in found] == ["ending"]


# ---- drafts


def test_a_draft_is_checked_as_the_file_it_will_be() -> None:
    draft = editing.copy()
    assert editing.check(draft) == []
    content = editing.content_of(draft, "ours")
    assert content.name == "ours.jsonl"
    assert packs.faults_in(content) == []


def test_a_question_without_a_word_is_a_fault() -> None:
    nothing = {"ask": "", "right": "", "wrong": ["", "", ""], "why": ""}
    facts = {"id": "x", "deck": "spain", "topic": "", "difficulty": "1"}
    draft = editing.empty() | {"entries": [facts | {"en": nothing, "es": nothing}]}
    assert [fault["kind"] for fault in editing.check(draft)] == ["no-question", "no-right"]


def test_a_language_in_which_nothing_is_written_is_not_missed() -> None:
    draft = editing.copy()
    for entry in draft["entries"]:
        entry["it"] = {"ask": " ", "right": "", "wrong": ["", "", ""], "why": ""}
    assert editing.check(draft) == []
    assert editing.survey(draft)["languages"] == ["en", "es"]


def test_the_survey_says_where_questions_are_too_few() -> None:
    draft = editing.empty()
    assert {deck["deck"] for deck in editing.survey(draft)["decks"]} == {*packs.CODES, packs.MURCIA}
    draft["entries"] = [entry for entry in editing.copy()["entries"] if entry["deck"] == "spain"]
    survey = editing.survey(draft)
    (spain,) = [deck for deck in survey["decks"] if deck["deck"] == "spain"]
    assert sum(spain["levels"].values()) == len(draft["entries"]) >= spain["enough"]
    assert "spain" not in survey["missing"]
    assert "italy" in survey["missing"]


def test_a_picture_is_a_small_plain_webp() -> None:
    assert pictures.size_of(b"RIFF" + bytes(40)) is None
    for address in ("", "data:image/svg+xml;base64,AAAA", pictures.START + "%%%", "x" * 100):
        assert pictures.why_not(address)
