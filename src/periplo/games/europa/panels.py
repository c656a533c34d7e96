"""Below the map: what happens, the squares ahead, and the teams with their flags and planes."""

from collections.abc import Iterator
from typing import Final

from periplo.core.columns import columns
from periplo.core.drawing import escape
from periplo.games.europa.map import HEIGHT
from periplo.games.europa.marks import HIGHEST, Picture, die, pin, sign, symbol
from periplo.games.europa.packs import CODES
from periplo.games.europa.rules import EXAM_LENGTH
from periplo.games.europa.track import LETTER

TICK: Final = (
    '<circle class="europa-right" r="30"/><path class="europa-mark" d="M-13 1-4 11 14-10"/>'
)
CROSS: Final = (
    '<circle class="europa-wrong" r="30"/><path class="europa-mark" d="M-11-11 11 11M11-11-11 11"/>'
)
OPEN: Final = (
    '<circle class="europa-empty" r="30"/><text class="europa-light" font-size="34" y="12">?</text>'
)
RESERVE: Final = 2  # planes


def _fitted(size: float, room: float, line: str) -> float:
    """The size of letters at which a line fits its room, if the one wanted is too large."""
    return min(size, room / max(1, columns(line)) / LETTER)


def draw_now(picture: Picture) -> Iterator[str]:
    """The line above the squares ahead: what happens, and the order of play."""
    y, left, pitch = HEIGHT + 31, 16.0, 48
    position, line = picture.position, picture.happening
    if position["die"] is not None:
        yield f'<g transform="translate(34 {y:g}) scale(1.5)">{die(position["die"])}</g>'
        left = 64.0
    order = position["order"]
    first = picture.board["width"] - 30 - pitch * (len(order) - 1)
    size = _fitted(27, first - 40 - left, line)
    yield (
        f'<text class="europa-left" font-size="{size:.1f}" x="{left:g}"'
        f' y="{y + 0.35 * size:.1f}">{escape(line)}</text>'
    )
    for place, seat in enumerate(order):
        x = first + pitch * place
        route = position["teams"][seat]["route"]
        yield f'<g transform="translate({x:g} {y:g})">{sign(route, seat, 1.2)}</g>'
        if place:
            yield (
                '<path class="europa-onward" d="M-3-5 3 0-3 5"'
                f' transform="translate({x - pitch / 2:g} {y:g})"/>'
            )


def draw_ahead(picture: Picture, steps: int) -> str:
    """One of the squares ahead: what a throw of so many would lead to."""
    cell = picture.board["ahead"][steps]
    square = picture.board["squares"][cell["at"]]
    teams = picture.position["teams"]
    seats = [seat for seat, team in enumerate(teams) if team["at"] == cell["at"]]
    throw: int | str = "plane" if steps > HIGHEST else steps
    now = " europa-now" if steps == 0 or throw == picture.position["die"] else ""
    width, name = cell["width"], picture.said(square)
    parts = [
        f'<g transform="translate({cell["x"]:g} {cell["y"]:g})">'
        f"<title>{escape(picture.called(square))}</title>"
        f'<rect class="europa-card{now}" width="{width:g}" height="{cell["height"]:g}" rx="12"/>'
        f'<text class="europa-left" font-size="25" x="11" y="29">{cell["at"]}</text>'
        f'<text font-size="{_fitted(20, width - 12, name):.1f}" x="{width / 2:g}" y="95">'
        f"{escape(name)}</text>"
    ]
    if steps:
        parts.append(f'<g transform="translate({width - 21:g} 20)">{die(throw)}</g>')
    if len(seats) < 3:  # more only stand on the start, and need all its room
        scale = 19 / square["radius"]
        parts.append(f'<g transform="translate(31 56) scale({scale:.3g})">{symbol(square)}</g>')
    if square["country"]:
        parts.append(
            f'<use href="#europa-{square["country"]}" transform="translate(55 43) scale(1.3)"/>'
        )
    for n, seat in enumerate(reversed(seats)):
        standing = pin(teams[seat]["route"], seat)
        parts.append(
            f'<g transform="translate({width - 20 - 24 * n:g} 76) scale(.74)">{standing}</g>'
        )
    return "".join((*parts, "</g>"))


def draw_exam(picture: Picture) -> Iterator[str]:
    """Beside the finish, where nothing lies ahead: the answers given so far."""
    right, wrong = picture.position["exam"]
    cell = picture.board["ahead"][0]
    marks = [TICK] * right + [CROSS] * wrong
    for n, mark in enumerate([*marks, *[OPEN] * (EXAM_LENGTH - len(marks))]):
        x = cell["x"] + cell["width"] + 80 + 100 * n
        yield f'<g transform="translate({x:g} {cell["y"] + cell["height"] / 2:g})">{mark}</g>'


def draw_team(picture: Picture, seat: int) -> str:
    """A team: who, where, its flags won and to win, its planes."""
    panel, team = picture.board["home"][seat], picture.position["teams"][seat]
    route, words = team["route"] or 0, picture.words
    square = picture.board["squares"][team["at"]]
    middle = panel["height"] / 2
    now = " europa-now" if seat == picture.position["turn"] else ""
    state = "".join(words[state] for state in ("missing", "leaving", "failed") if team[state])
    parts = [
        f'<g transform="translate({panel["x"]:g} {panel["y"]:g})">'
        f'<rect class="europa-card{now}" width="{panel["width"]:g}" height="{panel["height"]:g}"'
        ' rx="14"/>'
        f'<g transform="translate(40 {middle:g})">{sign(team["route"], seat, 2.1)}</g>',
        _line("", picture.names[seat], middle - 6, 27),
        _line(f"{team['at']} {picture.said(square)}", state, middle + 23, 19),
    ]
    for n, country in enumerate(picture.routes.get(route, ())):
        x, won = 360 + 84 * n, country in team["flags"]
        box = f'<rect class="europa-empty" x="{x}" y="8" width="58.5" height="39" rx="3"/>'
        if won:
            box = f'<use href="#europa-{country}" transform="translate({x} 8) scale(1.95)"/>'
        parts.append(
            f"<g><title>{escape(words[country])}</title>{box}"
            f'<text class="europa-{"won" if won else "light"}" font-size="17" x="{x + 29}"'
            f' y="{panel["height"] - 8:g}">{CODES[country]}</text></g>'
        )
    for n in range(RESERVE):
        style = "plane" if n < team["planes"] else "none"
        parts.append(
            f'<use href="#europa-plane" class="europa-{style}"'
            f' transform="translate({886 + 54 * n} {middle:g}) rotate(45) scale(1.9)"/>'
        )
    return "".join((*parts, "</g>"))


def _line(light: str, bold: str, y: float, size: float) -> str:
    size = _fitted(size, 270, light + bold)
    if light:
        light = f'<tspan class="europa-light">{escape(light)}</tspan>' + (" · " if bold else "")
    return (
        f'<text class="europa-left" font-size="{size:.1f}" x="78" y="{y:g}">'
        f"{light}{escape(bold)}</text>"
    )
