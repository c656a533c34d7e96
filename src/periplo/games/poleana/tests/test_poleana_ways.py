"""Barriers, galleries, nines, the escape and winning: POL-8 to POL-14, POL-R2."""

import pytest

from periplo.core.errors import IllegalAction
from periplo.core.state import NOBODY, TABLE
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

# POL-8


def test_nobody_passes_or_enters_a_barrier_not_even_its_owner() -> None:
    """[POL-8]"""
    state = jail("1:1 2:5 out out", "1:4 1:4 cell cell", dice="3+4")
    assert legal(state) == ["p2 3", "p2 4", "p2 7"]
    assert why_not(state, "p1 3") == "POL-8"
    assert why_not(state, "p1 4") == "POL-8"
    state = jail("1:1 1:4 1:4 out", IN_CELL, dice="3+4")
    assert not [text for text in legal(state) if text.startswith("p1")]
    assert why_not(state, "p1 3") == "POL-8"


def test_two_reos_on_a_yard_square_become_a_barrier() -> None:
    """[POL-8]"""
    state = jail("1:1 1:4 cell cell", "4:9 cell cell cell", dice="3+4")
    assert logged(state, "p1 3") == ["POL-4 moved", "POL-8 barrier"]
    play(state, "p2 4", "5+6")
    assert "p1 11" in legal(state)


def test_a_release_may_add_a_third_to_its_own_barrier_on_the_exit() -> None:
    """[POL-8] [POL-9]"""
    state = play(jail("1:0 1:0 cell cell", IN_CELL, dice="1+5"), "out 0")
    assert reos(state, 0) == "1:0 1:0 1:0 cell"
    play(state, "1+2", "pass", "1+2", "p1 3")
    assert reos(state, 0) == "1:3 1:0 1:0 cell"


def test_barriers_are_given_with_the_seat_whose_they_are() -> None:
    """POL-8: two or three on one square of the yard; nowhere else, and not two of two colours."""
    state = jail("1:0 1:0 1:0 e2", "1:9 1:9 4/4 1:8")
    assert GAME.derived(state)["barriers"] == [{"seat": 0, "at": "1:0"}, {"seat": 1, "at": "1:9"}]
    assert GAME.derived(jail("1:4 1:5 cell cell", IN_CELL))["barriers"] == []
    state = play(jail("1:4 1:4 out out", IN_CELL, dice="1+2"), "p1 1")
    assert GAME.derived(state)["barriers"] == []
    state = play(jail("1:4 1:2 out out", IN_CELL, dice="1+2"), "p2 2")
    assert GAME.derived(state)["barriers"] == [{"seat": 0, "at": "1:4"}]


def test_two_or_three_on_the_exit_are_a_barrier() -> None:
    """[POL-9] [POL-8]"""
    for exits in ("1:0 1:0 1:0 cell", "1:0 1:0 cell cell"):
        state = jail(exits, "1:12 cell cell cell", dice="4+6", turn=1)
        assert legal(state) == ["p1 4 up", "p1 6 up", "p1 10 up"]
        assert why_not(state, "p1 10") == "POL-8"


# POL-9


def test_no_third_reo_comes_to_two_on_a_yard_square() -> None:
    """[POL-9]"""
    state = jail("1:3 1:3 cell cell", IN_CELL, dice="3+6")
    assert legal(state) == ["p1 3", "p1 6", "p1 9", "p2 3", "p2 6", "p2 9"]
    assert why_not(state, "out 3") == "POL-9"


def test_there_is_no_fourth_reo_on_the_exit() -> None:
    """[POL-9]"""
    state = jail("1:0 1:0 1:0 cell", IN_CELL, dice="1+5")
    assert why_not(state, "out 0") == "POL-9"
    assert legal(state)[0] == "p1 1"


# POL-10


def test_nobody_passes_or_joins_anybody_in_a_gallery() -> None:
    """[POL-10]"""
    state = jail("2/2 2/5 cell cell", IN_CELL, dice="2+3")
    assert legal(state) == ["p1 2", "p2 2", "p2 3", "p2 5"]
    assert why_not(state, "p1 3") == "POL-10"
    assert why_not(state, "p1 5") == "POL-10"


def test_nobody_is_captured_in_a_gallery() -> None:
    """[POL-10]"""
    state = jail("2/2 out out out", "2/4 cell cell cell", dice="1+2")
    assert legal(state) == ["p1 1"]
    assert why_not(state, "p1 2") == "POL-10"


def test_a_reo_on_the_first_square_closes_the_gallery() -> None:
    """[POL-10]"""
    state = jail("2:14 cell cell cell", "2/1 cell cell cell", dice="3+4")
    assert legal(state) == ["p1 3", "p1 4", "p1 7"]
    assert why_not(state, "p1 3 up") == "POL-10"


def test_a_gallery_leads_out_to_the_four() -> None:
    """[POL-10] [POL-12]"""
    state = jail("2/7 2:14 cell cell", IN_CELL, dice="1+2")
    play(state, "p1 1")
    assert reos(state, 0) == "2:4 2:14 cell cell"
    play(state, "p2 2 up")
    assert reos(state, 0) == "2:4 2/2 cell cell"


# POL-11 and POL-R1


def test_a_lone_reo_on_a_nine_cannot_be_captured_but_passed() -> None:
    """[POL-11]"""
    state = jail("1:5 out out out", "1:9 cell cell cell", dice="4+5")
    assert legal(state) == ["p1 5", "p1 9"]
    assert why_not(state, "p1 4") == "POL-11"


def test_two_on_a_nine_are_a_barrier() -> None:
    """[POL-11] [POL-8]"""
    state = jail("1:5 out out out", "1:9 1:9 cell cell", dice="4+5")
    assert legal(state) == ["pass"]


def test_a_nine_may_protect_its_owner_only() -> None:
    """[POL-R1]"""
    state = jail("1:5 out out out", "1:9 2:9 cell cell", dice="4+5", nine="owner")
    assert legal(state) == ["p1 4"]
    state = jail("2:5 out out out", "1:9 2:9 cell cell", dice="4+5", nine="owner")
    assert legal(state) == ["p1 5", "p1 9"]
    assert why_not(state, "p1 4") == "POL-11"


# POL-12


def test_past_or_from_a_fourteen_one_may_go_up() -> None:
    """[POL-12]"""
    state = jail("2:12 cell cell cell", IN_CELL, dice="2+5")
    assert legal(state) == ["p1 2", "p1 5", "p1 5 up", "p1 7", "p1 7 up"]
    assert why_not(state, "p1 2 up") == "POL-12"
    assert reos(play(state.copy(), "p1 5"), 0).startswith("2:2 ")
    assert reos(play(state.copy(), "p1 5 up"), 0).startswith("2/3 ")
    assert logged(state.copy(), "p1 7 up") == ["POL-12 climbed"]
    play(state, "p1 2")
    assert legal(state) == ["p1 5", "p1 5 up"]


def test_the_gallery_costs_eight_where_the_yard_costs_five() -> None:
    """[POL-12]"""
    assert (
        reos(play(jail("2:14 cell cell cell", IN_CELL, dice="3+5", left="5"), "p1 5"), 0)[:3]
        == "2:4"
    )
    assert reos(play(jail("2:14 cell cell cell", IN_CELL, dice="3+5"), "p1 8 up"), 0)[:3] == "2:4"


def test_the_own_side_has_no_gallery_to_go_up() -> None:
    """[POL-12]"""
    state = jail("4:8 cell cell cell", IN_CELL, dice="3+4")
    assert legal(state) == ["p1 3", "p1 4", "p1 7"]
    assert reos(play(state, "p1 7"), 0).startswith("e6 ")


def test_the_longest_move_leads_from_one_gallery_into_the_next() -> None:
    """[POL-12]"""
    state = jail("2/7 out out out", IN_CELL, dice="6+6")
    assert legal(state) == ["p1 6", "p1 12", "p1 12 up"]
    state.log = []
    play(state, "p1 12 up")
    assert reos(state, 0) == "3/1 out out out"
    path = "2/7 2:4 2:5 2:6 2:7 2:8 2:9 3:10 3:11 3:12 3:13 3:14 3/1"
    assert state.log[0]["path"] == path.split()


# POL-13


def test_own_reos_pass_each_other_in_the_escape_but_share_no_square() -> None:
    """[POL-13]"""
    state = jail("e1 e3 cell cell", IN_CELL, dice="2+3")
    assert legal(state) == ["p1 3", "p1 5", "p2 2", "p2 3"]
    assert why_not(state, "p1 2") == "POL-13"


def test_the_seventh_square_takes_the_exact_count_and_frees() -> None:
    """[POL-13]"""
    state = jail("e5 cell cell cell", IN_CELL, dice="2+3")
    assert legal(state) == ["p1 2"]
    assert why_not(state, "p1 3") == "POL-13"
    assert logged(state, "p1 2") == ["POL-4 moved", "POL-13 freed"]
    assert reos(state, 0) == "out cell cell cell"
    assert state.scores() == [1, 0]
    assert why_not(state, "p1 3") == "POL-13"


def test_each_colour_has_an_escape_of_its_own() -> None:
    """[POL-13]"""
    state = jail("4:9 cell cell cell", "e1 2:9 cell cell", dice="1+3")
    assert legal(state) == ["p1 1", "p1 3", "p1 4"]


# POL-14


def test_the_first_seat_with_four_out_wins_at_once() -> None:
    """[POL-14]"""
    state = jail("e5 out out out", "e5 out out out", dice="2+2")
    assert logged(state, "p1 2") == ["POL-4 moved", "POL-13 freed", "POL-14 won"]
    assert (at(state, "phase"), at(state, "winner"), at(state, "turn")) == ("over", 0, 0)
    assert (at(state, "dice"), at(state, "left"), at(state, "again")) == (None, [], False)
    assert state.winners() == [0]
    assert state.scores() == [4, 3]
    assert state.next_actor() == NOBODY
    assert state.legal(0) == state.legal(TABLE) == state.legal(NOBODY) == []
    with pytest.raises(IllegalAction, match="over"):
        state.apply(0, GAME.parse(state, 0, "pass"))


# POL-R2


def test_moves_step_square_by_square_but_releases_do_not() -> None:
    """[POL-R2]"""
    state = jail("1:1 cell cell cell", "1:2 1:2 cell cell", dice="3+4")
    assert legal(state) == ["pass"]
    state = jail("1:1 cell cell cell", "1:2 1:2 cell cell", dice="3+6")
    assert reos(play(state, "out 3"), 0) == "1:1 1:3 cell cell"


def test_a_barrier_stops_the_way_to_a_gallery_and_from_it() -> None:
    """[POL-R2] [POL-8]"""
    state = jail("2:13 2/6 out out", "2:14 2:14 2:5 2:5", dice="2+5")
    assert legal(state) == ["p2 2"]
    assert why_not(state, "p1 2 up") == "POL-8"
    assert why_not(state, "p2 5") == "POL-8"
