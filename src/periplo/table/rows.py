"""What is kept of a table on disk, typed."""

from dataclasses import dataclass, field
from typing import Final, Literal

from periplo.desk.setup import EventDetails

Status = Literal["waiting", "playing", "over"]
Throws = Literal["press", "auto"]
Chance = Literal["drawn", "real"]
Ended = Literal["rules", "conceded", "agreed", "bell"]  # what ended a match
Judge = Literal["host", "spectator", "teams"]  # who judges what is said aloud
SeatKind = Literal["person", "bot", "open", "captain"]
# side, skip, pause: of a class table; see `LogRow`
LogKind = Literal["act", "undo", "chat", "line", "side", "skip", "pause"]
By = Literal["person", "bot", "clock", "table"]  # who brought an action about

REAL: Final = "real"
JUDGE_OFFICE: Final = "judge"  # of the spectator who is asked to, at tables that draw
TEACHER_OFFICE: Final = "teacher"  # of a class table

WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"

PERSON: Final = "person"
BOT: Final = "bot"
CLOCK: Final = "clock"
BY_TABLE: Final = "table"

SKIPPED = "was away"  # of one that others asked for, to skip somebody
TIME_UP = "time was up"  # the note of an action that the clock brought about
BAD_QUESTION = "skipped"  # the note of a question that the teacher took out
PAUSED, RESUMED = "paused", "resumed"  # what a row of kind `pause` says

# stages of mixing the dice
PROMISING, SHOWING, MIXED = range(3)


@dataclass(slots=True)
class MixingRow:
    """What players have contributed to the dice; seats are counted from 0."""

    stage: int = PROMISING
    promises: dict[int, str] = field(default_factory=dict)
    values: dict[int, str] = field(default_factory=dict)

    def copy(self) -> "MixingRow":
        return MixingRow(self.stage, dict(self.promises), dict(self.values))


@dataclass(frozen=True, slots=True)
class EventRow:
    """What a real table is for, and the hash of its organiser's token."""

    details: EventDetails
    organiser: str
    rehearsal: bool = False  # to be thrown away


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How a match ended; seats are counted from 0."""

    winners: list[int]
    scores: list[int | float]
    undone: int = 0  # actions that were taken back
    ended: Ended = "rules"
    conceded: list[int] = field(default_factory=list)  # seats that gave up
    helped: list[int] = field(default_factory=list)  # seats that a bot or the clock has acted for


@dataclass(frozen=True, slots=True)
class ClassRow:
    """What a class table has beside what every table has."""

    code: str  # by which phones join
    teacher: str  # hash of the teacher's token
    side: bool = False  # whether the other teams answer the same questions aside
    paused: bool = False
    left: int | None = None  # milliseconds that whoever is to act had left when it was paused


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """A device of a team."""

    member: int  # from 1
    token: str  # hash
    device: str  # hash
    admitted: bool


@dataclass(frozen=True, slots=True)
class TeamRow:
    """The phones of a seat at a class table, and which of them acts; 0 for none."""

    hand: int = 0
    phones: tuple[PhoneRow, ...] = ()


@dataclass(slots=True)
class TableRow:
    id: str
    game: str
    rules: int
    options: str  # JSON, as they were asked for
    listed: bool
    chat: bool
    limit: int  # seconds a turn, 0 for none
    throws: Throws
    host: str  # hash of the device that opened it
    status: Status
    created: int  # times are milliseconds since 1970
    status_changed_at: int
    secret: str = ""  # of the draws: clear when the game is over
    sealed: str = ""  # the same while it is played
    commitment: str = ""
    mixing: MixingRow | None = None  # None: an older version started it, or nobody has yet
    rematch: str = ""  # the next table
    chance: Chance = "drawn"  # whether the table draws, or officials enter what real dice show
    event: EventRow | None = None  # of a real table
    rated: bool = False  # whether it changes its players' ratings
    daily: str = ""  # the day whose deal it plays, such as 2026-03-01
    hints: bool = True  # whether the host lets people be shown a good action
    result: ResultRow | None = None  # None: it is not over, or an older version ended it
    judge: Judge = "host"
    away_after: int = 120  # seconds after which others may do something about who is away
    conceded: list[int] = field(default_factory=list)  # seats that gave up
    judge_token: str = ""  # hash, of the spectator who is asked to
    classroom: ClassRow | None = None  # of a class table

    def is_rehearsal(self) -> bool:
        return self.event is not None and self.event.rehearsal

    def compares_people(self) -> bool:
        """By ratings, in the list of a day, or at an event: nobody is helped there."""
        return self.rated or bool(self.daily) or self.chance == REAL

    def gives_hints(self) -> bool:
        return self.hints and not self.compares_people()


@dataclass(slots=True)
class SeatRow:
    seat: int  # from 0
    kind: SeatKind
    name: str
    mark: str = ""
    bot: str = ""  # who plays it, or stands in for its player
    token: str = ""  # hash
    device: str = ""  # hash
    ready: bool = False
    left: bool = False
    hinted: bool = False  # whether its player was shown a good action
    team: TeamRow | None = None  # who plays it at a class table

    def is_given(self) -> bool:
        """Whether whoever has its token may take it over, and has not said a name yet."""
        return self.kind == "person" and not self.device and self.team is None


@dataclass(slots=True)
class LogRow:
    """Something that happened. Rows are added and never changed. A line of a real table's journal
    is JSON in `text`; where it appoints an official, `note` is the hash of their token. Of a class
    table: `side` is the letter that a team answered aside, and in `note` how many actions there
    were then; `skip` is the position without the bad question, as JSON; `pause` says which.
    """

    number: int  # from 1
    kind: LogKind
    seat: int
    text: str
    by: By
    request: str  # `seat/id` of a client's request, or empty
    note: str
    time: int
    n: int | None = None  # actions that everybody had seen then


@dataclass(frozen=True, slots=True)
class SeatRows:
    """All seats of a table anew, where their number changes."""

    rows: tuple[SeatRow, ...]


Write = TableRow | SeatRow | SeatRows | LogRow
