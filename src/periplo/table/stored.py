"""A table as it is opened from its rows: its log is replayed once, whatever was taken back."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from periplo.core.game import Game, Options, Position
from periplo.core.state import TABLE
from periplo.desk.desk import Desk
from periplo.desk.record import plain_record, replay_line
from periplo.desk.setup import SeatKind as DeskSeatKind
from periplo.desk.setup import Setup
from periplo.play.match import Match
from periplo.play.stepwise import Work
from periplo.table.actions import LoggedAction
from periplo.table.history import History
from periplo.table.results import result_of
from periplo.table.rows import (
    BAD_QUESTION,
    CLOCK,
    OVER,
    PERSON,
    REAL,
    TIME_UP,
    WAITING,
    LogRow,
    SeatRow,
    TableRow,
)

ORGANISER = "organiser"  # the office that comes with a real table
NO_ACTION = -1
SKIP_TEXT = "skip"  # how an entry says that a question was taken out
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
    desk: Desk | None = None  # of a real table
    official_tokens: dict[str, str] = field(default_factory=dict)  # hashes, of those in office
    desk_requests: dict[str, int] = field(default_factory=dict)  # the lines that they wrote
    chat: list[LogRow] = field(default_factory=list)
    aside: list[LogRow] = field(default_factory=list)  # what teams of a class answered aside
    pauses: list[LogRow] = field(default_factory=list)  # of a class table
    requests: list[str] = field(default_factory=list)  # that have been carried out
    rows: int = 0
    undone: int = 0
    alone: int = 0  # actions by the clock since somebody who plays did something

    def match(self) -> Match:
        """As it stands; that of a real table is its effective line."""
        if self.desk is None:
            return self.history.match
        return Match.from_record(plain_record(self.desk))


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
    if row.chance == REAL:
        yield from _open_desk(stored, log)
        return stored
    kept = yield from _read_log(stored, log)
    if kept and row.status == WAITING:
        raise DamagedTable("it has not begun, and has actions")
    for logged in kept:
        replay_row(history, logged)
        yield
    if row.status == OVER and row.result is None:  # an older version did not keep it
        row.result = result_of(history, seats, stored.undone)
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
        if row.kind in ("chat", "side", "pause"):
            _beside(stored, row)
        elif row.kind == "skip":
            kept.append(row)
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


def _beside(stored: StoredTable, row: LogRow) -> None:
    """What is no part of the match."""
    if row.kind == "chat":
        stored.chat.append(row)
    elif row.kind == "pause":
        stored.pauses.append(row)
    elif row.note.isdecimal():
        stored.aside.append(row)
    else:
        raise DamagedTable(f"row {row.number} of its log does not say what was answered aside")


def skip_action(position: Position, time: int, at: int | None = None) -> LoggedAction:
    """A question was taken out: the match goes on from this position."""
    action = LoggedAction(TABLE, NO_ACTION, SKIP_TEXT, PERSON, BAD_QUESTION, time, at)
    action.element = {"set": position, "clause": "", "why": BAD_QUESTION}
    return action


def replay_row(history: History, row: LogRow) -> None:
    try:
        if row.kind == "skip":
            history.play(skip_action(json.loads(row.text), row.time))
            return
        game, state = history.match.game, history.match.state
        action = game.parse(state, row.seat, row.text)
        state.check(row.seat, action)
        text = game.text(state, row.seat, action)
        history.play(LoggedAction(row.seat, action, text, row.by, row.note, row.time))
    except Exception as error:  # whatever rules do with what they have never seen
        why = str(error) or type(error).__name__
        raise DamagedTable(f"row {row.number} of its log: {why}") from None


def _open_desk(stored: StoredTable, log: Iterable[LogRow]) -> Work[None]:
    """The journal of a real table, every line played again."""
    event = stored.row.event
    if event is None:
        raise DamagedTable("it is a real table, and has no event")
    kinds = tuple(seat_kind(seat.kind) for seat in stored.seats)
    names = tuple(seat.name for seat in stored.seats)
    desk = stored.desk = Desk(Setup(stored.game, stored.options, names, event.details, kinds))
    stored.official_tokens[ORGANISER] = event.organiser
    lines = 0
    for row in log:
        stored.rows += 1
        if row.number != stored.rows:
            raise DamagedTable(f"row {stored.rows} of its log is missing")
        if row.kind == "chat":
            stored.chat.append(row)
            stored.requests += [row.request] if row.request else []
            continue
        if row.kind != "line":
            raise DamagedTable(f"row {stored.rows} of its log is no line of a journal")
        try:
            line = json.loads(row.text)
            replay_line(desk, line, lines + 1)
        except Exception as error:  # whatever the rules do with what they have never seen
            raise DamagedTable(f"row {stored.rows} of its log: {error}") from None
        lines += 1
        if row.request:
            stored.desk_requests[row.request] = lines
        if line["kind"] == "appointed":
            stored.official_tokens[line["official"]] = row.note
        elif line["kind"] == "withdrawn":
            stored.official_tokens.pop(line["official"], None)
        yield
    if desk.has_started != (stored.row.status != WAITING):
        raise DamagedTable("its journal and its row disagree on whether it has started")
    if desk.is_closed != (stored.row.status == OVER):
        raise DamagedTable("its journal and its row disagree on whether it is closed")


def seat_kind(kind: str) -> DeskSeatKind:
    """Who decides for a seat at a real table."""
    if kind == "captain":
        return "captain"
    return "bot" if kind == "bot" else "person"
