"""Where things are drawn: the honeycomb of wheels, for web and print and for the terminal."""

from collections.abc import Iterable, Mapping, Sequence
from math import cos, radians, sin, sqrt
from typing import Any, Final

from periplo.core.columns import columns, fit
from periplo.games.girumgo import drawing
from periplo.games.girumgo.board import BOARDS, HUES, SIDES, Board, colour_at, opposite
from periplo.games.girumgo.options import DIAL
from periplo.games.girumgo.rules import links
from periplo.games.girumgo.signs import COLOURS

__all__ = ["background", "layout", "svg", "text"]


# web and print, in units of the canvas; what is measured in pitches grows with the wheels
_SIDE: Final = 1000.0
_MARGIN: Final = 14.0
_WHEEL: Final = 0.485  # a wheel's radius, in pitches: what is left parts the rims
_SPOT: Final = 0.69  # where wedges carry their shapes and pieces stand, in parts of the radius
_DIAL: Final = 0.46  # a dial's radius, in pitches
_NUMBERS: Final = 31.0  # from a dial's middle to its numbers, where its radius is 50
_MOST_ON_A_DIAL: Final = 9  # there is room for so many numbers, from 1
_BEHIND: Final = 1.02  # from a corner's wheel to its dial
_FLAG: Final = 0.83  # from a corner's wheel to the flag of the seat that wants to get there
_PANELS_A_ROW: Final = 3
_PANEL_DEPTH: Final = 96.0

# the terminal: by the radius, columns from wheel to wheel and from a wheel to its outer wedges
_PITCHES: Final = {2: (10, 4), 3: (10, 4), 4: (8, 3)}
_WIDTH: Final = 80
_ROW: Final = 3  # lines from row to row
_SLOTS: Final = ((1, 0), (0, -1), (-1, 0), (-1, 1), (0, 2), (1, 1))  # arms to the right, lines down
_BODY: Final = ("╭  ─╮", "╰───╯")  # of a wheel whose arms leave room for it
_BODY_ARM: Final = 4
_HOLLOW: Final = "○△□◇☆┼"
_SOLID: Final = "●▲■◆★╋"
_UNSET: Final = "·"
_START: Final = "⌂"
_GOAL: Final = "⚑"
_MARK: Final = "*"
_SPUN: Final = "'"
_ARROW: Final = "→"
_DIAL_FULL: Final = "▮"
_DIAL_EMPTY: Final = "▯"
# by corner, where its start and its goal are noted: arms and columns to the right, lines down
_NOTES: Final = (
    ((1, 2, 0), (1, 2, 1)),
    ((0, 3, -1), (0, 6, -1)),
    ((0, -7, -1), (0, -4, -1)),
    ((-1, -3, 0), (-1, -3, 1)),
    ((0, -7, 2), (0, -4, 2)),
    ((0, 3, 2), (0, 6, 2)),
)
_NAME: Final = 18


def layout(position: Mapping[str, Any], dial: int = DIAL) -> dict[str, Any]:
    """The geometry of this table's board, in units of the canvas.

    It depends on the radius, the seats and the most advances that a dial holds, 0 for no limit:
    `dial_most` says it, and `dial_numbers` where 0, 1, 2 … are on a dial whose radius is 50, from
    its middle; beyond them a dial shows the number alone. A wheel's `spots` are the middles of its
    six slots, where the wedges carry their shapes and where pieces stand; `sides` are the slots
    that lie side by side on touching wheels; `colours` has the fill, the ink upon it and the shape.
    """
    board = BOARDS[position["radius"]]
    reach = board.radius + _BEHIND + _DIAL
    pitch = (_SIDE - 2 * _MARGIN) / (2 * reach)
    tall = pitch * ((board.radius + _BEHIND) * sqrt(3) / 2 + _DIAL) + _MARGIN
    places = [(_SIDE / 2 + pitch * x, tall + pitch * y) for x, y in _centres(board)]
    wheel_radius = pitch * _WHEEL
    wheels = [
        {
            "name": name,
            **_point(places[wheel]),
            "spots": [
                _point(_towards(places[wheel], 60 * slot + 30, wheel_radius * _SPOT))
                for slot in range(SIDES)
            ],
        }
        for wheel, name in enumerate(board.names)
    ]
    gaps = []
    for gap, name in enumerate(board.gap_names):
        around = board.wheels_of(gap)
        middle = (
            sum(places[wheel][0] for wheel in around) / 3,
            sum(places[wheel][1] for wheel in around) / 3,
        )
        slots = list(board.gap_slots[3 * gap : 3 * gap + 3])
        gaps.append({"name": name, **_point(middle), "wheels": around, "slots": slots})
    corners = []
    for corner, wheel in enumerate(board.corners):
        at = places[wheel]
        corners.append(
            {
                "wheel": board.names[wheel],
                "start_of": _seat_of(position, corner),
                "goal_of": _seat_of(position, opposite(corner)),
                "dial": _point(_towards(at, 60 * corner, pitch * _BEHIND)),
                "flag": _point(_towards(at, 60 * corner + 60, pitch * _FLAG)),
            }
        )
    seats = len(position["seats"])
    rows = -(-seats // _PANELS_A_ROW)
    columns = -(-seats // rows)
    panels = [
        {
            **_point(
                (
                    _SIDE * (seat % columns + 0.5) / columns,
                    2 * tall + _PANEL_DEPTH * (seat // columns + 0.5),
                )
            ),
            "width": round(_SIDE / columns - _MARGIN, 1),
            "height": _PANEL_DEPTH - _MARGIN,
        }
        for seat in range(seats)
    ]
    return {
        "width": _SIDE,
        "height": round(2 * tall + _PANEL_DEPTH * rows + _MARGIN / 2, 1),
        "pitch": round(pitch, 2),
        "wheel_radius": round(wheel_radius, 2),
        "dial_radius": round(pitch * _DIAL, 2),
        "dial_most": dial or None,
        "dial_numbers": _dial_numbers(dial),
        "wheels": wheels,
        "gaps": gaps,
        "sides": [list(side) for side in _sides(board)],
        "colours": [
            {"fill": fill, "ink": ink, "shape": shape, "hue": hue}
            for (fill, ink, shape), hue in zip(COLOURS, HUES, strict=True)
        ],
        "corners": corners,
        "panels": panels,
    }


def svg(
    position: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
    dial: int = DIAL,
) -> str:
    """The position as one picture that needs nothing else."""
    names = [fit(name, _NAME) for name in names]
    board = BOARDS[position["radius"]]
    description = [f"{_state(position, names, words)}."]
    for seat, its in enumerate(position["seats"]):
        start, goal = _ends(board, its)
        description.append(
            f"{seat + 1} {names[seat]}: {words['colour']} {words[HUES[its['corner']]]}; "
            f"{words['start']} {start}; {words['goal']} {goal}; "
            f"{words['at']} {its['at']}; {words['advances']} {its['advances']}."
        )
    for key, triangles in (("marked", position["marks"].items()), ("counted", position["counted"])):
        if triangles:
            said = ", ".join(f"{gap} {words[HUES[colour]]}" for gap, colour in triangles)
            description.append(f"{words[key]}: {said}.")
    faces = _faces(position)
    return drawing.draw(
        layout(position, dial),
        position,
        names,
        words,
        "\n".join(description),
        faces,
        links(board, position["wheels"]),
    )


def background(position: Mapping[str, Any], words: Mapping[str, str], dial: int = DIAL) -> str:
    """The bare board; of the position only the radius and the corners of the seats matter."""
    board = BOARDS[position["radius"]]
    description = []
    for its in position["seats"]:
        start, goal = _ends(board, its)
        description.append(
            f"{words[HUES[its['corner']]]}: {words['start']} {start}; {words['goal']} {goal}."
        )
    return drawing.background(layout(position, dial), words, "\n".join(description))


def text(
    position: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
    dial: int = DIAL,
) -> str:
    """The position for a terminal of 80 columns."""
    lines = ["".join(line).rstrip() for line in _canvas(position)]
    legend = [f"{_HOLLOW[n]}{_SOLID[n]} {words[HUES[n]]}" for n in range(SIDES)]
    signs = (
        f"{_SOLID[0]} {words['solid']}",
        f"{_MARK} {words['marked']}",
        f"a1{_SPUN} {words['spun']}",
        f"1–{len(position['seats'])} {words['pieces']}",
        f"{_START} {words['start']}",
        f"{_GOAL} {words['goal']}",
        "spin W + ↺  - ↻",
    )
    lines += ["", "   ".join(legend), *_flow(signs, "   ")]
    if position["counted"]:
        triangles = [f"{_SOLID[colour]} {gap}" for gap, colour in position["counted"]]
        lines += _flow([f"{words['counted']}:", *triangles], "  ")
    shown = [fit(name, _NAME) for name in names]
    lines += ["", _state(position, shown, words)]
    lines.append(f"{'':>6}{'':<{_NAME}}  {words['way']:<13}{words['at']:<5}{words['advances']}")
    most = len(_dial_numbers(dial)) - 1
    lines += [_line(position, n, shown[n], words, most) for n in range(len(position["seats"]))]
    return "\n".join(lines)


# what both pictures show


def _faces(position: Mapping[str, Any]) -> list[list[int]]:
    """By wheel, the colours in its six slots; wheels not set yet are left out."""
    return [[colour_at(slot, rotation) for slot in range(SIDES)] for rotation in position["wheels"]]


def _sides(board: Board) -> list[tuple[int, int, int, int]]:
    """Every (wheel, slot, other wheel, its slot) that lie side by side, each pair once.  [GIR-3]"""
    return [
        (wheel, slot, other, across % SIDES)
        for wheel in range(board.wheels)
        for slot in range(SIDES)
        for direction, across in ((slot, slot + 2), (slot + 1, slot + 4))
        if wheel < (other := board.neighbours[wheel * SIDES + direction % SIDES])
    ]


def _seat_of(position: Mapping[str, Any], corner: int) -> int | None:
    for seat, its in enumerate(position["seats"]):
        if its["corner"] == corner:
            return seat
    return None


def _ends(board: Board, its: Mapping[str, Any]) -> tuple[str, str]:
    """The names of a seat's start and goal."""
    corner = its["corner"]
    return board.names[board.corners[corner]], board.names[board.corners[opposite(corner)]]


def _state(position: Mapping[str, Any], names: Sequence[str], words: Mapping[str, str]) -> str:
    phase = position["phase"]
    if phase == "wheels":
        return f"{words[phase]} ({len(position['wheels'])}/{BOARDS[position['radius']].wheels})"
    if phase == "first":
        return words[phase]
    said = f"{position['turn'] + 1} {names[position['turn']]} {words[phase]}"
    if phase == "turn":
        said += f" ({words['thrown']} {position['die']}, {words['left']} {position['left']})"
    return said


# geometry


def _centres(board: Board) -> list[tuple[float, float]]:
    """The middles of the wheels, in pitches from the middle of the board; y points down."""
    return [
        (place - (in_row - 1) / 2, (row - board.radius) * sqrt(3) / 2)
        for row, in_row in enumerate(_rows(board))
        for place in range(in_row)
    ]


def _rows(board: Board) -> list[int]:
    """How many wheels each row has."""
    longest = 2 * board.radius + 1
    return [longest - abs(row - board.radius) for row in range(longest)]


def _towards(place: tuple[float, float], degrees: float, far: float) -> tuple[float, float]:
    """A point so far off, the angle counter-clockwise from the right."""
    angle = radians(degrees)
    return place[0] + far * cos(angle), place[1] - far * sin(angle)


def _dial_numbers(dial: int) -> list[dict[str, float]]:
    """Clockwise from the top; where there is no limit, or a high one, those of a usual dial."""
    count = 1 + (dial if 0 < dial <= _MOST_ON_A_DIAL else DIAL)
    return [_point(_towards((0, 0), 90 - 360 * n / count, _NUMBERS)) for n in range(count)]


def _point(place: tuple[float, float]) -> dict[str, float]:
    return {"x": round(place[0], 1), "y": round(place[1], 1)}


# the terminal


def _canvas(position: Mapping[str, Any]) -> list[list[str]]:
    """The board, letter by letter."""
    board = BOARDS[position["radius"]]
    pitch, arm = _PITCHES[board.radius]
    places = [
        (_WIDTH // 2 - (in_row - 1) * pitch // 2 + place * pitch, _ROW * row + 1)
        for row, in_row in enumerate(_rows(board))
        for place in range(in_row)
    ]
    canvas = [[" "] * _WIDTH for _ in range(_ROW * (2 * board.radius + 1) + 1)]

    def put(said: str, x: int, y: int) -> None:
        canvas[y][x : x + len(said)] = said

    faces = _faces(position)
    meeting = {end for a, b, c, d in links(board, position["wheels"]) for end in ((a, b), (c, d))}
    for wheel, (x, y) in enumerate(places):
        if arm == _BODY_ARM:
            for down, line in enumerate(_BODY):
                put(line, x - len(line) // 2, y + down)
        put(board.names[wheel], x - 1, y)
        for slot, (right, down) in enumerate(_SLOTS):
            sign = _UNSET
            if wheel < len(faces):
                sign = (_SOLID if (wheel, slot) in meeting else _HOLLOW)[faces[wheel][slot]]
            put(sign, x + right * arm, y + down)
    for wheel, (now, then) in enumerate(zip(position["wheels"], position["before"], strict=True)):
        if now != then:
            put(_SPUN, places[wheel][0] + 1, places[wheel][1])
    for name in position["marks"]:
        first, second, third = (places[board.number_of[wheel]] for wheel in name.split("."))
        # between the two that stand in one row, next to the third
        x, y = (third[0], first[1] + 1) if first[1] == second[1] else (first[0], second[1])
        put(_MARK, x, y)
    for seat, its in enumerate(position["seats"]):
        wheel = board.number_of[its["at"]]
        right, down = _SLOTS[drawing.slot_of(its["corner"], faces, wheel)]
        inwards = right * (arm - 1) or 1
        put(str(seat + 1), places[wheel][0] + inwards, places[wheel][1] + down)
    for corner, wheel in enumerate(board.corners):
        seats = (_seat_of(position, corner), _seat_of(position, opposite(corner)))
        for sign, seat_there, (arms, right, down) in zip(
            (_START, _GOAL), seats, _NOTES[corner], strict=True
        ):
            if seat_there is not None:
                x, y = places[wheel]
                put(f"{sign}{seat_there + 1}", x + arms * arm + right, y + down)
    return canvas


def _line(
    position: Mapping[str, Any], seat: int, name: str, words: Mapping[str, str], most: int
) -> str:
    """What there is to say of one seat, whose dial has numbers up to `most`."""
    its = position["seats"][seat]
    start, goal = _ends(BOARDS[position["radius"]], its)
    now = " "
    if position["phase"] in ("die", "turn", "over") and seat == position["turn"]:
        now = ">" if position["winner"] is None else "✓"
    advances = drawing.short(its["advances"])
    if its["advances"] <= most:
        empty = most - its["advances"]
        advances = f"{_DIAL_FULL * its['advances']}{_DIAL_EMPTY * empty} {advances}"
    struck = f"  {words['struck']}" if seat in position["struck"] else ""
    return (
        f"{now} {seat + 1} {_SOLID[its['corner']]} {name}{' ' * (_NAME - columns(name))}  "
        f"{f'{start} {_ARROW} {goal}':<13}{its['at']:<5}{advances}{struck}"
    )


def _flow(pieces: Iterable[str], between: str) -> list[str]:
    """The pieces in as few lines as they need, none of them cut."""
    lines = [""]
    for piece in pieces:
        if lines[-1] and len(lines[-1]) + len(between) + len(piece) > _WIDTH:
            lines.append("")
        lines[-1] += (between if lines[-1] else "") + piece
    return lines
