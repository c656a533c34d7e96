"""Positions of El Reo Poleana: what is refused, by the field it names, and round trips."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from every_test import times

from periplo.core.dice import Dice
from periplo.core.errors import BadPosition, BadSetup, IllegalAction
from periplo.core.playout import play_randomly
from periplo.core.state import NOBODY, TABLE, State
from periplo.games.poleana import GAME
from periplo.games.poleana.actions import ACTIONS
from periplo.games.poleana.board import NAMES, SIDES
from periplo.games.poleana.rules import PoleanaState

Position = dict[str, Any]
GUARDED = {"custodians": True}
SETUPS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"nine": "owner", "first": 2}),
    (4, {}),
    (2, {"custodians": True, "reach": "yard", "nine": "owner"}),
    (3, {"custodians": True}),
]


def position(phase: str = "move") -> Position:
    """Two seats; seat 1 to move with 2+4, or whatever the phase asks for."""
    playing = phase in ("guard", "move", "bonus")
    left = {"guard": [2, 4], "move": [2, 4], "bonus": [4]}
    return {
        "phase": phase,
        "turn": 0,
        "dice": [2, 4] if playing else None,
        "left": left.get(phase, []),
        "again": False,
        "bonus": int(phase == "bonus"),
        "winner": 0 if phase == "over" else None,
        "seats": [
            {"side": 1, "reos": ["out"] * 4 if phase == "over" else ["1:0", "2/3", "cell", "out"]},
            {"side": 3, "reos": ["3:4", "e2", "4:8", "4:5"]},
        ],
        "guards": [],
    }


def guarded(phase: str = "guard") -> Position:
    """The same among guards; from 4:3 the die 2 reaches 4:5, from 4:0 nothing more."""
    written = position(phase)
    written["guards"] = ["2:0", "2:3", "4:0", "4:3"]
    written["seats"][1]["reos"] = ["3:4", "4:4", "4:7", "4:5"]
    return written


def put(path: str, value: object) -> Callable[[Position], None]:
    """A change of one field, such as `seats.0.reos.1`."""

    def change(written: Position) -> None:
        *inside, last = [int(key) if key.isdigit() else key for key in path.split(".")]
        target: Any = written
        for key in inside:
            target = target[key]
        target[last] = value

    return change


def refused(written: object, options: dict[str, Any] | None = None) -> str:
    with pytest.raises(BadPosition) as error:
        GAME.load(written, options)
    assert "\n" not in str(error.value)
    return error.value.field


@pytest.mark.parametrize("phase", ["first", "throw", "move", "bonus", "over"])
def test_the_positions_changed_below_are_good(phase: str) -> None:
    written = position(phase)
    assert GAME.position(GAME.load(written)) == written


@pytest.mark.parametrize("phase", ["first", "throw", "guard", "move", "bonus"])
def test_so_are_those_with_guards(phase: str) -> None:
    written = guarded(phase)
    assert GAME.position(GAME.load(written, GUARDED)) == written


REFUSED: list[tuple[str, str, object, str]] = [
    # phase, path, value, field named
    ("move", "seats.0.reos", ["1:0", "cell", "cell"], "seats[0].reos"),
    ("move", "seats.0.reos", ["1:0", "cell", "cell", "cell", "cell"], "seats[0].reos"),
    ("move", "seats.0.reos", "1:0", "seats[0].reos"),
    ("move", "seats.0.reos.0", "3:4", "seats[1].reos[0]"),  # two colours on a yard square
    ("move", "seats.1.reos.0", "2/3", "seats[1].reos[0]"),  # ... and in a gallery
    ("move", "seats.1.reos.0", "1:0", "seats[1].reos[0]"),  # ... and on an exit
    ("move", "seats.1.reos", ["4:5", "4:5", "4:5", "cell"], "seats[1].reos[2]"),  # POL-9
    ("move", "seats.0.reos", ["1:0", "1:0", "1:0", "1:0"], "seats[0].reos[3]"),  # POL-9
    ("move", "seats.1.reos", ["1:0", "1:0", "1:0", "cell"], "seats[1].reos[0]"),
    ("move", "seats.0.reos", ["3:0", "3:0", "3:0", "cell"], "seats[0].reos[2]"),  # another's exit
    ("move", "seats.0.reos.0", "2/3", "seats[0].reos[1]"),  # POL-10
    ("move", "seats.1.reos.0", "e2", "seats[1].reos[1]"),  # POL-13
    ("move", "seats.0.reos.0", "1:10", "seats[0].reos[0]"),
    ("move", "seats.0.reos.0", "1:12", "seats[0].reos[0]"),
    ("move", "seats.0.reos.0", "1:14", "seats[0].reos[0]"),
    ("move", "seats.1.reos.0", "3:10", "seats[1].reos[0]"),
    ("move", "seats.0.reos.0", "1/1", "seats[0].reos[0]"),
    ("move", "seats.1.reos.3", "3/7", "seats[1].reos[3]"),
    ("move", "seats.0.reos.0", "e7", "seats[0].reos[0]"),
    ("move", "seats.0.reos.0", "e0", "seats[0].reos[0]"),
    ("move", "seats.0.reos.0", "5:1", "seats[0].reos[0]"),
    ("move", "seats.0.reos.0", "2:15", "seats[0].reos[0]"),
    ("move", "seats.0.reos.0", "2/8", "seats[0].reos[0]"),
    ("move", "seats.0.reos.0", "2:01", "seats[0].reos[0]"),
    ("move", "seats.0.reos.0", "", "seats[0].reos[0]"),
    ("move", "seats.0.reos.0", 7, "seats[0].reos[0]"),
    ("move", "seats.0.reos.0", ["1:0"], "seats[0].reos[0]"),
    ("move", "seats.0.side", 2, "seats[0].side"),
    ("move", "seats.1.side", 2, "seats[1].side"),
    ("move", "seats.0.side", True, "seats[0].side"),
    ("move", "seats.0.extra", 1, "seats[0].extra"),
    ("move", "seats.0", [], "seats[0]"),
    ("move", "seats", [], "seats"),
    ("move", "seats", {}, "seats"),
    ("move", "seats", [{"side": 1, "reos": ["cell"] * 4}] * 5, "seats"),
    ("move", "extra", 1, "extra"),
    ("move", "phase", "guards", "phase"),
    ("move", "phase", 3, "phase"),
    ("move", "turn", 2, "turn"),
    ("move", "turn", -1, "turn"),
    ("move", "turn", False, "turn"),
    ("first", "turn", 1, "turn"),
    ("over", "turn", 1, "turn"),
    ("over", "winner", None, "winner"),
    ("over", "winner", 1, "winner"),
    ("over", "winner", 2, "winner"),
    ("over", "winner", False, "winner"),
    ("over", "seats.0.reos.0", "e6", "winner"),
    ("move", "winner", 0, "winner"),
    ("throw", "winner", 1, "winner"),
    ("throw", "seats.0.reos", ["out"] * 4, "winner"),
    ("bonus", "seats.1.reos", ["out"] * 4, "winner"),
    ("first", "dice", [1, 2], "dice"),
    ("throw", "dice", [1, 2], "dice"),
    ("over", "dice", [1, 2], "dice"),
    ("move", "dice", None, "dice"),
    ("move", "dice", [2], "dice"),
    ("move", "dice", [2, 4, 4], "dice"),
    ("move", "dice", [4, 2], "dice"),
    ("move", "dice", [2, 7], "dice[1]"),
    ("move", "dice", [0, 4], "dice[0]"),
    ("move", "dice", [True, 4], "dice[0]"),
    ("bonus", "dice", [2.0, 4], "dice[0]"),
    ("throw", "left", [2], "left"),
    ("first", "left", [2], "left"),
    ("over", "left", [2], "left"),
    ("move", "left", [], "left"),
    ("move", "left", [4, 2], "left"),
    ("move", "left", [3], "left"),
    ("move", "left", [2, 2], "left"),
    ("move", "left", [6], "left"),
    ("move", "left", [2, 4, 4], "left"),
    ("move", "left", None, "left"),
    ("move", "left", [True], "left[0]"),
    ("bonus", "left", [2, 4], "left"),
    ("bonus", "left", [1], "left"),
    ("move", "again", True, "again"),
    ("bonus", "again", True, "again"),
    ("throw", "again", True, "again"),
    ("first", "again", True, "again"),
    ("over", "again", True, "again"),
    ("move", "again", 0, "again"),
    ("move", "bonus", 1, "bonus"),
    ("throw", "bonus", 1, "bonus"),
    ("bonus", "bonus", 0, "bonus"),
    ("bonus", "bonus", 2, "bonus"),
    ("bonus", "bonus", True, "bonus"),
    ("move", "guards", ["2:0"], "guards"),
    ("move", "guards", None, "guards"),
    ("guard", "left", [2, 4], "phase"),  # no guards at all
]


@pytest.mark.parametrize(("phase", "path", "value", "field"), REFUSED)
def test_a_position_is_refused_by_its_wrong_field(
    phase: str, path: str, value: object, field: str
) -> None:
    written = position(phase)
    put(path, value)(written)
    assert refused(written) == field


REFUSED_WITH_GUARDS: list[tuple[str, str, object, str]] = [
    ("move", "seats.0.reos.0", "2:0", "seats[0].reos[0]"),
    ("move", "seats.1.reos.0", "4:3", "seats[1].reos[0]"),
    ("move", "guards", [], "guards"),
    ("move", "guards", ["2:0", "2:3"], "guards"),
    ("move", "guards", ["2:3", "2:0", "4:0", "4:3"], "guards"),
    ("move", "guards", ["4:0", "4:3", "2:0", "2:3"], "guards"),
    ("move", "guards", ["2:0", "2:3", "4:0", "4:3", "1:0"], "guards"),
    ("guard", "seats.1.reos", ["3:4", "cell", "cell", "4:5"], "phase"),  # one victim only
    ("guard", "seats.1.reos", ["3:4", "cell", "cell", "cell"], "phase"),  # none
    ("guard", "left", [2], "left"),
    ("guard", "left", [], "left"),
    ("guard", "again", True, "again"),
    ("guard", "bonus", 1, "bonus"),
    ("guard", "dice", None, "dice"),
]


@pytest.mark.parametrize(("phase", "path", "value", "field"), REFUSED_WITH_GUARDS)
def test_a_position_with_guards_is_refused_by_its_wrong_field(
    phase: str, path: str, value: object, field: str
) -> None:
    written = guarded(phase)
    put(path, value)(written)
    assert refused(written, GUARDED) == field


def test_without_guards_nobody_chooses_whom_they_take() -> None:
    """POL-17: the same reos stand where guards would reach two of them, but there are none."""
    with pytest.raises(BadPosition, match="phase"):
        GAME.load(guarded() | {"guards": []}, {})


def test_a_double_never_throws_again_from_a_guards_choice() -> None:
    """[POL-17] [POL-3]"""
    written = guarded() | {"dice": [2, 2], "left": [2, 2], "again": False}
    assert GAME.position(GAME.load(written, GUARDED)) == written
    assert refused(written | {"again": True}, GUARDED) == "again"


def test_the_phase_first_is_refused_when_the_option_names_a_seat() -> None:
    assert refused(position("first"), {"first": 0}) == "phase"
    GAME.load(position("throw"), {"first": 1})


def test_again_fits_the_dice() -> None:
    """True exactly for doubles, but for a 3+3 or 6+6 that was used to release.  [POL-3]"""
    for die in range(1, 7):
        double = {"dice": [die, die], "left": [die, die], "again": True}
        GAME.load(position("move") | double)
        assert refused(position("move") | double | {"again": False}) == "again"
        assert refused(position("move") | double | {"again": False, "left": [die]}) == "again"
        GAME.load(position("bonus") | double | {"left": [die]})
        assert refused(position("bonus") | double | {"again": False, "left": [die]}) == "again"
        GAME.load(position("bonus") | double | {"left": []})
        released = position("bonus") | double | {"again": False, "left": []}
        if die in (3, 6):
            GAME.load(released)
        else:
            assert refused(released) == "again"


def test_missing_and_unknown_keys_are_refused_by_name() -> None:
    for key in position():
        written = position()
        del written[key]
        assert refused(written) == key
    for key in ("side", "reos"):
        written = position()
        del written["seats"][1][key]
        assert refused(written) == f"seats[1].{key}"


@pytest.mark.parametrize("junk", [None, [], "x", 3, True, {}])
def test_no_position_at_all_is_refused(junk: object) -> None:
    refused(junk)


@pytest.mark.parametrize(
    ("seats", "option", "value"),
    [
        (4, "custodians", True),
        (2, "custodians", 1),
        (2, "custodians", None),
        (2, "reach", "far"),
        (2, "reach", True),
        (2, "nine", "owners"),
        (2, "first", 2),
        (2, "first", -1),
        (2, "first", True),
        (2, "first", "1"),
        (2, "first", None),
        (2, "first", 1.0),
    ],
)
def test_an_option_is_refused_by_name(seats: int, option: str, value: object) -> None:
    with pytest.raises(BadSetup, match=option):
        GAME.new(seats, {option: value})


@pytest.mark.parametrize("seats", [0, 1, 5, True, "2"])
def test_the_number_of_seats_is_two_to_four(seats: Any) -> None:
    with pytest.raises(BadSetup, match="seats"):
        GAME.new(seats)


# what is not on the list is played on from


def test_unreachable_positions_that_break_no_rule_are_read() -> None:
    written = position("first")
    written["seats"][0]["reos"] = ["1:0", "1:0", "1:0", "4:9"]
    assert GAME.position(GAME.load(written)) == written
    written = position("move")
    written["seats"][1]["reos"] = ["1:14", "1:14", "1/1", "1/2"]
    assert GAME.position(GAME.load(written)) == written


def test_every_place_of_every_colour_can_be_written_and_read() -> None:
    for seat, names in enumerate(NAMES):
        for name in filter(None, names):
            written = GAME.position(GAME.new(SIDES, {"first": 0}))
            written["seats"][seat]["reos"][2] = name
            assert GAME.position(GAME.load(written)) == written


# round trips


def _somewhere(seats: int, options: dict[str, Any], seed: int, steps: int) -> tuple[State, Dice]:
    state, dice = GAME.new(seats, options), Dice(seed)
    for _ in range(steps):
        actor = state.next_actor()
        if actor == NOBODY:
            break
        action = state.draw(dice) if actor == TABLE else state.pick(actor, dice)
        state.play(actor, action)
    return state, dice


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_a_game_is_written_read_back_and_goes_on_alike(seats: int, options: dict[str, Any]) -> None:
    for seed in times(4):
        state, dice = _somewhere(seats, options, seed, 40 * seed)
        for _ in range(120):
            written = json.loads(json.dumps(GAME.position(state)))
            again = GAME.load(written, options)
            assert GAME.position(again) == written
            assert isinstance(state, PoleanaState)
            assert isinstance(again, PoleanaState)
            assert (again.lone, again.barred, again.lanes) == (
                state.lone,
                state.barred,
                state.lanes,
            )
            actor = state.next_actor()
            if actor == NOBODY:
                break
            legal = state.legal(actor)
            assert legal == again.legal(actor)
            assert legal == [action for action in range(ACTIONS) if again.is_legal(actor, action)]
            texts = [GAME.text(state, actor, action) for action in legal]
            assert [GAME.parse(state, actor, text) for text in texts] == legal
            action = legal[dice.below(len(legal))]
            state.apply(actor, action)
            again.play(actor, action)
            assert GAME.position(again) == GAME.position(state)


def test_pick_throws_for_the_table_and_names_whom_guards_take() -> None:
    """[POL-1] [POL-R6]"""
    for written in (position("throw"), position("first")):
        state, dice = GAME.load(written), Dice(3)
        assert {state.pick(TABLE, dice) for _ in range(400)} == set(state.legal(TABLE))
    state, dice = GAME.load(guarded(), GUARDED), Dice(3)
    assert {state.pick(0, dice) for _ in range(100)} == set(state.legal(0))


def test_pick_is_even_and_reaches_all_that_is_legal() -> None:
    written = position("move")
    written["seats"][0]["reos"] = ["1:0", "2:12", "3:5", "e1"]
    state, dice = GAME.load(written), Dice(3)
    legal = state.legal(0)
    assert len(legal) == 14
    picked = [state.pick(0, dice) for _ in range(500 * len(legal))]
    assert all(400 < picked.count(action) < 600 for action in legal)


@pytest.mark.parametrize(
    "text",
    ["", "p5 1", "p1 13", "p1 0", "p1 1 down", "P1 1", "p1  1", "out", "out 1", "out 0 ", "taken 1",
     "taken 5.1", "taken 1.0", "1+2", "first 1", "p1 ١"],
)  # fmt: skip
def test_no_other_text_is_a_seats_action(text: str) -> None:
    with pytest.raises(IllegalAction):
        GAME.parse(GAME.load(position()), 0, text)


@pytest.mark.parametrize(
    "text", ["", "3", "0+1", "1+7", "6+3", "3 + 6", "first 0", "first 5", "pass"]
)
def test_no_other_text_is_the_tables_action(text: str) -> None:
    """[POL-1]"""
    with pytest.raises(IllegalAction):
        GAME.parse(GAME.load(position("throw")), TABLE, text)


def test_the_board_is_described_as_tables() -> None:
    sides = json.loads(json.dumps(GAME.board()))["sides"]
    assert [side["nine"] for side in sides] == ["4:9", "1:9", "2:9", "3:9"]
    assert sides[0]["entrances"] == ["2:14", "3:14", "4:14"]
    assert sum(len(side["yard"]) for side in sides) == 60


def test_reach_has_no_effect_without_guards() -> None:
    given = GAME.read_setup(2, {"reach": "yard"})
    assert GAME.without_effect(2, given) == {"reach": "custodians is false: there are no guards"}
    assert GAME.without_effect(2, GAME.read_setup(2, {"custodians": True})) == {}
    near, far = GAME.new(2), GAME.new(2, given)
    for state in (near, far):
        play_randomly(state, Dice("reach"), 400)
    assert GAME.position(near) == GAME.position(far)
