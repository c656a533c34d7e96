"""A plain drawing of any game, until it brings its own: its places as discs, pieces on them.

A layout that is drawn like this has `width`, `height`, and `squares`, each with `at`, `x` and `y`;
of a position also `pieces`, each with `seat` and `at`. The web's plain board reads the same.
"""

from collections.abc import Mapping, Sequence
from math import dist
from typing import Any, Final
from xml.sax.saxutils import escape

from periplo.core.columns import columns, fit
from periplo.core.drawing import opening
from periplo.fonts import stack

COLOURS: Final[tuple[str, ...]] = (
    "#b3372f", "#2d5f9a", "#c98a12", "#3b7d4a", "#7a4b94", "#0f7f86", "#8a5a33", "#c2548a",
    "#5a6670", "#242a2e",
)  # fmt: skip
_NAME: Final = 18
_WIDTH: Final = 80
_LINE: Final = 26.0  # a name's, below the board


def background(layout: Mapping[str, Any], title: str) -> str:
    """The places alone."""
    return _document(layout["width"], layout["height"], title, _squares(layout))


def svg(layout: Mapping[str, Any], names: Sequence[str], title: str) -> str:
    """The places with the pieces on them, and the seats' names below."""
    height = layout["height"] + _LINE * len(names)
    parts = _squares(layout) + _pieces(layout)
    for seat, name in enumerate(names):
        y = layout["height"] + _LINE * (seat + 0.5)
        shown = escape(f"{seat + 1} {fit(name, _NAME)}")
        parts.append(
            f'<circle cx="20" cy="{y:g}" r="9" fill="{_colour(seat)}"/>'
            f'<text x="38" y="{y + 6:g}" font-size="18">{shown}</text>'
        )
    return _document(layout["width"], height, title, parts)


def text(layout: Mapping[str, Any], names: Sequence[str]) -> str:
    """Each place with the seats whose pieces stand there, then the seats by name."""
    lines = [""]
    here = _standing(layout)
    for square in layout["squares"]:
        seats = "".join(f" [{seat + 1}]" for seat in here.get(str(square["at"]), []))
        shown = f"{square['at']}{seats}"
        if lines[-1] and columns(lines[-1]) + columns(shown) + 3 > _WIDTH:
            lines.append("")
        lines[-1] += f" · {shown}" if lines[-1] else shown
    lines += [f"[{seat + 1}] {fit(name, _NAME)}" for seat, name in enumerate(names)]
    return "\n".join(lines)


def _colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def _standing(layout: Mapping[str, Any]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for piece in layout.get("pieces", []):
        found.setdefault(str(piece["at"]), []).append(piece["seat"])
    return found


def _radius(layout: Mapping[str, Any]) -> float:
    """As large as the nearest two places allow."""
    middles = [(float(square["x"]), float(square["y"])) for square in layout["squares"]]
    gaps = [dist(one, other) for i, one in enumerate(middles) for other in middles[:i]]
    return 0.46 * min(gaps) if gaps else 40.0


def _squares(layout: Mapping[str, Any]) -> list[str]:
    radius = _radius(layout)
    return [
        f'<circle cx="{square["x"]:g}" cy="{square["y"]:g}" r="{radius:.1f}" fill="#f6efe0" '
        f'stroke="#8d7b5d" stroke-width="2"/><text x="{square["x"]:g}" '
        f'y="{square["y"] - 0.45 * radius:.1f}" font-size="{0.4 * radius:.1f}" '
        f'text-anchor="middle" fill="#5c4d35">{escape(str(square["at"]))}</text>'
        for square in layout["squares"]
    ]


def _pieces(layout: Mapping[str, Any]) -> list[str]:
    radius = _radius(layout)
    places = {str(square["at"]): square for square in layout["squares"]}
    parts = []
    for at, seats in _standing(layout).items():
        square, room = places[at], 1.5 * radius / len(seats)
        for n, seat in enumerate(seats):
            x = square["x"] + room * (n - (len(seats) - 1) / 2)
            y = square["y"] + 0.25 * radius
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{min(0.42 * radius, room / 2):.1f}" '
                f'fill="{_colour(seat)}" stroke="#ffffff" stroke-width="2">'
                f"<title>{seat + 1}: {escape(at)}</title></circle>"
            )
    return parts


def _document(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f"{opening('plain', {'width': width, 'height': height}, '')}"
        f"<style>.plain text{{font-family:{stack('sans')}}}</style>"
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )
