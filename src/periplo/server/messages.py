"""What comes over the wire, typed and within limits, and what is answered by HTTP alone.

What a table sends is in `periplo.table.messages`; both are described in docs/protocol.md.
"""

from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct, field

from periplo.play.refusals import Code
from periplo.server.secrets import END
from periplo.table.info import TableInfo
from periplo.table.messages import Message
from periplo.table.requests import (
    Act,
    Contribute,
    Ping,
    Promise,
    Ready,
    Request,
    Say,
    Throw,
    Undo,
)
from periplo.table.rows import Throws

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


class Opened(Struct):
    table: TableInfo
    tokens: dict[str, str]


class Seated(Struct):
    table: TableInfo
    token: str


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
    said = [*get_args(ClientMessage), *get_args(Message)]
    _, schemas = msgspec.json.schema_components(said, ref_template="#/components/schemas/{name}")
    return schemas


def request_of(message: RequestMessage) -> Request:
    """A message that keeps to the limits above, as the table takes it."""
    return msgspec.convert(message, REQUEST_OF[type(message)], from_attributes=True)
