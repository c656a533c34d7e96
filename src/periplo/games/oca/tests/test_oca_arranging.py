"""What a council sets by hand, and what follows from it by itself."""

from typing import Any

from periplo.games.oca import GAME
from periplo.games.oca.tests.scenarios import IN_THE_WELL, WELL, flock, race

NAMES = ("Murùni", "Badia")


def arranged(match: Any, change: Any) -> dict[str, Any]:
    """The first flock after a change of it, as a position that the game reads."""
    position = match.position()
    change(position["flocks"][0])
    position = GAME.arranged(match.state, position)
    GAME.load(position)
    first: dict[str, Any] = position["flocks"][0]
    return first


def test_every_piece_may_be_set_on_every_square_where_pieces_rest() -> None:
    match = race(flock(bearer=10, strays=[20, 5]), flock(bearer=7))
    fields = {field["label"]: field for field in GAME.arrangement(match.state, NAMES, "it")}
    bearer, stray = fields["Murùni: portatore"], fields["Murùni: disperso 2"]
    assert (bearer["kind"], bearer["path"], bearer["value"]) == (
        "place",
        ["flocks", 0, "bearer"],
        10,
    )
    assert (stray["path"], stray["value"]) == (["flocks", 0, "strays", 1, "at"], 5)
    squares = [choice["value"] for choice in bearer["choices"]]
    assert 31 in squares
    assert not {6, 12, 15, 39, 42, 48, 58, 63} & set(squares)
    assert stray["choices"][0] == {"value": "home", "label": "a casa"}
    turn = fields["A chi tocca"]
    assert turn["choices"] == [{"value": 0, "label": "Murùni"}, {"value": 1, "label": "Badia"}]


def test_strays_are_put_in_order() -> None:
    match = race(flock(strays=[20, 5]), flock())
    after = arranged(match, lambda first: first["strays"][1].update(at=40))
    assert after["strays"] == [{"at": 40, "held": 0}, {"at": 20, "held": 0}]


def test_a_stray_is_sent_home_and_others_are_called_out() -> None:
    match = race(flock(strays=[20, 5]), flock())
    after = arranged(match, lambda first: first["strays"][0].update(at="home"))
    assert ([one["at"] for one in after["strays"]], after["home"]) == ([5], 10)
    after = arranged(match, lambda first: first.update(home=7))
    assert ([one["at"] for one in after["strays"]], after["home"]) == ([20, 5, 1, 1], 7)
    after = arranged(match, lambda first: first.update(home=10))
    assert ([one["at"] for one in after["strays"]], after["home"]) == ([20], 10)


def test_nobody_is_held_where_nothing_holds_them() -> None:
    match = race(flock(*IN_THE_WELL, strays=[20]), flock())
    after = arranged(match, lambda first: first.update(bearer=30))
    assert (after["bearer"], after["held"]) == (30, 0)
    after = arranged(match, lambda first: first.update(held=0))
    assert (after["bearer"], after["held"]) == (WELL, 0)


def test_a_stray_on_63_has_won_an_egg() -> None:
    match = race(flock(strays=[20]), flock())
    assert arranged(match, lambda first: first["strays"][0].update(at=63))["eggs"] == 1


def test_a_turn_that_begins_anew_leaves_nothing_of_the_last() -> None:
    match = race(flock(bearer=60, throws=1), flock(bearer=30), dice=[1, 2], owed=1)
    fields = [
        field for field in GAME.arrangement(match.state, NAMES, "en") if field["path"] == ["phase"]
    ]
    assert [choice["value"] for choice in fields[0]["choices"]] == ["swap", "throw"]
    position = GAME.arranged(match.state, match.position() | {"phase": "throw"})
    assert (position["dice"], position["owed"]) == (None, 0)
    assert GAME.load(position).thrower() == 0
