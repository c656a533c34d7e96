"""The plain drawing, and what is reported to whoever writes a game about its layout and words."""

import re
from pathlib import Path
from typing import Any

import pytest

from periplo.core import plain
from periplo.core.words import fill

THEME = Path(__file__).parent.parent / "web" / "src" / "theme.css"


def row(count: int, *pieces: tuple[int, int], **more: Any) -> dict[str, Any]:
    """A row of so many squares, and pieces as pairs of a seat and a square."""
    squares = [{"at": at, "x": 100.0 * at, "y": 50.0, **more} for at in range(count)]
    standing = [{"seat": seat, "at": at} for seat, at in pieces]
    return {"width": 100.0 * count, "height": 100.0, "squares": squares, "pieces": standing}


def test_seats_have_the_colours_that_they_have_in_the_browser() -> None:
    css = THEME.read_text(encoding="utf-8")
    assert re.findall(r"--tone-\d+: light-dark\((#\w+),", css) == list(plain.COLOURS)


def test_a_small_board_is_written_with_all_its_places() -> None:
    assert plain.text(row(3, (0, 1), (1, 1)), ["Ada", "Bo"], {}) == (
        "0 · 1 [1] [2] · 2\n[1] Ada\n[2] Bo"
    )


def test_of_a_large_board_only_the_places_where_somebody_stands_are_written() -> None:
    assert plain.text(row(68, (0, 5), (1, 60), (1, 60)), ["Ada", "Bo"], {}) == (
        "5 [1] · 60 [2] [2]\n[1] Ada\n[2] Bo"
    )


def test_places_of_a_seat_have_its_colour_and_marked_ones_another() -> None:
    bare = plain.background(row(1), {}, "x")
    assert plain.COLOURS[1] in plain.background(row(1, seat=1), {}, "x")
    assert plain.COLOURS[1] not in bare
    assert (
        plain.background(row(1, marked=True), {}, "x")
        != bare
        == plain.background(row(1, marked=False), {}, "x")
    )


def test_four_pieces_of_a_place_stand_in_two_rows() -> None:
    drawn = plain.svg(row(2, *[(0, 1)] * 4), ["Ada"], {}, "x")
    middles = re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="[\d.]+" fill="#ad3319" ', drawn)
    assert len(middles) == 4
    assert len({x for x, _ in middles}) == len({y for _, y in middles}) == 2


def named(name: str, count: int = 2) -> dict[str, Any]:
    """A row with a piece on its first square, which is called by a text."""
    layout = row(count, (0, 0))
    layout["squares"][0]["at"] = layout["pieces"][0]["at"] = name
    return layout


def test_places_are_called_by_the_words_of_the_game() -> None:
    words = {"a0": "la salida", "1": "never"}  # only texts are looked up, no numbers
    assert plain.text(named("a0"), ["Ada"], words) == "la salida [1] · 1\n[1] Ada"
    drawn = plain.svg(named("a0"), ["Ada"], words, "x")
    assert ">la salida</text>" in drawn
    assert "<title>1: la salida</title>" in drawn
    assert ">1</text>" in plain.background(named("a0"), words, "x")


def test_however_long_its_name_is_a_place_fits_into_a_line_and_its_disc() -> None:
    long = "x" * 70
    assert max(map(len, plain.text(named(long), ["Ada"], {}).splitlines())) <= 80
    drawn = plain.background(named(long), {}, "x")
    [radius] = {float(r) for r in re.findall(r' r="([\d.]+)"', drawn)}
    size = min(float(size) for size in re.findall(r'font-size="([\d.]+)"', drawn))
    assert 0.5 * size * len(long) < 2 * radius


@pytest.mark.parametrize(
    "draw",
    [
        lambda layout, names: plain.text(layout, names, {}),
        lambda layout, names: plain.svg(layout, names, {}, "x"),
    ],
)
def test_a_piece_on_no_square_is_named(draw: Any) -> None:
    with pytest.raises(ValueError, match="layout: a piece of seat 2 is at 9, no square"):
        draw(row(3, (1, 9)), ["Ada", "Bo"])


@pytest.mark.parametrize(
    ("layout", "missing"),
    [
        ({}, "layout has no width, height, squares"),
        ({"width": 1, "height": 1}, "layout has no squares"),
        (row(1) | {"squares": [{"at": 0, "x": 1}]}, r"layout: squares\[0\] has no y"),
        (row(2) | {"pieces": [{"at": 0}]}, r"layout: pieces\[0\] has no seat"),
    ],
)
@pytest.mark.parametrize(
    "draw",
    [
        lambda layout: plain.text(layout, ["Ada"], {}),
        lambda layout: plain.svg(layout, ["Ada"], {}, "x"),
        lambda layout: plain.background(layout, {}, "x"),
    ],
    ids=["text", "svg", "background"],
)
def test_what_a_layout_lacks_is_named(draw: Any, layout: dict[str, Any], missing: str) -> None:
    with pytest.raises(ValueError, match=missing):
        draw(layout)


def test_a_template_that_asks_for_an_unknown_field_is_named() -> None:
    with pytest.raises(ValueError, match=r"\[events.threw\]: no field \{dice\}; there are die, se"):
        fill("{seat} throws {dice}", {"seat": "Ada", "die": "4"}, "words.toml: [events.threw]")
