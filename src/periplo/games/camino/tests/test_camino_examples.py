"""El camino: the examples of the rules, and the tables against the map."""

from typing import Any

from periplo.core.bits import bit
from periplo.core.state import TABLE
from periplo.games.camino import GAME
from periplo.games.camino.board import (
    ALL_CELLS,
    CELLS,
    CELLS_OF_COLOUR,
    COLOUR,
    COLOURS,
    NEAR,
    NUMBER,
    NUMBERED,
    STEPS,
    cells_of_colour,
    count,
    first,
    near,
    touching,
)


def seat(board: int, path: str, scored: dict[str, int]) -> dict[str, Any]:
    return {"board": board, "path": path.split(), "end": None, "left": "", "done": False,
            "scored": scored}  # fmt: skip


def play(state: Any, *texts: str) -> None:
    for text in texts:
        actor = TABLE if text.startswith("card") else 0
        state.apply(actor, GAME.parse(state, actor, text))


def test_four_numbers_first_and_four_late_with_ten_cells_empty_are_29() -> None:
    """CAM-5 and CAM-6: 3 6 8 9 in full, 2 5 7 10 by half are 39; ten empty cells leave 29."""
    rows = {row: [cell for cell in CELLS if cell[0] == row] for row in "abcdef"}
    snake = [cell for row in "abcdef" for cell in (rows[row] if row in "ace" else rows[row][::-1])]
    path = " ".join(snake) + " g1 g2 h2 i1 i2 i3 i4 i5"
    late = {"2": 1, "3": 3, "5": 3, "6": 6, "7": 4, "8": 8, "9": 9, "10": 5}
    other = seat(2, "a1 a2 a3 b4 c5 d5 d6 e7 e8 e9 f8 g7 h6 i5", {"2": 2, "5": 5, "7": 7, "10": 10})
    state = GAME.load(
        {"round": 15, "phase": "over", "card": None, "played": list(range(1, 16)),
         "reached": dict.fromkeys(late, 9), "seats": [seat(1, path, late), other]}
    )  # fmt: skip
    assert sum(late.values()) == 39
    assert state.scores() == [29, 24 - 47]
    assert state.winners() == [0]


def test_alone_4_then_7_then_5_then_9_score_4_7_3_9() -> None:
    """CAM-7: and whether two of them come in one round changes nothing."""
    state = GAME.load(
        {"round": 6, "phase": "card", "card": None, "played": [1, 3, 5, 6, 7],
         "reached": {"4": 1},
         "seats": [seat(3, "g3 f4 f5 f6 g6 h5 i4", {"4": 4})]}
    )  # fmt: skip
    play(state, "card 2", "head i5", "stop", "card 8", "head h6", "head g7", "head f8", "stop")
    play(state, "card 11", "head e9", "head d8", "head c7", "head b6", "stop")
    play(state, "card 4", "head a5", "stop")
    position = GAME.position(state)
    assert position["seats"][0]["scored"] == {"4": 4, "5": 3, "7": 7, "9": 9}
    assert position["reached"] == {"4": 1, "5": 8, "7": 6, "9": 9}


def test_cells_touch_as_in_a_honeycomb() -> None:
    """CAM-R1: neighbours are two half-widths off in a row, one in the rows beside it."""
    widths = {row: sum(cell[0] == row for cell in CELLS) for row in "abcdefghi"}
    places = [(ord(cell[0]), 2 * int(cell[1:]) - widths[cell[0]]) for cell in CELLS]
    for cell, (row, place) in enumerate(places):
        touching = {
            other
            for other, (there, across) in enumerate(places)
            if (abs(row - there), abs(place - across)) in ((0, 2), (1, 1))
        }
        assert touching == {other for other in range(61) if NEAR[cell] >> other & 1}
        assert all(STEPS[cell * 61 + other] == 1 for other in touching)
    assert STEPS[CELLS.index("a1") * 61 + CELLS.index("i5")] == 8


def test_sets_of_cells_are_counted_and_listed() -> None:
    cells = (0, 4, 31, 32, 39, 60)
    assert [first(bit(cell)) for cell in cells] == list(cells)
    assert count(sum(bit(cell) for cell in cells)) == len(cells)
    assert first(sum(bit(cell) for cell in cells[2:])) == 31
    assert sum(bit(cell) for cell in range(61) if NUMBER[cell]) == NUMBERED
    assert [sum(COLOUR[cell] == colour for cell in range(61)) for colour in range(6)] == [
        11, 10, 10, 10, 10, 10,
    ]  # fmt: skip
    assert COLOURS == "RGBYAP"


def test_what_is_read_quickly_is_what_the_tables_say() -> None:
    """Compiled, numbers of more than 32 and of more than 61 bits are reckoned otherwise."""
    for cell in range(61):
        assert near(cell) == NEAR[cell]
        assert count(ALL_CELLS >> cell) == 61 - cell
        assert count(bit(cell) | NEAR[cell]) == 1 + len(touching(CELLS[cell]))
    assert [cells_of_colour(colour) for colour in range(6)] == list(CELLS_OF_COLOUR)
