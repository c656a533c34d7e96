"""Throwing, breaking out, doubles, the two dice and priorities: POL-1 to POL-5."""

from fractions import Fraction

import pytest

from periplo.core.errors import IllegalAction
from periplo.core.state import TABLE
from periplo.core.words import Words
from periplo.games.poleana import GAME
from periplo.games.poleana.board import CELL, EXIT, NAMES, OUT, Place, step
from periplo.games.poleana.tests.scenarios import (
    IN_CELL,
    SIDES,
    at,
    jail,
    legal,
    logged,
    play,
    reos,
    why_not,
)

# the board


def test_a_colours_way_is_61_pips_by_the_yard_and_70_by_three_galleries() -> None:
    """[POL-12]"""
    for side, names in enumerate(NAMES):
        assert names[0] == f"{side + 1}:0"
        assert names[54] == f"{(side - 1) % 4 + 1}:9"
        assert names[54:62] == (names[54], "e1", "e2", "e3", "e4", "e5", "e6", "out")
        assert not any(name.startswith(f"{side + 1}/") for name in names)
        assert not {f"{side + 1}:{n}" for n in (10, 11, 12, 13, 14)} & set(names)
    yard, galleries = [Place(EXIT)], [Place(EXIT)]
    while yard[-1] != OUT:
        yard.append(step(yard[-1], up=False))
    while galleries[-1] != OUT:
        galleries.append(step(galleries[-1], up=True))
    assert (len(yard) - 1, len(galleries) - 1) == (61, 70)
    assert set(yard) | set(galleries) | {CELL} == {n for n, name in enumerate(NAMES[0]) if name}


def test_two_seats_have_sides_1_and_3_and_three_have_1_2_3() -> None:
    """[POL-1]"""
    for seats, sides in SIDES.items():
        position = GAME.position(GAME.new(seats))
        assert tuple(seat["side"] for seat in position["seats"]) == sides


# POL-1


def test_everybody_begins_in_the_cell_and_it_is_drawn_who_begins() -> None:
    """[POL-1]"""
    state = GAME.new(3)
    assert [reos(state, seat) for seat in range(3)] == [IN_CELL] * 3
    assert legal(state) == ["first 1", "first 2", "first 3"]
    assert [chance for _, chance in state.outcomes()] == [Fraction(1, 3)] * 3
    assert logged(state, "first 2") == ["POL-1 begins"]
    assert (at(state, "phase"), at(state, "turn")) == ("throw", 1)


def test_the_option_first_names_the_seat_that_begins() -> None:
    """[POL-1]"""
    state = GAME.new(4, {"first": 2})
    assert (at(state, "phase"), at(state, "turn")) == ("throw", 2)


def test_both_dice_are_thrown_together() -> None:
    """[POL-1]"""
    state = jail(IN_CELL, IN_CELL)
    chances = dict(zip(legal(state), [chance for _, chance in state.outcomes()], strict=True))
    assert len(chances) == 21
    assert chances["4+4"] == Fraction(1, 36)
    assert chances["3+6"] == Fraction(1, 18)
    assert why_not(state, "first 1") == "POL-1"


def test_after_the_last_seat_comes_the_first() -> None:
    """[POL-1]"""
    state = jail(IN_CELL, IN_CELL, IN_CELL, turn=2)
    assert at(play(state, "1+2", "pass"), "turn") == 0


# who may speak


def test_only_the_seat_on_turn_acts() -> None:
    """[POL-1]"""
    state = jail("1:1 cell cell cell", IN_CELL, dice="1+2")
    for actor, text in ((1, "pass"), (TABLE, "1+2")):
        with pytest.raises(IllegalAction, match="POL-1"):
            state.apply(actor, GAME.parse(state, actor, text))
    assert state.legal(1) == state.legal(TABLE) == []
    assert state.outcomes() == []


# POL-2


@pytest.mark.parametrize("dice", ["1+5", "2+4", "3+3"])
def test_a_sum_of_six_releases_one_reo_to_the_own_exit(dice: str) -> None:
    """[POL-2]"""
    state = jail(IN_CELL, IN_CELL, turn=1)
    play(state, dice)
    assert legal(state) == ["out 0"]
    assert logged(state, "out 0") == ["POL-2 released"]
    assert reos(state, 1) == "3:0 cell cell cell"


def test_six_and_three_release_to_the_own_three() -> None:
    """[POL-2]"""
    state = jail(IN_CELL, IN_CELL, dice="3+6")
    assert legal(state) == ["out 3"]
    assert reos(play(state, "out 3"), 0) == "1:3 cell cell cell"


def test_two_sixes_release_one_to_the_own_six_or_two_to_the_exit() -> None:
    """[POL-2]"""
    state = jail(IN_CELL, IN_CELL, dice="6+6")
    assert legal(state) == ["out 6", "out 00"]
    assert reos(play(state.copy(), "out 6"), 0) == "1:6 cell cell cell"
    assert reos(play(state, "out 00"), 0) == "1:0 1:0 cell cell"


def test_two_sixes_release_one_if_only_one_is_left() -> None:
    """[POL-2]"""
    state = jail("2:5 1:0 cell out", IN_CELL, dice="6+6")
    assert reos(play(state, "out 00"), 0) == "2:5 1:0 1:0 out"


def test_two_sixes_release_one_if_only_one_has_room() -> None:
    """[POL-2] [POL-9]"""
    state = jail("1:0 1:0 cell cell", IN_CELL, dice="6+6")
    assert reos(play(state, "out 00"), 0) == "1:0 1:0 1:0 cell"


def test_a_release_uses_the_whole_throw() -> None:
    """[POL-2]"""
    state = play(jail("2:1 cell cell cell", IN_CELL, dice="1+5"), "out 0")
    assert (at(state, "phase"), at(state, "turn"), at(state, "left")) == ("throw", 1, [])


def test_other_throws_release_nobody() -> None:
    """[POL-2]"""
    state = jail(IN_CELL, IN_CELL, dice="4+5")
    assert legal(state) == ["pass"]
    assert why_not(state, "out 0") == "POL-2"
    assert why_not(state, "p1 4") == "POL-2"
    assert why_not(jail("1:1 1:2 1:3 1:4", IN_CELL, dice="3+6"), "out 3") == "POL-2"


def test_the_lowest_numbered_reos_in_the_cell_go() -> None:
    """[POL-R4]"""
    state = jail("out cell 2:5 cell", IN_CELL, dice="6+6")
    assert reos(play(state.copy(), "out 6"), 0) == "out 1:6 2:5 cell"
    assert reos(play(state, "out 00"), 0) == "out 1:0 2:5 1:0"


# POL-3


def test_doubles_give_another_throw_after_this_one_is_played() -> None:
    """[POL-3]"""
    state = jail("2:1 2:5 cell cell", IN_CELL, dice="2+2")
    assert at(state, "again") is True
    play(state, "p1 2")
    assert (at(state, "left"), at(state, "again")) == ([2], True)
    assert logged(state, "p2 2") == ["POL-4 moved", "POL-3 again"]
    assert (at(state, "phase"), at(state, "turn"), at(state, "again")) == ("throw", 0, False)


def test_doubles_passed_wholly_or_in_part_give_another_throw_too() -> None:
    """[POL-3]"""
    assert at(play(jail(IN_CELL, IN_CELL, dice="5+5"), "pass"), "turn") == 0
    state = jail("e4 cell cell cell", IN_CELL, dice="2+2")
    play(state, "p1 2")
    assert legal(state) == ["pass"]
    assert at(play(state, "pass"), "turn") == 0


@pytest.mark.parametrize(("dice", "release"), [("3+3", "out 0"), ("6+6", "out 6")])
def test_doubles_used_to_release_give_no_other_throw(dice: str, release: str) -> None:
    """[POL-3]"""
    state = jail(IN_CELL, IN_CELL, dice=dice)
    assert at(state, "again") is True
    play(state, release)
    assert (at(state, "turn"), at(state, "again")) == (1, False)


def test_three_and_three_not_used_to_release_gives_another_throw() -> None:
    """[POL-3]"""
    state = jail("1:5 1:6 1:7 1:8", IN_CELL, dice="3+3")
    assert at(play(state, "p1 6"), "turn") == 0


# POL-4


def test_the_dice_are_two_moves_in_either_order_or_one_of_the_sum() -> None:
    """[POL-4]"""
    state = jail("1:1 2:5 cell cell", IN_CELL, dice="2+3")
    assert legal(state) == ["p1 2", "p1 3", "p1 5", "p2 2", "p2 3", "p2 5"]
    assert reos(play(state.copy(), "p1 2", "p1 3"), 0) == "1:6 2:5 cell cell"
    assert reos(play(state.copy(), "p1 3", "p2 2"), 0) == "1:4 2:7 cell cell"
    play(state, "p2 5")
    assert reos(state, 0) == "1:1 3:10 cell cell"
    assert (at(state, "phase"), at(state, "turn")) == ("throw", 1)


def test_the_sum_is_gone_once_a_die_is_used() -> None:
    """[POL-4]"""
    state = play(jail("1:1 2:5 cell cell", IN_CELL, dice="2+3"), "p1 2")
    assert (at(state, "dice"), at(state, "left")) == ([2, 3], [3])
    assert legal(state) == ["p1 3", "p2 3"]
    assert why_not(state, "p1 5") == "POL-4"


def test_equal_dice_give_one_action_for_either() -> None:
    """[POL-4]"""
    assert legal(jail("1:1 cell cell cell", IN_CELL, dice="2+2")) == ["p1 2", "p1 4"]


def test_the_sum_may_be_used_where_neither_die_can() -> None:
    """[POL-4]"""
    state = jail("1:1 cell cell cell", "1:2 1:4 cell cell", dice="1+3")
    assert legal(state) == ["p1 4"]


def test_nobody_must_keep_the_other_die_playable() -> None:
    """[POL-4]"""
    state = jail("e4 cell cell cell", IN_CELL, dice="1+3")
    assert legal(state) == ["p1 1", "p1 3"]
    play(state, "p1 1")
    assert legal(state) == ["pass"]
    assert logged(state, "pass") == ["POL-4 passed"]
    assert (at(state, "left"), at(state, "turn")) == ([], 1)


def test_pass_gives_up_both_dice() -> None:
    """[POL-4]"""
    state = jail("e6 cell cell cell", IN_CELL, dice="3+5")
    assert legal(state) == ["pass"]
    assert at(play(state, "pass"), "dice") is None


# POL-5


def test_to_release_comes_before_everything_else() -> None:
    """[POL-5]"""
    state = jail("1:1 2:5 3:5 cell", "1:2 cell cell cell", dice="1+5")
    assert legal(state) == ["out 0"]
    assert why_not(state, "p1 1") == "POL-5"


def test_to_capture_comes_before_advancing() -> None:
    """[POL-5]"""
    state = jail("1:1 2:5 3:5 4:5", "1:3 cell cell cell", dice="1+2")
    assert legal(state) == ["p1 2"]
    assert why_not(state, "p2 2") == "POL-5"


def test_a_capture_with_the_sum_comes_first_too() -> None:
    """[POL-5]"""
    state = jail("1:1 2:5 3:5 4:5", "1:4 2:6 cell cell", dice="1+2")
    assert legal(state) == ["p1 3", "p2 1"]


def test_each_action_is_assessed_anew_with_what_is_left() -> None:
    """[POL-5]"""
    state = jail("1:1 2:5 3:5 4:5", "1:2 1:4 cell cell", dice="1+2")
    assert legal(state) == ["p1 1", "p1 3"]
    play(state, "p1 1", "skip")
    assert legal(state) == ["p1 2"]


def test_nobody_is_released_with_one_die_left() -> None:
    """[POL-5]"""
    state = jail("1:1 cell cell cell", IN_CELL, dice="1+5", left="5")
    assert legal(state) == ["p1 5"]
    assert why_not(state, "out 0") == "POL-5"


def test_the_walk_of_ten_knows_no_priorities() -> None:
    """[POL-5] [POL-7]"""
    state = jail("1:1 2:3 e2 out", "1:8 2:13 cell cell", dice="1+2", left="", phase="bonus")
    assert legal(state) == ["p1 10", "p2 10", "skip"]
    assert logged(state.copy(), "p2 10") == ["POL-7 moved"]
    assert logged(state, "p1 10") == ["POL-7 moved"]


# what is said of it


@pytest.mark.parametrize("dice", ["1+5", "2+4", "3+3", "3+6", "6+6"])
def test_whoever_breaks_out_is_told_which_throw_opens_the_cell(dice: str) -> None:
    """[POL-2]"""
    state = jail(IN_CELL, IN_CELL, dice=dice)
    words = Words("poleana", "en")
    task = GAME.task(state, 0)
    assert task is not None
    assert dice in words.phrase(task, [])
    for choice in GAME.choices(state, 0):
        assert f"({dice}" in words.phrase(choice["said"], [])
