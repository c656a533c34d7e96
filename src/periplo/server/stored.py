"""A table as it is stored: reading its rows, saying what is wrong with them, opening it.

Nothing here trusts the disk: a row may come from another version, or from somebody's editor.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from periplo.core.errors import PeriploError
from periplo.core.game import Game, Options
from periplo.core.state import TABLE
from periplo.games import game as find_game
from periplo.play.draws import commitment
from periplo.play.match import Match
from periplo.play.record import Record, join_action
from periplo.play.stepwise import Work, run_at_once
from periplo.server.deeds import CLOCK, PERSON, TIME_UP, Deed, History
from periplo.server.gathering import Gathering
from periplo.server.messages import DiceState, SeatInfo, Status, TableInfo, Throws, Trouble
from periplo.server.store import Row, Summary

WAITING, PLAYING, OVER = "waiting", "playing", "over"
ROWS_AT_ONCE = 200  # of a log, between two places where opening may be interrupted

Whole = Annotated[int, Meta(ge=0, le=2**53)]
SeatIndex = Annotated[int, Meta(ge=0, le=98)]
Secret = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


class TableRow(Struct):
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
    created: Whole = 0
    touched: Whole = 0


class SeatRow(Struct):
    """The same for `seats`."""

    seat: SeatIndex = 0
    kind: Literal["person", "bot", "open"] = "person"
    name: str = "?"
    mark: str = ""
    bot: str = ""
    token: str = ""
    device: str = ""
    ready: bool = False
    left: bool = False


class LogRow(Struct, gc=False):  # there may be many, and the collector need not look at them
    """The same for `log`."""

    number: Whole = 0
    kind: Literal["act", "undo", "chat"] = "chat"
    seat: Annotated[int, Meta(ge=TABLE, le=98)] = TABLE
    text: str = "?"
    by: Literal["person", "bot", "clock", "table"] = "table"
    request: str = ""
    note: str = ""
    time: Whole = 0


class Presence(NamedTuple):
    """Who is connected."""

    here: frozenset[int] = frozenset()  # seats
    watching: int = 0
    away: Mapping[int, int] = MappingProxyType({})  # seconds, by seat


NOBODY = Presence()


class Unreadable(PeriploError):
    """A stored table that cannot be opened here, and why."""

    def __init__(self, trouble: Trouble, why: str) -> None:
        super().__init__(why)
        self.trouble = trouble
        self.why = why


def _damaged(why: object) -> Unreadable:
    return Unreadable("damaged", str(why))


@dataclass
class Setup:
    """What a table's row and seats say, once they have been found to be in order."""

    game: Game
    options: Options  # as they were asked for
    complete: Options  # every option that has a value, as it could be given for another table
    gathering: Gathering


def read_rows(row: Row, seats: Sequence[Row]) -> tuple[Game, Options]:
    """The rows of a table, its log apart; Unreadable says what is wrong with them.

    What the options name has to be at hand for the rest, `read_setup`.
    """
    try:
        msgspec.convert(row, TableRow)
    except msgspec.ValidationError as error:
        raise _damaged(error) from None
    for number, seat in enumerate(seats):
        try:
            if msgspec.convert(seat, SeatRow).seat != number:
                raise _damaged(f"seat {number + 1} is missing")
        except msgspec.ValidationError as error:
            raise _damaged(f"seat {number + 1}: {error}") from None
    try:
        game = find_game(row["game"])
    except PeriploError as error:
        raise _damaged(error) from None
    if row["rules"] != game.rules:
        raise Unreadable(
            "other-rules",
            f"it was played by rules {row['rules']} of {game.id}, these are {game.rules}",
        )
    if row["status"] != WAITING and not (row["secret"] or row["sealed"]):
        raise _damaged("it has begun, and has no secret for its draws")
    try:
        Gathering(row)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _damaged(f"mixing: {error}") from None
    try:
        return game, msgspec.json.decode(row["options"], type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        raise _damaged(f"options: {error}") from None


def read_setup(row: Row, seats: Sequence[Row]) -> Setup:
    """The rows of a table, its log apart, wholly checked."""
    game, options = read_rows(row, seats)
    try:
        complete = game.read_setup(len(seats), options)
    except Exception as error:  # whatever an option holds
        raise _damaged(f"options: {error}") from None
    told = {name: value for name, value in complete.items() if value is not None}
    return Setup(game, options, told, Gathering(row))


@dataclass
class Opened:
    """A table that is in order, with all that its log tells."""

    row: Row
    seats: list[Row]
    setup: Setup
    history: History
    chat: list[Row] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)  # that have been carried out
    rows: int = 0
    undone: int = 0
    alone: int = 0  # actions by the clock since somebody who plays did something


def open_stored(row: Row, seats: list[Row], log: Sequence[Row]) -> Work[Opened]:
    """A table from its rows, replayed once whatever was taken back in it.

    Unreadable says why a table cannot be opened.
    """
    setup = read_setup(row, seats)
    try:
        history = History(setup.game, [seat["name"] for seat in seats], setup.options)
    except Exception as error:
        raise _damaged(error) from None
    opened = Opened(row, seats, setup, history)
    done = yield from _read_log(opened, log)
    if done and row["status"] == WAITING:
        raise _damaged("it has not begun, and has moves")
    yield from _replay(setup.game, history, done)
    return opened


def replay_rows(row: Row, seats: list[Row], log: Sequence[Row]) -> Match:
    """The match of a stored table as it stands; Unreadable says what is wrong with the table."""
    return run_at_once(open_stored(row, seats, log)).history.match


def _read_log(opened: Opened, log: Sequence[Row]) -> Work[list[LogRow]]:
    """What was done and not taken back, in order; the rest is noted in `opened`."""
    kept: list[LogRow | None] = []
    of_actor: dict[int, list[int]] = {}  # where in `kept` the deeds of an actor are
    for row in log:
        opened.rows += 1
        try:
            entry = msgspec.convert(row, LogRow)
        except msgspec.ValidationError as error:
            raise _damaged(f"row {opened.rows} of its log: {error}") from None
        if entry.number != opened.rows:
            raise _damaged(f"row {opened.rows} of its log is missing")
        if entry.seat >= len(opened.seats):
            raise _damaged(f"row {opened.rows} of its log: there is no seat {entry.seat + 1}")
        if entry.request:
            opened.requests.append(entry.request)
        if entry.by == PERSON and entry.kind != "chat":
            opened.alone = 0
        elif entry.by == CLOCK or entry.note == TIME_UP:
            opened.alone += 1
        its = of_actor.setdefault(entry.seat, [])
        if entry.kind == "chat":
            opened.chat.append(row)
        elif entry.kind == "act":
            its.append(len(kept))
            kept.append(entry)
        elif its:
            opened.undone += 1
            kept[its.pop()] = None
        else:
            raise _damaged(f"row {opened.rows} of its log takes back what was never done")
        if opened.rows % ROWS_AT_ONCE == 0:
            yield
    return [entry for entry in kept if entry is not None]


def _replay(game: Game, history: History, done: Sequence[LogRow]) -> Work[None]:
    for entry in done:
        try:
            action = game.parse(history.match.state, entry.seat, entry.text)
            deed = Deed(entry.seat, action, entry.text, entry.by, entry.note, entry.time)
            history.play(deed)
        except Exception as error:  # whatever rules do with what they have never seen
            why = str(error) or type(error).__name__
            raise _damaged(f"row {entry.number} of its log: {why}") from None
        yield


# ---- what can be shown of any table


def mended(row: Row, shape: type[Struct]) -> Row:
    """The row with something plain wherever it holds what it cannot."""
    fields = {}
    for column in msgspec.structs.fields(shape):
        try:
            fields[column.name] = msgspec.convert(row.get(column.name), column.type)
        except msgspec.ValidationError:
            fields[column.name] = column.default
    return fields


def readable_options(row: Row) -> Options:
    """The options of a table that may be damaged, as far as they can be read."""
    try:
        options: Options = msgspec.json.decode(row["options"], type=dict[str, Any])
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
    dice_of: Callable[[Row, Gathering], DiceState | None],
    trouble: Trouble | None,
) -> TableInfo:
    """A table in a list, from its rows alone; `trouble` is what is known of its log."""
    row, seats = summary.row, summary.seats
    n = summary.n
    gathering = None
    try:
        setup = read_setup(row, seats)
        options, gathering = without_paths(setup.complete), setup.gathering
        if n or summary.done:
            gathering.end()
        if n is None:  # of what is hidden, not even how much there is is told
            hides = setup.game.new(len(seats), setup.options).hides()
            n = summary.drawn if hides else summary.done
    except Unreadable as error:
        trouble = error.trouble
    if trouble is not None:
        row = mended(row, TableRow)
        seats = [mended(seat, SeatRow) for seat in seats]
        options, gathering = readable_options(row), None
    yours = tuple(seat["seat"] for seat in seats if device and seat["device"] == device)
    return table_info(
        row, seats, options=options, n=n if isinstance(n, int) else 0, yours=yours, device=device,
        presence=presence, dice=dice_of(row, gathering) if gathering else None, gathering=gathering,
        trouble=trouble,
    )  # fmt: skip


def stored_record(
    row: Row, seats: Sequence[Row], log: Sequence[Row], held: Collection[int]
) -> Work[Record]:
    """The record of a table that cannot be opened, as far as it can be read.

    `held` are indices of the rows of the asker's seats: as long as the game is not over, what
    others may have done in secret is left out.
    """
    places = [mended(seat, SeatRow) for seat in seats]
    shown = {TABLE, *(places[index]["seat"] for index in held)}
    if row["status"] == OVER or not _may_hide(row["game"], len(seats)):
        shown.update(range(len(seats)))
    kept: list[str | None] = []
    of_actor: dict[int, list[int]] = {}
    for number, its_row in enumerate(log, 1):
        try:
            entry = msgspec.convert(its_row, LogRow)
        except msgspec.ValidationError:
            entry = LogRow(**mended(its_row, LogRow))
        its = of_actor.setdefault(entry.seat, [])
        if entry.kind == "act" and entry.seat in shown:
            its.append(len(kept))
            kept.append(join_action(entry.seat, entry.text))
        elif entry.kind == "undo" and its:
            kept[its.pop()] = None
        if number % ROWS_AT_ONCE == 0:
            yield
    actions = [action for action in kept if action is not None]
    names = [place["name"] for place in places]
    row = mended(row, TableRow)
    return Record(row["game"], row["rules"], readable_options(row), names, None, actions)


def _may_hide(game_id: object, seats: int) -> bool:
    """Whether seats may know what others do not; also if that cannot be told."""
    try:
        return find_game(str(game_id)).new(seats).hides()
    except PeriploError:
        return True


def left_info(summary: Summary, held: Sequence[int], device: str, trouble: Trouble) -> TableInfo:
    """What can be said of a table that cannot be opened; `held` are indices of seats' rows."""
    row = mended(summary.row, TableRow)
    seats = [mended(seat, SeatRow) for seat in summary.seats]
    return table_info(
        row,
        seats,
        options=readable_options(row),
        n=summary.n if isinstance(summary.n, int) else summary.drawn,
        yours=[seats[index]["seat"] for index in held],
        device=device,
        trouble=trouble,
    )


def table_info(
    row: Row,
    seats: Sequence[Row],
    *,
    options: Options,
    n: int,
    yours: Collection[int] = (),
    device: str = "",
    presence: Presence = NOBODY,
    dice: DiceState | None = None,
    gathering: Gathering | None = None,
    trouble: Trouble | None = None,
) -> TableInfo:
    """A table as it is told; `device` is the hash of the asking one."""
    host = row["host"]
    held = {seat["device"] for seat in seats if seat["seat"] in yours}
    return TableInfo(
        id=row["id"],
        game=row["game"],
        rules=row["rules"],
        options=options,
        seats=[seat_info(seat, presence) for seat in seats],
        host=bool(host) and host in {device, *held},
        yours=[seat + 1 for seat in yours],
        listed=row["listed"],
        chat=row["chat"],
        limit=row["limit"],
        throws=row["throws"],
        status=row["status"],
        n=n,
        watching=presence.watching,
        commitment=promised(row),
        dice=dice,
        promises=gathering.published_promises() if gathering else None,
        contributions=gathering.published_values() if gathering else None,
        created=row["created"],
        rematch=row["rematch"] or None,
        trouble=trouble,
    )


def promised(row: Row) -> str | None:
    """What was published of the secret of the draws, from the start on."""
    return row["commitment"] or (commitment(row["secret"]) if row["secret"] else None)


def seat_info(row: Row, presence: Presence) -> SeatInfo:
    by_bot = row["kind"] == "bot" or row["left"]
    return SeatInfo(
        seat=row["seat"] + 1,
        kind=row["kind"],
        name=row["name"],
        mark=row["mark"],
        bot=row["bot"] if by_bot else "",
        ready=row["ready"] or row["kind"] == "bot",
        here=row["seat"] in presence.here,
        left=row["left"],
        away=presence.away.get(row["seat"]),
    )
