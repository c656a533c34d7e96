"""The next table: the same people, everybody one seat further on."""

from collections.abc import Mapping
from dataclasses import replace

from periplo.table.rows import WAITING, SeatRow, TableRow
from periplo.table.state import TableState


def rematch_rows(
    table: TableState, table_id: str, options: str, when: int, tokens: Mapping[int, str]
) -> tuple[TableRow, list[SeatRow]]:
    """Its rows. `tokens` are hashes, by the seat that somebody has at this table."""
    row = replace(
        table.row, id=table_id, options=options,
        status=WAITING, created=when, status_changed_at=when,
        secret="", sealed="", commitment="", mixing=None, rematch="", daily="", result=None,
        judge_token="", conceded=[], classroom=None,
    )  # fmt: skip
    seats = []
    for seat, place in enumerate([table.seats[-1], *table.seats[:-1]]):
        moved = replace(place.row(), seat=seat, left=False, ready=False, hinted=False)
        if place.kind == "person":
            moved.token, moved.bot = tokens[place.seat], ""
        seats.append(moved)
    return row, seats
