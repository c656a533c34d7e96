"""What a table sends to those who are connected; docs/protocol.md describes each.

`t` names the case on the wire, and comes first there.
"""

from dataclasses import dataclass, field
from typing import Literal

from periplo.desk.lines import SentLine
from periplo.desk.permissions import May
from periplo.desk.roles import OfficialInfo
from periplo.desk.state import Pending
from periplo.play.refusals import Code
from periplo.play.snapshots import Entry, SideStanding, Snapshot
from periplo.table.chat import ChatLine
from periplo.table.info import TableInfo, TeamInfo


@dataclass(slots=True)
class Welcome:
    t: Literal["welcome"] = field(default="welcome", init=False)
    table: TableInfo
    seats: list[int]
    moment: Snapshot | None
    log: list[Entry]
    chat: list[ChatLine]
    teams: list[TeamInfo]  # at a class table: one's own, or for the teacher all


@dataclass(slots=True)
class DeskWelcome(Welcome):
    """At a real table, with the offices of whoever has come."""

    officials: list[OfficialInfo]
    line: int
    desk: Pending
    may: dict[str, May]  # by official: what each may ask for now
    ranks: list[int]


@dataclass(slots=True)
class MomentNews:
    t: Literal["moment"] = field(default="moment", init=False)
    moment: Snapshot


@dataclass(slots=True)
class DeskMomentNews(MomentNews):
    """At a real table, with the last line that changed the match or the waiting entry."""

    line: int


@dataclass(slots=True)
class JournalNews:
    """Lines of a real table's journal that are new to somebody, and what is waited for."""

    t: Literal["journal"] = field(default="journal", init=False)
    lines: list[SentLine]
    line: int
    desk: Pending
    may: dict[str, May]
    ranks: list[int]


@dataclass(slots=True)
class TableNews:
    t: Literal["table"] = field(default="table", init=False)
    table: TableInfo


@dataclass(slots=True)
class ChatNews:
    t: Literal["chat"] = field(default="chat", init=False)
    chat: ChatLine


@dataclass(slots=True)
class TeamNews:
    """A team of a class table, for its phones and the teacher."""

    t: Literal["team"] = field(default="team", init=False)
    team: TeamInfo


@dataclass(slots=True)
class SideNews:
    """How the side contest stands, where nothing else has changed."""

    t: Literal["side"] = field(default="side", init=False)
    side: SideStanding


@dataclass(slots=True)
class RematchNews:
    t: Literal["rematch"] = field(default="rematch", init=False)
    table: str
    tokens: dict[str, str]


@dataclass(slots=True)
class Done:
    t: Literal["done"] = field(default="done", init=False)
    id: str
    n: int


@dataclass(slots=True)
class DeskDone:
    t: Literal["done"] = field(default="done", init=False)
    id: str
    line: int  # that was written


@dataclass(slots=True)
class RequestRefused:
    t: Literal["refused"] = field(default="refused", init=False)
    id: str
    code: Code
    why: str
    clause: str


@dataclass(slots=True)
class Pong:
    t: Literal["pong"] = field(default="pong", init=False)


Message = (
    Welcome | DeskWelcome | MomentNews | DeskMomentNews | JournalNews | TableNews | ChatNews
    | TeamNews | SideNews | RematchNews | Done | DeskDone | RequestRefused | Pong
)  # fmt: skip
