"""A plain drawing of any game, until it brings its own: its places as discs, pieces on them.

A layout that is drawn like this has `width`, `height`, and `squares`, each with `at`, `x` and `y`;
of a position also `pieces`, each with `seat` and `at`. The web's plain board reads the same.
A square may have a `seat` whose place it is, and `marked`, if it differs from the others.
`words` says what places are called in the reader's language; others are called by their names.
"""

from collections.abc import Mapping, Sequence
from math import ceil, dist, isqrt
from typing import Any, Final

from periplo.core.columns import columns, fit
from periplo.core.drawing import escape, opening
from periplo.fonts import stack

PlaceWords = Mapping[str, str]

# of the seats, as in `web/src/theme.css`
COLOURS: Final[tuple[str, ...]] = (
    "#ad3319", "#1d5f8a", "#2c6f44", "#8a5a00", "#683a8d", "#0d6c69", "#9f2d63", "#4a5866",
    "#75451d", "#3a45a3",
)  # fmt: skip
_FILL: Final = "#f6efe0"
_MARKED: Final = "#e3cf9f"
_RIM: Final = "#8d7b5d"
_MANY: Final = 40  # places; of more, a text names only those where somebody stands
_NAME: Final = 18
_PLACE: Final = 36
_WIDTH: Final = 80
_LINE: Final = 26.0  # a name's, below the board


def background(layout: Mapping[str, Any], words: PlaceWords, title: str) -> str:
    """The places alone."""
    _check(layout)
    return _document(layout["width"], layout["height"], title, _squares(layout, words))


def svg(layout: Mapping[str, Any], names: Sequence[str], words: PlaceWords, title: str) -> str:
    """The places with the pieces on them, and the seats' names below."""
    _check(layout)
    height = layout["height"] + _LINE * len(names)
    parts = _squares(layout, words) + _pieces(layout, words)
    for seat, name in enumerate(names):
        y = layout["height"] + _LINE * (seat + 0.5)
        shown = escape(f"{seat + 1} {fit(name, _NAME)}")
        parts.append(
            f'<circle cx="20" cy="{y:g}" r="9" fill="{_colour(seat)}"/>'
            f'<text x="38" y="{y + 6:g}" font-size="18">{shown}</text>'
        )
    return _document(layout["width"], height, title, parts)


def text(layout: Mapping[str, Any], names: Sequence[str], words: PlaceWords) -> str:
    """Each place with the seats whose pieces stand there, then the seats by name."""
    _check(layout)
    lines = [""]
    here = _standing(layout)
    few = len(layout["squares"]) <= _MANY
    for square in layout["squares"]:
        standing = here.get(str(square["at"]), [])
        if not few and not standing:
            continue
        seats = "".join(f" [{seat + 1}]" for seat in standing)
        shown = f"{fit(_called(square['at'], words), _PLACE)}{seats}"
        if lines[-1] and columns(lines[-1]) + columns(shown) + 3 > _WIDTH:
            lines.append("")
        lines[-1] += f" · {shown}" if lines[-1] else shown
    lines += [f"[{seat + 1}] {fit(name, _NAME)}" for seat, name in enumerate(names)]
    return "\n".join(lines)


def _called(place: object, words: PlaceWords) -> str:
    """What people call a place: its own name, unless there are words for it."""
    return words.get(place, place) if isinstance(place, str) else str(place)


def _check(layout: Mapping[str, Any]) -> None:
    """Name what is missing, for whoever writes the layout."""
    _need(layout, ("width", "height", "squares"), "layout")
    for number, square in enumerate(layout["squares"]):
        _need(square, ("at", "x", "y"), f"layout: squares[{number}]")
    for number, piece in enumerate(layout.get("pieces", [])):
        _need(piece, ("seat", "at"), f"layout: pieces[{number}]")


def _need(entry: Mapping[str, Any], keys: tuple[str, ...], place: str) -> None:
    missing = [key for key in keys if key not in entry]
    if missing:
        raise ValueError(f"{place} has no {', '.join(missing)}, which the plain drawing needs")


def _colour(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]


def _standing(layout: Mapping[str, Any]) -> dict[str, list[int]]:
    """The seats whose pieces are at each place, a seat a piece."""
    places = {str(square["at"]) for square in layout["squares"]}
    found: dict[str, list[int]] = {}
    for piece in layout.get("pieces", []):
        at = str(piece["at"])
        if at not in places:
            raise ValueError(f"layout: a piece of seat {piece['seat'] + 1} is at {at}, no square")
        found.setdefault(at, []).append(piece["seat"])
    return found


def _radius(layout: Mapping[str, Any]) -> float:
    """As large as the nearest two places allow."""
    middles = [(float(square["x"]), float(square["y"])) for square in layout["squares"]]
    gaps = [dist(one, other) for i, one in enumerate(middles) for other in middles[:i]]
    return 0.46 * min(gaps) if gaps else 40.0


def _squares(layout: Mapping[str, Any], words: PlaceWords) -> list[str]:
    radius = _radius(layout)
    return [_square(square, _called(square["at"], words), radius) for square in layout["squares"]]


def _square(square: Mapping[str, Any], name: str, radius: float) -> str:
    """A disc with its name in the upper part, where pieces leave it in sight."""
    x, y = square["x"], square["y"]
    fill = _MARKED if square.get("marked") else _FILL
    rim, width, r = _RIM, 2.0, radius
    if "seat" in square:
        rim, width, r = _colour(square["seat"]), 0.12 * radius, 0.94 * radius  # all inside
    letters = max(1, len(name))  # as large as can be read easily, but inside the disc
    size = min(0.6, max(0.4, 1.8 / letters), 3.4 / letters) * radius
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:.1f}" fill="{fill}" stroke="{rim}" '
        f'stroke-width="{width:.1f}"/><text x="{x:g}" y="{y - 0.38 * radius:.1f}" '
        f'font-size="{size:.1f}" text-anchor="middle" fill="#5c4d35">{escape(name)}</text>'
    )


def _pieces(layout: Mapping[str, Any], words: PlaceWords) -> list[str]:
    """Those of one place in rows, as many as there are pieces in a row."""
    radius = _radius(layout)
    places = {str(square["at"]): square for square in layout["squares"]}
    parts = []
    for at, seats in _standing(layout).items():
        square = places[at]
        name = escape(_called(square["at"], words))
        wide = isqrt(len(seats) - 1) + 1
        rows, room = ceil(len(seats) / wide), 1.5 * radius / wide
        for n, seat in enumerate(seats):
            row, column = divmod(n, wide)
            x = square["x"] + room * (column - (wide - 1) / 2)
            y = square["y"] + room * (row - (rows - 1) / 2) + 0.25 * radius / rows
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{min(0.42 * radius, room / 2):.1f}" '
                f'fill="{_colour(seat)}" stroke="#ffffff" stroke-width="2">'
                f"<title>{seat + 1}: {name}</title></circle>"
            )
    return parts


def _document(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f"{opening('plain', {'width': width, 'height': height}, '')}"
        f"<style>.plain text{{font-family:{stack('sans')}}}</style>"
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )
