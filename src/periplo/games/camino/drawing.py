"""The honeycombs as one SVG: its own paths, colours for light and dark, no scripts."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from math import atan2, degrees
from typing import Any, Final

from periplo.core.drawing import escape, opening, themed
from periplo.fonts import stack
from periplo.games.camino.board import ROUNDS, STARTS

# light, dark
COLOURS: Final = {
    "paper": ("#f6f1e5", "#14161b"),
    "ink": ("#25222c", "#f4ecdb"),
    "faint": ("#8b8372", "#8d8a86"),
    "hair": ("#d9cfba", "#343840"),
    "face": ("#fffdf6", "#1d2027"),
    "stamp": ("#000000a8", "#ffffffa8"),
    "gold": ("#c8962a", "#e3b54c"),
    "R": ("#d4574a", "#b9473d"),
    "R2": ("#eb9483", "#dd7f70"),
    "G": ("#6f9f58", "#517c41"),
    "G2": ("#a9cb90", "#83ad6d"),
    "B": ("#4a83bd", "#376a9f"),
    "B2": ("#92bce2", "#77a6d3"),
    "Y": ("#f0c348", "#c99a2b"),
    "Y2": ("#fbe4a0", "#ecc768"),
    "A": ("#b3b0a8", "#6d6c6b"),
    "A2": ("#dcdad3", "#9a9996"),
    "P": ("#8a66a8", "#6c4b8b"),
    "P2": ("#bfa2d6", "#a283c1"),
}

# Every colour has its own picture too: what it fills, what it strokes; within 29 of the middle.
PICTURES: Final = {
    "R": (  # a poppy
        "M0-3C-9-11-11-25 0-27 11-25 9-11 0-3ZM3-1C8-12 20-19 26-9 28 2 15 5 3-1Z"
        "M2 3C14 4 25 14 16 22 7 27 0 15 2 3ZM-2 3C0 15-7 27-16 22-25 14-14 4-2 3Z"
        "M-3-1C-15 5-28 2-26-9-20-19-8-12-3-1Z",
        "",
    ),
    "G": (  # a sprig
        "M0-29C8-22 8-12 0-6-8-12-8-22 0-29ZM3 3C4-8 14-14 25-12 25-2 15 5 3 3Z"
        "M-3 3C-4-8-14-14-25-12-25-2-15 5-3 3ZM3 20C4 10 13 5 23 7 22 16 13 22 3 20Z"
        "M-3 20C-4 10-13 5-23 7-22 16-13 22-3 20Z",
        "M0-8V29",
    ),
    "B": (  # the sea
        "",
        "M-27-12q6.75-10 13.5 0t13.5 0 13.5 0 13.5 0M-27 2q6.75-10 13.5 0t13.5 0 13.5 0 13.5 0"
        "M-27 16q6.75-10 13.5 0t13.5 0 13.5 0 13.5 0",
    ),
    "Y": (  # the sun
        "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0Z",
        "M0-18V-27M9-15.6 13.5-23.4M15.6-9 23.4-13.5M18 0H27M15.6 9 23.4 13.5M9 15.6 13.5 23.4"
        "M0 18V27M-9 15.6-13.5 23.4M-15.6 9-23.4 13.5M-18 0H-27M-15.6-9-23.4-13.5"
        "M-9-15.6-13.5-23.4",
    ),
    "A": (  # the mountains
        "M-9-23-1.5-9-5-5-9-10-13-5-16.5-9ZM-18.5-5-13.5 1-9-4-4.5 1 .5-5 5 3.5 12-8 30 19H-31Z",
        "",
    ),
    "P": (  # the moon and a star
        "M5-26A26 26 0 1 0 25 11 21 21 0 0 1 5-26Z"
        "M15-12 17.5-5.5 24-3 17.5-.5 15 6 12.5-.5 6-3 12.5-5.5Z",
        "",
    ),
}  # fmt: skip

# The figures are drawn, so that they are the same everywhere: how wide, and the stroke, 27 high.
FIGURES: Final = {
    "0": (22, "M0-13.5C11-13.5 11 13.5 0 13.5-11 13.5-11-13.5 0-13.5Z"),
    "1": (15, "M-4-8.5 2-13V13.5"),
    "2": (22, "M-7.5-7A7.5 6.5 0 0 1 7.5-7C7.5-1-6 5-8 13H8.5"),
    "3": (22, "M-7-13H7L-1.5-3A8 8 0 1 1-8 8"),
    "4": (23, "M4 13.5V-13L-9 6H9"),
    "5": (22, "M7-13H-5.5L-6.5-2.5A8.2 8.2 0 1 1-8 8.5"),
    "6": (22, "M5-13.5C-3-9-8-2-8 5A8 8 0 1 0 8 5 8 8 0 0 0-7.5 2.5"),
    "7": (21, "M-8-13H8L-3.5 13.5"),
    "8": (22, "M0-13.5A5.8 5.8 0 0 1 0-1.9 5.8 5.8 0 0 1 0-13.5Z"
          "M0-1.9A7.7 7.7 0 0 1 0 13.5 7.7 7.7 0 0 1 0-1.9Z"),
    "9": (22, "M-5 13.5C3 9 8 2 8-5A8 8 0 1 0-8-5 8 8 0 0 0 7.5-2.5"),
    "-": (20, "M-6 1H6"),
}  # fmt: skip

SHELL: Final = (
    "M-4 13H4L5 9C11 9 15 5 15-1 15-9 8-14 0-14-8-14-15-9-15-1-15 5-11 9-5 9Z",
    "M0 10V-9M-2.5 9-8-6M2.5 9 8-6M-4 8-12-1M4 8 12-1",
)
# the ends of a line, pointing right: small, and large enough to stand out behind a number
HEAD: Final = ("M40 0 8-16A18 18 0 1 0 8 16Z", "M47 0 16.5-21.5A27 27 0 1 0 16.5 21.5Z")
TAIL: Final = ("M0 0H32M32-18V18", "M0 0H34M34-19V19")
TICK: Final = "M-9 0-3 7 10-9"

STYLE: Final = (
    f"""
.cam{{font-family:{stack("serif")};font-variant-numeric:lining-nums}}"""
    """
.cam text{fill:var(--ink)}
.cam .mid{text-anchor:middle}.cam .end{text-anchor:end}
.cam .soft{fill:var(--faint)}
/* what is used again knows nothing of its ancestors */
.cam-tile{stroke-width:5;stroke-linejoin:round}
.cam-pic{stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.cam .id{font-size:12px;fill:var(--stamp);text-anchor:middle}
.cam .casing,.cam .line,.cam .beads{fill:none;stroke-linecap:round;stroke-linejoin:round}
.cam .casing{stroke:var(--paper);stroke-width:20}
.cam .line{stroke:var(--ink);stroke-width:13}
.cam .beads{stroke:var(--paper);stroke-width:5.5;stroke-dasharray:.1 10.9}
.cam-fresh{fill:none;stroke:var(--paper);stroke-width:3.5;stroke-linejoin:round}
.cam .disc{fill:var(--face);stroke:var(--gold);stroke-width:4}
.cam .start .disc{stroke:var(--ink)}
.cam .disc.half{stroke:var(--faint);stroke-width:2.5;stroke-dasharray:4 4}
.cam .disc.won{fill:var(--ink)}.cam .disc.won.half{stroke:var(--paper);stroke-dasharray:none}
.cam .figure{fill:none;stroke:var(--ink);stroke-width:4.2;stroke-linecap:round;
stroke-linejoin:round}
.cam .half+.figure{stroke:var(--faint)}
.cam .won+.figure,.cam .seat+.figure{stroke:var(--paper)}
.cam .seat{fill:var(--ink)}
.cam .head{fill:var(--ink);stroke-width:3}.cam .casing.head{fill:var(--paper);stroke-width:10}
.cam .line.tail{stroke-width:10}.cam .casing.tail{stroke-width:17}
.cam .knob{fill:var(--paper);stroke:var(--ink);stroke-width:8}
.cam .hole{fill:var(--paper)}
.cam .back{fill:none;stroke:var(--gold);stroke-width:2.5}
.cam .used{opacity:.28}.cam .gone{opacity:.3}
.cam .title{letter-spacing:1px}.cam .honour{font-style:italic}
.cam .badge{fill:var(--face);stroke:var(--ink);stroke-width:1.5}
.cam .shell{fill:var(--face);stroke:var(--ink);stroke-width:2.4;stroke-linejoin:round;
stroke-linecap:round}
.cam-maybe{fill:none;stroke:var(--ink);stroke-width:3;stroke-dasharray:7 7}
.cam .sheet{fill:var(--face);stroke:var(--hair);stroke-width:2}
.cam .now{stroke:var(--ink);stroke-width:3}
.cam .tick{fill:none;stroke:var(--ink);stroke-width:4.5;stroke-linecap:round;stroke-linejoin:round}
.cam .rule{stroke:var(--hair);stroke-width:1.5}
.cam .missed{opacity:.3}.cam .cross{stroke:var(--ink);stroke-width:3;stroke-linecap:round}
"""
)


def draw(
    places: Mapping[str, Any],
    position: Mapping[str, Any],
    names: Sequence[str],
    honours: Sequence[str],
    words: Mapping[str, str],
    description: Sequence[str],
) -> str:
    """The picture; `description` says in lines of words what it shows."""
    parts = [
        f"<desc>{escape(' '.join(description[1:]))}</desc>",
        f'<rect width="{places["width"]:g}" height="{places["height"]:g}" fill="var(--paper)"/>',
        _title(places, position, words),
    ]
    for n, place in enumerate(places["boards"]):
        parts.append(
            _group(place["x"], place["y"], _board(places, n, position, names[n], honours[n]))
        )
    parts.append(
        _group(places["table"]["x"], places["table"]["y"], _table(places, position, names, words))
    )
    parts.append(_group(places["pack"]["x"], places["pack"]["y"], _pack(places, position, words)))
    return _document(places, places["radius"], description[0], parts)


def background(
    cells: Collection[Mapping[str, Any]], size: Mapping[str, float], radius: float, title: str
) -> str:
    """One honeycomb on which nothing is drawn yet, all numbers in full."""
    numbers = [
        _group(cell["x"], cell["y"], _station(cell["number"], cell["number"], False))
        for cell in cells
        if cell["number"]
    ]
    return _document(size, radius, title, [_cells(cells), *numbers])


def shapes() -> dict[str, Any]:
    """What is drawn over a background, for whoever does that elsewhere: paints and path data."""
    return {
        "paints": COLOURS,
        "pictures": PICTURES,
        "figures": FIGURES,
        "shell": "".join(SHELL),
        "head": HEAD,
        "tail": TAIL,
        "tick": TICK,
    }


def _document(size: Mapping[str, float], radius: float, title: str, parts: Iterable[str]) -> str:
    head = (
        opening("cam", size, ""),
        f"<title>{escape(title)}</title>",
        f"<style>{themed('cam', COLOURS)}{STYLE}</style>",
        f"<defs>{_tiles(radius)}</defs>",
    )
    return "\n".join([*head, *parts, "</svg>"])


def _group(x: float, y: float, inside: str, scale: float = 1, turn: float = 0) -> str:
    zoom = f" scale({scale:g})" if scale != 1 else ""
    spin = f" rotate({turn:g})" if turn else ""
    return f'<g transform="translate({x:g} {y:g}){spin}{zoom}">{inside}</g>'


def _path(kind: str, data: str) -> str:
    return f'<path class="{kind}" d="{data}"/>'


def _figure(value: int, x: float, y: float, scale: float, anchor: float = 0.5) -> str:
    """A whole number in drawn figures; `anchor` 0 stands to the right of x, 1 to the left."""
    wide = [FIGURES[sign][0] for sign in str(value)]
    at = -anchor * sum(wide)
    inside = ""
    for sign, step in zip(str(value), wide, strict=True):
        inside += f'<path transform="translate({at + step / 2:g})" d="{FIGURES[sign][1]}"/>'
        at += step
    return f'<g class="figure" transform="translate({x:g} {y:g}) scale({scale:g})">{inside}</g>'


def _text(kind: str, x: float, y: float, size: float, words: str) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(words)}</text>'


def _name(x: float, y: float, width: float, size: float, name: str) -> str:
    """A name that never runs out of its box."""
    return (
        f'<svg x="{x:g}" y="{y - size:g}" width="{width:g}" height="{1.5 * size:g}">'
        f"{_text('', 0, size, size, name)}</svg>"
    )


def _tiles(radius: float) -> str:
    """What stands on the boards again and again: tiles, plain and with room for a number."""
    tile = _hexagon(radius - 4)
    ring = _hexagon(radius - 6.5)
    parts = [
        f'<path id="cam-{kind}" class="cam-{kind}" d="{ring}"/>' for kind in ("fresh", "maybe")
    ]
    for colour, (filled, stroked) in PICTURES.items():
        paint = f"var(--{colour}2)"
        picture = (
            f'<g id="cam-{colour}-pic" class="cam-pic" fill="{paint}" stroke="{paint}">'
            f'<path stroke="none" d="{filled}"/><path fill="none" d="{stroked}"/></g>'
        )
        background = (
            f'<path class="cam-tile" fill="var(--{colour})" stroke="var(--{colour})" d="{tile}"/>'
        )
        small = "".join(
            f'<use href="#cam-{colour}-pic" transform="translate({x:g} {y:g}) scale(.33)"/>'
            for x, y in ((0, -31), (-26.8, 15.5), (26.8, 15.5))
        )
        parts.append(picture)
        parts.append(f'<g id="cam-{colour}">{background}<use href="#cam-{colour}-pic"/></g>')
        parts.append(f'<g id="cam-{colour}-n">{background}{small}</g>')
    return "".join(parts)


def _hexagon(radius: float) -> str:
    half, side = radius / 2, radius * 0.8660254
    return (
        f"M0 {-radius:g} {side:.2f} {-half:g} {side:.2f} {half:g} 0 {radius:g} "
        f"{-side:.2f} {half:g} {-side:.2f} {-half:g}Z"
    )


def _use(what: str, x: float, y: float) -> str:
    return f'<use href="#cam-{what}" x="{x:g}" y="{y:g}"/>'


def _title(places: Mapping[str, Any], position: Mapping[str, Any], words: Mapping[str, str]) -> str:
    left = places["table"]["x"]
    right = places["width"] - left
    count = f"{words['round']} {position['round']} {words['of']} {ROUNDS}"
    return (
        _text("title", left, 92, 54, "El camino")
        + _text("end", right, 74, 26, count)
        + _text("end soft", right, 100, 18, words[position["phase"]])
    )


# a seat's board


def _board(
    places: Mapping[str, Any], n: int, position: Mapping[str, Any], name: str, honour: str
) -> str:
    place, seat = places["boards"][n], position["seats"][n]
    cells = {cell["cell"]: cell for cell in places["cells"]}
    path, width, height = seat["path"], place["width"], place["height"]
    parts = [
        f'<circle class="seat" cx="15" cy="-31" r="15"/>{_figure(n + 1, 15, -31, 0.55)}',
        _name(40, -22, 480, 28, name),
        _figure(place["total"], 0, 34, 1.75, 0),
        _text("soft", 0, 88, 17, f"{sum(seat['scored'].values())} − {len(cells) - len(path)}"),
    ]
    if position["phase"] in ("card", "draw"):
        parts.append(_group(width - 52, 38, _card(place["card"], position["card"]), turn=4))
    parts.append(_text("end honour", width, height - 8, 22, honour))
    missed = cells.keys() - path if position["phase"] == "over" else ()
    parts.append(_cells(cells.values(), missed))
    parts += [_use("fresh", cells[cell]["x"], cells[cell]["y"]) for cell in place["fresh"]]
    if place["line"]:
        parts += [_path("casing", place["line"]), _path("line", place["line"])]
        parts.append(_path("beads", place["fresh_line"]) if place["fresh"] else "")
        for kind, before, cell in (("tail", path[1], path[0]), ("head", path[-2], path[-1])):
            station = cell == place["start"] or cells[cell]["number"] is not None
            parts.append(_end(kind, cells[before], cells[cell], station))
    if place["start"]:
        parts.append(_group(cells[place["start"]]["x"], cells[place["start"]]["y"], _start()))
    else:
        taken = [other["start"] for other in places["boards"]]
        parts += [_use("maybe", cells[c]["x"], cells[c]["y"]) for c in STARTS if c not in taken]
    for cell in cells.values():
        if cell["number"]:
            parts.append(_group(cell["x"], cell["y"], _number(cell["number"], seat, place)))
    return "".join(parts)


def _cells(cells: Iterable[Mapping[str, Any]], missed: Container[str] = ()) -> str:
    """The tiles with the names of their cells; those that count against a seat crossed out."""
    parts = []
    for cell in cells:
        kind = f"{cell['colour']}-n" if cell["number"] else cell["colour"]
        tile = _use(kind, cell["x"], cell["y"])
        if cell["cell"] in missed:
            tile = f'<g class="missed">{tile}</g>'
            if not cell["number"]:
                tile += _group(cell["x"], cell["y"], _path("cross", "M-9-9 9 9M9-9-9 9"))
        parts.append(tile)
        parts.append(
            f'<text class="id" x="{cell["x"]:g}" y="{cell["y"] + 36:g}">{cell["cell"]}</text>'
        )
    return "".join(parts)


def _end(kind: str, before: Mapping[str, Any], cell: Mapping[str, Any], station: bool) -> str:
    """The sign of one end of the line, pointing on from the cell before."""
    turn = round(degrees(atan2(cell["y"] - before["y"], cell["x"] - before["x"])))
    sign = (HEAD if kind == "head" else TAIL)[station]
    inside = _path(f"casing {kind}", sign) + _path(f"line {kind}", sign)
    if not station:
        inside += (
            '<circle class="knob" r="13"/>' if kind == "tail" else '<circle class="hole" r="7"/>'
        )
    return _group(cell["x"], cell["y"], inside, turn=turn)


def _start() -> str:
    return f'<g class="start"><circle class="disc" r="22"/>{_path("shell", "".join(SHELL))}</g>'


def _number(number: int, seat: Mapping[str, Any], place: Mapping[str, Any]) -> str:
    """A numbered cell's station, gold if it counts in full and inked once it is reached."""
    points, won = _points(number, seat, place)
    return _station(number, points, won)


def _points(number: int, seat: Mapping[str, Any], place: Mapping[str, Any]) -> tuple[int, bool]:
    """What a number brought a seat or would bring it now, and which of the two."""
    won = str(number) in seat["scored"]
    points: int = (seat["scored"] if won else place["worth"]).get(str(number), 0)
    return points, won


def _disc(number: int, points: int, won: bool, radius: float) -> str:
    state = f"{' half' if points < number else ''}{' won' if won else ''}"
    return f'<circle class="disc{state}" r="{radius:g}"/>'


def _station(number: int, points: int, won: bool) -> str:
    station = _disc(number, points, won, 22) + _figure(number, 0, 0, 0.86 if number < 10 else 0.8)
    if 0 < points < number:
        half = '<circle class="badge" r="9"/>' + _text("mid", 0, 5, 14, "½")
        station += _group(17, 17, half)
    return station


def _card(squares: Sequence[tuple[str, bool]], card: int | None) -> str:
    """The card as a seat sees it, used-up squares ticked; its back until one is turned up."""
    sheet = '<rect class="sheet" x="-50" y="-64" width="100" height="128" rx="9"/>'
    if card is None:
        return sheet + _path("back", _hexagon(34)) + _path("back", _hexagon(22))
    spots = _spots(len(squares), 23, 37 if len(squares) == 5 else 24)
    for (x, y), (colour, used) in zip(spots, squares, strict=True):
        sheet += _group(x, y, _square(colour, 18 if len(squares) == 5 else 20, used))
    return sheet


def _spots(count: int, x: float, y: float) -> tuple[tuple[float, float], ...]:
    corners = ((-x, -y), (x, -y), (-x, y), (x, y))
    return (*corners, (0, 0)) if count == 5 else corners


def _square(colour: str, half: float, used: bool) -> str:
    side = 2 * half
    square = (
        f'<rect x="{-half:g}" y="{-half:g}" width="{side:g}" height="{side:g}" '
        f'rx="{half / 5:g}" fill="var(--{colour})"/>'
        f'<use href="#cam-{colour}-pic" transform="scale({half / 36:g})"/>'
    )
    return f'<g class="used">{square}</g>{_path("tick", TICK)}' if used else square


# below the boards


def _table(
    places: Mapping[str, Any],
    position: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
) -> str:
    width = places["table"]["width"]
    numbers = sorted(cell["number"] for cell in places["cells"] if cell["number"])
    columns = {number: 206 + 40 * n for n, number in enumerate(numbers)}
    parts = [
        _text("end soft", 604, 26, 17, words["empty"]),
        _text("end soft", width, 26, 17, words["total"]),
        _text("soft", 0, 68, 17, words["reached"]),
    ]
    for number, x in columns.items():
        parts.append(_figure(number, x, 20, 0.8 if number < 10 else 0.74))
        parts.append(_text("mid soft", x, 68, 17, str(position["reached"].get(str(number), "·"))))
    for n, seat in enumerate(position["seats"]):
        y = 96 + 54 * n
        place = places["boards"][n]
        parts.append(f'<path class="rule" d="M0 {y - 6}H{width:g}"/>')
        parts.append(
            f'<circle class="seat" cx="13" cy="{y + 21}" r="13"/>{_figure(n + 1, 13, y + 21, 0.48)}'
        )
        parts.append(_name(36, y + 28, 150, 20, names[n]))
        for number, x in columns.items():
            parts.append(_group(x, y + 21, _score(number, seat, place)))
        empty = len(places["cells"]) - len(seat["path"])
        parts.append(_figure(-empty, 604, y + 21, 0.62, 1))
        parts.append(_figure(place["total"], width, y + 21, 0.84, 1))
    return "".join(parts)


def _score(number: int, seat: Mapping[str, Any], place: Mapping[str, Any]) -> str:
    points, won = _points(number, seat, place)
    if not points:
        return _path("rule", "M-6 0H6")
    return _disc(number, points, won, 17) + _figure(points, 0, 0, 0.6)


def _pack(places: Mapping[str, Any], position: Mapping[str, Any], words: Mapping[str, str]) -> str:
    width, cards = places["pack"]["width"], places["cards"]
    coming = sum(card["round"] is None for card in cards)
    parts = [_text("", 0, 20, 20, f"{words['cards']} · {coming} {words['to come']}")]
    step = (width - 40) / (len(cards) - 1)
    for n, card in enumerate(cards):
        now = card["card"] == position["card"]
        gone = card["round"] is not None and not now
        sheet = "sheet now" if now else "sheet"
        inside = f'<rect class="{sheet}" x="-20" y="-26" width="40" height="52" rx="5"/>'
        spots = _spots(len(card["squares"]), 9, 15 if len(card["squares"]) == 5 else 9.5)
        inside += "".join(
            _group(x, y, _square(colour, 7.5, False))
            for (x, y), colour in zip(spots, card["squares"], strict=True)
        )
        parts.append(
            f'<g class="{"gone" if gone else "kept"}">{_group(20 + n * step, 62, inside)}</g>'
        )
        if card["round"]:
            parts.append(_text("mid soft", 20 + n * step, 108, 16, str(card["round"])))
    for n, colour in enumerate(PICTURES):
        x = 18 + n * width / 6
        parts.append(_group(x, 150, f'<use href="#cam-{colour}"/>', scale=0.42))
        parts.append(_text("", x + 24, 156, 17, words[colour]))
    for n, (word, sign) in enumerate(_signs()):
        x, y = 18 + n % 4 * width / 4, 200 + n // 4 * 44
        parts.append(_group(x, y, sign, scale=0.7))
        parts.append(_text("", x + 34, y + 6, 18, words[word]))
    return "".join(parts)


def _signs() -> tuple[tuple[str, str], ...]:
    here, left, right = {"x": 0, "y": 0}, {"x": -1, "y": 0}, {"x": 1, "y": 0}
    return (
        ("start", _start()),
        ("tail", _path("line", "M0 0H30") + _end("tail", right, here, False)),
        ("head", _path("line", "M-30 0H0") + _end("head", left, here, False)),
        ("fresh", _path("line", "M-24 0H28") + _path("beads", "M-24 0H28")),
        ("full", _station(7, 7, False)),
        ("half", _station(7, 4, False)),
        ("scored", _station(7, 7, True)),
        ("scored half", _station(7, 4, True)),
    )
