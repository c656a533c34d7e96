"""A line of the journal. It is written once and never changed."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal, NotRequired, TypedDict, cast, get_args

from periplo.core.game import Position
from periplo.desk.roles import Role

Kind = Literal[
    "appointed", "withdrawn", "started", "entered", "confirmed", "disputed", "void", "acted",
    "named", "penalty", "sanction", "proposed", "voted", "ruling", "corrected", "protest",
    "answered", "paused", "resumed", "place", "proclaimed", "note", "closed",
]  # fmt: skip
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


# ---- as it is sent, and written in records and on disk


class By(TypedDict):
    """Who did it; whoever is no official learns the role only."""

    role: Role | Literal["player", "bot"]
    name: NotRequired[str]


class _Head(TypedDict):
    no: int  # from 1
    time: int  # milliseconds since 1970, never falling
    by: By


class _Appointment(_Head):
    official: str
    role: Role
    name: str
    seat: NotRequired[int]  # of a captain


class AppointedLine(_Appointment):
    kind: Literal["appointed"]


class WithdrawnLine(_Appointment):
    kind: Literal["withdrawn"]


class StartedLine(_Head):
    kind: Literal["started"]


class EnteredLine(_Head):
    kind: Literal["entered"]
    outcome: NotRequired[str]  # either this or the next
    outcomes: NotRequired[list[str]]
    seat: NotRequired[int]  # whose throw it is
    need: int  # confirmations
    of: NotRequired[int]  # the entry that waited before it


class ConfirmedLine(_Head):
    kind: Literal["confirmed"]
    of: int


class DisputedLine(_Head):
    kind: Literal["disputed"]
    of: int
    why: str


class VoidLine(_Head):
    kind: Literal["void"]
    seat: int
    why: str
    clause: str
    of: NotRequired[int]  # the entry that waited


class ActedLine(_Head):
    kind: Literal["acted"]
    seat: int
    action: str
    behalf: bool


class NamedLine(_Head):
    kind: Literal["named"]
    seat: int
    people: list[str]
    of: int  # the line that called them
    behalf: bool


class PenaltyLine(_Head):
    kind: Literal["penalty"]
    seat: int
    points: float
    why: str


class SanctionLine(_Head):
    kind: Literal["sanction"]
    seat: int
    clause: str
    choice: str
    out: NotRequired[list[int]]


class ProposedLine(_Head):
    kind: Literal["proposed"]
    text: str
    position: NotRequired[Position]
    council: list[str]


class VotedLine(_Head):
    kind: Literal["voted"]
    of: int
    yes: bool


class RulingLine(_Head):
    kind: Literal["ruling"]
    of: int
    carried: bool
    yes: int
    against: int
    council: int  # how many they are
    out: NotRequired[list[int]]


class CorrectedLine(_Head):
    kind: Literal["corrected"]
    of: int
    to: str | list[str] | None
    out: list[int]
    back: list[int]


class ProtestLine(_Head):
    kind: Literal["protest"]
    seat: int
    text: str


class AnsweredLine(_Head):
    kind: Literal["answered"]
    of: int
    text: str
    upheld: bool


class PausedLine(_Head):
    kind: Literal["paused"]
    why: str


class ResumedLine(_Head):
    kind: Literal["resumed"]
    why: str


_Ticked = TypedDict("_Ticked", {"in": bool})  # which is a keyword here


class PlaceLine(_Head, _Ticked):
    kind: Literal["place"]
    seat: int
    person: NotRequired[str]  # either this or the next
    piece: NotRequired[int | str]
    square: int | str


class ProclaimedLine(_Head):
    kind: Literal["proclaimed"]
    of: int


class NoteLine(_Head):
    kind: Literal["note"]
    text: str


class ClosedLine(_Head):
    kind: Literal["closed"]
    why: str
    winner: int | None
    out: NotRequired[list[int]]


SentLine = (
    AppointedLine | WithdrawnLine | StartedLine | EnteredLine | ConfirmedLine | DisputedLine
    | VoidLine | ActedLine | NamedLine | PenaltyLine | SanctionLine | ProposedLine | VotedLine
    | RulingLine | CorrectedLine | ProtestLine | AnsweredLine | PausedLine | ResumedLine
    | PlaceLine | ProclaimedLine | NoteLine | ClosedLine
)  # fmt: skip


# ---- as the desk keeps it


@dataclass(frozen=True, slots=True)
class Line:
    no: int  # from 1
    time: int  # milliseconds since 1970, never falling
    role: str  # of whoever did it
    name: str
    kind: Kind
    facts: dict[str, Any] = field(default_factory=dict)  # as they are written

    @property
    def seat(self) -> int | None:
        """The seat that it is about, from 1."""
        seat: int | None = self.facts.get("seat")
        return seat

    def to_json(self) -> dict[str, Any]:
        by = {"role": self.role, "name": self.name}
        return {"no": self.no, "time": self.time, "by": by, "kind": self.kind, **self.facts}

    def sent(self, *, with_name: bool = True) -> SentLine:
        line = self.to_json() if with_name else self.to_json() | {"by": {"role": self.role}}
        return cast("SentLine", line)
