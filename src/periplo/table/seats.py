"""The places at a table, and who is connected for each."""

from dataclasses import dataclass, fields

from periplo.core.game import Game
from periplo.play.refusals import BadName
from periplo.table.clock import Instant
from periplo.table.rows import SeatRow

AWAY_AFTER = 120  # seconds, unless the host says otherwise
LEAST_AWAY, MOST_AWAY = 10, 3600  # seconds that a table may wait for somebody who is away
OTHERS_WAIT = 180  # seconds more for others than the host, if they do not all agree
AWAY_FORGOTTEN = MOST_AWAY + OTHERS_WAIT  # longer ago makes no difference
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


def bot_seat(game: Game, seat: int, bot: str) -> SeatRow:
    return SeatRow(seat, "bot", game.seat_names[seat], bot=bot)


def clean_name(text: str) -> str:
    """A name as it is kept: no line breaks, no blanks around it."""
    name = " ".join(text.split())
    if not name or not name.isprintable():
        raise BadName("a name needs letters, and nothing that cannot be printed")
    return name
