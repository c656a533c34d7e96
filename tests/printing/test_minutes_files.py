"""Minutes as files: paper that lasts, and cells and data that read back."""

import csv
import io
import json
import re
import subprocess
import sys
from datetime import UTC
from functools import cache
from pathlib import Path

import pypdf
import pytest
from events import Event, goose_event, open_event, prison_event, quiz_event
from openpyxl import load_workbook
from typer.testing import CliRunner

from periplo.cli.main import app
from periplo.core.errors import BadSetup
from periplo.core.words import LANGUAGES
from periplo.play.record import write_record
from periplo.printing.formats import FORMATS, MEDIA_TYPES, render
from periplo.printing.letters import MISSING, printable
from periplo.printing.minutes import make_minutes

ADDRESS = "https://oca.example.org/replay/abc"
ODD = (
    "Zoë 😀👩👧", "محمد", "Łukasz Żółć", '"quoted" \'one\'', "#panic()", "$x$ *bold* _it_",
    "C:\\new\\table", "<b>&amp;", "Wolfeschlegelsteinhausenbergerdorffvolto", "=1+1", "@SUM(A1)",
    "-2+3", "+39 02", "日本語",
)  # fmt: skip


@cache
def goose() -> Event:
    return goose_event(120, flocks=("Murùni", "Badia", "Cerro"), people=12)


def odd_event() -> Event:
    """Whatever people may be called, and write."""
    event = open_event("oca", ODD[:10], 3, title="#let x = 1; $", place="\\", organiser=ODD[0])
    judge = event.appoint("judge", ODD[1])
    for name in ODD:
        event.appoint("notary", name)
    event.desk.start(event.now)
    for text in ODD:
        event.request(
            judge, "note", text=text + "\n= heading\n- item `raw` @label <label> // */ [x]"
        )
    event.request(judge, "enter", outcome="1+2")
    event.request(judge, "close", why="")
    return event


def pdf_of(event: Event, language: str = "en", address: str = "") -> bytes:
    return render(make_minutes(event.record, language, address, UTC), "pdf")


def words_of(pdf: bytes) -> str:
    pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("make", [goose, quiz_event, prison_event])
def test_paper_says_every_sentence(make: object, language: str) -> None:
    assert callable(make)
    minutes = make_minutes(make().record, language, zone=UTC)
    squeezed = "".join(words_of(render(minutes, "pdf")).split())
    for entry in minutes.entries:
        if not (entry.is_folded or entry.is_routine):
            for part in entry.text.split(". "):
                assert "".join(part.split()) in squeezed, part
            for fact in entry.followed:
                assert "".join(fact.text.split()) in squeezed, fact.text
    for name in ("standings", "signatures", "journal"):
        assert "".join(minutes.wording.heading(name).split()) in squeezed
    assert minutes.hash[:32] in squeezed


def test_rosters_say_who_leads_in_games_where_somebody_does() -> None:
    assert "Il primo nome di ogni elenco è il portatore." in words_of(pdf_of(goose(), "it"))
    event = open_event("poleana", ("Valencia", "Toulouse"), 1, people=3)
    said = words_of(pdf_of(event))
    assert event.desk.setup.details.rosters[1][2] in said
    assert "The first of each" not in said


def test_paper_is_pdf_a_2b_with_our_fonts_and_nothing_from_outside() -> None:
    pdf = pdf_of(goose(), address=ADDRESS)
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    described = reader.root_object["/Metadata"]
    assert isinstance(described, pypdf.generic.StreamObject)
    metadata = described.get_data().decode()
    assert re.search(r"<pdfaid:part>2</pdfaid:part>", metadata)
    assert re.search(r"<pdfaid:conformance>B</pdfaid:conformance>", metadata)
    fonts = set(re.findall(rb"/FontName\s*/([\w+-]+)", pdf + _streams(reader)))
    assert fonts
    assert all(re.fullmatch(rb"[A-Z]{6}\+Periplo\w+(-\w+)*", font) for font in fonts), fonts
    for page in reader.pages:
        assert float(page.mediabox.width) == pytest.approx(595.28, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(841.89, abs=0.1)
        assert "/Annots" not in page
    said = words_of(pdf)
    assert ADDRESS in said
    assert f"page 1 of {len(reader.pages)}" in said


def _streams(reader: pypdf.PdfReader) -> bytes:
    """The objects that the file holds squeezed."""
    found = b""
    for number in range(1, len(reader.xref_objStm) + 1000):
        try:
            found += str(reader.get_object(number)).encode().replace(b"'", b"").replace(b": ", b" ")
        except (pypdf.errors.PdfReadError, AssertionError):
            continue
    return found


def test_equal_records_give_equal_paper() -> None:
    assert pdf_of(goose()) == pdf_of(goose())


@pytest.mark.parametrize("ending", FORMATS)
def test_no_name_and_no_note_makes_it_fail(ending: str) -> None:
    assert len(render(make_minutes(odd_event().record, "it", ADDRESS, UTC), ending)) > 1000


def test_names_are_data_and_never_code() -> None:
    said = words_of(pdf_of(odd_event()))
    for text in ("#panic()", "$x$ *bold* _it_", "C:\\new\\table", "<b>&amp;", "#let x = 1; $"):
        assert text in said
    assert "= heading - item `raw` @label <label> // */ [x]" in said


def test_letters_that_no_font_has_are_replaced() -> None:
    assert printable("Żółć, Łukasz ’ok’") in (
        "Żółć, Łukasz ’ok’",
        "Żółć, Lukasz ’ok’",
        "Zolc, Lukasz 'ok'",
    )
    assert printable("محمد") == MISSING * 4
    assert printable("a😀\u200db") == f"a{MISSING}b"
    assert printable("ﬁn") in ("fin", "ﬁn")
    assert printable("plain") == "plain"


def test_long_words_break_at_the_edge_of_the_paper() -> None:
    event = open_event("oca", ("W" * 40, "Badia"), 1, title="T" * 200)
    event.request(event.desk.organiser, "note", text="x" * 900)
    pdf = pdf_of(event, address=f"https://example.org/{'a' * 400}")
    assert "x" * 200 not in words_of(pdf)  # it is on several lines
    assert "a" * 400 not in words_of(pdf)


def test_minutes_of_an_open_event_say_so() -> None:
    event = open_event("oca", ("Murùni", "Badia"), 1)
    assert "Provisional: the event is not closed yet." in words_of(pdf_of(event))


# ---- cells and data


def test_csv_reads_back_with_every_line() -> None:
    record = goose().record
    minutes = make_minutes(record, "en", zone=UTC)
    rows = list(csv.reader(io.StringIO(render(minutes, "csv").decode("utf-8-sig"))))
    first = rows.index(["The journal"]) + 2
    lines = rows[first : first + len(minutes.entries)]
    assert [row[0] for row in lines] == [str(entry.line.no) for entry in minutes.entries]
    assert [row[4] for row in lines] == [entry.line.kind for entry in minutes.entries]
    assert rows[rows.index(["Final standings"]) + 2][0] == "1"


def test_no_cell_is_a_formula() -> None:
    minutes = make_minutes(odd_event().record, "en", zone=UTC)
    text = render(minutes, "csv").decode("utf-8-sig")
    for row in csv.reader(io.StringIO(text)):
        for cell in row:
            assert not cell.startswith(("=", "+", "@")), cell
            assert not cell.startswith("-") or float(cell) < 0
    book = load_workbook(io.BytesIO(render(minutes, "xlsx")))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "inlineStr", "n"}  # texts and numbers
    assert {"=1+1", "@SUM(A1)"} <= {cell.value for cell in cells}


def test_xlsx_has_a_sheet_a_part() -> None:
    minutes = make_minutes(goose().record, "es", zone=UTC)
    book = load_workbook(io.BytesIO(render(minutes, "xlsx")))
    assert book.sheetnames == [
        "El acto",
        "Cargos",
        "Las bandadas",
        "El diario",
        "Clasificación final",
    ]
    assert book["El diario"].max_row == len(minutes.entries) + 1
    assert isinstance(book["Clasificación final"]["G2"].value, (int, float))


def test_json_holds_the_lines_as_they_were_written() -> None:
    event = goose()
    found = json.loads(render(make_minutes(event.record, "it", ADDRESS, UTC), "json"))
    assert [entry["line"] for entry in found["journal"]] == [
        line.to_json() for line in event.desk.lines
    ]
    assert found["address"] == ADDRESS
    assert len(found["sha256"]) == 64
    assert found["standings"][0]["rank"] == 1
    assert found["event"] == event.desk.setup.details.to_json()


def test_other_endings_are_refused() -> None:
    with pytest.raises(BadSetup, match="pdf, csv, xlsx, json, not 'doc'"):
        render(make_minutes(goose().record, "en"), "doc")
    assert set(MEDIA_TYPES) == set(FORMATS)


# ---- the command


def test_the_command_writes_what_the_ending_says(tmp_path: Path) -> None:
    record, out = tmp_path / "event.json", tmp_path / "verbale.PDF"
    write_record(goose().record, str(record))
    ran = CliRunner().invoke(
        app, ["minutes", str(record), "--lang", "it", "--address", ADDRESS, "-o", str(out)]
    )
    assert (ran.exit_code, ran.output) == (0, "")
    assert out.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "minutes.doc"], "the ending says what to write"),
        (["-o", "m.pdf", "--address", "javascript:alert(1)"], "must begin with http"),
        (["-o", "m.pdf", "--address", "https://x y"], "that a phone can open"),
        (["-o", "m.pdf", "--lang", "xx"], "language 'xx'"),
        (["-o", "m.json"], "no record of a real table"),
    ],
)
def test_the_command_refuses_in_one_line(tmp_path: Path, words: list[str], said: str) -> None:
    record = tmp_path / "match.json"
    record.write_text('{"periplo": 1, "game": "oca", "rules": 1, "options": {}, '
                      '"seats": ["a", "b"], "actions": []}')  # fmt: skip
    ran = subprocess.run(
        [sys.executable, "-m", "periplo", "minutes", str(record), *words],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert said in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert sorted(one.name for one in tmp_path.iterdir()) == ["match.json"]


@pytest.mark.parametrize("ending", FORMATS)
def test_penalties_beyond_what_floating_point_holds_are_added_up(ending: str) -> None:
    event = open_event("oca", ("a", "b"), 1, confirm=0)
    judge = event.appoint("judge", "Marseille")
    event.desk.start(event.now)
    for _ in range(2):
        event.request(judge, "penalty", seat=1, points=1.7e308, why="x")
    printed = render(make_minutes(event.record, "en", zone=UTC), ending)
    assert b"nfinity" not in printed
    if ending == "json":
        assert json.loads(printed)["standings"][0]["penalties"] == 2 * int(1.7e308)
