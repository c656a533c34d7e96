"""Writes places.toml: where the squares of each edition are drawn, and their cities' names.

    python -m periplo.games.europa.make_places

Run it when a board has changed; it takes some minutes. A city wants to be where it is, another
square halfway between its neighbours. Where that is too tight, as round the North Sea, annealing
finds places near by at which no square and no name covers another.
"""

from collections.abc import Iterator
from math import dist, exp, hypot
from pathlib import Path
from random import Random

from periplo.games.europa.map import FRAME, HEIGHT, WIDTH, Point, is_framed, place
from periplo.games.europa.tables import EDITIONS, Track, cities, track_of
from periplo.games.europa.track import (
    FINISH,
    KEPT_FREE,
    RADIUS,
    SIDES,
    START,
    Box,
    kind_of,
    name_box,
)

GAP = 3.0  # between two squares
FAR = 40.0  # a square this far from a stretch of the way is clear of it
NEAR = 160.0  # squares farther apart than this never meet,
NAMES_NEAR = 290.0  # nor do the names of cities farther apart than this
CLOSE = 4.0  # a name keeps this far from squares and from names beside it,
DOUBT = 15.0  # and this far from other cities, lest it seem to be theirs
CANVAS = (6.0, 6.0, WIDTH - 6, HEIGHT - 6)
FRAMED = (FRAME[0] + 3, FRAME[1] + 3, FRAME[0] + FRAME[2] - 3, FRAME[1] + FRAME[3] - 3)
STEPS = 1500  # a square
SEEDS = 7  # the best of so many is taken
HOT, COLD = 4.0, 0.02
OFFING = place(41.6, 5.6)  # the way home from Italy is by sea

# what is bad, and how bad: a unit off one's place, squared; a unit of one thing under another
OFF_PLACE = 0.012
OFF_THE_WAY = 0.016
SQUARE_UNDER_SQUARE = 9.0
SQUARE_UNDER_NAME = 7.0
NAME_IN_DOUBT = 0.6
NAME_UNDER_NAME = 8.0
SQUARE_ON_THE_WAY = 3.0
NAME_ON_THE_WAY = 0.22
CROSSING = 40.0
OFF_CANVAS = 20.0
LIKING = {"e": 0.0, "w": 0.6, "n": 1.2, "s": 1.2, "ne": 3.0, "se": 3.0, "nw": 3.4, "sw": 3.4}


class MapArrangement:
    """All squares of a track, from Murcia to Murcia."""

    def __init__(self, track: Track, dice: Random) -> None:
        self.dice = dice
        self.signs = ["start", *(square.sign for square in track), "finish"]
        self.n = len(self.signs) - 1
        self.radius = [RADIUS[kind_of(sign)] for sign in self.signs]
        facts = cities()
        self.names = [str(facts[sign]["name"]) if sign in facts else "" for sign in self.signs]
        self.home: list[Point | None] = [
            place(facts[sign]["lat"], facts[sign]["lon"]) if sign in facts else None
            for sign in self.signs
        ]
        self.framed = [
            sign in facts and is_framed(facts[sign]["lat"], facts[sign]["lon"])
            for sign in self.signs
        ]
        self.home[0], self.home[self.n] = START, OFFING
        self.at: list[Point] = list(self._strung())
        last_city = max(at for at in range(self.n) if self.names[at])
        self.home[last_city:] = self.at[last_city:]
        self.at[self.n] = FINISH
        self.side = ["e" if name else "" for name in self.names]
        self.box = [self._name(i) for i in range(self.n + 1)]
        self.near = [
            [j for j in range(self.n + 1) if j != i and dist(self.at[i], self.at[j]) < NEAR]
            for i in range(self.n + 1)
        ]
        self.named = [
            [
                j for j in range(self.n + 1)
                if self.names[i] and self.names[j] and j != i
                if dist(self.at[i], self.at[j]) < NAMES_NEAR
            ]
            for i in range(self.n + 1)
        ]  # fmt: skip

    def _strung(self) -> Iterator[Point]:
        """Cities at home, the others evenly between them."""
        last = 0
        for at, home in enumerate(self.home):
            if home is None:
                continue
            x, y = self.home[last] or home
            for step in range(1, at - last):
                part = step / (at - last)
                yield x + part * (home[0] - x), y + part * (home[1] - y)
            yield home
            last = at

    # how bad things are

    def cost(self, i: int) -> float:
        """What is bad about a square, its name, and the way to it and from it."""
        x, y = self.at[i]
        bad = self._off_place(i) + self._off_canvas(i)
        own = self.box[i]
        ways = [(a, a + 1) for a in (i - 1, i) if 0 <= a < self.n]
        if own is not None:
            bad += LIKING[self.side[i]]
            roomy = own[0] - CLOSE, own[1], own[2] + CLOSE, own[3]
            for j in self.named[i]:
                name = self.box[j]
                if name is not None:
                    bad += NAME_UNDER_NAME * _boxes(roomy, name)
        for j in self.near[i]:
            other = self.at[j]
            lap = self.radius[i] + self.radius[j] + GAP - hypot(x - other[0], y - other[1])
            if lap > 0:
                bad += SQUARE_UNDER_SQUARE * lap
            name = self.box[j]
            if own is not None:
                bad += self._covered(j, own)
                if j < self.n and not (j == i or j + 1 == i):
                    bad += NAME_ON_THE_WAY * _line_in_box(other, self.at[j + 1], own)
            if name is not None:
                bad += self._covered(i, name)
            for a, b in ways:
                if j in (a, b):
                    continue
                off = _off_line(other, self.at[a], self.at[b])
                if off < self.radius[j] + GAP:
                    bad += SQUARE_ON_THE_WAY * (self.radius[j] + GAP - off)
                if name is not None:
                    bad += NAME_ON_THE_WAY * _line_in_box(self.at[a], self.at[b], name)
                if j < self.n and j + 1 not in (a, b):
                    bad += CROSSING * _cross(self.at[a], self.at[b], other, self.at[j + 1])
            if j < self.n and j + 1 != i:
                off = _off_line(self.at[i], other, self.at[j + 1])
                if off < self.radius[i] + GAP:
                    bad += SQUARE_ON_THE_WAY * (self.radius[i] + GAP - off)
        if own is not None:
            for a, b in ways:
                bad += NAME_ON_THE_WAY * _line_in_box(self.at[a], self.at[b], own)
        return bad

    def _covered(self, i: int, name: Box) -> float:
        """What is bad about another's name being where it is."""
        x = min(max(self.at[i][0], name[0]), name[2])
        y = min(max(self.at[i][1], name[1]), name[3])
        apart = hypot(self.at[i][0] - x, self.at[i][1] - y) - self.radius[i]
        bad = SQUARE_UNDER_NAME * (CLOSE - apart) if apart < CLOSE else 0.0
        if self.names[i] and apart < DOUBT:
            bad += NAME_IN_DOUBT * (DOUBT - apart)
        return bad

    def _off_place(self, i: int) -> float:
        (x, y), home = self.at[i], self.home[i]
        if home is not None:
            return OFF_PLACE * ((x - home[0]) ** 2 + (y - home[1]) ** 2)
        bad = 0.0
        for k in (i - 1, i, i + 1):  # moving a square moves its neighbours' halfway
            if 0 < k < self.n and self.home[k] is None:
                (ax, ay), (bx, by), (kx, ky) = self.at[k - 1], self.at[k + 1], self.at[k]
                bad += (kx - (ax + bx) / 2) ** 2 + (ky - (ay + by) / 2) ** 2
        return OFF_THE_WAY * bad / 3

    def _off_canvas(self, i: int) -> float:
        (x, y), r = self.at[i], self.radius[i]
        boxes = [(x - r, y - r, x + r, y + r)]
        name = self.box[i]
        if name is not None:
            boxes.append(name)
        left, top, right, bottom = FRAMED if self.framed[i] else CANVAS
        bad = sum(
            max(0.0, left - a) + max(0.0, top - b) + max(0.0, c - right) + max(0.0, d - bottom)
            for a, b, c, d in boxes
        )
        if not self.framed[i]:
            bad += sum(_boxes(box, taken) for box in boxes for taken in KEPT_FREE)
        return OFF_CANVAS * bad

    def _name(self, i: int) -> Box | None:
        if not self.names[i]:
            return None
        return name_box(self.names[i], self.at[i], self.radius[i], self.side[i])

    # annealing

    def anneal(self) -> None:
        moves = STEPS * self.n
        for step in range(moves):
            heat = HOT * (COLD / HOT) ** (step / moves)
            i = self.dice.randrange(1, self.n)
            before, at, side = self.cost(i), self.at[i], self.side[i]
            if side and self.dice.random() < 0.3:
                self._put(i, at, self.dice.choice(SIDES))
            else:
                reach = 1 + 9 * (1 - step / moves) ** 2
                to = at[0] + self.dice.gauss(0, reach), at[1] + self.dice.gauss(0, reach)
                self._put(i, to, side)
            worse = self.cost(i) - before
            if worse > 0 and self.dice.random() >= exp(-worse / heat):
                self._put(i, at, side)

    def _put(self, i: int, at: Point, side: str) -> None:
        self.at[i], self.side[i] = at, side
        self.box[i] = self._name(i)

    def total(self) -> float:
        return sum(self.cost(i) for i in range(1, self.n))


# geometry


def _boxes(one: Box, other: Box) -> float:
    """How deep two boxes lie in each other."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return min(wide, high) if wide > 0 and high > 0 else 0.0


def _off_line(point: Point, a: Point, b: Point) -> float:
    """How far a point is from a stretch of the way; FAR if that is too far to matter."""
    if (
        (point[0] < a[0] - FAR and point[0] < b[0] - FAR)
        or (point[0] > a[0] + FAR and point[0] > b[0] + FAR)
        or (point[1] < a[1] - FAR and point[1] < b[1] - FAR)
        or (point[1] > a[1] + FAR and point[1] > b[1] + FAR)
    ):
        return FAR
    wx, wy = b[0] - a[0], b[1] - a[1]
    long = wx * wx + wy * wy
    part = 0.0
    if long > 0:
        part = min(1.0, max(0.0, ((point[0] - a[0]) * wx + (point[1] - a[1]) * wy) / long))
    return hypot(point[0] - a[0] - part * wx, point[1] - a[1] - part * wy)


def _line_in_box(a: Point, b: Point, box: Box) -> float:
    """How much of a stretch of the way a box covers."""
    if (
        (a[0] < box[0] and b[0] < box[0])
        or (a[0] > box[2] and b[0] > box[2])
        or (a[1] < box[1] and b[1] < box[1])
        or (a[1] > box[3] and b[1] > box[3])
    ):
        return 0.0
    begin, end = 0.0, 1.0
    for axis in (0, 1):
        way = b[axis] - a[axis]
        low, high = box[axis] - a[axis], box[axis + 2] - a[axis]
        if way == 0:
            if low > 0 or high < 0:
                return 0.0
            continue
        first, last = sorted((low / way, high / way))
        begin, end = max(begin, first), min(end, last)
    return max(0.0, end - begin) * dist(a, b)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    return _turn(a, b, c) != _turn(a, b, d) and _turn(c, d, a) != _turn(c, d, b)


def _turn(p: Point, q: Point, r: Point) -> bool:
    return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])


def main() -> None:
    lines = ["# Where squares and names are drawn, by make_places.py. Do not edit."]
    for edition in EDITIONS:
        best: MapArrangement | None = None
        for seed in range(SEEDS):
            found = MapArrangement(track_of(edition), Random(seed))
            found.anneal()
            if best is None or found.total() < best.total():
                best = found
        assert best is not None
        print(edition, round(best.total()))
        lines += [f"{edition} = [", *(f'  "{line}",' for line in _lines(best)), "]"]
    Path(__file__).with_name("places.toml").write_text("\n".join(lines) + "\n", "utf-8")


def _lines(found: MapArrangement) -> Iterator[str]:
    for sign, (x, y), side in zip(found.signs, found.at, found.side, strict=True):
        yield f"{sign} {x:.0f} {y:.0f} {side}".rstrip()


if __name__ == "__main__":
    main()
