"""The race as one SVG: it needs nothing else, and has no scripts."""

from collections.abc import Iterator, Mapping
from math import dist
from typing import Any, Final

from periplo.core.drawing import escape, opening
from periplo.games.europa.flags import flag, star
from periplo.games.europa.map import HEIGHT, WIDTH
from periplo.games.europa.marks import PLANE, Background, Picture, pin, symbol
from periplo.games.europa.panels import draw_ahead, draw_exam, draw_now, draw_team
from periplo.games.europa.scene import draw_map, draw_routes, draw_seal, draw_way, stripes
from periplo.games.europa.style import SHAPES, style
from periplo.games.europa.track import names_on_map

# where teams stand on the start, about its middle, by how many there are
SPOTS: Final = (
    ((0, 4),),
    ((-16, 4), (16, 4)),
    ((0, -14), (-22, 10), (22, 10)),
    ((-18, -14), (18, -14), (-20, 16), (20, 16)),
    ((0, -26), (-34, -8), (34, -8), (-19, 18), (19, 18)),
)
OFF: Final = 0.6  # of its radius: a square farther off its city has a line to it


def draw(picture: Picture) -> str:
    """The whole picture."""
    board = picture.board
    parts = [
        opening("europa", board, "europa-title europa-description"),
        f'<title id="europa-title">{escape(" ".join(picture.words["title"].split()))}</title>',
        f'<desc id="europa-description">{escape(picture.description)}</desc>',
        f"<style>{style()}</style>",
        f"<defs>{_defs(picture)}{_belongings(picture)}</defs>",
        f'<rect width="{board["width"]:g}" height="{board["height"]:g}" class="europa-paper"'
        ' rx="22"/>',
        *_background(picture),
        *_pieces(picture),
        *draw_now(picture),
        *(draw_ahead(picture, steps) for steps in range(len(board["ahead"]))),
        *(draw_exam(picture) if len(board["ahead"]) == 1 else ()),
        *(draw_team(picture, seat) for seat in range(len(board["home"]))),
        "</svg>",
    ]
    return "\n".join(parts)


def draw_bare(background: Background) -> str:
    """The map and the track, and nothing of a position; below them nothing at all."""
    parts = [
        opening("europa", background.board, "europa-title"),
        f'<title id="europa-title">{escape(" ".join(background.words["title"].split()))}</title>',
        f"<style>{style()}</style>",
        f"<defs>{_defs(background)}</defs>",
        *_background(background),
        "</svg>",
    ]
    return "\n".join(parts)


def _defs(background: Background) -> str:
    parts = [
        f'<clipPath id="europa-map"><path d="M0 22a22 22 0 0 1 22-22H{WIDTH - 22:g}a22 22 0 0 1'
        f' 22 22V{HEIGHT:g}H0Z"/></clipPath>',
        f'<path id="europa-star" d="{star(0, 0, 10)}"/>',
        *(f'<path id="europa-r{n}" d="{shape[3]}"/>' for n, shape in enumerate(SHAPES)),
    ]
    for country in background.countries():
        routes = background.routes_of(country)
        if len(routes) > 1:
            parts.append(stripes(country, routes[0], routes[1]))
    return "\n".join(parts)


def _belongings(picture: Picture) -> str:
    """What teams can have."""
    flags = (
        f'<g id="europa-{country}"><g clip-path="url(#europa-box)">{flag(country)}</g>'
        '<path class="europa-flag" d="M0 0H30V20H0Z"/></g>'
        for country in picture.countries()
    )
    return "\n".join(
        [
            '<clipPath id="europa-box"><path d="M0 0H30V20H0Z"/></clipPath>',
            f'<path id="europa-plane" d="{PLANE}"/>',
            *flags,
        ]
    )


def _background(background: Background) -> Iterator[str]:
    yield '<g clip-path="url(#europa-map)">'
    yield from draw_map(background)
    yield from draw_way(background)
    yield "</g>"
    yield draw_seal(background)
    yield draw_routes(background)
    for square in background.board["squares"]:
        yield _square(background, square)
    yield from _names(background)


def _square(background: Background, square: Mapping[str, Any]) -> str:
    at, kind, x, y = (square[key] for key in ("at", "kind", "x", "y"))
    parts = [f"<g><title>{escape(background.called(square))}</title>"]
    if square["true"] and dist(square["true"], (x, y)) > OFF * square["radius"]:
        true_x, true_y = square["true"]
        parts.append(
            f'<path class="europa-leader" d="M{x:g} {y:g}L{true_x:g} {true_y:g}"/>'
            f'<circle class="europa-true" cx="{true_x:g}" cy="{true_y:g}" r="3.2"/>'
        )
    parts.append(f'<g transform="translate({x:g} {y:g})">{symbol(square)}')
    if kind in ("plain", "star"):
        look = "step" if kind == "plain" else "starred"
        parts.append(f'<text class="europa-{look}" y="4.8">{at}</text>')
    return "".join((*parts, "</g></g>"))


def _names(background: Background) -> Iterator[str]:
    squares = background.board["squares"]
    for name, label in names_on_map(background.board["edition"], background.words):
        yield (
            f'<text class="europa-city" style="text-anchor:{label["anchor"]}"'
            f' x="{label["x"]:g}" y="{label["y"]:g}">{escape(name)}</text>'
        )
    finish = squares[-1]
    yield (
        f'<text class="europa-home europa-left" x="{finish["x"] + finish["radius"] + 6:g}"'
        f' y="{finish["y"] + 8:g}">Murcia</text>'
    )


def _pieces(picture: Picture) -> list[str]:
    teams = picture.position["teams"]
    waiting = [seat for seat, team in enumerate(teams) if team["at"] == 0]
    placed = []
    for seat, team in enumerate(teams):
        square = picture.board["squares"][team["at"]]
        x, y = square["x"], square["y"] - 0.45 * square["radius"]
        if team["at"] == 0:
            along, down = SPOTS[len(waiting) - 1][waiting.index(seat)]
            x, y = square["x"] + along, square["y"] + down
        title = escape(f"{seat + 1} {picture.names[seat]}: {picture.called(square)}")
        piece = pin(team["route"], seat, crowned=picture.position["winner"] == seat)
        placed.append(
            (
                y,
                f'<g class="europa-team" data-seat="{seat}" data-at="{team["at"]}"'
                f' transform="translate({x:.1f} {y:.1f}) scale(.9)">'
                f"<title>{title}</title>{piece}</g>",
            )
        )
    return [piece for _, piece in sorted(placed)]  # the nearer ones in front
