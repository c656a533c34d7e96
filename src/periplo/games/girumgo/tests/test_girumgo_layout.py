"""The board drawn: where its wheels lie, and that nothing of a position is lost on the way."""

import json
from collections import Counter
from itertools import combinations
from math import atan2, degrees, dist, hypot
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from periplo.games.girumgo import GAME, drawing, layout
from periplo.games.girumgo.board import BOARDS, SEAT_CORNERS, SIDES
from periplo.games.girumgo.signs import COLOURS

NAMES = ["Noria", "Girasol", "Veleta", "Peonza", "Molino", "Rueca"]
HOSTILE = ["<script>alert('&')</script>", '"]]>\x00\x1b[2J\n\ud800\u202e', "車輪" * 20, ""]
SVG = "{http://www.w3.org/2000/svg}"
LETTERS = "○△□◇☆┼●▲■◆★╋"  # the colours 0–5 hollow, then solid

Point = tuple[float, float]


def still(seats: int, radius: int = 3) -> dict[str, Any]:
    """The beginning, with every wheel unturned: no two wheels show one colour side by side."""
    board = BOARDS[radius]
    return {
        "phase": "die", "turn": 0, "die": 0, "left": 0, "radius": radius,
        "wheels": [0] * board.wheels, "before": [0] * board.wheels, "marks": {}, "counted": [],
        "struck": [], "winner": None,
        "seats": [
            {"corner": corner, "at": board.names[board.corners[corner]], "advances": 0}
            for corner in SEAT_CORNERS[seats]
        ],
    }  # fmt: skip


def busy(seats: int, radius: int = 3) -> dict[str, Any]:
    """Triangles of every colour, old and new, broken and standing, and pieces all over."""
    position, board = still(seats, radius), BOARDS[radius]
    for colour, gap in enumerate(range(0, board.gaps, board.gaps // SIDES)):
        for wheel, slot in zip(*gap_of(board.gap_names[gap], radius), strict=True):
            position["wheels"][wheel] = (slot - colour) % SIDES
    standing = triangles(position)
    position.update(
        phase="turn", turn=1, die=6, left=2, marks=dict(standing[:-1]), struck=[0],
        counted=[*map(list, standing[:2]), [board.gap_names[-1], 5]],
        before=[(rotation + (wheel % 9 == 0)) % SIDES for wheel, rotation in
                enumerate(position["wheels"])],
    )  # fmt: skip
    for seat, its in enumerate(position["seats"]):
        its["at"] = board.names[(11 * seat + 8) % board.wheels]
        its["advances"] = (3, 0, 6, 1, 14, 10**40)[seat]
    return position


def gap_of(name: str, radius: int) -> tuple[list[int], list[int]]:
    gap = BOARDS[radius].gap_of[name]
    return (
        list(BOARDS[radius].gap_wheels[3 * gap : 3 * gap + 3]),
        list(BOARDS[radius].gap_slots[3 * gap : 3 * gap + 3]),
    )


def triangles(position: dict[str, Any]) -> list[tuple[str, int]]:
    found = []
    for name in BOARDS[position["radius"]].gap_names:
        ends = zip(*gap_of(name, position["radius"]), strict=True)
        colours = {(slot - position["wheels"][wheel]) % SIDES for wheel, slot in ends}
        if len(colours) == 1:
            found.append((name, colours.pop()))
    return found


def drawn(position: dict[str, Any], kind: str) -> list[ET.Element]:
    tree = ET.fromstring(GAME.svg(position, NAMES))
    return [g for g in tree.iter(f"{SVG}g") if f"gir-{kind}" in g.get("class", "").split()]


def colour_of(element: ET.Element) -> int:
    return next(
        int(word[-1]) for word in element.get("class", "").split() if word[:5] == "gir-c"
    )  # fmt: skip


def place_of(element: ET.Element) -> Point:
    x, y = element.get("transform", "").split(")")[0].removeprefix("translate(").split()
    return float(x), float(y)


def point(thing: dict[str, Any]) -> Point:
    return thing["x"], thing["y"]


# geometry


def test_the_layout_is_json_and_depends_only_on_the_radius_and_the_seats() -> None:
    board = layout.layout(still(4))
    assert json.loads(json.dumps(board)) == board
    assert layout.layout(busy(4)) == board


def test_changing_a_layout_does_not_change_the_next_one() -> None:
    layout.layout(still(2))["gaps"][7]["wheels"].clear()
    layout.layout(still(2))["wheels"][7]["spots"].clear()
    assert layout.layout(still(2))["gaps"][7]["wheels"]
    assert layout.layout(still(2))["wheels"][7]["spots"]


@pytest.mark.parametrize(("radius", "wheels", "gaps"), [(2, 19, 24), (3, 37, 54), (4, 61, 96)])
def test_every_wheel_and_gap_is_there_once(radius: int, wheels: int, gaps: int) -> None:
    board = layout.layout(still(6, radius))
    assert len({wheel["name"] for wheel in board["wheels"]}) == wheels
    assert len({point(wheel) for wheel in board["wheels"]}) == wheels
    assert len({gap["name"] for gap in board["gaps"]}) == gaps
    assert len({point(gap) for gap in board["gaps"]}) == gaps


@pytest.mark.parametrize("radius", [2, 3, 4])
def test_nothing_overlaps_and_all_is_inside_the_canvas(radius: int) -> None:
    board = layout.layout(still(6, radius))
    discs = [(point(wheel), board["wheel_radius"]) for wheel in board["wheels"]]
    discs += [(point(corner["dial"]), board["dial_radius"]) for corner in board["corners"]]
    flags = [(point(corner["flag"]), 0.26 * board["pitch"]) for corner in board["corners"]]
    for (one, r), (other, s) in combinations(discs + flags, 2):
        assert dist(one, other) > r + s
    top = min(panel["y"] - panel["height"] / 2 for panel in board["panels"])
    for (x, y), r in discs + flags:
        assert r <= x <= board["width"] - r
        assert r <= y <= top - r


@pytest.mark.parametrize("radius", [2, 3, 4])
def test_neighbours_touch_and_lie_in_their_directions(radius: int) -> None:
    board, tables = layout.layout(still(2, radius)), BOARDS[radius]
    for wheel, here in enumerate(board["wheels"]):
        for direction in range(SIDES):
            other = tables.neighbours[wheel * SIDES + direction]
            if other >= 0:
                there = board["wheels"][other]
                assert dist(point(here), point(there)) == pytest.approx(board["pitch"], abs=0.2)
                angle = degrees(atan2(here["y"] - there["y"], there["x"] - here["x"])) % 360
                assert angle == pytest.approx(60 * direction, abs=0.3) or angle > 359.7


@pytest.mark.parametrize("radius", [2, 3, 4])
def test_sides_are_the_nearest_slots_of_two_touching_wheels(radius: int) -> None:
    board = layout.layout(still(2, radius))
    for wheel, slot, other, across in board["sides"]:
        one, two = board["wheels"][wheel], board["wheels"][other]
        assert dist(point(one), point(two)) == pytest.approx(board["pitch"], abs=0.2)
        near = dist(point(one["spots"][slot]), point(two["spots"][across]))
        others = [dist(point(one["spots"][slot]), point(spot)) for spot in two["spots"]]
        assert near == min(others)
    touching = sum(other >= 0 for other in BOARDS[radius].neighbours) // 2
    assert len(set(map(tuple, board["sides"]))) == 2 * touching


def test_the_slots_of_a_gap_point_into_it() -> None:
    board = layout.layout(still(2))
    for gap in board["gaps"]:
        for wheel, slot in zip(gap["wheels"], gap["slots"], strict=True):
            away = [dist(point(s), point(gap)) for s in board["wheels"][wheel]["spots"]]
            assert away.index(min(away)) == slot


@pytest.mark.parametrize("seats", range(2, 7))
def test_each_seat_has_a_dial_a_goal_and_a_panel(seats: int) -> None:
    board = layout.layout(still(seats))
    starts = [corner["start_of"] for corner in board["corners"]]
    assert [starts.index(seat) for seat in range(seats)] == list(SEAT_CORNERS[seats])
    for corner, place in enumerate(board["corners"]):
        assert place["goal_of"] == starts[(corner + 3) % SIDES]
    boxes = [(panel["x"], panel["y"], panel["width"], panel["height"]) for panel in board["panels"]]
    assert len(boxes) == seats
    for (x, y, width, height), (a, b, _, _) in combinations(boxes, 2):
        assert abs(x - a) > width or abs(y - b) > height
    for x, y, width, height in boxes:
        assert width / 2 < x < board["width"] - width / 2
        assert y + height / 2 < board["height"]


# the picture


@pytest.mark.parametrize("language", ["en", "es", "it", "xx"])
@pytest.mark.parametrize("position", [still(2), busy(6), busy(3, 2), busy(6, 4)])
def test_the_svg_is_well_formed_and_needs_nothing_else(
    position: dict[str, Any], language: str
) -> None:
    picture = GAME.svg(position, NAMES, language)
    tree = ET.fromstring(picture)
    assert tree.find(f"{SVG}title") is not None
    described = tree.findtext(f"{SVG}desc", "")
    assert all(name in described for name in NAMES[: len(position["seats"])])
    assert all(gap in described for gap in position["marks"])
    assert "prefers-color-scheme:dark" in picture
    assert "<script" not in picture
    assert "javascript:" not in picture
    ids = {element.get("id") for element in tree.iter()}
    links = {element.get("href", "#")[1:] for element in tree.iter(f"{SVG}use")}
    assert links
    assert links <= ids
    assert picture.count("http") == 1  # the name of SVG itself


@pytest.mark.parametrize("language", ["en", "es", "it"])
@pytest.mark.parametrize(("seats", "radius"), [(2, 3), (3, 2), (6, 4)])
def test_the_background_is_the_board_without_anything_that_moves(
    seats: int, radius: int, language: str
) -> None:
    options = {"radius": radius}
    picture = GAME.background(seats, options, language)
    tree = ET.fromstring(picture)
    board = GAME.layout(GAME.position(GAME.new(seats, options)))
    assert tree.get("viewBox") == f"0 0 {board['width']:g} {board['height']:g}"
    drawn_there = Counter(name for e in tree.iter() for name in e.get("class", "").split())
    assert drawn_there["gir-blank"] == BOARDS[radius].wheels
    assert drawn_there["gir-collar"] == drawn_there["gir-goal"] == seats
    moving = ("piece", "chip", "wheel", "mark", "link", "seat", "dial", "die", "panel", "home")
    assert not any(drawn_there[f"gir-{kind}"] for kind in moving)
    assert not any(name in picture for name in NAMES)
    title = {"en": "the board", "es": "el tablero", "it": "il tabellone"}[language]
    assert title in tree.findtext(f"{SVG}title", "")


def test_a_turned_wheel_shows_each_colour_and_its_shape_in_the_right_slot() -> None:
    tree = ET.fromstring(GAME.svg(still(2), NAMES))
    groups = {group.get("id"): group for group in tree.iter(f"{SVG}g")}
    for rotation in range(SIDES):
        group = groups[f"gir-w{rotation}"]
        wedges = [e for e in group.iter(f"{SVG}path") if "gir-fill" in e.get("class", "")]
        assert [colour_of(wedge) for wedge in wedges] == [(i - rotation) % 6 for i in range(6)]
        for slot, sign in enumerate(group.iter(f"{SVG}use")):
            assert sign.get("href") == f"#gir-s{(slot - rotation) % 6}"
            x, y = place_of(sign)
            assert degrees(atan2(-y, x)) % 360 == pytest.approx(60 * slot + 30, abs=0.2)
    assert len({shape for _, _, shape in COLOURS}) == SIDES


@pytest.mark.parametrize("radius", [2, 3, 4])
def test_every_wheel_is_drawn_with_its_rotation(radius: int) -> None:
    position = busy(6, radius)
    wheels = drawn(position, "wheel")
    assert [wheel.get("data-wheel") for wheel in wheels] == BOARDS[radius].names
    uses = [wheel.find(f"{SVG}use") for wheel in wheels]
    shown = [use.get("href") for use in uses if use is not None]
    assert shown == [f"#gir-w{rotation}" for rotation in position["wheels"]]
    for wheel, now, then in zip(wheels, position["wheels"], position["before"], strict=True):
        spun = any("gir-spun" in element.get("class", "") for element in wheel)
        assert spun == (now != then)


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_piece_stands_on_the_wedge_of_its_colour(seats: int) -> None:
    position = busy(seats)
    board = layout.layout(position)
    pieces = drawn(position, "piece")
    assert len(pieces) == seats
    for seat, (piece, its) in enumerate(zip(pieces, position["seats"], strict=True)):
        number = BOARDS[3].number_of[its["at"]]
        slot = (its["corner"] + position["wheels"][number]) % SIDES
        assert piece.get("data-seat") == str(seat)
        assert piece.get("data-at") == its["at"]
        assert place_of(piece) == point(board["wheels"][number]["spots"][slot])
        assert colour_of(piece) == its["corner"]


def test_six_pieces_on_one_wheel_do_not_cover_each_other() -> None:
    position = still(6)
    for its in position["seats"]:
        its["at"] = "d4"
    radius = layout.layout(position)["wheel_radius"] * drawing.CHIP
    for one, other in combinations(map(place_of, drawn(position, "piece")), 2):
        assert dist(one, other) > 2 * radius


def test_marked_triangles_carry_a_marker_and_those_of_this_turn_another() -> None:
    position = busy(3)
    where = {gap["name"]: point(gap) for gap in layout.layout(position)["gaps"]}
    marks = drawn(position, "mark")
    assert {mark.get("data-gap", ""): colour_of(mark) for mark in marks} == position["marks"]
    counted = {gap for gap, _ in position["counted"]}
    for mark in marks:
        assert place_of(mark) == where[mark.get("data-gap", "")]
        new = any("gir-new" in element.get("class", "") for element in mark)
        assert new == (mark.get("data-gap") in counted)


def test_a_colour_that_meets_itself_is_linked_across_the_gap() -> None:
    """One that is turned by two wedges meets each of its neighbours once.  [GIR-3]"""
    position = still(2)
    assert "gir-link gir-c" not in GAME.svg(position, NAMES)
    position["wheels"][BOARDS[3].number_of["d4"]] = 2
    assert GAME.svg(position, NAMES).count("gir-link gir-c") == 6
    # a2 has four neighbours, and it meets a1 and a3 with and without a third wheel
    position["wheels"] = [0] * 37
    position["wheels"][BOARDS[3].number_of["a2"]] = 2
    assert GAME.svg(position, NAMES).count("gir-link gir-c") == 4
    assert triangles(position) == []


def test_dials_show_up_to_six_and_then_a_number() -> None:
    dials = drawn(busy(6), "seat")
    by_colour = {colour_of(dial): dial for dial in dials}
    texts = {
        colour: [e.text for e in dial.iter(f"{SVG}text")] for colour, dial in by_colour.items()
    }
    for colour, advances in enumerate((3, 0, 6, 1)):
        assert texts[colour] == list("0123456")
        shown = [
            e.text for e in by_colour[colour].iter(f"{SVG}text") if e.get("class") == "gir-shown"
        ]
        assert shown == [str(advances)]
    assert texts[4] == ["14"]
    assert texts[5] == ["1e40"]


@pytest.mark.parametrize(("dial", "most"), [(1, 1), (4, 4), (9, 9), (0, 6), (6, 6), (50, 6)])
def test_a_dial_has_as_many_numbers_as_it_holds_where_there_is_room(dial: int, most: int) -> None:
    """GIR-R6"""
    position, options = still(2), {"dial": dial}
    board = GAME.layout(position, options)
    assert board["dial_most"] == (dial or None)
    numbers = [point(number) for number in board["dial_numbers"]]
    assert numbers[0] == (0.0, -31.0)
    assert len(set(numbers)) == most + 1
    assert all(hypot(*number) == pytest.approx(31, abs=0.1) for number in numbers)
    position["seats"][0]["advances"] = 1
    picture = ET.fromstring(GAME.svg(position, NAMES, options=options))
    (first, _) = (g for g in picture.iter(f"{SVG}g") if "gir-seat" in g.get("class", "").split())
    assert [e.text for e in first.iter(f"{SVG}text")] == [str(n) for n in range(most + 1)]
    said = GAME.text_board(position, NAMES, options=options)
    assert f"▮{'▯' * (most - 1)} 1" in said
    assert f"d1   {'▯' * most} 0" in said


def test_goals_fly_the_flag_of_the_seat_opposite() -> None:
    position = still(3)
    flags = {place_of(flag): colour_of(flag) for flag in drawn(position, "goal")}
    corners = layout.layout(position)["corners"]
    assert flags == {point(corners[(c + 3) % SIDES]["flag"]): c for c in (0, 2, 4)}


def test_the_die_and_the_spins_left_are_shown() -> None:
    (thrown,) = drawn(busy(2), "thrown")
    classes = Counter(element.get("class") for element in thrown)
    assert (classes["gir-pip"], classes["gir-spin"], classes["gir-spin gir-used"]) == (6, 2, 4)


def test_wheels_not_set_yet_are_blank_in_both_pictures() -> None:
    position = still(6)
    position.update(phase="wheels", wheels=[1] * 16, before=[1] * 16)
    uses = [wheel.find(f"{SVG}use") for wheel in drawn(position, "wheel")]
    shown = Counter(use.get("href") for use in uses if use is not None)
    assert shown == {"#gir-w1": 16, "#gir-blank": 21}
    assert len(drawn(position, "piece")) == 6
    board = GAME.text_board(position, NAMES).split("\n\n")[0]
    assert board.count("·") == 6 * 21
    assert "16/37" in GAME.text_board(position, NAMES)
    position.update(wheels=[], before=[])
    assert GAME.text_board(position, NAMES).split("\n\n")[0].count("·") == 6 * 37
    ET.fromstring(GAME.svg(position, NAMES))


def test_hostile_names_stay_names() -> None:
    position = busy(4)
    tree = ET.fromstring(GAME.svg(position, HOSTILE))
    assert not list(tree.iter(f"{SVG}script"))
    assert any("<script>" in said for said in tree.itertext())
    lines = GAME.text_board(position, HOSTILE).split("\n")
    assert len(lines) == len(GAME.text_board(position, NAMES).split("\n"))
    assert all(line.isprintable() for line in lines)


def test_the_winner_wears_a_crown() -> None:
    position = still(2)
    position["seats"][1]["at"] = "d7"
    position.update(phase="over", turn=1, winner=1)
    crowned = [piece for piece in drawn(position, "piece") if "crown" in str(ET.tostring(piece))]
    assert [piece.get("data-seat") for piece in crowned] == ["1"]
    last = GAME.text_board(position, NAMES).split("\n")[-1]
    assert last.startswith("✓ 2")


# the terminal


def board_of(position: dict[str, Any]) -> list[str]:
    """The lines of the text's board, all 80 columns of them."""
    return [
        line.ljust(80) for line in GAME.text_board(position, NAMES).split("\n\n")[0].split("\n")
    ]


def slots_of(position: dict[str, Any], wheel: str) -> str:
    """The letters in a wheel's six slots, found from its name as a reader would."""
    lines = board_of(position)
    y, x = next(
        (y, line.index(wheel) + 1)
        for y, line in enumerate(lines)
        if wheel in line
    )  # fmt: skip
    arm = 3 if position["radius"] == 4 else 4
    around = ((arm, 0), (0, -1), (-arm, 0), (-arm, 1), (0, 2), (arm, 1))
    return "".join(lines[y + down][x + right] for right, down in around)


@pytest.mark.parametrize("radius", [2, 3, 4])
def test_every_wheel_of_the_text_shows_its_six_colours(radius: int) -> None:
    position = busy(6, radius)
    for wheel, rotation in zip(BOARDS[radius].names, position["wheels"], strict=True):
        colours = [LETTERS.index(letter) % SIDES for letter in slots_of(position, wheel)]
        assert colours == [(slot - rotation) % SIDES for slot in range(SIDES)]


def test_solid_letters_meet_their_own_colour_on_the_next_wheel() -> None:
    position = still(2)
    assert not set("".join(board_of(position))) & set(LETTERS[SIDES:])
    wheels = BOARDS[3].number_of
    position["wheels"][wheels["d4"]] = 2
    assert slots_of(position, "d4") == "★╋●▲■◆"
    assert slots_of(position, "d3") == "●△□◇☆┼"
    assert slots_of(position, "d5") == "○△□◆☆┼"


@pytest.mark.parametrize("radius", [2, 3, 4])
def test_every_piece_of_the_text_is_beside_its_wedge(radius: int) -> None:
    """A digit between the wedge and the wheel's middle, or right of a top or bottom wedge."""
    position, lines = busy(6, radius), board_of(busy(6, radius))
    seen = Counter[str]()
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            if letter in "123456" and y % 3 == 0 and line[x - 1] in LETTERS:
                seen[letter + str(LETTERS.index(line[x - 1]) % SIDES)] += 1
            elif letter in "123456" and y % 3:
                beside = {line[x - 1], line[x + 1]} & set(LETTERS)
                seen.update(letter + str(LETTERS.index(sign) % SIDES) for sign in beside)
    assert seen == {f"{seat + 1}{its['corner']}": 1 for seat, its in enumerate(position["seats"])}


def test_a_marked_triangle_of_the_text_has_a_star_in_its_middle() -> None:
    position = still(2)
    for wheel, rotation in (("a1", 0), ("a2", 4), ("b2", 2), ("d5", 1), ("e4", 3), ("e5", 5)):
        position["wheels"][BOARDS[3].number_of[wheel]] = rotation
    standing = dict(triangles(position))
    position["marks"] = {gap: standing[gap] for gap in ("a1.a2.b2", "d5.e4.e5")}
    lines = board_of(position)
    assert [line.count("*") for line in lines] == [0, 0, 1, *[0] * 10, 1, *[0] * 8]
    over, under = lines[2].index("*"), lines[13].index("*")
    above = lines[2][over - 1] + lines[2][over + 1] + lines[3][over]
    below = lines[13][under - 1] + lines[13][under + 1] + lines[12][under]
    assert [LETTERS.index(sign) - SIDES for sign in above] == [standing["a1.a2.b2"]] * 3
    assert [LETTERS.index(sign) - SIDES for sign in below] == [standing["d5.e4.e5"]] * 3


def test_the_text_shows_starts_goals_and_spun_wheels() -> None:
    position = still(3)  # corners E, NW, SW
    position["wheels"][BOARDS[3].number_of["f2"]] = 1
    lines = board_of(position)
    assert lines[0].split()[0] == "⌂2"
    assert lines[10].split()[-1] == "⌂1"
    assert lines[11].split()[0] == "⚑1"
    assert lines[-1].split()[0] == "⌂3"
    assert lines[-1].split()[-1] == "⚑2"
    assert lines[0].split()[-1] == "⚑3"
    assert "╭f2'╮" in "".join(lines)
    assert "".join(lines).count("'") == 1


@pytest.mark.parametrize("language", ["en", "es", "it"])
@pytest.mark.parametrize("radius", [2, 3, 4])
@pytest.mark.parametrize("seats", [2, 6])
def test_the_text_fits_a_terminal(seats: int, radius: int, language: str) -> None:
    unset = still(seats, radius) | {"phase": "wheels", "wheels": [], "before": []}
    drawn_first = still(seats, radius) | {"phase": "first"}
    for position in (unset, drawn_first, still(seats, radius), busy(seats, radius)):
        lines = GAME.text_board(position, ["M" * 40] * seats, language).split("\n")
        assert max(len(line) for line in lines) <= 80
        assert len(lines) <= 3 * (2 * radius + 1) + 10 + seats


def test_the_text_shows_each_seat_in_one_line() -> None:
    lines = GAME.text_board(busy(6), NAMES).split("\n")[-6:]
    assert [" ".join(line.split()) for line in lines] == [
        "1 ● Noria d7 → d1 b5 ▮▮▮▯▯▯ 3 surrounded",
        "> 2 ▲ Girasol a4 → g1 d5 ▯▯▯▯▯▯ 0",
        "3 ■ Veleta a1 → g4 f3 ▮▮▮▮▮▮ 6",
        "4 ◆ Peonza d1 → d7 b1 ▮▯▯▯▯▯ 1",
        "5 ★ Molino g1 → a4 d1 14",
        "6 ╋ Rueca g4 → a1 e5 1e40",
    ]


def test_the_text_says_what_was_thrown_and_counted() -> None:
    position = busy(2)
    said = GAME.text_board(position, NAMES, "it")
    assert "2 Girasol gira e attraversa (dado 6, giri rimasti 2)" in said
    assert all(f"{LETTERS[SIDES + colour]} {gap}" in said for gap, colour in position["counted"])
