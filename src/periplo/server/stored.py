"""A table as it is stored: reading its rows, saying what is wrong with them, opening it.

Nothing here trusts the disk: a row may come from another version, or from somebody's editor.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from operator import attrgetter
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from periplo.core.errors import PeriploError
from periplo.core.game import Game, Options
from periplo.core.state import TABLE
from periplo.games import game as find_game
from periplo.play.match import Match
from periplo.play.record import Element, Record, SetElement, join_action
from periplo.play.stepwise import Work, run_at_once
from periplo.server.secrets import END
from periplo.server.store import Row, Summary
from periplo.table.info import DiceState, Presence, TableInfo, Trouble, table_info
from periplo.table.mixing import DiceMixing
from periplo.table.rows import (
    BAD_QUESTION,
    OVER,
    REAL,
    WAITING,
    By,
    Chance,
    ClassRow,
    EventRow,
    Judge,
    LogKind,
    LogRow,
    MixingRow,
    ResultRow,
    SeatKind,
    SeatRow,
    Status,
    TableRow,
    TeamRow,
    Throws,
)
from periplo.table.stored import (
    ROWS_AT_ONCE,
    DamagedTable,
    StoredTable,
    complete_options,
    open_table,
)

Whole = Annotated[int, Meta(ge=0, le=2**53)]
SeatIndex = Annotated[int, Meta(ge=0, le=98)]
Secret = Annotated[str, Meta(pattern="^([0-9a-f]{64})?" + END)]


class RawTable(Struct):
    """What every row of `tables` must look like (see schema.py), and what is shown otherwise."""

    id: str = ""
    game: str = "?"
    rules: Whole = 0
    options: str = "{}"
    listed: bool = False
    chat: bool = False
    limit: Whole = 0
    throws: Throws = "press"
    host: str = ""
    status: Status = "over"
    secret: Secret = ""
    sealed: str = ""
    commitment: Secret = ""
    mixing: str = ""
    rematch: str = ""
    chance: Chance = "drawn"
    event: str = ""
    rated: bool = False
    daily: str = ""
    hints: bool = True
    result: str = ""
    away_after: Whole = 120
    conceded: str = "[]"
    judge: Judge = "host"
    judge_token: str = ""
    classroom: str = ""
    created: Whole = 0
    status_changed_at: Whole = 0


class RawSeat(Struct):
    """The same for `seats`."""

    seat: SeatIndex = 0
    kind: SeatKind = "person"
    name: str = "?"
    mark: str = ""
    bot: str = ""
    token: str = ""
    device: str = ""
    ready: bool = False
    left: bool = False
    hinted: bool = False
    team: str = ""


class RawLog(Struct, gc=False):  # there may be many, and the collector need not look at them
    """The same for `log`."""

    number: Whole = 0
    kind: LogKind = "chat"
    seat: Annotated[int, Meta(ge=TABLE, le=98)] = TABLE
    text: str = "?"
    by: By = "table"
    request: str = ""
    note: str = ""
    time: Whole = 0


class Unreadable(PeriploError):
    """A stored table that cannot be opened here, and why."""

    def __init__(self, trouble: Trouble, why: str) -> None:
        super().__init__(why)
        self.trouble = trouble
        self.why = why


def _damaged(why: object) -> Unreadable:
    return Unreadable("damaged", str(why))


class RawMixing(Struct):
    """The column `mixing`, in JSON."""

    stage: Literal[0, 1, 2] = 0
    promises: dict[int, str] = msgspec.field(default_factory=dict)  # by seat, from 0
    values: dict[int, str] = msgspec.field(default_factory=dict)


_read_mixing = msgspec.json.Decoder(RawMixing).decode
_read_event = msgspec.json.Decoder(EventRow).decode
_read_seats = msgspec.json.Decoder(list[SeatIndex]).decode
_read_class = msgspec.json.Decoder(ClassRow).decode
_read_team = msgspec.json.Decoder(TeamRow).decode
_decode_result = msgspec.json.Decoder(ResultRow).decode
_to_json = msgspec.json.Encoder().encode
_log_columns = attrgetter(*LogRow.__slots__)


# ---- typed rows, and rows of the database


def table_row(row: TableRow) -> Row:
    columns = {name: getattr(row, name) for name in row.__slots__}
    columns["mixing"] = "" if row.mixing is None else _to_json(row.mixing).decode()
    columns["event"] = "" if row.event is None else _to_json(row.event).decode()
    columns["conceded"] = _to_json(row.conceded).decode()
    columns["result"] = "" if row.result is None else _to_json(row.result).decode()
    columns["classroom"] = "" if row.classroom is None else _to_json(row.classroom).decode()
    columns["join_code"] = "" if row.classroom is None else row.classroom.code
    return columns


def seat_row(table_id: str, row: SeatRow) -> Row:
    columns = {name: getattr(row, name) for name in SeatRow.__slots__}
    columns["team"] = "" if row.team is None else _to_json(row.team).decode()
    return {"table": table_id, **columns}


def log_row(table_id: str, row: LogRow) -> Row:
    columns = dict(zip(LogRow.__slots__, _log_columns(row), strict=True))
    columns["table"] = table_id
    return columns


def _typed_table(raw: RawTable) -> TableRow:
    columns = msgspec.structs.asdict(raw)
    mixing = _read_mixing(raw.mixing) if raw.mixing else None
    columns["mixing"] = mixing and MixingRow(mixing.stage, mixing.promises, mixing.values)
    columns["event"] = _read_event(raw.event) if raw.event else None
    columns["conceded"] = _read_seats(raw.conceded)
    columns["result"] = _decode_result(raw.result) if raw.result else None
    columns["classroom"] = _read_class(raw.classroom) if raw.classroom else None
    return TableRow(**columns)


def _typed_seat(raw: RawSeat) -> SeatRow:
    columns = msgspec.structs.asdict(raw)
    columns["team"] = _read_team(raw.team) if raw.team else None
    return SeatRow(**columns)


# ---- reading


def read_rows(row: Row, seats: Sequence[Row]) -> tuple[TableRow, list[SeatRow], Game, Options]:
    """The rows of a table, its log apart, typed; Unreadable says what is wrong with them.

    What the options name has to be at hand for the rest, `open_stored`.
    """
    try:
        raw = msgspec.convert(row, RawTable)
    except msgspec.ValidationError as error:
        raise _damaged(error) from None
    typed_seats = []
    for number, seat in enumerate(seats):
        try:
            typed_seats.append(_typed_seat(msgspec.convert(seat, RawSeat)))
        except (msgspec.DecodeError, RecursionError) as error:
            raise _damaged(f"seat {number + 1}: {error}") from None
        if typed_seats[number].seat != number:
            raise _damaged(f"seat {number + 1} is missing")
    try:
        game = find_game(raw.game)
    except PeriploError as error:
        raise _damaged(error) from None
    if raw.rules != game.rules:
        raise Unreadable(
            "other-rules",
            f"it was played by rules {raw.rules} of {game.id}, these are {game.rules}",
        )
    if raw.status != WAITING and raw.chance != REAL and not (raw.secret or raw.sealed):
        raise _damaged("it has begun, and has no secret for its draws")
    try:
        typed = _typed_table(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _damaged(f"mixing, event, result, conceded or classroom: {error}") from None
    try:
        return typed, typed_seats, game, msgspec.json.decode(raw.options, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise _damaged(f"options: {error}") from None


def open_stored(row: Row, seats: Sequence[Row], log: Sequence[Row]) -> Work[StoredTable]:
    """A table from its rows; Unreadable says why a table cannot be opened."""
    typed, typed_seats, game, options = read_rows(row, seats)
    try:
        return (yield from open_table(typed, typed_seats, _read_log(log), game, options))
    except DamagedTable as error:
        raise _damaged(error) from None


def _read_log(log: Sequence[Row]) -> Iterator[LogRow]:
    for number, row in enumerate(log, 1):
        try:
            raw = msgspec.convert(row, RawLog)
        except msgspec.ValidationError as error:
            raise _damaged(f"row {number} of its log: {error}") from None
        yield LogRow(
            raw.number, raw.kind, raw.seat, raw.text, raw.by, raw.request, raw.note, raw.time
        )


def replay_rows(row: Row, seats: list[Row], log: Sequence[Row]) -> Match:
    """The match of a stored table as it stands; Unreadable says what is wrong with the table."""
    return run_at_once(open_stored(row, seats, log)).match()


# ---- what can be shown of any table


def _repaired(row: Row, shape: type[Struct]) -> Row:
    """The row with something plain wherever it holds what it cannot."""
    columns = {}
    for column in msgspec.structs.fields(shape):
        try:
            columns[column.name] = msgspec.convert(row.get(column.name), column.type)
        except msgspec.ValidationError:
            columns[column.name] = column.default
    return columns


def repaired_table(row: Row) -> TableRow:
    columns = _repaired(row, RawTable) | {"conceded": "[]"}
    columns |= dict.fromkeys(("mixing", "event", "result", "classroom"), "")
    return _typed_table(RawTable(**columns))


def read_result(text: object) -> ResultRow | None:
    """How a table's match ended, as its row has it; None where nobody kept that."""
    try:
        return _decode_result(text) if isinstance(text, str) and text else None
    except (msgspec.DecodeError, RecursionError):
        return None


def repaired_seat(row: Row) -> SeatRow:
    return SeatRow(**_repaired(row, RawSeat) | {"team": None})


def readable_options(text: object) -> Options:
    """The options of a table that may be damaged, as far as they can be read."""
    try:
        options: Options = msgspec.json.decode(str(text), type=dict[str, Any])
    except Exception:  # whatever is there instead
        return {}
    return without_paths(options)


def without_paths(options: Options) -> Options:
    """Tables of the first version may name a file by its path, and no path leaves the server."""
    return {
        name: value
        for name, value in options.items()
        if not (isinstance(value, str) and ("/" in value or "\\" in value))
    }


def list_info(
    summary: Summary,
    device: str,
    presence: Presence,
    dice_of: Callable[[TableRow, DiceMixing], DiceState | None],
    trouble: Trouble | None,
) -> TableInfo:
    """A table in a list, from its rows alone; `trouble` is what is known of its log."""
    n = summary.n
    mixing = None
    is_judged = False
    try:
        row, seats, game, given = read_rows(summary.row, summary.seats)
        complete = complete_options(game, len(seats), given)
        options, is_judged = without_paths(complete), game.is_judged(complete)
        mixing = DiceMixing(row)
        if n or summary.done:
            mixing.end()
        if n is None:  # of what is hidden, not even how much there is is sent
            hides = game.new(len(seats), given).hides()
            n = summary.drawn if hides else summary.done
    except (Unreadable, DamagedTable) as error:
        trouble = error.trouble if isinstance(error, Unreadable) else "damaged"
    if trouble is not None:
        row, seats = repaired_table(summary.row), [repaired_seat(seat) for seat in summary.seats]
        options, mixing = readable_options(row.options), None
    yours = tuple(seat.seat for seat in seats if device and seat.device == device)
    return table_info(
        row, seats, options=options, n=n if isinstance(n, int) else 0, yours=yours, device=device,
        presence=presence, dice=dice_of(row, mixing) if mixing else None, mixing=mixing,
        trouble=trouble, is_judged=is_judged,
    )  # fmt: skip


def stored_record(
    row: Row, seats: Sequence[Row], log: Sequence[Row], held: Collection[int]
) -> Work[Record]:
    """The record of a table that cannot be opened, as far as it can be read.

    `held` are indices of the rows of the asker's seats: as long as the game is not over, what
    others may have done in secret is left out.
    """
    places = [repaired_seat(seat) for seat in seats]
    shown = {TABLE, *(places[index].seat for index in held)}
    if row["status"] == OVER or not _may_hide(row["game"], len(seats)):
        shown.update(range(len(seats)))
    kept: list[Element | None] = []
    of_actor: dict[int, list[int]] = {}
    for number, its_row in enumerate(log, 1):
        try:
            logged = msgspec.convert(its_row, RawLog)
        except msgspec.ValidationError:
            logged = RawLog(**_repaired(its_row, RawLog))
        its = of_actor.setdefault(logged.seat, [])
        if logged.kind == "act" and logged.seat in shown:
            its.append(len(kept))
            kept.append(join_action(logged.seat, logged.text))
        elif logged.kind == "skip" and (skipped := _skip_element(logged.text)) is not None:
            kept.append(skipped)
        elif logged.kind == "undo" and its:
            kept[its.pop()] = None
        if number % ROWS_AT_ONCE == 0:
            yield
    actions: list[Element] = [action for action in kept if action is not None]
    names = [place.name for place in places]
    table = repaired_table(row)
    return Record(table.game, table.rules, readable_options(table.options), names, None, actions)


def _skip_element(text: str) -> SetElement | None:
    """A question that was taken out, as the record has it."""
    try:
        position = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return None
    return {"set": position, "clause": "", "why": BAD_QUESTION}


def _may_hide(game_id: object, seats: int) -> bool:
    """Whether seats may know what others do not; also if that cannot be found out."""
    try:
        return find_game(str(game_id)).new(seats).hides()
    except PeriploError:
        return True


def left_info(summary: Summary, held: Sequence[int], device: str, trouble: Trouble) -> TableInfo:
    """What can be said of a table that cannot be opened; `held` are indices of seats' rows."""
    row, seats = repaired_table(summary.row), [repaired_seat(seat) for seat in summary.seats]
    return table_info(
        row,
        seats,
        options=readable_options(row.options),
        n=summary.n if isinstance(summary.n, int) else summary.drawn,
        yours=[seats[index].seat for index in held],
        device=device,
        trouble=trouble,
    )
