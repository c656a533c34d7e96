"""A table as it is described to somebody: its seats, its status, its dice. Seats are from 1."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from periplo.core.game import Options
from periplo.play.draws import commitment
from periplo.table.mixing import DiceMixing
from periplo.table.rows import REAL, Chance, Judge, SeatKind, SeatRow, Status, TableRow, Throws

DiceState = Literal["gathering", "ready", "lost"]
Trouble = Literal["damaged", "other-rules"]  # why a stored table cannot be opened


@dataclass(slots=True)
class SeatInfo:
    seat: int
    kind: SeatKind
    name: str
    mark: str
    bot: str
    ready: bool
    here: bool
    left: bool
    away: int | None  # seconds for which nobody has been connected who plays it


@dataclass(slots=True)
class EventInfo:
    """What anybody may know of an event."""

    title: str
    place: str
    date: str
    organiser: str
    confirm: int


@dataclass(slots=True)
class TableInfo:
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
    chance: Chance
    event: EventInfo | None  # of a real table
    rehearsal: bool  # of one, to be thrown away
    judge: Judge | None  # of what is said aloud; None where nothing is judged
    daily: str | None  # the day whose deal it plays
    rated: bool


class Presence(NamedTuple):
    """Who is connected."""

    here: frozenset[int] = frozenset()  # seats, from 0
    watching: int = 0
    away: Mapping[int, int] = MappingProxyType({})  # seconds, by seat


NOBODY_HERE = Presence()


def table_info(
    row: TableRow,
    seats: Sequence[SeatRow],
    *,
    options: Options,
    n: int,
    yours: Collection[int] = (),
    device: str = "",
    presence: Presence = NOBODY_HERE,
    dice: DiceState | None = None,
    mixing: DiceMixing | None = None,
    trouble: Trouble | None = None,
    is_judged: bool = False,
) -> TableInfo:
    """`device` is the hash of the asking one; `yours` are its seats, from 0."""
    held = {seat.device for seat in seats if seat.seat in yours}
    return TableInfo(
        id=row.id,
        game=row.game,
        rules=row.rules,
        options=options,
        seats=[_seat_info(seat, presence) for seat in seats],
        host=bool(row.host) and row.host in {device, *held},
        yours=[seat + 1 for seat in yours],
        listed=row.listed,
        chat=row.chat,
        limit=row.limit,
        throws=row.throws,
        status=row.status,
        n=n,
        watching=presence.watching,
        commitment=published_commitment(row),
        dice=dice,
        promises=mixing.published_promises() if mixing else None,
        contributions=mixing.published_values() if mixing else None,
        created=row.created,
        rematch=row.rematch or None,
        trouble=trouble,
        chance=row.chance,
        event=_event_info(row),
        rehearsal=row.is_rehearsal(),
        judge=row.judge if is_judged and row.chance != REAL else None,
        daily=row.daily or None,
        rated=row.rated,
    )


def _event_info(row: TableRow) -> EventInfo | None:
    if row.event is None:
        return None
    about = row.event.details
    return EventInfo(about.title, about.place, about.date, about.organiser, about.confirm)


def published_commitment(row: TableRow) -> str | None:
    """What was published of the secret of the draws, from the start on."""
    return row.commitment or (commitment(row.secret) if row.secret else None)


def _seat_info(row: SeatRow, presence: Presence) -> SeatInfo:
    by_bot = row.kind == "bot" or row.left
    return SeatInfo(
        seat=row.seat + 1,
        kind=row.kind,
        name=row.name,
        mark=row.mark,
        bot=row.bot if by_bot else "",
        ready=row.ready or row.kind == "bot",
        here=row.seat in presence.here,
        left=row.left,
        away=presence.away.get(row.seat),
    )
