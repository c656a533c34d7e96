"""Drawings of the print kit: the board with the wheels' places, and all that is cut out.

What is cut out is drawn in millimetres, or in the units of the board's drawing and then scaled.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Final

from periplo.core import nets
from periplo.core.drawing import escape, opening
from periplo.core.kits import Ink
from periplo.games.girumgo import drawing
from periplo.games.girumgo.board import SIDES, colour_at

INK: Final = "#241c14"
WHITE: Final = "#ffffff"
# without the dark plate, which drinks ink; in greys what stands upon a colour has to be black
_PALE: Final = dict.fromkeys(("paper", "board", "blank", "hub", "panel"), WHITE)
TONES: Final[dict[Ink, dict[str, str]]] = {
    "save": _PALE,
    "black": _PALE | {"on": "#000000", "rim": INK, "edge": INK, "faint": INK},
}

LINES: Final = (
    f".gir-cut{{fill:none;stroke:{INK};stroke-linejoin:round}}"
    f".gir-fold{{fill:none;stroke:{INK};stroke-dasharray:1.6 1.2}}"
    f".gir-pin{{fill:{WHITE};stroke:{INK}}}"
    f".gir-place{{fill:var(--hub);stroke:{INK};stroke-width:1}}"
    f".gir-tag{{fill:{WHITE};stroke:{INK};stroke-width:.8;stroke-linejoin:round}}"
    ".gir-flap{fill:#e6e1d6}"
    ".gir-ring{fill:var(--hub);stroke:var(--colour)}"
    ".gir-hand{fill:var(--colour)}"
    ".gir-short-hand{fill:var(--hub)}"
    f".gir-marker{{fill:var(--gold);stroke:{INK};stroke-linejoin:round}}"
)

TOP: Final = 1  # the slot that points straight up, where a wheel's name stands on the board
CUT: Final = 0.3  # mm, the lines that are cut
EDGE: Final = 0.3  # mm round what is cut out, so that its lines are seen whole


def picture(inside: str, box: Sequence[float]) -> str:
    """A drawing of its own in the looks of the board: x, y, width and height of what is seen."""
    x, y, width, height = box
    begin = opening("gir", {"width": width, "height": height}, "")
    begin = begin.replace('viewBox="0 0 ', f'viewBox="{x:g} {y:g} ')
    styles = f"<style>{drawing._style()}{LINES}</style><defs>{drawing._shapes()}</defs>"
    return f"{begin}{styles}{inside}</svg>"


def _around(inside: str, radius: float) -> str:
    return picture(inside, (-radius, -radius, 2 * radius, 2 * radius))


def _placed(inside: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    turned = f" rotate({turn:g})" if turn else ""
    return f'<g transform="translate({x:.2f} {y:.2f}){turned} scale({scale:.4f})">{inside}</g>'


def _shape(colour: int, css_class: str) -> str:
    return f'<use href="#gir-s{colour}" class="{css_class}"/>'


def _circle(radius: float, css_class: str, stroke: float) -> str:
    return f'<circle class="{css_class}" r="{radius:g}" stroke-width="{stroke:.3f}"/>'


def _pin(unit: float) -> str:
    """Where a pin goes through, round 0 0; `unit` is a millimetre in units of the drawing."""
    cross = 1.8 * unit
    return (
        f'<path class="gir-cut" stroke-width="{0.2 * unit:.3f}"'
        f' d="M{-cross:.3f} 0H{cross:.3f}M0 {-cross:.3f}V{cross:.3f}"/>'
        + _circle(0.6 * unit, "gir-pin", 0.2 * unit)
    )


# ---- the board


def board_for_paper(board: Mapping[str, Any], name: str, goal: str, height: float) -> str:
    """The places of the wheels and of the dials. `height` is that of what is seen.

    Above each place a tag has its name, outside of the wheel that will cover the place.
    """
    unit = board["wheel_radius"] / 22  # about a millimetre
    parts = [
        f'<rect width="{board["width"]:g}" height="{height:.1f}" class="gir-paper"/>',
        *drawing._background(board, [goal] * SIDES),
        *_dial_places(board, unit),
        *(_place(wheel, board["wheel_radius"], unit) for wheel in board["wheels"]),
        *(_tag(wheel, board["pitch"]) for wheel in board["wheels"]),
        f'<text class="gir-left" x="24" y="62" font-size="41">{escape(name)}</text>',
        _placed(_ways_to_spin(), 93, height - 84),
    ]
    return picture("".join(parts), (0, 0, board["width"], height))


def _place(wheel: Mapping[str, Any], radius: float, unit: float) -> str:
    name = f'<text class="gir-soft" y="{-0.3 * radius:.1f}" font-size="{0.5 * radius:.1f}">'
    return _placed(
        f'<circle class="gir-place" r="{radius:g}"/>{name}{wheel["name"]}</text>{_pin(unit)}',
        wheel["x"],
        wheel["y"],
    )


def _tag(wheel: Mapping[str, Any], pitch: float) -> str:
    """In the gap straight above the wheel, pointing at it."""
    radius = 0.078 * pitch
    side, low, tip = 0.8 * radius, 0.6 * radius, 1.28 * radius
    outline = (
        f"M{-side:.2f} {low:.2f}A{radius:.2f} {radius:.2f} 0 1 1 {side:.2f} {low:.2f}L0 {tip:.2f}Z"
    )
    size = 0.084 * pitch
    name = f'<text class="gir-name" y="{0.36 * size:.2f}" font-size="{size:.2f}">'
    return _placed(
        f'<path class="gir-tag" d="{outline}"/>{name}{wheel["name"]}</text>',
        wheel["x"],
        wheel["y"] - pitch / sqrt(3) - 0.008 * pitch,
    )


def _dial_places(board: Mapping[str, Any], unit: float) -> list[str]:
    where = {wheel["name"]: wheel for wheel in board["wheels"]}
    radius = board["dial_radius"]
    parts = []
    for colour, corner in enumerate(board["corners"]):
        if corner["start_of"] is None:
            continue
        wheel, dial = where[corner["wheel"]], corner["dial"]
        place = _circle(radius - 3, "gir-ring", 6) + _pin(unit)
        sign = _placed(_shape(colour, "gir-body"), 0, -0.5 * radius, radius / 55)
        parts.append(
            f'<g class="gir-c{colour}"><path class="gir-neck" stroke-width="{0.9 * radius:.1f}"'
            f' d="M{wheel["x"]} {wheel["y"]} {dial["x"]} {dial["y"]}"/>'
            + _placed(place + sign, dial["x"], dial["y"])
            + "</g>"
        )
    return parts


def _ways_to_spin() -> str:
    arrow = f'<path class="gir-spin" d="{drawing.SPIN}"/>'
    return "".join(
        f'<g transform="translate({x} 0) scale({way * 1.5} 1.5)">{arrow}</g>'
        f'<text x="{x}" y="50" font-size="30">{sign}</text>'
        for x, way, sign in ((-35, 1, "+"), (35, -1, "\N{MINUS SIGN}"))
    )


# ---- wheels


def _wheel_face(colour_on_top: int) -> str:
    """Six wedges, their radius `drawing.WHEEL`; the shapes stand with their feet to the hub, so
    that they are told apart however the wheel is turned.
    """
    rotation = rotation_with_on_top(colour_on_top)
    wedges = signs = spokes = ""
    for slot in range(SIDES):
        colour = colour_at(slot, rotation)
        middle = 60 * slot + 30
        x, y = drawing._polar(middle, drawing.SPOT)
        wedges += f'<path class="gir-fill gir-c{colour}" d="{drawing._sector(slot)}"/>'
        sign = _placed(_shape(colour, "gir-on"), x, y, drawing.GLYPH, 90 - middle)
        signs += f'<g class="gir-c{colour}">{sign}</g>'
        spokes += "M0 0 {:.1f} {:.1f}".format(*drawing._polar(60 * slot, drawing.WEDGE))
    rim = f'<circle class="gir-board" r="{drawing.WHEEL:g}"/>'
    hub = f'<circle class="gir-hub" r="{drawing.HUB:g}"/>'
    return f'{rim}{wedges}<path class="gir-spokes" d="{spokes}"/>{signs}{hub}'


def rotation_with_on_top(colour: int) -> int:
    """How a wheel is turned that shows the colour straight up."""
    return next(turn for turn in range(SIDES) if colour_at(TOP, turn) == colour)


def wheel(name: str, radius: float) -> str:
    """A disc to cut; `radius` in millimetres. The name is there twice, beside the pin."""
    scale = drawing.WHEEL / radius
    text = f'<text class="gir-name" y="-12" font-size="21">{name}</text>'
    inside = (
        _wheel_face(0)
        + text
        + _placed(text, 0, 0, turn=180)
        + _pin(scale)
        + _circle(drawing.WHEEL, "gir-cut", CUT * scale)
    )
    return _around(inside, drawing.WHEEL + EDGE * scale)


def die_and_wheels(colours: Sequence[int]) -> str:
    """Six throws, and below each the wheel with its colour on top; 6 wide, 2 high."""
    parts = []
    for number, colour in enumerate(colours, 1):
        x = 100 * number - 50
        parts.append(_placed(_die_face(number, 44), x, 30))
        arrow = '<path class="gir-spin" d="M0-13V0M-5-5 0 0 5-5"/>'
        parts.append(_placed(arrow, x, 86))
        parts.append(_placed(_wheel_face(colour), x, 138, 0.45))
    return picture("".join(parts), (0, 0, 100 * len(colours), 190))


def _die_face(number: int, side: float) -> str:
    pips = "".join(
        f'<circle class="gir-pip" cx="{0.28 * side * x:g}" cy="{0.28 * side * y:g}"'
        f' r="{0.1 * side:g}"/>'
        for x, y in drawing.PIPS[number]
    )
    half = side / 2
    return (
        f'<rect class="gir-die" x="{-half:g}" y="{-half:g}" width="{side:g}" height="{side:g}"'
        f' rx="{side / 5:g}"/>{pips}'
    )


# ---- dials, pieces, markers

DIAL: Final = 50.0  # a dial's radius, as in the layout
# a pointer's round part and where its tip is; the short one is for tens
HANDS: Final = {False: (15.0, 23.0), True: (11.0, 17.0)}


def dial(colour: int, numbers: Sequence[Mapping[str, float]], radius: float) -> str:
    """A disc to cut; `radius` in millimetres."""
    scale = DIAL / radius
    signs = "".join(
        _placed(_shape(colour, "gir-on"), *drawing._polar(60 * n + 60, 45), 0.32)
        for n in range(SIDES)
    )
    written = "".join(
        f'<text class="gir-number" x="{place["x"]:g}" y="{place["y"] + 5.4:g}" font-size="15">'
        f"{number}</text>"
        for number, place in enumerate(numbers)
    )
    inside = (
        f'<g class="gir-c{colour}"><circle class="gir-hand" r="{DIAL:g}"/>'
        f'<circle class="gir-face" r="40"/>{signs}{written}</g>'
        f"{_pin(scale)}{_circle(DIAL, 'gir-cut', CUT * scale)}"
    )
    return _around(inside, DIAL + EDGE * scale)


def hand_size(radius: float, *, is_short: bool) -> tuple[float, float]:
    """A pointer's width and height on a dial of this radius, in millimetres."""
    width, tip = HANDS[is_short]
    return 2 * width * radius / DIAL + 2 * EDGE, (width + tip) * radius / DIAL + 2 * EDGE


def hand(colour: int, radius: float, *, is_short: bool) -> str:
    """A pointer to cut. It fits every dial, so it needs no shape."""
    scale = DIAL / radius
    wide, tip = HANDS[is_short]
    # where the lines from the tip touch the circle
    y = -wide * wide / tip
    x = sqrt(wide * wide - y * y)
    outline = f"M{-x:.2f} {y:.2f}A{wide:g} {wide:g} 0 1 0 {x:.2f} {y:.2f}L0 {-tip:g}Z"
    fill = "gir-short-hand" if is_short else "gir-hand"
    inside = (
        f'<g class="gir-c{colour}"><path class="{fill}" d="{outline}"/></g>{_pin(scale)}'
        f'<path class="gir-cut" stroke-width="{CUT * scale:.3f}" d="{outline}"/>'
    )
    edge = EDGE * scale
    return picture(inside, (-wide - edge, -tip - edge, 2 * (wide + edge), wide + tip + 2 * edge))


CHIP: Final = 16.0  # a piece's radius in units of the board's drawing


def piece(colour: int, radius: float) -> str:
    """A chip to cut; `radius` in millimetres."""
    scale = CHIP / radius
    inside = (
        f'<g class="gir-c{colour}"><circle class="gir-chip" style="stroke:none" r="{CHIP:g}"/>'
        + _placed(_shape(colour, "gir-body"), 0, 0, 0.92)
        + f"</g>{_circle(CHIP, 'gir-cut', CUT * scale)}"
    )
    return _around(inside, CHIP + EDGE * scale)


def marker_size(side: float) -> tuple[float, float]:
    return side + 4 * EDGE, side * sqrt(3) / 2 + 4 * EDGE


def marker(side: float) -> str:
    """A triangle to cut; `side` in millimetres."""
    width, height = marker_size(side)
    edge = 2 * EDGE
    outline = f"M{edge:g} {height - edge:.3f}H{edge + side:.3f}L{width / 2:.3f} {edge:g}Z"
    middle = edge + side / sqrt(3)
    inner = _placed(f'<path d="{_triangle(0.4 * side)}"/>', width / 2, middle)
    return picture(
        f'<path class="gir-marker" stroke-width="{CUT}" d="{outline}"/>'
        f'<g fill="{WHITE}">{inner}</g>',
        (0, 0, width, height),
    )


def _triangle(side: float) -> str:
    """Round 0 0."""
    return f"M{-side / 2:.3f} {side / sqrt(12):.3f}H{side / 2:.3f}L0 {-side / sqrt(3):.3f}Z"


def token(colour: int) -> str:
    """A colour with its shape, in a round field."""
    inside = f'<circle class="gir-hand" r="17"/>{_placed(_shape(colour, "gir-on"), 0, 0, 0.85)}'
    return _around(f'<g class="gir-c{colour}">{inside}</g>', 18)


# ---- the die

SIDE: Final = 18.0  # mm


def _pips(face: int) -> str:
    return "".join(
        f'<circle class="gir-pip" cx="{0.27 * SIDE * a:g}" cy="{0.27 * SIDE * b:g}" r="1.75"/>'
        for a, b in drawing.PIPS[face]
    )


DIE: Final = nets.die(SIDE, 6.0, _pips)


def die() -> str:
    """The net of a die to cut and fold."""
    return picture(f'<g stroke-width="{CUT}">{DIE.drawn("gir")}</g>', DIE.box)
