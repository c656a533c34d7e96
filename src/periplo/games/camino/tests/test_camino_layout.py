"""Whatever a position holds is drawn, in its place, on every kind of board."""

import copy
import json
import xml.etree.ElementTree as ET
from itertools import combinations
from math import dist
from typing import Any

import pytest

from periplo.games.camino import GAME
from periplo.games.camino.layout import layout

NAMES = ["Luisa", "Tito", "María", "Sara"]
LANGUAGES = ("en", "es", "it")
SVG = "{http://www.w3.org/2000/svg}"
STARTS = ("d4", "d5", "f5", "f4")


def seat(board: int | None, path: str = "", **facts: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {"end": None, "left": "", "done": False, "scored": {}}
    return {"board": board, "path": path.split(), **fields, **facts}


def table(*seats: dict[str, Any], **facts: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "round": 1,
        "phase": "card",
        "card": None,
        "played": [],
        "reached": {},
    }
    return {**fields, **facts, "seats": list(seats)}


UNDEALT = table(seat(1, "d4"), seat(None), phase="boards")
SOLO = table(
    seat(1, "f3 g3 f4 e4 d4 d3 e3 d2 d1 e1", end="tail", left="RRGY", scored={"6": 6, "4": 2}),
    round=4,
    phase="draw",
    card=1,
    played=[11, 2, 9],
    reached={"6": 2, "4": 3},
)
MIDDLE = table(
    seat(1, "d4 c3 b2 a1", end="head", left="BP", scored={"3": 3, "10": 10}),
    seat(2, "e6 e5 d5 c4", end="tail", left="BP", done=True),
    seat(3, "f5", left="RBAP", done=True),
    seat(4, "f4 g3 h3", left="RBAP", scored={"4": 4}),
    round=3,
    phase="draw",
    card=9,
    played=[1, 11],
    reached={"3": 1, "4": 2, "10": 3},
)
ENDED = table(
    seat(1, "d4 c3 b2", scored={"3": 3}),
    seat(2, "d5 e6", scored={}),
    seat(4, "f4 g3 h3", scored={"4": 4}),
    round=15,
    phase="over",
    played=[*range(1, 16)],
    reached={"3": 1, "4": 2},
)
POSITIONS = {"undealt": UNDEALT, "solo": SOLO, "middle": MIDDLE, "ended": ENDED}


@pytest.fixture(params=POSITIONS)
def position(request: pytest.FixtureRequest) -> dict[str, Any]:
    return POSITIONS[request.param]


def picture(position: dict[str, Any], language: str = "en") -> ET.Element:
    return ET.fromstring(GAME.svg(position, NAMES[: len(position["seats"])], language))


def classes(root: ET.Element, *wanted: str) -> int:
    return sum(set(wanted) <= set(node.get("class", "").split()) for node in root.iter())


def boxes(places: dict[str, Any]) -> list[tuple[float, float, float, float]]:
    """The boards with the names above them, the points and the pack."""
    found = [
        (b["x"], b["y"] - 50, b["x"] + b["width"], b["y"] + b["height"]) for b in places["boards"]
    ]
    parts = (places["table"], places["pack"])
    return found + [(p["x"], p["y"], p["x"] + p["width"], p["y"] + p["height"]) for p in parts]


def test_the_positions_drawn_here_are_ones_the_rules_accept(position: dict[str, Any]) -> None:
    assert GAME.position(GAME.load(position)) == position


# geometry


def test_a_layout_is_plain_json(position: dict[str, Any]) -> None:
    places = json.loads(json.dumps(layout(position)))
    assert len(places["boards"]) == len(position["seats"])


def test_the_honeycomb_has_its_cells_colours_and_numbers() -> None:
    cells = layout(SOLO)["cells"]
    assert len(cells) == len({cell["cell"] for cell in cells}) == 61
    assert [cell["cell"] for cell in cells if cell["row"] == 4][-1] == "e9"
    numbered = sorted((cell["number"], cell["cell"]) for cell in cells if cell["number"])
    assert [number for number, _ in numbered] == [*range(2, 11)]
    assert [cell for _, cell in numbered] == ["e7", "c3", "g3", "e9", "e1", "i5", "i1", "a5", "a1"]
    assert {cell["colour"] for cell in cells} == set("RGBYAP")


def test_cells_neither_overlap_nor_leave_their_board() -> None:
    places = layout(SOLO)
    board, across = places["boards"][0], 3**0.5 * places["radius"]
    for one, other in combinations(places["cells"], 2):
        assert dist((one["x"], one["y"]), (other["x"], other["y"])) > across - 0.2
    for cell in places["cells"]:
        assert all(-0.1 <= x <= board["width"] + 0.1 for x, _ in cell["points"])
        assert all(-0.1 <= y <= board["height"] + 0.1 for _, y in cell["points"])


def test_cells_touch_as_in_a_honeycomb() -> None:
    places = layout(SOLO)
    middle = next(cell for cell in places["cells"] if cell["cell"] == "d4")
    near = {
        cell["cell"]
        for cell in places["cells"]
        if 0 < dist((cell["x"], cell["y"]), (middle["x"], middle["y"])) < 2 * places["radius"]
    }
    assert near == set(middle["touching"]) == {"c3", "c4", "d3", "d5", "e4", "e5"}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_any_number_of_seats_fits(seats: int) -> None:
    places = layout(table(*(seat(n + 1, STARTS[n]) for n in range(seats))))
    for one, other in combinations(boxes(places), 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart
    for left, top, right, bottom in boxes(places):
        assert 0 < left < right < places["width"]
        assert 0 < top < bottom < places["height"]


def test_the_line_goes_through_every_cell_of_the_path() -> None:
    places = layout(MIDDLE)
    cells = {cell["cell"]: cell for cell in places["cells"]}
    for board, seated in zip(places["boards"], MIDDLE["seats"], strict=True):
        for cell in seated["path"] if len(seated["path"]) > 1 else ():
            assert f"{cells[cell]['x']:g} {cells[cell]['y']:g}" in board["line"]
    assert places["boards"][2]["line"] == ""


def test_what_was_drawn_in_this_round_is_told_apart() -> None:
    boards = layout(MIDDLE)["boards"]
    assert [board["fresh"] for board in boards] == [["b2", "a1"], ["e6", "e5"], [], []]
    assert boards[0]["line"].endswith(boards[0]["fresh_line"].split("Q", 1)[1])
    assert boards[1]["line"].startswith(boards[1]["fresh_line"])
    assert boards[2]["fresh_line"] == boards[3]["fresh_line"] == ""


# what the position says


def test_a_number_is_worth_half_once_it_was_reached_in_an_earlier_round() -> None:
    """[CAM-5]: the 10 was reached in this round, the 3 and the 4 before it."""
    worth = layout(MIDDLE)["boards"][1]["worth"]
    assert worth == {"2": 2, "3": 2, "4": 2, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}
    assert "3" not in layout(MIDDLE)["boards"][0]["worth"]


def test_alone_a_number_is_worth_half_below_one_already_reached() -> None:
    """[CAM-7]"""
    worth = layout(SOLO)["boards"][0]["worth"]
    assert worth == {"2": 1, "3": 2, "5": 3, "7": 7, "8": 8, "9": 9, "10": 10}


def test_the_running_total_is_reckoned_as_at_the_end() -> None:
    """[CAM-6]"""
    assert [board["total"] for board in layout(MIDDLE)["boards"]] == [-44, -57, -60, -54]


def test_of_two_equal_squares_one_used_up_is_ticked_once() -> None:
    squares = layout(SOLO)["boards"][0]["card"]
    assert squares == [("R", False), ("G", False), ("B", True), ("Y", False), ("R", False)]
    once = copy.deepcopy(SOLO)
    once["seats"][0]["left"] = "RGBY"
    assert [used for _, used in layout(once)["boards"][0]["card"]].count(True) == 1


def test_the_pack_knows_in_which_round_a_card_was_turned_up() -> None:
    rounds = {card["card"]: card["round"] for card in layout(MIDDLE)["cards"]}
    assert (rounds[1], rounds[11], rounds[9], rounds[2]) == (1, 2, 3, None)
    assert len(rounds) == 15


# the picture


@pytest.mark.parametrize("language", [*LANGUAGES, "xx"])
def test_the_picture_is_xml_that_needs_nothing_else(
    position: dict[str, Any], language: str
) -> None:
    drawn = GAME.svg(position, NAMES[: len(position["seats"])], language)
    root = ET.fromstring(drawn)
    assert root.find(f"{SVG}title") is not None
    assert "prefers-color-scheme:dark" in drawn
    assert "<script" not in drawn
    assert drawn.count("http") == 1  # the namespace
    known = {node.get("id") for node in root.iter()}
    assert {node.get("href", "")[1:] for node in root.iter(f"{SVG}use")} <= known


def test_titles_and_descriptions_speak_the_language() -> None:
    described = {GAME.svg(MIDDLE, NAMES, language).split("</desc>")[0] for language in LANGUAGES}
    assert len(described) == 3


def test_hostile_names_stay_names(position: dict[str, Any]) -> None:
    hostile = ["</text><script>alert(1)</script>", "&\"'<", "\x00\x1b[31m\n\ud800", "漢" * 400]
    names = hostile[: len(position["seats"])]
    root = ET.fromstring(GAME.svg(position, names, "en"))
    assert not list(root.iter(f"{SVG}script"))
    lines = GAME.text_board(position, names, "en").split("\n")
    assert all(len(line) <= 80 and line.isprintable() for line in lines)


def test_every_tile_is_drawn_with_its_picture(position: dict[str, Any]) -> None:
    root = picture(position)
    used = [node.get("href", "") for node in root.iter(f"{SVG}use")]
    for colour in "RGBYAP":
        cells = [cell for cell in layout(position)["cells"] if cell["colour"] == colour]
        tiles = used.count(f"#cam-{colour}") + used.count(f"#cam-{colour}-n")
        assert tiles == len(cells) * len(position["seats"]) + 1  # and one in the legend
    ids = [node.text for node in root.iter(f"{SVG}text") if node.get("class") == "id"]
    assert len(ids) == 61 * len(position["seats"])


def test_lines_ends_and_starts_are_drawn() -> None:
    root = picture(MIDDLE)
    legend = 1
    assert classes(root, "line") == 3 + 2 * 3 + 5  # lines, their ends, the legend
    assert classes(root, "line", "head") == classes(root, "line", "tail") == 3 + legend
    assert classes(root, "beads") == 2 + legend
    assert classes(root, "start") == 4 + legend
    rings = [node for node in root.iter(f"{SVG}use") if node.get("href") == "#cam-fresh"]
    assert len(rings) == 4


def test_a_board_not_yet_dealt_shows_the_starts_it_may_have() -> None:
    maybe = [n for n in picture(UNDEALT).iter(f"{SVG}use") if n.get("href") == "#cam-maybe"]
    assert len(maybe) == 3


def test_used_up_squares_are_ticked_for_each_seat() -> None:
    assert classes(picture(MIDDLE), "tick") == 4
    assert classes(picture(SOLO), "tick") == 1


def test_numbers_show_whether_they_are_reached_and_what_they_count() -> None:
    """On the board and in the table; the legend has each kind once."""
    root = picture(SOLO)
    assert classes(root, "disc", "won") == 2 * 2 + 2
    assert classes(root, "disc", "won", "half") == 2 * 1 + 1
    assert classes(root, "disc", "half") == 2 * 4 + 2


def test_at_the_end_missed_cells_are_crossed_and_the_winner_named() -> None:
    """[CAM-R4]"""
    root = picture(ENDED)
    assert classes(root, "missed") == 58 + 59 + 58
    assert [n.text for n in root.iter(f"{SVG}text") if "honour" in n.get("class", "")] == [
        None,
        None,
        "wins",
    ]


# the bare board


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [1, 4])
def test_the_background_is_one_honeycomb_with_nothing_drawn_on_it(
    seats: int, language: str
) -> None:
    root = ET.fromstring(GAME.background(seats, None, language))
    size = GAME.layout(GAME.position(GAME.new(seats)))["honeycomb"]
    assert root.get("viewBox") == f"0 0 {size['width']:g} {size['height']:g}"
    ids = [node.text for node in root.iter(f"{SVG}text") if node.get("class") == "id"]
    assert ids == GAME.board()["cells"]
    assert classes(root, "disc") == 9
    for drawn in ("line", "casing", "beads", "start", "won", "half", "missed"):
        assert not classes(root, drawn)


def test_the_background_is_named_in_the_readers_language() -> None:
    titles = {
        ET.fromstring(GAME.background(2, None, language)).findtext(f"{SVG}title")
        for language in LANGUAGES
    }
    assert len(titles) == len(LANGUAGES)


def test_boards_are_as_large_as_the_background_and_know_all_starts() -> None:
    places = layout(MIDDLE)
    for board in places["boards"]:
        assert {key: board[key] for key in ("width", "height")} == places["honeycomb"]
        assert board["start"] in places["starts"]


def test_the_shapes_have_a_picture_and_paints_for_every_colour() -> None:
    places = layout(SOLO)
    shapes, colours = places["shapes"], {cell["colour"] for cell in places["cells"]}
    assert shapes["pictures"].keys() == colours
    assert {*colours, *(f"{colour}2" for colour in colours)} <= shapes["paints"].keys()


# the terminal


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_board_fits(position: dict[str, Any], language: str) -> None:
    lines = GAME.text_board(position, ["W" * 40] * len(position["seats"]), language).split("\n")
    assert max(map(len, lines)) <= 80
    assert not any(line.endswith(" ") for line in lines)


def test_the_terminal_draws_the_path_through_the_honeycomb() -> None:
    rows = {
        line[0]: line for line in GAME.text_board(SOLO, NAMES, "en").split("\n") if line[1:2] == " "
    }
    assert rows["a"] == "a         R10 G   P   G   Y9"
    assert rows["d"] == "d   ●───●   ●───■   P   G   P   G"
    assert rows["e"] == "e ▲6  R   ●   ●   R   A   B2  R   Y5"
    assert rows["f"] == "f   P   Y   ▽   ●   B   Y   A   B"
    assert rows["g"] == "g     R   A   ●4  R   A   G   P"


def test_the_terminal_shows_ends_card_and_points_of_every_seat() -> None:
    described = GAME.text_board(MIDDLE, NAMES, "en")
    for ends in (
        "■ d4  △ a1  R✓ B A✓ P",
        "▽ e6  ▲ c4  R✓ B A✓ P",
        "■ f5  R B A P",
        "■ f4  ▲ h3  R B",
    ):
        assert ends in described
    assert "2 Tito  -57  has stopped" in described
    points = [line.split() for line in described.split("\n")]
    assert ["1", "Luisa", "·", "3", "½", "·", "·", "·", "·", "·", "10", "57", "-44"] in points
    assert ["4", "Sara", "·", "½", "4", "·", "·", "·", "·", "·", "·", "58", "-54"] in points
    assert "turned up: 1 RGBYR, 11 GBYA, 9 RBAP" in described
