"""Grids that people keep in spreadsheets: .csv and .xlsx, line by line, each with its number."""

import csv
import io
import zipfile
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from periplo.core.contents import BadFile, Content

MOST_CELLS = 1_000_000  # of a sheet, the empty ones among them
MOST_UNPACKED = 64 * 1024 * 1024  # bytes in a spreadsheet's archive

GridRow = tuple[int, list[str]]


def csv_lines(text: str) -> Iterator[GridRow]:
    first = next((line for line in text.splitlines() if line and not line.startswith("#")), "")
    delimiter = max(",;\t", key=first.count)  # spreadsheets write ; where , is the decimal sign
    return delimited_lines(text, delimiter)


def delimited_lines(text: str, delimiter: str) -> Iterator[GridRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    line = 1
    for cells in reader:
        yield line, [cell.strip() for cell in cells]
        line = reader.line_num + 1


def xlsx_lines(
    content: Content, most_unpacked: int = MOST_UNPACKED, most_cells: int = MOST_CELLS
) -> Iterator[GridRow]:
    book = openpyxl()
    kind = "xlsx"
    try:
        with zipfile.ZipFile(io.BytesIO(content.data)) as archive:
            # no member unpacks to more than it says
            unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked > most_unpacked:
            kind = "unpacked"
            raise ValueError(f"it unpacks to more than {most_unpacked // 1024 // 1024} MB")
        # of a formula what it came to, as whoever wrote it saw it
        read = book.load_workbook(io.BytesIO(content.data), read_only=True, data_only=True)
        sheet = read.active
        count = 0
        for number, cells in enumerate(sheet.iter_rows(values_only=True), 1):
            count += 1 + len(cells)  # one cell far away brings all those before it
            if count > most_cells:
                kind = "many-cells"
                raise ValueError(f"its sheet has more than {most_cells:,} cells")
            yield number, ["" if cell is None else str(cell).strip() for cell in cells]
    except Exception as error:  # whatever a broken archive makes of itself
        why = str(error).partition("\n")[0]
        said = f"{content.name}: is no spreadsheet that can be read: {why}"
        raise BadFile(kind, said) from None


def openpyxl() -> Any:
    """The library for spreadsheets, imported when it is first needed."""
    try:
        return import_module("openpyxl")
    except ImportError:
        raise BadFile(
            "no-openpyxl",
            "spreadsheets need openpyxl: pip install 'periplo[packs]', or save them as CSV",
        ) from None
