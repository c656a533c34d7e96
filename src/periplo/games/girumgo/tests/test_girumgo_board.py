"""The honeycomb: counts and names of the rules file, and tables that agree with each other."""

import pytest

from periplo.games.girumgo.board import BOARDS, NO_WHEEL, SEAT_CORNERS, SIDES, wrap
from periplo.games.girumgo.notation import GAME


@pytest.mark.parametrize(("radius", "wheels", "gaps"), [(2, 19, 24), (3, 37, 54), (4, 61, 96)])
def test_each_radius_has_its_number_of_wheels_and_gaps(radius: int, wheels: int, gaps: int) -> None:
    """[GIR-R1]"""
    board = BOARDS[radius]
    assert (board.wheels, board.gaps) == (wheels, gaps)
    assert len(board.names) == len(set(board.names)) == wheels
    assert len(board.gap_names) == len(set(board.gap_names)) == gaps


def test_the_rows_of_radius_three_are_4_5_6_7_6_5_4_from_the_top() -> None:
    names = BOARDS[3].names
    assert [sum(name[0] == row for name in names) for row in "abcdefg"] == [4, 5, 6, 7, 6, 5, 4]
    assert names[0] == "a1"
    assert names[-1] == "g4"
    assert names == sorted(names)


def test_corners_lie_east_first_and_on_counter_clockwise() -> None:
    board = BOARDS[3]
    assert [board.names[wheel] for wheel in board.corners] == ["d7", "a4", "a1", "d1", "g1", "g4"]


def test_directions_are_east_northeast_northwest_and_so_on() -> None:
    assert GAME.board()["neighbours"]["d4"] == {
        "E": "d5",
        "NE": "c4",
        "NW": "c3",
        "W": "d3",
        "SW": "e3",
        "SE": "e4",
    }
    assert GAME.board()["neighbours"]["a1"] == {"E": "a2", "SW": "b1", "SE": "b2"}


def test_a_gap_is_named_by_its_wheels_and_met_by_one_slot_of_each() -> None:
    gaps = GAME.board()["gaps"]
    assert gaps["a1.a2.b2"] == {"a1": 5, "a2": 3, "b2": 1}
    assert gaps["c4.d4.d5"] == {"d4": 0, "d5": 2, "c4": 4}
    assert list(gaps) == sorted(gaps)


@pytest.mark.parametrize("radius", [2, 3, 4])
def test_neighbours_are_mutual_and_one_crossing_apart(radius: int) -> None:
    board = BOARDS[radius]
    for wheel in range(board.wheels):
        for direction in range(SIDES):
            other = board.neighbours[wheel * SIDES + direction]
            if other != NO_WHEEL:
                assert board.neighbours[other * SIDES + (direction + 3) % SIDES] == wheel
                assert board.crossings[wheel * board.wheels + other] == 1
    assert board.crossings[board.corners[0] * board.wheels + board.corners[3]] == 2 * radius


@pytest.mark.parametrize("radius", [2, 3, 4])
def test_the_spokes_of_a_wheel_are_its_gaps(radius: int) -> None:
    """Corners have two gaps, the rest of the rim three, wheels inside six."""
    board = BOARDS[radius]
    counts = []
    for wheel in range(board.wheels):
        first, end = board.first_spoke[wheel], board.first_spoke[wheel + 1]
        parts = (board.spoke_gap, board.spoke_slot, board.spoke_one, board.spoke_other)
        spokes = list(zip(*(part[first:end] for part in parts), strict=True))
        gaps = [gap for gap in range(board.gaps) if wheel in board.wheels_of(gap)]
        assert [gap for gap, _, _, _ in spokes] == gaps
        for gap, slot, here, there in spokes:
            met = dict(
                zip(board.wheels_of(gap), board.gap_slots[gap * 3 : gap * 3 + 3], strict=True)
            )
            assert met == {wheel: slot, here: (slot + 2) % SIDES, there: (slot + 4) % SIDES}
        counts.append(len(spokes))
    rim = 6 * (radius - 1)
    assert sorted(counts) == [2] * 6 + [3] * rim + [6] * (board.wheels - 6 - rim)


@pytest.mark.parametrize("radius", [2, 3, 4])
def test_what_can_surround_a_wheel(radius: int) -> None:
    """[GIR-R3] Gaps that include it; or those with two neighbours, which lie inside or outside."""
    board = BOARDS[radius]
    middle = board.wheels // 2
    inside = [gap for gap in range(board.gaps) if board.including[gap * board.wheels + middle]]
    both = [gap for gap in range(board.gaps) if board.flanking[gap * board.wheels + middle]]
    assert len(inside) == 6
    assert len(both) == 12
    assert set(inside) < set(both)


def test_seats_take_corners_by_their_number() -> None:
    assert {seats: list(corners) for seats, corners in SEAT_CORNERS.items()} == {
        2: [0, 3],
        3: [0, 2, 4],
        4: [0, 1, 3, 4],
        5: [0, 1, 2, 3, 4],
        6: [0, 1, 2, 3, 4, 5],
    }
    for seats, corners in SEAT_CORNERS.items():
        position = GAME.position(GAME.new(seats))
        assert [seat["corner"] for seat in position["seats"]] == list(corners)


def test_sums_of_two_are_taken_mod_six() -> None:
    assert [wrap(n) for n in range(12)] == [*range(6), *range(6)]


def test_the_board_is_described_for_the_radius_asked() -> None:
    board = GAME.board({"radius": 2})
    assert board["radius"] == 2
    assert len(board["wheels"]) == 19
    assert board["corners"] == ["c5", "a3", "a1", "c1", "e1", "e3"]
    assert board["seats"]["3"] == [0, 2, 4]
