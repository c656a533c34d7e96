"""Girumgo on paper: the board, every wheel as a disc to cut and pin, dials with their pointers,
pieces, markers, a die, and how it is set up: by chance, or as a given position.
"""

from collections.abc import Mapping
from math import ceil
from typing import Any, Final

from periplo.core.errors import BadPosition, BadSetup
from periplo.core.kits import (
    BoardPart,
    CutPart,
    Drawn,
    Item,
    Kit,
    KitRequest,
    KitSentences,
    PagesPart,
    Part,
    PrintedFace,
    TextPart,
    Written,
    read_given,
    whole,
)
from periplo.core.nets import DIE_FACES
from periplo.core.reading import is_whole
from periplo.games.girumgo import kit_drawing as draw
from periplo.games.girumgo.board import BOARDS, HUES, RADII, SIDES, colour_at
from periplo.games.girumgo.layout import _MOST_ON_A_DIAL, _rows, _state, layout
from periplo.games.girumgo.notation import GAME

MORE: Final = ("position",)

# millimetres
PITCH: Final = 45.0  # from wheel to wheel; the usual board takes four sheets of A4
PIECE: Final = 16.0
MARKER: Final = 20.0  # a side; the shapes on the wedges round a gap stay in sight
UNPRINTED: Final = (16.0, 22.0)  # of the paper, across and down
PAGE: Final = (194.0, 275.0)  # the page of a position, on A4
HEAD: Final = 9.0
ABOUT: Final = 11.0
LIST_ROW: Final = 9.0
NOTES: Final = 12.0
DIE_COLOURS: Final = tuple(range(SIDES))  # what each throw stands for, from 1


def kit(request: KitRequest) -> Kit:
    """BadSetup for a position that the game refuses."""
    return _Maker(request).kit()


def spot(
    layout: Mapping[str, Any],
    _position: Mapping[str, Any],
    _seat: int,
    place: object,
    _piece: object,
) -> tuple[float, float] | None:
    """Where on the game's drawing a wheel is."""
    for wheel in layout["wheels"]:
        if wheel["name"] == place:
            return wheel["x"], wheel["y"]
    return None


class _Maker:
    def __init__(self, request: KitRequest) -> None:
        self._request = request
        self._say = KitSentences("periplo.games.girumgo", request.language)
        self._words: Mapping[str, str] = request.words.drawing()
        self._options, self._position = _set_up(request)
        self._tables = BOARDS[self._position["radius"]]
        self._colours: list[int] = [its["corner"] for its in self._position["seats"]]
        self._names = request.words.seats(GAME.seat_names)[: len(self._colours)]
        dial = self._options["dial"]
        self._has_tens = not 0 < dial <= _MOST_ON_A_DIAL
        self._layout = layout(self._position, _MOST_ON_A_DIAL if self._has_tens else dial)
        self._scale = PITCH / self._layout["pitch"]  # millimetres a unit
        self._markers = most_triangles(self._tables.gaps)

    def kit(self) -> Kit:
        board = self._board()
        parts: tuple[Part, ...] = (
            board,
            self._wheels(),
            CutPart(self._tell("parts", "rest"), (*self._dials(), *self._rest())),
            self._setting_up(),
        )
        is_tiled = not _fits(board.face, self._request.paper)
        # the board and the die; then wheels and dials with their pins, pieces and markers
        minutes = (20 if is_tiled else 5) + 5 + 1.25 * self._tables.wheels
        minutes += len(self._colours) * (3.5 if self._has_tens else 3) + 0.3 * self._markers
        steps = ["tiles"] if is_tiled else []
        steps += ["board", "wheels", "pins", "dials"]
        steps += ["tens"] if self._has_tens else []
        steps += ["markers", "die", "begin"]
        return Kit(
            parts,
            material=tuple(self._tell("material", key) for key in self._say.keys("material")),
            steps=tuple(self._tell("steps", step) for step in steps),
            minutes=5 * ceil(minutes / 5),
            tones=draw.TONES,
        )

    def _tell(self, section: str, key: str, **fields: object) -> str:
        seats, wheels = len(self._colours), self._tables.wheels
        usual: dict[str, object] = {
            "seats": seats, "wheels": wheels, "markers": self._markers, "pins": seats + wheels,
            "radius": self._tables.radius,
        }  # fmt: skip
        return self._say(section, key, **usual | fields)

    # ---- what is cut and pinned

    def _board(self) -> BoardPart:
        board = self._layout
        # the wheel in the middle is in the middle of what is seen
        height = 2 * board["wheels"][self._tables.wheels // 2]["y"]
        svg = draw.board_for_paper(board, self._request.words.name, self._words["goal"], height)
        what = ["board", *(f"place {name}" for name in self._tables.names)]
        for seat in range(1, len(self._colours) + 1):
            what += [f"start {seat}", f"goal {seat}", f"dial place {seat}"]
        width, height = self._scale * board["width"], self._scale * height
        title = self._tell("parts", "board", width=round(width), height=round(height))
        return BoardPart(title, whole(svg, width, height, what))

    def _wheels(self) -> CutPart:
        radius = self._scale * self._layout["wheel_radius"]
        faces = []
        for name in self._tables.names:
            what = [f"wheel {name}", *(f"wedge {name} {hue}" for hue in HUES)]
            faces.append(_square(draw.wheel(name, radius), 2 * (radius + draw.EDGE), what))
        return CutPart(self._tell("parts", "wheels"), tuple(faces))

    def _dials(self) -> list[PrintedFace]:
        radius = self._scale * self._layout["dial_radius"]
        numbers = self._layout["dial_numbers"]
        faces = [
            _square(
                draw.dial(colour, numbers, radius),
                2 * (radius + draw.EDGE),
                [f"dial {seat}", *(f"number {seat} {number}" for number in range(len(numbers)))],
            )
            for seat, colour in enumerate(self._colours, 1)
        ]
        for is_short in (False, True) if self._has_tens else (False,):
            size = draw.hand_size(radius, is_short=is_short)
            for seat, colour in enumerate(self._colours, 1):
                what = f"{'pointer of tens' if is_short else 'pointer'} {seat}"
                faces.append(whole(draw.hand(colour, radius, is_short=is_short), *size, [what]))
        return faces

    def _rest(self) -> list[PrintedFace]:
        """The die, the pieces, and as many markers as there can be triangles at once."""
        die = whole(draw.die(), *draw.DIE.box[2:], [f"die {number}" for number in DIE_FACES])
        pieces = [
            _square(draw.piece(colour, PIECE / 2), PIECE + 2 * draw.EDGE, [f"piece {seat}"])
            for seat, colour in enumerate(self._colours, 1)
        ]
        marker, size = draw.marker(MARKER), draw.marker_size(MARKER)
        markers = [whole(marker, *size, [f"marker {n}"]) for n in range(1, self._markers + 1)]
        return [die, *pieces, *markers]

    # ---- setting up

    def _setting_up(self) -> Part:
        return self._by_chance() if self._position["phase"] == "wheels" else self._as_given()

    def _by_chance(self) -> TextPart:
        title = self._tell("parts", "chance")
        lines = [f"# {title}", ""]
        steps = ["wheels", "unmarked", "pieces", "first"]
        lines += [f"{n}. {self._tell('chance', step)}" for n, step in enumerate(steps, 1)]
        seat, start, goal = (self._words[key] for key in ("seat", "start", "goal"))
        lines += [
            "",
            f"| {seat} | {self._words['colour']} | {start} | {goal} |",
            "|---|---|---|---|",
        ]
        for number, (colour, name) in enumerate(zip(self._colours, self._names, strict=True)):
            ends = " | ".join(
                corner["wheel"]
                for key in ("start_of", "goal_of")
                for corner in self._layout["corners"]
                if corner[key] == number
            )
            lines.append(f"| {number + 1} {name} | {self._words[HUES[colour]]} | {ends} |")
        picture = Drawn(draw.die_and_wheels(DIE_COLOURS), 0, 0, 180, 57)
        return TextPart(title, "\n".join(lines), (picture,), columns=1, size=11.0)

    def _as_given(self) -> PagesPart:
        """The board as it stands, then its wheels row by row."""
        wide, high = PAGE
        position, rows = self._position, _rows(self._tables)
        title = self._tell("parts", "position")
        svg = GAME.svg(position, self._names, self._request.language, self._options)
        board = GAME.layout(position, self._options)
        room = high - HEAD - ABOUT - LIST_ROW * len(rows) - NOTES - 2
        scale = min(wide / board["width"], room / board["height"])
        width, height = scale * board["width"], scale * board["height"]
        below = HEAD + room + 1
        items: list[Item] = [
            Written(title, 0, 0, wide, HEAD - 1, 16, bold=True, typeface="slab"),
            Drawn(svg, (wide - width) / 2, HEAD + (room - height) / 2, width, height),
            Written(self._tell("position", "about"), 0, below, wide, ABOUT - 1, 9.5),
            *self._wheel_list(below + ABOUT),
            Written(self._notes(), 0, high - NOTES, wide, NOTES, 9.5),
        ]
        what = ["set-up", *(f"turn {name}" for name in self._tables.names)]
        return PagesPart(title, (PrintedFace(wide, high, tuple(items), tuple(what)),))

    def _wheel_list(self, top: float) -> list[Item]:
        """As the wheels lie: name, what points up, how far it is turned."""
        items: list[Item] = []
        rows = _rows(self._tables)
        cell = PAGE[0] / max(rows)
        wheel = 0
        for row, in_row in enumerate(rows):
            left, y = (PAGE[0] - cell * in_row) / 2, top + LIST_ROW * row
            for place in range(in_row):
                x, turn = left + cell * place, self._position["wheels"][wheel]
                up = int(colour_at(draw.TOP, turn))
                beside, text = x + 6.4, cell - 7.0
                name = f"{self._tables.names[wheel]} · {turn}/{SIDES}"
                hue = self._words[HUES[up]]
                items += [
                    Drawn(draw.token(up), x + 0.6, y + 1.4, 5.4, 5.4),
                    Written(
                        name, beside, y + 0.4, text, 4.2, 9, "left", bold=True, typeface="sans"
                    ),
                    Written(hue, beside, y + 4.4, text, 3.8, 7.5, "left", typeface="sans"),
                ]
                wheel += 1
        return items

    def _notes(self) -> str:
        """Whose turn it is, and which triangles are marked."""
        marked = ", ".join(
            f"{gap} {self._words[HUES[colour]]}" for gap, colour in self._position["marks"].items()
        )
        key = "marked" if marked else "unmarked"
        state = _state(self._position, self._names, self._words)
        return f"{state}.\n{self._tell('position', key, marked=marked)}"


def most_triangles(gaps: int) -> int:
    """That can stand at once: of two gaps that share two wheels at most one is a triangle, and all
    gaps fall into pairs of such. So there are never more marks: a broken one is taken away at once
    [GIR-6]. They need no colours, for the three wheels round a mark show it.
    """
    return gaps // 2


def _square(svg: str, side: float, what: list[str]) -> PrintedFace:
    return whole(svg, side, side, what)


def _fits(face: PrintedFace, paper: tuple[float, float]) -> bool:
    """Whether it can be printed on one sheet."""
    return any(
        face.width <= width - UNPRINTED[0] and face.height <= height - UNPRINTED[1]
        for width, height in (paper, paper[::-1])
    )


# ---- the position that is asked for


def _set_up(request: KitRequest) -> tuple[dict[str, Any], dict[str, Any]]:
    """Complete options, and the position: the one given, or the beginning.

    A position brings its own seats and radius where nobody asked for others.
    """
    if "position" not in request.more:
        return request.complete, GAME.position(GAME.new(request.seats, request.options))
    source = request.more["position"]
    given, options = read_given("position", source), dict(request.options)
    if isinstance(given, dict) and is_whole(radius := given.get("radius")) and radius in RADII:
        options.setdefault("radius", radius)
    try:
        state = GAME.load(given, options)
    except BadPosition as error:
        raise BadSetup(f"position: {error}") from None
    if request.seats not in (state.seats, GAME.most_seats):
        raise BadSetup(f"position: is one for {state.seats} seats, not {request.seats}")
    position = GAME.position(state)
    if position["phase"] == "wheels":
        raise BadSetup("position: not all of its wheels are set")
    return dict(GAME.read_setup(state.seats, options)), position
