"""What is never possible, penalties and guards: POL-15 to POL-17."""

from typing import Any

import pytest

from periplo.core.errors import BadSetup
from periplo.games.poleana import GAME
from periplo.games.poleana.tests.scenarios import (
    IN_CELL,
    at,
    jail,
    legal,
    logged,
    play,
    reos,
    why_not,
)

# POL-15


def test_nobody_passes_while_something_is_legal() -> None:
    """[POL-15]"""
    state = jail("1:1 cell cell cell", IN_CELL, dice="3+4")
    assert why_not(state, "pass") == "POL-15"


def test_nobody_lands_on_a_guard_but_may_pass_it() -> None:
    """[POL-15] [POL-17]"""
    state = jail("2:14 cell cell cell", IN_CELL, dice="1+4", custodians=True)
    assert legal(state) == ["p1 1 up", "p1 4 up", "p1 5", "p1 5 up"]
    assert why_not(state, "p1 1") == "POL-15"
    assert why_not(state, "p1 4") == "POL-15"


# POL-16


def test_what_is_illegal_is_refused_and_nothing_goes_back_for_it() -> None:
    """[POL-16]"""
    state = jail("1:1 2:5 3:5 cell", IN_CELL, dice="1+5")
    assert why_not(state, "p3 5") == "POL-5"
    assert reos(state, 0) == "1:1 2:5 3:5 cell"
    guarded = jail("2:14 cell cell cell", IN_CELL, dice="1+4", custodians=True)
    assert why_not(guarded, "p1 1") == "POL-15"
    assert reos(guarded, 0) == "2:14 cell cell cell"


# POL-17, POL-R3 and POL-R6


def test_guards_stand_on_the_exit_and_the_three_of_empty_sides() -> None:
    """[POL-17]"""
    assert at(GAME.new(2, {"custodians": True}), "guards") == ["2:0", "2:3", "4:0", "4:3"]
    assert at(GAME.new(3, {"custodians": True}), "guards") == ["4:0", "4:3"]
    assert at(GAME.new(3), "guards") == []
    with pytest.raises(BadSetup, match="custodians"):
        GAME.new(4, {"custodians": True})


def test_a_guard_takes_a_reo_it_reaches_and_the_throw_is_spent() -> None:
    """[POL-17]"""
    state = jail("1:1 4:5 cell cell", "4:6 2:9 cell cell", custodians=True)
    assert logged(state, "3+3") == ["POL-1 threw", "POL-17 taken"]
    assert state.log is not None
    whose = {"seat": 0, "other": 1, "reo": 1, "owner": 1, "piece": 1, "guard": "4:0"}
    where = {"from": "4:6", "to": "cell", "path": ["4:6", "cell"]}
    assert state.log[1] == {"rule": "POL-17", "kind": "taken", **whose, **where}
    assert reos(state, 1) == "cell 2:9 cell cell"
    assert (at(state, "phase"), at(state, "turn"), at(state, "dice")) == ("throw", 1, None)


def test_a_guard_takes_the_throwers_own_reo_too() -> None:
    """[POL-17]"""
    state = play(jail("4:5 cell cell cell", IN_CELL, custodians=True), "2+6")
    assert (reos(state, 0), at(state, "turn")) == (IN_CELL, 1)


@pytest.mark.parametrize("standing", ["4:9 cell", "4:7 4:7", "4/6 cell", "e4 cell", "4:2 4:8"])
def test_nines_barriers_galleries_and_the_escape_are_safe_from_guards(standing: str) -> None:
    """[POL-17] [POL-11]"""
    state = play(jail(f"{standing} cell cell", IN_CELL, custodians=True), "3+6")
    assert at(state, "phase") == "move"


def test_a_nine_that_protects_only_its_owner_protects_from_guards_likewise() -> None:
    """[POL-17] [POL-R1]"""
    setup: dict[str, Any] = {"custodians": True, "nine": "owner"}
    assert reos(play(jail("4:9 cell cell cell", IN_CELL, **setup), "3+6"), 0)[:3] == "4:9"
    assert reos(play(jail(IN_CELL, "4:9 cell cell cell", **setup), "3+6"), 1) == IN_CELL


def test_a_barrier_between_keeps_guards_off() -> None:
    """[POL-17]"""
    state = play(jail("4:8 cell cell cell", "4:7 4:7 cell cell", custodians=True), "3+5")
    assert at(state, "phase") == "move"


@pytest.mark.parametrize(("square", "dice"), [("3:12", "6+6"), ("3:0", "6+6"), ("3:10", "1+6")])
def test_guards_see_their_own_side_or_the_whole_yard(square: str, dice: str) -> None:
    """[POL-R3]"""
    state = jail(f"{square} cell cell cell", "4:9 out out out", custodians=True, turn=1)
    assert at(play(state, dice), "phase") == "move"
    state = jail(f"{square} cell cell cell", "4:9 out out out", custodians=True, reach="yard")
    assert reos(play(state, dice), 0) == IN_CELL


def test_of_several_reos_in_reach_the_thrower_names_one() -> None:
    """[POL-R6] [POL-17]"""
    state = jail("4:5 4:7 cell cell", "4:8 cell cell cell", custodians=True)
    play(state, "4+5")
    assert (at(state, "phase"), at(state, "left"), at(state, "again")) == ("guard", [4, 5], False)
    assert legal(state) == ["taken 1.1", "taken 1.2", "taken 2.1"]
    assert why_not(state, "pass") == "POL-17"
    assert logged(state, "taken 2.1") == ["POL-17 taken"]
    assert (reos(state, 0), reos(state, 1)) == ("4:5 4:7 cell cell", IN_CELL)
    assert (at(state, "phase"), at(state, "turn")) == ("throw", 1)


def test_a_double_that_serves_a_guard_gives_no_other_throw() -> None:
    """[POL-17] [POL-3]"""
    state = jail("4:5 4:7 cell cell", "4:8 cell cell cell", custodians=True)
    play(state, "5+5")
    assert legal(state) == ["taken 1.1", "taken 2.1"]
    assert at(play(state, "taken 1.1"), "turn") == 1
    assert why_not(play(state, "1+2"), "taken 1.1") == "POL-17"
