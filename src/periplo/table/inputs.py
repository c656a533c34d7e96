"""Everything that can happen to a table from outside. Seats are counted from 0."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from periplo.core.game import Options
from periplo.desk.roles import Role
from periplo.desk.setup import EventDetails
from periplo.table.requests import Request
from periplo.table.rows import SeatRow

Connection = Hashable  # whatever stands for a connection; the table only compares it
PhoneKey = tuple[int, int]  # the seat of its team, from 0, and its number there, from 1
TimeoutKind = Literal["turn", "dice"]


@dataclass(frozen=True, slots=True)
class Connected:
    """Somebody who holds these seats, or none, listens from now on."""

    connection: Connection
    seats: tuple[int, ...]
    contributes: bool = False  # to the dice
    officials: tuple[str, ...] = ()  # the offices that they hold
    phones: tuple[PhoneKey, ...] = ()  # at a class table; those that wait hold no seat yet


@dataclass(frozen=True, slots=True)
class ConnectionEnded:
    connection: Connection


@dataclass(frozen=True, slots=True)
class Received:
    connection: Connection
    request: Request


@dataclass(frozen=True, slots=True)
class Persisted:
    """The `Persist` of this number and all before it are on disk."""

    number: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The time that a `SetTimeout` named has come."""

    kind: TimeoutKind


@dataclass(frozen=True, slots=True)
class BotAnswered:
    number: int  # of its `AskBot`
    text: str


@dataclass(frozen=True, slots=True)
class BotGaveUp:
    number: int
    why: str


@dataclass(frozen=True, slots=True)
class BotAbandoned:
    """It was not asked after all, because nobody waited for it."""

    number: int


@dataclass(frozen=True, slots=True)
class SitDown:
    """Take a seat that is open, or one's own again."""

    seat: int
    device: str  # hashes of the device and of the seat's new token
    token: str
    held: tuple[int, ...]  # seats that the asker holds
    name: str
    mark: str


@dataclass(frozen=True, slots=True)
class JoinTeam:
    """A phone comes to a team of a class table, or comes again."""

    seat: int
    device: str  # hashes of the device and of the phone's new token
    token: str
    name: str  # of the team, if it has none yet
    mark: str


@dataclass(frozen=True, slots=True)
class AssignSeat:
    """Say who is to sit there."""

    seat: int
    device: str
    held: tuple[int, ...]
    kind: Literal["me", "open", "bot", "captain"]
    bot: str = ""
    name: str = ""  # of a captain's team, or of a bot; empty for the usual one
    mark: str = ""
    officials: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandOver:
    """Give a seat that is away to whoever gets its new token."""

    seat: int
    device: str
    token: str  # hash
    held: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    seat: int
    held: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Start:
    device: str
    officials: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskJudge:
    """Let whoever holds this token judge from now on."""

    device: str
    token: str  # hash


@dataclass(frozen=True, slots=True)
class HintFound:
    """Whoever plays the seat is about to be shown a good action."""

    seat: int


@dataclass(frozen=True, slots=True)
class Appoint:
    device: str
    officials: tuple[str, ...]  # of the asker
    official: str  # the new one's id
    token: str  # hash
    role: Role
    name: str
    seat: int | None  # from 1, as the journal counts them


@dataclass(frozen=True, slots=True)
class Withdraw:
    device: str
    officials: tuple[str, ...]
    official: str


@dataclass(frozen=True, slots=True)
class ChangeSetup:
    """Whatever is not None is changed, before the start."""

    device: str
    officials: tuple[str, ...]
    details: EventDetails | None = None
    options: Options | None = None
    seats: Sequence[SeatRow] | None = None


@dataclass(frozen=True, slots=True)
class DrawLots:
    device: str
    officials: tuple[str, ...]
    what: Literal["squares", "order"]


@dataclass(frozen=True, slots=True)
class RematchOpened:
    """The next table, and the tokens there by the seats here."""

    table_id: str
    tokens: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class RematchDeleted:
    """The next table is not on disk any more, nor the mention of it."""


@dataclass(frozen=True, slots=True)
class RestartTurn:
    """Nobody loses time to what nobody could help, such as a move to another server."""


Input = (
    Connected | ConnectionEnded | Received | Persisted | TimedOut | RestartTurn
    | BotAnswered | BotGaveUp | BotAbandoned
    | SitDown | JoinTeam | AssignSeat | LeaveSeat | HandOver | Start | AskJudge | HintFound
    | RematchOpened | RematchDeleted
    | Appoint | Withdraw | ChangeSetup | DrawLots
)  # fmt: skip
