"""What people see in a notebook, or who ask Python for a signature."""

import inspect
from xml.etree import ElementTree

import periplo
from periplo import Dice, Match, State
from periplo.core.playout import play_randomly


def test_signatures_are_those_of_the_source() -> None:
    assert list(inspect.signature(periplo.Game.new).parameters) == ["self", "seats", "options"]
    assert list(inspect.signature(State.apply).parameters) == ["self", "actor", "action"]
    assert list(inspect.signature(Dice).parameters) == ["seed", "stream"]


def test_boards_are_drawn_in_notebooks(game_id: str) -> None:
    match = Match.new(game_id, 2)
    play_randomly(match.state, Dice(1), 20)
    for shown in (match._repr_svg_(), match.state._repr_svg_()):
        assert shown is not None
        assert ElementTree.fromstring(shown).tag.endswith("svg")
    assert match.state._repr_svg_() == match._repr_svg_()


def test_a_state_of_no_game_has_no_board() -> None:
    class Odd(State):
        pass

    assert Odd(2)._repr_svg_() is None  # type: ignore[abstract]
