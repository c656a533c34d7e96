"""Who works at a real table, and which requests each may make: all of it in one place."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, NotRequired, TypedDict, get_args

Role = Literal["organiser", "validator", "notary", "steward", "judge", "captain", "herald"]
Verb = Literal[
    "enter", "void", "confirm", "dispute", "act", "name", "penalty", "sanction", "correct",
    "pause", "resume", "answer", "close", "propose", "vote", "protest", "place", "proclaimed",
    "note",
]  # fmt: skip
ROLES: Final[tuple[Role, ...]] = get_args(Role)
VERBS: Final[tuple[Verb, ...]] = get_args(Verb)
APPOINTED: Final = ROLES[1:]  # the organiser opens the table
COUNCIL: Final = ("notary", "judge")


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


class Permission(NamedTuple):
    roles: tuple[Role, ...]
    own_seat: bool = False  # of a captain: only for the own seat
    stand_in: Role | None = None  # this role may only while there is none of the first
    at_any_line: bool = False  # never stale: it does not depend on how the match stands
    while_paused: bool = True
    after_the_game: bool = True


PERMISSIONS: Final[dict[Verb, Permission]] = {
    "enter": Permission(
        ("validator", "notary", "judge"),
        stand_in="notary", while_paused=False, after_the_game=False,
    ),
    "void": Permission(
        ("validator", "notary", "judge"),
        stand_in="notary", while_paused=False, after_the_game=False,
    ),
    "confirm": Permission(COUNCIL, while_paused=False),
    "dispute": Permission(COUNCIL),
    "act": Permission(
        ("validator", "judge", "captain"), own_seat=True, while_paused=False, after_the_game=False
    ),
    "name": Permission(
        ("notary", "judge", "captain"), own_seat=True, at_any_line=True, while_paused=False
    ),
    "penalty": Permission(("judge",), at_any_line=True),
    "sanction": Permission(("judge",)),
    "correct": Permission(("judge",)),
    "pause": Permission(("judge",)),
    "resume": Permission(("judge",)),
    "answer": Permission(("judge",), at_any_line=True),
    "close": Permission(("judge",)),
    "propose": Permission(COUNCIL),
    "vote": Permission(COUNCIL, at_any_line=True),
    "protest": Permission(("captain",), own_seat=True, at_any_line=True),
    "place": Permission(("steward", "judge"), at_any_line=True),
    "proclaimed": Permission(("herald",), at_any_line=True),
    "note": Permission(ROLES, at_any_line=True),
}  # fmt: skip
