"""Drawings of the print kit: the box for a table with people on all four sides, and all that is
folded. Everything but the board is in millimetres.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from periplo.core import nets
from periplo.core.drawing import PIPS, escape, opening
from periplo.core.kits import Ink
from periplo.core.nets import Net, flap, panel
from periplo.fonts import stack
from periplo.games.poleana import drawing
from periplo.games.poleana.board import SIDES
from periplo.games.poleana.layout import _TO_THE_RIGHT
from periplo.games.poleana.signs import SHAPES

INK: Final = drawing.COLOURS["ink"][0]
WHITE: Final = "#ffffff"
# without the dark wood, which drinks ink; the gallery stays a little grey, for it is called so
_PALE: Final = {
    **dict.fromkeys(("frame", "mitre", "wood", "square", "plate", "floor", "ivory"), WHITE),
    "gallery": "#e9e9e4", "grain": "#efe3cf", "lit": "#f4f0ea", "slope": "#e4ded3",
    "wall": "#d5cdc0", "chalk": INK,
}  # fmt: skip
# in greys, what stands upon a colour has to be black, for no grey is dark
TONES: Final[dict[Ink, dict[str, str]]] = {
    "save": _PALE,
    "black": _PALE | {"on": "#000000", "edge": "#000000", "inlay": "#000000"},
}
# outside of browsers, the board's own letters have figures of different heights
LINES: Final = (
    f".poleana .poleana-number,.poleana .poleana-reo-number{{font-family:{stack('serif')}}}"
    ".poleana-outline{fill:none}"
    ".poleana-under{fill:none;stroke:var(--ink);stroke-width:2.5}"
    ".poleana-under.poleana-on{stroke:var(--on)}"
    ".poleana-cut{fill:none;stroke:#241c14;stroke-width:.3;stroke-linejoin:round}"
    ".poleana-fold{fill:none;stroke:#241c14;stroke-width:.25;stroke-dasharray:1.6 1.2}"
    ".poleana-flap{fill:#e6e1d6}"
    ".poleana-stripes{fill:none;stroke:var(--own);stroke-width:1.1}"
    ".poleana .poleana-brand{font-size:9px}"
    ".poleana .poleana-middle{fill:var(--chalk);font-size:38px}"
)
RIM: Final = 16.4  # how far a shape reaches with its rim, in its own units
TURNED: Final = (6, 9)  # where they could be taken for each other, they are underlined
STAR: Final = f'<path class="poleana-star" d="{drawing.STAR}"/>'


def picture(inside: str, box: Sequence[float]) -> str:
    """A drawing of its own in the looks of the board: x, y, width and height of what is seen."""
    x, y, width, height = box
    begin = opening("poleana", {"width": width, "height": height}, "")
    begin = begin.replace('viewBox="0 0 ', f'viewBox="{x:g} {y:g} ')
    styles = f"<style>{drawing._style()}{LINES}</style><defs>{drawing._defs()}</defs>"
    return f"{begin}{styles}{inside}</svg>"


def placed(inside: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    return f'<g transform="translate({x:g} {y:g}) rotate({turn:g}) scale({scale:g})">{inside}</g>'


def shape(side: int, number: str = "") -> str:
    """A side's shape in its colour, round 0 0."""
    drop = SHAPES[side - 1][2] + 5
    text = f'<text class="poleana-reo-number" y="{drop:g}">{number}</text>' if number else ""
    return f'<g class="poleana-{side}">{drawing._shape(side)}{text}</g>'


def shape_alone(side: int) -> str:
    return picture(shape(side), (-RIM, -RIM, 2 * RIM, 2 * RIM))


def guard_alone() -> str:
    return picture('<use href="#poleana-guard"/>', (-16, -16, 32, 32))


def dice_alone(dice: Sequence[int]) -> str:
    """A throw; 2 wide, 1 high."""
    half = drawing.DIE * 0.56
    pair = (
        drawing._die(pips, way * half, 0, False) for pips, way in zip(dice, (-1, 1), strict=True)
    )
    return picture("".join(pair), (-2 * half, -half, 4 * half, 2 * half))


# ---- the board


def board_for_paper(
    board: Mapping[str, Any], name: str, words: Mapping[str, str], colours: Sequence[str]
) -> str:
    """The box as it lies between people: numbers and plates are turned to whoever sits there."""
    middle = board["width"] / 2
    parts = [
        opening("poleana", board, "poleana-title"),
        f'<title id="poleana-title">{escape(words["title"])}</title>',
        *_with_lines(drawing._box(board, words)),
        f'<rect class="poleana-outline poleana-line" x="1.3" y="1.3" rx="25"'
        f' width="{board["width"] - 2.6:g}" height="{board["height"] - 2.6:g}"/>',
        *(_plate(plate, colours[plate["side"] - 1]) for plate in board["plates"]),
        *(_shapes(square) for square in board["squares"]),
        *(drawing._door(door) for door in board["doors"]),
        *(_label(square) for square in board["squares"] if square["number"] is not None),
        *(placed(_middle(name), middle, middle, turn=turn) for turn in (0, 180)),
        placed(STAR, middle, middle, 3),
        "</svg>",
    ]
    return "\n".join(parts)


def _with_lines(box: Sequence[str]) -> list[str]:
    styles, *rest = box
    return [styles.replace("</style>", f"{LINES}</style>"), *rest]


def _turn(square: Mapping[str, Any]) -> int:
    """Towards whoever sits at its side; only the nines, between two sides, stay upright."""
    return 0 if square["kind"] == "nine" else _TO_THE_RIGHT[square["side"]]


def _shapes(square: Mapping[str, Any]) -> str:
    shapes = "".join(drawing._shapes({"squares": [square]}, ()))
    return shapes.replace(" scale(", f" rotate({_turn(square)}) scale(")


def _label(square: Mapping[str, Any]) -> str:
    kind = square["kind"]
    # in the grey of a gallery nothing else is printed
    x, y = (square["x"], square["y"]) if kind == "gallery" else square["label"]
    label = drawing._label({**square, "label": (x, y)})
    if kind in ("yard", "nine") and square["number"] in TURNED:
        on = " poleana-on" if kind == "nine" else ""
        under = f"M{x - 7:g} {y + 13:g}h14"
        label += f'<path class="poleana-{square["colour"] or 0} poleana-under{on}" d="{under}"/>'
    return f'<g transform="rotate({_turn(square)} {x:g} {y:g})">{label}</g>'


def _plate(plate: Mapping[str, Any], colour: str) -> str:
    side = plate["side"]
    width, height = drawing.PLATE
    inside = (
        f'<rect class="poleana-plate poleana-line" x="{-width / 2:g}" y="{-height / 2:g}"'
        f' width="{width}" height="{height}" rx="10"/>'
        f'<text class="poleana-name" y="10">{escape(colour)}</text>'
        + "".join(placed(shape(side), way * (width / 2 - 30), 0, 1.5) for way in (-1, 1))
    )
    return placed(inside, plate["x"], plate["y"], turn=_TO_THE_RIGHT[side])


def _middle(name: str) -> str:
    return f'<text class="poleana-middle" y="62">{escape(name)}</text>'


def square_alone(
    board: Mapping[str, Any], side: int, at: str, words: Mapping[str, str], margin: float
) -> str:
    """One square of the board, as high as wide."""
    square = next(one for one in board["squares"] if (one["side"], one["at"]) == (side, at))
    across, down = zip(*square["points"], strict=True)
    middle = (max(across) + min(across)) / 2, (max(down) + min(down)) / 2
    half = max(max(across) - min(across), max(down) - min(down)) / 2 + margin
    inside = [
        drawing._square(square, words),
        drawing._haven(square) if square["kind"] == "nine" else "",
        _shapes(square),
        _label(square) if square["number"] is not None else "",
    ]
    turned = f'<g transform="rotate({-_turn(square)} {middle[0]:g} {middle[1]:g})">'
    box = (middle[0] - half, middle[1] - half, 2 * half, 2 * half)
    return picture(f"{turned}{''.join(inside)}</g>", box)


# ---- what is folded


def folded(net: Net) -> str:
    return picture(net.drawn("poleana"), net.box)


@dataclass(frozen=True, slots=True)
class Tent:
    """How large a piece is that stands: two slanting sides upon a foot."""

    width: float
    height: float
    foot: float


FLAP: Final = 5.0


def tent(size: Tent, inside: str) -> Net:
    """`inside` is on both sides, within the width on either side of 0 and the height below it."""
    width, height = size.width, size.height
    sides = panel(0, 0, width, height), panel(0, height, width, height)
    foot = panel(0, 2 * height, width, size.foot)
    printed = placed(inside, width / 2, height, turn=180) + placed(inside, width / 2, height)
    return Net((*sides, foot), (flap(foot, 2, FLAP, 1.5),), printed)


def reo(size: Tent, side: int, number: int) -> Net:
    radius = size.width / 2 - 0.8
    sign = placed(shape(side, str(number)), 0, radius + 1, radius / RIM)
    first = 2 * radius + 2.6
    stripes = "".join(
        f"M{-size.width / 2:g} {y:g}h{size.width:g}"
        for n in range(3)
        if (y := first + 2.1 * n) < size.height - 0.5
    )
    coat = f'<g class="poleana-{side}"><path class="poleana-stripes" d="{stripes}"/></g>'
    return tent(size, coat + sign)


def guard(size: Tent, side: int, number: str) -> Net:
    """A shield, and the square where it stands."""
    radius = size.width / 2 - 0.8
    room = (size.height - 2 * radius - 1.4) / 2
    badge = placed('<use href="#poleana-guard"/>', 0, radius + 0.9, radius / 16)
    post = placed(shape(side, number), 0, size.height - room - 0.3, room / RIM)
    return tent(size, badge + post)


DIE: Final = 18.0
DIE_FLAP: Final = 6.0


def die() -> Net:
    return nets.die(DIE, DIE_FLAP, _pips)


def _pips(face: int) -> str:
    return "".join(
        f'<circle class="poleana-pip" cx="{0.27 * DIE * a:g}" cy="{0.27 * DIE * b:g}" r="1.75"/>'
        for a, b in PIPS[face]
    )


@dataclass(frozen=True, slots=True)
class Tray:
    length: float
    width: float
    height: float


BOX: Final = Tray(104.0, 76.0, 26.0)  # a card and all pieces have room in it
LID: Final = Tray(BOX.length + 1.5, BOX.width + 1.5, 18.0)
CORNER: Final = (13.0, 3.0)  # the flaps at the corners: how deep, and how slanting


def _tray(size: Tray, walls: str, ground: str) -> Net:
    """The ground, and four walls that have `walls` upon them; see `_walls`."""
    length, width, height = size.length, size.width, size.height
    around = (
        panel(0, -height, length, height),
        panel(length, 0, height, width),
        panel(0, width, length, height),
        panel(-height, 0, height, width),
    )
    flaps = tuple(flap(around[wall], edge, *CORNER) for wall in (0, 2) for edge in (1, 3))
    return Net((panel(0, 0, length, width), *around), flaps, ground + walls)


def _walls(size: Tray) -> Iterator[tuple[str, float]]:
    """How each wall is turned, its fold at the top; and how long it is."""
    length, width = size.length, size.width
    yield f"translate({length:g} 0) rotate(180)", length
    yield f"translate({length:g} {width:g}) rotate(-90)", width
    yield f"translate(0 {width:g})", length
    yield "translate(0 0) rotate(90)", width


def box() -> Net:
    """Barred all round, for the reos sit in it."""
    walls = ""
    for turn, length in _walls(BOX):
        count = round(length / 8)
        bars = "".join(f"M{length * n / count:g} 3V{BOX.height - 3:g}" for n in range(1, count))
        rails = f"M4 7H{length - 4:g}M4 {BOX.height - 7:g}H{length - 4:g}"
        walls += (
            f'<g transform="{turn}"><path class="poleana-wood"'
            f' d="M0 0H{length:g}V{BOX.height:g}H0Z"/>'
            f'<path class="poleana-bars" style="stroke-width:1.3" d="{bars}{rails}"/></g>'
        )
    return _tray(BOX, walls, "")


def lid(name: str) -> Net:
    """With the fret of the board's frame, and the four sides' shapes."""
    walls, scale = "", 9 / 30
    pitch = drawing.GRECA_STEP * scale
    for turn, length in _walls(LID):
        count = int((length - 2) / pitch)
        frets = "".join(
            placed('<use href="#poleana-turn" class="poleana-thread"/>', x, 4.5, scale)
            for n in range(count)
            for x in [(length - count * pitch) / 2 + n * pitch]
        )
        walls += (
            f'<g transform="{turn}"><path class="poleana-frame"'
            f' d="M0 0H{length:g}V{LID.height:g}H0Z"/>{frets}</g>'
        )
    length, width = LID.length, LID.width
    signs = "".join(
        placed(shape(side), length / 2 + (side - (SIDES + 1) / 2) * 21, width * 0.66, 0.55)
        for side in range(1, SIDES + 1)
    )
    ground = (
        f'<path class="poleana-wood" d="M0 0H{length:g}V{width:g}H0Z"/>'
        f'<rect class="poleana-thread" style="stroke-width:1" x="4" y="4" width="{length - 8:g}"'
        f' height="{width - 8:g}" rx="3"/>'
        f'<text class="poleana-brand" x="{length / 2:g}" y="{width * 0.38:g}">{escape(name)}</text>'
    )
    return _tray(LID, walls, ground + signs)
