"""The box as one SVG: carved wood, its own shapes and colours for light and dark, no scripts."""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

from periplo.core.drawing import PIPS, escape, opening, themed
from periplo.fonts import stack
from periplo.games.poleana.signs import SHAPES

# light and dark: by day a box of pine and cedar, by night the same box in walnut
COLOURS: Final = {
    "frame": ("#7d4a22", "#2c1b10"),
    "mitre": ("#8d5729", "#342114"),
    "inlay": ("#e3b878", "#8f673a"),
    "nail": ("#e9cf8f", "#b08d4f"),
    "wood": ("#d7a35f", "#3d2919"),
    "grain": ("#b57f3f", "#4c3521"),
    "square": ("#f6e2b9", "#5b4229"),
    "gallery": ("#dfe0d8", "#4d5350"),
    "edge": ("#6a4019", "#1c110a"),
    "ink": ("#3a210d", "#f6e6c8"),
    "iron": ("#3b3d42", "#0f0f11"),
    "floor": ("#5a3819", "#1a110a"),
    "wall": ("#3c240f", "#0c0704"),
    "slope": ("#4a2d14", "#120b06"),
    "lit": ("#8b5a2b", "#3a2716"),
    "chalk": ("#fbeccb", "#f1dfbd"),
    "plate": ("#f3dfb1", "#d8bd86"),
    "gold": ("#ffd24a", "#ffc533"),
    "ivory": ("#fffaf0", "#f4ead6"),
}

# every class starts with poleana-, for the picture may stand inside a page
STYLE: Final = (
    f"""
.poleana{{font-family:{stack("slab")};font-variant-numeric:lining-nums}}"""
    """
.poleana text{fill:var(--ink);text-anchor:middle;font-weight:700}
.poleana-line{stroke:var(--edge);stroke-width:2.5;stroke-linejoin:round}
.poleana-thread{fill:none;stroke:var(--inlay);stroke-width:4}
.poleana-carved{fill:none;stroke:var(--grain);stroke-width:5}
.poleana-veins{fill:none;stroke:var(--grain);stroke-width:2;opacity:.45}
.poleana-own{fill:var(--own)}
.poleana-tint{fill:var(--own);fill-opacity:.5}
.poleana-socket{fill:#000;fill-opacity:.16;stroke:var(--edge);stroke-width:1;stroke-opacity:.6}
.poleana-socket.poleana-free{stroke:var(--own);stroke-width:1.6;stroke-opacity:.85}
.poleana-emblem{fill:none;stroke:var(--on);stroke-width:2}
.poleana .poleana-number{font-size:25px}
.poleana-door{fill:var(--ink);stroke:var(--square);stroke-width:1.5;stroke-linejoin:round}
.poleana-stream{fill:none;stroke:var(--ink);stroke-width:8;stroke-linecap:round;
stroke-linejoin:round;opacity:.6}
.poleana-haven{fill:none;stroke:var(--on);stroke-width:1.2;stroke-opacity:.75}
.poleana-bars{fill:none;stroke:var(--iron);stroke-width:5;stroke-linecap:round}
.poleana-blocked{fill:url(#poleana-reja);stroke:var(--iron);stroke-width:7}
.poleana-reja{fill:none;stroke:var(--iron);stroke-width:3.5;opacity:.55}
.poleana .poleana-clear{stroke:var(--square);stroke-width:6;stroke-linejoin:round;
paint-order:stroke}
.poleana .poleana-on{fill:var(--on);stroke:var(--own)}
.poleana-halo{fill:#fffaf0;stroke:#fffaf0;stroke-width:3.4;stroke-linejoin:round}
.poleana-rim{fill:#1d1208;stroke:#1d1208;stroke-width:5.4;stroke-linejoin:round}
.poleana .poleana-reo-number{fill:var(--on);font-size:14px}
.poleana .poleana-name{fill:#3a210d;font-size:29px}
.poleana .poleana-seat{fill:#5e3f17;font-size:29px}
.poleana-bare{fill:none;stroke:var(--inlay);stroke-width:2;opacity:.7}
.poleana-shield{fill:#20242e;stroke:#fffaf0;stroke-width:1.6;stroke-linejoin:round}
.poleana-star{fill:#ffd24a}
.poleana .poleana-caption{fill:var(--chalk);font-size:22px}
.poleana-die{stroke:#1d1208;stroke-width:2}
.poleana-pip{fill:#1d1208}
.poleana-spent{opacity:.32}
.poleana .poleana-bonus{fill:#3a210d;font-size:21px}
.poleana-again{fill:none;stroke:var(--gold);stroke-width:5;stroke-linecap:round}
"""
)

GRAIN: Final = (
    "M0 14C60 6 110 24 170 15S260 8 320 14M0 47C50 54 120 36 180 46S270 55 320 47"
    "M0 74C70 66 90 84 160 78S250 64 320 74M0 108C40 102 130 118 190 108S280 102 320 108"
    "M96 60c20-9 50-9 70 0c-20 9-50 9-70 0Z"
)
GRECA: Final = "M0 30H12V20H24V10H36V0H62V24H46V12"  # the stepped fret of Mitla, one turn
GRECA_STEP: Final = 64
SHIELD: Final = "M0-13Q6-9 12-9.5Q13 7 0 14Q-13 7-12-9.5Q-6-9 0-13Z"
STAR: Final = "M0-7.5 1.9-2.3 7.3-2.1 3.1 1.2 4.5 6.4 0 3.4-4.5 6.4-3.1 1.2-7.3-2.1-1.9-2.3Z"
DIE: Final = 62
TILT: Final = (-9, 7)
PLATE: Final = (400, 50)
# the walls of the sunken middle, as `hole` lists its edges: the light falls from above
WALLS: Final = ("slope", "lit", "lit", "lit", "slope", "wall", "wall", "wall")


def draw(
    board: Mapping[str, Any],
    position: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
    caption: str,
    description: str,
) -> str:
    """The whole picture; `description` says the position in words, for those who cannot see it."""
    taken = {(piece["side"], piece["at"]) for piece in board["pieces"] + board["guards"]}
    parts = [
        opening("poleana", board, "poleana-title poleana-description"),
        f'<title id="poleana-title">{escape(words["title"])}</title>',
        f'<desc id="poleana-description">{escape(description)}</desc>',
        *_box(board, words),
        *(_plate(plate, position, names) for plate in board["plates"]),
        *_shapes(board, taken),
        *_barriers(board, words),
        *(_door(door) for door in board["doors"]),
        *(_label(square) for square in board["squares"] if square["number"] is not None),
        *(_reo(piece, names, words) for piece in board["pieces"]),
        *(_guard(guard, words) for guard in board["guards"]),
        *_middle(board, position, names, words, caption),
        "</svg>",
    ]
    return "\n".join(parts)


def draw_background(board: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """The box alone, for whoever lays over it what moves.

    It may be turned towards whoever looks at it. So what has to stay upright, numbers and the
    shapes of the colours, is left to be laid over it as well.
    """
    parts = [
        opening("poleana", board, "poleana-title"),
        f'<title id="poleana-title">{escape(words["title"])}</title>',
        *_box(board, words),
        *(_door(door) for door in board["doors"]),
        "</svg>",
    ]
    return "\n".join(parts)


def _box(board: Mapping[str, Any], words: Mapping[str, str]) -> list[str]:
    return [
        f"<style>{_style()}</style>",
        f"<defs>{_defs()}</defs>",
        *_frame(board),
        *(_square(square, words) for square in board["squares"] if square["kind"] != "out"),
        *(_haven(square) for square in board["squares"] if square["kind"] == "nine"),
        *(_stream(stream) for stream in board["streams"]),
        *_hole(board),
    ]


def _style() -> str:
    fills = "".join(f".poleana-{name}{{fill:var(--{name})}}" for name in COLOURS)
    sides = "".join(
        f".poleana-{side}{{--own:{colour};--on:{ink}}}"
        for side, (colour, ink, _, _) in enumerate(SHAPES, start=1)
    )
    return f"{themed('poleana', COLOURS)}{fills}\n{sides}{STYLE}"


def _defs() -> str:
    shapes = (
        f'<path id="poleana-s{n}" d="{d}"/>' for n, (_, _, _, d) in enumerate(SHAPES, start=1)
    )
    greca = "".join(
        f'<use href="#poleana-turn" transform="translate({n * GRECA_STEP} 0)"/>' for n in range(4)
    )
    return (
        "\n".join(shapes)
        + f'<path id="poleana-turn" d="{GRECA}"/><g id="poleana-greca">{greca}</g>'
        + f'<g id="poleana-guard"><path class="poleana-rim" d="{SHIELD}"/>'
        f'<path class="poleana-shield" d="{SHIELD}"/><path class="poleana-star" d="{STAR}"/></g>'
        '<pattern id="poleana-grain" width="320" height="128" patternUnits="userSpaceOnUse">'
        f'<path class="poleana-veins" d="{GRAIN}"/></pattern>'
        '<pattern id="poleana-reja" width="13" height="13" patternUnits="userSpaceOnUse">'
        '<path class="poleana-reja" d="M6.5 0V13"/></pattern>'
    )


def _frame(board: Mapping[str, Any]) -> list[str]:
    """Four planks mitred at the corners, each with its fret, round the field."""
    whole, thick = board["width"], board["frame"]
    inner, middle = whole - thick, whole / 2
    fret = "".join(
        f'<use href="#poleana-greca" class="poleana-thread"'
        f' transform="translate({x:g} {whole - 51:g}) scale({way} 1)"/>'
        for x, way in ((thick + 2, 1), (inner - 2, -1))
    )
    planks = "".join(
        f'<g transform="rotate({90 * n} {middle:g} {middle:g})">'
        f'<path class="poleana-{("frame", "mitre")[n % 2]}"'
        f' d="M0 {whole:g}L{thick:g} {inner:g}H{inner:g}L{whole:g} {whole:g}Z"/>'
        f'<path fill="url(#poleana-grain)" opacity=".5"'
        f' d="M0 {whole:g}L{thick:g} {inner:g}H{inner:g}L{whole:g} {whole:g}Z"/>{fret}</g>'
        for n in range(4)
    )
    nails = "".join(
        f'<circle class="poleana-nail poleana-line" cx="{x:g}" cy="{y:g}" r="9"/>'
        for x in (thick / 2, whole - thick / 2)
        for y in (thick / 2, whole - thick / 2)
    )
    return [
        '<clipPath id="poleana-round">'
        f'<rect width="{whole:g}" height="{whole:g}" rx="26"/></clipPath>',
        f'<g clip-path="url(#poleana-round)">{planks}{nails}</g>',
        f'<rect class="poleana-wood poleana-line" x="{thick:g}" y="{thick:g}"'
        f' width="{inner - thick:g}" height="{inner - thick:g}"/>',
        f'<rect fill="url(#poleana-grain)" x="{thick:g}" y="{thick:g}"'
        f' width="{inner - thick:g}" height="{inner - thick:g}"/>',
        *(
            f'<g class="poleana-carved" transform="rotate({90 * n} {middle:g} {middle:g})">'
            f'<use href="#poleana-turn" transform="translate({middle - 2:g} {whole - 358:g})'
            f' scale(-1 1)"/><use href="#poleana-turn"'
            f' transform="translate({middle + 2:g} {whole - 358:g})"/></g>'
            for n in range(4)
        ),
    ]


def _plate(
    plate: Mapping[str, Any],
    position: Mapping[str, Any],
    names: Sequence[str],
) -> str:
    """The brass on a side's plank: whose side it is. Gold, if it is their turn."""
    seat, side = plate["seat"], plate["side"]
    width, height = PLATE
    box = f'x="{-width / 2:g}" y="{-height / 2:g}" width="{width}" height="{height}" rx="10"'
    place = f"translate({plate['x']} {plate['y']})"
    turn = f'transform="{place} rotate({plate["angle"]})"'
    if seat is None:
        guarded = any(int(at[0]) == side for at in position["guards"])
        badge = f'<use href="#poleana-guard" transform="{place} scale(1.5)"/>' if guarded else ""
        return f'<rect class="poleana-bare" {turn} {box}/>{badge}'
    name = names[seat]
    size = min(29, (width - 100) / (0.68 * max(1, len(name))))
    now = seat == position["turn"] and position["phase"] != "first"
    return (
        f'<g class="poleana-{side}" {turn}>'
        f'<rect class="poleana-{"gold" if now else "plate"} poleana-line" {box}/>'
        f'<g transform="translate({-width / 2 + 30:g} 0) scale(1.5)">{_shape(side)}</g>'
        f'<text class="poleana-seat" x="{-width / 2 + 66:g}" y="10">{seat + 1}</text>'
        f'<text class="poleana-name" style="font-size:{size:.1f}px" x="38" y="10">'
        f"{escape(name)}</text></g>"
    )


def _square(square: Mapping[str, Any], words: Mapping[str, str]) -> str:
    kind, colour = square["kind"], square["colour"]
    points = " ".join(f"{x:g},{y:g}" for x, y in square["points"])
    fill = {"gallery": "gallery", "exit": "own", "nine": "own"}.get(kind, "square")
    title = f"{square['at']} {words[kind]}" if kind != "cell" else words[kind]
    parts = [
        f'<g class="poleana-{colour or 0}" data-at="{square["at"]}" data-side="{square["side"]}">',
        f"<title>{escape(title)}</title>",
        f'<polygon class="poleana-{fill} poleana-line" points="{points}"/>',
    ]
    if kind in ("escape", "cell"):
        parts.append(f'<polygon class="poleana-tint" points="{points}"/>')
    if kind == "cell":
        parts.append(_bars(square["points"]))
    return "".join((*parts, "</g>"))


def _label(square: Mapping[str, Any]) -> str:
    x, y = square["label"]
    # even where bars cross a barrier's square, its number can be read
    on = {"nine": " poleana-clear poleana-on", "yard": " poleana-clear"}.get(square["kind"], "")
    return (
        f'<text class="poleana-number poleana-{square["colour"] or 0}{on}" x="{x}" y="{y + 9:g}">'
        f"{square['number']}</text>"
    )


def _shapes(board: Mapping[str, Any], taken: Container[tuple[int, str]]) -> list[str]:
    """The colours' shapes: holes in the wood that wait for a reo, marks on exits and nines."""
    layers = {
        "cell": "socket",
        "escape": "socket",
        "out": "socket poleana-free",
        "exit": "emblem",
        "nine": "emblem",
    }
    return [
        f'<use href="#poleana-s{square["colour"]}"'
        f' class="poleana-{square["colour"]} poleana-{layer}"'
        f' transform="translate({x} {y}) scale({r / 13:.2f})"/>'
        for square in board["squares"]
        if (layer := layers.get(square["kind"]))
        and (layer != "emblem" or (square["side"], square["at"]) not in taken)
        for x, y, r in square["places"][0]
    ]


def _bars(points: Sequence[tuple[float, float]]) -> str:
    """Bars between the reos of a cell, from its door on the yard to the gallery behind it."""
    (x0, y0), (x1, y1), _, (x3, y3) = points
    depth_x, depth_y = x3 - x0, y3 - y0
    bars = "".join(
        f"M{x0 + (x1 - x0) * n / 4:g} {y0 + (y1 - y0) * n / 4:g}l{depth_x:g} {depth_y:g}"
        for n in range(5)
    )
    return f'<path class="poleana-bars" d="{bars}"/>'


def _door(door: Mapping[str, Any]) -> str:
    return (
        f'<path class="poleana-door" d="M-6-9 9 0-6 9Z"'
        f' transform="translate({door["x"]} {door["y"]}) rotate({door["angle"]})"/>'
    )


def _stream(stream: Mapping[str, Any]) -> str:
    """Which way everybody runs."""
    half = stream["length"] / 2
    return (
        f'<path class="poleana-stream" d="M{-half:g} 0H{half:g}m-18-15 18 15-18 15"'
        f' transform="translate({stream["x"]} {stream["y"]}) rotate({stream["angle"]})"/>'
    )


def _haven(square: Mapping[str, Any]) -> str:
    """A shield about the mark of a nine, where nobody is caught.  [POL-11]"""
    x, y, r = square["places"][0][0]
    return (
        f'<path class="poleana-haven poleana-{square["colour"]}" d="{SHIELD}"'
        f' transform="translate({x} {y}) scale({r / 9:.2f})"/>'
    )


def _hole(board: Mapping[str, Any]) -> list[str]:
    middle, deep = board["width"] / 2, 0.93
    rim = board["hole"]
    floor = [(middle + deep * (x - middle), middle + deep * (y - middle)) for x, y in rim]
    parts = [
        '<polygon class="poleana-floor poleana-line" points="'
        + " ".join(f"{x:g},{y:g}" for x, y in rim)
        + '"/>'
    ]
    for n, shade in enumerate(WALLS):
        edge = (rim[n], rim[n - 1], floor[n - 1], floor[n])
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in edge)
        parts.append(f'<polygon class="poleana-{shade}" points="{points}"/>')
    return parts


def _barriers(board: Mapping[str, Any], words: Mapping[str, str]) -> list[str]:
    """Squares that two or three reos of a colour have closed."""
    here = Counter(
        (piece["side"], piece["at"], piece["colour"])
        for piece in board["pieces"]
        if piece["at"] not in ("cell", "out")
    )
    outlines = {(square["side"], square["at"]): square["points"] for square in board["squares"]}
    parts = []
    for (side, at, colour), count in here.items():
        if count > 1:
            across, down = zip(*outlines[side, at], strict=True)
            parts.append(
                f'<g class="poleana-{colour}"><title>{at} {escape(words["barrier"])}</title>'
                f'<rect class="poleana-blocked" x="{min(across) + 2:g}" y="{min(down) + 2:g}"'
                f' width="{max(across) - min(across) - 4:g}"'
                f' height="{max(down) - min(down) - 4:g}" rx="6"/></g>'
            )
    return parts


def _shape(colour: int) -> str:
    return "".join(
        f'<use href="#poleana-s{colour}" class="poleana-{layer}"/>'
        for layer in ("rim", "halo", "own")
    )


def _reo(
    piece: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
) -> str:
    colour, number, at = piece["colour"], piece["reo"] + 1, piece["at"]
    who = f"{names[piece['seat']]}: {words['reo']} {number}, {words.get(at, at)}"
    return (
        f'<g class="poleana-reo poleana-{colour}" data-seat="{piece["seat"]}"'
        f' data-reo="{piece["reo"]}" data-at="{at}"'
        f' transform="translate({piece["x"]} {piece["y"]}) scale({piece["r"] / 14.5:.3f})">'
        f"<title>{escape(who)}</title>{_shape(colour)}"
        f'<text class="poleana-reo-number" y="{SHAPES[colour - 1][2] + 5:g}">{number}</text></g>'
    )


def _guard(guard: Mapping[str, Any], words: Mapping[str, str]) -> str:
    return (
        f'<g class="poleana-guard" data-at="{guard["at"]}"'
        f' transform="translate({guard["x"]} {guard["y"]}) scale({guard["r"] / 15:.2f})">'
        f"<title>{escape(words['guard'])} {guard['at']}</title>"
        '<use href="#poleana-guard"/></g>'
    )


def _middle(
    board: Mapping[str, Any],
    position: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
    caption: str,
) -> list[str]:
    """In the sunken middle: whose turn, the dice, what is still to be done."""
    middle, turn, phase = board["width"] / 2, position["turn"], position["phase"]
    parts = [f'<g transform="translate({middle:g} {middle:g})">']
    if phase != "first":
        side = position["seats"][turn]["side"]
        parts.append(
            f'<g class="poleana-{side}" transform="translate(0 -104) scale(1.9)">{_shape(side)}</g>'
            f'<text class="poleana-caption" y="-50">{escape(names[turn])}</text>'
        )
    if phase == "over":
        parts.append(f'<path class="poleana-star" transform="scale(5.5)" d="{STAR}"/>')
    parts.append(f'<text class="poleana-caption" y="57">{escape(caption)}</text>')
    left = list(position["left"])
    for n, die in enumerate(position["dice"] or ((0, 0) if phase != "over" else ())):
        spent = die not in left
        if not spent:
            left.remove(die)
        parts.append(_die(die, 42 * (2 * n - 1), TILT[n], spent))
    aside = 30 if position["bonus"] and position["again"] else 0
    if position["bonus"]:
        parts.append(
            f'<g transform="translate({-aside} 108)">'
            '<circle class="poleana-gold poleana-line" r="24"/>'
            '<text class="poleana-bonus" y="7">+10</text></g>'
        )
    if position["again"]:
        parts.append(
            f'<g transform="translate({aside} 108)"><title>{escape(words["again"])}</title>'
            '<path class="poleana-again" d="M16-8A18 18 0 1 0 18 4M18-18V-6H6"/></g>'
        )
    return [*parts, "</g>"]


def _die(pips: int, x: float, tilt: int, spent: bool) -> str:
    half, spread = DIE / 2, DIE * 0.27
    return (
        f'<g class="poleana-{"spent" if spent else "live"}" data-die="{pips}"'
        f' transform="translate({x:g} 0) rotate({tilt})">'
        f'<rect class="poleana-ivory poleana-die" x="{-half:g}" y="{-half:g}" width="{DIE}"'
        f' height="{DIE}" rx="12"/>'
        + "".join(
            f'<circle class="poleana-pip" cx="{a * spread:.1f}" cy="{b * spread:.1f}" r="6"/>'
            for a, b in PIPS[pips]
        )
        + "</g>"
    )
