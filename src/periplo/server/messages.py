"""What comes over the wire, typed and within limits, and what is answered by HTTP alone.

What a table sends is in `periplo.table.messages`; both are described in docs/protocol.md.
"""

import operator
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from periplo.core.arranging import PositionField
from periplo.core.choices import Choice, Phrase
from periplo.desk.lines import Kind, SentLine
from periplo.desk.permissions import May
from periplo.desk.requests import MOST_SEATS, REQUESTS, request_fields
from periplo.desk.roles import VERBS, Role, Verb
from periplo.desk.rosters import RosterFault
from periplo.desk.setup import LONGEST_DETAIL, LONGEST_NAME
from periplo.desk.state import Home, Pending, Post
from periplo.play.consequences import Consequence
from periplo.play.refusals import Code
from periplo.play.snapshots import Translated
from periplo.server.secrets import END
from periplo.server.shapes import as_described, as_struct, doc_of
from periplo.table.info import TableInfo
from periplo.table.messages import Message
from periplo.table.requests import (
    Act,
    Admit,
    Advise,
    Agree,
    AnswerAside,
    ChooseMark,
    Concede,
    Contribute,
    DeskRequest,
    GiveVerdict,
    PassHand,
    PauseClass,
    Ping,
    Promise,
    Ready,
    Request,
    RingBell,
    Say,
    SkipQuestion,
    Suggest,
    Suggested,
    Throw,
    Undo,
)
from periplo.table.rows import Chance, Judge, Status, Throws
from periplo.table.seats import LEAST_AWAY, MOST_AWAY, UNNAMED
from periplo.table.teams import MOST_PHONES

LONGEST_MARK = 24
LONGEST_CHAT = 500
LONGEST_ACTION = 200
MOST_TRIES = 100  # in a lesson
LONGEST_OF_OFFICIALS = 32 * 1024  # bytes of a message: a whole position has more than 4 KB
LONGEST_LIMIT = 30 * 24 * 3600

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Mark = Annotated[str, Meta(max_length=LONGEST_MARK, pattern="^[a-z0-9-]*" + END)]
RequestId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[ -~]+" + END)]
ActionText = Annotated[str, Meta(min_length=1, max_length=LONGEST_ACTION)]
MemberNumber = Annotated[int, Meta(ge=1, le=MOST_PHONES)]
SeatNumber = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Number = Annotated[int, Meta(ge=0, le=10**9)]
Hex = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]{64}" + END)]
Detail = Annotated[str, Meta(max_length=LONGEST_DETAIL)]
BotName = Annotated[str, Meta(min_length=1, max_length=64)]


# ---- what is asked by HTTP


class Me(Struct, tag_field="kind", tag="me", forbid_unknown_fields=True):
    """A seat for the asking device; several of them make a hot seat."""

    name: Name = UNNAMED
    mark: Mark = ""


class Open(Struct, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """A seat for somebody with the link."""


class Bot(Struct, tag_field="kind", tag="bot", forbid_unknown_fields=True):
    """A seat for a bot."""

    bot: BotName = "medium"
    name: Name | None = None  # left out: what the game calls its seat


class Captain(Struct, tag_field="kind", tag="captain", forbid_unknown_fields=True):
    """A seat of a real table that its captain, or an official, decides for."""

    name: Name = UNNAMED
    mark: Mark | None = None


SeatSetup = Me | Open | Bot | Captain


class EventMessage(Struct, forbid_unknown_fields=True):
    """The event that a real table is for."""

    title: Detail | UnsetType = UNSET
    place: Detail | UnsetType = UNSET
    date: Detail | UnsetType = UNSET
    organiser: Detail | UnsetType = UNSET
    confirm: Annotated[int, Meta(ge=0, le=2)] | UnsetType = UNSET
    rosters: Annotated[list[list[Name]], Meta(max_length=20)] | UnsetType = UNSET


class NewClass(Struct, forbid_unknown_fields=True):
    """For a class: several phones play a seat, and join by a code."""

    side: bool = False  # whether the other teams answer the same questions aside
    # of the questions that are asked; left out: of any difficulty
    hardest: Annotated[int, Meta(ge=1, le=9)] | None = None


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
    away_after: Annotated[int, Meta(ge=LEAST_AWAY, le=MOST_AWAY)] | None = None  # seconds
    judge: Judge | None = None  # of what is said aloud, where people judge it; left out: the host
    rated: bool | None = None  # by people who all want to be rated; left out: not
    hints: bool | None = None  # whether people may ask for a good action; left out: they may
    rehearsal: bool | None = None  # a real table that is thrown away afterwards; left out: none
    classroom: NewClass | None = None  # a class table; left out: none


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


class ArrangedPosition(Struct, forbid_unknown_fields=True):
    """A position that was set by hand."""

    position: dict[str, Any]


class Tries(Struct, forbid_unknown_fields=True):
    """All that a learner has tried in a lesson: texts of actions, `throw` for the dice."""

    tries: Annotated[list[ActionText], Meta(max_length=MOST_TRIES)] = []


class NewPhone(Struct, forbid_unknown_fields=True):
    """A phone that joins a team; the first one names it."""

    seat: SeatNumber
    name: Name = UNNAMED
    mark: Mark = ""


class NewPlayer(Struct, forbid_unknown_fields=True):
    name: Name
    mark: Mark = ""


# ---- what is answered


class Opened(Struct):
    table: TableInfo
    tokens: dict[str, str]


class RehearsalOfficial(Struct, omit_defaults=True):
    """An official of a rehearsal, with a link of their own."""

    official: str
    role: Role
    name: str
    token: str
    seat: int | UnsetType = UNSET  # of a captain


class Rehearsal(Opened):
    officials: list[RehearsalOfficial]


class Seated(Struct):
    table: TableInfo
    token: str


class JoinableTeam(Struct):
    seat: int
    name: str
    mark: str
    open: bool  # whether nobody is there yet
    bot: bool  # whether a bot plays it
    phones: int  # with those that wait
    full: bool


class JoinableTable(Struct):
    """What a join code leads to."""

    table: str
    game: str
    status: Status
    teams: list[JoinableTeam]
    yours: int | None  # the team that the asking device is in


class Joined(Struct):
    table: str
    seat: int
    member: int
    token: str
    admitted: bool  # if not, another phone of the team or the teacher has to let it in


class NewToken(Struct):
    """Of a spectator who judges, or of a seat that was given to somebody else."""

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
    may: dict[str, May]  # by official: what each may ask for now
    ranks: list[int]


class Places(Struct):
    places: list[Post]
    home: list[Home]


class Ahead(Struct):
    """What would follow from each of a seat's choices, but for those that make something known."""

    n: int  # the number of the snapshot that has these choices
    seat: int
    consequences: list[Consequence]


class HintAnswer(Struct):
    """A good action for a seat, as the hard bot would choose it from what the seat may see."""

    n: int  # the number of the snapshot that it is for
    seat: int
    text: str
    expected: float | None  # how it will probably end, from 0 to 1
    reason: Phrase | None  # what speaks for it, where the game can say it


class Behalf(Struct):
    """What a seat sees, for an official who decides on its behalf."""

    n: int
    seat: int
    view: dict[str, Any]
    derived: dict[str, Any]
    choices: list[Choice]  # none where it is not to act
    actors: list[str]
    line: int | None  # of its last decision that stands, though the journal may not show it yet


class Arrangement(Struct):
    position: dict[str, Any]
    fields: list[PositionField]


class OptionInfo(Struct):
    name: str
    kind: str
    default: Any
    least: int | None
    most: int | None
    choices: list[Any]
    names: dict[str, str] = field(default_factory=dict)  # of choices that are files
    many: bool = False  # whether a value is a list
    seats: str = ""  # "each": an entry a seat; "one": the value is a seat


class SeatSign(Struct):
    """How a seat's pieces look: a path about 0 0 and within 13 of it."""

    colour: str
    path: str


class GameInfo(Struct):
    id: str
    rules: int
    fewest_seats: int
    most_seats: int
    seat_names: list[str]
    default_names: dict[str, list[str]]  # the same by language
    options: list[OptionInfo]
    bots: list[str]
    throws: bool  # whether seats throw dice
    judged_if: dict[str, str]  # the options with which people judge what seats say aloud
    minutes: list[int]  # the shortest and the longest of `durations`; [] if nobody knows
    durations: dict[str, list[int]]  # from how many minutes to how many, by the number of seats
    setbacks: Translated
    interludes: list[str]
    daily: bool  # whether it has one deal a day for everybody
    classroom: bool  # whether a class can play it
    name: Translated
    pitch: Translated
    lessons: int  # how many it has
    signs: dict[str, list[SeatSign]]  # of each seat's pieces, by the number of seats


Link = Annotated[str, Meta(max_length=300)]


class KitUse(Struct):
    """What a kit may be for, where a game tells several uses apart."""

    name: str
    label: Translated


class KitInfo(Struct):
    """What a print kit can be asked for."""

    papers: list[str]
    inks: list[str]
    uses: list[KitUse]  # the usual first; [] where there is one
    day: bool  # whether it can have the deal of a day
    event: bool  # whether it can be made for an event


class EventLinks(Struct, forbid_unknown_fields=True):
    """Links that only the organiser's device knows, for the badges of an event."""

    links: Annotated[dict[str, Link], Meta(max_length=200)]  # of offices, by the official's id
    follow: Link = ""  # where everybody can look on


class GameWords(Struct):
    language: str
    name: str
    pitch: str
    goal: str  # "" until the game says it
    events: Translated
    actions: Translated
    phrases: Translated
    words: Translated
    options: Translated
    labels: Translated
    bots: Translated
    web: Translated
    banners: Translated
    titles: Translated  # of the clauses that explain something that happens
    headings: Translated  # of all clauses
    headline: Translated
    clauses: Translated
    page: str


class AppointedRole(Struct):
    role: Role
    seat: bool  # whether it is an office of one seat


class DeskWords(Struct):
    """What is said at real tables of a game; `roles` in the game's own words where it has some."""

    appointed: list[AppointedRole]
    public: list[Kind]  # of lines: those that anybody may see once they count
    roles: Translated
    lines: Translated
    parts: Translated
    voids: Translated
    sanctions: Translated
    scores: Translated


class RostersRead(Struct):
    """The people of each team, in the order of the seats; [] where there are faults."""

    rosters: list[list[str]]
    teams: list[str]
    faults: list[RosterFault]


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
    entered: list[int]


class Verdict(Struct):
    draws: int
    right: bool
    wrong: str | None
    commitment: str
    secret: str
    contributed: int
    entered: int
    skipped: int  # questions that the teacher of a class took out


class Problem(Struct):
    """Every refusal of an HTTP request."""

    status: int
    code: Code
    why: str
    clause: str = ""
    option: str = ""
    free_name: str = ""  # where a name is taken, one like it that is not


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
    action: ActionText


class ThrowMessage(_Request, tag="throw"):
    n: Number


class UndoMessage(_Request, tag="undo"):
    n: Number


class ReadyMessage(_Request, tag="ready"):
    ready: bool


class MarkMessage(_Request, tag="mark"):
    mark: Mark


class ChatMessage(_Request, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class PromiseMessage(_Request, tag="promise"):
    hash: Hex


class ContributeMessage(_Request, tag="contribute"):
    value: Hex


# ---- what officials say of a real table, and players who decide there


class _DeskHead(Struct, kw_only=True):
    id: RequestId
    line: Number
    official: str | UnsetType | None = field(name="as", default=UNSET)


class _PreviewHead(Struct, kw_only=True):
    line: Number | UnsetType = UNSET  # the last change that the asker has seen
    official: str | UnsetType = field(name="as", default=UNSET)

    def request(self) -> DeskRequest:
        fields = msgspec.to_builtins(self)
        verb, line, official = (fields.pop(name, None) for name in ("verb", "line", "as"))
        return DeskRequest("", verb, fields, line, official)


HEAD = tuple(one.encode_name for one in msgspec.structs.fields(_DeskHead))


def _said_by(verb: Verb, name: str, head: type[Struct], tag_field: str) -> type[Struct]:
    """A verb and its fields as the desk reads them, after a head."""
    request = REQUESTS[verb]
    found: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for one in request_fields(verb).values():
        kind = as_described(one.type)
        found.append((one.name, kind) if one.is_required else (one.name, kind | UnsetType, UNSET))
    return msgspec.defstruct(
        name.format(request.__name__), found, bases=(head,), tag_field=tag_field, tag=verb,
        kw_only=True, forbid_unknown_fields=True, namespace={"__doc__": doc_of(request)},
    )  # fmt: skip


def desk_message(verb: Verb) -> type[Struct]:
    """At the socket; where players say `act` in another way as well."""
    return _said_by(verb, "{}Message", _DeskHead, "t")


if TYPE_CHECKING:
    PreviewRequest = _PreviewHead
else:
    PreviewRequest = reduce(
        operator.or_, (_said_by(verb, "Preview{}", _PreviewHead, "verb") for verb in VERBS)
    )


class SuggestMessage(_Request, tag="suggest"):
    what: Suggested
    about: SeatNumber | None = None


class AgreeMessage(_Request, tag="agree"):
    agrees: bool


class ConcedeMessage(_Request, tag="concede"):
    pass


class VerdictMessage(Struct, tag_field="t", tag="verdict", forbid_unknown_fields=True):
    """By whoever judges; no seat is named, for it may be a spectator."""

    id: RequestId
    n: Number
    outcome: Annotated[str, Meta(min_length=1, max_length=LONGEST_ACTION)]


class AdviseMessage(_Request, tag="advise"):
    """To the phone of one's own team that acts; null takes it back."""

    n: Number
    action: ActionText | None


class PassHandMessage(_Request, tag="hand"):
    """Let another phone of the team act."""

    to: MemberNumber


class AdmitMessage(_Request, tag="admit"):
    """Let a phone into the team, or remove it."""

    member: MemberNumber
    is_in: bool = field(name="in")


class SideMessage(_Request, tag="side"):
    """What a team that is not asked would have answered."""

    n: Number
    answer: Annotated[str, Meta(min_length=1, max_length=1)]


class SkipMessage(Struct, tag_field="t", tag="skip", forbid_unknown_fields=True):
    """By the teacher: the question that is open is bad."""

    id: RequestId
    n: Number


class ClassPauseMessage(Struct, tag_field="t", tag="pause", forbid_unknown_fields=True):
    """By the teacher; at a real table a judge says it in another way."""

    id: RequestId
    paused: bool


class BellMessage(Struct, tag_field="t", tag="bell", forbid_unknown_fields=True):
    """By the teacher: the lesson is over, and whoever is ahead has won."""

    id: RequestId


class PingMessage(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    pass


RequestMessage = (
    ActMessage | ThrowMessage | UndoMessage | ReadyMessage | MarkMessage | ChatMessage
    | PromiseMessage | ContributeMessage | SuggestMessage | AgreeMessage | ConcedeMessage
    | VerdictMessage | AdviseMessage | PassHandMessage | AdmitMessage | SideMessage | SkipMessage
    | ClassPauseMessage | BellMessage | PingMessage
)  # fmt: skip
ClientMessage = Hello | RequestMessage
REQUEST_OF: dict[type, type[Request]] = {
    ActMessage: Act,
    ThrowMessage: Throw,
    UndoMessage: Undo,
    ReadyMessage: Ready,
    MarkMessage: ChooseMark,
    ChatMessage: Say,
    PromiseMessage: Promise,
    ContributeMessage: Contribute,
    SuggestMessage: Suggest,
    AgreeMessage: Agree,
    ConcedeMessage: Concede,
    VerdictMessage: GiveVerdict,
    AdviseMessage: Advise,
    PassHandMessage: PassHand,
    AdmitMessage: Admit,
    SideMessage: AnswerAside,
    SkipMessage: SkipQuestion,
    ClassPauseMessage: PauseClass,
    BellMessage: RingBell,
    PingMessage: Ping,
}


def socket_schemas() -> dict[str, Any]:
    """What is said at the socket, in either direction, as JSON schemas by name."""
    sent = [as_struct(message) for message in get_args(Message)]
    said = [*get_args(ClientMessage), *(desk_message(verb) for verb in VERBS), *sent]
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
    t: Verb
    id: RequestId
    n: Any = UNSET  # what a player decided on, at any table


_envelope = msgspec.json.Decoder(_Envelope)
_mapping = msgspec.json.Decoder(dict[str, Any])


def desk_request(text: bytes) -> DeskRequest | None:
    """What is asked for by an official's verb, whose own fields the desk reads; None if it is
    something else that is said.
    """
    try:
        envelope = _envelope.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if envelope.t == "act" and envelope.n is not UNSET:
        return None
    try:
        given = _mapping.decode(text)
        head = msgspec.convert(given, _DeskHead)
    except msgspec.MsgspecError as error:
        raise BrokenRequest(envelope.id, str(error)) from None
    fields = {name: value for name, value in given.items() if name not in ("t", *HEAD)}
    return DeskRequest(head.id, envelope.t, fields, head.line, given.get("as"))
