"""The board of wheels as one SVG: its own shapes, colours for light and dark, no scripts."""

from collections.abc import Mapping, Sequence
from math import cos, radians, sin
from typing import Any, Final

from periplo.core.columns import columns
from periplo.core.drawing import escape, opening, themed
from periplo.fonts import stack
from periplo.games.girumgo.board import HUES, SIDES, colour_at, opposite
from periplo.games.girumgo.signs import COLOURS

_SHORT: Final = 6  # digits of a number that are written out

# light, dark
TONES: Final = {
    "paper": ("#f3ead9", "#0f1f2e"),
    "board": ("#2c2835", "#24222d"),
    "rim": ("#5b5468", "#56506a"),
    "hub": ("#fdf8ec", "#f1e9d8"),
    "name": ("#2c2835", "#24222d"),
    "blank": ("#4a4456", "#3a3645"),
    "ink": ("#2c2835", "#efe7d7"),
    "faint": ("#6f6678", "#958da2"),
    "panel": ("#fdf8ec", "#211f29"),
    "edge": ("#d3c6ae", "#3f3a4b"),
    "gold": ("#e9a820", "#f2b93a"),
}

# every class starts with gir-, for the picture may stand inside a page; no selector looks at an
# ancestor outside a <use>, for there it would find none
STYLE: Final = (
    f"""
.gir{{font-family:{stack("sans")};font-variant-numeric:lining-nums}}"""
    """
.gir text{fill:var(--ink);text-anchor:middle;font-weight:700}
.gir-paper{fill:var(--paper)}
.gir-board{fill:var(--board);stroke:var(--board);stroke-linejoin:round}
.gir-fill{fill:var(--colour)}
.gir-on{fill:var(--on)}
.gir-spokes{fill:none;stroke:var(--board);stroke-width:4}
.gir-blank{fill:var(--blank)}
.gir-hub{fill:var(--hub);stroke:var(--board);stroke-width:4}
.gir-spun{fill:var(--gold)}
.gir .gir-name{fill:var(--name)}
.gir-link{fill:none;stroke:var(--colour)}
.gir-lens{fill:#fff;fill-opacity:.24;stroke:#fff;stroke-width:3.2}
.gir-new{stroke:#ffd66b;stroke-width:4.6}
.gir-cast{fill:none;stroke:#15121b;stroke-opacity:.75;stroke-width:8}
.gir-glint{fill:none;stroke:#fff;stroke-width:3;stroke-linecap:round;opacity:.9}
.gir-neck,.gir-collar{stroke:var(--colour);fill:none;stroke-linecap:round}
.gir-dial{fill:var(--colour);stroke:var(--board);stroke-width:3}
.gir-face{fill:var(--hub)}
.gir-needle{stroke:var(--name);stroke-linecap:round}
.gir .gir-number{fill:var(--name);font-weight:600}
.gir .gir-shown{fill:var(--on);font-weight:800}
.gir-pole{stroke:var(--ink);stroke-width:4;stroke-linecap:round}
.gir-flag{fill:var(--colour);stroke:var(--ink);stroke-width:2.5;stroke-linejoin:round}
.gir-chip{fill:#fffdf6;stroke:#15121b;stroke-width:2.6}
.gir-turn{fill:#ffd66b;stroke:#15121b;stroke-width:2.6}
.gir-body{fill:var(--colour);stroke:#15121b;stroke-width:1.3;stroke-linejoin:round}
.gir-crown{fill:var(--gold);stroke:#15121b;stroke-width:1.3;stroke-linejoin:round}
.gir-panel{fill:var(--panel);stroke:var(--edge);stroke-width:2}
.gir-now{stroke:var(--gold);stroke-width:5}
.gir-count{fill:none;stroke:var(--colour);stroke-width:6}
.gir .gir-left{text-anchor:start}
.gir .gir-soft{fill:var(--faint);font-weight:600}
.gir-die{fill:var(--hub);stroke:var(--name);stroke-width:3}
.gir-pip{fill:var(--name)}
.gir-spin{fill:none;stroke:var(--ink);stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.gir-used{opacity:.22}
"""
)

PIPS: Final = {
    0: (),
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
CROWN: Final = "M-11 0V-9L-5.5-4 0-11 5.5-4 11-9V0Z"
# an arrow that goes round, counter-clockwise, in a circle of radius 10
SPIN: Final = "M-8-6A10 10 0 1 1-10 0M-8-6.4-8.6-13M-8-6.4-1.6-7.4"

# the wheel of the definitions has radius 100
WHEEL: Final = 100.0
WEDGE: Final = 97.0
HUB: Final = 35.0
SPOT: Final = 69.0
GLYPH: Final = 1.7
CHIP: Final = 0.335  # a piece's radius in parts of a wheel's: six fit round the hub
LENS: Final = 0.2  # a marker's radius in pitches
SOCKET: Final = 0.95  # a socket's radius in parts of its wheel's, which covers it


def short(number: int) -> str:
    """A number that may be as large as it likes, in a few letters."""
    digits = str(number)
    return digits if len(digits) <= _SHORT else f"{digits[0]}e{len(digits) - 1}"


def draw(
    board: Mapping[str, Any],
    position: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
    description: str,
    faces: Sequence[Sequence[int]],
    meetings: Sequence[tuple[int, int, int, int]],
) -> str:
    """The whole picture; `description` says the position in words, for those who cannot see it.

    `faces` are the colours by wheel and slot, `meetings` the wheels and slots where one colour
    meets itself.
    """
    parts = [
        f"<defs>{_turned_wheels()}</defs>",
        *_background(board, [f"{words['goal']}: {name}" for name in names]),
        *_dials(board, position, names),
        *_links(board, faces, meetings),
        *_wheels(board, position, faces, words),
        *_marks(board, position, words),
        *_pieces(board, position, faces, names),
        *_panels(board, position, names, words),
        *_margins(board, position, words),
    ]
    return _document(board, words["title"], description, parts)


def background(board: Mapping[str, Any], words: Mapping[str, str], description: str) -> str:
    """The board by itself, without wheels, pieces, dials, die and panels."""
    return _document(
        board, words["title"], description, _background(board, [words["goal"]] * SIDES)
    )


def _document(board: Mapping[str, Any], title: str, description: str, parts: Sequence[str]) -> str:
    width, height = board["width"], board["height"]
    return "\n".join(
        (
            opening("gir", board, "gir-title gir-description"),
            f'<title id="gir-title">{escape(title)}</title>',
            f'<desc id="gir-description">{escape(description)}</desc>',
            f"<style>{_style()}</style>",
            f"<defs>{_shapes()}</defs>",
            f'<rect width="{width:g}" height="{height:g}" class="gir-paper" rx="24"/>',
            *parts,
            "</svg>",
        )
    )


def _style() -> str:
    colours = "".join(
        f".gir-c{n}{{--colour:{colour};--on:{ink}}}" for n, (colour, ink, _) in enumerate(COLOURS)
    )
    return f"{themed('gir', TONES)}{colours}{STYLE}"


def _polar(degrees: float, far: float) -> tuple[float, float]:
    """A point so far off, the angle counter-clockwise from the right."""
    return far * cos(radians(degrees)), -far * sin(radians(degrees))


def _sector(slot: int) -> str:
    x0, y0 = _polar(60 * slot, WEDGE)
    x1, y1 = _polar(60 * slot + 60, WEDGE)
    return f"M0 0 {x0:.1f} {y0:.1f}A{WEDGE:g} {WEDGE:g} 0 0 0 {x1:.1f} {y1:.1f}Z"


def _arc(middle: Mapping[str, Any], degrees: float, either_way: float, radius: float) -> str:
    """An arc about a middle, so many degrees to either side of a direction."""
    x0, y0 = _polar(degrees - either_way, radius)
    x1, y1 = _polar(degrees + either_way, radius)
    return (
        f"M{middle['x'] + x0:.1f} {middle['y'] + y0:.1f}A{radius:.1f} {radius:.1f} 0 0 0"
        f" {middle['x'] + x1:.1f} {middle['y'] + y1:.1f}"
    )


def _shapes() -> str:
    """The six shapes of the colours."""
    return "\n".join(
        f'<path id="gir-s{n}" d="{shape}"/>' for n, (_, _, shape) in enumerate(COLOURS)
    )


def _turned_wheels() -> str:
    """The wheel in its six rotations, and the wheel that is not set yet."""
    ends = ["{:.1f} {:.1f}".format(*_polar(60 * slot, WEDGE)) for slot in range(SIDES)]
    spokes = f'<path class="gir-spokes" d="{"".join(f"M0 0 {end}" for end in ends)}"/>'
    wheels = []
    for rotation in range(SIDES):
        wedges, signs = "", ""
        for slot in range(SIDES):
            colour = colour_at(slot, rotation)
            x, y = _polar(60 * slot + 30, SPOT)
            wedges += f'<path class="gir-fill gir-c{colour}" d="{_sector(slot)}"/>'
            signs += (
                f'<use href="#gir-s{colour}" class="gir-on gir-c{colour}"'
                f' transform="translate({x:.1f} {y:.1f}) scale({GLYPH})"/>'
            )
        wheels.append(f'<g id="gir-w{rotation}">{wedges}{spokes}{signs}</g>')
    blank = f'<g id="gir-blank"><circle class="gir-blank" r="{WEDGE:g}"/>{spokes}</g>'
    return "\n".join((*wheels, blank))


def _background(board: Mapping[str, Any], goals: Sequence[str]) -> list[str]:
    """What never moves: the plate with the wheels' sockets, the collars of the starts, the flags.

    `goals` says of each seat whose goal a flag marks.
    """
    where = {wheel["name"]: wheel for wheel in board["wheels"]}
    ends = [where[corner["wheel"]] for corner in board["corners"]]
    points = " ".join(f"{end['x']},{end['y']}" for end in ends)
    wide = 1.2 * board["pitch"]
    parts = [
        f'<polygon class="gir-board" style="stroke:var(--rim)" stroke-width="{wide + 7:.1f}"'
        f' points="{points}"/>',
        f'<polygon class="gir-board" stroke-width="{wide:.1f}" points="{points}"/>',
    ]
    socket = SOCKET * board["wheel_radius"]
    parts += [
        f'<circle class="gir-blank" cx="{wheel["x"]}" cy="{wheel["y"]}" r="{socket:.1f}"/>'
        for wheel in board["wheels"]
    ]
    for number, corner in enumerate(board["corners"]):
        if corner["start_of"] is not None:
            arc = _arc(where[corner["wheel"]], 60 * number, 78, 0.55 * board["pitch"])
            parts.append(
                f'<path class="gir-collar gir-c{number}" d="{arc}"'
                f' stroke-width="{0.1 * board["pitch"]:.1f}"/>'
            )
        if corner["goal_of"] is not None:
            # a seat's colour is the number of the corner where it starts, opposite its goal
            colour, said = opposite(number), goals[corner["goal_of"]]
            parts.append(_flag(corner["flag"], colour, board["pitch"] / 107, said))
    return parts


def _dials(
    board: Mapping[str, Any], position: Mapping[str, Any], names: Sequence[str]
) -> list[str]:
    """Behind each corner the dial of who starts there."""
    where = {wheel["name"]: wheel for wheel in board["wheels"]}
    return [
        _dial(board, where[corner["wheel"]], corner["dial"], position["seats"][seat], names[seat])
        for corner in board["corners"]
        if (seat := corner["start_of"]) is not None
    ]


def _dial(
    board: Mapping[str, Any],
    wheel: Mapping[str, Any],
    dial: Mapping[str, float],
    its: Mapping[str, Any],
    name: str,
) -> str:
    radius, colour, advances = board["dial_radius"], its["corner"], its["advances"]
    x, y = dial["x"], dial["y"]
    parts = [
        f'<g class="gir-seat gir-c{colour}" data-advances="{advances}">',
        f"<title>{escape(name)}: {advances}</title>",
        f'<path class="gir-neck" stroke-width="{0.9 * radius:.1f}"'
        f' d="M{wheel["x"]} {wheel["y"]} {x} {y}"/>',
        f'<g transform="translate({x} {y}) scale({radius / 50:.3f})">',
        '<circle class="gir-dial" r="48"/><circle class="gir-face" r="41"/>',
    ]
    if advances < len(board["dial_numbers"]):
        for number, place in enumerate(board["dial_numbers"]):
            a, b = place["x"], place["y"]
            shown = number == advances
            if shown:
                parts.append(
                    f'<path class="gir-needle" stroke-width="5" d="M0 0 {a:.1f} {b:.1f}"/>'
                    f'<circle class="gir-dial" cx="{a:.1f}" cy="{b:.1f}" r="12"/>'
                )
            parts.append(
                f'<text class="{"gir-shown" if shown else "gir-number"}" x="{a:.1f}"'
                f' y="{b + 5.6:.1f}" font-size="{17 if shown else 14}">{number}</text>'
            )
        parts.append(f'<g transform="scale(1.1)"><use href="#gir-s{colour}" class="gir-body"/></g>')
    else:
        said = short(advances)
        size = min(36, 112 / len(said))
        parts.append(
            f'<g transform="translate(0 -22) scale(.9)"><use href="#gir-s{colour}"'
            f' class="gir-body"/></g><text class="gir-number" y="{size / 3 + 12:.1f}"'
            f' font-size="{size:.1f}">{said}</text>'
        )
    return "".join((*parts, "</g></g>"))


def _flag(place: Mapping[str, float], colour: int, size: float, who: str) -> str:
    return (
        f'<g class="gir-goal gir-c{colour}"'
        f' transform="translate({place["x"]} {place["y"]}) scale({size:.3f})">'
        f"<title>{escape(who)}</title>"
        '<path class="gir-flag" d="M-17-20H22L15-5 22 10H-17Z"/>'
        '<path class="gir-pole" d="M-17-22V24"/>'
        f'<use href="#gir-s{colour}" class="gir-on" transform="translate(-1 -5) scale(.88)"/></g>'
    )


def _links(
    board: Mapping[str, Any],
    faces: Sequence[Sequence[int]],
    meetings: Sequence[tuple[int, int, int, int]],
) -> list[str]:
    """Where a colour meets itself it fills the gap, so that a way is seen to go on."""
    wide = 0.26 * board["pitch"]
    parts = []
    for wheel, slot, other, across in meetings:
        one, two = board["wheels"][wheel]["spots"][slot], board["wheels"][other]["spots"][across]
        parts.append(
            f'<path class="gir-link gir-c{faces[wheel][slot]}" stroke-width="{wide:.1f}"'
            f' d="M{one["x"]} {one["y"]} {two["x"]} {two["y"]}"/>'
        )
    return parts


def _wheels(
    board: Mapping[str, Any],
    position: Mapping[str, Any],
    faces: Sequence[Sequence[int]],
    words: Mapping[str, str],
) -> list[str]:
    radius = board["wheel_radius"]
    parts = []
    for number, wheel in enumerate(board["wheels"]):
        shape, said, spun = "blank", wheel["name"], ""
        if number < len(faces):
            shape = f"w{position['wheels'][number]}"
            said += ": " + ", ".join(words[HUES[colour]] for colour in faces[number])
            if position["wheels"][number] != position["before"][number]:
                spun = " gir-spun"
        parts.append(
            f'<g class="gir-wheel" data-wheel="{wheel["name"]}"'
            f' transform="translate({wheel["x"]} {wheel["y"]}) scale({radius / WHEEL:.3f})">'
            f'<title>{escape(said)}</title><use href="#gir-{shape}"/>'
            f'<circle class="gir-hub{spun}" r="{HUB:g}"/>'
            f'<text class="gir-name" y="14" font-size="39">{wheel["name"]}</text></g>'
        )
    return parts


def _marks(
    board: Mapping[str, Any], position: Mapping[str, Any], words: Mapping[str, str]
) -> list[str]:
    """A transparent marker over each marked gap; those of this turn are rimmed with gold."""
    new = {(gap, colour) for gap, colour in position["counted"]}
    where = {gap["name"]: gap for gap in board["gaps"]}
    parts = []
    for gap, colour in position["marks"].items():
        parts.append(
            f'<g class="gir-mark gir-c{colour}" data-gap="{gap}"'
            f' transform="translate({where[gap]["x"]} {where[gap]["y"]})'
            f' scale({board["pitch"] / 107:.3f})">'
            f"<title>{gap}: {escape(words[HUES[colour]])}</title>"
            + _lens(colour, is_new=(gap, colour) in new)
            + "</g>"
        )
    return parts


def _lens(colour: int, *, is_new: bool) -> str:
    radius = 107 * LENS
    x0, y0 = _polar(165, radius - 6)
    x1, y1 = _polar(105, radius - 6)
    return (
        f'<circle class="gir-cast" r="{radius:g}"/>'
        f'<circle class="gir-lens{" gir-new" if is_new else ""}" r="{radius:g}"/>'
        f'<path class="gir-glint" d="M{x0:.1f} {y0:.1f}A{radius - 6:g} {radius - 6:g} 0 0 1'
        f' {x1:.1f} {y1:.1f}"/><use href="#gir-s{colour}" class="gir-on" transform="scale(.7)"/>'
    )


def _pieces(
    board: Mapping[str, Any],
    position: Mapping[str, Any],
    faces: Sequence[Sequence[int]],
    names: Sequence[str],
) -> list[str]:
    """Each piece on the wedge of its own colour."""
    number_of = {wheel["name"]: number for number, wheel in enumerate(board["wheels"])}
    parts = []
    for seat, its in enumerate(position["seats"]):
        number, colour = number_of[its["at"]], its["corner"]
        wheel = board["wheels"][number]
        spot = wheel["spots"][slot_of(colour, faces, number)]
        turn = '<circle class="gir-turn" r="19.5"/>' if _is_on_turn(position, seat) else ""
        crown = ""
        if seat == position["winner"]:
            crown = f'<path class="gir-crown" transform="translate(0 -12)" d="{CROWN}"/>'
        parts.append(
            f'<g class="gir-piece gir-c{colour}" data-seat="{seat}" data-at="{its["at"]}"'
            f' transform="translate({spot["x"]} {spot["y"]})'
            f' scale({CHIP * board["wheel_radius"] / 17:.3f})">'
            f"<title>{escape(names[seat])}: {its['at']}</title>"
            f'{turn}<circle class="gir-chip" r="15.8"/>'
            f'<use href="#gir-s{colour}" class="gir-body" transform="scale(.86)"/>{crown}</g>'
        )
    return parts


def slot_of(colour: int, faces: Sequence[Sequence[int]], wheel: int) -> int:
    """Where the wheel shows the colour; while it is not set, as if it had not been turned."""
    return faces[wheel].index(colour) if wheel < len(faces) else colour


def _is_on_turn(position: Mapping[str, Any], seat: int) -> bool:
    return position["phase"] in ("die", "turn", "over") and bool(position["turn"] == seat)


def _panels(
    board: Mapping[str, Any],
    position: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
) -> list[str]:
    """Below the board: who plays which colour, where the piece is, and the advances in hand."""
    goals = {corner["goal_of"]: corner["wheel"] for corner in board["corners"]}
    parts = []
    for seat, panel in enumerate(board["panels"]):
        its = position["seats"][seat]
        half, tall = panel["width"] / 2, panel["height"]
        left, right = 82 - half, half - 70
        now = " gir-now" if _is_on_turn(position, seat) else ""
        crown = ""
        if seat == position["winner"]:
            crown = f'<path class="gir-crown" transform="translate(0 -13)" d="{CROWN}"/>'
        said = f"{its['at']} → {goals[seat]}"
        if seat in position["struck"]:
            said += f" · {words['struck']}"
        advances = short(its["advances"])
        parts.append(
            f'<g class="gir-home gir-c{its["corner"]}"'
            f' transform="translate({panel["x"]} {panel["y"]})">'
            f'<rect class="gir-panel{now}" x="{-half:g}" y="{-tall / 2:g}" width="{2 * half:g}"'
            f' height="{tall:g}" rx="16"/>'
            f'<g transform="translate({44 - half:g} 0) scale(1.85)">'
            f'<circle class="gir-chip" r="15.8"/><use href="#gir-s{its["corner"]}"'
            f' class="gir-body" transform="scale(.86)"/>{crown}</g>'
            f'<text class="gir-left" x="{left:g}" y="-6" {_size(names[seat], 27, right - left)}>'
            f"{escape(names[seat])}</text>"
            f'<text class="gir-left gir-soft" x="{left:g}" y="24" {_size(said, 21, right - left)}>'
            f"{escape(said)}</text>"
            f'<circle class="gir-count" cx="{half - 38:g}" r="24"/>'
            f'<text x="{half - 38:g}" y="9" {_size(advances, 25, 38)}>{advances}</text></g>'
        )
    return parts


def _size(said: str, size: float, room: float) -> str:
    """The attributes of a text of this size that must not grow beyond its room."""
    narrow = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    return f'font-size="{size:g}"' + (narrow if 0.62 * size * columns(said) > room else "")


def _margins(
    board: Mapping[str, Any], position: Mapping[str, Any], words: Mapping[str, str]
) -> list[str]:
    """What fills the corners of the page: the game's name, the die, the ways to spin, a marker."""
    right = board["width"]
    low = board["panels"][0]["y"] - board["panels"][0]["height"] / 2
    die, left = position["die"], position["left"]
    pips = "".join(
        f'<circle class="gir-pip" cx="{21 * x}" cy="{21 * y}" r="7.5"/>' for x, y in PIPS[die]
    )
    spins = "".join(
        f'<path class="gir-spin{" gir-used" if n >= left else ""}"'
        f' transform="translate({(n - (die - 1) / 2) * 31:g} 64)" d="{SPIN}"/>'
        for n in range(die)
    )
    return [
        '<text class="gir-left" x="22" y="66" font-size="41" textLength="144"'
        ' lengthAdjust="spacingAndGlyphs">Girumg</text>'
        '<g transform="translate(187 52) scale(.18)"><use href="#gir-w0"/>'
        f'<circle class="gir-hub" r="{HUB:g}"/></g>',
        f'<g class="gir-thrown" data-die="{die}" data-left="{left}"'
        f' transform="translate({right - 118:g} 76)">'
        f"<title>{escape(words['thrown'])} {die}, {escape(words['left'])} {left}</title>"
        f'<rect class="gir-die" x="-38" y="-38" width="76" height="76" rx="16"/>{pips}{spins}</g>',
        f'<g transform="translate(0 {low - 84:g})">'
        f'<path class="gir-spin" transform="translate(58 0) scale(1.5)" d="{SPIN}"/>'
        '<text x="58" y="50" font-size="30">+</text>'
        f'<path class="gir-spin" transform="translate(128 0) scale(-1.5 1.5)" d="{SPIN}"/>'
        '<text x="128" y="50" font-size="30">−</text></g>',
        f'<g class="gir-c5" transform="translate({right - 118:g} {low - 78:g})">'
        f'<circle class="gir-fill" r="34"/>{_lens(5, is_new=False)}'
        f'<text class="gir-soft" y="56" {_size(words["marked"], 18, 190)}>'
        f"{escape(words['marked'])}</text></g>",
    ]
