"""What officials ask for, verb by verb, strictly read. Seats are counted from 1, as on the wire.

The types of the fields say how each is read, and how the API describes it.
"""

import operator
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache, reduce
from types import NoneType
from typing import Annotated, Any, Final, NamedTuple, get_args, get_type_hints
from unicodedata import category

from periplo.core.game import Position
from periplo.core.reading import is_whole, show
from periplo.desk.roles import Verb
from periplo.play.refusals import Refused

LONGEST_TEXT: Final = 32_000  # as long as a message
MOST_ITEMS: Final = 500
MOST_SEATS: Final = 99  # of any table
LARGEST: Final = sys.float_info.max
CONTROLS: Final = ("Cc", "Cs", "Cn", "Co")  # by Unicode: nothing that anybody writes


class Bounds(NamedTuple):
    """How many letters a text has, or texts a list, or how large a number is."""

    least: int
    most: int


Text = Annotated[str, Bounds(1, LONGEST_TEXT)]
Reason = Annotated[str, Bounds(0, LONGEST_TEXT)]
Texts = Annotated[tuple[Text, ...], Bounds(1, MOST_ITEMS)]
SeatNumber = Annotated[int, Bounds(1, MOST_SEATS)]  # and not more than there are
LineNumber = int
Points = int | float
Correction = Text | Texts | None
Square = int | Text  # or a piece


@dataclass(frozen=True, slots=True)
class Enter:
    """What the table did: a throw, a card, a deal, a verdict; or several as one."""

    outcome: Text | None = None
    outcomes: Texts | None = None


@dataclass(frozen=True, slots=True)
class Void:
    """A throw that does not count: the same seat throws again."""

    seat: SeatNumber
    why: Text
    clause: Text | None = None


@dataclass(frozen=True, slots=True)
class Confirm:
    """An entry of somebody else is right."""

    of: LineNumber


@dataclass(frozen=True, slots=True)
class Dispute:
    """An entry of somebody else is wrong."""

    of: LineNumber
    why: Text


@dataclass(frozen=True, slots=True)
class DeskAct:
    """A seat's decision."""

    seat: SeatNumber
    action: Text


@dataclass(frozen=True, slots=True)
class Name:
    """Who goes out, in this order."""

    seat: SeatNumber
    people: Texts


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points are added as they stand: a loss is negative."""

    seat: SeatNumber
    points: Points
    why: Text


@dataclass(frozen=True, slots=True)
class Sanction:
    """What the sheet itself prescribes for a breach."""

    seat: SeatNumber
    choice: Text


@dataclass(frozen=True, slots=True)
class Correct:
    """Something else happened at that line, or, if null, nothing."""

    of: LineNumber
    to: Correction


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing is entered, confirmed or decided until it is resumed."""

    why: Reason


@dataclass(frozen=True, slots=True)
class Resume:
    """The event goes on."""

    why: Reason


@dataclass(frozen=True, slots=True)
class Close:
    """The event ends, also before the game is over."""

    why: Reason


@dataclass(frozen=True, slots=True)
class Propose:
    """A ruling of the council; with a position the match goes on from there."""

    text: Text
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """For or against a proposal."""

    of: LineNumber
    yes: bool


@dataclass(frozen=True, slots=True)
class Protest:
    """A captain protests; a judge answers."""

    seat: SeatNumber
    text: Text


@dataclass(frozen=True, slots=True)
class Answer:
    """To a protest, once."""

    of: LineNumber
    text: Text
    upheld: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody, or a piece, stands where it must, or does not."""

    seat: SeatNumber
    square: Square
    inside: bool = field(metadata={"name": "in"})  # which is a keyword here
    person: Text | None = None
    piece: Square | None = None


@dataclass(frozen=True, slots=True)
class Proclaimed:
    """The herald has said what line `of` is about."""

    of: LineNumber


@dataclass(frozen=True, slots=True)
class Note:
    """Whatever else is to be in the journal."""

    text: Text


Request = (
    Enter | Void | Confirm | Dispute | DeskAct | Name | Penalty | Sanction | Correct | Pause
    | Resume | Close | Propose | Vote | Protest | Answer | Place | Proclaimed | Note
)  # fmt: skip
REQUESTS: Final[dict[Verb, type[Request]]] = {
    "enter": Enter, "void": Void, "confirm": Confirm, "dispute": Dispute, "act": DeskAct,
    "name": Name, "penalty": Penalty, "sanction": Sanction, "correct": Correct, "pause": Pause,
    "resume": Resume, "close": Close, "propose": Propose, "vote": Vote, "protest": Protest,
    "answer": Answer, "place": Place, "proclaimed": Proclaimed, "note": Note,
}  # fmt: skip
VERB_OF: Final[dict[type[Request], Verb]] = {request: verb for verb, request in REQUESTS.items()}


class RequestField(NamedTuple):
    """A field of a request as it is written."""

    name: str
    attribute: str
    type: Any
    is_required: bool


@cache
def request_fields(verb: Verb) -> dict[str, RequestField]:
    """The fields of a verb, by name. What may be left out is never null."""
    kind = REQUESTS[verb]
    types = get_type_hints(kind, include_extras=True)
    found = {}
    for one in fields(kind):
        name, written = one.metadata.get("name", one.name), types[one.name]
        is_required = one.default is MISSING
        if not is_required:
            given = (case for case in get_args(written) if case is not NoneType)
            written = reduce(operator.or_, given)
        found[name] = RequestField(name, one.name, written, is_required)
    return found


def read_request(verb: Verb, given: Mapping[str, Any], seats: int) -> Request:
    """The request in a message; whatever is missing, unknown or of another type is `broken`."""
    reader, known = _Reader(seats), request_fields(verb)
    for name in given:
        if name not in known:
            raise Refused("broken", f"{show(name)}: is no field of {verb}")
    values: dict[str, Any] = {}
    for name, one in known.items():
        if name in given:
            values[one.attribute] = READ_BY[one.type](reader, name, given[name])
        elif one.is_required:
            raise Refused("broken", f"{name}: is missing")
    request = REQUESTS[verb](**values)
    if isinstance(request, Enter) and (request.outcome is None) == (request.outcomes is None):
        raise Refused("broken", "either outcome or outcomes must be given")
    if isinstance(request, Place) and (request.person is None) == (request.piece is None):
        raise Refused("broken", "either person or piece must be given")
    return request


def is_text(value: object, *, may_be_empty: bool = False) -> bool:
    """Something that people can read, in several lines if they like."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    if any(category(letter) in CONTROLS and letter not in "\n\r\t" for letter in value):
        return False
    return may_be_empty or bool(value.strip())


class _Reader:
    """Reads the values of a message's fields."""

    def __init__(self, seats: int) -> None:
        self._seats = seats

    def text(self, name: str, value: Any) -> str:
        if not is_text(value):
            raise _broken(name, f"a text of 1 to {LONGEST_TEXT} letters", value)
        return str(value)

    def reason(self, name: str, value: Any) -> str:
        if not is_text(value, may_be_empty=True):
            raise _broken(name, f"a text of at most {LONGEST_TEXT} letters", value)
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

    def square(self, name: str, value: Any) -> int | str:
        return int(value) if is_whole(value) else self.text(name, value)


def _broken(field: str, must: str, value: object) -> Refused:
    return Refused("broken", f"{field}: must be {must}, not {show(value)}")


READ_BY: Final[dict[Any, Callable[[_Reader, str, Any], Any]]] = {
    Text: _Reader.text,
    Reason: _Reader.reason,
    Texts: _Reader.texts,
    SeatNumber: _Reader.seat,
    LineNumber: _Reader.number,
    Points: _Reader.points,
    bool: _Reader.flag,
    Correction: _Reader.correction,
    Position: _Reader.position,
    Square: _Reader.square,
}
