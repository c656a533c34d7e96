"""What goes over the wire, typed: requests, answers, and what clients say at the socket."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from periplo.server.secrets import END

LONGEST_NAME = 40
LONGEST_MARK = 24
LONGEST_CHAT = 500
LONGEST_ACTION = 200
LONGEST_LIMIT = 30 * 24 * 3600

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Mark = Annotated[str, Meta(max_length=LONGEST_MARK, pattern="^[a-z0-9-]*" + END)]
RequestId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[ -~]+" + END)]
SeatNumber = Annotated[int, Meta(ge=1, le=99)]
Number = Annotated[int, Meta(ge=0, le=10**9)]
Hex = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")]
BotName = Annotated[str, Meta(min_length=1, max_length=64)]

Status = Literal["waiting", "playing", "over"]
Throws = Literal["press", "auto"]
DiceState = Literal["gathering", "ready", "lost"]
Trouble = Literal["damaged", "other-rules"]  # why a stored table cannot be opened
Told = dict[str, str]
Code = Literal[
    "bad-name",
    "bad-option",
    "begun",
    "bot-plays",
    "broken",
    "dice-fixed",
    "gathering",
    "host-only",
    "http",
    "illegal",
    "no-chat",
    "no-device",
    "no-dice",
    "no-game",
    "no-table",
    "not-begun",
    "not-over",
    "not-saved",
    "not-yours",
    "nothing-to-throw",
    "other-rules",
    "over",
    "seats-open",
    "server",
    "stale",
    "still-here",
    "taken",
    "too-fast",
    "too-late",
    "too-long",
    "too-many-listed",
    "too-many-tables",
    "too-much-chat",
    "unprintable",
    "unreadable-table",
]  # why something is refused; docs/protocol.md explains them


# ---- what is asked by HTTP


class Me(Struct, tag_field="kind", tag="me", forbid_unknown_fields=True):
    """A seat for the asking device; several of them make a hot seat."""

    name: Name = "?"
    mark: Mark = ""


class Open(Struct, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """A seat for somebody with the link."""


class Bot(Struct, tag_field="kind", tag="bot", forbid_unknown_fields=True):
    """A seat for a bot."""

    bot: BotName = "medium"


Place = Me | Open | Bot


class NewTable(Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[Place], Meta(min_length=1, max_length=20)]
    options: dict[str, Any] = field(default_factory=dict)
    listed: bool = False
    chat: bool | None = None  # left out: off on listed tables, on otherwise
    limit: Annotated[int, Meta(ge=0, le=LONGEST_LIMIT)] = 0
    throws: Throws = "press"


class SitDown(Struct, forbid_unknown_fields=True):
    name: Name
    mark: Mark = ""


# ---- what is answered


class SeatInfo(Struct):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    mark: str
    bot: str
    ready: bool
    here: bool
    left: bool
    away: int | None  # seconds for which nobody has been connected who plays it


class TableInfo(Struct):
    id: str
    game: str
    rules: int
    options: dict[str, Any]
    seats: list[SeatInfo]
    host: bool
    yours: list[int]
    listed: bool
    chat: bool
    limit: int
    throws: Throws
    status: Status
    n: int
    watching: int
    commitment: str | None
    dice: DiceState | None
    promises: dict[str, str] | None
    contributions: dict[str, str] | None
    created: int
    rematch: str | None
    trouble: Trouble | None


class Opened(Struct):
    table: TableInfo
    tokens: dict[str, str]


class Seated(Struct):
    table: TableInfo
    token: str


class Entry(Struct):
    n: int
    actor: str
    text: str
    by: Literal["person", "bot", "clock", "table"]
    time: int
    events: list[dict[str, Any]]
    asides: list[Told | None]
    note: str


class Choice(Struct, omit_defaults=True):
    """A legal action with its parts, as the game gives them; see core/game.py."""

    text: str
    piece: int | str | msgspec.UnsetType = msgspec.UNSET
    path: list[Any] | msgspec.UnsetType = msgspec.UNSET
    to: Any | msgspec.UnsetType = msgspec.UNSET
    worth: int | msgspec.UnsetType = msgspec.UNSET


class Moment(Struct, omit_defaults=True):
    n: int
    entries: list[Entry]
    view: dict[str, Any]
    legal: dict[str, list[str]]
    choices: dict[str, list[Choice]]
    actors: list[str]
    thrower: int | None
    undo: list[int]
    over: bool
    scores: list[float]
    winners: list[int]
    prompt: Told | None
    question: dict[str, Any] | None
    derived: dict[str, Any]
    deadline: int | None
    now: int
    undone: int | None
    views: dict[str, dict[str, Any]] | msgspec.UnsetType = msgspec.UNSET
    standings: dict[str, list[float]] | msgspec.UnsetType = msgspec.UNSET
    log: list[Entry] | msgspec.UnsetType = msgspec.UNSET


class OptionInfo(Struct):
    name: str
    kind: str
    default: Any
    least: int | None
    most: int | None
    choices: list[Any]
    names: dict[str, str] = field(default_factory=dict)  # of choices that are files


class GameInfo(Struct):
    id: str
    rules: int
    fewest_seats: int
    most_seats: int
    seat_names: list[str]
    options: list[OptionInfo]
    bots: list[str]
    minutes: list[int]
    setbacks: Told
    name: Told
    pitch: Told


class GameWords(Struct):
    language: str
    name: str
    pitch: str
    events: Told
    actions: Told
    words: Told
    options: Told
    labels: Told
    bots: Told
    web: Told
    clauses: Told
    page: str


class RecordFile(Struct):
    periplo: int
    game: str
    rules: int
    options: dict[str, Any]
    seats: list[str]
    actions: list[str]


class ProofFile(Struct):
    record: RecordFile
    commitment: str
    secret: str
    contributions: dict[str, str]


class Verdict(Struct):
    draws: int
    right: bool
    wrong: str | None
    commitment: str
    secret: str
    contributed: int


class ChatLine(Struct):
    seat: int
    name: str
    text: str
    time: int


class Problem(Struct):
    """Every refusal of an HTTP request."""

    status: int
    code: Code
    why: str
    clause: str = ""
    option: str = ""


class Addresses(Struct):
    """Origins such as http://192.168.1.7:8000."""

    origins: list[str]
    local_only: bool  # nobody but the server's own machine can reach it


class Health(Struct):
    ok: bool


# ---- what clients say at the socket


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True):
    tokens: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=20)]
    contributes: bool = False


class Act(Struct, tag_field="t", tag="act", forbid_unknown_fields=True):
    id: RequestId
    seat: SeatNumber
    n: Number
    action: Annotated[str, Meta(min_length=1, max_length=LONGEST_ACTION)]


class Throw(Struct, tag_field="t", tag="throw", forbid_unknown_fields=True):
    id: RequestId
    seat: SeatNumber
    n: Number


class Undo(Struct, tag_field="t", tag="undo", forbid_unknown_fields=True):
    id: RequestId
    seat: SeatNumber
    n: Number


class Ready(Struct, tag_field="t", tag="ready", forbid_unknown_fields=True):
    id: RequestId
    seat: SeatNumber
    ready: bool


class Say(Struct, tag_field="t", tag="chat", forbid_unknown_fields=True):
    id: RequestId
    seat: SeatNumber
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class Promise(Struct, tag_field="t", tag="promise", forbid_unknown_fields=True):
    """The SHA-256 of the value that a seat will contribute to the dice."""

    id: RequestId
    seat: SeatNumber
    hash: Hex


class Contribute(Struct, tag_field="t", tag="contribute", forbid_unknown_fields=True):
    """The value that was promised."""

    id: RequestId
    seat: SeatNumber
    value: Hex


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    pass


Request = Act | Throw | Undo | Ready | Say | Promise | Contribute | Ping
Said = Hello | Request


class BadName(ValueError):
    """A name that nobody could read."""


def clean_name(text: str) -> str:
    """A name as it is kept: no line breaks, no blanks around it."""
    name = " ".join(text.split())
    if not name or not name.isprintable():
        raise BadName("a name needs letters, and nothing that cannot be printed")
    return name
