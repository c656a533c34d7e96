"""What a council sets by hand, and what follows from it by itself."""

from periplo.core.state import State
from periplo.games.girumgo import GAME

NAMES = ("Noria", "Girasol")


def in_turn() -> State:
    """One of three spins turned the first wheel."""
    state = GAME.new(2, {"wheels": [0] * 37})
    for text in ("first 1", "3"):
        state.apply(-1, GAME.parse(state, -1, text))
    state.apply(0, GAME.parse(state, 0, "spin a1 +"))
    return state


def test_pieces_advances_and_wheels_may_be_set() -> None:
    state = in_turn()
    fields = {field["label"]: field for field in GAME.arrangement(state, NAMES, "it")}
    piece = fields["Noria: pedina"]
    assert (piece["kind"], piece["value"]) == ("place", "d7")
    assert "d1" not in [choice["value"] for choice in piece["choices"]]  # its goal
    assert fields["Girasol: avanzamenti"]["kind"] == "number"
    assert [choice["label"] for choice in fields["Ruota a1"]["choices"]][1] == "girata di 1/6"
    position = GAME.position(state)
    position["seats"][0] |= {"at": "d4", "advances": 2}
    assert GAME.arranged(state, position) == position
    assert GAME.position(GAME.load(position, {"wheels": [0] * 37})) == position


def test_wheels_that_no_spin_turned_begin_the_turn_anew() -> None:
    state = in_turn()
    position = GAME.position(state)
    position["wheels"][5] = 3
    after = GAME.arranged(state, position)
    assert (after["phase"], after["die"], after["before"]) == ("die", 0, position["wheels"])
    GAME.load(after)


def test_a_mark_goes_with_its_triangle() -> None:
    state = GAME.new(2, {"wheels": [0] * 37})
    position = GAME.position(state) | {"phase": "die"}
    names = GAME.board()["gaps"]["a1.a2.b2"]
    number = {name: wheel for wheel, name in enumerate(GAME.board()["wheels"])}
    for wheel, slot in names.items():  # all three show colour 0 in the gap
        position["wheels"][number[wheel]] = slot
    position |= {"marks": {"a1.a2.b2": 0}, "before": list(position["wheels"])}
    GAME.load(position)
    assert GAME.arranged(state, position)["marks"] == {"a1.a2.b2": 0}
    position["wheels"][number["a1"]] += 1
    assert GAME.arranged(state, position)["marks"] == {}
