"""What comes over the wire, typed and within limits, and what is answered by HTTP alone.

What a table sends is in `periplo.table.messages`; both are described in docs/protocol.md.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from periplo.desk.lines import SentLine
from periplo.desk.requests import LONGEST_TEXT, MOST_ITEMS
from periplo.desk.roles import VERBS, Role, Verb
from periplo.desk.setup import LONGEST_DETAIL
from periplo.desk.state import Pending
from periplo.play.refusals import Code
from periplo.play.snapshots import Choice
from periplo.server.secrets import END
from periplo.server.shapes import as_struct
from periplo.table.info import TableInfo
from periplo.table.messages import Message
from periplo.table.requests import (
    Act,
    Contribute,
    DeskRequest,
    Ping,
    Promise,
    Ready,
    Request,
    Say,
    Throw,
    Undo,
)
from periplo.table.rows import Chance, Throws

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
Hex = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]{64}" + END)]
Detail = Annotated[str, Meta(max_length=LONGEST_DETAIL)]
Text = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
Texts = Annotated[list[Text], Meta(min_length=1, max_length=MOST_ITEMS)]
BotName = Annotated[str, Meta(min_length=1, max_length=64)]

Translated = dict[str, str]  # by language


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


class Captain(Struct, tag_field="kind", tag="captain", forbid_unknown_fields=True):
    """A seat of a real table that its captain, or an official, decides for."""

    name: Name = "?"


SeatSetup = Me | Open | Bot | Captain


class EventMessage(Struct, forbid_unknown_fields=True):
    """The event that a real table is for."""

    title: Detail | UnsetType = UNSET
    place: Detail | UnsetType = UNSET
    date: Detail | UnsetType = UNSET
    organiser: Detail | UnsetType = UNSET
    confirm: Annotated[int, Meta(ge=0, le=2)] | UnsetType = UNSET
    rosters: Annotated[list[list[Name]], Meta(max_length=20)] | UnsetType = UNSET


class NewTable(Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[SeatSetup], Meta(min_length=1, max_length=20)]
    options: dict[str, Any] = field(default_factory=dict)
    listed: bool = False
    chat: bool | None = None  # left out: off on listed tables, on otherwise
    limit: Annotated[int, Meta(ge=0, le=LONGEST_LIMIT)] = 0
    throws: Throws = "press"
    chance: Chance = "drawn"
    event: EventMessage | None = None


class ChangedEvent(EventMessage):
    """Whatever is to be changed before the start."""

    options: dict[str, Any] | UnsetType = UNSET
    seats: Annotated[list[SeatSetup], Meta(min_length=1, max_length=20)] | UnsetType = UNSET


class Lots(Struct, forbid_unknown_fields=True):
    what: Literal["squares", "order"]


class NewOfficial(Struct, forbid_unknown_fields=True):
    role: Role
    name: Name
    seat: SeatNumber | None = None


class PreviewRequest(Struct, forbid_unknown_fields=True):
    """What an official might ask for: the verb and its fields."""

    verb: Verb
    line: Number | UnsetType = UNSET  # the last change that the asker has seen
    official: str | UnsetType = field(name="as", default=UNSET)
    outcome: Text | UnsetType = UNSET
    outcomes: Texts | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET
    why: str | UnsetType = UNSET
    clause: Text | UnsetType = UNSET
    of: int | UnsetType = UNSET
    action: Text | UnsetType = UNSET
    people: Texts | UnsetType = UNSET
    points: int | float | UnsetType = UNSET
    choice: Text | UnsetType = UNSET
    to: Text | Texts | UnsetType | None = UNSET
    text: Text | UnsetType = UNSET
    position: dict[str, Any] | UnsetType = UNSET
    yes: bool | UnsetType = UNSET
    upheld: bool | UnsetType = UNSET
    inside: bool | UnsetType = field(name="in", default=UNSET)
    person: Text | UnsetType = UNSET
    piece: int | str | UnsetType = UNSET
    square: int | str | UnsetType = UNSET

    def request(self) -> DeskRequest:
        fields = msgspec.to_builtins(self)
        verb, line, official = (fields.pop(name, None) for name in ("verb", "line", "as"))
        return DeskRequest("", verb, fields, line, official)


class SitDown(Struct, forbid_unknown_fields=True):
    name: Name
    mark: Mark = ""


# ---- what is answered


class Opened(Struct):
    table: TableInfo
    tokens: dict[str, str]


class Seated(Struct):
    table: TableInfo
    token: str


class Appointed(Struct):
    official: str
    token: str


@dataclass(slots=True)
class Journal:
    """What somebody may see of a real table's journal, and what is waited for."""

    lines: list[SentLine]
    line: int
    desk: Pending


class PostInfo(Struct):
    """Somebody, or a piece, and where they must stand."""

    seat: int
    square: int | str
    inside: bool | None = field(name="in")  # None: no steward has looked
    person: str | UnsetType = UNSET
    piece: int | str | UnsetType = UNSET


class HomeInfo(Struct):
    seat: int
    square: int | None
    people: list[str]
    may_go: list[str]


class Places(Struct):
    places: list[PostInfo]
    home: list[HomeInfo]


class Behalf(Struct):
    """What a seat sees, for an official who decides on its behalf."""

    n: int
    seat: int
    view: dict[str, Any]
    derived: dict[str, Any]
    choices: list[Choice]  # none where it is not to act
    actors: list[str]


class SanctionInfo(Struct):
    clause: str
    choice: str
    text: str
    position: dict[str, Any]


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
    setbacks: Translated
    name: Translated
    pitch: Translated


class GameWords(Struct):
    language: str
    name: str
    pitch: str
    events: Translated
    actions: Translated
    words: Translated
    options: Translated
    labels: Translated
    bots: Translated
    web: Translated
    clauses: Translated
    page: str


class DeskWords(Struct):
    """What is said at real tables of a game; `roles` in the game's own words where it has some."""

    roles: Translated
    lines: Translated
    parts: Translated
    voids: Translated
    sanctions: Translated
    scores: Translated


class SetPosition(Struct):
    set: dict[str, Any]
    clause: str
    why: str


class RecordFile(Struct, omit_defaults=True):
    periplo: int
    game: str
    rules: int
    options: dict[str, Any]
    seats: list[str]
    actions: list[str | SetPosition]
    desk: dict[str, Any] | None = None  # of a real table, for its officials


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


class _Request(Struct, tag_field="t", forbid_unknown_fields=True):
    id: RequestId
    seat: SeatNumber


class ActMessage(_Request, tag="act"):
    n: Number
    action: Annotated[str, Meta(min_length=1, max_length=LONGEST_ACTION)]


class ThrowMessage(_Request, tag="throw"):
    n: Number


class UndoMessage(_Request, tag="undo"):
    n: Number


class ReadyMessage(_Request, tag="ready"):
    ready: bool


class ChatMessage(_Request, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class PromiseMessage(_Request, tag="promise"):
    hash: Hex


class ContributeMessage(_Request, tag="contribute"):
    value: Hex


# ---- what officials say at the socket of a real table, and players who decide there


class _DeskMessage(Struct, tag_field="t", forbid_unknown_fields=True, kw_only=True):
    id: RequestId
    line: Number
    official: str | UnsetType | None = field(name="as", default=UNSET)


class EnterMessage(_DeskMessage, tag="enter"):
    outcome: Text | UnsetType = UNSET
    outcomes: Texts | UnsetType = UNSET


class VoidMessage(_DeskMessage, tag="void"):
    seat: SeatNumber
    why: Text
    clause: Text | UnsetType = UNSET


class ConfirmMessage(_DeskMessage, tag="confirm"):
    of: int


class DisputeMessage(_DeskMessage, tag="dispute"):
    of: int
    why: Text


class DeskActMessage(_DeskMessage, tag="act"):
    seat: SeatNumber
    action: Text


class NameMessage(_DeskMessage, tag="name"):
    seat: SeatNumber
    people: Texts


class PenaltyMessage(_DeskMessage, tag="penalty"):
    seat: SeatNumber
    points: int | float
    why: Text


class SanctionMessage(_DeskMessage, tag="sanction"):
    seat: SeatNumber
    choice: Text


class CorrectMessage(_DeskMessage, tag="correct"):
    of: int
    to: Text | Texts | None


class PauseMessage(_DeskMessage, tag="pause"):
    why: str


class ResumeMessage(_DeskMessage, tag="resume"):
    why: str


class CloseMessage(_DeskMessage, tag="close"):
    why: str


class ProposeMessage(_DeskMessage, tag="propose"):
    text: Text
    position: dict[str, Any] | UnsetType = UNSET


class VoteMessage(_DeskMessage, tag="vote"):
    of: int
    yes: bool


class ProtestMessage(_DeskMessage, tag="protest"):
    seat: SeatNumber
    text: Text


class AnswerMessage(_DeskMessage, tag="answer"):
    of: int
    text: Text
    upheld: bool


class PlaceMessage(_DeskMessage, tag="place"):
    seat: SeatNumber
    square: int | str
    inside: bool = field(name="in")
    person: Text | UnsetType = UNSET
    piece: int | str | UnsetType = UNSET


class ProclaimedMessage(_DeskMessage, tag="proclaimed"):
    of: int


class NoteMessage(_DeskMessage, tag="note"):
    text: Text


DeskMessage = (
    EnterMessage | VoidMessage | ConfirmMessage | DisputeMessage | DeskActMessage | NameMessage
    | PenaltyMessage | SanctionMessage | CorrectMessage | PauseMessage | ResumeMessage
    | CloseMessage | ProposeMessage | VoteMessage | ProtestMessage | AnswerMessage | PlaceMessage
    | ProclaimedMessage | NoteMessage
)  # fmt: skip


class PingMessage(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    pass


RequestMessage = (
    ActMessage | ThrowMessage | UndoMessage | ReadyMessage | ChatMessage | PromiseMessage
    | ContributeMessage | PingMessage
)  # fmt: skip
ClientMessage = Hello | RequestMessage
REQUEST_OF: dict[type, type[Request]] = {
    ActMessage: Act,
    ThrowMessage: Throw,
    UndoMessage: Undo,
    ReadyMessage: Ready,
    ChatMessage: Say,
    PromiseMessage: Promise,
    ContributeMessage: Contribute,
    PingMessage: Ping,
}


def socket_schemas() -> dict[str, Any]:
    """What is said at the socket, in either direction, as JSON schemas by name."""
    sent = [as_struct(message) for message in get_args(Message)]
    said = [*get_args(ClientMessage), *get_args(DeskMessage), *sent]
    _, schemas = msgspec.json.schema_components(said, ref_template="#/components/schemas/{name}")
    return schemas


def request_of(message: RequestMessage) -> Request:
    """A message that keeps to the limits above, as the table takes it."""
    return msgspec.convert(message, REQUEST_OF[type(message)], from_attributes=True)


class BrokenRequest(Exception):
    """A request that cannot be read, though it says which it is."""

    def __init__(self, request_id: str, why: str) -> None:
        super().__init__(why)
        self.id = request_id


class _Envelope(Struct):
    t: str
    id: RequestId
    n: Any = UNSET  # what a player decided on, at any table


_desk_message = msgspec.json.Decoder(DeskMessage)
_envelope = msgspec.json.Decoder(_Envelope)


def desk_request(text: bytes) -> DeskRequest | None:
    """What is asked for by an official's verb; None if it is something else that is said."""
    try:
        message = _desk_message.decode(text)
    except msgspec.MsgspecError as error:
        try:
            envelope = _envelope.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return None
        if envelope.t not in VERBS or (envelope.t == "act" and envelope.n is not UNSET):
            return None
        raise BrokenRequest(envelope.id, str(error)) from None
    given = msgspec.to_builtins(message)
    verb: Verb = given.pop("t")
    fields = {name: value for name, value in given.items() if name not in ("id", "line", "as")}
    return DeskRequest(message.id, verb, fields, message.line, given.get("as"))
