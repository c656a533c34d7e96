"""Girumgo's written positions: what is refused, naming the field, and that the rest comes back."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from periplo.core.dice import Dice
from periplo.core.errors import BadPosition, BadSetup
from periplo.core.state import NOBODY, TABLE
from periplo.games.girumgo import GAME
from periplo.games.girumgo.board import BOARDS

Position = dict[str, Any]
Change = Callable[[Position], object]


def opening(phase: str) -> Position:
    """The position before the first turn, with no wheel set or all."""
    position = GAME.position(GAME.new(2))
    if phase == "first":
        position.update(phase="first", wheels=[0] * 37, before=[0] * 37)
    return position


def waiting() -> Position:
    """The first seat is about to throw; all wheels stand at 0, so there are no triangles."""
    return {**opening("first"), "phase": "die"}


def spun() -> Position:
    """A turn of the first seat: four of five spins were used and made two triangles."""
    position = {**waiting(), "phase": "turn", "die": 5, "left": 1}
    position["before"] = rotations(d5=1, c4=4, d3=1, e3=4)
    position["wheels"] = rotations(d5=2, c4=4, d3=2, e3=4)
    # two of the spins turned a1 to and fro
    position["counted"] = [["c4.d4.d5", 0], ["d3.d4.e3", 3]]
    position["marks"] = {"c4.d4.d5": 0, "d3.d4.e3": 3}
    position["struck"] = [1]
    position["seats"][0]["advances"] = 3
    return position


def won() -> Position:
    position = {**spun(), "phase": "over", "winner": 0}
    position["seats"][0]["at"] = "d1"
    return position


def rotations(**turned: int) -> list[int]:
    return [turned.get(name, 0) for name in BOARDS[3].names]


def put(*path: Any) -> Change:
    """A change that puts the last of these where the others lead."""
    *steps, key, value = path

    def change(position: Position) -> None:
        inner: Any = position
        for step in steps:
            inner = inner[step]
        inner[key] = value

    return change


def both(*changes: Change) -> Change:
    return lambda position: [change(position) for change in changes]


def set_wheels(number: int) -> Change:
    return both(put("wheels", [0] * number), put("before", [0] * number))


REFUSED: list[tuple[str, Callable[[], Position], Change, str]] = [
    # keys, types, ranges
    ("a key is missing", spun, lambda p: p.pop("left"), "left"),
    ("a key is unknown", spun, put("round", 3), "round"),
    ("a seat's key is missing", spun, lambda p: p["seats"][1].pop("at"), "seats[1].at"),
    ("a seat's key is unknown", spun, put("seats", 0, "goal", "d1"), "seats[0].goal"),
    ("a seat is no object", spun, put("seats", 0, "d7"), "seats[0]"),
    ("seats are no list", spun, put("seats", {}), "seats"),
    ("too few seats", spun, lambda p: p["seats"].pop(), "seats"),
    ("too many seats", spun, lambda p: p["seats"].extend(p["seats"] * 3), "seats"),
    ("an unknown phase", spun, put("phase", "spin"), "phase"),
    ("a phase that is no text", spun, put("phase", 3), "phase"),
    ("a turn out of range", spun, put("turn", 2), "turn"),
    ("a turn below zero", spun, put("turn", -1), "turn"),
    ("a turn that is true", spun, put("turn", True), "turn"),
    ("a turn that is a fraction", spun, put("turn", 0.0), "turn"),
    ("a die of seven", spun, put("die", 7), "die"),
    ("no die in a turn", spun, both(put("die", 0), put("left", 0)), "die"),
    ("a die that is null", spun, put("die", None), "die"),
    ("left below zero", spun, put("left", -1), "left"),
    ("wheels that are no list", spun, put("wheels", {}), "wheels"),
    ("a wheel too few", spun, lambda p: p["wheels"].pop(), "wheels"),
    ("a wheel too many", spun, lambda p: p["wheels"].append(0), "wheels"),
    ("a rotation of six", spun, put("wheels", 36, 6), "wheels[36]"),
    ("a rotation that is true", spun, put("wheels", 36, True), "wheels[36]"),
    ("before with a wheel too few", spun, lambda p: p["before"].pop(), "before"),
    ("before with a rotation of six", spun, put("before", 2, 6), "before[2]"),
    ("marks that are no object", spun, put("marks", []), "marks"),
    ("a mark in no gap", spun, put("marks", "a1.a2.a3", 0), "marks"),
    ("a gap out of order", spun, put("marks", "d5.d4.c4", 0), "marks"),
    ("a mark of colour six", spun, put("marks", "c4.d4.d5", 6), "marks.c4.d4.d5"),
    ("counted that is no list", spun, put("counted", {}), "counted"),
    ("a counted entry that is no list", spun, put("counted", 0, "c4.d4.d5"), "counted[0]"),
    ("a counted entry of three", spun, put("counted", 0, ["c4.d4.d5", 0, 0]), "counted[0]"),
    ("a counted entry in no gap", spun, put("counted", 1, ["d4", 0]), "counted[1]"),
    ("a counted gap that is a number", spun, put("counted", 1, [4, 0]), "counted[1]"),
    ("a counted colour of six", spun, put("counted", 1, ["d3.d4.e3", 6]), "counted[1]"),
    ("struck that is no list", spun, put("struck", 1), "struck"),
    ("struck out of range", spun, put("struck", [2]), "struck[0]"),
    ("a corner out of range", spun, put("seats", 0, "corner", 6), "seats[0].corner"),
    ("a place off the board", spun, put("seats", 0, "at", "d8"), "seats[0].at"),
    ("a place that is a number", spun, put("seats", 0, "at", 4), "seats[0].at"),
    ("advances below zero", spun, put("seats", 1, "advances", -1), "seats[1].advances"),
    ("advances that are true", spun, put("seats", 1, "advances", True), "seats[1].advances"),
    # fields that depend on the phase
    ("a turn before who begins is drawn", lambda: opening("first"), put("turn", 1), "turn"),
    ("a turn while wheels are set", lambda: opening("wheels"), put("turn", 1), "turn"),
    ("a die before the throw", waiting, put("die", 3), "die"),
    ("spins left before the throw", waiting, put("left", 1), "left"),
    ("a die before who begins is drawn", lambda: opening("first"), put("die", 1), "die"),
    ("before that differs between turns", waiting, put("before", 0, 1), "before"),
    ("before ahead of the wheels", lambda: opening("wheels"), put("before", [0]), "before"),
    ("counted between turns", waiting, put("counted", [["c4.d4.d5", 0]]), "counted"),
    ("struck between turns", waiting, put("struck", [1]), "struck"),
    # the list of the rules
    ("another radius", spun, put("radius", 2), "radius"),
    ("a radius of none", spun, put("radius", 5), "radius"),
    ("a radius that is no number", spun, put("radius", "3"), "radius"),
    ("another corner", spun, put("seats", 1, "corner", 2), "seats[1].corner"),
    ("a mark without a triangle", spun, put("marks", "a1.a2.b2", 0), "marks.a1.a2.b2"),
    ("a mark of another colour", spun, put("marks", "c4.d4.d5", 1), "marks.c4.d4.d5"),
    (
        "a mark neither before nor counted",
        spun,
        both(lambda p: p["counted"].pop(), put("struck", [])),
        "marks.d3.d4.e3",
    ),
    (
        "a counted triangle that stood before",
        spun,
        put("before", spun()["wheels"]),
        "counted[0]",
    ),
    (
        "more than three counted a spin",
        lambda: {**waiting(), "phase": "turn", "die": 2, "left": 0},
        put("counted", [["c4.d4.d5", c] for c in range(6)] + [["a1.a2.b2", 0]]),
        "counted",
    ),
    (
        "a counted triangle without a spin",
        lambda: {**waiting(), "phase": "turn", "die": 1, "left": 1},
        put("counted", [["c4.d4.d5", 0]]),
        "counted",
    ),
    ("wheels too far from before", spun, put("wheels", 0, 3), "wheels"),
    ("wheels of the wrong parity", spun, put("wheels", 0, 1), "wheels"),
    ("as many spins as none", spun, put("left", 5), "wheels"),
    ("left above die", spun, put("left", 6), "left"),
    ("a counted entry twice", spun, put("counted", 1, ["c4.d4.d5", 0]), "counted[1]"),
    (
        "struck with one counted",
        spun,
        both(lambda p: p["counted"].pop(), lambda p: p["marks"].pop("d3.d4.e3")),
        "struck",
    ),
    ("the seat itself struck", spun, put("struck", [0]), "struck[0]"),
    ("the same rival struck twice", spun, put("struck", [1, 1]), "struck[1]"),
    ("a piece on its goal", spun, put("seats", 0, "at", "d1"), "seats[0].at"),
    ("a rival on its goal", spun, put("seats", 1, "at", "d7"), "seats[1].at"),
    ("a second piece on its goal", won, put("seats", 1, "at", "d7"), "seats[1].at"),
    ("over without a winner", won, put("winner", None), "winner"),
    ("over with a winner elsewhere", won, put("seats", 0, "at", "d2"), "seats[0].at"),
    ("a winner out of range", won, put("winner", 2), "winner"),
    ("a winner in a turn", spun, put("winner", 0), "winner"),
    ("a winner between turns", waiting, put("winner", 0), "winner"),
    ("a winner other than the seat on turn", won, put("winner", 1), "winner"),
    ("all wheels set in phase wheels", lambda: opening("wheels"), set_wheels(37), "wheels"),
    ("too few wheels to draw who begins", lambda: opening("first"), set_wheels(36), "wheels"),
    ("advances beyond the dial", spun, put("seats", 0, "advances", 7), "seats[0].advances"),
    (
        "an advance while wheels are set",
        lambda: opening("wheels"),
        put("seats", 0, "advances", 1),
        "seats[0].advances",
    ),
    (
        "an advance before who begins is drawn",
        lambda: opening("first"),
        put("seats", 0, "advances", 1),
        "seats[0].advances",
    ),
    (
        "a moved piece before who begins is drawn",
        lambda: opening("first"),
        put("seats", 1, "at", "d2"),
        "seats[1].at",
    ),
    (
        "a moved piece while wheels are set",
        lambda: opening("wheels"),
        put("seats", 0, "at", "d6"),
        "seats[0].at",
    ),
    (
        "a mark before who begins is drawn",
        lambda: opening("first"),
        both(
            put("wheels", spun()["wheels"]),
            put("before", spun()["wheels"]),
            put("marks", {"c4.d4.d5": 0}),
        ),
        "marks",
    ),
    ("a mark while wheels are set", lambda: opening("wheels"), put("marks", {"a": 0}), "marks"),
]


@pytest.mark.parametrize(
    ("start", "change", "field"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused(start: Callable[[], Position], change: Change, field: str) -> None:
    position = start()
    GAME.load(position)
    change(position)
    with pytest.raises(BadPosition) as refusal:
        GAME.load(position)
    assert refusal.value.field == field


@pytest.mark.parametrize("position", [None, [], "turn", 3])
def test_a_position_is_an_object(position: object) -> None:
    with pytest.raises(BadPosition):
        GAME.load(position)


def test_struck_rivals_must_be_ascending() -> None:
    position = GAME.position(GAME.new(4))
    position.update({key: value for key, value in spun().items() if key != "seats"})
    for struck in ([1, 3], [1, 2, 3], [2]):
        assert GAME.position(GAME.load({**position, "struck": struck}))["struck"] == struck
    with pytest.raises(BadPosition) as refusal:
        GAME.load({**position, "struck": [3, 1]})
    assert refusal.value.field == "struck[1]"


def test_phase_wheels_is_refused_when_the_option_gives_them() -> None:
    with pytest.raises(BadPosition) as refusal:
        GAME.load(opening("wheels"), {"wheels": [0] * 37})
    assert refusal.value.field == "phase"
    GAME.load(opening("first"), {"wheels": [1] * 37})


@pytest.mark.parametrize(
    ("apart", "spins", "reached"),
    [
        ({"d4": 1}, 1, True),
        ({"d4": 5}, 1, True),
        ({"d4": 1}, 2, False),
        ({"d4": 1}, 3, True),
        ({"d4": 3}, 3, True),
        ({"d4": 3}, 2, False),
        ({"d4": 3}, 4, False),
        ({"d4": 3}, 5, True),
        ({"d4": 2, "a1": 4}, 4, True),
        ({"d4": 2, "a1": 4}, 6, True),
        ({"d4": 2, "a1": 4}, 5, False),
        ({"d4": 3, "a1": 3}, 6, True),
        ({"d4": 3, "a1": 3, "a2": 1}, 6, False),
        ({}, 6, True),
        ({}, 5, False),
    ],
)
def test_wheels_are_reached_by_the_shorter_way_and_pairs_of_spins(
    apart: dict[str, int], spins: int, reached: bool
) -> None:
    """Going round the other way takes 6 - n spins instead of n: as odd or even as n itself."""
    position = {**waiting(), "phase": "turn", "die": 6, "left": 6 - spins}
    position["wheels"] = rotations(**apart)
    if reached:
        assert GAME.position(GAME.load(position)) == position
    else:
        with pytest.raises(BadPosition, match="wheels"):
            GAME.load(position)


# ---- what is not refused


@pytest.mark.parametrize("start", [spun, won, waiting, lambda: opening("first")])
def test_a_position_comes_back_as_it_was(start: Callable[[], Position]) -> None:
    position = start()
    given = deepcopy(position)
    assert json.loads(json.dumps(GAME.position(GAME.load(position)))) == given == position


def test_positions_that_no_game_reaches_are_played_on_from() -> None:
    """Triangles counted without advances, marks or the order in which they were made."""
    position = spun()
    position.update(marks={}, struck=[], counted=[["d3.d4.e3", 3], ["a1.a2.b2", 0]])
    position["seats"] = [
        {"corner": 0, "at": "d4", "advances": 0},
        {"corner": 3, "at": "d4", "advances": 6},
    ]
    state = GAME.load(position)
    assert GAME.position(state) == position
    state.apply(0, GAME.parse(state, 0, "spin d5 +"))
    state.apply(0, GAME.parse(state, 0, "end"))
    assert GAME.position(state)["counted"] == []


def test_without_a_dial_advances_may_be_of_any_size() -> None:
    position = spun()
    position["seats"][0]["advances"] = 10**40
    state = GAME.load(position, {"dial": 0})
    assert GAME.position(state) == position
    state.apply(0, GAME.parse(state, 0, "spin a1 +"))
    assert state.pick(0, Dice("large")) in state.legal(0)


def test_a_marked_triangle_of_an_earlier_turn_is_read() -> None:
    position = waiting()
    position["wheels"] = position["before"] = spun()["wheels"]
    position["marks"] = {"d3.d4.e3": 3}
    assert GAME.position(GAME.load(position)) == position


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_position_of_random_games_comes_back(seats: int) -> None:
    options = {"radius": 2 + seats % 3, "surround": ["touching", "same-colour"][seats % 2]}
    state = GAME.new(seats, options)
    dice = Dice("back", seats)
    for _ in range(400):
        actor = state.next_actor()
        if actor == NOBODY:
            break
        state.play(actor, state.draw(dice) if actor == TABLE else state.pick(actor, dice))
        written = GAME.position(state)
        read = GAME.load(json.loads(json.dumps(written)), options)
        assert GAME.position(read) == written
        assert [read.legal(a) for a in read.actors()] == [state.legal(a) for a in state.actors()]
        for who in state.actors():
            for action in state.legal(who)[-3:]:
                assert GAME.parse(state, who, GAME.text(state, who, action)) == action


# ---- options


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"radius": 1}, "radius"),
        ({"radius": True}, "radius"),
        ({"radius": None}, "radius"),
        ({"wheels": []}, "wheels"),
        ({"wheels": [0] * 36}, "37"),
        ({"wheels": [0] * 37, "radius": 2}, "19"),
        ({"wheels": [0] * 36 + [6]}, "wheels"),
        ({"wheels": [0] * 36 + [True]}, "wheels"),
        ({"wheels": "random"}, "wheels"),
        ({"surround": "any"}, "surround"),
        ({"surround": 1}, "surround"),
        ({"dial": -1}, "dial"),
        ({"dial": 6.0}, "dial"),
        ({"rounds": 9}, "rounds"),
    ],
)
def test_options_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        GAME.new(2, options)


@pytest.mark.parametrize("seats", [1, 7, 0, True, "2"])
def test_numbers_of_seats_refused(seats: Any) -> None:
    with pytest.raises(BadSetup, match="seats"):
        GAME.new(seats)


def test_positions_are_read_with_the_options_of_their_game() -> None:
    position = GAME.position(GAME.new(3, {"radius": 4}))
    with pytest.raises(BadPosition, match="radius"):
        GAME.load(position)
    assert GAME.position(GAME.load(position, {"radius": 4})) == position
    with pytest.raises(BadSetup, match="dial"):
        GAME.load(position, {"radius": 4, "dial": -2})
