"""Where the squares lie on the map, and where their cities' names stand."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import dist, hypot
from pathlib import Path
from typing import Any, Final

from periplo.core.columns import columns
from periplo.games.europa.map import FRAME, HEIGHT, WIDTH, Point, coordinates, place
from periplo.games.europa.tables import cities, track_of

Box = tuple[float, float, float, float]  # left, top, right, bottom

RADIUS: Final = {"start": 25.0, "finish": 31.0, "city": 18.0, "star": 17.0, "plain": 12.5}
MURCIA: Final = (37.99, -1.13)  # latitude, longitude
START: Final = place(*MURCIA)
FINISH: Final = (START[0] + 47, START[1] + 44)  # off the coast

SIDES: Final = ("e", "w", "n", "s", "ne", "se", "nw", "sw")  # of a square, for its name
NAME_SIZE: Final = 16.0
LETTER: Final = 0.56  # the width of a letter, in parts of its size

# what else stands on the map: the frame, the seal with the title, and the list of routes
SEAL: Final = (138.0, 138.0, 114.0)  # its middle and its radius
ROUTES: Final = (8.0, 452.0, 202.0, 150.0)  # left, top, width, height
KEPT_FREE: Final[tuple[Box, ...]] = (
    (FRAME[0], FRAME[1], FRAME[0] + FRAME[2], FRAME[1] + FRAME[3]),
    (SEAL[0] - SEAL[2], SEAL[1] - SEAL[2], SEAL[0] + SEAL[2], SEAL[1] + SEAL[2]),
    (ROUTES[0], ROUTES[1], ROUTES[0] + ROUTES[2], ROUTES[1] + ROUTES[3]),
)

_BEND: Final = 0.36  # how far a curve holds its direction, in parts of the shorter leg


def kind_of(sign: str) -> str:
    """What a square is by its sign in the board's file."""
    return {".": "plain", "*": "star"}.get(sign, sign if sign in ("start", "finish") else "city")


def name_box(name: str, at: Point, radius: float, side: str) -> Box:
    """What a city's name covers on a side of its square: a point of the compass."""
    width, height = LETTER * NAME_SIZE * columns(name), NAME_SIZE
    x, y = at
    aslant = 0.72 * radius if len(side) == 2 else radius + 2
    if "e" in side:
        left = x + aslant
    elif "w" in side:
        left = x - aslant - width
    else:
        left = x - width / 2
    if "n" in side:
        top = y - aslant - height
    elif "s" in side:
        top = y + aslant
    else:
        top = y - height / 2
    return left, top, left + width, top + height


@cache
def places(edition: str) -> list[tuple[str, Point, str]]:
    """Sign, place and side of the name of every square; made by `make_places.py`."""
    file = Path(__file__).with_name("places.toml")
    found = []
    for line in tomllib.loads(file.read_text("utf-8"))[edition]:
        sign, x, y, side = (*line.split(), "")[:4]
        found.append((sign, (float(x), float(y)), side))
    return found


def squares(edition: str) -> list[dict[str, Any]]:
    """All squares from Murcia to Murcia, with their place on the Earth and on the canvas."""
    track = track_of(edition)
    found = []
    for at, (_, (x, y), side) in enumerate(places(edition)):
        square = track[at - 1] if 0 < at <= len(track) else None
        sign = square.sign if square else "finish" if at else "start"
        kind = kind_of(sign)
        lat, lon = coordinates(x, y) if square else MURCIA
        facts: dict[str, Any] = {
            "at": at, "kind": kind, "country": square.country if square else None,
            "route": None, "city": None, "name": None, "lat": lat, "lon": lon,
            "x": x, "y": y, "radius": RADIUS[kind], "true": None, "label": None,
        }  # fmt: skip
        if square and kind == "city":
            facts |= {"route": square.route, "city": sign, **cities()[sign]}
            facts["true"] = [round(part, 1) for part in place(facts["lat"], facts["lon"])]
            box = name_box(facts["name"], (x, y), RADIUS[kind], side)
            facts["label"] = _label(box, side)
        found.append(facts | {"lat": round(facts["lat"], 2), "lon": round(facts["lon"], 2)})
    return found


def names_on_map(edition: str, words: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What each city is called in a language, and where that is written.

    A name that is longer than the city's own, for which the places were made, moves to another side
    where it would cover something; where none is free, the own one stays.
    """
    laid = [square for square in squares(edition) if square["label"]]
    sides = places(edition)
    boxes: dict[int, Box] = {}

    def box_of(square: Mapping[str, Any], name: str, side: str) -> Box:
        return name_box(name, (square["x"], square["y"]), square["radius"], side)

    for square in laid:
        boxes[square["at"]] = box_of(square, square["name"], sides[square["at"]][2])
    for square in laid:
        at, kept = square["at"], sides[square["at"]][2]
        name = words.get(square["city"], square["name"])
        others = [box for other, box in boxes.items() if other != at]
        for side in (kept, *SIDES):
            box = box_of(square, name, side)
            is_kept = side == kept and columns(name) <= columns(square["name"])
            if is_kept or _is_free(box, others, edition):
                boxes[at] = box
                yield name, _label(box, side)
                break
        else:
            yield square["name"], square["label"]


def _is_free(box: Box, names: Sequence[Box], edition: str) -> bool:
    """Whether a name there covers no square, no other name and nothing else."""
    left, top, right, bottom = box
    if left < 0 or top < 0 or right > WIDTH or bottom > HEIGHT:
        return False
    for other in (*names, *KEPT_FREE):
        wide = min(right, other[2]) - max(left, other[0])
        if wide >= 2 and min(bottom, other[3]) - max(top, other[1]) >= 2:
            return False
    return all(
        dist((x, y), (min(max(x, left), right), min(max(y, top), bottom)))
        > RADIUS[kind_of(sign)] - 2
        for sign, (x, y), _ in places(edition)
    )


def _label(box: Box, side: str) -> dict[str, Any]:
    """Where a name is written: `x` is its beginning, its end or its middle, by `anchor`."""
    left, _, right, bottom = box
    anchor = "start" if "e" in side else "end" if "w" in side else "middle"
    x = {"start": left, "end": right, "middle": (left + right) / 2}[anchor]
    return {"x": round(x, 1), "y": round(bottom - 0.22 * NAME_SIZE, 1), "anchor": anchor}


def way(edition: str) -> str:
    """The whole way as one smooth SVG path through the middles of the squares."""
    points = [at for _, at, _ in places(edition)]
    ahead = []
    for before, after in zip([points[0], *points], [*points[1:], points[-1]], strict=False):
        length = dist(before, after) or 1.0
        ahead.append(((after[0] - before[0]) / length, (after[1] - before[1]) / length))
    path = f"M{points[0][0]:g} {points[0][1]:g}"
    legs = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    for n, ((ax, ay), (bx, by)) in enumerate(pairwise(points)):
        leave = _BEND * min(legs[n], legs[max(n - 1, 0)])
        reach = _BEND * min(legs[n], legs[min(n + 1, len(legs) - 1)])
        path += (
            f"C{ax + leave * ahead[n][0]:.1f} {ay + leave * ahead[n][1]:.1f}"
            f" {bx - reach * ahead[n + 1][0]:.1f} {by - reach * ahead[n + 1][1]:.1f} {bx:g} {by:g}"
        )
    return path
