"""What lies under the squares: the map, the way, the title, and which countries a route has."""

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, degrees, dist
from typing import Final

from periplo.core.drawing import escape
from periplo.games.europa.map import HEIGHT, OTHERS, WIDTH, outlines, project
from periplo.games.europa.marks import Background, shape, stars
from periplo.games.europa.packs import CODES
from periplo.games.europa.track import LETTER, ROUTES, SEAL

MERIDIANS: Final = range(-40, 61, 10)
PARALLELS: Final = range(30, 76, 10)
LONG: Final = 30  # between two squares: there an arrow shows which way the race goes


def draw_map(background: Background) -> Iterator[str]:
    yield f'<path class="europa-sea" d="M0 0H{WIDTH:g}V{HEIGHT:g}H0Z"/>'
    yield f'<path class="europa-grid" d="{_grid()}"/>'
    yield '<use href="#europa-lands" class="europa-coast"/>'
    yield '<g id="europa-lands">'
    for land, path in outlines().items():
        routes = background.routes_of(land)
        if land == OTHERS or not routes:
            yield f'<path class="europa-land" d="{path}"/>'
            continue
        fill = f'class="europa-t{routes[0]}"'
        if len(routes) > 1:
            fill = f'fill="url(#europa-in-{land})"'
        yield f'<path {fill} d="{path}"><title>{escape(background.words[land])}</title></path>'
    yield "</g>"


def _grid() -> str:
    lines = [[project(lat, lon) for lat in range(25, 78, 3)] for lon in MERIDIANS]
    lines += [[project(lat, lon) for lon in range(-45, 66, 3)] for lat in PARALLELS]
    return "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line) for line in lines)


def stripes(country: str, one: int, other: int) -> str:
    """The pattern of a country that is in two routes."""
    return (
        f'<pattern id="europa-in-{country}" width="26" height="26"'
        ' patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<path class="europa-t{one}" d="M0 0H26V26H0Z"/>'
        f'<path class="europa-t{other}" d="M0 0H13V26H0Z"/></pattern>'
    )


def draw_way(background: Background) -> Iterator[str]:
    frame, way = background.board["frame"], background.board["way"]
    yield (
        f'<rect class="europa-frame" x="{frame["x"]:g}" y="{frame["y"]:g}" rx="8"'
        f' width="{frame["width"]:g}" height="{frame["height"]:g}"/>'
    )
    yield f'<path class="europa-verge" d="{way}"/>'
    yield f'<path class="europa-way" d="{way}"/>'
    for a, b in pairwise(background.board["squares"]):
        if dist((a["x"], a["y"]), (b["x"], b["y"])) > a["radius"] + b["radius"] + LONG:
            turn = degrees(atan2(b["y"] - a["y"], b["x"] - a["x"]))
            x, y = (a["x"] + b["x"]) / 2, (a["y"] + b["y"]) / 2
            yield (
                '<path class="europa-onward" d="M-5-6 3 0-5 6"'
                f' transform="translate({x:.1f} {y:.1f}) rotate({turn:.0f})"/>'
            )


def draw_seal(background: Background) -> str:
    """The title in the ring of twelve stars."""
    x, y, radius = SEAL
    lines = background.words["title"].split("\n")
    size = min(34.0, 1.42 * radius / (LETTER * max(map(len, lines))))
    top = 0.83 * size - 0.53 * size * len(lines)  # where the first line stands
    written = "".join(
        f'<text class="europa-white" y="{top + 1.06 * size * n:.1f}">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    return (
        f'<g transform="translate({x:g} {y:g})"><circle class="europa-blue" r="{radius:g}"/>'
        f'<g class="europa-gold">{stars(0.82 * radius, 1.15)}</g>'
        f'<g class="europa-title" font-size="{size:.1f}">{written}</g></g>'
    )


def draw_routes(background: Background) -> str:
    """The five shapes, and the countries of each."""
    left, top, width, height = ROUTES
    rows = []
    for n, (route, countries) in enumerate(background.routes.items()):
        codes = " ".join(CODES[country] for country in countries)
        rows.append(
            f'<g transform="translate(17 {18 + 28.4 * n:g})">'
            f"<title>{escape(background.words['route'])} {route}</title>"
            f"{shape(route, '', 0.95)}"
            f'<text class="europa-light" font-size="14" x="25" y="5">{route}</text>'
            f'<text class="europa-left" font-size="14" x="38" y="5">{codes}</text></g>'
        )
    return (
        f'<g transform="translate({left:g} {top:g})"><rect class="europa-list"'
        f' width="{width:g}" height="{height:g}" rx="12"/>{"".join(rows)}</g>'
    )
