"""What a table may do, checked from outside: by its log, its rows and the rules of its game."""

from dataclasses import replace
from typing import NamedTuple

from periplo.core.game import Game, Position
from periplo.core.state import TABLE, State
from periplo.play.draws import commitment
from periplo.table.actions import LoggedAction
from periplo.table.clock import RETURN, Instant
from periplo.table.inputs import (
    AskJudge,
    AssignSeat,
    Connected,
    ConnectionEnded,
    HandOver,
    Input,
    LeaveSeat,
    Received,
    SitDown,
    Start,
)
from periplo.table.requests import (
    Act,
    GiveVerdict,
    Say,
    Suggestion,
    Throw,
    Undo,
    request_key,
    verdict_key,
)
from periplo.table.rows import (
    BOT,
    BY_TABLE,
    CLOCK,
    MIXED,
    OVER,
    PERSON,
    PLAYING,
    PROMISING,
    SKIPPED,
    TIME_UP,
    WAITING,
    LogRow,
    MixingRow,
    SeatRow,
    TableRow,
)
from periplo.table.seats import OTHERS_WAIT
from periplo.table.table import Table


class Before(NamedTuple):
    """A table as it was before an input, and whoever sent it."""

    row: TableRow
    seats: list[SeatRow]
    mixing: MixingRow
    state: State
    actions: list[LoggedAction]
    seen: list[LoggedAction]  # by whoever sent the input
    may_be_taken_back: dict[int, bool]  # the last action of each seat, by the rules of the game
    due: int | None  # when time is up
    suggestion: Suggestion | None
    here: set[int]  # seats of people who play and are connected


def before(table: Table, given: Input) -> Before:
    seen: list[LoggedAction] = []
    rules: dict[int, bool] = {}
    if isinstance(given, Received) and (group := table.subscribers.group_of(given.connection)):
        seen = group.viewer.seen if table.history.hides else table.actions
        if isinstance(given.request, Undo):
            rules = _may_be_taken_back(table)
    made = table.suggestion
    connected = {seat for group in table.subscribers for seat in group.seats}
    return Before(
        replace(table.row),
        [seat.row() for seat in table.seats],
        table.mixing.row(),
        table.match.state.copy(),
        table.actions[:],
        seen[:],
        rules,
        table.clock.due,
        made and replace(made, agreed={*made.agreed}),
        {seat for seat in connected if not _is_bots(table.seats[seat])},
    )


def _may_be_taken_back(table: Table) -> dict[int, bool]:
    rules: dict[int, bool] = {}
    state = table.game.new(len(table.seats), table.options)
    for action in table.actions:
        if action.actor != TABLE:
            rules[action.actor] = state.may_take_back(action.actor, action.action)
        state.play(action.actor, action.action)
    return rules


# ---- over HTTP


def check_asker(given: Input, was: Before, away: int | None) -> None:
    """Whoever did it was somebody who may; `away` is for how long the seat has been, if it is."""
    is_host = getattr(given, "device", None) == was.row.host
    match given:
        case Start():
            assert is_host
            assert was.row.status == WAITING
        case SitDown():
            seat = was.seats[given.seat]
            is_own = seat.device == given.device or given.seat in given.held
            assert is_own or (seat.kind == "open" and was.row.status == WAITING)
        case LeaveSeat():
            assert given.seat in given.held
        case HandOver():
            is_away = away is not None and away >= was.row.away_after
            assert is_away or (is_host and was.seats[given.seat].left)
            if not is_host:
                made = was.suggestion
                assert made is not None
                assert (made.what, made.about) == ("give", given.seat)
                assert made.by in given.held
                assert was.here <= made.agreed
        case AskJudge():
            assert is_host
            assert was.row.status != OVER
        case AssignSeat():
            assert is_host or given.held
            if was.row.status == WAITING:
                assert is_host
            elif not was.seats[given.seat].left:
                assert was.row.status == PLAYING
                assert away is not None
                assert away >= was.row.away_after + (0 if is_host else OTHERS_WAIT)


def might_throw(given: Input, was: Before, table: Table) -> bool:
    """Whether somebody asked for a throw that is theirs, on what they see now."""
    if not isinstance(given, Received) or not isinstance(given.request, Throw):
        return False
    seat, group = given.request.seat - 1, table.subscribers.group_of(given.connection)
    return (
        group is not None
        and seat in group.seats
        and was.row.status == PLAYING
        and table.mixing.is_over()
        and not table.is_full()
        and given.request.n == len(was.seen)
        and TABLE in was.state.actors()
        and was.state.thrower() == seat
    )


# ---- rows


def check_row(old: TableRow, new: TableRow) -> None:
    """The secret of the draws is in clear when the game is over, unless its key is lost; and what
    was fixed stays.
    """
    assert not new.secret or new.status == OVER
    assert not old.commitment or new.commitment == old.commitment
    if new.status == OVER and not new.secret:
        assert new.sealed == old.sealed
    elif new.status == OVER:
        assert commitment(new.secret) == new.commitment
    one, two = old.mixing or MixingRow(), new.mixing or MixingRow()
    assert one.stage <= two.stage
    assert one.stage == PROMISING or two.promises == one.promises
    assert one.stage < MIXED or two.values == one.values
    assert two.stage != PROMISING or not two.values
    for seat, value in two.values.items():
        assert commitment(value) == two.promises[seat]


def check_log_row(
    row: LogRow, given: Input, was: Before, table: Table, now: Instant, loaded: Instant
) -> None:
    """The first row that an input adds to the log; `loaded` is when the table was."""
    game = table.game
    if row.request:
        _check_request(row, given, was, table)
    if row.kind == "undo":
        _check_undo(row, was)
    if row.kind != "act":
        assert row.by == PERSON
        return
    if row.by == PERSON and row.seat == TABLE:
        _check_verdict(given, was, table)
    elif row.by == PERSON:
        assert row.request
        assert not was.seats[row.seat].left
    elif row.note == SKIPPED:
        assert isinstance(given, Received | ConnectionEnded | Connected)
    elif row.by == BOT:
        assert _is_bots(table.seats[row.seat])
    elif row.by == BY_TABLE and not row.request and row.note != TIME_UP:
        _check_draw_by_itself(was, table)
    if row.by == CLOCK or row.note == TIME_UP:
        _check_time_up(was, now, loaded)
    legal = was.state.legal(row.seat)
    assert row.text in [game.text(was.state, row.seat, action) for action in legal]


def _check_request(row: LogRow, given: Input, was: Before, table: Table) -> None:
    """Somebody who holds the seat asked for just this, on what they see now."""
    assert isinstance(given, Received)
    request = given.request
    if isinstance(request, GiveVerdict):
        group = table.subscribers.group_of(given.connection)
        assert group is not None
        assert row.request == verdict_key(request, group.seats)
        assert request.n == len(was.seen)
        return
    assert isinstance(request, Act | Throw | Undo | Say)
    assert request_key(request) == row.request
    if isinstance(request, Say):
        assert (row.kind, row.seat) == ("chat", request.seat - 1)
        return
    since = was.seen[request.n :]
    assert request.n <= len(was.seen)
    if not was.state.hides():
        assert not since
    assert not [action for action in since if action.actor in (TABLE, request.seat - 1)]
    if isinstance(request, Throw):
        assert (row.kind, row.seat, row.by) == ("act", TABLE, BY_TABLE)
        assert was.state.thrower() == request.seat - 1
    else:
        assert (row.kind, row.seat) == (
            "act" if isinstance(request, Act) else "undo",
            request.seat - 1,
        )


def _check_verdict(given: Input, was: Before, table: Table) -> None:
    """A person who may, by how the table was opened and who is here, judged another person."""
    assert isinstance(given, Received)
    assert isinstance(given.request, GiveVerdict)
    answerer = was.state.answerer()
    assert answerer >= 0
    assert not _is_bots(was.seats[answerer])
    group = table.subscribers.group_of(given.connection)
    assert group is not None
    assert group.seats or "judge" in group.officials
    here = {seat for one in table.subscribers for seat in one.seats if not was.seats[seat].left}
    hosts = {seat for seat in here if was.seats[seat].device == was.row.host}
    if was.row.judge == "spectator" and any("judge" in one.officials for one in table.subscribers):
        assert "judge" in group.officials
    elif was.row.judge == "teams" or answerer in hosts:
        assert here <= {answerer} or {*group.seats} & (here - {answerer})
    elif hosts:
        assert {*group.seats} & hosts


def _check_undo(row: LogRow, was: Before) -> None:
    """The seat's own last action, by which nobody has learnt or done anything."""
    last = [action for action in was.actions if action.actor == row.seat][-1]
    later = was.actions[was.actions.index(last) + 1 :]
    assert last.by == PERSON
    assert was.may_be_taken_back[row.seat]
    assert not [action for action in later if action.actor == TABLE]
    assert was.state.hides() or not later


def check_undone(row: LogRow, was: Before, table: Table) -> None:
    """Where something is hidden, only what nobody else has seen; and nobody gains time by it."""
    if was.state.hides():
        others = [seat for seat in (TABLE, *range(was.state.seats)) if seat != row.seat]
        now = table.match.state
        assert _views(table.game, was.state, others) == _views(table.game, now, others)
    if was.due is not None and table.clock.due is not None:
        assert table.clock.due <= was.due


def _views(game: Game, state: State, eyes: list[int]) -> list[Position]:
    return [game.view(state, eye) for eye in eyes]


def _check_draw_by_itself(was: Before, table: Table) -> None:
    """Nobody asked for it: no person has these dice in their hand."""
    thrower = was.state.thrower()
    answerer = was.state.answerer()
    assert answerer < 0 or _is_bots(table.seats[answerer])
    assert thrower == TABLE or was.row.throws == "auto" or _is_bots(table.seats[thrower])


def _is_bots(seat: SeatRow) -> bool:
    return seat.kind == "bot" or seat.left


def _check_time_up(was: Before, now: Instant, loaded: Instant) -> None:
    limit = was.row.limit
    assert limit
    assert now.at >= loaded.at + 1000 * min(limit, RETURN)
    if not was.state.hides():  # there the clock goes on with one seat after another
        for action in was.actions:
            assert action.at is None or now.at >= action.at + 1000 * limit
