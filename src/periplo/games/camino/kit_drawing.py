"""Drawings of the print kit: honeycombs to draw on with a pencil, cards, and the cards' back."""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from periplo.core.kits import Ink
from periplo.fonts import stack
from periplo.games.camino.drawing import (
    COLOURS,
    PICTURES,
    SHELL,
    _figure,
    _group,
    _hexagon,
    _spots,
)

INK: Final = COLOURS["ink"][0]
WHITE: Final = "#ffffff"
GREY: Final = "#555555"  # the darkest that black ink keeps grey
CARD: Final = (40.0, 52.0)  # a small card, in units of its drawing
SQUARE: Final = 72.0  # a square of a card, likewise
BACK: Final = (62.0, 82.0)

STYLE: Final = (
    f".camkit text{{font-family:{stack('serif')};font-size:11px;text-anchor:middle;fill:{INK}}}"
    f".camkit .figure{{fill:none;stroke:{INK};stroke-width:4.2;stroke-linecap:round;"
    "stroke-linejoin:round}"
    f".camkit .disc{{fill:{WHITE};stroke:{INK};stroke-width:3}}"
    f".camkit .shell{{fill:{WHITE};stroke:{INK};stroke-width:2.4;stroke-linejoin:round;"
    "stroke-linecap:round}"
    ".camkit .perhaps{stroke-dasharray:6 5}"
)
# round the number of a cell
AROUND: Final = ((0, -30.5), (-26.4, 15.2), (26.4, 15.2))


class Paints(NamedTuple):
    tile: str
    edge: str
    picture: str
    outline: str  # of the picture; none in full colour


def mixed(colour: str, other: str, part: float) -> str:
    """So much of the other in a colour."""
    pairs = ((int(colour[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * part):02x}" for one, two in pairs)


def paints(colour: str, ink: Ink, to_draw_on: bool) -> Paints:
    """Pale where a pencil's line must be seen, and shapes that are told apart without colours."""
    light = COLOURS[colour][0]
    if ink == "black":
        return Paints(WHITE, INK, GREY, INK)
    if ink == "save":
        return Paints(WHITE, COLOURS["faint"][0], mixed(light, WHITE, 0.25), INK)
    if to_draw_on:
        return Paints(mixed(light, WHITE, 0.62), light, mixed(light, INK, 0.15), "")
    return Paints(light, light, COLOURS[f"{colour}2"][0], "")


def _svg(width: float, height: float, inside: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="camkit" '
        f'viewBox="0 0 {width:g} {height:g}">'
        f"<style>{STYLE}</style>{inside}</svg>"
    )


def _picture(colour: str, with_paints: Paints, scale: float) -> str:
    filled, stroked = PICTURES[colour]
    drawn = ""
    if outline := with_paints.outline:
        drawn = _pair(filled, stroked, outline, 2.6, 6.0)
    drawn += _pair(filled, stroked, with_paints.picture, 0, 4.0)
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<g transform="scale({scale:g})" {ends}>{drawn}</g>'


def _pair(filled: str, stroked: str, paint: str, edge: float, stroke: float) -> str:
    return (
        f'<path fill="{paint}" stroke="{paint}" stroke-width="{edge:g}" d="{filled}"/>'
        f'<path fill="none" stroke="{paint}" stroke-width="{stroke:g}" d="{stroked}"/>'
    )


# ---- the honeycomb


def honeycomb(
    board: Mapping[str, Any], ink: Ink, starts: Collection[str], is_sure: bool = True
) -> str:
    """All cells with their pictures, names and numbers; a shell where a path starts, or, if that
    is not sure, where it may.
    """
    size, radius = board["honeycomb"], board["radius"]
    kind = "disc" if is_sure else "disc perhaps"
    shell = f'<circle class="{kind}" r="20"/><path class="shell" d="{"".join(SHELL)}"/>'
    parts = [
        _cell(cell, radius, ink, shell if cell["cell"] in starts else "") for cell in board["cells"]
    ]
    return _svg(size["width"], size["height"], "".join(parts))


def _cell(cell: Mapping[str, Any], radius: float, ink: Ink, station: str) -> str:
    """With its picture, or with small ones round what stands in it."""
    colour, number = cell["colour"], cell["number"]
    with_paints = paints(colour, ink, to_draw_on=True)
    inside = (
        f'<path fill="{with_paints.tile}" stroke="{with_paints.edge}" stroke-width="1.6" '
        f'stroke-linejoin="round" d="{_hexagon(radius - 2)}"/>'
    )
    if number:
        gold = "" if ink == "black" else f' style="stroke:{COLOURS["gold"][0]};stroke-width:4"'
        station = f'<circle class="disc" r="20"{gold}/>{_figure(number, 0, 0, 0.75)}'
    if station:
        inside += "".join(_group(x, y, _picture(colour, with_paints, 0.3)) for x, y in AROUND)
        inside += station
    else:
        inside += _group(0, -4, _picture(colour, with_paints, 0.86))
    inside += f'<text y="35.5">{cell["cell"]}</text>'
    return _group(cell["x"], cell["y"], inside)


# ---- cards


def square(colour: str, ink: Ink) -> str:
    """One square of a card."""
    return _svg(SQUARE, SQUARE, _group(SQUARE / 2, SQUARE / 2, _square(colour, ink, SQUARE / 2)))


def _square(colour: str, ink: Ink, half: float) -> str:
    with_paints = paints(colour, ink, to_draw_on=False)
    thin = half / 20
    within = half - thin / 2
    return (
        f'<rect x="{-within:g}" y="{-within:g}" width="{2 * within:g}" height="{2 * within:g}" '
        f'rx="{half / 5:g}" fill="{with_paints.tile}" stroke="{with_paints.edge}" '
        f'stroke-width="{thin:g}"/>{_picture(colour, with_paints, half / 36)}'
    )


def small_card(squares: str, ink: Ink) -> str:
    """A card as the game draws it, to be crossed out."""
    width, height = CARD
    inside = (
        f'<rect x=".5" y=".5" width="{width - 1:g}" height="{height - 1:g}" rx="5" '
        f'fill="{WHITE}" stroke="{INK}" stroke-width=".6"/>'
    )
    spots = _spots(len(squares), 9, 15 if len(squares) == 5 else 9.5)
    for (x, y), colour in zip(spots, squares, strict=True):
        inside += _group(width / 2 + x, height / 2 + y, _square(colour, ink, 7.5))
    return _svg(width, height, inside)


def card_back(ink: Ink) -> str:
    """The same for all cards, and the same upside down."""
    width, height = BACK
    gold = INK if ink == "black" else COLOURS["gold"][0]
    line = f'fill="none" stroke="{gold}" stroke-width=".7" stroke-linejoin="round"'
    inside = (
        f'<rect x="4" y="4" width="{width - 8:g}" height="{height - 8:g}" rx="4" {line}/>'
        + _group(
            width / 2,
            height / 2,
            "".join(f'<path {line} d="{_hexagon(radius)}"/>' for radius in (22, 15)),
        )
        + _group(
            width / 2,
            height / 2,
            f'<path class="shell" style="stroke:{gold};stroke-width:1.6" d="{"".join(SHELL)}"/>',
            scale=0.55,
        )
    )
    return _svg(width, height, inside)
