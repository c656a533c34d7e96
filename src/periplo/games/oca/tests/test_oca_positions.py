"""What is refused and what is accepted: positions, options, texts; and what every race keeps."""

import json
import re
from copy import deepcopy
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st

from periplo.core.dice import Dice
from periplo.core.errors import BadPosition, BadRecord, BadSetup, IllegalAction
from periplo.core.state import TABLE, State
from periplo.games.oca import GAME
from periplo.play.match import Match

OWN = [60, 55, 47, 44, 40, 37, 33, 28, 25, 20]
GEESE = [5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59]
SPECIALS = [2, 3, 6, 12, 15, 19, 31, 39, 42, 48, 52, 58]
NEVER_RESTED_ON = [6, 12, 15, 39, 42, 48, 58]
NEUTRAL = [n for n in range(4, 63) if n not in {*GEESE, *SPECIALS, 26, 53}]
THROWS = [f"{a}+{b}" for a in range(1, 7) for b in range(a, 7)]
STAY, SWAP = 21, 22

Position = dict[str, Any]
Changes = dict[str, Any]


# positions to spoil


def flock(square: int, bearer: int, strays: list[tuple[int, int]], **more: Any) -> dict[str, Any]:
    return {
        "square": square,
        "bearer": bearer,
        "held": 0,
        "strays": [{"at": at, "held": held} for at, held in strays],
        "home": 11 - len(strays),
        "eggs": 0,
        "throws": 0,
        "spent": False,
        **more,
    }


THROWING: Position = {
    "race": 1,
    "turn": 0,
    "phase": "throw",
    "dice": None,
    "owed": 0,
    "winner": None,
    "flocks": [flock(60, 20, [(30, 0), (7, 0)]), flock(55, 40, []), flock(47, 0, [])],
}
SWAPPING: Position = {
    **THROWING,
    "phase": "swap",
    "dice": [1, 2],
    "flocks": [flock(60, 60, [(30, 0)], throws=4), flock(55, 40, []), flock(47, 0, [])],
}
OVER: Position = {
    **THROWING,
    "turn": 1,
    "phase": "over",
    "winner": 1,
    "flocks": [flock(60, 20, [(30, 0)]), flock(55, 63, []), flock(47, 0, [])],
}


def changed(position: Position, changes: Changes) -> Position:
    """A copy with other values at paths such as `flocks[0].strays[1].at`."""
    copy = deepcopy(position)
    for path, value in changes.items():
        *way, last = [int(key) if key.isdigit() else key for key in re.findall(r"\w+", path)]
        inside: Any = copy
        for key in way:
            inside = inside[key]
        inside[last] = value
    return copy


def refuse(position: object, field: str, options: dict[str, Any] | None = None) -> None:
    """The position is refused, and the message begins with the field."""
    with pytest.raises(BadPosition, match=rf"^{re.escape(field)}: ") as refused:
        GAME.load(position, options)
    assert refused.value.field == field
    assert "\n" not in str(refused.value)


def accept(position: Position, options: dict[str, Any] | None = None) -> State:
    """The position is read, and written back as it was."""
    state = GAME.load(position, options)
    assert GAME.position(state) == position
    assert json.loads(json.dumps(GAME.position(state))) == position
    return state


@pytest.mark.parametrize("position", [THROWING, SWAPPING, OVER])
def test_the_positions_to_spoil_are_good(position: Position) -> None:
    accept(position)


# ---- refused: wrong or missing keys


@pytest.mark.parametrize("key", list(THROWING))
def test_a_position_without_a_field_is_refused(key: str) -> None:
    refuse({name: value for name, value in THROWING.items() if name != key}, key)


@pytest.mark.parametrize("key", list(THROWING["flocks"][0]))
@pytest.mark.parametrize("seat", [0, 2])
def test_a_flock_without_a_field_is_refused(key: str, seat: int) -> None:
    spoilt = deepcopy(THROWING)
    del spoilt["flocks"][seat][key]
    refuse(spoilt, f"flocks[{seat}].{key}")


@pytest.mark.parametrize("key", ["at", "held"])
def test_a_stray_without_a_field_is_refused(key: str) -> None:
    spoilt = deepcopy(THROWING)
    del spoilt["flocks"][0]["strays"][1][key]
    refuse(spoilt, f"flocks[0].strays[1].{key}")


@pytest.mark.parametrize("path", ["penalty", "flocks[1].name", "flocks[0].strays[1].home", "Race"])
def test_an_unknown_field_is_refused(path: str) -> None:
    refuse(changed(THROWING, {path: 0}), path)


# ---- refused: wrong types


@pytest.mark.parametrize("junk", [True, False, None, 1.0, "1", [], {}])
@pytest.mark.parametrize(
    "path",
    [
        "race",
        "turn",
        "owed",
        "flocks[0].square",
        "flocks[0].bearer",
        "flocks[0].held",
        "flocks[0].home",
        "flocks[0].eggs",
        "flocks[0].throws",
        "flocks[0].strays[0].at",
        "flocks[0].strays[0].held",
    ],
)
def test_what_is_no_whole_number_is_refused(path: str, junk: object) -> None:
    """True is no number, and neither is 1.0."""
    refuse(changed(THROWING, {path: junk}), path)


@pytest.mark.parametrize("junk", [True, None, 1.0, "1", []])
def test_in_a_decision_the_dice_and_what_is_owed_are_whole_numbers(junk: object) -> None:
    refuse(changed(SWAPPING, {"dice[0]": junk}), "dice[0]")
    refuse(changed(SWAPPING, {"dice[1]": junk}), "dice[1]")
    refuse(changed(SWAPPING, {"owed": junk}), "owed")


@pytest.mark.parametrize("junk", [0, 1, None, "true", []])
def test_spent_is_true_or_false(junk: object) -> None:
    refuse(changed(THROWING, {"flocks[1].spent": junk}), "flocks[1].spent")


@pytest.mark.parametrize("junk", [0, None, True, "", "Throw", "throws", ["throw"]])
def test_the_phase_is_one_of_three_words(junk: object) -> None:
    refuse(changed(THROWING, {"phase": junk}), "phase")


@pytest.mark.parametrize("junk", [None, 3, "x", {}, True])
def test_what_is_no_list_is_refused(junk: object) -> None:
    refuse(changed(THROWING, {"flocks": junk}), "flocks")
    refuse(changed(THROWING, {"flocks[2].strays": junk}), "flocks[2].strays")
    refuse(changed(SWAPPING, {"dice": junk}), "dice")


@pytest.mark.parametrize("junk", [None, 3, "x", [], True])
def test_what_is_no_object_is_refused(junk: object) -> None:
    refuse(changed(THROWING, {"flocks[1]": junk}), "flocks[1]")
    refuse(changed(THROWING, {"flocks[0].strays[1]": junk}), "flocks[0].strays[1]")
    with pytest.raises(BadPosition, match="must be an object"):
        GAME.load(junk)


# ---- refused: everything else on the list


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        # strays out of order
        ({"flocks[0].strays[0].at": 4}, "flocks[0].strays[1]"),
        (
            {"flocks[1].strays": [{"at": 31, "held": -1}, {"at": 31, "held": 0}],
             "flocks[1].home": 9},
            "flocks[1].strays[1]",
        ),
        (
            {"flocks[1].strays": [{"at": 52, "held": n} for n in (2, 0, 1)], "flocks[1].home": 8},
            "flocks[1].strays[2]",
        ),
        # people not conserved
        ({"flocks[0].home": 8}, "flocks[0].home"),
        ({"flocks[0].home": 10}, "flocks[0].home"),
        ({"flocks[0].strays": []}, "flocks[0].home"),
        ({"flocks[2].home": 12}, "flocks[2].home"),
        ({"flocks[0].strays": [{"at": 7, "held": 0}] * 12, "flocks[0].home": 0}, "flocks[0].home"),
        # the own square
        ({"flocks[0].square": 55}, "flocks[0].square"),
        ({"flocks[1].square": 54}, "flocks[1].square"),
        ({"flocks[1].square": -1}, "flocks[1].square"),
        # the race
        ({"race": 0}, "race"),
        ({"race": -1}, "race"),
        ({"race": 4}, "race"),
        # squares outside the board
        ({"flocks[0].bearer": -1}, "flocks[0].bearer"),
        ({"flocks[0].bearer": 64}, "flocks[0].bearer"),
        ({"flocks[0].strays[0].at": 64}, "flocks[0].strays[0].at"),
        ({"flocks[0].strays[1].at": -1}, "flocks[0].strays[1].at"),
        # less than nothing
        ({"flocks[0].home": -1}, "flocks[0].home"),
        ({"flocks[1].eggs": -1}, "flocks[1].eggs"),
        ({"flocks[2].throws": -1}, "flocks[2].throws"),
        ({"owed": -1}, "owed"),
        # seats that are not there
        ({"turn": 3}, "turn"),
        ({"turn": -1}, "turn"),
        # before the end
        ({"winner": 0}, "winner"),
        ({"winner": False}, "winner"),
        ({"dice": [1, 2]}, "dice"),
        ({"dice": []}, "dice"),
        ({"owed": 1}, "owed"),
        ({"flocks[0].bearer": 63}, "flocks[0].bearer"),
        ({"flocks[2].bearer": 63}, "flocks[2].bearer"),
        # held where nothing holds
        ({"flocks[0].held": -1}, "flocks[0].held"),
        ({"flocks[0].bearer": 19, "flocks[0].held": -1}, "flocks[0].held"),
        ({"flocks[0].held": 1}, "flocks[0].held"),
        ({"flocks[0].bearer": 31, "flocks[0].held": 1}, "flocks[0].held"),
        ({"flocks[0].held": 2}, "flocks[0].held"),
        ({"flocks[0].bearer": 19, "flocks[0].held": 2}, "flocks[0].held"),
        ({"flocks[0].bearer": 31, "flocks[0].held": 2}, "flocks[0].held"),
        ({"flocks[0].bearer": 52, "flocks[0].held": 3}, "flocks[0].held"),
        ({"flocks[0].bearer": 52, "flocks[0].held": -1}, "flocks[0].held"),
        ({"flocks[0].bearer": 31, "flocks[0].held": -2}, "flocks[0].held"),
        ({"flocks[0].strays[0].held": -1}, "flocks[0].strays[0].held"),
        ({"flocks[0].strays[0].held": 1}, "flocks[0].strays[0].held"),
        ({"flocks[0].strays[1].held": 2}, "flocks[0].strays[1].held"),
        ({"flocks[0].strays[0].at": 52, "flocks[0].strays[0].held": 3}, "flocks[0].strays[0].held"),
        # two in the well
        (
            {f"flocks[{seat}].{key}": value
             for seat in (0, 1) for key, value in (("bearer", 31), ("held", -1))},
            "flocks",
        ),
        (
            {"flocks[1].bearer": 31, "flocks[1].held": -1,
             "flocks[0].strays[0]": {"at": 31, "held": -1}},
            "flocks",
        ),
        (
            {"flocks[0].strays": [{"at": 31, "held": -1}] * 2},
            "flocks",
        ),
        # fewer eggs than strays on 63
        ({"flocks[0].strays[0].at": 63}, "flocks[0].eggs"),
        (
            {"flocks[0].strays": [{"at": 63, "held": 0}] * 2, "flocks[0].eggs": 1},
            "flocks[0].eggs",
        ),
    ],
)  # fmt: skip
def test_a_position_before_a_throw_is_refused(changes: Changes, field: str) -> None:
    refuse(changed(THROWING, changes), field)


@pytest.mark.parametrize("square", NEVER_RESTED_ON)
def test_no_piece_rests_where_the_square_sends_it_on(square: int) -> None:
    refuse(changed(THROWING, {"flocks[1].bearer": square}), "flocks[1].bearer")
    spoilt = {"flocks[1].strays": [{"at": square, "held": 0}], "flocks[1].home": 10}
    refuse(changed(THROWING, spoilt), "flocks[1].strays[0].at")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"winner": None}, "winner"),
        ({"winner": 0}, "winner"),
        ({"winner": 3}, "winner"),
        ({"winner": -1}, "winner"),
        ({"winner": True}, "winner"),
        ({"winner": "1"}, "winner"),
        ({"turn": 2}, "winner"),
        ({"turn": 0, "winner": 0}, "flocks[0].bearer"),
        ({"flocks[1].bearer": 62}, "flocks[1].bearer"),
        ({"flocks[0].bearer": 63}, "flocks[0].bearer"),
        ({"flocks[2].bearer": 63}, "flocks[2].bearer"),
        ({"dice": [1, 2]}, "dice"),
        ({"owed": 1}, "owed"),
        ({"phase": "throw", "winner": None}, "flocks[1].bearer"),
    ],
)
def test_a_position_after_the_win_is_refused(changes: Changes, field: str) -> None:
    refuse(changed(OVER, changes), field)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        # off the own square
        ({"flocks[0].bearer": 61}, "flocks[0].bearer"),
        ({"turn": 1, "flocks[1].throws": 1}, "flocks[1].bearer"),
        # without a partner
        ({"flocks[1].bearer": 0}, "phase"),
        ({"flocks[1].bearer": 60}, "phase"),
        # a total of 9
        ({"dice": [3, 6]}, "dice"),
        ({"dice": [4, 5]}, "dice"),
        # what the bearer cannot owe
        ({"owed": 3}, "owed"),
        ({"owed": -1}, "owed"),
        # the present throw is counted
        ({"flocks[0].throws": 0}, "flocks[0].throws"),
        # dice
        ({"dice": [2, 1]}, "dice"),
        ({"dice": []}, "dice"),
        ({"dice": [1]}, "dice"),
        ({"dice": [1, 1, 1]}, "dice"),
        ({"dice": [0, 3]}, "dice[0]"),
        ({"dice": [1, 7]}, "dice[1]"),
        # the end is not yet
        ({"winner": 0}, "winner"),
        ({"flocks[1].bearer": 63}, "flocks[1].bearer"),
    ],
)
def test_a_position_in_a_decision_is_refused(changes: Changes, field: str) -> None:
    refuse(changed(SWAPPING, changes), field)


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_a_position_has_2_to_10_flocks(seats: int) -> None:
    refuse({**THROWING, "flocks": [flock(4, 0, []) for _ in range(seats)]}, "flocks")


def test_a_position_must_fit_the_options_of_its_game() -> None:
    """Sizes and own squares are the option's, flock by flock."""
    options = {"flock": [12, 10, 12], "squares": [60, 55, 47]}
    refuse(THROWING, "flocks[1].home", options)
    accept(changed(THROWING, {"flocks[1].home": 9}), options)
    refuse(THROWING, "flocks[2].square", {"squares": [60, 55, 44]})
    refuse(changed(THROWING, {"race": 2}), "race", {"golden_races": 0})


def test_a_match_names_as_many_seats_as_its_position_has() -> None:
    with pytest.raises(BadSetup, match=r"^seats: 2 are named, the position has 3"):
        Match(GAME, ["a", "b"], start=THROWING)


# ---- accepted, however odd


@pytest.mark.parametrize(
    "changes",
    [
        {"flocks[0].strays[0].at": 20},  # a stray on its own bearer's square
        {"flocks[0].strays": [{"at": 20, "held": 0}] * 11, "flocks[0].home": 0},
        {"flocks[0].strays[1].at": 0},  # a stray on START
        {"flocks[1].eggs": 10**30},
        {"flocks[1].throws": 10**30},
        {"flocks[2].spent": True},  # with everybody at home
        {"race": 2},
        {"race": 3},
        {"turn": 2},
        {"flocks[0].bearer": 31, "flocks[0].held": -1},
        {"flocks[0].bearer": 31, "flocks[1].bearer": 31, "flocks[1].held": -1},
        {"flocks[0].bearer": 19, "flocks[0].held": 1},
        {"flocks[0].bearer": 52, "flocks[0].held": 1},
        {"flocks[0].bearer": 52, "flocks[0].held": 2},
        {"flocks[0].bearer": 52},
        {"flocks[0].bearer": 26, "flocks[1].bearer": 53},
        {"flocks[0].bearer": 2, "flocks[1].bearer": 3},
        {"flocks[0].strays[0].at": 63, "flocks[0].eggs": 1},
        {"flocks[0].strays[0].at": 63, "flocks[0].eggs": 5},
        {
            "flocks[1].strays": [
                {"at": at, "held": held}
                for at, held in ((52, 2), (52, 2), (52, 1), (52, 0), (31, 0), (31, -1), (19, 1))
            ],
            "flocks[1].home": 4,
        },
        {"flocks[0].bearer": 60},  # on the own square before a throw
    ],
)
def test_an_odd_position_before_a_throw_is_accepted(changes: Changes) -> None:
    state = accept(changed(THROWING, changes))
    assert state.actors() == [TABLE]


@pytest.mark.parametrize(
    "changes",
    [
        {},  # `throws` 0: no throw need have been made
        {"race": 3, "flocks[1].throws": 1},
        {"flocks[1].strays": [{"at": 63, "held": 0}], "flocks[1].home": 10, "flocks[1].eggs": 1},
        {"flocks[0].strays[0].at": 20},
    ],
)
def test_an_odd_position_after_a_win_is_accepted(changes: Changes) -> None:
    state = accept(changed(OVER, changes))
    assert state.over()
    assert state.winners() == [1]
    assert [state.legal(actor) for actor in (TABLE, 0, 1, 2)] == [[], [], [], []]


@pytest.mark.parametrize(
    "changes",
    [
        {"owed": 2},  # though no walk to 60 owes anything
        {"owed": 1, "dice": [6, 6]},
        {"dice": [1, 1]},
        {"flocks[0].throws": 1},
        {"flocks[1].bearer": 1},
        {"flocks[1].bearer": 62},
        {"flocks[1].bearer": 31, "flocks[1].held": -1},
    ],
)
def test_an_odd_position_in_a_decision_is_accepted(changes: Changes) -> None:
    state = accept(changed(SWAPPING, changes))
    assert state.actors() == [0]
    assert state.legal(0) == [STAY, SWAP + 1]


@pytest.mark.parametrize(("golden_races", "race"), [(0, 1), (1, 2), (7, 8), (10**30, 10**30 + 1)])
def test_there_is_one_race_more_than_golden_ones(golden_races: int, race: int) -> None:
    options = {"golden_races": golden_races}
    accept(changed(THROWING, {"race": race}), options)
    refuse(changed(THROWING, {"race": race + 1}), "race", options)


def test_many_eggs_and_throws_go_on_being_counted() -> None:
    position = changed(
        THROWING,
        {"flocks[0].eggs": 10**30, "flocks[0].throws": 10**30, "flocks[0].strays[0].at": 61},
    )
    match = Match(GAME, ["a", "b", "c"], start=position)
    match.write("1+1")
    after = match.position()["flocks"][0]
    assert (after["eggs"], after["throws"]) == (10**30 + 1, 10**30 + 1)
    assert match.state.scores()[0] == 22 * 3 + (10**30 + 1) * 189 - 9


def test_a_copy_is_equal_and_goes_its_own_way() -> None:
    state = GAME.load(SWAPPING)
    copy = state.copy()
    assert GAME.position(copy) == SWAPPING
    copy.apply(0, SWAP + 1)
    assert GAME.position(copy) != SWAPPING
    assert GAME.position(state) == SWAPPING
    over = GAME.load(OVER).copy()
    assert GAME.position(over) == OVER
    assert over.winners() == [1]


# ---- options


def test_options_left_out_have_their_defaults() -> None:
    """12 people a flock, the first of the ten squares, and everybody on START."""
    for seats in range(2, 11):
        assert GAME.position(GAME.new(seats)) == {
            **THROWING,
            "flocks": [flock(square, 0, []) for square in OWN[:seats]],
        }
    assert GAME.read_setup(2, None) == {
        "flock": [12, 12],
        "squares": [60, 55],
        "leapfrog": "bearers",
        "golden_races": 2,
        "points": {"win": 189, "square": 3, "egg": 189, "stray": -9},
    }


NO_FLOCK_SIZE: tuple[Any, ...] = (9, 21, True, None, 12.0, "12", {})
NO_OWN_SQUARE: tuple[Any, ...] = (
    *(0, 1, *GEESE, *SPECIALS, 26, 53, 63, 64, -4),
    *(True, None, 55.0, "55", [55], {}),
)
NO_POINTS: tuple[Any, ...] = (None, True, "1", [], {}, float("inf"), float("-inf"), float("nan"))
REFUSED: dict[str, tuple[Any, ...]] = {
    "flock": (
        *NO_FLOCK_SIZE,
        *([12, wrong] for wrong in NO_FLOCK_SIZE),
        *(0, -12, 12.5, [], [12], [12, 12, 12], [12, [12]]),
    ),
    "squares": (
        *([60, wrong] for wrong in NO_OWN_SQUARE),
        *([wrong, 60] for wrong in NO_OWN_SQUARE),
        *(None, True, 60, "60", {}, {"0": 60, "1": 55}, [], [60], [60, 55, 47], [60, 60]),
    ),
    "leapfrog": (None, True, 0, "", "Pieces", "strays", ["pieces"], {}),
    "golden_races": (None, True, False, -1, 1.0, "2", [], {}),
    "points": (
        *({"egg": wrong} for wrong in NO_POINTS),
        *({"win": 1, "square": 1, "egg": 1, "stray": wrong} for wrong in NO_POINTS),
        *(None, True, 3, "win", [], [["win", 1]], {"eggs": 1}, {"win": 1, "Square": 1}),
    ),
}


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option in REFUSED for value in REFUSED[option]]
)
def test_an_option_outside_its_table_is_refused(option: str, value: object) -> None:
    with pytest.raises(BadSetup, match=f"^option {option}: must be") as refused:
        GAME.new(2, {option: value})
    assert "\n" not in str(refused.value)
    with pytest.raises(BadSetup, match=f"^option {option}: "):
        GAME.load({**THROWING, "flocks": THROWING["flocks"][:2]}, {option: value})


@pytest.mark.parametrize("option", ["", "flocks", "Flock", "square", "seats"])
def test_an_unknown_option_is_refused(option: str) -> None:
    with pytest.raises(BadSetup, match=f"option {option!r}: unknown"):
        GAME.new(2, {option: 12})


@pytest.mark.parametrize("seats", [0, 1, 11, -2, 10**30, True])
def test_it_is_for_2_to_10_flocks(seats: int) -> None:
    with pytest.raises(BadSetup, match=r"^seats: oca is for 2 to 10"):
        GAME.new(seats)


@pytest.mark.parametrize(
    ("value", "homes"), [(10, [9, 9]), (20, [19, 19]), ([10, 20], [9, 19]), ([15, 15], [14, 14])]
)
def test_flocks_may_be_of_10_to_20_people(value: object, homes: list[int]) -> None:
    position = GAME.position(GAME.new(2, {"flock": value}))
    assert [one["home"] for one in position["flocks"]] == homes


@pytest.mark.parametrize("square", NEUTRAL)
def test_any_neutral_square_from_4_on_may_be_a_flocks_own(square: int) -> None:
    squares = [square, 4 if square != 4 else 7]
    position = GAME.position(GAME.new(2, {"squares": squares}))
    assert [one["square"] for one in position["flocks"]] == squares


@pytest.mark.parametrize("leapfrog", ["bearers", "pieces"])
@pytest.mark.parametrize("golden_races", [0, 1, 10**30])
def test_the_other_options_that_are_accepted(leapfrog: str, golden_races: int) -> None:
    options = {"leapfrog": leapfrog, "golden_races": golden_races, "points": {}}
    assert GAME.read_setup(10, options)["golden_races"] == golden_races
    assert GAME.read_setup(10, options)["leapfrog"] == leapfrog
    assert GAME.read_setup(10, options)["points"] == GAME.read_setup(2, None)["points"]


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ({}, [60 - 9, 63 * 3 + 189, 0]),
        ({"win": 0.5, "square": 0.25, "egg": 0, "stray": -1.5}, [5 - 1.5, 63 * 0.25 + 0.5, 0]),
        ({"square": -2}, [-40 - 9, -126 + 189, 0]),
        ({"win": 10**400, "stray": 0}, [60, 189 + 10**400, 0]),
        ({"square": 10**400}, [20 * 10**400 - 9, 63 * 10**400 + 189, 0]),
        ({"square": 2.0**1023, "stray": 0}, [20 * 2**1023, 63 * 2**1023 + 189, 0]),
        ({"square": -(2.0**1023), "win": 2.0**1023, "stray": 2.0**1023},
         [-19 * 2**1023, -62 * 2**1023, 0]),
    ],
)  # fmt: skip
def test_scores_are_finite_numbers_whatever_the_points(
    points: dict[str, Any], scores: list[Any]
) -> None:
    """Whole where points are; where floating point would run over, exact to a whole point."""
    state = GAME.load(OVER, {"points": points})
    assert state.scores() == scores
    assert json.loads(json.dumps(state.scores(), allow_nan=False)) == scores


@pytest.mark.parametrize("egg", [189, 0.5, -1e308, 1e308, 10**400])
@pytest.mark.parametrize("eggs", [0, 1, 10**30, 10**400])
def test_any_number_of_eggs_has_a_finite_score(egg: float, eggs: int) -> None:
    state = GAME.load(changed(THROWING, {"flocks[1].eggs": eggs}), {"points": {"egg": egg}})
    score = json.loads(json.dumps(state.scores(), allow_nan=False))[1]
    exact = Fraction(egg) * eggs + 120
    assert abs(Fraction(score) - exact) <= abs(exact) / 10**15


# ---- how actions are written


@pytest.mark.parametrize("a", range(1, 7))
@pytest.mark.parametrize("b", range(1, 7))
def test_the_dice_are_read_in_either_order_and_written_in_one(a: int, b: int) -> None:
    match = Match.new("oca", 2)
    match.write(f"{a}+{b}")
    assert match.record.actions == [f"{min(a, b)}+{max(a, b)}"]
    assert match.events[0][0]["dice"] == [min(a, b), max(a, b)]


def test_actions_have_their_numbers() -> None:
    state = GAME.load(SWAPPING)
    assert [GAME.text(state, TABLE, number) for number in range(21)] == THROWS
    assert [GAME.parse(state, TABLE, text) for text in THROWS] == list(range(21))
    seats = ["stay", *(f"swap {seat}" for seat in range(1, 11))]
    assert [GAME.text(state, 0, number) for number in range(21, 32)] == seats
    assert [GAME.parse(state, 0, text) for text in seats] == list(range(21, 32))


@pytest.mark.parametrize(
    "text",
    ["", " ", "3", "36", "3 + 6", " 3+6", "3+6 ", "3+6\n", "03+6", "3+06", "0+1", "7+1", "1+7",
     "3-6", "3*6", "+3+6", "1+2+3", "-1+2", "³+6", "٣+6", "3＋6", "three+six", "stay", "swap 2",
     "1: 3+6"],
)  # fmt: skip
def test_an_odd_throw_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction, match=r"expected a throw such as 3\+6") as refused:
        GAME.parse(GAME.load(THROWING), TABLE, text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    ["", "Stay", "STAY", " stay", "stay ", "stay\n", "stay 1", "swap", "swap ", "swap 0", "swap 11",
     "swap 02", "swap -1", "swap  2", "swap2", "swap 2 ", "swap 2\n", "Swap 2", "swap 1.0",
     "swap ²", "swap ٢", "swap Badia", "1+1"],
)  # fmt: skip
def test_an_odd_decision_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction, match="expected stay, or swap and a seat") as refused:
        GAME.parse(GAME.load(SWAPPING), 0, text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("written", ["1: swap 1", "1: swap 3", "1: swap 10", "2: stay", "3+4"])
def test_a_well_written_action_may_still_be_illegal(written: str) -> None:
    match = Match(GAME, ["a", "b", "c"], start=SWAPPING)
    with pytest.raises(BadRecord, match=r"^action 1: "):
        match.write(written)
    assert match.position() == SWAPPING
    assert match.record.actions == []


def test_a_double_falls_once_in_36_and_any_other_throw_twice() -> None:
    state = GAME.load(THROWING)
    chances = {GAME.text(state, TABLE, throw): chance for throw, chance in state.outcomes()}
    assert list(chances) == THROWS
    for text, chance in chances.items():
        assert chance == Fraction(1 if text[0] == text[2] else 2, 36)
    assert sum(chances.values()) == 1
    assert GAME.load(SWAPPING).outcomes() == []
    assert GAME.load(OVER).outcomes() == []


def test_draws_and_picks_are_legal_and_miss_nothing() -> None:
    dice = Dice("draws")
    throwing, swapping = GAME.load(THROWING), GAME.load(SWAPPING)
    assert {throwing.draw(dice) for _ in range(1000)} == set(range(21))
    assert {throwing.pick(TABLE, dice) for _ in range(1000)} == set(range(21))
    assert {swapping.pick(0, dice) for _ in range(100)} == {STAY, SWAP + 1}
    doubles = sum(throwing.draw(dice) in (0, 6, 11, 15, 18, 20) for _ in range(3600))
    assert 480 <= doubles <= 720  # 600 expected; ten in a million fall outside


def test_the_board_is_that_of_the_rules() -> None:
    assert GAME.board() == {
        "start": 0,
        "garden": 63,
        "geese": GEESE,
        "dice": {"3+6": 26, "4+5": 53},
        "specials": SPECIALS,
        "neutral": [1, *NEUTRAL],
        "own": OWN,
    }


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_a_position_is_drawn_with_its_names(language: str) -> None:
    names = ["Gabbiani", "Rondini", "Aironi"]
    for position in (THROWING, SWAPPING, OVER):
        drawing = GAME.svg(position, names, language)
        assert drawing.startswith("<svg ")
        board = GAME.text_board(position, names, language)
        for name in names:
            assert name in drawing
            assert name in board
        assert [square["at"] for square in GAME.layout(position)["squares"]] == list(range(64))


# ---- what a sensible flock does


@pytest.mark.parametrize(
    ("rivals", "choice"),
    [
        ([(40, 0)], "swap 2"),
        ([(10, 0)], "stay"),
        ([(10, 0), (40, 0), (30, 0), (41, 0)], "swap 5"),
        ([(31, 0)], "swap 2"),
        ([(31, -1)], "stay"),  # the well holds too long
        ([(40, 0), (52, 2)], "swap 2"),  # the prison costs two throws
        ([(36, 0), (52, 2)], "swap 3"),
        ([(57, 0), (62, 0)], "swap 2"),  # so near the garden no square is better
    ],
)
def test_greedy_goes_where_the_bearer_stands_best(
    rivals: list[tuple[int, int]], choice: str
) -> None:
    squares = [20, *OWN[: len(rivals)]]
    others = [flock(own, at, [], held=held) for own, (at, held) in zip(OWN, rivals, strict=False)]
    position = {**SWAPPING, "flocks": [flock(20, 20, [], throws=1), *others]}
    state = accept(position, {"squares": squares})
    action = GAME.policies()["greedy"].choose(state, 0, Dice(1))
    assert GAME.text(state, 0, action) == choice
    assert GAME.position(state) == position


# ---- what every race keeps


@at_most(40)
@given(
    people=st.lists(st.integers(min_value=10, max_value=20), min_size=2, max_size=10),
    leapfrog=st.sampled_from(["bearers", "pieces"]),
    golden_races=st.integers(min_value=0, max_value=3),
    seed=st.integers(min_value=0, max_value=2**32),
)
def test_people_are_conserved_and_the_well_holds_one(
    people: list[int], leapfrog: str, golden_races: int, seed: int
) -> None:
    """Through a random race from its beginning, and every position on the way is a good one."""
    options = {"flock": people, "leapfrog": leapfrog, "golden_races": golden_races}
    state, dice = GAME.new(len(people), options), Dice(seed)
    for _ in range(250):
        if state.over():
            break
        actor = state.actors()[0]
        state.apply(actor, state.draw(dice) if actor == TABLE else state.pick(actor, dice))
        position = GAME.position(state)
        flocks = position["flocks"]
        assert [1 + len(one["strays"]) + one["home"] for one in flocks] == people
        assert all(one["home"] >= 0 for one in flocks)
        pieces = [(one["bearer"], one["held"]) for one in flocks]
        for one in flocks:
            strays = [(stray["at"], stray["held"]) for stray in one["strays"]]
            assert all(before >= after for before, after in pairwise(strays))
            assert one["eggs"] >= sum(at == 63 for at, _ in strays)
            pieces += strays
        assert sum(held == -1 for _, held in pieces) <= 1
        assert not {at for at, _ in pieces} & set(NEVER_RESTED_ON)
        assert GAME.position(GAME.load(position, options)) == position
