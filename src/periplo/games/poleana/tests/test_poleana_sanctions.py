"""What a referee may enter for a breach at a real table: POL-16 whole."""

from typing import Any

import pytest

from periplo.core.state import State
from periplo.games.poleana import GAME
from periplo.games.poleana.tests.scenarios import IN_CELL, jail, play, reos


def offered(state: State, seat: int = 0) -> dict[str, str]:
    """The reos of that seat after each sanction that is listed for it."""
    found = {}
    for sanction in GAME.sanctions(state, seat):
        assert sanction["clause"] == "POL-16"
        assert sanction["text"]
        after = sanction["position"]["seats"][seat]["reos"]
        found[sanction["choice"]] = " ".join(after)
    return found


def test_a_touched_reo_goes_back_to_its_cell() -> None:
    """[POL-16]"""
    state = jail("1:2 cell out 2:5", IN_CELL)
    assert offered(state) == {
        "touched 1": "cell cell out 2:5",
        "touched 4": "1:2 cell out cell",
        "ignored": "1:2 cell out cell",
    }
    assert reos(state, 0) == "1:2 cell out 2:5"  # listing changes nothing


def test_reos_in_the_cell_or_out_have_nothing_to_go_back_from() -> None:
    """[POL-16]"""
    assert offered(jail(IN_CELL, "cell out out out")) == {}
    assert offered(jail(IN_CELL, "cell out out out"), 1) == {}


@pytest.mark.parametrize(
    ("own", "sent"),
    [
        ("e2 4:9 2:0 1:0", 1),
        ("4:9 e2 2:0 1:0", 2),
        ("1:0 1:1 4:5 3:5", 3),
        ("2:13 2:13 cell cell", 1),  # a tie: the lower number
        ("cell 3:4 3:4 2:2", 2),
        ("2/7 2:0 cell cell", 1),  # 2/7 leads to 2:4, one step on: further than 2:0
        ("2/1 2:0 cell cell", 2),  # seven steps to 2:4, and four from 2:0
        ("2/3 2:14 cell cell", 1),  # both five steps from 2:4
        ("2:14 2/3 cell cell", 1),
        ("e6 e1 cell cell", 1),
    ],
)
def test_who_ignores_a_priority_takes_the_most_advanced_reo_back(own: str, sent: int) -> None:
    """[POL-16] Fewest pips still needed to be out, in a gallery those of the gallery."""
    expected = own.split()
    expected[sent - 1] = "cell"
    assert offered(jail(own, IN_CELL))["ignored"] == " ".join(expected)


def test_any_seat_is_punished_in_turn_or_not() -> None:
    """[POL-16]"""
    state = jail("1:2 cell cell cell", "3:2 cell cell cell", turn=0)
    assert set(offered(state, 0)) == set(offered(state, 1)) == {"touched 1", "ignored"}


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"dice": "2+3"},
        {"dice": "2+3", "left": "3"},
        {"dice": "4+4", "turn": 1},
        {"dice": "2+3", "left": "2", "phase": "bonus"},
        {"dice": "6+6", "left": "", "phase": "bonus", "again": False},
    ],
)
def test_turn_phase_dice_and_what_is_left_of_them_stay(facts: dict[str, Any]) -> None:
    """[POL-16]"""
    state = jail("1:2 2:5 3/2 e3", "3:2 1:5 cell out", **facts)
    before = GAME.position(state)
    for seat in (0, 1):
        assert offered(state, seat)
        for sanction in GAME.sanctions(state, seat):
            after = GAME.load(sanction["position"])
            position = GAME.position(after)
            assert position == sanction["position"]
            assert {**position, "seats": 0} == {**before, "seats": 0}
            assert after.actors() == state.actors()


def test_a_guard_is_not_left_with_a_single_victim() -> None:
    """[POL-16] [POL-17]"""
    two = jail("2:5 2:8 1:4 cell", IN_CELL, dice="2+3", phase="guard", custodians=True)
    assert offered(two) == {"touched 3": "2:5 2:8 cell cell"}
    three = jail("2:5 2:8 4:5 cell", IN_CELL, dice="2+3", phase="guard", custodians=True)
    assert offered(three) == {
        "touched 1": "cell 2:8 4:5 cell",
        "touched 2": "2:5 cell 4:5 cell",
        "touched 3": "2:5 2:8 cell cell",
        "ignored": "2:5 2:8 cell cell",
    }


def test_nobody_is_punished_once_the_game_is_over() -> None:
    """[POL-16]"""
    over = play(jail("out out out e5", "3:2 cell cell cell", dice="2+3"), "p4 2")
    assert over.over()
    assert offered(over, 0) == offered(over, 1) == {}
