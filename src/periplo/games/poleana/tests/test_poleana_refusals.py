"""What is said of dice that cannot be used, and of places where reos may not go."""

import pytest

from periplo.core.words import LANGUAGES, Words
from periplo.games.poleana import GAME
from periplo.games.poleana.tests.scenarios import IN_CELL, jail, play

NAMES = ["Los Topos", "Las Limas"]
WORDS = Words("poleana", "en")


@pytest.mark.parametrize(
    ("own", "rival", "dice", "said"),
    [
        (
            "1:0 cell cell cell",
            "1:3 1:5 cell cell",
            "3+5",
            "3: a rival is on red 3, and you capture only when your cell is empty; "
            "5: a rival is on red 5, and you capture only when your cell is empty",
        ),
        ("e6 cell cell cell", IN_CELL, "3+5", "3+5: too many, exactly 1 needed"),
        ("e3 cell cell cell", IN_CELL, "4+5", "5: too many, exactly 4 needed"),
        (
            "2:2 cell cell cell",
            "2:3 2:3 cell cell",
            "1+3",
            "1+3: a barrier on blue 3 is in the way",
        ),
        ("e1 e4 out cell", IN_CELL, "3+6", ""),  # it opens the cell
        ("e5 e4 out out", IN_CELL, "4+6", "4+6 with reo 1: too many, exactly 2 needed"),
        ("e1 e4 out out", IN_CELL, "4+6", ""),
        ("1:0 e3 out out", "1:3 cell cell cell", "3+5", ""),  # one has to capture first
        (IN_CELL, IN_CELL, "4+5", "4+5 does not open the cell"),
        (IN_CELL, "1:0 1:0 cell cell", "3+3", "there is no room where the cell opens"),
        ("1:4 cell cell cell", IN_CELL, "1+2", ""),
    ],
)
def test_why_dice_cannot_be_used(own: str, rival: str, dice: str, said: str) -> None:
    """[POL-2] [POL-4] [POL-5] [POL-6] [POL-8] [POL-13]"""
    lost = GAME.derived(jail(own, rival, dice=dice))["lost"]
    assert (WORDS.phrase(lost, NAMES) if lost else "") == said


def test_a_die_left_by_the_last_who_ran_does_not_open_the_cell() -> None:
    """[POL-2]"""
    state = play(jail("e6 cell cell cell", IN_CELL, dice="1+4"), "p1 1")
    task = GAME.task(state, 0)
    assert task is not None
    assert WORDS.phrase(task, NAMES) == "one die alone does not open the cell: pass"


def test_where_a_reo_may_not_go_is_told_with_the_reason() -> None:
    """[POL-6]"""
    state = jail("1:0 cell cell cell", "1:3 cell cell cell", dice="1+3")
    (refused,) = GAME.derived(state)["refused"]["1"]
    assert (refused["pips"], refused["to"]) == (3, "1:3")
    assert WORDS.phrase(refused["why"], NAMES).startswith("a rival is on red 3")


def test_whoever_can_capture_is_told_so_of_every_other_place() -> None:
    """[POL-5]"""
    state = jail("1:0 2:0 out out", "1:3 cell cell cell", dice="3+5")
    refused = GAME.derived(state)["refused"]
    assert {one["to"] for one in refused["2"]} == {"2:3", "2:5", "2:8"}
    assert {one["why"]["key"] for one in refused["2"]} == {"no_advance"}


def test_whoever_has_to_break_out_is_told_of_no_place() -> None:
    """[POL-5]"""
    state = jail("1:2 cell cell cell", IN_CELL, dice="3+3")
    assert GAME.derived(state)["refused"] == {}
    assert GAME.derived(jail(IN_CELL, IN_CELL))["refused"] == {}


@pytest.mark.parametrize(
    ("dice", "text", "used", "rest"),
    [("1+4", "p1 1", [1], [4]), ("1+4", "p1 5", [1, 4], []), ("2+2", "p1 2", [2], [2])],
)
def test_a_move_says_which_dice_it_uses(
    dice: str, text: str, used: list[int], rest: list[int]
) -> None:
    """[POL-4]"""
    state = jail("1:4 cell cell cell", IN_CELL, dice=dice)
    choice = next(choice for choice in GAME.choices(state, 0) if choice["text"] == text)
    fields = choice["said"].get("fields", {})
    fields = fields["what"]["fields"] if "what" in fields else fields
    assert (fields["dice"], fields["rest"]) == (used, rest)


def test_every_reason_is_said_in_every_language() -> None:
    states = [
        jail("2:14 cell cell cell", "2/1 cell cell cell", dice="1+3"),
        jail("1:8 cell cell cell", "1:9 cell cell cell", dice="1+3"),
        jail("e1 e4 cell cell", IN_CELL, dice="3+4"),
        jail("2:12 cell cell cell", IN_CELL, dice="3+4", custodians=True),
    ]
    found = set()
    for state in states:
        for refused in GAME.derived(state)["refused"].values():
            for one in refused:
                found.add(one["why"]["key"])
                for language in LANGUAGES:
                    said = Words("poleana", language).phrase(one["why"], NAMES)
                    assert "{" not in said
                    assert said != one["why"]["key"]
    assert found == {"no_gallery", "no_corner", "no_escape", "no_guard"}
