"""The board drawn: the map is true, nothing covers anything, and no piece of a position is lost."""

import json
import re
from collections import Counter
from itertools import combinations, pairwise
from math import dist, hypot
from pathlib import Path
from statistics import median
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from periplo.games.europa import layout, track
from periplo.games.europa.flags import flag
from periplo.games.europa.map import HEIGHT, WIDTH, coordinates, outlines, place, project
from periplo.games.europa.notation import GAME
from periplo.games.europa.packs import CODES
from periplo.games.europa.style import SHAPES
from periplo.games.europa.tables import EDITIONS, cities, track_of

NAMES = ["Los Lobos", "Étoile", "Schnecken", "Ana & Juan", "ΟΔΥΣΣΕΥΣ"]
HOSTILE = ["<script>alert('&')</script>", '"]]>\x00\x1b[2J\n\ud800\u202e', "星星" * 20, "", "'"]
LANGUAGES = ["en", "es", "it"]
SVG = "{http://www.w3.org/2000/svg}"

Point = tuple[float, float]
Position = dict[str, Any]


def team(route: int | None, at: int = 0, flags: tuple[str, ...] = (), **rest: Any) -> Position:
    return {
        "route": route, "at": at, "flags": sorted(flags), "planes": 0, "missing": 0,
        "leaving": False, "failed": False, **rest,
    }  # fmt: skip


def position(*teams: Position, **rest: Any) -> Position:
    return {
        "phase": "throw", "turn": 0, "order": list(range(len(teams))), "die": None, "deck": None,
        "card": None, "used": {}, "exam": [0, 0], "winner": None, "teams": list(teams), **rest,
    }  # fmt: skip


def at_start(seats: int) -> Position:
    return position(*(team(None) for _ in range(seats)), phase="routes", order=[])


def last_square(edition: str = "2009") -> int:
    return len(track_of(edition)) + 1


def crowded() -> Position:
    """Five teams one behind the other, with everything a team can have."""
    return position(
        team(1, 32, ("spain",), planes=1),
        team(2, 33, ("luxembourg", "portugal"), planes=2),
        team(3, 34, ("france",), missing=1),
        team(4, 35),
        team(5, last_square(), ("cyprus", "denmark", "france", "lithuania", "slovenia",
                                "united-kingdom"), failed=True),
        phase="die", die="plane", turn=1, order=[4, 1, 3, 2, 0],
    )  # fmt: skip


def drawn(picture: str, name: str) -> list[ET.Element]:
    """The elements of a class."""
    tree = ET.fromstring(picture)
    return [e for e in tree.iter() if f"europa-{name}" in e.get("class", "").split()]


def links(picture: str, to: str) -> int:
    uses = ET.fromstring(picture).iter(f"{SVG}use")
    return sum(use.get("href") == f"#europa-{to}" for use in uses)


# the map


def test_the_projection_and_its_inverse() -> None:
    for facts in cities().values():
        there = place(facts["lat"], facts["lon"])
        assert coordinates(*there) == pytest.approx((facts["lat"], facts["lon"]), abs=1e-6)
    assert project(53, 10)[1] < project(52, 10)[1]
    assert project(52, 11)[0] > project(52, 10)[0]


def test_the_projection_keeps_areas() -> None:
    """A degree by a degree is as large on the canvas in the north as in the south, but for cos."""

    def area(lat: float, lon: float) -> float:
        (ax, ay), (bx, by), (cx, cy) = (
            project(lat, lon),
            project(lat, lon + 1),
            project(lat + 1, lon),
        )
        return abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))

    assert area(60, 25) / area(36, -6) == pytest.approx(0.4924 / 0.8039, rel=0.02)


def rings(path: str) -> list[list[Point]]:
    """The outlines in a path that is written in steps."""
    found = []
    for ring in path.split("Z")[:-1]:
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", ring)]
        points = [(numbers[0], numbers[1])]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            points.append((points[-1][0] + dx, points[-1][1] + dy))
        found.append(points)
    return found


def off_land(point: Point, outline: list[list[Point]]) -> float:
    """How far from a land a point is: 0 inside."""
    x, y = point
    inside, nearest = False, 1e9
    for ring in outline:
        for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
            long = (bx - ax) ** 2 + (by - ay) ** 2 or 1
            part = min(1.0, max(0.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long))
            nearest = min(nearest, hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay)))
    return 0 if inside else nearest


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_city_lies_in_its_country(edition: str) -> None:
    lands = {land: rings(path) for land, path in outlines().items()}
    for square in layout.layout(at_start(2), edition)["squares"]:
        if square["kind"] == "city":
            assert off_land(square["true"], lands[square["country"]]) < 3, square["name"]


def test_the_outlines_are_small_and_on_the_canvas() -> None:
    assert Path(layout.__file__).with_name("outlines.toml").stat().st_size < 120_000
    for land, path in outlines().items():
        for x, y in (point for ring in rings(path) for point in ring):
            assert -15 < x < WIDTH + 15, land
            assert -15 < y < HEIGHT + 15, land


def test_every_country_has_a_flag_of_its_own() -> None:
    flags = {country: flag(country) for country in CODES}
    for drawing in flags.values():
        ET.fromstring(f"<g>{drawing}</g>")
    assert len(set(flags.values())) == len(CODES)


# the squares


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_places_are_those_of_the_board(edition: str) -> None:
    """If this fails, a board has changed: python -m periplo.games.europa.make_places"""
    signs = [sign for sign, _, _ in track.places(edition)]
    assert signs == ["start", *(square.sign for square in track_of(edition)), "finish"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_layout_has_every_square_once(edition: str) -> None:
    board = layout.layout(at_start(2), edition)
    assert json.loads(json.dumps(board)) == board
    squares = board["squares"]
    assert [square["at"] for square in squares] == list(range(last_square(edition) + 1))
    for square, written in zip(squares[1:-1], track_of(edition), strict=True):
        assert square["country"] == written.country
        assert (square["city"], square["route"]) == (
            (written.sign, written.route) if written.route else (None, None)
        )
    kinds = Counter(square["kind"] for square in squares)
    assert (kinds["start"], kinds["finish"], kinds["star"]) == (1, 1, 12)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_square_covers_another_and_all_are_on_the_map(edition: str) -> None:
    squares = layout.layout(at_start(2), edition)["squares"]
    for one, other in combinations(squares, 2):
        apart = dist((one["x"], one["y"]), (other["x"], other["y"]))
        assert apart > one["radius"] + other["radius"] - 0.5, (one["at"], other["at"])
    for square in squares:
        assert square["radius"] <= square["x"] <= WIDTH - square["radius"]
        assert square["radius"] <= square["y"] <= HEIGHT - square["radius"]
        assert 34 < square["lat"] < 64
        assert -11 < square["lon"] < 35


@pytest.mark.parametrize("edition", EDITIONS)
def test_names_cover_neither_squares_nor_names(edition: str) -> None:
    boxes = {}
    for at, (sign, here, side) in enumerate(track.places(edition)):
        if sign in cities():
            name = cities()[sign]["name"]
            boxes[at] = track.name_box(name, here, track.RADIUS["city"], side)
    for (_, one), (_, other) in combinations(boxes.items(), 2):
        wide = min(one[2], other[2]) - max(one[0], other[0])
        high = min(one[3], other[3]) - max(one[1], other[1])
        assert wide < 2 or high < 2, (one, other)
    for at, (left, top, right, bottom) in boxes.items():
        assert 0 < left < right < WIDTH
        assert 0 < top < bottom < HEIGHT
        for square in layout.layout(at_start(2), edition)["squares"]:
            x, y = min(max(square["x"], left), right), min(max(square["y"], top), bottom)
            apart = dist((x, y), (square["x"], square["y"]))
            assert apart > square["radius"] - 2, (at, square["at"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_map_calls_cities_as_the_buttons_do_where_there_is_room(
    edition: str, language: str
) -> None:
    words = GAME.drawing_words(language)
    called = [name for name, _ in track.names_on_map(edition, words)]
    signs = [sign for sign, _, _ in track.places(edition) if sign in cities()]
    own = [cities()[sign]["name"] for sign in signs]
    meant = [words[sign] for sign in signs]
    assert all(name in pair for name, *pair in zip(called, own, meant, strict=True))
    assert sum(name != wanted for name, wanted in zip(called, meant, strict=True)) <= 5
    assert meant[3] in GAME.background(2, {"edition": edition}, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_names_of_any_language_do_not_cover_each_other(edition: str, language: str) -> None:
    boxes = []
    for name, label in track.names_on_map(edition, GAME.drawing_words(language)):
        wide = track.LETTER * track.NAME_SIZE * len(name)
        left = label["x"] - {"start": 0, "middle": wide / 2, "end": wide}[label["anchor"]]
        boxes.append((left, label["y"], left + wide, name))
    for one, other in combinations(boxes, 2):
        beside = min(one[2], other[2]) - max(one[0], other[0]) < 2.5
        assert beside or abs(one[1] - other[1]) > track.NAME_SIZE - 2.5, (one[3], other[3])


@pytest.mark.parametrize("edition", EDITIONS)
def test_cities_are_at_home_or_near_it(edition: str) -> None:
    off = [
        dist(square["true"], (square["x"], square["y"]))
        for square in layout.layout(at_start(2), edition)["squares"]
        if square["kind"] == "city"
    ]
    assert max(off) < 60
    assert median(off) < 15


@pytest.mark.parametrize("edition", EDITIONS)
def test_seal_list_and_frame_are_kept_free(edition: str) -> None:
    for square in layout.layout(at_start(2), edition)["squares"]:
        for left, top, right, bottom in track.KEPT_FREE:
            x, y = min(max(square["x"], left), right), min(max(square["y"], top), bottom)
            apart = dist((x, y), (square["x"], square["y"]))
            assert apart > square["radius"] - 1 or square["country"] == "cyprus", square["at"]


def test_the_way_goes_through_every_square() -> None:
    board = layout.layout(at_start(2))
    ends = re.findall(r"([\d.]+) ([\d.]+)(?=C|$)", board["way"])
    assert [(float(x), float(y)) for x, y in ends] == [
        (square["x"], square["y"]) for square in board["squares"]
    ]


# what lies below the map


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_panels_lie_below_one_another(seats: int) -> None:
    board = layout.layout(at_start(seats))
    assert len(board["home"]) == seats
    rows = [*board["ahead"][:1], *board["home"]]
    for upper, lower in pairwise(rows):
        assert upper["y"] > HEIGHT
        assert upper["y"] + upper["height"] < lower["y"]
    last = board["home"][-1]
    assert last["y"] + last["height"] < board["height"]
    for cell in (*board["ahead"], *board["home"]):
        assert 0 < cell["x"] < cell["x"] + cell["width"] < board["width"]


def test_the_squares_ahead() -> None:
    n = last_square()

    def ahead(*teams: Position, **rest: Any) -> list[int]:
        return [cell["at"] for cell in layout.layout(position(*teams, **rest))["ahead"]]

    assert ahead(team(1, 7), team(2)) == [7, 8, 9, 10, 11, 12, 13]
    assert ahead(team(1, 7), team(2), turn=1) == [0, 1, 2, 3, 4, 5, 6]
    assert ahead(team(1, n - 2), team(2)) == [n - 2, n - 1, n]
    assert ahead(team(1, n, failed=True), team(2)) == [n, n - 1, n - 2, n - 3, n - 4, n - 5, n - 6]
    assert ahead(team(1, n), team(2), phase="card", deck="murcia") == [n]


# which edition


def test_the_edition_is_found_out_or_given() -> None:
    def edition(*teams: Position, **rest: Any) -> str:
        return str(layout.layout(position(*teams, **rest))["edition"])

    assert edition(team(1), team(2)) == "2009"
    assert edition(team(5, flags=("croatia",)), team(2)) == "today"
    assert edition(team(5, flags=("united-kingdom",)), team(2)) == "2009"
    assert edition(team(1), team(2), used={"croatia": [1]}) == "today"
    assert edition(team(1, flags=("finland",)), team(2)) == "today"
    assert layout.layout(position(team(1), team(2)), edition="today")["edition"] == "today"
    assert "GB" in GAME.text_board(position(team(5, flags=("united-kingdom",)), team(2)), NAMES)
    for draw in (GAME.svg, GAME.text_board):
        assert "Croatia" not in draw(position(team(1), team(2)), NAMES)
        assert "Croatia" in draw(position(team(1), team(2)), NAMES, "en", {"edition": "today"})


# the picture


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", [*LANGUAGES, "xx"])
def test_the_svg_is_well_formed_and_needs_nothing_else(language: str, edition: str) -> None:
    picture = GAME.svg(at_start(5), NAMES, language, {"edition": edition})
    tree = ET.fromstring(picture)
    assert tree.findtext(f"{SVG}title")
    described = tree.findtext(f"{SVG}desc", "")
    assert all(name in described for name in NAMES)
    assert "prefers-color-scheme:dark" in picture
    assert "<script" not in picture
    assert "javascript:" not in picture
    assert picture.count("http") == 1  # the name of SVG itself
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    used = {use.get("href", "#")[1:] for use in tree.iter(f"{SVG}use")}
    assert used | set(re.findall(r"url\(#([\w-]+)\)", picture)) <= set(ids)
    styled = set(re.findall(r"\.(europa[\w-]*)", tree.findtext(f"{SVG}style", "")))
    assert {c for e in tree.iter() for c in e.get("class", "").split()} <= styled | {"europa-team"}


def test_every_team_stands_on_its_square() -> None:
    squares = layout.layout(crowded())["squares"]
    pins = {pin.get("data-seat"): pin for pin in drawn(GAME.svg(crowded(), NAMES), "team")}
    assert len(pins) == 5
    for seat, facts in enumerate(crowded()["teams"]):
        pin, square = pins[str(seat)], squares[facts["at"]]
        assert pin.get("data-at") == str(facts["at"])
        x, y = pin.get("transform", "").split(")")[0].removeprefix("translate(").split()
        assert dist((float(x), float(y)), (square["x"], square["y"])) <= square["radius"]


@pytest.mark.parametrize("seats", range(2, 6))
def test_on_the_start_everybody_has_a_place(seats: int) -> None:
    pins = drawn(GAME.svg(at_start(seats), NAMES), "team")
    places = [pin.get("transform", "").split(")")[0].split("(")[1].split() for pin in pins]
    points = [(float(x), float(y)) for x, y in places]
    assert len(points) == seats
    assert all(dist(one, other) > 25 for one, other in combinations(points, 2))


def test_flags_and_planes_are_in_the_picture() -> None:
    picture = GAME.svg(crowded(), NAMES)
    assert len(drawn(picture, "won")) == sum(len(t["flags"]) for t in crowded()["teams"])
    assert len(drawn(picture, "plane")) == sum(t["planes"] for t in crowded()["teams"])
    assert links(picture, "united-kingdom") == 1
    ahead = layout.layout(crowded())["ahead"]
    squares = layout.layout(crowded())["squares"]
    belgian = sum(squares[cell["at"]]["country"] == "belgium" for cell in ahead)
    assert links(picture, "belgium") == belgian


def test_what_holds_a_team_is_shown() -> None:
    for state, said in (
        ("missing", "misses a turn"), ("leaving", "has to leave"), ("failed", "failed the exam"),
    ):  # fmt: skip
        held = position(team(1, 2) | {state: 1}, team(2), turn=1)
        assert said in GAME.svg(held, NAMES)
        assert said in GAME.text_board(held, NAMES)
        free = position(team(1, 2), team(2))
        assert said not in GAME.svg(free, NAMES)
        assert said not in GAME.text_board(free, NAMES)


def test_what_happens_is_shown() -> None:
    n = last_square()
    six = tuple(layout._routes("2009")[1])
    examined = {"deck": "murcia", "card": 3, "exam": [1, 1], "phase": "question"}
    for happening, said in (
        (position(team(1, 2), team(2), phase="die", die=4), "Los Lobos: threw 4"),
        (position(team(1, 2), team(2), phase="die", die="plane"), "Los Lobos: threw plane"),
        (position(team(1, 2), team(2, planes=1), phase="turn", turn=1), "Étoile: throws or flies"),
        (position(team(1, 2), team(2), phase="card", deck="spain"), "draws a card, Spain"),
        (position(team(1, 2), team(2), phase="verdict", deck="spain", card=5), "question 5, Spain"),
        (position(team(1, n, six), team(2), **examined), "exam (1 right, 1 wrong), question 3"),
        (position(team(None), team(None), phase="order", order=[]), "draw for the order"),
        (position(team(1, n, six), team(2), phase="over", winner=0, exam=[2, 1]), "Lobos: wins"),
    ):
        assert said in GAME.svg(happening, NAMES)
        assert said in GAME.text_board(happening, NAMES)


def test_the_exam_is_drawn_and_the_winner_crowned() -> None:
    n, six = last_square(), tuple(layout._routes("2009")[1])
    exam = position(team(1, n, six), team(2), phase="card", deck="murcia", exam=[1, 0])
    picture = GAME.svg(exam, NAMES)
    assert (len(drawn(picture, "right")), len(drawn(picture, "wrong"))) == (1, 0)
    assert not drawn(picture, "crown")
    over = exam | {"phase": "over", "deck": None, "exam": [2, 1], "winner": 0}
    picture = GAME.svg(over, NAMES)
    assert (len(drawn(picture, "right")), len(drawn(picture, "wrong"))) == (2, 1)
    assert len(drawn(picture, "crown")) == 1
    assert GAME.text_board(over, NAMES).split("\n")[-2].startswith("★1")


def test_each_route_has_its_own_colour_and_shape() -> None:
    assert len({colour for colour, *_ in SHAPES}) == len(SHAPES)
    assert len({shape for *_, shape in SHAPES}) == len(SHAPES)
    pictures = [GAME.svg(position(team(r, 9), team(r % 5 + 1)), NAMES) for r in range(1, 6)]
    assert len(set(pictures)) == 5


def test_hostile_names_stay_names() -> None:
    tree = ET.fromstring(GAME.svg(crowded(), HOSTILE))
    assert not list(tree.iter(f"{SVG}script"))
    assert any("<script>" in words for words in tree.itertext())
    lines = GAME.text_board(crowded(), HOSTILE).split("\n")
    assert len(lines) == len(GAME.text_board(crowded(), NAMES).split("\n"))
    assert all(line.isprintable() for line in lines)


# the background: the board alone


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 5])
def test_the_background_is_the_board_without_a_team(
    seats: int, language: str, edition: str
) -> None:
    options = {"edition": edition}
    bare = GAME.background(seats, options, language)
    tree = ET.fromstring(bare)
    board = GAME.layout(at_start(seats), options)
    assert tree.get("viewBox") == f"0 0 {board['width']:g} {board['height']:g}"
    assert tree.findtext(f"{SVG}title") == " ".join(GAME.drawing_words(language)["title"].split())
    for name in ("team", "pin", "shadow", "die", "card", "now", "flag"):
        assert not drawn(bare, name), name
    numbers = [text for text in tree.itertext() if text.isdigit()]
    assert {str(square["at"]) for square in board["squares"]} - set(numbers) <= {"0"}
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    used = {use.get("href", "#")[1:] for use in tree.iter(f"{SVG}use")}
    assert used | set(re.findall(r"url\(#([\w-]+)\)", bare)) <= set(ids)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_background_is_part_of_the_picture(language: str) -> None:
    bare = (
        layout.background(crowded(), GAME.drawing_words(language))
        .partition("</defs>")[2]
        .removesuffix("</svg>")
    )
    assert bare in GAME.svg(crowded(), NAMES, language)


def test_the_background_is_that_of_2009_unless_another_is_given() -> None:
    assert GAME.background(2, None, "en") == GAME.background(2, {"edition": "2009"}, "en")
    assert ">Zagreb<" not in GAME.background(2, {}, "en")
    assert ">Zagreb<" in GAME.background(2, {"edition": "today"}, "en")


def test_neither_layout_nor_background_knows_the_cards(tmp_path: Path) -> None:
    """Whatever the pack, they are the same: so they cannot give an answer away."""
    pack = tmp_path / "class.csv"
    pack.write_text(
        "# missing decks: built-in\ncountry,language,question,right,wrong 1,wrong 2,wrong 3\n"
        + "".join(f"spain,es,¿Cuánto es {n} + 1?,{n + 1},0,100,200\n" for n in range(3)),
        encoding="utf-8",
    )
    own = {"pack": str(pack)}
    assert GAME.board(own)["decks"]["spain"] != GAME.board()["decks"]["spain"]
    assert GAME.background(3, own, "es") == GAME.background(3, None, "es")
    assert GAME.layout(at_start(3), own) == GAME.layout(at_start(3), {})


# what a board that is drawn elsewhere is sent


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_layout_shows_signs_flags_and_marks(edition: str) -> None:
    board = layout.layout(at_start(4), edition)
    assert [sign["path"] for sign in board["routes"]] == [path for *_, path in SHAPES]
    assert board["routes"][0]["countries"] == []
    on_routes = {c for sign in board["routes"] for c in sign["countries"]}
    assert on_routes == set(board["countries"])
    for country, facts in board["countries"].items():
        assert facts == {"code": CODES[country], "flag": flag(country)}
        assert "style" not in facts["flag"]  # which a strict page would not allow
    assert [len(face) for face in board["marks"]["pips"]] == [1, 2, 3, 4, 5]
    assert len(board["marks"]["spots"]) == 4


# the text


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_fits_a_terminal(language: str, edition: str) -> None:
    for facts in (at_start(5), crowded()):
        text = GAME.text_board(facts, ["M" * 40] * 5, language, {"edition": edition})
        lines = text.split("\n")
        assert max(len(line) for line in lines) <= 80
        assert len(lines) <= 44


def test_every_piece_and_every_city_is_in_the_text() -> None:
    text = GAME.text_board(crowded(), NAMES)
    squares = layout.layout(crowded())["squares"]
    for square in squares:
        if square["kind"] == "city":
            sign = "○●■▲◆✚"[square["route"]]
            assert f"{square['at']}{sign}{square['name']}" in text
    for seat, facts in enumerate(crowded()["teams"]):
        name = squares[facts["at"]]["name"] or ""
        assert re.search(rf"{facts['at']}\W*{name}( finish)?\[{seat + 1}\]", text), seat
    assert "0 start[12345]" in GAME.text_board(at_start(5), NAMES)


def test_the_text_shows_each_team_in_one_line() -> None:
    n = last_square()
    teams = (team(1, n, tuple(layout._routes("2009")[1]), planes=2, failed=True), team(2))
    lines = GAME.text_board(position(*teams, turn=1), NAMES).split("\n")[-3:]
    assert [" ".join(line.split()) for line in lines] == [
        "team square flags planes",
        f"1 ● Los Lobos {n} Murcia, finish ES BE SE PL HU MT 2 failed the exam",
        ">2 ■ Étoile 0 Murcia, start ·· ·· ·· ·· ·· ·· 0",
    ]
