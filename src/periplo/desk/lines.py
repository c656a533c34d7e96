"""A line of the journal. It is written once and never changed."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

Kind = Literal[
    "appointed", "withdrawn", "started", "entered", "confirmed", "disputed", "void", "acted",
    "named", "penalty", "sanction", "proposed", "voted", "ruling", "corrected", "protest",
    "answered", "paused", "resumed", "place", "proclaimed", "note", "closed",
]  # fmt: skip
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
PUBLIC: Final = frozenset(
    ("started", "entered", "void", "acted", "penalty", "sanction", "ruling", "corrected", "paused",
     "resumed", "closed")
)  # fmt: skip


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

    def to_json(self, *, with_name: bool = True) -> dict[str, Any]:
        by = {"role": self.role, "name": self.name} if with_name else {"role": self.role}
        return {"no": self.no, "time": self.time, "by": by, "kind": self.kind, **self.facts}
