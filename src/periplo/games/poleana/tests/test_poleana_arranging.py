"""What a council sets by hand, and what follows from it by itself."""

from periplo.games.poleana import GAME
from periplo.games.poleana.tests.scenarios import IN_CELL, jail

NAMES = ("Los Topos", "Las Ganzúas")


def test_every_reo_may_be_set_wherever_its_colour_goes() -> None:
    state = jail("1:2 cell cell out", IN_CELL)
    fields = {field["label"]: field for field in GAME.arrangement(state, NAMES, "es")}
    reo = fields["Los Topos: reo 1"]
    assert (reo["kind"], reo["path"], reo["value"]) == ("place", ["seats", 0, "reos", 0], "1:2")
    choices = {choice["value"]: choice["label"] for choice in reo["choices"]}
    assert (choices["cell"], choices["out"]) == ("en su celda", "libre")
    position = GAME.position(state)
    position["seats"][0]["reos"][0] = "2/1"
    assert GAME.arranged(state, position) == position
    assert GAME.position(GAME.load(position)) == position


def test_no_reo_is_set_where_a_guard_stands() -> None:
    state = jail(IN_CELL, IN_CELL, custodians=True)
    for field in GAME.arrangement(state, NAMES, "en"):
        assert not {"2:0", "2:3", "4:0", "4:3"} & {choice["value"] for choice in field["choices"]}


def test_a_turn_that_begins_anew_leaves_nothing_of_the_last() -> None:
    state = jail("1:2 1:5 cell cell", IN_CELL, dice="2+2")
    position = GAME.arranged(state, GAME.position(state) | {"phase": "throw"})
    assert (position["dice"], position["left"], position["again"]) == (None, [], False)
    assert GAME.load(position).thrower() == 0
