"""Minutes as sheets of cells: one file of CSV, or a workbook."""

import csv
import io
import sys
from collections.abc import Sequence
from typing import Any

from periplo.printing.journal import MinutesEntry
from periplo.printing.minutes import Minutes

Cell = str | int | float | None
Sheet = tuple[str, list[list[Cell]]]  # a name; its first row is the heading
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what spreadsheets take for something to reckon


def sheets(minutes: Minutes) -> list[Sheet]:
    say = minutes.wording.heading
    found: list[Sheet] = [
        (say("event"), [[say("option"), say("value")], *map(list, _event(minutes))]),
        (say("officials"), _officials(minutes)),
        (say("seats"), _seats(minutes)),
        (say("journal"), _journal(minutes)),
        (say("standings" if minutes.desk.is_closed else "standings_now"), _standings(minutes)),
    ]
    return found


def _event(minutes: Minutes) -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = [*minutes.event, *minutes.options, *minutes.points]
    rows.append(("SHA-256", minutes.hash))
    return rows + ([("URL", minutes.address)] if minutes.address else [])


def _officials(minutes: Minutes) -> list[list[Cell]]:
    say, wording = minutes.wording.heading, minutes.wording
    rows: list[list[Cell]] = [[say("role"), say("name"), say("seat"), ""]]
    for one in minutes.officials:
        seat = None if one.seat is None else wording.seat(one.seat)
        rows.append([wording.role(one.role), one.name, seat, withdrawn(minutes, one.withdrawn)])
    return rows


def withdrawn(minutes: Minutes, time: int | None) -> str:
    if time is None:
        return ""
    return minutes.wording.heading("withdrawn", time=f"{minutes.time(time):%H:%M}")


def _seats(minutes: Minutes) -> list[list[Cell]]:
    say = minutes.wording.heading
    rows: list[list[Cell]] = [["", say("seat"), *minutes.seat_labels, say("roster")]]
    for one in minutes.seats:
        rows.append([one.seat, one.name, *one.facts, *one.roster])
    return rows


def _journal(minutes: Minutes) -> list[list[Cell]]:
    say = minutes.wording.heading
    keys = ("line", "time", "role", "name", "kind", "seat", "sentence", "followed", "beside")
    rows: list[list[Cell]] = [[*map(say, keys), say("effect")]]
    for entry in minutes.entries:
        line, wording = entry.line, minutes.wording
        rows.append(
            [
                line.no, minutes.time(line.time).isoformat(), wording.role(line.role), line.name,
                line.kind, None if line.seat is None else wording.seat(line.seat),
                with_clause(entry.text, entry.clause), followed(entry), " ".join(entry.beside),
                say("yes" if entry.in_effect else "no"),
            ]
        )  # fmt: skip
    return rows


def followed(entry: MinutesEntry) -> str:
    return " ".join(with_clause(fact.text, fact.clause) for fact in entry.followed)


def with_clause(text: str, clause: str) -> str:
    return f"{text} [{clause}]" if clause else text


def _standings(minutes: Minutes) -> list[list[Cell]]:
    say = minutes.wording.heading
    parts = [minutes.wording.score(key) for key, _ in minutes.standings[0].parts]
    heading: list[Cell] = [say("rank"), say("seat"), *parts, say("sum"), say("penalties")]
    rows = [[*heading, say("total")]]
    for one in minutes.standings:
        name = minutes.wording.seat(one.seat)
        points = [value for _, value in one.parts]
        rows.append([one.rank, name, *points, one.score, one.penalties, one.total])
    return rows


# ---- files


def to_csv(minutes: Minutes) -> bytes:
    return csv_of(sheets(minutes))


def csv_of(found: Sequence[Sheet]) -> bytes:
    """All sheets below each other, each under its name."""
    written = io.StringIO()
    writer = csv.writer(written)
    for number, (name, rows) in enumerate(found):
        if number:
            writer.writerow([])
        writer.writerow([name])
        writer.writerows([_as_text(cell) for cell in row] for row in rows)
    return written.getvalue().encode("utf-8-sig")  # by which spreadsheets know it is UTF-8


def _as_number(cell: Cell) -> Cell:
    """What a workbook holds: a whole number beyond floating point is a text there."""
    is_too_large = isinstance(cell, int) and abs(cell) > sys.float_info.max
    return str(cell) if is_too_large else cell


def _as_text(cell: Cell) -> Cell:
    """What looks like a formula is kept as text; numbers are numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def to_xlsx(minutes: Minutes) -> bytes:
    import openpyxl  # noqa: F401 - before anything is made of the minutes

    return xlsx_of(sheets(minutes))


def xlsx_of(found: Sequence[Sheet]) -> bytes:
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font

    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in found:
        sheet = book.create_sheet(name[:31])
        for row, cells in enumerate(rows, 1):
            for column, value in enumerate(cells, 1):
                cell = sheet.cell(row, column, _as_number(value))
                if isinstance(value, str):
                    cell.data_type = "s"  # never a formula
                cell.alignment = Alignment(vertical="top", wrap_text=column > 6)
                if row == 1:
                    cell.font = Font(bold=True)
        sheet.freeze_panes = "A2"
        for letter, width in _widths(rows).items():
            sheet.column_dimensions[letter].width = width
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _widths(rows: list[list[Cell]]) -> dict[str, int]:
    from openpyxl.utils import get_column_letter

    widths = {}
    for column in range(max(map(len, rows))):
        longest = max(len(str(row[column])) for row in rows if column < len(row))
        widths[get_column_letter(column + 1)] = min(max(longest + 2, 6), 60)
    return widths
