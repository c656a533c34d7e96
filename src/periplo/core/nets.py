"""What is cut out of a print kit and folded: a die, a box, a piece that stands.

Millimetres, as in `core/kits.py`. Games draw a net's lines in their own looks.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import Final

Point = tuple[float, float]
Panel = tuple[Point, ...]  # clockwise
RIM: Final = 0.3  # round a net, so that its lines are seen whole
# column and row of each face of a die; opposite faces make seven
DIE_FACES: Final = {2: (1, 0), 3: (0, 1), 1: (1, 1), 4: (2, 1), 5: (1, 2), 6: (1, 3)}
DIE_FLAPS: Final = ((3, 0), (3, 2), (3, 3), (4, 0), (4, 1), (4, 2), (6, 2))  # of faces, on edges


@dataclass(frozen=True, slots=True)
class Net:
    """Panels, and flaps that are glued behind others."""

    panels: tuple[Panel, ...]
    flaps: tuple[Panel, ...]
    printed: str  # upon them

    @property
    def box(self) -> tuple[float, float, float, float]:
        """What is seen of it: x, y, width and height."""
        points = [point for one in self.panels + self.flaps for point in one]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        return left - RIM, top - RIM, right - left + 2 * RIM, bottom - top + 2 * RIM

    @property
    def edges(self) -> Counter[frozenset[Point]]:
        """How often each edge occurs: once where it is cut, twice where it is folded."""
        return Counter(
            frozenset((one, other))
            for panel in self.panels + self.flaps
            for one, other in zip(panel, (*panel[1:], panel[0]), strict=True)
        )

    @property
    def cuts(self) -> str:
        return self._lines(1)

    @property
    def folds(self) -> str:
        return self._lines(2)

    def _lines(self, count: int) -> str:
        lines = sorted(tuple(sorted(edge)) for edge, n in self.edges.items() if n == count)
        return "".join(f"M{a:g} {b:g}L{c:g} {d:g}" for (a, b), (c, d) in lines)

    def drawn(self, prefix: str) -> str:
        """With the game's classes `flap`, `fold` and `cut`."""
        flaps = "".join(_closed(flap) for flap in self.flaps)
        return (
            f'<path class="{prefix}-flap" d="{flaps}"/>{self.printed}'
            f'<path class="{prefix}-fold" d="{self.folds}"/>'
            f'<path class="{prefix}-cut" d="{self.cuts}"/>'
        )


def _closed(panel: Panel) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in panel) + "Z"


def panel(x: float, y: float, width: float, height: float) -> Panel:
    """Its corners: upper left, upper right, lower right, lower left."""
    right, bottom = x + width, y + height
    return (x, y), (right, y), (right, bottom), (x, bottom)


def flap(upon: Panel, edge: int, depth: float, slant: float) -> Panel:
    """Upon an edge of a panel: 0 above, 1 on the right, 2 below, 3 on the left."""
    (ax, ay), (bx, by) = upon[edge], upon[(edge + 1) % 4]
    length = hypot(bx - ax, by - ay)
    along, down = (bx - ax) / length, (by - ay) / length
    out_x, out_y = depth * down, -depth * along
    return (
        (ax, ay),
        (ax + out_x + slant * along, ay + out_y + slant * down),
        (bx + out_x - slant * along, by + out_y - slant * down),
        (bx, by),
    )


def die(side: float, depth: float, face: Callable[[int], str]) -> Net:
    """So long a side, flaps so deep; `face` draws a number round 0 0."""
    panels = {one: panel(side * x, side * y, side, side) for one, (x, y) in DIE_FACES.items()}
    flaps = tuple(flap(panels[one], edge, depth, depth) for one, edge in DIE_FLAPS)
    faces = "".join(
        f'<g transform="translate({side * (x + 0.5):g} {side * (y + 0.5):g})">{face(one)}</g>'
        for one, (x, y) in DIE_FACES.items()
    )
    return Net(tuple(panels.values()), flaps, faces)
