"""A good action for whoever asks: where there is one, and that the seat was helped."""

from typing import Any

import pytest
from test_agreeing import opened

from periplo.play.refusals import Refused
from periplo.table.inputs import HintFound
from periplo.table.rematch import rematch_rows
from periplo.table.rows import REAL, TableRow
from periplo.table.table import Table


def refused(table: Table) -> str:
    with pytest.raises(Refused) as refusal:
        table.view_for_hint(0)
    return refusal.value.code


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"hints": False}, "hints-off"),
        ({"rated": True}, "no-hints"),
        ({"daily": "2026-03-01"}, "no-hints"),
        ({"chance": REAL, "hints": False}, "no-hints"),
    ],
)
def test_nobody_is_helped_where_people_are_compared_or_the_host_says_so(
    changed: dict[str, Any], code: str
) -> None:
    world = opened("camino", "pb")
    world.table.view_for_hint(0)
    for name, value in changed.items():
        setattr(world.table.row, name, value)
    assert refused(world.table) == code
    assert not world.table.row.gives_hints()


def test_there_is_no_hint_for_a_throw() -> None:
    assert refused(opened("oca", "pb").table) == "no-hints"


def test_who_was_helped_is_on_disk_and_known_to_all_until_the_rematch() -> None:
    world = opened("camino", "pp")
    other = world.connect((1,), contributes=False)
    assert [seat.hinted for seat in other.table.seats] == [False, False]
    world.feed(HintFound(0))
    world.flush()
    assert [seat.hinted for seat in other.table.seats] == [True, False]
    assert [seat.hinted for seat in world.disk.seats] == [True, False]
    before = world.table.last_persist
    world.feed(HintFound(0))
    assert world.table.last_persist == before  # once is enough
    world.load()
    assert world.table.seats[0].hinted
    row, seats = rematch_rows(world.table, "next", "{}", 0, {0: "one", 1: "two"})
    assert isinstance(row, TableRow)
    assert not any(seat.hinted for seat in seats)
