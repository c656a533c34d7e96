"""What is said to a table and by it, as JSON: the same as at a server's socket."""

import json
from dataclasses import fields, is_dataclass
from typing import Any

from periplo.play.refusals import Refused
from periplo.table.requests import (
    Act,
    ChooseMark,
    Contribute,
    GiveVerdict,
    Ping,
    Promise,
    Ready,
    Request,
    Say,
    Throw,
    Undo,
)
from periplo.table.rows import LogRow, MixingRow, ResultRow, SeatRow, TableRow

REQUESTS: dict[str, type[Request]] = {
    "act": Act,
    "throw": Throw,
    "undo": Undo,
    "ready": Ready,
    "mark": ChooseMark,
    "chat": Say,
    "verdict": GiveVerdict,
    "promise": Promise,
    "contribute": Contribute,
    "ping": Ping,
}


def encode(value: object) -> str:
    return json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":"))


def _plain(value: object) -> dict[str, Any]:
    if not is_dataclass(value):
        raise TypeError(f"{type(value).__name__} cannot be sent")
    return {one.name: getattr(value, one.name) for one in fields(value)}


def read_request(text: str) -> Request | None:
    """What a page asks for; None for a hello, which says nothing here: every seat is its own."""
    try:
        said = json.loads(text)
        kind = said.pop("t")
        return None if kind == "hello" else REQUESTS[kind](**said)
    except (ValueError, AttributeError, KeyError, TypeError) as error:
        raise Refused("broken", f"this cannot be read: {error}") from None


# ---- rows, as they are kept


def table_row(kept: dict[str, Any]) -> TableRow:
    row = TableRow(**kept)
    if row.mixing is not None:
        row.mixing = _mixing_row(kept["mixing"])
    if row.result is not None:
        row.result = ResultRow(**kept["result"])
    return row


def _mixing_row(kept: dict[str, Any]) -> MixingRow:
    promises, values = (
        {int(seat): value for seat, value in kept[name].items()} for name in ("promises", "values")
    )
    return MixingRow(kept["stage"], promises, values)


def seat_row(kept: dict[str, Any]) -> SeatRow:
    return SeatRow(**kept)


def log_row(kept: dict[str, Any]) -> LogRow:
    return LogRow(**kept)
