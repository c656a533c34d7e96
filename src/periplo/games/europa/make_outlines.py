"""Writes outlines.toml: the lands of the map, projected, simplified and cut to the canvas.

    python -m periplo.games.europa.make_outlines countries-50m.json

The file comes from `npm pack world-atlas`: Natural Earth, in the public domain, as TopoJSON.
Arcs are simplified before they are joined to rings, so that neighbours keep one border.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import hypot
from pathlib import Path
from typing import Any

from periplo.games.europa.map import (
    FRAME,
    HEIGHT,
    OTHERS,
    SHIFT,
    WIDTH,
    Point,
    is_framed,
    project,
)

COUNTRIES = {
    "Spain": "spain", "Portugal": "portugal", "France": "france", "Ireland": "ireland",
    "United Kingdom": "united-kingdom", "Belgium": "belgium", "Luxembourg": "luxembourg",
    "Netherlands": "netherlands", "Germany": "germany", "Denmark": "denmark", "Sweden": "sweden",
    "Finland": "finland", "Åland": "finland", "Estonia": "estonia", "Latvia": "latvia",
    "Lithuania": "lithuania", "Poland": "poland", "Czechia": "czechia", "Slovakia": "slovakia",
    "Austria": "austria", "Slovenia": "slovenia", "Croatia": "croatia", "Hungary": "hungary",
    "Romania": "romania", "Bulgaria": "bulgaria", "Greece": "greece", "Cyprus": "cyprus",
    "N. Cyprus": "cyprus", "Malta": "malta", "Italy": "italy",
}  # fmt: skip
NEAR = (-35.0, 20.0, 70.0, 76.0)  # what may show on the canvas: west, south, east, north
BLEED = 12.0  # how far the lands go on beyond the canvas
DETAIL = 0.7  # what an arc may be off by, in units of the canvas
SMALLEST = 3.0  # islands smaller than this are left out, but for
ALWAYS = ("malta",)


def main(source: str) -> None:
    atlas = json.loads(Path(source).read_text(encoding="utf-8"))
    arcs = [_degrees(arc, atlas["transform"]) for arc in atlas["arcs"]]
    found: dict[str, list[str]] = {land: [] for land in [*COUNTRIES.values(), OTHERS]}
    for geometry in atlas["objects"]["countries"]["geometries"]:
        land = COUNTRIES.get(geometry["properties"]["name"], OTHERS)
        for ring in _rings(geometry):
            path = _path(land, [arcs[n] if n >= 0 else arcs[~n][::-1] for n in ring])
            if path:
                found[land].append(path)
    lines = ["# Natural Earth's lands on the canvas of map.py, by make_outlines.py. Do not edit."]
    lines += [f'{land} = "{"".join(paths)}"' for land, paths in found.items()]
    Path(__file__).with_name("outlines.toml").write_text("\n".join(lines) + "\n", "utf-8")


def _degrees(arc: Sequence[Sequence[int]], transform: dict[str, list[float]]) -> list[Point]:
    """Longitudes and latitudes of an arc whose points are written as steps."""
    (scale_x, scale_y), (west, south) = transform["scale"], transform["translate"]
    xs, ys = (accumulate(steps) for steps in zip(*arc, strict=True))
    return [(west + scale_x * x, south + scale_y * y) for x, y in zip(xs, ys, strict=True)]


def _rings(geometry: dict[str, Any]) -> Iterator[list[int]]:
    polygons = geometry.get("arcs", [])
    for polygon in polygons if geometry["type"] == "MultiPolygon" else [polygons]:
        yield from polygon


def _path(land: str, ring: list[list[Point]]) -> str:
    points = [point for arc in ring for point in arc]
    west, south, east, north = NEAR
    if not any(west < lon < east and south < lat < north for lon, lat in points):
        return ""
    framed = land == "cyprus" and is_framed(points[0][1], points[0][0])
    shift = SHIFT if framed else (0.0, 0.0)
    outline: list[Point] = []
    for arc in ring:
        placed = [_onto_canvas(lon, lat, shift) for lon, lat in arc]
        outline += _simplified(placed)[:-1]
    if framed:
        left, top, width, height = FRAME
        outline = _clipped(outline, left, top, left + width, top + height)
    else:
        outline = _clipped(outline, -BLEED, -BLEED, WIDTH + BLEED, HEIGHT + BLEED)
    if abs(_area(outline)) < SMALLEST and land not in ALWAYS:
        return ""
    return _written(outline)


def _onto_canvas(lon: float, lat: float, shift: Point) -> Point:
    west, south, east, north = NEAR  # far places only have to lie outside in the right direction
    x, y = project(min(max(lat, south), north), min(max(lon, west), east))
    return x + shift[0], y + shift[1]


def _simplified(points: list[Point]) -> list[Point]:
    """Douglas and Peucker's: the ends, and what lies too far off the line between them."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = hypot(bx - ax, by - ay)

    def off(n: int) -> float:
        x, y = points[n][0] - ax, points[n][1] - ay
        if length == 0:
            return hypot(x, y)
        return abs(x * (by - ay) - y * (bx - ax)) / length

    farthest = max(range(1, len(points) - 1), key=off)
    if off(farthest) <= DETAIL:
        return [points[0], points[-1]]
    return _simplified(points[: farthest + 1])[:-1] + _simplified(points[farthest:])


def _clipped(
    points: list[Point], left: float, top: float, right: float, bottom: float
) -> list[Point]:
    """Sutherland and Hodgman's: cut off at one side after another."""
    sides: list[tuple[int, float, Callable[[float, float], bool]]] = [
        (0, left, float.__ge__),
        (0, right, float.__le__),
        (1, top, float.__ge__),
        (1, bottom, float.__le__),
    ]
    for axis, limit, is_in in sides:
        kept: list[Point] = []
        for a, b in pairwise([*points[-1:], *points]):
            a_in, b_in = is_in(a[axis], limit), is_in(b[axis], limit)
            if a_in != b_in:
                part = (limit - a[axis]) / (b[axis] - a[axis])
                kept.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
            if b_in:
                kept.append(b)
        points = kept
    return points


def _area(points: list[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, *points[:1]])) / 2


def _written(points: list[Point]) -> str:
    """A closed path in steps of a tenth of a unit."""
    tenths = [(round(10 * x), round(10 * y)) for x, y in points]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(tenths) if a != b]
    if len(steps) < 2:
        return ""
    line = " ".join(f"{dx / 10:g} {dy / 10:g}" for dx, dy in steps)
    return f"M{tenths[0][0] / 10:g} {tenths[0][1] / 10:g}l{line}Z".replace(" -", "-")


if __name__ == "__main__":
    main(sys.argv[1])
