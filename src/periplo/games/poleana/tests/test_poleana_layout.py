"""The drawn box: geometry, the SVG as XML, and everything of a position in picture and text."""

import json
from collections import Counter
from itertools import combinations, pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest

from periplo.games.poleana import GAME
from periplo.games.poleana.layout import layout

Point = tuple[float, float]
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    '<script>alert("1")</script>',
    "]]>&amp;'\"\x00\x1b[31m",
    "日本語の長い長い長い名前です",
    "é" * 300,
]


def position(*seats: tuple[int, list[str]], **changes: Any) -> dict[str, Any]:
    return {
        "phase": "throw",
        "turn": 0,
        "dice": None,
        "left": [],
        "again": False,
        "bonus": 0,
        "winner": None,
        "seats": [{"side": side, "reos": reos} for side, reos in seats],
        "guards": [],
    } | changes


POSITIONS = {
    "the opening": position(*((side, ["cell"] * 4) for side in (1, 2, 3, 4))),
    "who begins": position((1, ["cell"] * 4), (3, ["cell"] * 4), phase="first"),
    "a walk of ten": position(
        (1, ["1:0", "1:0", "1:0", "3:9"]),
        (2, ["e6", "out", "e2", "out"]),
        (3, ["4/3", "4/1", "4:12", "4:12"]),
        (4, ["cell", "cell", "1/5", "2:7"]),
        phase="bonus", turn=1, dice=[4, 4], left=[4], again=True, bonus=1,
    ),
    "guards": position(
        (1, ["2:8", "4/7", "cell", "4:9"]),
        (3, ["3:0", "e1", "cell", "3:6"]),
        phase="guard", turn=1, dice=[3, 5], left=[3, 5], guards=["2:0", "2:3", "4:0", "4:3"],
    ),
    "every nine closed": position(
        (1, ["3:9", "3:9", "2/7", "2/2"]),
        (2, ["1:9", "1:9", "4/1", "4/4"]),
        (3, ["2:9", "2:9", "3:0", "3:0"]),
        (4, ["4:9", "4:9", "1:14", "1/7"]),
        phase="move", turn=3, dice=[2, 2], left=[2], again=True,
    ),
    "the end": position(
        (1, ["cell", "cell", "e5", "4:9"]),
        (2, ["1:9", "3:5", "3:5", "1:14"]),
        (3, ["out"] * 4),
        phase="over", turn=2, winner=2,
    ),
}  # fmt: skip
NAMES = ["Guadalupe", "Chuy", "Xóchitl", "Ana"]
every_position = pytest.mark.parametrize("where", POSITIONS.values(), ids=list(POSITIONS))
every_language = pytest.mark.parametrize("language", ["en", "es", "it"])


def names_for(where: dict[str, Any]) -> list[str]:
    return NAMES[: len(where["seats"])]


def overlap(one: list[Point], other: list[Point]) -> bool:
    """Whether two convex outlines share more than an edge: no line along an edge parts them."""
    for outline in (one, other):
        for (x0, y0), (x1, y1) in pairwise([*outline, outline[0]]):
            a = [(x1 - x0) * y - (y1 - y0) * x for x, y in one]
            b = [(x1 - x0) * y - (y1 - y0) * x for x, y in other]
            slack = 0.3 * dist((x0, y0), (x1, y1))
            if max(a) <= min(b) + slack or max(b) <= min(a) + slack:
                return False
    return True


def test_the_board_has_its_sixty_and_twice_twenty_eight_squares() -> None:
    kinds = Counter(square["kind"] for square in layout(POSITIONS["the opening"])["squares"])
    assert kinds == {
        "yard": 52, "exit": 4, "nine": 4, "gallery": 28, "escape": 28, "cell": 4, "out": 4,
    }  # fmt: skip


def test_no_two_squares_overlap() -> None:
    squares = layout(POSITIONS["the opening"])["squares"]
    assert [
        (one["side"], one["at"], other["side"], other["at"])
        for one, other in combinations(squares, 2)
        if overlap(one["points"], other["points"])
    ] == []


@every_position
def test_all_is_inside_the_canvas(where: dict[str, Any]) -> None:
    board = layout(where)
    points = [point for square in board["squares"] for point in square["points"]] + board["hole"]
    for piece in board["pieces"] + board["guards"]:
        points += [(piece["x"] + d, piece["y"] + d) for d in (-piece["r"], piece["r"])]
    for x, y in points:
        assert board["frame"] - 0.1 <= x <= board["width"] - board["frame"] + 0.1
        assert board["frame"] - 0.1 <= y <= board["height"] - board["frame"] + 0.1


def test_places_of_a_square_lie_within_it_and_apart() -> None:
    for square in layout(POSITIONS["the opening"])["squares"]:
        across, down = zip(*square["points"], strict=True)
        for places in square["places"]:
            for x, y, r in places:
                assert min(across) <= x - r + 3.1
                assert x + r - 3.1 <= max(across)
                assert min(down) <= y - r + 3.1
                assert y + r - 3.1 <= max(down)
            for (x0, y0, r0), (x1, y1, r1) in combinations(places, 2):
                assert dist((x0, y0), (x1, y1)) >= r0 + r1 - 3


def test_squares_hold_as_many_as_the_rules_allow() -> None:
    """[POL-9] [POL-10] [POL-13]"""
    room = {
        square["kind"]: [len(places) for places in square["places"]]
        for square in layout(POSITIONS["the opening"])["squares"]
    }
    assert room == {
        "yard": [1, 2], "exit": [1, 2, 3], "nine": [1, 2], "gallery": [1], "escape": [1],
        "cell": [4], "out": [4],
    }  # fmt: skip


def test_a_step_forward_leads_to_a_neighbour() -> None:
    """The yard runs counter-clockwise, the gallery from 14 to 4, the escape from the own nine."""
    outlines = {
        (square["side"], square["at"]): square["points"]
        for square in layout(POSITIONS["the opening"])["squares"]
    }
    yard = [(side, f"{side}:{n}") for side in (1, 2, 3, 4) for n in (*range(10, 15), *range(10))]
    ways = [[*yard, yard[0]]]
    for side in (1, 2, 3, 4):
        ways.append([(side, f"{side}:14"), *((side, f"{side}/{n}") for n in range(1, 8))])
        ways[-1].append((side, f"{side}:4"))
        before = (side + 2) % 4 + 1
        ways.append([(before, f"{before}:9"), *((side, f"e{n}") for n in range(1, 8))])
    for here, there in (step for way in ways for step in pairwise(way)):
        grown = [(x + dx, y + dy) for x, y in outlines[here] for dx in (-2, 2) for dy in (-2, 2)]
        across, down = zip(*grown, strict=True)
        box = [(min(across), min(down)), (max(across), min(down)), (max(across), max(down))]
        assert overlap([*box, (min(across), max(down))], outlines[there]), (here, there)


def test_nines_and_escapes_bear_the_colour_of_the_next_side() -> None:
    squares = {
        (square["side"], square["at"]): square
        for square in layout(POSITIONS["the opening"])["squares"]
    }
    assert [squares[side, f"{side}:9"]["colour"] for side in (1, 2, 3, 4)] == [2, 3, 4, 1]
    assert [squares[side, "e7"]["colour"] for side in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert squares[2, "2:13"]["colour"] is None


@every_position
def test_pieces_do_not_hide_each_other(where: dict[str, Any]) -> None:
    board = layout(where)
    for one, other in combinations(board["pieces"] + board["guards"], 2):
        assert dist((one["x"], one["y"]), (other["x"], other["y"])) >= one["r"] + other["r"] - 3


@every_position
def test_the_layout_is_json(where: dict[str, Any]) -> None:
    assert json.dumps(layout(where))


@every_position
@every_language
def test_the_svg_shows_every_reo_guard_and_die(where: dict[str, Any], language: str) -> None:
    root = ElementTree.fromstring(GAME.svg(where, names_for(where), language))
    shown = Counter(
        (int(g.attrib["data-seat"]), int(g.attrib["data-reo"]), g.attrib["data-at"])
        for g in root.iter(f"{SVG}g")
        if "data-reo" in g.attrib
    )
    assert shown == Counter(
        (seat, reo, at)
        for seat, player in enumerate(where["seats"])
        for reo, at in enumerate(player["reos"])
    )
    guards = [g for g in root.iter(f"{SVG}g") if g.attrib.get("class") == "poleana-guard"]
    assert [g.attrib["data-at"] for g in guards] == where["guards"]
    dice = [g.attrib for g in root.iter(f"{SVG}g") if "data-die" in g.attrib]
    live = [int(g["data-die"]) for g in dice if g["class"] == "poleana-live"]
    assert live == where["left"]
    if where["dice"]:
        assert [int(g["data-die"]) for g in dice] == where["dice"]


@every_position
def test_the_svg_closes_the_barriers_and_no_other_square(where: dict[str, Any]) -> None:
    """[POL-8]"""
    root = ElementTree.fromstring(GAME.svg(where, names_for(where)))
    closed = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "poleana-blocked"]
    stacks = [
        at
        for player in where["seats"]
        for at, count in Counter(player["reos"]).items()
        if count > 1 and at not in ("cell", "out")
    ]
    assert len(closed) == len(stacks)


@every_position
@every_language
def test_hostile_names_are_harmless(where: dict[str, Any], language: str) -> None:
    names = HOSTILE[: len(where["seats"])]
    picture = GAME.svg(where, names, language)
    root = ElementTree.fromstring(picture)
    assert not [e for e in root.iter() if e.tag.removeprefix(SVG) in ("script", "image", "a")]
    assert "\x1b" not in GAME.text_board(where, names, language)
    assert "\x00" not in GAME.text_board(where, names, language)


def test_the_svg_needs_nothing_from_outside() -> None:
    picture = GAME.svg(POSITIONS["a walk of ten"], NAMES, "es")
    assert "prefers-color-scheme" in picture
    assert picture.count("http") == 1  # the name of the SVG language itself
    root = ElementTree.fromstring(picture)
    title, described = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == "El Reo Poleana: tablero"
    assert described is not None
    assert "reo 2 libre" in str(described.text)


def test_each_colour_has_its_own_shape() -> None:
    root = ElementTree.fromstring(GAME.svg(POSITIONS["the opening"], NAMES))
    shapes = [
        path for path in root.iter(f"{SVG}path") if path.get("id", "").startswith("poleana-s")
    ]
    assert len({path.get("d") for path in shapes}) == 4


@every_language
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_background_is_a_picture_as_large_as_the_layout(seats: int, language: str) -> None:
    root = ElementTree.fromstring(GAME.background(seats, None, language))
    board = GAME.layout(GAME.position(GAME.new(seats)))
    assert root.tag == f"{SVG}svg"
    assert root.attrib["viewBox"] == f"0 0 {board['width']:g} {board['height']:g}"
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == {
        "en": "El Reo Poleana: board",
        "es": "El Reo Poleana: tablero",
        "it": "El Reo Poleana: tabellone",
    }.get(language)


def test_the_background_has_every_square_and_door() -> None:
    root = ElementTree.fromstring(GAME.background(4, None, "en"))
    board = layout(POSITIONS["the opening"])
    drawn = [
        (int(g.attrib["data-side"]), g.attrib["data-at"])
        for g in root.iter(f"{SVG}g")
        if "data-at" in g.attrib
    ]
    assert drawn == [(s["side"], s["at"]) for s in board["squares"] if s["kind"] != "out"]
    doors = [path for path in root.iter(f"{SVG}path") if path.get("class") == "poleana-door"]
    assert len(doors) == len(board["doors"])


@pytest.mark.parametrize(("seats", "options"), [(4, {}), (2, {"custodians": True})])
def test_the_background_has_no_reo_guard_die_or_anything_that_must_stay_upright(
    seats: int, options: dict[str, Any]
) -> None:
    root = ElementTree.fromstring(GAME.background(seats, options, "en"))
    for element in root.iter():
        assert not {"data-seat", "data-reo", "data-die"} & set(element.attrib)
        assert element.tag != f"{SVG}text"
    used = {use.attrib["href"] for use in root.iter(f"{SVG}use")}
    assert used == {"#poleana-turn", "#poleana-greca"}  # the frets of the frame alone


def test_the_layout_shows_the_shape_of_each_side() -> None:
    shapes = layout(POSITIONS["the opening"])["shapes"]
    assert len(shapes) == 4
    for look in ("colour", "path"):
        assert len({shape[look] for shape in shapes}) == 4


@every_position
@every_language
def test_the_text_fits_and_shows_every_reo(where: dict[str, Any], language: str) -> None:
    lines = GAME.text_board(where, names_for(where), language).splitlines()
    assert max(map(len, lines)) <= 80
    board = "\n".join(lines[:22])
    rows = lines[-len(where["seats"]) :]
    for player, name, row in zip(where["seats"], names_for(where), rows, strict=True):
        mark = "●■▲◆"[player["side"] - 1]
        assert name in row
        for n, at in enumerate(player["reos"], start=1):
            assert f"{mark}{n} " in row
            if at not in ("cell", "out"):
                assert f" {at}" in row
        for at in set(player["reos"]) - {"out"}:
            numbers = [str(n) for n, here in enumerate(player["reos"], start=1) if here == at]
            for shown in numbers if at == "cell" else ["".join(numbers)]:
                assert f"{mark}{shown}" in board
    assert board.count("♜") == len(where["guards"])


def test_the_text_keeps_its_shape_whatever_the_names() -> None:
    lines = GAME.text_board(POSITIONS["the opening"], HOSTILE).splitlines()
    assert {len(line) for line in lines[:22]} == {76}
    assert len(lines) == 22 + 2 + 4


def test_an_unknown_language_speaks_english() -> None:
    where = POSITIONS["the opening"]
    assert GAME.text_board(where, NAMES, "xx") == GAME.text_board(where, NAMES, "en")
