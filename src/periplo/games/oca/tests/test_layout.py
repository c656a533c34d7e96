"""The board drawn: where its squares lie, and that nothing of a position is lost on the way."""

import json
from collections import Counter
from itertools import combinations, pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from periplo.core.words import LANGUAGES
from periplo.games.oca import GAME, drawing, layout
from periplo.games.oca.board import KINDS

OWN = (60, 55, 47, 44, 40, 37, 33, 28, 25, 20)
NAMES = [f"Stormo {seat}" for seat in range(1, 11)]
HOSTILE = ["<script>alert('&')</script>", '"]]>\x00\x1b[2J\n\ud800\u202e', "鵞鳥" * 20, ""]
SVG = "{http://www.w3.org/2000/svg}"

Point = tuple[float, float]


def at_start(seats: int) -> dict[str, Any]:
    flock = {"bearer": 0, "held": 0, "strays": [], "home": 19, "eggs": 0, "throws": 0}
    return {
        "race": 1, "turn": 0, "phase": "throw", "dice": None, "owed": 0, "winner": None,
        "flocks": [{**flock, "square": OWN[seat], "spent": False} for seat in range(seats)],
    }  # fmt: skip


def crowded(seats: int) -> dict[str, Any]:
    """Every flock has people in inn, well, prison and garden, and many on 1."""
    position = at_start(seats)
    for seat, flock in enumerate(position["flocks"]):
        places = [(63, 0), (52, 2), (52, 1), (31, 0), (19, 1)] + [(1, 0)] * (seat + 2)
        flock["bearer"], flock["held"] = ((31, -1), (52, 2), (19, 1), (1, 0))[min(seat, 3)]
        meets = flock["bearer"] if flock["bearer"] != 31 else None  # [OCA-22]
        flock["strays"] = [{"at": at, "held": held} for at, held in places if at != meets]
        flock["home"] -= len(flock["strays"])
        flock["eggs"] = 1
    return position


def is_inside(point: Point, outline: list[Point]) -> bool:
    """Whether a ray from the point crosses the outline an odd number of times."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in pairwise([*outline, outline[0]]):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def drawn(position: dict[str, Any], kind: str) -> list[ET.Element]:
    tree = ET.fromstring(GAME.svg(position, NAMES))
    return [g for g in tree.iter(f"{SVG}g") if f"oca-{kind}" in g.get("class", "").split()]


def test_the_layout_is_json_and_depends_only_on_the_flocks_and_their_squares() -> None:
    board = layout.layout(at_start(4))
    assert json.loads(json.dumps(board)) == board
    assert layout.layout(crowded(4)) == board


def test_changing_a_layout_does_not_change_the_next_one() -> None:
    layout.layout(at_start(2))["squares"][7]["points"].clear()
    assert layout.layout(at_start(2))["squares"][7]["points"]


def test_every_square_is_there_once_and_inside_the_canvas() -> None:
    board = layout.layout(at_start(10))
    squares = board["squares"]
    assert [square["at"] for square in squares] == list(range(64))
    assert len({(square["x"], square["y"]) for square in squares}) == 64
    for square in squares:
        assert is_inside((square["x"], square["y"]), square["points"])
        for x, y in square["points"]:
            assert 0 < x < board["width"]
            assert 0 < y < board["height"]


def test_no_two_squares_overlap() -> None:
    squares = layout.layout(at_start(2))["squares"]
    for one, other in combinations(squares, 2):
        for a, b in ((one, other), (other, one)):
            # a hair's breadth inwards, for neighbours share an edge
            shrunk = [
                (x + 0.01 * (a["x"] - x), y + 0.01 * (a["y"] - y))
                for p, q in pairwise([*a["points"], a["points"][0]])
                for x, y in (p, ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2))
            ]
            assert not any(is_inside(point, b["points"]) for point in shrunk), (a["at"], b["at"])


def test_each_square_shares_an_edge_with_the_next() -> None:
    for square, following in pairwise(layout.layout(at_start(2))["squares"]):
        shared = [p for p in square["points"] if any(dist(p, q) < 0.2 for q in following["points"])]
        assert len(shared) >= 2, square["at"]


def test_the_spiral_runs_anticlockwise_inwards() -> None:
    squares = layout.layout(at_start(2))["squares"]
    garden = squares[63]
    for square, following in pairwise(squares[:63]):
        x0, y0 = square["x"] - garden["x"], square["y"] - garden["y"]
        x1, y1 = following["x"] - garden["x"], following["y"] - garden["y"]
        assert x0 * y1 - x1 * y0 < 0, square["at"]  # y points down
    out = [dist((square["x"], square["y"]), (garden["x"], garden["y"])) for square in squares]
    assert out[0] > out[21] > out[43] > out[62] > out[63] == 0


def test_the_kinds_of_squares() -> None:
    squares = layout.layout(at_start(2))["squares"]
    assert Counter(square["kind"] for square in squares) == {
        "plain": 33, "goose": 13, "dice": 2, "own": 2, "start": 1, "pledge": 1, "leapfrog": 1,
        "bridge": 1, "mill": 1, "bird": 1, "inn": 1, "well": 1, "stairs": 1, "labyrinth": 1,
        "tower": 1, "prison": 1, "tomb": 1, "garden": 1,
    }  # fmt: skip
    kinds = {at: squares[at]["kind"] for at in (0, 2, 3, 12, 15, 26, 31, 42, 58, 59, 63)}
    assert list(kinds.values()) == [
        "start", "pledge", "leapfrog", "mill", "bird", "dice", "well", "labyrinth", "tomb",
        "goose", "garden",
    ]  # fmt: skip
    assert {square["at"]: square["owner"] for square in squares if square["kind"] == "own"} == {
        60: 0,
        55: 1,
    }


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_flock_has_its_own_home_below_the_spiral(seats: int) -> None:
    board = layout.layout(at_start(seats))
    assert len({(home["x"], home["y"]) for home in board["home"]}) == seats
    lowest = max(y for square in board["squares"] for _, y in square["points"])
    for home in board["home"]:
        assert 90 < home["x"] < board["width"] - 90
        assert lowest < home["y"] < board["height"] - 50


@pytest.mark.parametrize("language", ["en", "es", "it", "xx"])
@pytest.mark.parametrize("position", [at_start(2), crowded(4), crowded(10)])
def test_the_svg_is_well_formed_and_needs_nothing_else(
    position: dict[str, Any], language: str
) -> None:
    picture = GAME.svg(position, NAMES, language)
    tree = ET.fromstring(picture)
    assert tree.find(f"{SVG}title") is not None
    described = tree.findtext(f"{SVG}desc", "")
    assert all(name in described for name in NAMES[: len(position["flocks"])])
    assert "prefers-color-scheme:dark" in picture
    assert "<script" not in picture
    assert "javascript:" not in picture
    ids = {element.get("id") for element in tree.iter()}
    links = [element.get("href", "#")[1:] for element in tree.iter(f"{SVG}use")]
    assert links
    assert set(links) <= ids
    assert picture.count("http") == 1  # the name of SVG itself


@pytest.mark.parametrize("language", ["en", "es", "it"])
@pytest.mark.parametrize("seats", [2, 10])
def test_the_background_is_the_board_of_the_layout_and_nobody_stands_on_it(
    seats: int, language: str
) -> None:
    own = [56, 49, 46, 43, 38, 35, 30, 29, 24, 22][:seats]
    picture = GAME.background(seats, {"squares": own}, language)
    tree = ET.fromstring(picture)
    board = GAME.layout(GAME.position(GAME.new(seats, {"squares": own})))
    assert tree.get("viewBox") == f"0 0 {board['width']:g} {board['height']:g}"
    outlines = [
        [tuple(map(float, point.split(","))) for point in polygon.get("points", "").split()]
        for polygon in tree.iter(f"{SVG}polygon")
        if "oca-square" in polygon.get("class", "").split()
    ]
    assert outlines == [[tuple(p) for p in square["points"]] for square in board["squares"]]
    assert {"en": "START", "es": "SALIDA", "it": "PARTENZA"}[language] in list(tree.itertext())
    emblems = [use.get("href") for use in tree.iter(f"{SVG}use") if use.get("class")]
    assert Counter(emblems) == Counter(f"#oca-s{seat + 1}" for seat in range(seats))
    moving = {"oca-bearer", "oca-stray", "oca-body", "oca-panel"}
    assert not any(moving & set(element.get("class", "").split()) for element in tree.iter())


@pytest.mark.parametrize("seats", [2, 10])
def test_every_square_has_room_inside_it(seats: int) -> None:
    for square in layout.layout(at_start(seats))["squares"]:
        room = square["room"]
        assert is_inside((room["x"], room["y"]), square["points"]), square["at"]
        assert 0 < room["length"] < square["length"]
        assert 0 < room["depth"] < square["depth"]


def test_every_flock_has_a_shape_and_a_colour_of_its_own() -> None:
    flocks = layout.layout(at_start(10))["flocks"]
    assert len({flock["shape"] for flock in flocks}) == 10
    assert len({flock["colour"] for flock in flocks}) == 10
    assert layout.layout(at_start(3))["flocks"] == flocks[:3]


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_every_piece_is_in_the_svg_on_its_own_square(seats: int) -> None:
    position = crowded(seats)
    squares = layout.layout(position)["squares"]
    bearers, strays = drawn(position, "bearer"), drawn(position, "stray")
    seen = Counter[tuple[str, ...]]()
    for token in bearers + strays:
        at, seat, held, count = (
            token.get(f"data-{key}", "") for key in ("at", "seat", "held", "count")
        )
        seen[token.get("class", "").split()[0], seat, at, held] += int(count)
        x, y = token.get("transform", "").split(")")[0].removeprefix("translate(").split()
        assert is_inside((float(x), float(y)), squares[int(at)]["points"]), at
    expected = Counter[tuple[str, ...]]()
    for owner, flock in enumerate(position["flocks"]):
        expected["oca-bearer", str(owner), str(flock["bearer"]), str(flock["held"])] += 1
        for stray in flock["strays"]:
            expected["oca-stray", str(owner), str(stray["at"]), str(stray["held"])] += 1
    assert seen == expected


def test_tokens_never_share_a_place() -> None:
    position = crowded(10)
    places = [token.get("transform") for k in ("bearer", "stray") for token in drawn(position, k)]
    assert len(set(places)) == len(places)


def test_held_pieces_look_held() -> None:
    position = crowded(4)
    free = {"halo", "body", "seat", "count"}
    for token in drawn(position, "bearer") + drawn(position, "stray"):
        marks = {e.get("class", "").removeprefix("oca-") for e in token if e.get("class")} - free
        slumber = "zz" in "".join(token.itertext())
        held = {"19": slumber, "31": "pool" in marks, "52": "bars" in marks}
        assert held.get(token.get("data-at", ""), False) == (token.get("data-held") != "0")


def test_hostile_names_stay_names() -> None:
    position = crowded(4)
    tree = ET.fromstring(GAME.svg(position, HOSTILE))
    assert not list(tree.iter(f"{SVG}script"))
    assert any("<script>" in text for text in tree.itertext())
    lines = GAME.text_board(position, HOSTILE).split("\n")
    assert len(lines) == len(GAME.text_board(position, NAMES).split("\n"))
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("language", ["en", "es", "it"])
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_the_text_fits_a_terminal(seats: int, language: str) -> None:
    for position in (at_start(seats), crowded(seats)):
        lines = GAME.text_board(position, ["M" * 40] * seats, language).split("\n")
        assert max(len(line) for line in lines) <= 80
        assert len(lines) <= (24 if seats <= 4 else 36)


def cell(text: str, label: str) -> str:
    """What stands below a label of the text board."""
    lines = text.split("\n")
    row, start = next((n, line.index(label)) for n, line in enumerate(lines) if label in line)
    return lines[row + 1][start : start + 9].strip()


def test_every_piece_is_in_the_text() -> None:
    text = GAME.text_board(crowded(4), NAMES)
    assert cell(text, "19 inn") == "[3] 1 2 4"
    assert cell(text, "31 well") == "[1]1234"
    assert cell(text, "52 prison") == "[2]1²3²4²"
    assert cell(text, "GARDEN") == "1 2 3 4"
    assert cell(text, "1─────────2 pledge") == "[4]1²2³3⁴"
    assert cell(GAME.text_board(at_start(4), NAMES), "START") == "[1234]"


def test_pieces_beyond_a_cells_width_go_on_below() -> None:
    lines = GAME.text_board(at_start(10), NAMES).split("\n")
    start = next(n for n, line in enumerate(lines) if "START" in line)
    assert [line[1:9] for line in lines[start + 1 : start + 3]] == ["[123456]", "[7890]  "]


def test_the_text_shows_each_flock_in_one_line() -> None:
    lines = GAME.text_board(crowded(3), NAMES).split("\n")[-3:]
    assert [" ".join(line.split()) for line in lines] == [
        "> 1 Stormo 1 31, in the well 7 (held: 3) 12 1 60",
        "2 Stormo 2 52, misses 2 6 (held: 1) 13 1 55",
        "3 Stormo 3 19, misses 1 8 (held: 2) 11 1 47",
    ]


def test_ten_or_more_strays_on_one_square_are_shown_as_many() -> None:
    position = at_start(2)
    position["flocks"][1]["strays"] = [{"at": 29, "held": 0}] * 12
    assert cell(GAME.text_board(position, NAMES), "29") == "2⁺"


def test_the_winner_wears_a_crown() -> None:
    position = at_start(2)
    position["flocks"][1]["bearer"] = 63
    position.update(turn=1, winner=1, phase="over")
    crowned = [token for token in drawn(position, "bearer") if "crown" in str(ET.tostring(token))]
    assert [token.get("data-seat") for token in crowned] == ["1"]
    assert GAME.text_board(position, NAMES).split("\n")[-1].startswith("★ 2")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_square_has_its_picture_and_its_word(language: str) -> None:
    """One table of squares: rules, drawings and words all know the same kinds."""
    words = GAME.drawing_words(language)
    for square, kind in KINDS.items():
        assert words[kind]
        art = f"dice-{square}" if kind == "dice" else kind
        assert art in drawing.ART or kind in ("start", "garden")
