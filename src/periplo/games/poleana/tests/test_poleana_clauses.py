"""El Reo Poleana by clause: a position and a sentence each."""

from fractions import Fraction
from typing import Any

import pytest

from periplo.core.dice import Dice
from periplo.core.errors import BadSetup, IllegalAction
from periplo.core.playout import play_game
from periplo.core.state import NOBODY, TABLE, State, Uniform
from periplo.games.poleana import GAME
from periplo.games.poleana.board import NAMES, OUT, landing

IN_CELL = "cell cell cell cell"
SIDES = {2: (1, 3), 3: (1, 2, 3), 4: (1, 2, 3, 4)}


def jail(
    *seats: str,
    dice: str = "",
    left: str | None = None,
    phase: str = "",
    turn: int = 0,
    again: bool | None = None,
    **options: Any,
) -> State:
    """Seats as "1:2 cell cell out"; with dice the seat on turn is to move, else to throw."""
    sides = SIDES[len(seats)]
    thrown = [int(die) for die in dice.split("+")] if dice else []
    phase = phase or ("move" if dice else "throw")
    double = len(set(thrown)) == 1 and phase in ("move", "bonus")
    empty = [side for side in (1, 2, 3, 4) if side not in sides and options.get("custodians")]
    position = {
        "phase": phase,
        "turn": turn,
        "dice": thrown or None,
        "left": thrown if left is None else [int(die) for die in left.split()],
        "again": double if again is None else again,
        "bonus": int(phase == "bonus"),
        "winner": None,
        "seats": [
            {"side": side, "reos": reos.split()} for side, reos in zip(sides, seats, strict=True)
        ],
        "guards": [f"{side}:{post}" for side in empty for post in (0, 3)],
    }
    return GAME.load(position, options)


def legal(state: State) -> list[str]:
    actor = state.next_actor()
    return [GAME.text(state, actor, action) for action in state.legal(actor)]


def play(state: State, *texts: str) -> State:
    for text in texts:
        actor = state.next_actor()
        state.apply(actor, GAME.parse(state, actor, text))
    return state


def told(state: State, *texts: str) -> list[str]:
    """The events of some actions, as "clause kind"."""
    state.log = []
    play(state, *texts)
    return [f"{event['rule']} {event['kind']}" for event in state.log]


def why_not(state: State, text: str) -> str:
    """The clause that forbids an action; the position stays as it is."""
    before = GAME.position(state)
    actor = state.next_actor()
    with pytest.raises(IllegalAction) as refused:
        state.apply(actor, GAME.parse(state, actor, text))
    assert GAME.position(state) == before
    return refused.value.clause


def reos(state: State, seat: int) -> str:
    return " ".join(GAME.position(state)["seats"][seat]["reos"])


def at(state: State, field: str) -> Any:
    return GAME.position(state)[field]


# the board


def test_a_colours_way_is_61_pips_by_the_yard_and_70_by_three_galleries() -> None:
    """[POL-12]"""
    for side, names in enumerate(NAMES):
        assert names[0] == f"{side + 1}:0"
        assert names[54] == f"{(side - 1) % 4 + 1}:9"
        assert names[54:62] == (names[54], "e1", "e2", "e3", "e4", "e5", "e6", "out")
        assert not any(name.startswith(f"{side + 1}/") for name in names)
        assert not {f"{side + 1}:{n}" for n in (10, 11, 12, 13, 14)} & set(names)
    assert landing(landing(14, 8, 1), 10, 0) == 29
    pips, place = 0, 0
    while place != OUT:
        up = place in (14, 29, 44)
        place = landing(place, 1, int(up))
        pips += 1
    assert pips == 70


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
    assert told(state, "first 2") == ["POL-1 begins"]
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


# POL-2


@pytest.mark.parametrize("dice", ["1+5", "2+4", "3+3"])
def test_a_sum_of_six_releases_one_reo_to_the_own_exit(dice: str) -> None:
    """[POL-2]"""
    state = jail(IN_CELL, IN_CELL, turn=1)
    play(state, dice)
    assert legal(state) == ["out 0"]
    assert told(state, "out 0") == ["POL-2 released"]
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
    assert told(state, "p2 2") == ["POL-4 moved", "POL-3 again"]
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
    assert told(state, "pass") == ["POL-4 passed"]
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


def test_each_action_is_judged_anew_with_what_is_left() -> None:
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
    assert told(state.copy(), "p2 10") == ["POL-7 moved"]
    assert told(state, "p1 10") == ["POL-7 moved"]


# POL-6


def test_landing_on_a_lone_rival_sends_it_to_its_cell() -> None:
    """[POL-6]"""
    state = jail("1:1 2:5 out e3", "1:3 3:5 cell cell", dice="2+4")
    assert told(state, "p1 2") == ["POL-4 moved", "POL-6 captured", "POL-7 earned"]
    assert reos(state, 1) == "cell 3:5 cell cell"
    assert state.log is not None
    captured = {"seat": 0, "other": 1, "reo": 1, "from": "1:3", "to": "cell"}
    assert state.log[1] == {"rule": "POL-6", "kind": "captured", **captured}


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
    assert told(state, release) == ["POL-2 released", "POL-6a captured", "POL-7 earned"]
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
    assert told(state, "out 6") == ["POL-2 released", "POL-R5 captured", "POL-7 earned"]
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
    assert told(state, "skip") == ["POL-7 skipped"]
    assert legal(state) == ["p1 4", "p2 4", "p4 4"]
    assert why_not(state, "skip") == "POL-7"


def test_a_walk_that_captures_earns_another() -> None:
    """[POL-7]"""
    state = play(jail("1:1 2:3 out e3", "1:3 2:13 cell cell", dice="2+4"), "p1 2")
    assert told(state, "p1 10") == ["POL-7 moved", "POL-6 captured", "POL-7 earned"]
    assert (at(state, "phase"), at(state, "left")) == ("bonus", [4])


def test_a_walk_after_a_release_captures_nobody_while_others_are_in_the_cell() -> None:
    """[POL-7] [POL-6]"""
    state = play(jail(IN_CELL, "1:0 2:10 cell cell", dice="1+5"), "out 0")
    assert (at(state, "phase"), at(state, "turn")) == ("throw", 1)


def test_a_walk_that_nobody_can_make_lapses() -> None:
    """[POL-7]"""
    state = jail("4:5 out out out", "4:7 1:12 1:12 3:5", dice="2+4")
    assert told(state, "p1 2") == ["POL-4 moved", "POL-6 captured", "POL-7 lapsed"]
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
    assert told(state, "p1 3") == ["POL-4 moved", "POL-8 barrier"]
    play(state, "p2 4", "5+6")
    assert "p1 11" in legal(state)


def test_a_release_may_add_a_third_to_its_own_barrier_on_the_exit() -> None:
    """[POL-8] [POL-9]"""
    state = play(jail("1:0 1:0 cell cell", IN_CELL, dice="1+5"), "out 0")
    assert reos(state, 0) == "1:0 1:0 1:0 cell"
    play(state, "1+2", "pass", "1+2", "p1 3")
    assert reos(state, 0) == "1:3 1:0 1:0 cell"


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
    assert told(state.copy(), "p1 7 up") == ["POL-12 climbed"]
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
    assert told(state, "p1 2") == ["POL-4 moved", "POL-13 freed"]
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
    assert told(state, "p1 2") == ["POL-4 moved", "POL-13 freed", "POL-14 won"]
    assert (at(state, "phase"), at(state, "winner"), at(state, "turn")) == ("over", 0, 0)
    assert (at(state, "dice"), at(state, "left"), at(state, "again")) == (None, [], False)
    assert state.winners() == [0]
    assert state.scores() == [4, 3]
    assert state.next_actor() == NOBODY
    assert state.legal(0) == state.legal(TABLE) == state.legal(NOBODY) == []
    with pytest.raises(IllegalAction, match="over"):
        state.apply(0, GAME.parse(state, 0, "pass"))


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
    assert told(state, "3+3") == ["POL-1 threw", "POL-17 taken"]
    assert state.log is not None
    facts = {"seat": 0, "other": 1, "reo": 1, "from": "4:6", "to": "cell", "guard": "4:0"}
    assert state.log[1] == {"rule": "POL-17", "kind": "taken", **facts}
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
    assert told(state, "taken 2.1") == ["POL-17 taken"]
    assert (reos(state, 0), reos(state, 1)) == ("4:5 4:7 cell cell", IN_CELL)
    assert (at(state, "phase"), at(state, "turn")) == ("throw", 1)


def test_a_double_that_serves_a_guard_gives_no_other_throw() -> None:
    """[POL-17] [POL-3]"""
    state = jail("4:5 4:7 cell cell", "4:8 cell cell cell", custodians=True)
    play(state, "5+5")
    assert legal(state) == ["taken 1.1", "taken 2.1"]
    assert at(play(state, "taken 1.1"), "turn") == 1
    assert why_not(play(state, "1+2"), "taken 1.1") == "POL-17"


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


# who may speak


def test_only_the_seat_on_turn_acts() -> None:
    """[POL-1]"""
    state = jail("1:1 cell cell cell", IN_CELL, dice="1+2")
    for actor, text in ((1, "pass"), (TABLE, "1+2")):
        with pytest.raises(IllegalAction, match="POL-1"):
            state.apply(actor, GAME.parse(state, actor, text))
    assert state.legal(1) == state.legal(TABLE) == []
    assert state.outcomes() == []


# the examples of the rules


def test_example_guard_on_the_three_of_an_empty_side() -> None:
    """A guard on 4:3, a reo on 4:8, the throw 3+5: the die 5 takes it.  [POL-17]"""
    state = jail("4:8 cell cell cell", IN_CELL, IN_CELL, custodians=True)
    assert reos(play(state, "3+5"), 0) == IN_CELL


def test_example_release_before_moving() -> None:
    """Reos on 1:2 and in the cell, throw 3+6: out 3 is the only legal action.  [POL-5]"""
    assert legal(jail("1:2 cell cell cell", IN_CELL, dice="3+6")) == ["out 3"]


def test_example_capture_walk_and_the_die_left() -> None:
    """Own reo on 2:1, rival on 2:4, throw 2+3: only p1 3, then 10, then 2.  [POL-5] [POL-7]"""
    state = jail("2:1 1:3 out e1", "2:4 cell cell cell", dice="2+3")
    assert legal(state) == ["p1 3"]
    play(state, "p1 3")
    assert legal(state) == ["p1 10", "p2 10", "skip"]
    play(state, "p2 10")
    assert legal(state) == ["p1 2", "p2 2", "p2 2 up", "p4 2"]


# the bot


def test_the_bot_leaves_the_state_alone_and_prefers_two_out() -> None:
    """[POL-2]"""
    state = jail(IN_CELL, IN_CELL, dice="6+6")
    before = GAME.position(state)
    action = GAME.policies()["greedy"].choose(state, 0, Dice(1))
    assert GAME.text(state, 0, action) == "out 00"
    assert GAME.position(state) == before


def test_the_bot_lets_guards_take_a_rival_rather_than_its_own() -> None:
    """[POL-R6]"""
    state = play(jail("4:5 4:7 cell cell", "4:8 cell cell cell", custodians=True), "4+5")
    action = GAME.policies()["greedy"].choose(state, 0, Dice(1))
    assert GAME.text(state, 0, action) == "taken 2.1"


def test_the_bot_beats_chance() -> None:
    """[POL-14]"""
    greedy, chance = GAME.policies()["greedy"], Uniform()
    won = 0
    for match in range(30):
        seat = match % 2
        state = GAME.new(2)
        play_game(state, [greedy, chance] if seat == 0 else [chance, greedy], Dice(match), 5000)
        won += state.winners() == [seat]
    assert won >= 18
