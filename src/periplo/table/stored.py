"""A table as it is opened from its rows: its log is replayed once, whatever was taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from periplo.core.game import Game, Options
from periplo.play.stepwise import Work
from periplo.table.actions import LoggedAction
from periplo.table.history import History
from periplo.table.rows import CLOCK, PERSON, TIME_UP, WAITING, LogRow, SeatRow, TableRow

ROWS_AT_ONCE = 200  # of a log, between two places where opening may be interrupted


class DamagedTable(Exception):
    """Rows from which no table can be made, and why."""


@dataclass
class StoredTable:
    """A table that is in order, with all that its log says."""

    row: TableRow
    seats: Sequence[SeatRow]
    game: Game
    options: Options  # as they were asked for
    complete: Options
    history: History
    chat: list[LogRow] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)  # that have been carried out
    rows: int = 0
    undone: int = 0
    alone: int = 0  # actions by the clock since somebody who plays did something


def open_table(
    row: TableRow, seats: Sequence[SeatRow], log: Iterable[LogRow], game: Game, options: Options
) -> Work[StoredTable]:
    """DamagedTable says why it cannot be opened."""
    complete = complete_options(game, len(seats), options)
    try:
        history = History(game, [seat.name for seat in seats], options)
    except Exception as error:
        raise DamagedTable(str(error)) from None
    stored = StoredTable(row, seats, game, options, complete, history)
    kept = yield from _read_log(stored, log)
    if kept and row.status == WAITING:
        raise DamagedTable("it has not begun, and has actions")
    for logged in kept:
        replay_row(history, logged)
        yield
    return stored


def complete_options(game: Game, seats: int, options: Options) -> Options:
    """Every option that has a value, as it could be given for another table."""
    try:
        complete = game.read_setup(seats, options)
    except Exception as error:  # whatever an option holds
        raise DamagedTable(f"options: {error}") from None
    return {name: value for name, value in complete.items() if value is not None}


def _read_log(stored: StoredTable, log: Iterable[LogRow]) -> Work[list[LogRow]]:
    """What was done and not taken back, in order; the rest is noted in `stored`."""
    kept: list[LogRow | None] = []
    of_actor: dict[int, list[int]] = {}  # where in `kept` the actions of an actor are
    for row in log:
        stored.rows += 1
        if row.number != stored.rows:
            raise DamagedTable(f"row {stored.rows} of its log is missing")
        if row.seat >= len(stored.seats):
            raise DamagedTable(f"row {stored.rows} of its log: there is no seat {row.seat + 1}")
        if row.request:
            stored.requests.append(row.request)
        if row.by == PERSON and row.kind != "chat":
            stored.alone = 0
        elif row.by == CLOCK or row.note == TIME_UP:
            stored.alone += 1
        its = of_actor.setdefault(row.seat, [])
        if row.kind == "chat":
            stored.chat.append(row)
        elif row.kind == "act":
            its.append(len(kept))
            kept.append(row)
        elif its:
            stored.undone += 1
            kept[its.pop()] = None
        else:
            raise DamagedTable(f"row {stored.rows} of its log takes back what was never done")
        if stored.rows % ROWS_AT_ONCE == 0:
            yield
    return [row for row in kept if row is not None]


def replay_row(history: History, row: LogRow) -> None:
    try:
        action = history.match.game.parse(history.match.state, row.seat, row.text)
        history.play(LoggedAction(row.seat, action, row.text, row.by, row.note, row.time))
    except Exception as error:  # whatever rules do with what they have never seen
        why = str(error) or type(error).__name__
        raise DamagedTable(f"row {row.number} of its log: {why}") from None
