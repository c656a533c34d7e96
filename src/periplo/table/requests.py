"""What somebody who is connected may ask for. Seats are counted from 1, as on the wire."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from periplo.desk.roles import Verb

Suggested = Literal["end", "bot", "skip", "give"]


@dataclass(frozen=True, slots=True)
class Act:
    id: str
    seat: int
    n: int  # the number of the snapshot that it was decided on
    action: str


@dataclass(frozen=True, slots=True)
class Throw:
    id: str
    seat: int
    n: int


@dataclass(frozen=True, slots=True)
class Undo:
    id: str
    seat: int
    n: int


@dataclass(frozen=True, slots=True)
class Ready:
    id: str
    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class ChooseMark:
    id: str
    seat: int
    mark: str


@dataclass(frozen=True, slots=True)
class Say:
    id: str
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Promise:
    """The SHA-256 of the value that a seat will contribute to the dice."""

    id: str
    seat: int
    hash: str


@dataclass(frozen=True, slots=True)
class Contribute:
    """The value that was promised."""

    id: str
    seat: int
    value: str


@dataclass(frozen=True, slots=True)
class Suggest:
    """What everybody here must agree to: to end the match, or something about who is away."""

    id: str
    seat: int
    what: Suggested
    about: int | None = None  # the seat that is away


@dataclass(slots=True)
class Suggestion:
    """What is suggested, and who has agreed. Seats are counted from 0."""

    what: Suggested
    about: int | None
    by: int
    agreed: set[int]


@dataclass(frozen=True, slots=True)
class Agree:
    """To what is suggested, or not: then it is dropped."""

    id: str
    seat: int
    agrees: bool


@dataclass(frozen=True, slots=True)
class Concede:
    id: str
    seat: int


@dataclass(frozen=True, slots=True)
class GiveVerdict:
    """What whoever judges makes of what a seat said aloud."""

    id: str
    n: int
    outcome: str  # one of the table's actions


@dataclass(frozen=True, slots=True)
class Advise:
    """What a phone of a team suggests to the one that acts; None takes it back."""

    id: str
    seat: int
    n: int
    action: str | None


@dataclass(frozen=True, slots=True)
class PassHand:
    """Let another phone of the team act."""

    id: str
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Admit:
    """Let a phone into the team, or remove it."""

    id: str
    seat: int
    member: int
    is_in: bool


@dataclass(frozen=True, slots=True)
class AnswerAside:
    """What a team that is not asked would have answered."""

    id: str
    seat: int
    n: int
    answer: str  # a letter


@dataclass(frozen=True, slots=True)
class SkipQuestion:
    """The question that is open is bad: another one, please."""

    id: str
    n: int


@dataclass(frozen=True, slots=True)
class PauseClass:
    """Nothing happens until the lesson goes on."""

    id: str
    paused: bool


@dataclass(frozen=True, slots=True)
class RingBell:
    """The lesson is over: whoever is ahead has won."""

    id: str


@dataclass(frozen=True, slots=True)
class DeskRequest:
    """What an official asks for at a real table, or a player by the same words."""

    id: str
    verb: Verb
    fields: Mapping[str, Any]  # of the verb, as they came
    line: int | None  # the last change that the asker has seen; None if that does not matter
    official: str | None = None  # which of the asker's offices is meant


@dataclass(frozen=True, slots=True)
class Ping:
    pass


ActionRequest = Act | Throw | Undo
SeatRequest = (
    ActionRequest | Ready | ChooseMark | Say | Promise | Contribute | Suggest | Agree | Concede
)
TeamRequest = Advise | PassHand | Admit | AnswerAside
TeacherRequest = SkipQuestion | PauseClass | RingBell
ClassRequest = TeamRequest | TeacherRequest
Request = SeatRequest | GiveVerdict | ClassRequest | DeskRequest | Ping


def request_key(request: SeatRequest | TeamRequest) -> str:
    """What a request is remembered by: a client's id is its own seat's alone."""
    return f"{request.seat}/{request.id}"


def verdict_key(request: GiveVerdict, seats: Sequence[int]) -> str:
    """The same for whoever holds these seats, from 0, or none."""
    return f"{seats[0] + 1 if seats else 'judge'}/{request.id}"


def teacher_key(request: TeacherRequest) -> str:
    """The same for the teacher."""
    return f"teacher/{request.id}"
