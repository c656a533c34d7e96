"""Positions of El camino: what is refused, by the field that is wrong, and what is not."""

from copy import deepcopy
from typing import Any

import pytest

from periplo import BadPosition, IllegalAction
from periplo.games.camino import GAME

Position = dict[str, Any]


def drawing() -> Position:
    """Round 2, card 9 (R B A P): seat 1 has drawn the 3, seat 2 has stopped."""
    return {
        "round": 2, "phase": "draw", "card": 9, "played": [2], "reached": {"3": 2},
        "seats": [
            {"board": 1, "path": ["d3", "d4", "c3"], "end": "head", "left": "BAP",
             "done": False, "scored": {"3": 3}},
            {"board": 2, "path": ["d5", "e6"], "end": None, "left": "RBAP", "done": True,
             "scored": {}},
        ],
    }  # fmt: skip


def waiting() -> Position:
    """The same after the round."""
    after = drawing() | {"round": 3, "phase": "card", "card": None, "played": [2, 9]}
    for seat in after["seats"]:
        seat.update(end=None, left="", done=False)
    return after


def dealing() -> Position:
    empty: Position = {
        "board": None,
        "path": [],
        "end": None,
        "left": "",
        "done": False,
        "scored": {},
    }
    return {"round": 1, "phase": "boards", "card": None, "played": [], "reached": {},
            "seats": [empty | {"board": 3, "path": ["f5"]}, empty]}  # fmt: skip


def over() -> Position:
    return waiting() | {"round": 15, "phase": "over", "played": list(range(1, 16))}


START = {"draw": drawing, "card": waiting, "boards": dealing, "over": over}


@pytest.mark.parametrize("phase", START)
def test_a_good_position_is_read_and_written_back(phase: str) -> None:
    assert GAME.position(GAME.load(START[phase]())) == START[phase]()


REFUSED: list[tuple[str, str, Any, str]] = [
    # types and ranges
    ("card", "round", 0, "round"),
    ("card", "round", 16, "round"),
    ("card", "round", True, "round"),
    ("card", "round", 3.0, "round"),
    ("card", "phase", "throw", "phase"),
    ("card", "phase", None, "phase"),
    ("card", "played", None, "played"),
    ("card", "played", [2, 16], "played[1]"),
    ("card", "played", [2, True], "played[1]"),
    ("card", "seats", [], "seats"),
    ("card", "seats", None, "seats"),
    ("card", "seats.0", [], "seats[0]"),
    ("card", "seats.0.board", 5, "seats[0].board"),
    ("card", "seats.0.board", True, "seats[0].board"),
    ("card", "seats.0.path", "d4", "seats[0].path"),
    ("card", "seats.0.path", ["d3", "d4", "j1"], "seats[0].path[2]"),
    ("card", "seats.0.path", ["d3", "d4", 3], "seats[0].path[2]"),
    ("card", "seats.0.scored", [], "seats[0].scored"),
    ("card", "seats.0.scored", {"3": "3"}, "seats[0].scored.3"),
    ("card", "reached", [], "reached"),
    ("draw", "seats.0.end", "middle", "seats[0].end"),
    ("draw", "seats.0.end", 1, "seats[0].end"),
    ("draw", "seats.0.left", None, "seats[0].left"),
    ("draw", "seats.0.done", 0, "seats[0].done"),
    # boards
    ("boards", "round", 2, "round"),
    ("boards", "seats.1.board", 3, "seats[1].board"),
    ("boards", "seats.0.board", None, "seats[0].path"),
    ("card", "seats.1.board", None, "seats[1].board"),
    ("card", "seats.1.board", 1, "seats[1].board"),
    # paths
    ("card", "seats.0.path", [], "seats[0].path"),
    ("card", "seats.0.path", ["d3", "a1", "d4"], "seats[0].path[1]"),  # broken
    ("card", "seats.0.path", ["d3", "d4", "d3"], "seats[0].path[2]"),
    ("card", "seats.0.path", ["d3", "c2"], "seats[0].path"),  # without its start cell
    ("card", "seats.0.path", ["d3", "d4"], "seats[0].path"),  # which is no head
    # cards
    ("draw", "card", None, "card"),
    ("draw", "card", 16, "card"),
    ("draw", "card", 2, "card"),
    ("card", "card", 3, "card"),
    ("card", "played", [2], "played"),
    ("card", "played", [2, 2], "played[1]"),
    ("card", "played", [2, 9, 3], "played"),
    ("over", "round", 14, "round"),
    ("over", "played", list(range(1, 15)), "played"),
    # outside the drawing
    ("card", "seats.0.end", "head", "seats[0].end"),
    ("card", "seats.0.left", "R", "seats[0].left"),
    ("card", "seats.0.done", True, "seats[0].done"),
    ("over", "seats.1.done", True, "seats[1].done"),
    # the round being drawn
    ("draw", "seats.0.left", "PAB", "seats[0].left"),
    ("draw", "seats.0.left", "BAPY", "seats[0].left"),
    ("draw", "seats.0.left", "BBA", "seats[0].left"),
    ("draw", "seats.0.left", "RBAP", "seats[0].end"),
    ("draw", "seats.0.end", None, "seats[0].end"),
    ("draw", "seats.1.end", "head", "seats[1].end"),
    ("draw", "seats.0.end", "tail", "seats[0].path"),  # d3 is blue, red is used up
    ("draw", "seats.0.left", "RAP", "seats[0].path"),
    ("draw", "seats.0.left", "AP", "seats[0].path"),
    ("draw", "seats.0.done", True, "seats"),  # every seat done
    # numbers
    ("card", "seats.0.scored", {}, "seats[0].scored.3"),
    ("card", "seats.0.scored", {"3": 3, "2": 2}, "seats[0].scored.2"),
    ("card", "seats.0.scored", {"3": 1}, "seats[0].scored.3"),
    ("card", "reached", {}, "reached.3"),
    ("card", "reached", {"3": 2, "2": 1}, "reached.2"),
    ("card", "reached", {"3": 3}, "reached.3"),
    ("card", "reached", {"3": 0}, "reached.3"),
    ("card", "seats.0.scored", {"3": 2}, "reached.3"),  # nobody has it in full
]


def changed(position: Position, path: str, value: Any) -> Position:
    *way, last = path.split(".")
    inside: Any = position
    for step in way:
        inside = inside[int(step) if isinstance(inside, list) else step]
    inside[int(last) if isinstance(inside, list) else last] = value
    return position


@pytest.mark.parametrize(("phase", "path", "value", "field"), REFUSED)
def test_a_wrong_position_is_refused_by_its_field(
    phase: str, path: str, value: Any, field: str
) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.load(changed(START[phase](), path, value))
    assert refused.value.field == field


def test_a_fifth_seat_is_refused() -> None:
    position = dealing()
    position["seats"] += deepcopy([position["seats"][1]] * 3)
    with pytest.raises(BadPosition, match="seats"):
        GAME.load(position)


def test_dealing_with_no_board_left_to_deal_is_refused() -> None:
    position = waiting() | {"phase": "boards", "round": 1, "played": [], "reached": {}}
    for seat, start in zip(position["seats"], ("d4", "d5"), strict=True):
        seat.update(path=[start], scored={})
    with pytest.raises(BadPosition) as refused:
        GAME.load(position)
    assert refused.value.field == "phase"


def test_the_cells_drawn_this_round_cannot_include_the_start_cell() -> None:
    """Card 11 has yellow, and so has d4, but that is where board 1 begins."""
    position = drawing() | {"card": 11, "reached": {}}
    position["seats"][0].update(path=["d4"], end="head", left="GBA", scored={})
    position["seats"][1].update(left="GBYA")
    with pytest.raises(BadPosition) as refused:
        GAME.load(position)
    assert refused.value.field == "seats[0].path"


def test_alone_a_number_may_be_halved_for_everybody() -> None:
    position = waiting()
    position["seats"].pop()
    position["seats"][0]["scored"] = {"3": 2}
    assert GAME.position(GAME.load(position)) == position


def test_how_a_path_grew_and_whether_a_half_was_due_is_not_checked() -> None:
    position = waiting() | {"reached": {"3": 1}}
    position["seats"][1].update(path=["d5", "c4", "c3"], scored={"3": 3})
    assert GAME.position(GAME.load(position)) == position


@pytest.mark.parametrize(
    "text", ["head", "head j1", "head d4 ", "Head d4", "tail d04", "stop now", "card 3", "board 1"]
)
def test_what_no_seat_can_say(text: str) -> None:
    state = GAME.load(drawing())
    with pytest.raises(IllegalAction):
        state.apply(0, GAME.parse(state, 0, text))


@pytest.mark.parametrize("text", ["card", "card 0", "card 16", "card 01", "board 5", "stop", "9"])
def test_what_the_table_cannot_say(text: str) -> None:
    state = GAME.load(waiting())
    with pytest.raises(IllegalAction):
        state.apply(-1, GAME.parse(state, -1, text))


def test_actions_are_numbered_as_written_down() -> None:
    state = GAME.load(drawing())
    for number, text in {
        0: "stop",
        1: "head a1",
        61: "head i5",
        62: "tail a1",
        122: "tail i5",
    }.items():
        assert GAME.parse(state, 0, text) == number
        assert GAME.text(state, 0, number) == text
    for number, text in {123: "board 1", 126: "board 4", 127: "card 1", 141: "card 15"}.items():
        assert GAME.parse(state, -1, text) == number
        assert GAME.text(state, -1, number) == text
