"""Where things are drawn: honeycombs for web and print, and others for the terminal."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise, zip_longest
from math import cos, pi, sin, sqrt
from textwrap import wrap
from typing import Any, Final

from periplo.core.columns import columns, fit
from periplo.games.camino import drawing, rules
from periplo.games.camino.board import CARDS, CELL_COUNT, COLOURS, ROUNDS, ROWS, STARTS, touching

# a seat's block: its name above, its honeycomb below, card and points in the empty corners
_RADIUS: Final = 44.0
_WIDE: Final = sqrt(3) * _RADIUS  # from cell to cell in a row
_BEND: Final = 0.4  # of the way from a cell's middle to its side: a line is seen to enter the cell
_BOARD_WIDTH: Final = 9 * _WIDE
_BOARD_DEPTH: Final = (1.5 * (len(ROWS) - 1) + 2) * _RADIUS
_SIZE: Final = {"width": round(_BOARD_WIDTH, 1), "height": _BOARD_DEPTH}
_BLOCK_WIDTH: Final = 720.0
_NAME_DEPTH: Final = 60.0
_INDENT: Final = (_BLOCK_WIDTH - _BOARD_WIDTH) / 2
_MARGIN: Final = 40.0
_GAP: Final = 48.0
_TITLE_DEPTH: Final = 88.0
# below the boards: the points, and the pack with the legend
_GRID_HEAD: Final = 96.0
_GRID_ROW: Final = 54.0
_PACK_DEPTH: Final = 262.0

# the terminal
_NAME: Final = 18
_TEXT_WIDTH: Final = 37
_TEXT_GAP: Final = 4
_COLUMNS: Final = 80
# drawn earlier, drawn in this round
_MARKS: Final = {"start": "■■", "tail": "▼▽", "head": "▲△", "path": "●○"}


def layout(position: Mapping[str, Any]) -> dict[str, Any]:
    """The geometry of this table, in units of the canvas.

    `cells` is one honeycomb, seen from its upper left corner, each with those that touch it;
    `boards` say where that corner lies for each seat. `line` and `fresh_line` are path data from
    the same corner; `fresh` are the cells drawn in the running round, `worth` what each number not
    yet reached would score now, `card` the squares of the card with those ticked that are used up.
    `honeycomb` is the size of one board by itself, the `background`; `starts` are the start cells
    of boards 1–4, `splendid` is the total that a solo one must exceed to be called so, `shapes`
    what is drawn over a background.
    """
    seats = position["seats"]
    columns = min(len(seats), 2)
    width = 2 * _MARGIN + columns * _BLOCK_WIDTH + (columns - 1) * _GAP
    block_depth = _NAME_DEPTH + _BOARD_DEPTH + _GAP
    boards = []
    for n, seat in enumerate(seats):
        row = n // columns
        beside = min(columns, len(seats) - row * columns)  # a third board stands in the middle
        left = (width - beside * _BLOCK_WIDTH - (beside - 1) * _GAP) / 2
        first, last = _drawn_this_round(position, seat)
        boards.append(
            {
                "seat": n,
                "x": round(left + n % columns * (_BLOCK_WIDTH + _GAP) + _INDENT, 1),
                "y": _MARGIN + _TITLE_DEPTH + row * block_depth + _NAME_DEPTH,
                **_SIZE,
                "start": STARTS[seat["board"] - 1] if seat["board"] else None,
                "line": _line(seat["path"], 0, len(seat["path"])),
                "fresh": seat["path"][first:last],
                "fresh_line": _line(seat["path"], first, last),
                "card": _mark_used(position["card"], seat["left"]),
                "worth": _worth(position, seat),
                "total": _total(seat),
            }
        )
    gone = _turned_up(position)
    below = _MARGIN + _TITLE_DEPTH + -(-len(seats) // columns) * block_depth
    table = {
        "x": _MARGIN + _INDENT,
        "y": below,
        "width": _BOARD_WIDTH,
        "height": _GRID_HEAD + _GRID_ROW * len(seats),
    }
    pack = {
        "x": _MARGIN + _INDENT + (columns - 1) * (_BLOCK_WIDTH + _GAP),
        "y": below if columns == 2 else below + table["height"] + _GAP,
        "width": _BOARD_WIDTH,
        "height": _PACK_DEPTH,
    }
    return {
        "width": width,
        "height": max(part["y"] + part["height"] for part in (table, pack)) + _MARGIN,
        "radius": _RADIUS,
        "honeycomb": _SIZE,
        "starts": STARTS,
        "splendid": rules.SPLENDID,
        "shapes": drawing.shapes(),
        "cells": [dict(cell) for cell in _honeycomb().values()],
        "boards": boards,
        "table": table,
        "pack": pack,
        "cards": [
            {
                "card": card,
                "squares": _squares(card),
                "round": gone.index(card) + 1 if card in gone else None,
            }
            for card in range(1, len(CARDS) + 1)
        ],
    }


def svg(position: Mapping[str, Any], names: Sequence[str], words: Mapping[str, str]) -> str:
    """The position as one picture that needs nothing else."""
    names = [fit(name, _NAME) for name in names]
    description = [_headline(position, words)]
    for n, seat in enumerate(position["seats"]):
        first, last = _drawn_this_round(position, seat)
        facts = [
            f"{words['path']} {' '.join(seat['path']) or '–'}",
            f"{words['fresh']} {' '.join(seat['path'][first:last]) or '–'}",
            f"{words['scored']} {', '.join(f'{k}: {v}' for k, v in seat['scored'].items()) or '–'}",
            f"{words['total']} {_total(seat)}",
        ]
        if position["phase"] == "draw":
            facts.insert(2, f"{words['left']} {seat['left'] or '–'}")
        description.append(f"{n + 1} {names[n]}: {'; '.join(facts)}.")
    description += _text_pack(position, words)
    honours = [_honour(position, seat, words) for seat in position["seats"]]
    return drawing.draw(layout(position), position, names, honours, words, description)


def background(_: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """One honeycomb by itself: every seat's board before its start cell is known."""
    title = f"El camino · {words['bare']}"
    return drawing.background(_honeycomb().values(), _SIZE, _RADIUS, title)


def text(position: Mapping[str, Any], names: Sequence[str], words: Mapping[str, str]) -> str:
    """The position for a terminal of 80 columns."""
    names = [fit(name, _NAME) for name in names]
    blocks = [
        [*_text_head(position, n, names[n], words), *_text_board(position, seat)]
        for n, seat in enumerate(position["seats"])
    ]
    lines = [_headline(position, words), ""]
    for n in range(0, len(blocks), 2):
        for row in zip_longest(*blocks[n : n + 2], fillvalue=""):
            padded = [part + " " * (_TEXT_WIDTH + _TEXT_GAP - columns(part)) for part in row]
            lines.append("".join(padded).rstrip())
        lines.append("")
    lines += _text_table(position, names, words)
    lines += ["", *_text_pack(position, words), "", *_text_legend(words)]
    return "\n".join(lines)


# what a position says


def _total(seat: Mapping[str, Any]) -> int:
    """Numbers scored, less the cells not on the path.  [CAM-6]"""
    scored: int = sum(seat["scored"].values())
    return scored - (CELL_COUNT - len(seat["path"]))


def _worth(position: Mapping[str, Any], seat: Mapping[str, Any]) -> dict[str, int]:
    """What the numbers not yet reached would score now."""
    worth = {}
    for number in _numbers() if position["phase"] != "over" else ():
        if str(number) in seat["scored"]:
            continue
        if len(position["seats"]) == 1:
            highest = max(map(int, seat["scored"]), default=0)
            worth[str(number)] = rules.points_for(number, highest, False)
        else:
            late = rules.is_late(position["reached"].get(str(number), 0), position["round"])
            worth[str(number)] = rules.points_for(number, 0, late)
    return worth


def _squares(card: int) -> str:
    return CARDS[card - 1].replace("+", "")


def _mark_used(card: int | None, left: str) -> list[tuple[str, bool]]:
    """The squares of the card, each with whether it is used up."""
    remaining = Counter(left)
    squares = []
    for colour in reversed(_squares(card) if card else ""):
        squares.append((colour, remaining[colour] == 0))
        remaining[colour] -= remaining[colour] > 0
    return squares[::-1]


def _turned_up(position: Mapping[str, Any]) -> list[int]:
    """The cards so far, in the order of the rounds."""
    return [*position["played"], *([position["card"]] if position["card"] else [])]


def _drawn_this_round(position: Mapping[str, Any], seat: Mapping[str, Any]) -> tuple[int, int]:
    """The stretch of the path drawn in the running round, as a slice."""
    length = len(seat["path"])
    if seat["end"] is None:
        return (length, length)
    drawn = len(_squares(position["card"])) - len(seat["left"])
    return (length - drawn, length) if seat["end"] == "head" else (0, drawn)


def _honour(position: Mapping[str, Any], seat: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """What is said of a seat beside its board."""
    if position["phase"] == "over":
        if len(position["seats"]) == 1:
            return words["splendid"] if _total(seat) > rules.SPLENDID else ""
        best = max(_total(other) for other in position["seats"])
        return words["wins"] if _total(seat) == best else ""  # [CAM-R4]
    return words["done"] if seat["done"] else ""


# the honeycomb of web and print


@cache
def _honeycomb() -> dict[str, dict[str, Any]]:
    cells = {}
    for row, (letter, inks) in enumerate(ROWS):
        tokens = inks.split()
        for place, ink in enumerate(tokens):
            name = f"{letter}{place + 1}"
            x = _BOARD_WIDTH / 2 + (place - (len(tokens) - 1) / 2) * _WIDE
            y = (1 + 1.5 * row) * _RADIUS
            cells[name] = {
                "cell": name,
                "row": row,
                "place": place,
                "colour": ink[0],
                "number": int(ink[1:]) if ink[1:] else None,
                "touching": touching(name),
                "x": round(x, 1),
                "y": round(y, 1),
                "points": [
                    (
                        round(x + _RADIUS * sin(pi / 3 * corner), 1),
                        round(y - _RADIUS * cos(pi / 3 * corner), 1),
                    )
                    for corner in range(6)
                ],
            }
    return cells


@cache
def _numbers() -> tuple[int, ...]:
    return tuple(sorted(cell["number"] for cell in _honeycomb().values() if cell["number"]))


def _line(path: Sequence[str], first: int, last: int) -> str:
    """Path data through these cells: it crosses sides at their middles and bends in the cells."""
    if first == last or len(path) < 2:
        return ""
    centres = [(_honeycomb()[cell]["x"], _honeycomb()[cell]["y"]) for cell in path]
    sides = [_between(*ends, 0.5) for ends in pairwise(centres)]
    gates = [centres[0], *sides, centres[-1]]
    data = "M{:g} {:g}".format(*gates[first])
    for at in range(first, last):
        if 0 < at < len(path) - 1:
            before, after = (_between(centres[at], gates[side], _BEND) for side in (at, at + 1))
            data += "L{:g} {:g}Q{:g} {:g} {:g} {:g}".format(*before, *centres[at], *after)
        data += "L{:g} {:g}".format(*gates[at + 1])
    return data


def _between(
    one: tuple[float, float], other: tuple[float, float], part: float
) -> tuple[float, float]:
    return (one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part)


# the terminal


def _text_head(
    position: Mapping[str, Any], n: int, name: str, words: Mapping[str, str]
) -> list[str]:
    """Two lines above a board: who and how many points; the ends and the card."""
    seat = position["seats"][n]
    title = f"{n + 1} {name}  {_total(seat)}  {_honour(position, seat, words)}".rstrip()
    facts = []
    if seat["path"]:
        facts.append(f"{_mark(position, seat, 0)} {seat['path'][0]}")
    if len(seat["path"]) > 1:
        facts.append(f"{_mark(position, seat, len(seat['path']) - 1)} {seat['path'][-1]}")
    squares = _mark_used(position["card"], seat["left"])
    facts.append(" ".join(colour + "✓" * used for colour, used in squares))
    return [title, "  ".join(facts).rstrip(), ""]


def _mark(position: Mapping[str, Any], seat: Mapping[str, Any], at: int) -> str:
    """The sign of a cell of the path; the start keeps its own even where the line ends in it."""
    path = seat["path"]
    first, last = _drawn_this_round(position, seat)
    kind = "head" if at == len(path) - 1 else "tail" if at == 0 else "path"
    if path[at] == STARTS[seat["board"] - 1]:
        kind = "start"
    return _MARKS[kind][first <= at < last]


def _text_board(position: Mapping[str, Any], seat: Mapping[str, Any]) -> list[str]:
    middle = len(ROWS) // 2
    grid = [[" "] * _TEXT_WIDTH for _ in range(2 * len(ROWS) - 1)]
    spots = {
        name: (2 * cell["row"], 2 + 2 * abs(cell["row"] - middle) + 4 * cell["place"])
        for name, cell in _honeycomb().items()
    }
    for name, (down, along) in spots.items():
        grid[down][0] = name[0]
        grid[down][along] = _honeycomb()[name]["colour"]
    for one, other in pairwise(spots[name] for name in seat["path"]):
        (up, left), (down, right) = sorted((one, other))
        if up == down:
            grid[up][left + 1 : right] = "───"
        else:
            grid[up + 1][(left + right) // 2] = "╲" if left < right else "╱"
    for at, name in enumerate(seat["path"]):
        down, along = spots[name]
        grid[down][along] = _mark(position, seat, at)
    for name, (down, along) in spots.items():
        digits = str(_honeycomb()[name]["number"] or "")
        grid[down][along + 1 : along + 1 + len(digits)] = digits
    return ["".join(row).rstrip() for row in grid]


def _text_table(
    position: Mapping[str, Any], names: Sequence[str], words: Mapping[str, str]
) -> list[str]:
    """A line a seat: what it scored, what it can still score, its empty cells and its total."""
    numbers = [str(number) for number in _numbers()]

    def line(head: str, entries: Sequence[str], empty: str, total: str) -> str:
        label = head + " " * (_NAME + 3 - columns(head))
        row = "".join(f"{entry:>4}" for entry in entries)
        return f"{label}{row}{empty:>9}{total:>8}".rstrip()

    lines = [
        line("", numbers, words["empty"], words["total"]),
        line(words["reached"], [str(position["reached"].get(k, "")) for k in numbers], "", ""),
    ]
    for n, seat in enumerate(position["seats"]):
        worth = _worth(position, seat)
        entries = []
        for number in numbers:
            if number in seat["scored"]:
                entries.append(str(seat["scored"][number]))
            elif number in worth:
                entries.append("·" if worth[number] == int(number) else "½")
            else:
                entries.append("–")
        empty = str(CELL_COUNT - len(seat["path"]))
        lines.append(line(f"{n + 1} {names[n]}", entries, empty, str(_total(seat))))
    return lines


def _text_pack(position: Mapping[str, Any], words: Mapping[str, str]) -> list[str]:
    """The cards turned up so far, in order, and those still to come."""
    gone = _turned_up(position)
    rest = [card for card in range(1, len(CARDS) + 1) if card not in gone]
    lines = []
    for word, cards in (("turned up", gone), ("to come", rest)):
        shown = ", ".join(f"{card} {_squares(card)}" for card in cards) or "–"
        lines += wrap(f"{words[word]}: {shown}", _COLUMNS, subsequent_indent="  ")
    return lines


def _text_legend(words: Mapping[str, str]) -> list[str]:
    marks = [f"{signs[0]} {words[kind]}" for kind, signs in _MARKS.items()]
    fresh = "".join(signs[1] for kind, signs in _MARKS.items() if kind != "start")
    return [
        "  ".join(f"{colour} {words[colour]}" for colour in COLOURS),
        "  ".join([*marks, f"{fresh} {words['fresh']}"]),
        f"· {words['full']}  ½ {words['half']}  {words['counted']}",
    ]


# words


def _headline(position: Mapping[str, Any], words: Mapping[str, str]) -> str:
    count = f"{words['round']} {position['round']} {words['of']} {ROUNDS}"
    return f"El camino · {count} · {words[position['phase']]}"
