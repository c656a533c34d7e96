"""The map under the track: a projection of Europe, and its lands as outlines.

Lambert's azimuthal equal-area projection about 52° N 10° E, on a sphere: what the Union's own
maps use. Cyprus lies so far out that it stands in a frame of its own, at the same scale.
"""

import tomllib
from functools import cache
from math import asin, atan2, cos, degrees, hypot, radians, sin, sqrt
from pathlib import Path
from typing import Final

Point = tuple[float, float]

WIDTH: Final = 1000.0
HEIGHT: Final = 990.0

MIDDLE: Final = (52.0, 10.0)  # latitude, longitude
SCALE: Final = 1940.0  # the Earth's radius on the canvas
ZERO: Final = (527.0, 416.0)  # where the middle lies on the canvas

FRAME: Final = (714.0, 840.0, 122.0, 106.0)  # left, top, width, height
SHIFT: Final = (-392.0, 16.0)  # from where Cyprus is to where its frame shows it

OTHERS: Final = "others"  # the outlines of the lands that no edition visits
_EAST: Final = 31.0  # of this meridian and south of that parallel there is only Cyprus
_SOUTH: Final = 36.2


def is_framed(lat: float, lon: float) -> bool:
    """Whether a place is drawn in the frame."""
    return lon > _EAST and lat < _SOUTH


def project(lat: float, lon: float) -> Point:
    """Where a place would be on the canvas if there were no frame."""
    phi, phi0 = radians(lat), radians(MIDDLE[0])
    turn = radians(lon - MIDDLE[1])
    k = sqrt(2 / (1 + sin(phi0) * sin(phi) + cos(phi0) * cos(phi) * cos(turn)))
    x = k * cos(phi) * sin(turn)
    y = k * (cos(phi0) * sin(phi) - sin(phi0) * cos(phi) * cos(turn))
    return ZERO[0] + SCALE * x, ZERO[1] - SCALE * y


def place(lat: float, lon: float) -> Point:
    """Where a place is drawn."""
    x, y = project(lat, lon)
    return (x + SHIFT[0], y + SHIFT[1]) if is_framed(lat, lon) else (x, y)


def coordinates(x: float, y: float) -> Point:
    """Latitude and longitude of a point of the canvas."""
    left, top, width, height = FRAME
    if left <= x <= left + width and top <= y <= top + height:
        x, y = x - SHIFT[0], y - SHIFT[1]
    x, y = (x - ZERO[0]) / SCALE, (ZERO[1] - y) / SCALE
    phi0 = radians(MIDDLE[0])
    out = hypot(x, y)
    if out == 0:
        return MIDDLE
    c = 2 * asin(out / 2)
    lat = asin(cos(c) * sin(phi0) + y * sin(c) * cos(phi0) / out)
    lon = atan2(x * sin(c), out * cos(phi0) * cos(c) - y * sin(phi0) * sin(c))
    return degrees(lat), MIDDLE[1] + degrees(lon)


@cache
def outlines() -> dict[str, str]:
    """The lands as SVG paths on the canvas, by country; made by `make_outlines.py`."""
    file = Path(__file__).with_name("outlines.toml")
    return {land: str(path) for land, path in tomllib.loads(file.read_text("utf-8")).items()}
