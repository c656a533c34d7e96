"""What was played at a table, as somebody may see it."""

from periplo.core.state import State
from periplo.play.snapshots import Snapshot, build_snapshot
from periplo.play.stepwise import Work
from periplo.table.history import Past
from periplo.table.state import TableState
from periplo.table.viewers import entries

MOST_SNAPSHOTS = 200  # in one answer


def past_snapshots(
    table: TableState, past: Past, seats: tuple[int, ...], first: int, count: int, when: int
) -> Work[list[Snapshot]]:
    """So many from that number on, with the time at which they are asked for."""
    found: list[Snapshot] = []
    last = len(table.actions)
    for number, n, seen in past.seen_from(first, seats):
        yield from past.go_to(number)
        snapshot = build_snapshot(table.game, past.state, seats, n, entries(seen, n))
        if not table.shows_thrower():
            snapshot["thrower"] = None
        if number == last:
            table.show_end(snapshot)
        snapshot["now"] = when
        found.append(snapshot)
        if len(found) >= count:
            break
        yield
    return found


def state_at(past: Past, at: int, seats: tuple[int, ...]) -> Work[State]:
    """The state at a snapshot; at the last one if there are not so many."""
    yield from past.go_to(past.number_of(at, seats))
    return past.state
