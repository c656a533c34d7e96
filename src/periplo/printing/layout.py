"""Where the parts of a kit lie on sheets of paper: plain computation, so that it can be checked.

Everything is in millimetres, from the upper left corner of the sheet.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from periplo.core.errors import BadSetup
from periplo.core.kits import (
    BoardPart,
    CardsPart,
    CutPart,
    FormPart,
    Kit,
    PagesPart,
    PrintedFace,
    TextPart,
)

# upright
PAPERS: Final = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "a2": (420.0, 594.0),
    "a1": (594.0, 841.0),
    "letter": (215.9, 279.4),
}
MARGIN: Final = 8.0  # which no home printer reaches
FOOT: Final = 14.0  # with the line to measure, the title and the page's number
OVERLAP: Final = 8.0  # of tiles, to be glued
GAP: Final = 3.0  # between things that are cut out one by one
MARK: Final = 4.0  # the length of a crop mark
MARK_AWAY: Final = 1.0  # from what is cut


@dataclass(frozen=True, slots=True)
class Placed:
    """A face on a sheet. Of a tile only the part within `window` is seen: its place on the sheet,
    and how large it is.
    """

    face: PrintedFace
    x: float
    y: float
    scale: float = 1.0
    window: tuple[float, float, float, float] | None = None  # x, y, width, height


@dataclass(frozen=True, slots=True)
class CropMark:
    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(frozen=True, slots=True)
class Tile:
    """Which piece of a board a sheet has: its column and row, of how many."""

    column: int
    row: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Sheet:
    title: str
    width: float
    height: float
    placed: tuple[Placed, ...]
    marks: tuple[CropMark, ...] = ()
    tile: Tile | None = None
    side: str = ""  # "front" or "back" of what is turned over


Flowing = FormPart | TextPart  # pages whose number the typesetter finds


def printable(width: float, height: float) -> tuple[float, float]:
    """How much of a sheet can be used."""
    return width - 2 * MARGIN, height - MARGIN - FOOT


def lay_out(kit: Kit, paper: tuple[float, float]) -> Iterator[Sheet | Flowing]:
    """All sheets of a kit, in their order."""
    for part in kit.parts:
        match part:
            case BoardPart():
                yield from _tiles(part, paper)
            case CardsPart():
                yield from _cards(part, paper)
            case CutPart():
                yield from _shelves(part, paper)
            case PagesPart():
                yield from (_page(part.title, face, paper) for face in part.faces)
            case FormPart() | TextPart():
                yield part


def _turned(face: PrintedFace, paper: tuple[float, float]) -> tuple[float, float]:
    """The paper upright or on its side, as the face lies."""
    return paper if face.width <= face.height else paper[::-1]


def _page(title: str, face: PrintedFace, paper: tuple[float, float]) -> Sheet:
    """As large as it gets."""
    width, height = _turned(face, paper)
    room = printable(width, height)
    scale = min(room[0] / face.width, room[1] / face.height)
    x = (width - scale * face.width) / 2
    y = MARGIN + (room[1] - scale * face.height) / 2
    return Sheet(title, width, height, (Placed(face, x, y, scale),))


# ---- boards


def tiling(length: float, room: float) -> int:
    """How many tiles a length needs where each overlaps the one before it."""
    return 1 if length <= room else 1 + ceil((length - room) / (room - OVERLAP))


def _tiles(part: BoardPart, paper: tuple[float, float]) -> Iterator[Sheet]:
    """True to scale, on as few sheets as it takes."""
    face = part.face
    ways = [paper, paper[::-1]]
    rooms = [printable(*way) for way in ways]
    counts = [(tiling(face.width, room[0]), tiling(face.height, room[1])) for room in rooms]
    best = min((0, 1), key=lambda way: (counts[way][0] * counts[way][1], way))
    (width, height), room, (columns, rows) = ways[best], rooms[best], counts[best]
    for row in range(rows):
        for column in range(columns):
            left, top = column * (room[0] - OVERLAP), row * (room[1] - OVERLAP)
            seen = min(room[0], face.width - left), min(room[1], face.height - top)
            if columns * rows == 1:
                x, y = (width - face.width) / 2, MARGIN
                placed = Placed(face, x, y)
                yield Sheet(part.title, width, height, (placed,), _corners(x, y, *seen))
                continue
            placed = Placed(face, MARGIN - left, MARGIN - top, 1.0, (MARGIN, MARGIN, *seen))
            marks = _glue_lines(column, row, seen)
            tile = Tile(column + 1, row + 1, columns, rows)
            yield Sheet(part.title, width, height, (placed,), marks, tile)


def _glue_lines(column: int, row: int, seen: tuple[float, float]) -> tuple[CropMark, ...]:
    """Crop marks where the tile before it ends: cut there, and glue."""
    across, down = MARGIN + OVERLAP / 2, MARGIN + OVERLAP / 2
    marks = []
    if column:
        marks += [CropMark(across, MARGIN - MARK, across, MARGIN - MARK_AWAY)]
        bottom = MARGIN + seen[1]
        marks += [CropMark(across, bottom + MARK_AWAY, across, bottom + MARK)]
    if row:
        marks += [CropMark(MARGIN - MARK, down, MARGIN - MARK_AWAY, down)]
        right = MARGIN + seen[0]
        marks += [CropMark(right + MARK_AWAY, down, right + MARK, down)]
    return tuple(marks)


def _corners(x: float, y: float, width: float, height: float) -> tuple[CropMark, ...]:
    """Crop marks round a rectangle, outside of it."""
    return tuple(
        line
        for edge in (x, x + width)
        for line in (
            CropMark(edge, y - MARK_AWAY - MARK, edge, y - MARK_AWAY),
            CropMark(edge, y + height + MARK_AWAY, edge, y + height + MARK_AWAY + MARK),
        )
    ) + tuple(
        line
        for edge in (y, y + height)
        for line in (
            CropMark(x - MARK_AWAY - MARK, edge, x - MARK_AWAY, edge),
            CropMark(x + width + MARK_AWAY, edge, x + width + MARK_AWAY + MARK, edge),
        )
    )


# ---- cards


def _cards(part: CardsPart, paper: tuple[float, float]) -> Iterator[Sheet]:
    """As many as fit, side by side, in the middle of the sheet: so backs lie behind fronts."""
    if not part.fronts:
        return
    face = part.fronts[0]
    width, height = paper
    room = printable(width, height)
    columns, rows = int(room[0] // face.width), int(room[1] // face.height)
    if not columns or not rows:
        raise BadSetup(f"{part.title}: a card is larger than the paper")
    each = columns * rows
    left = (width - columns * face.width) / 2
    top = MARGIN + (room[1] - rows * face.height) / 2
    marks = _grid_marks(left, top, columns, rows, face)

    def place(number: int, face: PrintedFace, is_back: bool) -> Placed:
        row, column = divmod(number, columns)
        if is_back:  # turned on the long edge, the first column is the last
            column = columns - 1 - column
        return Placed(face, left + column * face.width, top + row * face.height)

    for first in range(0, len(part.fronts), each):
        for side, faces in (("front", part.fronts), ("back", part.backs)):
            here = faces[first : first + each]
            placed = tuple(place(n, one, side == "back") for n, one in enumerate(here))
            if placed:
                yield Sheet(
                    part.title, width, height, placed, marks, side=side if part.backs else ""
                )


def _grid_marks(
    left: float, top: float, columns: int, rows: int, face: PrintedFace
) -> tuple[CropMark, ...]:
    right, bottom = left + columns * face.width, top + rows * face.height
    marks = []
    for column in range(columns + 1):
        x = left + column * face.width
        marks.append(CropMark(x, top - MARK_AWAY - MARK, x, top - MARK_AWAY))
        marks.append(CropMark(x, bottom + MARK_AWAY, x, bottom + MARK_AWAY + MARK))
    for row in range(rows + 1):
        y = top + row * face.height
        marks.append(CropMark(left - MARK_AWAY - MARK, y, left - MARK_AWAY, y))
        marks.append(CropMark(right + MARK_AWAY, y, right + MARK_AWAY + MARK, y))
    return tuple(marks)


# ---- things to cut out


def _shelves(part: CutPart, paper: tuple[float, float]) -> Iterator[Sheet]:
    """In rows, in their order; a row is as high as the highest in it."""
    width, height = paper
    room = printable(width, height)
    placed: list[Placed] = []
    x = y = deep = 0.0
    for face in part.faces:
        if face.width > room[0] or face.height > room[1]:
            raise BadSetup(f"{part.title}: a piece is larger than the paper")
        if x + face.width > room[0]:
            x, y, deep = 0.0, y + deep + GAP, 0.0
        if y + face.height > room[1]:
            yield Sheet(part.title, width, height, tuple(placed))
            placed, x, y, deep = [], 0.0, 0.0, 0.0
        placed.append(Placed(face, MARGIN + x, MARGIN + y))
        x, deep = x + face.width + GAP, max(deep, face.height)
    if placed:
        yield Sheet(part.title, width, height, tuple(placed))
