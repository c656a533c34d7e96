"""What officials ask for, verb by verb, strictly read. Seats are counted from 1, as on the wire."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final
from unicodedata import category

from periplo.core.game import Position
from periplo.core.reading import is_whole, show
from periplo.desk.roles import Verb
from periplo.play.refusals import Refused

LONGEST_TEXT: Final = 32_000  # as long as a message
MOST_ITEMS: Final = 500
LARGEST: Final = sys.float_info.max
CONTROLS: Final = ("Cc", "Cs", "Cn", "Co")  # by Unicode: nothing that anybody writes


@dataclass(frozen=True, slots=True)
class Enter:
    """What the table did: a throw, a card, a deal, a verdict; or several as one."""

    outcome: str | None = None
    outcomes: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Void:
    seat: int
    why: str
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Confirm:
    of: int


@dataclass(frozen=True, slots=True)
class Dispute:
    of: int
    why: str


@dataclass(frozen=True, slots=True)
class Act:
    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class Name:
    seat: int
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Penalty:
    seat: int
    points: float
    why: str


@dataclass(frozen=True, slots=True)
class Sanction:
    seat: int
    choice: str


@dataclass(frozen=True, slots=True)
class Correct:
    of: int
    to: str | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Pause:
    why: str


@dataclass(frozen=True, slots=True)
class Resume:
    why: str


@dataclass(frozen=True, slots=True)
class Close:
    why: str


@dataclass(frozen=True, slots=True)
class Propose:
    text: str
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    of: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Protest:
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    of: int
    text: str
    upheld: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody, or a piece, stands where it must (`inside`, on the wire `in`), or does not."""

    seat: int
    square: int | str
    inside: bool
    person: str | None = None
    piece: int | str | None = None


@dataclass(frozen=True, slots=True)
class Proclaimed:
    of: int


@dataclass(frozen=True, slots=True)
class Note:
    text: str


Request = (
    Enter | Void | Confirm | Dispute | Act | Name | Penalty | Sanction | Correct | Pause | Resume
    | Close | Propose | Vote | Protest | Answer | Place | Proclaimed | Note
)  # fmt: skip
REQUESTS: Final[dict[Verb, type[Request]]] = {
    "enter": Enter, "void": Void, "confirm": Confirm, "dispute": Dispute, "act": Act, "name": Name,
    "penalty": Penalty, "sanction": Sanction, "correct": Correct, "pause": Pause,
    "resume": Resume, "close": Close, "propose": Propose, "vote": Vote, "protest": Protest,
    "answer": Answer, "place": Place, "proclaimed": Proclaimed, "note": Note,
}  # fmt: skip
VERB_OF: Final[dict[type[Request], Verb]] = {request: verb for verb, request in REQUESTS.items()}
MAY_BE_EMPTY: Final = (Pause, Resume, Close)


def read_request(verb: Verb, given: Mapping[str, Any], seats: int) -> Request:
    """The request in a message; whatever is missing, unknown or of another type is `broken`."""
    kind = REQUESTS[verb]
    reader = _Reader(seats, may_be_empty=kind in MAY_BE_EMPTY)
    known = {_written(one.name): one for one in fields(kind)}
    for name in given:
        if name not in known:
            raise Refused("broken", f"{show(name)}: is no field of {verb}")
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name in given:
            values[field.name] = READ_BY[name](reader, name, given[name])
        elif field.default is MISSING:
            raise Refused("broken", f"{name}: is missing")
    request = kind(**values)
    if isinstance(request, Enter) and (request.outcome is None) == (request.outcomes is None):
        raise Refused("broken", "either outcome or outcomes must be given")
    if isinstance(request, Place) and (request.person is None) == (request.piece is None):
        raise Refused("broken", "either person or piece must be given")
    return request


def _written(name: str) -> str:
    return "in" if name == "inside" else name  # which is a keyword here


def is_text(value: object, *, may_be_empty: bool = False) -> bool:
    """Something that people can read, in several lines if they like."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    if any(category(letter) in CONTROLS and letter not in "\n\r\t" for letter in value):
        return False
    return may_be_empty or bool(value.strip())


class _Reader:
    """Reads the values of a message's fields."""

    def __init__(self, seats: int, *, may_be_empty: bool) -> None:
        self._seats = seats
        self._may_be_empty = may_be_empty

    def text(self, name: str, value: Any) -> str:
        if not is_text(value, may_be_empty=self._may_be_empty):
            raise _broken(name, f"a text of 1 to {LONGEST_TEXT} letters", value)
        return str(value)

    def texts(self, name: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, (list, tuple)) or not 0 < len(value) <= MOST_ITEMS:
            raise _broken(name, f"a list of 1 to {MOST_ITEMS} texts", value)
        return tuple(self.text(f"{name}[{i}]", one) for i, one in enumerate(value))

    def seat(self, name: str, value: Any) -> int:
        if not is_whole(value) or not 1 <= value <= self._seats:
            raise _broken(name, f"a seat from 1 to {self._seats}", value)
        return int(value)

    def number(self, name: str, value: Any) -> int:
        if not is_whole(value):
            raise _broken(name, "the number of a line", value)
        return int(value)

    def points(self, name: str, value: Any) -> float:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not 0 < abs(value) <= LARGEST:  # which NaN is not
            raise _broken(name, "a finite number other than 0", value)
        points: float = value
        return points

    def flag(self, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise _broken(name, "true or false", value)
        return value

    def correction(self, name: str, value: Any) -> str | tuple[str, ...] | None:
        if value is None:
            return None
        is_list = isinstance(value, (list, tuple))
        return self.texts(name, value) if is_list else self.text(name, value)

    def position(self, name: str, value: Any) -> Position:
        if not isinstance(value, dict):
            raise _broken(name, "a position", value)
        return value

    def place(self, name: str, value: Any) -> int | str:
        return int(value) if is_whole(value) else self.text(name, value)


def _broken(field: str, must: str, value: object) -> Refused:
    return Refused("broken", f"{field}: must be {must}, not {show(value)}")


READ_BY: Final[dict[str, Callable[[_Reader, str, Any], Any]]] = {
    "outcome": _Reader.text,
    "outcomes": _Reader.texts,
    "seat": _Reader.seat,
    "why": _Reader.text,
    "clause": _Reader.text,
    "of": _Reader.number,
    "action": _Reader.text,
    "people": _Reader.texts,
    "points": _Reader.points,
    "choice": _Reader.text,
    "to": _Reader.correction,
    "text": _Reader.text,
    "position": _Reader.position,
    "yes": _Reader.flag,
    "upheld": _Reader.flag,
    "in": _Reader.flag,
    "person": _Reader.text,
    "piece": _Reader.place,
    "square": _Reader.place,
}
