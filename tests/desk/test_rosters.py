"""Rosters from files and pasted lines: forgiving about how, strict about who."""

import zipfile
from collections.abc import Sequence
from io import BytesIO

import pytest

from periplo.core.contents import Content
from periplo.core.errors import BadSetup
from periplo.core.grids import openpyxl
from periplo.desk.rosters import (
    MOST_UNPACKED,
    BadRosters,
    in_seat_order,
    read_pasted,
    read_roster_file,
)

TWO = [("Murùni", ["Brno", "Koln", "Galway"]), ("Badia", ["Dublin", "Belfast"])]
UNNAMED = [("", ["Brno", "Koln", "Galway"]), ("", ["Dublin", "Belfast"])]


def pasted(text: str) -> list[tuple[str, list[str]]]:
    return [(roster.team, list(roster.people)) for roster in read_pasted(text)]


def filed(name: str, data: bytes) -> list[tuple[str, list[str]]]:
    return [(roster.team, list(roster.people)) for roster in read_roster_file(Content(name, data))]


def sheet(rows: Sequence[Sequence[str | None]]) -> bytes:
    book, file = openpyxl().Workbook(), BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


COLUMNS = "Murùni;Badia\nBrno;Dublin\nKoln;Belfast\nGalway;\n"
PAIRS = "Murùni;Brno\nMurùni;Koln\nBadia;Dublin\nmurùni;Galway\nBadia;Belfast\n"


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
        "Murùni:\nBrno\nKoln\nGalway\n\n\nBadia:\nDublin\nBelfast",
        "Murùni:\n1. Brno\n2. Koln\n3) Galway\nBadia :\n- Dublin\n• Belfast\n",
    ],
)
def test_pasted_lines_are_read_however_they_are_written(text: str) -> None:
    assert pasted(text) == TWO


def test_blocks_need_no_names_of_teams() -> None:
    assert pasted("Brno\nKoln\n Galway \n \nDublin\nBelfast") == UNNAMED
    assert pasted("Rossi, Brno\nVerdi,  Koln") == [("", ["Rossi, Brno", "Verdi, Koln"])]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("text", [COLUMNS, COLUMNS.replace(";", ","), PAIRS])
def test_csv_files_are_read_as_spreadsheets_write_them(text: str, encoding: str) -> None:
    assert filed("Rosters.CSV", text.encode(encoding)) == TWO


def test_quoted_names_may_hold_what_separates_others() -> None:
    text = 'Murùni,Badia\n"Rossi, Brno",Dublin\n'
    assert filed("a.csv", text.encode()) == [("Murùni", ["Rossi, Brno"]), ("Badia", ["Dublin"])]


def test_spreadsheets_are_read() -> None:
    columns: list[list[str | None]] = [
        ["Murùni", "Badia"],
        ["Brno", "Dublin"],
        [],
        ["Koln", "Belfast"],
    ]
    columns.append(["Galway", None])
    assert filed("a.xlsx", sheet(columns)) == TWO
    assert (
        filed("a.xlsx", sheet([["Brno"], ["Koln"], ["Galway"], [], ["Dublin"], ["Belfast"]]))
        == UNNAMED
    )


def test_a_file_of_lines_is_read_like_pasted_lines() -> None:
    assert filed("rosters.txt", COLUMNS.encode()) == TWO


WRONG = {
    "": "nobody is named",
    "\n \n": "nobody is named",
    "A;B\nBrno;Cork\nKoln;Gent\nBrno;B": "line 4, column 1: Brno is there twice; first in line 2",
    "Brno\nKoln\n\nDublin\nDublin": "line 5: Dublin is there twice; first in line 4",
    "A;Brno\nA;Koln\nA;Brno": "line 3: Brno is there twice",
    "A;Brno\nA;\nA;Koln": "line 2: must have a team and a name",
    "A;;C\nBrno;Koln;Galway": "line 1, column 2: the team has no name",
    "A;B\nBrno;\nKoln;": "B: nobody is named",
    "A;a\nBrno;Koln": "the team A is there twice",
    "Murùni:\nBadia:\nDublin": "Murùni: nobody is named",
    "Brno\n" + "B" * 41: "line 2: 'BBB",
    "Brno\nB\x07ea": "line 2: 'B",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_refused_with_the_place(text: str) -> None:
    with pytest.raises(BadSetup) as refused:
        read_pasted(text)
    assert str(refused.value).startswith(WRONG[text])


def test_everything_that_is_wrong_is_named_with_its_line() -> None:
    with pytest.raises(BadRosters) as refused:
        read_pasted("A;Brno\nA;Brno\nB;\nB;Koln\nA;" + "x" * 41 + "\nB;Gent\nB;Koln")
    found = [(fault.code, fault.row, fault.name[:4]) for fault in refused.value.faults]
    assert found == [
        ("twice", 2, "Brno"), ("no-pair", 3, "B"), ("no-name", 5, "xxxx"), ("twice", 7, "Koln"),
    ]  # fmt: skip
    assert str(refused.value) == "line 2: Brno is there twice; first in line 1"


CODES = {
    "": "nobody",
    "A;;C\nBrno;Koln;Galway": "no-team",
    "A;a\nBrno;Koln": "team-twice",
    "Brno\n" * 3000: "too-large",
    ";" * 100_000 + "\n" + "x\n" * 50_000: "too-large",
    "x;" * 50_000: "too-large",
}


@pytest.mark.parametrize("text", CODES, ids=CODES.values())
def test_a_fault_has_a_code(text: str) -> None:
    with pytest.raises(BadRosters) as refused:
        read_pasted(text)
    assert [fault.code for fault in refused.value.faults] == [CODES[text]]


def test_a_spreadsheet_that_swells_is_refused() -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * (MOST_UNPACKED + 1))
    assert len(file.getvalue()) < 200_000
    with pytest.raises(BadRosters, match="it unpacks to more than 8 MB") as refused:
        read_roster_file(Content("a.xlsx", file.getvalue()))
    assert refused.value.faults[0].code == "unreadable"


@pytest.mark.parametrize(
    ("name", "data"), [("a.xlsx", b"no archive"), ("a.csv", b'"' + b"x" * 200_000), ("a", b"\x81")]
)
def test_a_file_that_cannot_be_read_is_refused(name: str, data: bytes) -> None:
    with pytest.raises(BadSetup):
        read_roster_file(Content(name, data))


def test_teams_go_to_the_seats_of_their_names_or_in_their_order() -> None:
    rosters = read_pasted(COLUMNS)
    murùni, badia = ["Brno", "Koln", "Galway"], ["Dublin", "Belfast"]
    assert in_seat_order(rosters, ["badia", "MURÙNI"]) == [badia, murùni]
    assert in_seat_order(rosters, ["Red", "Blue"]) == [murùni, badia]
    with pytest.raises(BadSetup, match="2 teams for 3 seats"):
        in_seat_order(rosters, ["Red", "Blue", "Green"])
