"""A table as it is described to somebody: its seats, its status, its dice. Seats are from 1."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from periplo.core.game import Options
from periplo.play.draws import commitment
from periplo.table.mixing import DiceMixing
from periplo.table.requests import Suggested, Suggestion
from periplo.table.rows import (
    REAL,
    Chance,
    Ended,
    Judge,
    SeatKind,
    SeatRow,
    Status,
    TableRow,
    Throws,
)

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
    given: bool  # to whoever has its link, who has not said a name yet
    hinted: bool  # whether whoever plays it was shown a good action
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
class SuggestionInfo:
    """What everybody here is asked to agree to."""

    what: Suggested
    about: int | None  # the seat that is away
    by: int
    agreed: list[int]


@dataclass(slots=True)
class EndInfo:
    """How a match ended at this table."""

    ended: Ended
    winners: list[int]
    scores: list[int | float]
    conceded: list[int]


@dataclass(slots=True)
class ClassInfo:
    """What a class table has beside what every table has."""

    code: str | None  # by which phones join; for the teacher and for phones
    side: bool  # whether the other teams answer the same questions aside
    paused: bool
    phones: list[int]  # that play, by seat


@dataclass(slots=True)
class PhoneInfo:
    member: int  # from 1
    here: bool
    admitted: bool


@dataclass(slots=True)
class AdviceInfo:
    """What a phone suggests to the one that acts."""

    member: int
    n: int
    action: str


@dataclass(slots=True)
class TeamInfo:
    """A team of a class table, for its phones and the teacher."""

    seat: int
    you: int | None  # which of its phones this is
    hand: int  # which of them acts; 0 for none
    phones: list[PhoneInfo]
    advice: list[AdviceInfo]


@dataclass(slots=True)
class TableInfo:
    id: str
    game: str
    rules: int
    options: dict[str, Any]
    seats: list[SeatInfo]
    host: bool
    host_here: bool  # plays and is connected: then nobody else decides about those who are away
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
    away_after: int
    conceded: list[int]
    suggestion: SuggestionInfo | None
    result: EndInfo | None  # once it is over
    judge: Judge | None  # of what is said aloud; None where nothing is judged
    daily: str | None  # the day whose deal it plays
    rated: bool
    hints: bool  # whether people may be shown a good action here
    classroom: ClassInfo | None  # of a class table


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
    suggestion: Suggestion | None = None,
    teaches: bool = False,
) -> TableInfo:
    """`device` is the hash of the asking one; `yours` are its seats, from 0; `teaches`: it has the
    teacher's token.
    """
    held = {seat.device for seat in seats if seat.seat in yours}
    host = teaches or (bool(row.host) and row.host in {device, *held})
    return TableInfo(
        id=row.id,
        game=row.game,
        rules=row.rules,
        options=options,
        seats=[_seat_info(seat, presence) for seat in seats],
        host=host,
        host_here=_is_host_here(row, seats, presence),
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
        away_after=row.away_after,
        conceded=[seat + 1 for seat in row.conceded],
        suggestion=_suggestion_info(suggestion),
        result=_end_info(row),
        judge=row.judge if is_judged and row.chance != REAL else None,
        daily=row.daily or None,
        rated=row.rated,
        hints=row.gives_hints(),
        classroom=_class_info(row, seats, host or bool(yours)),
    )


def _is_host_here(row: TableRow, seats: Sequence[SeatRow], presence: Presence) -> bool:
    hosts = {one.seat for one in seats if row.host and one.device == row.host and not one.left}
    return not hosts.isdisjoint(presence.here)


def _class_info(row: TableRow, seats: Sequence[SeatRow], knows_code: bool) -> ClassInfo | None:
    room = row.classroom
    if room is None:
        return None
    teams = [seat.team for seat in seats]
    playing = [sum(phone.admitted for phone in team.phones) if team else 0 for team in teams]
    return ClassInfo(room.code if knows_code else None, room.side, room.paused, playing)


def _suggestion_info(made: Suggestion | None) -> SuggestionInfo | None:
    if made is None:
        return None
    about = None if made.about is None else made.about + 1
    return SuggestionInfo(made.what, about, made.by + 1, sorted(seat + 1 for seat in made.agreed))


def _end_info(row: TableRow) -> EndInfo | None:
    if row.result is None:
        return None
    winners, conceded = ([seat + 1 for seat in one] for one in (row.result.winners, row.conceded))
    return EndInfo(row.result.ended, winners, row.result.scores, conceded)


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
        given=row.is_given(),
        hinted=row.hinted,
        away=presence.away.get(row.seat),
    )
