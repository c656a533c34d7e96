"""Capturing and the walk it earns: POL-6 and POL-7."""

import pytest

from periplo.games.poleana.board import YARD_NUMBERS
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

# POL-6


def test_landing_on_a_lone_rival_sends_it_to_its_cell() -> None:
    """[POL-6]"""
    state = jail("1:1 2:5 out e3", "1:3 3:5 cell cell", dice="2+4")
    assert logged(state, "p1 2") == ["POL-4 moved", "POL-6 captured", "POL-7 earned"]
    assert reos(state, 1) == "cell 3:5 cell cell"
    assert state.log is not None
    whose = {"seat": 0, "other": 1, "reo": 1, "owner": 1, "piece": 1}
    where = {"from": "1:3", "to": "cell", "path": ["1:3", "cell"]}
    assert state.log[1] == {"rule": "POL-6", "kind": "captured", **whose, **where}


def test_with_somebody_in_the_cell_a_rivals_square_is_closed_but_can_be_passed() -> None:
    """[POL-6]"""
    state = jail("1:1 cell out out", "1:3 3:5 cell cell", dice="2+3")
    assert legal(state) == ["p1 3", "p1 5"]
    assert why_not(state, "p1 2") == "POL-6"


# POL-6a and POL-R5


@pytest.mark.parametrize(
    ("dice", "release", "square"), [("1+5", "out 0", "1:0"), ("3+6", "out 3", "1:3")]
)
def test_a_release_captures_on_the_exit_and_the_three(dice: str, release: str, square: str) -> None:
    """[POL-6a]"""
    state = jail(IN_CELL, f"{square} cell cell cell", dice=dice)
    assert logged(state, release) == ["POL-2 released", "POL-6a captured", "POL-7 earned"]
    assert reos(state, 1) == IN_CELL
    assert legal(state) == ["p1 10", "skip"]


def test_two_released_at_once_capture_and_walk_once() -> None:
    """[POL-6a]"""
    state = play(jail(IN_CELL, "1:0 cell cell cell", dice="6+6"), "out 00")
    assert (reos(state, 0), reos(state, 1)) == ("1:0 1:0 cell cell", IN_CELL)
    assert (at(state, "phase"), at(state, "left"), at(state, "again")) == ("bonus", [], False)
    assert (at(state, "dice"), at(state, "bonus")) == ([6, 6], 1)
    play(state, "p2 10")
    assert (reos(state, 0), at(state, "turn")) == ("1:0 2:10 cell cell", 1)


def test_a_rivals_barrier_on_the_exit_stops_the_release() -> None:
    """[POL-6a] [POL-8]"""
    state = jail("1:5 cell cell cell", "1:0 1:0 cell cell", dice="1+5")
    assert legal(state) == ["p1 1", "p1 5", "p1 6"]
    assert why_not(state, "out 0") == "POL-8"


def test_a_release_onto_the_six_captures_only_if_nobody_is_left_in_the_cell() -> None:
    """[POL-R5]"""
    state = jail("2:5 out out cell", "1:6 cell cell cell", dice="6+6")
    assert legal(state) == ["out 6", "out 00"]
    assert logged(state, "out 6") == [
        "POL-2 released",
        "POL-R5 captured",
        "POL-6 armed",
        "POL-7 earned",
    ]
    state = jail("2:5 out cell cell", "1:6 cell cell cell", dice="6+6")
    assert legal(state) == ["out 00"]
    assert why_not(state, "out 6") == "POL-R5"
    state = jail("1:6 out cell cell", IN_CELL, dice="6+6")
    assert legal(state) == ["out 6", "out 00"]


# POL-7


def test_the_walk_comes_before_the_die_left() -> None:
    """[POL-7]"""
    state = play(jail("1:1 2:3 out e3", "1:3 3:5 cell cell", dice="2+4"), "p1 2")
    assert (at(state, "phase"), at(state, "left"), at(state, "bonus")) == ("bonus", [4], 1)
    assert legal(state) == ["p1 10", "p2 10", "skip"]
    assert why_not(state, "p1 4") == "POL-7"
    play(state, "p2 10")
    assert (at(state, "phase"), at(state, "left"), at(state, "bonus")) == ("move", [4], 0)
    assert reos(state, 0) == "1:3 3:13 out e3"


def test_the_walk_may_be_declined() -> None:
    """[POL-7]"""
    state = play(jail("1:1 2:3 out e3", "1:3 3:5 cell cell", dice="2+4"), "p1 2")
    assert logged(state, "skip") == ["POL-7 skipped"]
    assert legal(state) == ["p1 4", "p2 4", "p4 4"]
    assert why_not(state, "skip") == "POL-7"


def test_a_walk_that_captures_earns_another() -> None:
    """[POL-7]"""
    state = play(jail("1:1 2:3 out e3", "1:3 2:13 cell cell", dice="2+4"), "p1 2")
    assert logged(state, "p1 10") == ["POL-7 moved", "POL-6 captured", "POL-7 earned"]
    assert (at(state, "phase"), at(state, "left")) == ("bonus", [4])


def test_a_walk_after_a_release_captures_nobody_while_others_are_in_the_cell() -> None:
    """[POL-7] [POL-6]"""
    state = play(jail(IN_CELL, "1:0 2:10 cell cell", dice="1+5"), "out 0")
    assert (at(state, "phase"), at(state, "turn")) == ("throw", 1)


def test_a_walk_that_nobody_can_make_lapses() -> None:
    """[POL-7]"""
    state = jail("4:5 out out out", "4:7 1:12 1:12 3:5", dice="2+4")
    assert logged(state, "p1 2") == ["POL-4 moved", "POL-6 captured", "POL-7 lapsed"]
    assert (at(state, "phase"), at(state, "left")) == ("move", [4])


def test_a_walk_may_go_by_the_gallery_and_win() -> None:
    """[POL-7] [POL-12] [POL-14]"""
    state = jail("2:12 e1 out out", IN_CELL, dice="1+2", left="1", phase="bonus")
    assert legal(state) == ["p1 10", "p1 10 up", "skip"]
    assert reos(play(state, "p1 10 up"), 0) == "2:4 e1 out out"
    state = jail("4:6 out out out", IN_CELL, dice="1+2", left="1", phase="bonus")
    assert at(play(state, "p1 10"), "winner") == 0


def test_a_written_position_may_offer_nothing_but_to_skip() -> None:
    """[POL-7]"""
    state = jail("e1 out cell out", IN_CELL, dice="1+2", left="1", phase="bonus")
    assert legal(state) == ["skip"]
    assert legal(play(state, "skip")) == ["p1 1"]


@pytest.mark.parametrize("nine", ["1:9", "2:9", "3:9", "4:9"])
def test_a_nine_that_protects_only_its_owner_is_a_square_like_others_for_everybody_else(
    nine: str,
) -> None:
    """[POL-11] [POL-R1]"""
    behind = f"{nine[0]}:8"
    for rival, protects in ((1, "owner"), (1, "anyone"), (2, "owner")):
        seats = [f"{behind} out out out", IN_CELL, IN_CELL, IN_CELL]
        seats[rival] = f"{nine} cell cell cell"
        # the nine of side 1 is that of seat 2, whose side comes after it
        owner = int(nine[0]) % 4
        captures = protects == "owner" and rival != owner
        state = jail(*seats, dice="1+2", left="1", nine=protects)
        assert ("POL-6 captured" in logged(state, *legal(state)[:1])) == captures


@pytest.mark.parametrize("steps", range(1, 13))
def test_what_stands_on_the_last_squares_of_the_way_is_seen_from_afar(steps: int) -> None:
    """[POL-6] [POL-13]: the sets of squares fill a word of the machine, up to its highest bits."""
    yard = [f"{side}:{number}" for side in (1, 2, 3, 4) for number in YARD_NUMBERS]
    own_nine = yard.index("4:9")
    behind = yard[own_nine - steps]
    dice = f"{min(steps, 6)}+{max(1, steps - 6)}"
    thrown = sorted(int(die) for die in dice.split("+"))
    left = " ".join(map(str, thrown)) if steps > 6 else str(steps)
    seats = (f"{behind} out out out", "4:9 cell cell cell")
    state = jail(*seats, dice="+".join(map(str, thrown)), left=left, nine="owner")
    assert f"p1 {steps}" in legal(state)
    play(state, f"p1 {steps}")
    assert reos(state, 1) == IN_CELL
