"""What became of the questions at a class table: by question, by team, by country.

Nothing in it is about people: teams have names, phones have none. Seats are counted from 1.
"""

from dataclasses import dataclass
from typing import Literal

QuestionOutcome = Literal["right", "wrong", "skipped"]


@dataclass(frozen=True, slots=True)
class ReportedAside:
    """What another team answered to the same question."""

    seat: int
    answer: str
    right: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class ReportedQuestion:
    """One that was decided, or taken out; `seconds` are from the card to then, without pauses."""

    number: int
    n: int  # of the entry that decided it
    time: int  # when, in milliseconds since 1970
    seat: int
    place: str  # the country, or whatever the deck is of
    ask: str
    answer: str  # that is right
    topic: str
    difficulty: int
    outcome: QuestionOutcome
    given: str  # a letter; "" where it was said aloud, or nobody answered
    right: str
    by: Literal["person", "bot", "clock", "table"]
    seconds: float
    aside: list[ReportedAside]


@dataclass(frozen=True, slots=True)
class ReportedTeam:
    seat: int
    name: str
    score: int | float
    won: bool
    asked: int
    right: int
    seconds: float | None  # on an average; None if nothing was asked
    aside: int  # questions answered aside
    aside_right: int


@dataclass(frozen=True, slots=True)
class ReportedPlace:
    place: str
    asked: int
    right: int
    skipped: int
    seconds: float | None
    aside: int
    aside_right: int


@dataclass(frozen=True, slots=True)
class ClassReport:
    table: str
    game: str
    language: str
    created: int
    status: Literal["waiting", "playing", "over"]
    side: bool  # whether there is a side contest
    seconds: float  # from the first question to the last, without pauses
    questions: list[ReportedQuestion]
    teams: list[ReportedTeam]
    places: list[ReportedPlace]  # in the order of the alphabet
