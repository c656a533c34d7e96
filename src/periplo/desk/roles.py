"""Who works at a real table; what each may do is in `permissions.py`."""

from dataclasses import dataclass
from typing import Final, Literal, NotRequired, TypedDict, get_args

Role = Literal["organiser", "validator", "notary", "steward", "judge", "captain", "herald"]
Verb = Literal[
    "enter", "void", "confirm", "dispute", "act", "name", "penalty", "sanction", "correct",
    "pause", "resume", "answer", "close", "propose", "vote", "protest", "place", "proclaimed",
    "note",
]  # fmt: skip
ROLES: Final[tuple[Role, ...]] = get_args(Role)
VERBS: Final[tuple[Verb, ...]] = get_args(Verb)
APPOINTED: Final = ROLES[1:]  # the organiser opens the table
OF_ONE_SEAT: Final[tuple[Role, ...]] = ("captain",)  # the others are appointed for the whole table
COUNCIL: Final[tuple[Role, ...]] = ("notary", "judge")


@dataclass(frozen=True, slots=True)
class Official:
    """An appointment. A person is a name: several appointments may be one person's."""

    id: str
    role: Role
    name: str
    seat: int | None = None  # of a captain, from 1


class OfficialInfo(TypedDict):
    """An appointment as it is sent."""

    official: str
    role: Role
    name: str
    seat: NotRequired[int]  # of a captain


class OfficeInfo(OfficialInfo):
    """The same for the organiser."""

    connected: int  # open sockets that hold the office


@dataclass(frozen=True, slots=True)
class Player:
    """Whoever plays a seat without being an official: somebody at a screen, or a bot."""

    seat: int
    name: str
    role: Literal["player", "bot"] = "player"


Asker = Official | Player
