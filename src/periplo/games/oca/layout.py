"""Where things are drawn: one spiral for web and print, another for the terminal."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise, zip_longest
from math import atan2, cos, degrees, dist, pi, sin, tau
from typing import Any, Final

from periplo.core.columns import columns, fit
from periplo.games.oca import drawing
from periplo.games.oca.board import GARDEN, KINDS
from periplo.games.oca.signs import FLOCKS

__all__ = ["background", "layout", "svg", "text"]

# the spiral: Archimedean, but round a rounded square, which leaves less of a page empty
_SIDE: Final = 1000.0
_MARGIN: Final = 12.0
_ROUNDNESS: Final = 3.0  # exponent of the superellipse: 2 is a circle
_TURNS: Final = 3.12
_PITCH: Final = 0.215  # from coil to coil, in parts of the outermost radius
_HALF: Final = 0.465 * _PITCH  # half a square's depth: what is left of the pitch parts the coils
_FIRST_BEARING: Final = 1.19 * pi  # START lies bottom left, as in the old prints
_START_LENGTH: Final = 1.9  # in squares: ten bearers stand there
_FINENESS: Final = 8  # points along each curved side of a square
_SAMPLES: Final = 20_000

# the people who wait stand in panels below the spiral
_PANELS_A_ROW: Final = 5
_PANEL_DEPTH: Final = 108.0

# the spiral of the terminal
_GRID: Final = 8
_WIDTHS: Final = (8, 9, 9, 9, 9, 9, 9, 9)  # of the columns: with the walls just 80
_CORNERS: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the walls that meet there: 1 up, 2 right, 4 down, 8 left
_COUNTS: Final = ("", "", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹", "⁺")  # ⁺ is ten or more
_NAME: Final = 18


def layout(position: Mapping[str, Any]) -> dict[str, Any]:
    """The geometry of this table's board, in units of the canvas.

    A square's `angle` is the direction of travel at its centre, in degrees clockwise from
    rightwards; `length` and `depth` measure it along and across that direction, and so they do
    in its `room`, where pieces stand; `label` is where its number stands. A flock's `shape` fits a
    circle of radius 12; `sink` is how far below its middle the number sits.
    """
    owners = _owners(position)
    squares = [
        {
            "at": at,
            **place,
            "points": [list(point) for point in place["points"]],
            "kind": _kind(at, owners),
            "owner": owners.get(at),
        }
        for at, place in enumerate(_spiral())
    ]
    for square in squares:
        square["room"], square["label"] = drawing.room(square), drawing.label(square)
    seats = len(position["flocks"])
    rows = -(-seats // _PANELS_A_ROW)
    columns = -(-seats // rows)
    home = [
        {
            "x": round(_SIDE * (seat % columns + 0.5) / columns, 1),
            "y": _SIDE + _PANEL_DEPTH * (seat // columns + 0.5),
        }
        for seat in range(seats)
    ]
    height = _SIDE + _PANEL_DEPTH * rows + _MARGIN / 2
    flocks = [
        {"colour": colour, "ink": ink, "sink": sink, "shape": shape}
        for colour, ink, sink, shape in FLOCKS[:seats]
    ]
    return {
        "width": _SIDE,
        "height": height,
        "squares": squares,
        "home": home,
        "flocks": flocks,
    }


def svg(position: Mapping[str, Any], names: Sequence[str], words: Mapping[str, str]) -> str:
    """The position as one picture that needs nothing else."""
    names = [fit(name, _NAME) for name in names]
    doing = words["throws" if position["winner"] is None else "wins"]
    described = [f"{position['turn'] + 1} {names[position['turn']]}: {doing}."]
    for seat, flock in enumerate(position["flocks"]):
        strays = Counter(stray["at"] for stray in flock["strays"])
        where = ", ".join(f"{at} {drawing.TIMES}{n}" for at, n in strays.items())
        described.append(
            f"{seat + 1} {names[seat]}: {words['bearer']} {_bearer(flock, words)}; "
            f"{words['strays']} {where or 0}; {words['home']} {flock['home']}; "
            f"{words['eggs']} {flock['eggs']}; {words['own']} {flock['square']}."
        )
    return drawing.draw(layout(position), position, names, words, "\n".join(described))


def background(position: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """The board of this table without its pieces and panels."""
    return drawing.background(layout(position), words)


def text(position: Mapping[str, Any], names: Sequence[str], words: Mapping[str, str]) -> str:
    """The position for a terminal of 80 columns."""
    owners = _owners(position)
    grid = _grid()
    labels = {place: _label(at, owners, words) for place, at in grid.items()}
    pieces = {place: _pieces(position, at, _WIDTHS[place[0]]) for place, at in grid.items()}
    legend = [label for place, label in labels.items() if len(label) > _WIDTHS[place[0]]]
    if len(position["flocks"]) == 10:
        legend.append("0 = 10")
    lines = []
    for row in range(_GRID):
        lines += [_wall(row, labels), *_floor(row, pieces)]
    lines += [
        _wall(_GRID, labels),
        "  ".join(legend),
        f"    {words['flock']:<{_NAME}}  [1] {words['bearer']:<13}1³ {words['strays']:<14}"
        f"{words['home']:>7} {words['eggs']:>6}   ⌂",
    ]
    now = ">" if position["winner"] is None else "★"
    for seat, flock in enumerate(position["flocks"]):
        name = fit(names[seat], _NAME)
        held = sum(stray["held"] != 0 for stray in flock["strays"])
        strays = f"{len(flock['strays'])}" + (f" ({words['held']}: {held})" if held else "")
        lines.append(
            f"{now if seat == position['turn'] else ' '}{seat + 1:>2} {name}"
            f"{' ' * (_NAME - columns(name))}  {_bearer(flock, words):<17}{strays:<17}"
            f"{flock['home']:>7} {flock['eggs']:>6} {flock['square']:>3}"
        )
    return "\n".join(lines)


# the spiral of web and print


def _point(turned: float, aside: float) -> tuple[float, float]:
    """A point of the spiral whose outermost radius is 1, `aside` outwards of its centre line."""
    x, y = cos(_FIRST_BEARING + turned), -sin(_FIRST_BEARING + turned)
    round_square = (abs(x) ** _ROUNDNESS + abs(y) ** _ROUNDNESS) ** (-1 / _ROUNDNESS)
    reach = (1 - _PITCH * turned / tau + aside) * round_square
    return reach * x, reach * y


def _side(begin: float, end: float, aside: float, points: int) -> list[tuple[float, float]]:
    return [_point(begin + (end - begin) * n / points, aside) for n in range(points + 1)]


@cache
def _spiral() -> tuple[dict[str, Any], ...]:
    """The squares' places, all but kind and owner: equal lengths of the spiral's centre line."""
    whole = _TURNS * tau
    line = _side(0, whole, 0, _SAMPLES)
    walked = list(accumulate((dist(a, b) for a, b in pairwise(line)), initial=0.0))
    unit = walked[-1] / (_START_LENGTH + GARDEN - 1)
    cuts = [
        whole * bisect_left(walked, unit * (_START_LENGTH + at - 1)) / _SAMPLES if at else 0.0
        for at in range(GARDEN)
    ] + [whole]
    outlines = [
        _side(begin, end, _HALF, _FINENESS) + _side(end, begin, -_HALF, _FINENESS)
        for begin, end in pairwise(cuts)
    ]
    # the garden fills what the last coil encloses, up to the far edge of 62
    heart = _side(whole, whole - tau, _HALF - _PITCH, 8 * _FINENESS)
    outlines.append([_point(whole, -_HALF), *heart])
    left, top, right, bottom = _box(point for outline in outlines for point in outline)
    scale = (_SIDE - 2 * _MARGIN) / max(right - left, bottom - top)

    def placed(point: tuple[float, float]) -> tuple[float, float]:
        return (
            round(_SIDE / 2 + scale * (point[0] - (left + right) / 2), 1),
            round(_SIDE / 2 + scale * (point[1] - (top + bottom) / 2), 1),
        )

    places = []
    for begin, end in pairwise(cuts):
        middle = (begin + end) / 2
        (x0, y0), (x1, y1) = _point(middle - 0.01, 0), _point(middle + 0.01, 0)
        angle = degrees(atan2(y1 - y0, x1 - x0))
        length = dist(_point(begin, 0), _point(end, 0))
        depth = dist(_point(middle, _HALF), _point(middle, -_HALF))
        places.append((_point(middle, 0), angle, length, depth))
    west, north, east, south = _box(outlines[GARDEN])
    places.append((((west + east) / 2, (north + south) / 2), 0.0, east - west, south - north))
    return tuple(
        {
            "x": placed(centre)[0],
            "y": placed(centre)[1],
            "points": tuple(placed(point) for point in outline),
            "angle": round(angle, 1),
            "length": round(scale * length, 1),
            "depth": round(scale * depth, 1),
        }
        for outline, (centre, angle, length, depth) in zip(outlines, places, strict=True)
    )


def _box(points: Iterable[tuple[float, float]]) -> tuple[float, float, float, float]:
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


# the spiral of the terminal


@cache
def _grid() -> dict[tuple[int, int], int]:
    """The square in each column and row: anticlockwise inwards from the bottom left."""
    grid = {(0, _GRID - 1): 0}
    column, row, right, down = 0, _GRID - 1, 1, 0
    for at in range(1, GARDEN + 1):
        ahead = (column + right, row + down)
        if ahead in grid or not (0 <= ahead[0] < _GRID and 0 <= ahead[1] < _GRID):
            right, down = down, -right
        column, row = column + right, row + down
        grid[column, row] = at
    return grid


def _is_wall(one: tuple[int, int], other: tuple[int, int]) -> bool:
    a, b = _grid().get(one), _grid().get(other)
    return a != b if a is None or b is None else abs(a - b) > 1


def _wall(row: int, labels: Mapping[tuple[int, int], str]) -> str:
    """The line above a row; it carries the labels of the row's squares."""
    line = ""
    for column in range(_GRID + 1):
        around = [(column - 1, row - 1), (column, row - 1), (column, row), (column - 1, row)]
        walls = [_is_wall(a, b) for a, b in pairwise([*around, around[0]])]
        line += _CORNERS[sum(wall << n for n, wall in enumerate(walls))]
        if column < _GRID:
            label, width = labels.get((column, row), ""), _WIDTHS[column]
            if len(label) > width:
                label = label[: width - 1] + "."
            line += label.ljust(width, "─" if walls[1] else " ")
    return line


def _floor(row: int, pieces: Mapping[tuple[int, int], Sequence[str]]) -> list[str]:
    """The lines of a row's pieces: one, or more if that many stand on a square."""
    posts = ["│" if _is_wall((c - 1, row), (c, row)) else " " for c in range(_GRID)]
    return [
        "".join(
            post + cell.ljust(width)
            for post, cell, width in zip(posts, cells, _WIDTHS, strict=True)
        )
        + "│"
        for cells in zip_longest(*(pieces[column, row] for column in range(_GRID)), fillvalue="")
    ]


def _label(at: int, owners: Mapping[int, int], words: Mapping[str, str]) -> str:
    if at in (0, GARDEN):
        return words[_kind(at, owners)].upper()
    mark = f"⌂{owners[at] + 1}" if at in owners else words.get(_kind(at, owners), "")
    return f"{at} {mark}".strip()


def _pieces(position: Mapping[str, Any], at: int, width: int) -> list[str]:
    """A cell's lines: bearers in brackets, then strays and how many. One digit a seat: 10 is 0."""
    bearers, strays = "", []
    for seat, flock in enumerate(position["flocks"]):
        digit = str((seat + 1) % 10)
        if flock["bearer"] == at:
            bearers += digit
        if count := sum(stray["at"] == at for stray in flock["strays"]):
            strays.append(digit + _COUNTS[min(count, 10)])
    room = width - 2
    tokens = [f"[{bearers[n : n + room]}]" for n in range(0, len(bearers), room)] + strays
    roomy = " ".join(tokens)
    if len(roomy) <= width:
        return [roomy]
    lines = [""]
    for token in tokens:
        if len(lines[-1] + token) > width:
            lines.append("")
        lines[-1] += token
    return lines


# words


def _bearer(flock: Mapping[str, Any], words: Mapping[str, str]) -> str:
    if flock["held"] == 0:
        return str(flock["bearer"])
    held = words["in the well"] if flock["held"] < 0 else f"{words['misses']} {flock['held']}"
    return f"{flock['bearer']}, {held}"


def _owners(position: Mapping[str, Any]) -> dict[int, int]:
    return {flock["square"]: seat for seat, flock in enumerate(position["flocks"])}


def _kind(at: int, owners: Mapping[int, int]) -> str:
    return "own" if at in owners else KINDS.get(at, "plain")
