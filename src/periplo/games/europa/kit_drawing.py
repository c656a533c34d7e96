"""Small drawings of the print kit: flags, signs, icons, the die's net, pieces that stand."""

from collections.abc import Sequence
from math import ceil
from textwrap import wrap
from typing import Final

from periplo.core import nets
from periplo.core.drawing import PIPS
from periplo.core.kits import Ink
from periplo.fonts import stack
from periplo.games.europa.flags import flag, star
from periplo.games.europa.marks import HIGHEST, PIN, PLANE, die, shape, stars
from periplo.games.europa.style import SHAPES, style

# in greys, what stands upon a colour has to be black, for no grey is dark
STARK: Final = (
    ".europa-r0,.europa-r1,.europa-r2,.europa-r3,.europa-r4,.europa-r5{--on:#000}"
    ".europa .europa-white{fill:#000}.europa .europa-starred{fill:#000;stroke:#fff}"
    ".europa-gold{fill:#fff}"
)
LINES: Final = (
    ".europa-cut{fill:none;stroke:#241c14;stroke-width:.3;stroke-linejoin:round}"
    ".europa-fold{fill:none;stroke:#241c14;stroke-width:.25;stroke-dasharray:1.6 1.2}"
    ".europa-flap{fill:#e6e1d6}"
    ".europa-icon{fill:none;stroke:#1d2733;stroke-width:4;stroke-linecap:round;"
    "stroke-linejoin:round}"
    ".europa-solid{fill:#1d2733}"
)
POINT: Final = 0.3528  # mm
WIDE: Final = 0.5  # a letter, in parts of its size
PITCH: Final = 1.12  # from line to line


def stark(svg: str, ink: Ink) -> str:
    """The drawing so that it can be read in greys, too."""
    return svg.replace("</style>", f"{STARK}</style>", 1) if ink == "black" else svg


def bounded(board: str) -> str:
    """The board with lines between countries: on paper nobody can point at one to see its name."""
    lines = ".europa-bounds{stroke:var(--border);stroke-width:1.1;stroke-linejoin:round}"
    again = '<use href="#europa-lands" class="europa-bounds"/>'
    frame = '<rect class="europa-frame"'
    return board.replace("</style>", f"{lines}</style>", 1).replace(frame, again + frame, 1)


def drawing(inside: str, box: str, ink: Ink) -> str:
    """A drawing of its own, in the style of the board."""
    signs = "".join(f'<path id="europa-r{n}" d="{one[3]}"/>' for n, one in enumerate(SHAPES))
    return stark(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="europa" viewBox="{box}">'
        f"<style>{style()}{LINES}</style><defs>{signs}"
        f'<path id="europa-star" d="{star(0, 0, 10)}"/><path id="europa-plane" d="{PLANE}"/></defs>'
        f"{inside}</svg>",
        ink,
    )


def flag_of(country: str) -> str:
    """A country's flag, 30 by 20."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><defs>'
        '<clipPath id="europa-box"><path d="M0 0H30V20H0Z"/></clipPath></defs>'
        f'<g clip-path="url(#europa-box)">{flag(country)}</g>'
        '<path fill="none" stroke="#5a6470" stroke-width=".3" d="M0 0H30V20H0Z"/></svg>'
    )


def seal(ink: Ink) -> str:
    """For Murcia: the ring of stars, as on the square where the race ends."""
    ring = f'<circle class="europa-blue" r="31"/><g class="europa-gold">{stars(21, 0.5)}</g>'
    return drawing(ring, "-33 -33 66 66", ink)


def sign_of(route: int, number: str, ink: Ink) -> str:
    """The shape of a route."""
    return drawing(shape(route, number, 1), "-15 -15 30 30", ink)


def letter_sign(letter: str) -> str:
    """In front of an answer."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20">'
        '<circle r="9" fill="#fffdf7" stroke="#1d2733" stroke-width="1"/>'
        f"<text y='4.2' font-family='{stack('sans')}' font-size='12' font-weight='700'"
        f' text-anchor="middle" fill="#1d2733">{letter}</text></svg>'
    )


def dots(full: int, most: int) -> str:
    """How hard a question is."""
    rings = "".join(
        f'<circle cx="{8 * n + 4}" cy="4" r="2.6" stroke="#1d2733" stroke-width=".8"'
        f' fill="{"#1d2733" if n < full else "none"}"/>'
        for n in range(most)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {8 * most} 8">{rings}</svg>'


def picture(address: str, width: int, height: int) -> str:
    """A question's picture, which is a data address."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<image href="{address}" width="{width}" height="{height}"/></svg>'
    )


def order_icon(do: str, route: int, ink: Ink) -> str:
    """What an instruction card orders; `route` is that of the city to go to."""
    icons = {
        "go": f'<g transform="translate(0 17) scale(.62)">{_pin(route)}</g>',
        "forward": '<path class="europa-icon" d="M-13 0H13M3-10 13 0 3 10"/>',
        "back": '<path class="europa-icon" d="M13 0H-13M-3-10-13 0-3 10"/>',
        "miss": '<path class="europa-icon" d="M-9-13H9L1 0 9 13H-9L-1 0Z"/>',
        "again": f'<g transform="scale(1.15)">{die(HIGHEST)}</g>',
        "plane": f'<path class="europa-solid" transform="rotate(45) scale(1.4)" d="{PLANE}"/>',
    }
    return drawing(icons[do], "-20 -20 40 40", ink)


def plane_icon(ink: Ink, *, is_empty: bool = False) -> str:
    look = "none" if is_empty else "solid"
    path = f'<path class="europa-{look}" transform="rotate(45)" d="{PLANE}"/>'
    return drawing(path, "-12 -12 24 24", ink)


def _pin(route: int) -> str:
    """A team's pin; its point is at 0 0."""
    sign = shape(route, "", 1.02)
    return f'<path class="europa-pin" d="{PIN}"/><g transform="translate(0 -35)">{sign}</g>'


def places(boxes: list[tuple[float, float, float, float]], width: float, height: float) -> str:
    """Dashed boxes, for what is laid there."""
    drawn = "".join(
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="1.5"/>' for x, y, w, h in boxes
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">'
        '<g fill="none" stroke="#4a453e" stroke-width=".35" stroke-dasharray="1.4 1.1">'
        f"{drawn}</g></svg>"
    )


# ---- pieces: two pins back to back, and a foot for each

PIECE_WIDTH: Final = 17.0
PIECE_SIDE: Final = 25.0
FOOT_DEPTH: Final = 7.0
PIECE_HEIGHT: Final = 2 * (PIECE_SIDE + FOOT_DEPTH)


def piece(route: int, ink: Ink) -> str:
    """Folded in the middle, so that one half stands on its head here."""
    middle = PIECE_HEIGHT / 2
    halves = "".join(
        f'<g transform="translate({PIECE_WIDTH / 2:g} {middle:g}) rotate({turn})">'
        f'<g transform="translate(0 {PIECE_SIDE - 0.8:g}) scale(.4)">{_pin(route)}</g></g>'
        for turn in (0, 180)
    )
    folds = "".join(
        f"M0 {y:g}H{PIECE_WIDTH:g}" for y in (FOOT_DEPTH, middle, PIECE_HEIGHT - FOOT_DEPTH)
    )
    box = f"M0 0H{PIECE_WIDTH:g}V{PIECE_HEIGHT:g}H0Z"
    drawn = f'{halves}<path class="europa-fold" d="{folds}"/><path class="europa-cut" d="{box}"/>'
    return drawing(drawn, f"0 0 {PIECE_WIDTH:g} {PIECE_HEIGHT:g}", ink)


# ---- the die, whose six is the plane

SIDE: Final = 22.0
PLANE_FACE: Final = 6


def _face(face: int) -> str:
    if face == PLANE_FACE:
        return f'<path class="europa-pip" transform="rotate(45) scale(.72)" d="{PLANE}"/>'
    return "".join(
        f'<circle class="europa-pip" cx="{SIDE / 4 * a:g}" cy="{SIDE / 4 * b:g}" r="2.1"/>'
        for a, b in PIPS[face]
    )


DIE: Final = nets.die(SIDE, 7.0, _face)


def die_net(ink: Ink) -> str:
    return drawing(DIE.drawn("europa"), " ".join(f"{one:g}" for one in DIE.box), ink)


# ---- texts: how much room they take, so that all of a card have one size


def height_of(text: str, size: float, width: float) -> float:
    """About how high a text is, in mm, when set in so many points."""
    letters = max(1, int(width / (WIDE * size * POINT)))
    lines = sum(max(1, len(wrap(line, letters))) for line in text.splitlines() or [""])
    return lines * PITCH * size * POINT


def one_size(
    texts: Sequence[tuple[str, float, float]],
    gap: float,
    height: float,
    most: float,
    least: float = 4.0,
) -> tuple[float, list[float]]:
    """The size, in points, at which all texts fit below each other, and how high each is; a text
    comes with its width, and with how high it is at least.
    """
    room = height - gap * (len(texts) - 1)
    heights: list[float] = []
    for step in range(ceil((most - least) / 0.5) + 1):
        size = most - 0.5 * step
        heights = [max(low, height_of(text, size, width)) for text, width, low in texts]
        if sum(heights) <= room:
            return size, heights
    # Typst makes them smaller still
    return least, [room * one / sum(heights) for one in heights]
