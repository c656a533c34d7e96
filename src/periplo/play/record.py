"""The record of a match: one JSON object, strictly read.

{"periplo": 1, "game": "oca", "rules": 1, "options": {…}, "seats": ["Murùni", "Badia"],
 "start": {…}?, "actions": ["3+6", "1: stay", …]}

Format 2 is written only where it is needed: an action may be a position that was set,
{"set": {…}, "clause": "…", "why": "…"}, and a real table adds "desk": see `desk/record.py`.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

from periplo.core.errors import BadRecord
from periplo.core.files import write_whole
from periplo.core.game import Options, Position
from periplo.core.reading import is_whole, show
from periplo.core.state import TABLE, Event

FORMAT = 1
SET_FORMAT = 2  # with positions that were set, or an event's journal
SET_KEYS = ("set", "clause", "why")
REQUIRED = ("periplo", "game", "rules", "options", "seats", "actions")
LONGEST_NAME = 200


class SetElement(TypedDict):
    """From here the match goes on from another position."""

    set: Position
    clause: str
    why: str


Element = str | SetElement


def set_events(clause: str) -> list[Event]:
    """What a position that was set brought about."""
    return [{"rule": clause, "kind": "set"}]


@dataclass
class Record:
    """What is written down of a match; `start` is a position, None for the beginning."""

    game: str
    rules: int
    options: Options
    seats: list[str]
    start: Position | None = None
    actions: list[Element] = field(default_factory=list)
    desk: dict[str, Any] | None = None  # of a real table

    @property
    def format(self) -> int:
        """The lowest that can say it."""
        is_plain = self.desk is None and all(isinstance(one, str) for one in self.actions)
        return FORMAT if is_plain else SET_FORMAT

    def to_json(self) -> dict[str, Any]:
        start = {} if self.start is None else {"start": self.start}
        desk = {} if self.desk is None else {"desk": self.desk}
        return {
            "periplo": self.format,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "seats": self.seats,
            **start,
            "actions": self.actions,
            **desk,
        }


def record_from_json(data: object) -> Record:
    """The record in a JSON value; types are checked here, legality by replaying it."""
    if not isinstance(data, dict):
        raise BadRecord(f"a record is one JSON object, not {show(data)}")
    for key in REQUIRED:
        if key not in data:
            raise BadRecord(f"{key}: is missing")
    if not is_whole(data["periplo"]) or data["periplo"] not in (FORMAT, SET_FORMAT):
        raise BadRecord(
            f"periplo: must be {FORMAT} or {SET_FORMAT}, the formats that can be read here"
        )
    is_plain = data["periplo"] == FORMAT
    for key in data:
        if key not in REQUIRED and key != "start" and (is_plain or key != "desk"):
            raise BadRecord(f"{show(key)}: is no field of a record")
    if not isinstance(data["game"], str):
        raise BadRecord(f"game: must be a text, not {show(data['game'])}")
    if not is_whole(data["rules"]):
        raise BadRecord(f"rules: must be a whole number, not {show(data['rules'])}")
    if not isinstance(data["options"], dict):
        raise BadRecord(f"options: must be an object, not {show(data['options'])}")
    desk = data.get("desk")
    if "desk" in data and not isinstance(desk, dict):
        raise BadRecord(f"desk: must be an object, not {show(desk)}")
    start = data.get("start")
    if "start" in data and not isinstance(start, dict):
        raise BadRecord(f"start: must be a position, not {show(start)}")
    return Record(
        game=data["game"],
        rules=data["rules"],
        options=data["options"],
        seats=_texts(data["seats"], "seats"),
        start=start,
        actions=_actions(data["actions"], may_set=not is_plain),
        desk=desk,
    )


def _actions(value: object, *, may_set: bool) -> list[Element]:
    if not isinstance(value, list):
        raise BadRecord(f"actions: must be a list, not {show(value)}")
    actions: list[Element] = []
    for number, action in enumerate(value, 1):
        if isinstance(action, dict) and may_set:
            actions.append(_set_element(action, f"action {number}"))
        else:
            actions.append(_text(action, f"action {number}"))
    return actions


def _set_element(value: dict[str, Any], place: str) -> SetElement:
    for key in SET_KEYS:
        if key not in value:
            raise BadRecord(f"{place}: {key}: is missing")
    for key in value:
        if key not in SET_KEYS:
            raise BadRecord(f"{place}: {show(key)}: is no field of a position that was set")
    if not isinstance(value["set"], dict):
        raise BadRecord(f"{place}: set: must be a position, not {show(value['set'])}")
    for key in ("clause", "why"):
        if not isinstance(value[key], str):
            raise BadRecord(f"{place}: {key}: must be a text, not {show(value[key])}")
    return {"set": value["set"], "clause": value["clause"], "why": value["why"]}


def _texts(value: object, name: str) -> list[str]:
    if not isinstance(value, list):
        raise BadRecord(f"{name}: must be a list, not {show(value)}")
    return [_text(text, f"seat {number}") for number, text in enumerate(value, 1)]


def _text(text: object, place: str) -> str:
    if not isinstance(text, str):
        raise BadRecord(f"{place}: must be a text, not {show(text)}")
    if len(text) > LONGEST_NAME:
        raise BadRecord(f"{place}: is longer than {LONGEST_NAME} characters")
    if not text.isprintable():  # control characters and halves of characters
        raise BadRecord(f"{place}: has characters that cannot be printed, {show(text)}")
    return text


def split_action(written: str) -> tuple[int, str]:
    """`"2: pass"` is (1, "pass"); the table's `"3+6"` is (TABLE, "3+6")."""
    seat, colon, text = written.partition(": ")
    if not colon:
        return TABLE, written
    if not (seat.isascii() and seat.isdigit() and len(seat) <= 3 and seat[0] != "0"):
        raise BadRecord(f"{show(seat)} is no seat; seats are numbered from 1")
    return int(seat) - 1, text


def join_action(actor: int, text: str) -> str:
    return text if actor == TABLE else f"{actor + 1}: {text}"


def actor_name(actor: int) -> str:
    """How an actor is called in JSON: "table", or its seat from 1."""
    return "table" if actor == TABLE else str(actor + 1)


# files


def read_json(source: str, what: str = "record") -> Any:
    """The JSON value in a file, or in standard input for "-"."""
    try:
        raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise BadRecord(f"{source}: {error.strerror or error}") from None
    except ValueError as error:  # a path with a zero byte
        raise BadRecord(f"{source!r}: {error}") from None
    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=reject_duplicate_keys)
    except UnicodeDecodeError:
        raise BadRecord(f"{source}: is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadRecord(f"{source}: is no complete JSON {what}: {error.msg}, {place}") from None
    except RecursionError:
        raise BadRecord(f"{source}: is nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits
        raise BadRecord(f"{source}: {error}") from None


def reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        raise BadRecord(f"{show(double)}: is given twice")
    return members


def read_record(source: str) -> Record:
    return record_from_json(read_json(source))


def write_record(record: Record, target: str) -> None:
    """Write to standard output ("-"), or to a file at once: it is never half written."""
    text = dump(record.to_json())
    if target == "-":
        sys.stdout.write(text)
        return
    try:
        write_whole(target, text)
    except OSError as error:
        raise BadRecord(f"{target}: {error.strerror or error}") from None


def dump(data: dict[str, Any]) -> str:
    """A record as readable JSON: one field a line, actions folded."""
    lines = [f"{json.dumps(key)}: {_fold(value)}" for key, value in data.items()]
    return "{" + ",\n ".join(lines) + "}\n"


def _fold(value: object, per_line: int = 12) -> str:
    if not (isinstance(value, list) and len(value) > per_line):
        return json.dumps(value, ensure_ascii=False)
    items = [json.dumps(item, ensure_ascii=False) for item in value]
    rows: Sequence[str] = [
        ", ".join(items[i : i + per_line]) for i in range(0, len(items), per_line)
    ]
    return "[\n  " + ",\n  ".join(rows) + "]"
