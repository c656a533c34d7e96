"""Whatever goes over the wire is as its types say, field by field: nothing else, nothing less."""

from collections import defaultdict
from typing import Any, get_args

import msgspec

from periplo.desk.people import SeatPeople
from periplo.desk.roles import VERBS
from periplo.server.messages import Journal, desk_message
from periplo.server.shapes import as_struct
from periplo.table.messages import Message

CASES: defaultdict[str, list[type[msgspec.Struct]]] = defaultdict(list)
for shape in get_args(Message):
    case = as_struct(shape, strict=True)
    CASES[str(case.__struct_config__.tag)].append(case)
REQUESTS = {verb: desk_message(verb) for verb in VERBS}
JOURNAL = as_struct(Journal, strict=True)
PEOPLE = as_struct(SeatPeople, strict=True)


def check_message(message: dict[str, Any]) -> None:
    """A message of a socket; the plain and the real table's may have the same name."""
    wrong = []
    for case in CASES[message["t"]]:
        try:
            msgspec.convert(message, case)
        except msgspec.ValidationError as error:
            wrong.append(f"{case.__name__}: {error}")
        else:
            return
    raise AssertionError(f"{message}: {wrong}")


def check_request(message: dict[str, Any]) -> None:
    """What an official asked for, and the desk did not call broken."""
    for verb, case in REQUESTS.items():
        if message["t"] == verb and "n" not in message:
            msgspec.convert(message, case)


def check_journal(answer: dict[str, Any]) -> None:
    msgspec.convert(answer, JOURNAL)


def check_people(answer: list[dict[str, Any]]) -> None:
    for seat in answer:
        msgspec.convert(seat, PEOPLE)
