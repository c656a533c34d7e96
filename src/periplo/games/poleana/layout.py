"""Where things are drawn: a wooden box for web and print, the same square for the terminal."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import sqrt
from typing import Any, Final

from periplo.core.columns import columns, fit
from periplo.games.poleana import drawing
from periplo.games.poleana.board import LENGTH, REOS, YARD_NUMBERS
from periplo.games.poleana.signs import SHAPES

_SIDES: Final = (1, 2, 3, 4)
_LANE: Final = tuple(range(1, LENGTH + 1))  # a gallery's squares, and an escape's

_PHASE_WORDS: Final = {"guard": "taken"}  # the other phases are words as they stand

# The box of web and print. Each side is built as its own player sees it: `u` runs to the right
# along the side, `v` from the rim inwards.
_FRAME: Final = 72.0
_RIM: Final = 108.0  # the depth of a yard square; a corner is as long as it is deep
_STEP: Final = 54.0
_BOX: Final = 2 * _RIM + 14 * _STEP
_WHOLE: Final = _BOX + 2 * _FRAME
_ARCH: Final = (_RIM + 4 * _STEP, _RIM + 10 * _STEP)  # the gallery spans from 14 to 4
_CELL: Final = _RIM + 84.0  # where the cell ends, and the legs of the arch
_GALLERY: Final = _CELL + 66.0
_HOLE: Final = 316.0  # where the sunken middle begins
_LANE_WIDTH: Final = 66.0
_FIRST: Final = 64.0  # e1 is longer than the others, for it begins in the point of a corner
_RADII: Final = (24.0, 17.5, 16.5)  # of one reo, two, three on a yard square
_SNUG: Final = {"nine": 22.0, "gallery": 20.0, "escape": 19.0, "cell": 22.0, "out": 18.0}

_Point = tuple[float, float]
_Place = tuple[float, float, float]  # x, y, radius

# The box of the terminal. Columns and lines count from where the yard ends, upper left. Only the
# lower and the left side are listed; the upper and the right one are the same turned by half.
_GRID: Final = 14
_WIDE: Final = 4
_FLANK: Final = 8
_INNER: Final = _GRID * _WIDE
_COLUMNS: Final = (-_FLANK - 2, -1, _INNER, _INNER + _FLANK + 1)  # where the walls are
_LINES: Final = (-4, -1, _GRID, _GRID + 3)
_JOINTS: Final = ("┌┬┬┐", "├┼┼┤", "├┼┼┤", "└┴┴┘")
_LOWER: Final = {
    "/1": (18, 13), "/2": (18, 11), "/3": (23, 11), "/4": (28, 11), "/5": (33, 11), "/6": (38, 11),
    "/7": (38, 13), "cell 1": (22, 13), "cell 2": (26, 13), "cell 3": (30, 13), "cell 4": (34, 13),
    **{f"e{n}": (3 * n - 2, 14 - n) for n in _LANE},
}  # fmt: skip
_LOWER_RAILS: Final = (
    (18, 12, "│"), (39, 12, "│"),
    (20, 11, "───"), (25, 11, "───"), (30, 11, "───"), (35, 11, "───"),
)  # fmt: skip
_LEFT: Final = {
    "/1": (1, 4), "/2": (8, 4), "/3": (8, 5), "/4": (8, 6), "/5": (8, 8), "/6": (8, 9),
    "/7": (1, 9), "cell 1": (3, 5), "cell 2": (3, 6), "cell 3": (3, 7), "cell 4": (3, 8),
    **{f"e{n}": (3 * n - 2, n - 1) for n in _LANE},
}  # fmt: skip
_LEFT_RAILS: Final = ((3, 4, "─────"), (9, 7, "│"), (3, 9, "─────"))
_MARKS: Final = ("●", "■", "▲", "◆")
_HOLLOW: Final = ("○", "□", "△", "◇")
_GUARD: Final = "♜"
_NAME: Final = 18


def layout(position: Mapping[str, Any]) -> dict[str, Any]:
    """The geometry of the board and of what stands on it, in units of the canvas.

    A square is named by `at`, written as in positions, and by `side`, for every side has its own
    `e1`, `cell` and `out`. `colour` is the side whose colour it bears; `label` and `number` are
    where its number stands and what it is; `places[n - 1]` are x, y and radius of n reos there.
    `shapes[side - 1]` is how a side's reos look: a path round the origin, twelve units far, and
    how many its number sits below the middle.
    """
    squares = _squares()
    places = {(square["side"], square["at"]): square["places"] for square in squares}
    pieces = [
        {"seat": seat, "reo": reo, "colour": player["side"], "side": side, "at": at}
        | {"x": x, "y": y, "r": r}
        for seat, player in enumerate(position["seats"])
        for reo, at in enumerate(player["reos"])
        for side in [_side(at, player["side"])]
        for x, y, r in [_place(places[side, at], player["reos"], reo)]
    ]
    guards = [
        {"side": side, "at": at, "x": x, "y": y, "r": r}
        for at in position["guards"]
        for side in [_side(at, 0)]
        for x, y, r in places[side, at][0]
    ]
    seats = {player["side"]: seat for seat, player in enumerate(position["seats"])}
    plates = [
        {"side": side, "seat": seats.get(side), "x": x, "y": y, "angle": angle}
        for side, angle in zip(_SIDES, (0, -90, 0, 90), strict=True)
        for x, y in [_turned(side, _BOX / 2, -_FRAME / 2)]
    ]
    return {
        "width": _WHOLE,
        "height": _WHOLE,
        "frame": _FRAME,
        "squares": [dict(square) for square in squares],
        "hole": _hole(),
        "doors": _doors(),
        "streams": _streams(),
        "plates": plates,
        "pieces": pieces,
        "guards": guards,
        "shapes": [
            {"colour": colour, "ink": ink, "drop": drop, "path": path}
            for colour, ink, drop, path in SHAPES
        ],
        "guard": {"shield": drawing.SHIELD, "star": drawing.STAR},
    }


def background(position: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """The box without anything that stands on it."""
    return drawing.draw_background(layout(position), words)


def svg(position: Mapping[str, Any], names: Sequence[str], words: Mapping[str, str]) -> str:
    """The position as one picture that needs nothing else."""
    names = [fit(name, _NAME) for name in names]
    description = [
        f"{seat + 1} {names[seat]} ({words['colour ' + str(player['side'])]}): "
        + ", ".join(f"{words['reo']} {n} {words.get(at, at)}" for n, at in _numbered(player))
        + "."
        for seat, player in enumerate(position["seats"])
    ]
    if position["guards"]:
        description.append(f"{words['guards']}: {', '.join(position['guards'])}.")
    description.append(f"{_status(position, names, words)}.")
    caption = _phase(position, words)
    return drawing.draw(layout(position), position, names, words, caption, "\n".join(description))


def text(position: Mapping[str, Any], names: Sequence[str], words: Mapping[str, str]) -> str:
    """The position for a terminal of 80 columns."""
    names = [fit(name, _NAME) for name in names]
    lines = _drawn(_standing(position), position["left"])
    lines.append(
        f" ●1 {words['reo']}  ●12 {words['barrier']}  1:0 {words['exit']}  9○ {words['nine']}"
        f"  /1 {words['gallery']}  e1 {words['escape']}  {_GUARD} {words['guard']}"
    )
    lines.append(f" {_status(position, names, words)}")
    for seat, player in enumerate(position["seats"]):
        mark, name = _MARKS[player["side"] - 1], names[seat]
        reos = "".join(f"  {mark}{n} {words.get(at, at):<6}" for n, at in _numbered(player))
        turn = "›" if seat == position["turn"] and position["phase"] != "first" else " "
        lines.append(
            f"{turn}{seat + 1} {mark} {name}{' ' * (_NAME - columns(name))}{reos}".rstrip()
        )
    return "\n".join(lines)


# the box of web and print


def _turned(side: int, u: float, v: float) -> _Point:
    """The place on the canvas of a point in the view of a side's player."""
    x, y = ((u, _BOX - v), (_BOX - v, _BOX - u), (_BOX - u, v), (v, u))[side - 1]
    return round(_FRAME + x, 1), round(_FRAME + y, 1)


def _side(at: str, own: int) -> int:
    """The side on which a square lies; `own` is for those that every side has of its own."""
    return int(at[0]) if at[0].isdigit() else own


def _place(places: Sequence[Sequence[_Place]], reos: Sequence[str], reo: int) -> _Place:
    at = reos[reo]
    if at in ("cell", "out"):
        return places[0][reo]
    return places[reos.count(at) - 1][reos[:reo].count(at)]


@cache
def _squares() -> tuple[dict[str, Any], ...]:
    return tuple(square for side in _SIDES for square in _one_side(side))


def _one_side(side: int) -> Iterator[dict[str, Any]]:
    def square(
        at: str,
        kind: str,
        outline: Sequence[_Point],
        label: _Point,
        places: Sequence[Sequence[_Point]],
    ) -> dict[str, Any]:
        across, down = zip(*outline, strict=True)
        x, y = _turned(side, sum(across) / len(across), sum(down) / len(down))
        return {
            "at": at,
            "side": side,
            "kind": kind,
            "colour": {"nine": side % 4 + 1, "yard": None, "gallery": None}.get(kind, side),
            "number": int(at[-2:].strip(":/e")) if kind not in ("cell", "out", "exit") else None,
            "x": x,
            "y": y,
            "label": _turned(side, *label),
            "points": [_turned(side, *point) for point in outline],
            "places": [
                [(*_turned(side, *point), _SNUG.get(kind, r)) for point in spots]
                for spots, r in zip(places, _RADII, strict=False)
            ],
        }

    for n, number in enumerate(YARD_NUMBERS[:-1]):
        near, far = _RIM + n * _STEP, _RIM + (n + 1) * _STEP
        u, middle = (near + far) / 2, 71.0 if number else _RIM / 2
        yield square(
            f"{side}:{number}",
            "yard" if number else "exit",
            _rectangle(near, far, 0, _RIM),
            (u, 21),
            [
                [(u, middle)],
                [(u, middle - 17), (u, middle + 17)],
                *([[(u, 21), (u, 54), (u, 87)]] if number == 0 else []),
            ],
        )
    far, u, v = _BOX, _BOX - 63, 63.0
    yield square(
        f"{side}:9",
        "nine",
        _rectangle(far - _RIM, far, 0, _RIM),
        (far - 23, 23),
        [[(u, v)], [(u - 18, v - 18), (u + 18, v + 18)]],
    )
    begin, end = _ARCH
    fifth = (end - begin) / 5
    legs = {1: begin, 7: end - _STEP}
    for number in _LANE:
        if number in legs:
            near, far, top, bottom = legs[number], legs[number] + _STEP, _RIM, _CELL
        else:
            near, far = begin + (number - 2) * fifth, begin + (number - 1) * fifth
            top, bottom = _CELL, _GALLERY
        u = (near + far) / 2
        outline = _rectangle(near, far, top, bottom)
        label = (u, top + (25 if number in legs else 13))
        yield square(f"{side}/{number}", "gallery", outline, label, [[(u, bottom - 22)]])
    for number in _LANE:
        yield square(f"e{number}", "escape", *_escape(number))
    near, far = begin + _STEP, end - _STEP
    beds = [(near + (n + 0.5) * _STEP, (_RIM + _CELL) / 2) for n in range(REOS)]
    yield square("cell", "cell", _rectangle(near, far, _RIM, _CELL), beds[0], [beds])
    free = [(_HOLE + u, _HOLE + v) for v in (46, 84) for u in (46, 84)]
    near, far = _HOLE + 28, _HOLE + 102
    yield square("out", "out", _rectangle(near, far, near, far), free[0], [free])


def _rectangle(near: float, far: float, top: float, bottom: float) -> list[_Point]:
    return [(near, top), (far, top), (far, bottom), (near, bottom)]


def _escape(number: int) -> tuple[list[_Point], _Point, list[list[_Point]]]:
    """Outline, label and place of an escape's square: the lane runs to the middle at 45 degrees."""
    half = _LANE_WIDTH / 2
    whole = (_HOLE - _RIM) * sqrt(2) + half
    step = (whole - _FIRST) / 6
    begin = _FIRST + (number - 2) * step if number > 1 else half
    end = _FIRST + (number - 1) * step

    def on_lane(along: float, aside: float) -> _Point:
        return _RIM + (along + aside) / sqrt(2), _RIM + (along - aside) / sqrt(2)

    outline = [on_lane(begin, half), on_lane(end, half), on_lane(end, -half), on_lane(begin, -half)]
    if number == 1:
        outline.append(on_lane(0, 0))
    middle = end - step / 2
    return outline, on_lane(middle, -20), [[on_lane(middle, 11)]]


def _hole() -> list[_Point]:
    """The sunken middle: a square whose corners are cut where the escapes end."""
    cut = _HOLE + _LANE_WIDTH / sqrt(2)
    return [_turned(side, *point) for side in _SIDES for point in ((_HOLE, cut), (cut, _HOLE))]


_TO_THE_RIGHT: Final = {1: 0, 2: -90, 3: 180, 4: 90}  # as each player sees it, clockwise


def _streams() -> list[dict[str, Any]]:
    """Arrows on the bare wood beside the yard, which way all run; `angle` as of doors."""
    return [
        {"x": x, "y": y, "length": 2 * _STEP - 12, "angle": _TO_THE_RIGHT[side]}
        for side in _SIDES
        for u in (_RIM + 2.75 * _STEP, _RIM + 11.35 * _STEP)
        for x, y in [_turned(side, u, _RIM + 30)]
    ]


def _doors() -> list[dict[str, Any]]:
    """Where one lane opens on another; `angle` is the way, in degrees clockwise from rightwards."""
    begin, end = _ARCH
    return [
        {"side": side, "to": to, "x": x, "y": y, "angle": _TO_THE_RIGHT[side] + angle}
        for side in _SIDES
        for to, u, v, angle in (
            (f"{side}:10", _RIM, _RIM / 2, 0),
            (f"{side}/1", begin + _STEP / 2, _RIM, -90),
            (f"{side}:4", end - _STEP / 2, _RIM, 90),
            (f"{side}:0", begin + 1.5 * _STEP, _RIM, 90),
            ("e1", _RIM, _RIM, -45),
        )
        for x, y in [_turned(side, u, v)]
    ]


# the box of the terminal


def _standing(position: Mapping[str, Any]) -> dict[tuple[int, str], str]:
    """What stands on each square: a mark and the numbers of the reos, or a guard."""
    standing = {(_side(at, 0), at): _GUARD for at in position["guards"]}
    for player in position["seats"]:
        own = player["side"]
        for n, at in _numbered(player):
            key = (own, f"cell {n}") if at == "cell" else (_side(at, own), at)
            standing[key] = standing.get(key, _MARKS[own - 1]) + str(n)
    return standing


def _drawn(standing: Mapping[tuple[int, str], str], left: Sequence[int]) -> list[str]:
    page = [[" "] * (_COLUMNS[-1] - _COLUMNS[0] + 1) for _ in range(_LINES[-1] - _LINES[0] + 1)]

    def write(column: int, line: int, what: str) -> None:
        begin = column - _COLUMNS[0]
        page[line - _LINES[0]][begin : begin + len(what)] = what

    for line in range(_LINES[0], _LINES[-1] + 1):
        walls = "││││"
        if line in _LINES:
            write(_COLUMNS[0], line, "─" * len(page[0]))
            walls = _JOINTS[_LINES.index(line)]
        for column, wall in zip(_COLUMNS, walls, strict=True):
            write(column, line, wall)
    for side in _SIDES:
        for column, line, what in _contents(side, standing):
            if side in (1, 4):
                write(column, line, what)
            else:
                write(_INNER - len(what) - column, _GRID - 1 - line, what)
    dice = " ".join(f"[{die}]" for die in left)
    write((_INNER - len(dice)) // 2, _GRID // 2 - 1, dice)
    return ["".join(line) for line in page]


def _contents(side: int, standing: Mapping[tuple[int, str], str]) -> Iterator[tuple[int, int, str]]:
    """Column, line and text of all that a side holds, as if it were the lower or the left one."""
    lower = side in (1, 3)
    for n, number in enumerate(YARD_NUMBERS):
        label = str(number) if number else f"{side}:0"
        pieces = standing.get((side, f"{side}:{number}"), "")
        if number == 9:
            corner = _INNER + 4 if lower else -6
            yield corner, _GRID + 2, label + _HOLLOW[side % 4]
            yield corner, _GRID + 1, pieces
        elif lower:
            yield _WIDE * (n + 1) - len(label), _GRID + 2, label
            yield _WIDE * (n + 1) - len(pieces), _GRID + 1, pieces
        else:
            yield -6 - len(label), n, label
            yield -5, n, pieces
    for at, (column, line) in (_LOWER if lower else _LEFT).items():
        key = f"{side}{at}" if at[0] == "/" else at
        empty = f"{_HOLLOW[side - 1]} " if at.startswith("cell") else at
        yield column, line, standing.get((side, key), empty)
    yield from _LOWER_RAILS if lower else _LEFT_RAILS


# words


def _numbered(player: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    return enumerate(player["reos"], start=1)


def _phase(position: Mapping[str, Any], words: Mapping[str, str]) -> str:
    return words[_PHASE_WORDS.get(position["phase"], position["phase"])]


def _status(position: Mapping[str, Any], names: Sequence[str], words: Mapping[str, str]) -> str:
    parts = [_phase(position, words)]
    if position["phase"] != "first":
        parts[0] = f"{names[position['turn']]}: {parts[0]}"
    if position["dice"] is not None:
        parts.append(f"{words['dice']} {'+'.join(map(str, position['dice']))}")
    if position["left"]:
        parts.append(f"{words['left']} {', '.join(map(str, position['left']))}")
    if position["again"]:
        parts.append(words["again"])
    return " · ".join(parts)
