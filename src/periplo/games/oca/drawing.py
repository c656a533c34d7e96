"""The goose board as one SVG: its own paths, colours for light and dark, no scripts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil, cos, radians, sin
from typing import Any, Final

from periplo.core.columns import columns
from periplo.core.drawing import PIPS, escape, opening, themed
from periplo.fonts import stack
from periplo.games.oca.board import DICE_SQUARES, GARDEN, GATHERING
from periplo.games.oca.signs import FLOCKS

TIMES: Final = "\N{MULTIPLICATION SIGN}"

# light, dark
COLOURS: Final = {
    "paper": ("#efe4cd", "#0f1f2e"),
    "cell": ("#fffaf0", "#2b3139"),
    "special": ("#f8e3b8", "#473b29"),
    "other": ("#e7e3dc", "#3b4046"),
    "geese": ("#d9eac6", "#2d4733"),
    "luck": ("#dfe0f4", "#363b57"),
    "edge": ("#8a7350", "#8b8069"),
    "ink": ("#3b2d1c", "#f3ead8"),
    "line": ("#3b2d1c", "#14171b"),
    "grass": ("#a9d088", "#375a36"),
    "leaf": ("#4f8f3d", "#6fae58"),
    "water": ("#7fb9dd", "#4f8db8"),
    "stone": ("#cdc2b0", "#a59b8c"),
    "wood": ("#bd864f", "#a9743f"),
    "gold": ("#f3bd2e", "#e8b230"),
    "red": ("#d0493b", "#d4604f"),
    "white": ("#fffdf7", "#f6f1e6"),
    "shade": ("#dcd6c9", "#cbc4b5"),
    "beak": ("#ee861a", "#ee861a"),
}

# of squares, by kind; all others are special: the traps, which call people out
GROUNDS: Final = {
    "goose": "geese", "dice": "luck", "plain": "cell", "own": "cell", "garden": "grass",
    "start": "other", "leapfrog": "other", "mill": "other", "tomb": "other",
}  # fmt: skip

# every class starts with oca-, for the picture may stand inside a page; no selector looks at an
# ancestor outside a <use>, for there it would find none
STYLE: Final = (
    f"""
.oca{{font-family:{stack("serif")};font-variant-numeric:lining-nums}}"""
    """
.oca text{fill:var(--ink);text-anchor:middle;font-weight:700;font-size:27px;
paint-order:stroke;stroke-linejoin:round}
.oca .oca-clear{stroke:var(--cell);stroke-width:5}
.oca .oca-start{letter-spacing:1px;font-size:22px}
.oca-arrow{fill:var(--edge);opacity:.35}
.oca-square{stroke:var(--edge);stroke-width:2;stroke-linejoin:round}
.oca-art path{stroke:var(--line);stroke-width:2.6;stroke-linejoin:round;stroke-linecap:round}
.oca-art .oca-bare{fill:none;stroke:var(--ink);stroke-width:4.5}
.oca-art .oca-thin{fill:none;stroke-width:2}
.oca-art .oca-wave{fill:none;stroke:var(--water);stroke-width:4}
.oca-art .oca-steel{fill:none;stroke:var(--stone);stroke-width:5}
.oca-art .oca-grip{fill:none;stroke:var(--wood);stroke-width:6}
.oca-art .oca-leg{fill:none;stroke:var(--beak);stroke-width:4}
.oca-art .oca-leap{fill:none;stroke:var(--red);stroke-width:6.5}
.oca-art .oca-bend{fill:none;stroke:var(--ink);stroke-width:6.5}
.oca-tile{fill:var(--flock)}
.oca-pole{fill:none;stroke:var(--ink);stroke-width:2.4;stroke-linecap:round}
.oca-flag{fill:var(--cell);stroke:var(--flock);stroke-width:1.8;stroke-linejoin:round}
.oca-halo{fill:#fffdf7;stroke:#fffdf7;stroke-width:4;stroke-linejoin:round}
.oca-body{fill:var(--flock);stroke:#1a1714;stroke-width:1.1;stroke-linejoin:round}
.oca .oca-seat{fill:var(--on);font-size:12.5px}
.oca .oca-count{font-size:13px;fill:#1a1714;stroke:#fffdf7;stroke-width:4;paint-order:stroke}
.oca-badge{fill:#fffdf7;stroke:#1a1714}
.oca .oca-miss{font-size:9.5px;fill:#1a1714}
.oca-bars{fill:none;stroke:#1a1714;stroke-width:1.8}
.oca-pool{fill:#4f96c8;fill-opacity:.9;stroke:#1a1714}
.oca-panel{stroke:var(--edge);stroke-width:1.5}
.oca-now{stroke:var(--ink);stroke-width:5}
.oca .oca-name,.oca .oca-fact{text-anchor:start}
.oca .oca-fact{font-size:20px;font-weight:400}
.oca .oca-goal{font-size:44px}
"""
)


def _disc(x: float, y: float, r: float) -> str:
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z"


def _die(x: float, y: float, pips: int) -> tuple[tuple[str, str], ...]:
    face = f"M{x - 15:g} {y - 19:g}h30q4 0 4 4v30q0 4-4 4h-30q-4 0-4-4v-30q0-4 4-4Z"
    return (
        ("white", face),
        ("line", "".join(_disc(x + 10 * a, y + 10 * b, 2.4) for a, b in PIPS[pips])),
    )


def _person(x: float, y: float, colour: str) -> tuple[str, str]:
    return (colour, f"M{x - 10:g} {y + 34:g}q1-24 10-26q9 2 10 26Z" + _disc(x, y, 8))


# Each pictogram is a list of paths, back to front, in a square from -50 to 50.
ART: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "goose": (
        ("leg", "M-4 20-6 37h11M9 19 9 37h11"),
        ("white", "M15-41C25-42 29-34 25-27 21-20 21-14 24-7 29 8 19 23 0 23-17 23-29 17-33 6L-46-9"
         "C-36-8-29-10-22-11-11-13-1-11 4-15 9-20 5-28 6-33 7-38 10-41 15-41Z"),
        ("shade", "M5-3C12 8-2 19-15 16-24 14-30 9-33 4-24 5-20 4-16 1-9-4-1-6 5-3Z"),
        ("beak", "M26-36 41-30C36-26 30-26 26-27Z"),
        ("line", _disc(18, -33, 1.6)),
    ),
    **{
        f"dice-{at}": (*_die(-20, -8, low), *_die(20, 8, GATHERING - low))
        for low, at in DICE_SQUARES.items()
    },
    "pledge": (_person(-24, -20, "water"), _person(24, -20, "gold"), _person(0, -10, "red")),
    "leapfrog": (
        ("bend", "M-22 37-20 16Q-8 2 14 11L18 37"),
        ("white", _disc(25, 19, 8)),
        ("leap", "M0-26-6-6-26-2-40 8M-6-6 16-8 34-2M2-22 10 4"),
        ("white", _disc(4, -37, 8)),
    ),
    "bridge": (
        ("wave", "M-44 32q7-7 14.7 0t14.7 0 14.7 0 14.7 0 14.7 0 14.7 0"),
        ("stone", "M-44 0Q0-34 44 0V26H34A14 15 0 0 0 6 26H-6A14 15 0 0 0-34 26H-44Z"),
        ("thin", "M-44-9Q0-43 44-9M-22-5V-20M0-17V-26M22-5V-20"),
    ),
    "mill": (
        ("stone", "M-14 40-9-8H9L14 40Z"),
        ("red", "M-12-8Q-9-24 0-24T12-8Z"),
        ("line", "M-5 40V30A5 5 0 0 1 5 30V40Z"),
        ("white", "M0-12 32.6 3.2 28.4 12.3 3.9.9M0-12-15.2 20.6-24.3 16.4-12.9-8.1"
         "M0-12-32.6-27.2-28.4-36.3-3.9-24.9M0-12 15.2-44.6 24.3-40.4 12.9-15.9"),
        ("gold", _disc(0, -12, 3.5)),
    ),
    "bird": (
        ("gold", "M-42 38V8A17 17 0 0 1-8 8V38Z"),
        ("thin", "M-33.5 38V-6M-25 38V-9M-16.5 38V-6M-42 22H-8M-25-9V-15"),
        ("water", "M-4-4C4-20 18-26 29-20L42-17 32-11C30 2 14 8 3 3L-12 9Z"),
        ("white", "M16-12C14-28 3-38-9-41-8-26-2-14 12-6Z"),
        ("line", _disc(27, -15, 1.5)),
    ),
    "inn": (
        ("grip", "M16-8H26Q36-8 36 2V12Q36 22 26 22H16"),
        ("wood", "M-24-16H17V34Q17 40 11 40H-18Q-24 40-24 34Z"),
        ("thin", "M-24-4H17M-24 28H17M-11-4V28M3-4V28"),
        ("white", "M-24-6C-36-8-36-24-24-24-24-38-6-42 0-32 10-40 24-32 19-20 26-14 20-4 13-10 9-2"
         "-1-2-4-8-8 0-18 0-24-6Z"),
    ),
    "well": (
        ("thin", "M-22 8V-20M22 8V-20"),
        ("bare", "M-22 8V-18M22 8V-18M0-22V-2"),
        ("red", "M-36-16 0-44 36-16Z"),
        ("stone", "M-30 10V32Q0 48 30 32V10Z"),
        ("thin", "M-30 21Q0 36 30 21M-12 16V28M12 16V28M0 30V42M-21 26V36M21 26V36"),
        ("water", "M-30 10a30 9 0 1 0 60 0a30 9 0 1 0-60 0Z"),
        ("wood", "M-8-4H8L6 8H-6Z"),
    ),
    "stairs": (
        ("stone", "M-40 38V24H-24V10H-8V-4H8V-18H24V-32H40V38Z"),
        ("thin", "M-24 24H40M-8 10H40M8-4H40M24-18H40"),
        ("leap", "M8-36Q-22-32-32 2M-42-8-32 4-20-5"),
    ),
    "labyrinth": (
        ("bare", "M-6 40H-38V-38H38V38H8M8 38V24H24V-24H-24V24H-6V10M-10-10V10H10V-10H-2"),
    ),
    "tower": (
        ("bare", "M0-34V-48"),
        ("red", "M0-48 20-42 0-36Z"),
        ("stone", "M-16 40V-12H-23V-32H-14V-25H-5V-32H5V-25H14V-32H23V-12H16V40Z"),
        ("thin", "M-16-12H16M-16 6H-8M4 0H16M-16 24H-6M8 18H16"),
        ("line", "M-6 40V28A6 6 0 0 1 6 28V40ZM-3 8V0A3 3 0 0 1 3 0V8Z"),
    ),
    "prison": (
        ("stone", "M-36 40V-8A36 34 0 0 1 36-8V40Z"),
        ("line", "M-25 30V-7A25 23 0 0 1 25-7V30Z"),
        ("steel", "M-13 30V-26M0 30V-30M13 30V-26M-25 4H25"),
    ),
    "tomb": (
        ("leaf", "M-42 40Q-36 24-26 32-14 22 0 30 14 22 26 32 36 24 42 40Z"),
        ("stone", "M-25 38V-16A25 25 0 0 1 25-16V38Z"),
        ("thin", "M0-30V14M-13-16H13"),
        ("leaf", "M-42 40Q-38 32-30 35-22 30-14 36H14Q22 30 30 35 38 32 42 40Z"),
    ),
    "house": (("wood", "M-9 11V-1H9V11Z"), ("red", "M-13-1 0-13 13-1Z")),
    "crown": (("gold", "M-10 0V-10L-5-5 0-12 5-5 10-10V0Z"),),
    "egg": (("gold", "M0-12C7-12 10 0 10 5A10 9 0 0 1-10 5C-10 0-7-12 0-12Z"),),
    "flower": (
        ("leaf", "M-1 4Q1 14 0 26M0 20Q8 20 10 12 2 12 0 20Z"),
        ("white", "M0-9Q7-14 7-5 15-3 9 3 10 11 0 8-10 11-9 3-15-3-7-5-7-14 0-9Z"),
        ("gold", _disc(0, 0, 4)),
    ),
}  # fmt: skip

# what shows that a piece is held there, over a token of radius 12
HOLDS: Final = {
    # inn
    19: '<text class="oca-count" x="-8" y="-5">zz</text>',
    # well
    31: '<path class="oca-pool" d="M-14 4q3.5-4 7 0t7 0 7 0 7 0Q14 14 0 14T-14 4Z"/>',
    # prison, with the throws still to miss
    52: '<path class="oca-bars" d="M-7.5-12V12M-2.5-12V12M2.5-12V12M7.5-12V12M-12-12H12'
    'M-12 12H12"/><circle class="oca-badge" cx="9" cy="-9" r="5.8"/>'
    '<text class="oca-miss" x="9" y="-5.7">{}</text>',
}
# a flock's own square has its flag: nothing that could be taken for a piece
FLAG: Final = "M-10-14H14L9-5 14 4H-10Z"
# about the middle of the garden
FLOWERS: Final = ((-116, -44), (-124, 12), (-92, 62), (100, -112), (124, -50), (124, 4), (6, -148))


def draw(
    board: Mapping[str, Any],
    position: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
    description: str,
) -> str:
    """The whole picture; `description` says the position in words, for those who cannot see it."""
    panels = (_panel(board, position, seat, names[seat]) for seat in range(len(board["home"])))
    return _picture(board, words, description, [*panels, *_tokens(board, position, names, words)])


def background(board: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """The bare board: its squares, and nothing that moves."""
    return _picture(board, words, "", [])


def room(square: Mapping[str, Any]) -> dict[str, float]:
    """Where tokens may stand in a square: a middle, and so far along and across the travel."""
    if square["kind"] == "garden":  # below the goose
        return {"x": square["x"] + 34, "y": square["y"] + 106, "length": 176.0, "depth": 92.0}
    out_x, out_y, x, y = _frame(square)
    length, depth = 0.84 * square["length"], square["depth"] - 34
    if square["kind"] == "start":  # its word is longer than a number
        x, y, depth = x - 8 * out_x, y - 8 * out_y, depth - 10
    size = {"x": x, "y": y, "length": length, "depth": depth}
    return {key: round(value, 1) for key, value in size.items()}


def label(square: Mapping[str, Any]) -> dict[str, float] | None:
    """The middle of the foot of a square's number; none where it is said in words."""
    if square["kind"] in ("start", "garden"):
        return None
    out_x, out_y, _, _ = _frame(square)
    rim = square["depth"] / 2 - 18
    x, y = square["x"] + rim * out_x, square["y"] + rim * out_y + 9
    return {"x": round(x, 1), "y": round(y, 1)}


def _picture(
    board: Mapping[str, Any], words: Mapping[str, str], description: str, over: Sequence[str]
) -> str:
    """The board, with what lies `over` it."""
    width, height = board["width"], board["height"]
    parts = [
        opening("oca", board, "oca-title oca-description"),
        f'<title id="oca-title">{escape(words["title"])}</title>',
        f'<desc id="oca-description">{escape(description)}</desc>',
        f"<style>{style()}</style>",
        f"<defs>{_defs()}</defs>",
        f'<rect width="{width:g}" height="{height:g}" class="oca-paper" rx="24"/>',
        *(_square(square, words) for square in board["squares"]),
        *over,
        "</svg>",
    ]
    return "\n".join(parts)


def style() -> str:
    """What all drawings of this game look like."""
    fills = "".join(f".oca-{name}{{fill:var(--{name})}}" for name in COLOURS)
    flocks = "".join(
        f".oca-s{n}{{--flock:{colour};--on:{ink}}}"
        for n, (colour, ink, _, _) in enumerate(FLOCKS, start=1)
    )
    return f"{themed('oca', COLOURS)}{fills}\n{flocks}{STYLE}"


def pictogram(kind: str) -> str:
    """Its paths, which are to stand in a group of the class oca-art."""
    return "".join(f'<path class="oca-{colour}" d="{d}"/>' for colour, d in ART[kind])


def _defs() -> str:
    art = (f'<g id="oca-{kind}" class="oca-art">{pictogram(kind)}</g>' for kind in ART)
    flocks = (
        f'<path id="oca-s{n}" d="{d}"/>'
        f'<pattern id="oca-p{n}" class="oca-s{n}" width="26" height="26"'
        f' patternUnits="userSpaceOnUse"><g class="oca-tile"><path d="M0 0H26V26H0Z" opacity=".3"/>'
        f'<path transform="translate(6.5 6.5) scale(.42)" opacity=".6" d="{d}"/>'
        f'<path transform="translate(19.5 19.5) scale(.42)" opacity=".6" d="{d}"/></g></pattern>'
        for n, (_, _, _, d) in enumerate(FLOCKS, start=1)
    )
    return "\n".join((*art, *flocks))


def _square(square: Mapping[str, Any], words: Mapping[str, str]) -> str:
    at, kind, owner = square["at"], square["kind"], square["owner"]
    x, y = square["x"], square["y"]
    points = " ".join(f"{a:g},{b:g}" for a, b in square["points"])
    title = f"{at} {words.get(kind, '')}".strip()
    parts = [
        f"<g><title>{escape(title)}</title>",
        f'<polygon class="oca-square oca-{GROUNDS.get(kind, "special")}" points="{points}"/>',
    ]
    _, out_y, art_x, art_y = _frame(square)
    if kind == "own":
        parts.append(
            f'<polygon fill="url(#oca-p{owner + 1})" points="{points}"/>'
            f'<g class="oca-s{owner + 1}" transform="translate({art_x:.1f} {art_y:.1f}) scale(2)">'
            f'<path class="oca-pole" d="M-10-14V15"/><path class="oca-flag" d="{FLAG}"/>'
            f'<use href="#oca-s{owner + 1}" class="oca-tile"'
            ' transform="translate(-1 -5) scale(.5)"/></g>'
        )
    if kind == "garden":
        parts.append(_garden(x, y))
    elif kind == "start":
        parts.append(
            f'<g transform="translate({x} {y}) rotate({square["angle"]})">'
            '<path class="oca-arrow" d="M-66-30H28V-46L70-17 28 12V-4H-66Z"/>'
            f'<text class="oca-start" y="44">{escape(words["start"].upper())}</text></g>'
        )
    else:
        foot = square["label"]
        clear = ' class="oca-clear"' if kind == "own" else ""
        parts.append(f'<text{clear} x="{foot["x"]:g}" y="{foot["y"]:g}">{at}</text>')
    art = f"dice-{at}" if kind == "dice" else kind
    if art in ART:
        # geese look where they go, and that is leftwards in the upper half
        flip = "-.7" if kind == "goose" and out_y < 0 else ".7"
        parts.append(
            f'<use href="#oca-{art}" transform="translate({art_x:.1f} {art_y:.1f})'
            f' scale({flip} .7)"/>'
        )
    return "".join((*parts, "</g>"))


def _frame(square: Mapping[str, Any]) -> tuple[float, float, float, float]:
    """The way outwards, and the middle of what a square's number at its outer rim leaves free."""
    turn = radians(square["angle"])
    out_x, out_y = -sin(turn), cos(turn)
    inwards = 11 + 5 * abs(out_x)  # a number is wider than high
    return out_x, out_y, square["x"] - inwards * out_x, square["y"] - inwards * out_y


def _garden(x: float, y: float) -> str:
    flowers = "".join(
        f'<use href="#oca-flower" transform="translate({x + a:g} {y + b:g})"/>' for a, b in FLOWERS
    )
    return (
        f'<ellipse class="oca-water" cx="{x:g}" cy="{y + 22:g}" rx="112" ry="52"/>{flowers}'
        f'<use href="#oca-goose" transform="translate({x:g} {y - 36:g}) scale(2.1)"/>'
        f'<use href="#oca-egg" transform="translate({x + 84:g} {y + 24:g}) scale(1.5)"/>'
        f'<text class="oca-goal" x="{x - 62:g}" y="{y - 92:g}">63</text>'
    )


def _panel(board: Mapping[str, Any], position: Mapping[str, Any], seat: int, name: str) -> str:
    """Who waits at home, and what the flock has won."""
    homes, flock = board["home"], position["flocks"][seat]
    in_row = sum(home["y"] == homes[0]["y"] for home in homes)
    width = min(270, board["width"] / in_row - 12)
    left, beside = 10 - width / 2, 66 - width / 2
    room = width - 20
    # letters are about half as wide as high; a name too long for its panel is made to fit
    size = 2.05 * room / max(1, columns(name))
    fit = f'style="font-size:{size:.1f}px" textLength="{room:g}"' if size < 24 else ""
    now = " oca-now" if seat == position["turn"] else ""
    people = "".join(
        f'<use href="#oca-s{seat + 1}" transform="translate({beside + 6 + n % 10 * 11.4:.1f}'
        f' {-4 + n // 10 * 13}) scale(.44)"/>'
        for n in range(flock["home"])
    )
    facts = "".join(
        f'<use href="#oca-{art}" transform="translate({beside + 10 + 58 * n:g} 33) scale(.8)"/>'
        f'<text class="oca-fact" x="{beside + 23 + 58 * n:g}" y="40">{flock[what]}</text>'
        for n, (art, what) in enumerate((("house", "home"), ("egg", "eggs")))
    )
    return (
        f'<g class="oca-s{seat + 1}" transform="translate({homes[seat]["x"]} {homes[seat]["y"]})">'
        f'<rect class="oca-panel oca-cell{now}" x="{-width / 2:g}" y="-50" width="{width:g}"'
        ' height="100" rx="14"/>'
        f'<text class="oca-name" {fit} lengthAdjust="spacingAndGlyphs" x="{left:g}" y="-23">'
        f"{escape(name)}</text>"
        f'<g transform="translate({34 - width / 2:g} 15) scale(1.9)">{_shape(seat)}</g>'
        f'<g class="oca-tile">{people}</g>'
        f"{facts}</g>"
    )


def _shape(seat: int, *, numbered: bool = True) -> str:
    shape = "".join(f'<use href="#oca-s{seat + 1}" class="oca-{c}"/>' for c in ("halo", "body"))
    number = f'<text class="oca-seat" y="{FLOCKS[seat][2] + 4.2:g}">{seat + 1}</text>'
    return shape + number if numbered else shape


def _tokens(
    board: Mapping[str, Any],
    position: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
) -> list[str]:
    groups: Counter[tuple[int, bool, int, int]] = Counter()  # at, is a stray, seat, held
    for seat, flock in enumerate(position["flocks"]):
        groups[flock["bearer"], False, seat, flock["held"]] += 1
        groups.update((stray["at"], True, seat, stray["held"]) for stray in flock["strays"])
    parts = []
    for square in board["squares"]:
        here = sorted(group for group in groups if group[0] == square["at"])
        spots, pitch = _spots(square, len(here))
        for group, (x, y) in zip(here, spots, strict=True):
            at, stray, seat, held = group
            radius = min(20.0, 0.36 * pitch) if stray else min(28.0, 0.47 * pitch)
            who = f"{names[seat]}: {words['strays' if stray else 'bearer']} {at}"
            count = groups[group]
            inside = _shape(seat, numbered=not stray)
            if held:
                inside += HOLDS.get(at, "").format(held)
            if at == GARDEN and not stray:
                inside += '<use href="#oca-crown" transform="translate(0 -12)"/>'
            if count > 1:
                inside += f'<text class="oca-count" x="10" y="14">{TIMES}{count}</text>'
            parts.append(
                f'<g class="oca-{"stray" if stray else "bearer"} oca-s{seat + 1}" data-at="{at}"'
                f' data-seat="{seat}" data-held="{held}" data-count="{count}"'
                f' transform="translate({x:.1f} {y:.1f}) scale({radius / 12:.2f})">'
                f"<title>{escape(who)}</title>{inside}</g>"
            )
    return parts


def _spots(square: Mapping[str, Any], count: int) -> tuple[list[tuple[float, float]], float]:
    """Where `count` tokens stand in a square, and how far apart: the roomiest grid there is."""
    if not count:
        return [], 0
    middle_x, middle_y, length, depth = square["room"].values()
    in_row = max(range(1, count + 1), key=lambda n: min(length / n, depth / ceil(count / n)))
    rows = ceil(count / in_row)
    pitch = min(length / in_row, depth / rows)
    turn = radians(square["angle"])
    spots = []
    for n in range(count):
        row, place = divmod(n, in_row)
        along = (place - (min(in_row, count - row * in_row) - 1) / 2) * length / in_row
        across = (row - (rows - 1) / 2) * depth / rows
        spots.append(
            (
                middle_x + along * cos(turn) - across * sin(turn),
                middle_y + along * sin(turn) + across * cos(turn),
            )
        )
    return spots, pitch
