"""Rosters from files and pasted lines: forgiving about how, strict about who."""

from collections.abc import Sequence
from io import BytesIO

import pytest

from periplo.core.contents import Content
from periplo.core.errors import BadSetup
from periplo.core.grids import openpyxl
from periplo.desk.rosters import in_seat_order, read_pasted, read_roster_file

TWO = [("Murùni", ["Ada", "Bea", "Cleo"]), ("Badia", ["Bruno", "Carlo"])]
UNNAMED = [("", ["Ada", "Bea", "Cleo"]), ("", ["Bruno", "Carlo"])]


def pasted(text: str) -> list[tuple[str, list[str]]]:
    return [(roster.flock, roster.people) for roster in read_pasted(text)]


def filed(name: str, data: bytes) -> list[tuple[str, list[str]]]:
    return [(roster.flock, roster.people) for roster in read_roster_file(Content(name, data))]


def sheet(rows: Sequence[Sequence[str | None]]) -> bytes:
    book, file = openpyxl().Workbook(), BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


COLUMNS = "Murùni;Badia\nAda;Bruno\nBea;Carlo\nCleo;\n"
PAIRS = "Murùni;Ada\nMurùni;Bea\nBadia;Bruno\nmurùni;Cleo\nBadia;Carlo\n"


@pytest.mark.parametrize(
    "text",
    [
        COLUMNS,
        COLUMNS.replace(";", "\t"),
        "\n" + COLUMNS.replace("\n", "\r\n\r\n"),
        COLUMNS.replace(";", ";;"),  # with an empty column between
        PAIRS,
        "Flock;Name\n" + PAIRS,
        PAIRS.replace(";", " \t "),
        "Murùni:\nAda\nBea\nCleo\n\n\nBadia:\nBruno\nCarlo",
        "Murùni:\n1. Ada\n2. Bea\n3) Cleo\nBadia :\n- Bruno\n• Carlo\n",
    ],
)
def test_pasted_lines_are_read_however_they_are_written(text: str) -> None:
    assert pasted(text) == TWO


def test_blocks_need_no_names_of_flocks() -> None:
    assert pasted("Ada\nBea\n Cleo \n \nBruno\nCarlo") == UNNAMED
    assert pasted("Rossi, Ada\nVerdi,  Bea") == [("", ["Rossi, Ada", "Verdi, Bea"])]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("text", [COLUMNS, COLUMNS.replace(";", ","), PAIRS])
def test_csv_files_are_read_as_spreadsheets_write_them(text: str, encoding: str) -> None:
    assert filed("Rosters.CSV", text.encode(encoding)) == TWO


def test_quoted_names_may_hold_what_separates_others() -> None:
    text = 'Murùni,Badia\n"Rossi, Ada",Bruno\n'
    assert filed("a.csv", text.encode()) == [("Murùni", ["Rossi, Ada"]), ("Badia", ["Bruno"])]


def test_spreadsheets_are_read() -> None:
    columns: list[list[str | None]] = [["Murùni", "Badia"], ["Ada", "Bruno"], [], ["Bea", "Carlo"]]
    columns.append(["Cleo", None])
    assert filed("a.xlsx", sheet(columns)) == TWO
    assert filed("a.xlsx", sheet([["Ada"], ["Bea"], ["Cleo"], [], ["Bruno"], ["Carlo"]])) == UNNAMED


def test_a_file_of_lines_is_read_like_pasted_lines() -> None:
    assert filed("rosters.txt", COLUMNS.encode()) == TWO


WRONG = {
    "": "nobody is named",
    "\n \n": "nobody is named",
    "A;B\nAda;Bruno\nBea;Carlo\nAda;Dino": "line 4, column 1: Ada is there twice; first in line 2",
    "Ada\nBea\n\nBruno\nBruno": "line 5: Bruno is there twice; first in line 4",
    "A;Ada\nA;Bea\nA;Ada": "line 3: Ada is there twice",
    "A;Ada\nA;\nA;Bea": "line 2: must have a flock and a name",
    "A;;C\nAda;Bea;Cleo": "line 1, column 2: the flock has no name",
    "A;B\nAda;\nBea;": "B: nobody is named",
    "A;a\nAda;Bea": "the flock A is there twice",
    "Murùni:\nBadia:\nBruno": "Murùni: nobody is named",
    "Ada\n" + "B" * 41: "line 2: 'BBB",
    "Ada\nB\x07ea": "line 2: 'B",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_refused_with_the_place(text: str) -> None:
    with pytest.raises(BadSetup) as refused:
        read_pasted(text)
    assert str(refused.value).startswith(WRONG[text])


@pytest.mark.parametrize(
    ("name", "data"), [("a.xlsx", b"no archive"), ("a.csv", b'"' + b"x" * 200_000), ("a", b"\x81")]
)
def test_a_file_that_cannot_be_read_is_refused(name: str, data: bytes) -> None:
    with pytest.raises(BadSetup):
        read_roster_file(Content(name, data))


def test_flocks_go_to_the_seats_of_their_names_or_in_their_order() -> None:
    rosters = read_pasted(COLUMNS)
    murùni, badia = ["Ada", "Bea", "Cleo"], ["Bruno", "Carlo"]
    assert in_seat_order(rosters, ["badia", "MURÙNI"]) == [badia, murùni]
    assert in_seat_order(rosters, ["Red", "Blue"]) == [murùni, badia]
    with pytest.raises(BadSetup, match="2 flocks for 3 seats"):
        in_seat_order(rosters, ["Red", "Blue", "Green"])
