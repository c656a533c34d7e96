"""The places at a table, and who is connected for each."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields

from periplo.core.game import Game
from periplo.desk.setup import LONGEST_NAME
from periplo.play.refusals import BadName, NameTaken
from periplo.table.clock import Instant
from periplo.table.rows import SeatRow

AWAY_AFTER = 120  # seconds, unless the host says otherwise
LEAST_AWAY, MOST_AWAY = 10, 3600  # seconds that a table may wait for somebody who is away
OTHERS_WAIT = 180  # seconds more for others than the host, if they do not all agree
AWAY_FORGOTTEN = MOST_AWAY + OTHERS_WAIT  # longer ago makes no difference
UNNAMED = "?"  # of a seat in a set-up, where nobody named it
STAND_IN = "medium"  # the bot that plays for whoever is late or has left


@dataclass(slots=True)
class Seat(SeatRow):
    here: int = 0  # connections
    away_since: int = 0  # by the clock that nobody sets

    def row(self) -> SeatRow:
        return SeatRow(*(getattr(self, column.name) for column in fields(SeatRow)))

    def become(self, row: SeatRow) -> None:
        """Somebody else's, or nobody's; the connections are those there are."""
        for column in fields(SeatRow):
            setattr(self, column.name, getattr(row, column.name))

    def away(self, now: Instant) -> int | None:
        """Seconds for which nobody has been connected who plays it; None if somebody is."""
        if not self.is_played() or self.here:
            return None
        return max(0, now.at - self.away_since) // 1000

    def is_played(self) -> bool:
        """By a person."""
        return self.kind == "person" and not self.left

    def played_by_bot(self) -> bool:
        return self.kind == "bot" or self.left

    def is_ready(self) -> bool:
        return self.kind == "bot" or (self.kind == "person" and self.ready)


def seat_of(row: SeatRow, away_since: int) -> Seat:
    seat = Seat(row.seat, row.kind, row.name, away_since=away_since)
    seat.become(row)
    return seat


def open_seat(game: Game, seat: int) -> SeatRow:
    """For somebody with the link."""
    return SeatRow(seat, "open", game.seat_names[seat])


def bot_seat(seat: int, bot: str, name: str = "") -> SeatRow:
    """Without a name, it is named when all seats are."""
    return SeatRow(seat, "bot", given_name(name), bot=bot)


def given_name(text: str) -> str:
    """A name as somebody gave it; empty if nobody did."""
    return "" if text in ("", UNNAMED) else clean_name(text)


def clean_name(text: str) -> str:
    """A name as it is kept: no line breaks, no blanks around it."""
    name = " ".join(text.split())
    if not name or not name.isprintable():
        raise BadName("a name needs letters, and nothing that cannot be printed")
    return name


def names_at(seats: Sequence[SeatRow], but: int | None = None) -> list[str]:
    """Of everybody but one seat; what an open seat is called until somebody comes is no name."""
    return [one.name for one in seats if one.kind != "open" and one.seat != but]


def check_name(name: str, taken: Collection[str]) -> None:
    """Refuse a name that somebody else has, however it is written."""
    if _is_taken(name, taken):
        raise NameTaken(name, free_name(name, taken))


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, or one like it that nobody has."""
    base, number = re.sub(r" \d+$", "", name), 2
    while _is_taken(name, taken):
        name = f"{base[: LONGEST_NAME - len(str(number)) - 1]} {number}"
        number += 1
    return name


def _is_taken(name: str, taken: Collection[str]) -> bool:
    return name.casefold() in map(str.casefold, taken)


def settle_names(game: Game, seats: Sequence[SeatRow]) -> None:
    """Names that people gave must differ; bots, and whoever has no name, get one that is free."""
    given = [one for one in seats if one.kind not in ("open", "bot") and one.name]
    taken: list[str] = []
    for one in given:
        check_name(one.name, taken)
        taken.append(one.name)
    for one in seats:
        if one.kind != "open" and one not in given:
            one.name = free_name(one.name or game.seat_names[one.seat], taken)
            taken.append(one.name)
