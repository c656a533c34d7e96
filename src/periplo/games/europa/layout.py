"""The board of the race as geometry, as a picture and as text.

A position does not say which edition it belongs to, so all these functions may be given it; if
they are not, it is the first one that the position fits. `words` has the countries' names, too.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from periplo.core.columns import columns, fit
from periplo.core.drawing import PIPS
from periplo.games.europa import track
from periplo.games.europa.drawing import SPOTS, draw, draw_bare
from periplo.games.europa.flags import flag, star
from periplo.games.europa.map import FRAME, HEIGHT, WIDTH
from periplo.games.europa.marks import CROWN, HIGHEST, PIN, PLANE, Background, Picture
from periplo.games.europa.packs import CODES, DIFFICULTIES
from periplo.games.europa.rules import EXAM_LENGTH, MOST_PLANES
from periplo.games.europa.style import SHAPES
from periplo.games.europa.tables import EDITIONS, track_of

__all__ = ["background", "layout", "svg", "text"]


_AHEAD: Final = 6  # the farthest throw
_LEFT: Final = 9.0
_GAP: Final = 5.0
_NOW_TOP: Final = HEIGHT + 58  # of the squares ahead, below the line that says what happens
_NOW_DEPTH: Final = 104.0
_TEAMS_TOP: Final = _NOW_TOP + _NOW_DEPTH + 12
_TEAM_DEPTH: Final = 78.0

_NAME: Final = 18
_WHERE: Final = 18
_SIGNS: Final = "○●■▲◆✚"  # by route, the first for none
_COUNTRY: Final = 15
_COLUMNS: Final = 80


def layout(position: Mapping[str, Any], edition: str | None = None) -> dict[str, Any]:
    """The geometry of the board, in units of the canvas.

    A square has its place on the Earth (`lat`, `lon`) and on the canvas (`x`, `y`, `radius`); a
    city also its `true` place there, if others crowd it out of it, and where its name stands.
    `ahead` are the squares that the team on turn may reach, once more and larger, nearest
    first; `home` are the panels of the teams. For whoever draws it again there are also the sign
    of each route with its countries (the first is that of no route yet), the countries with
    what is on their flags, 30 by 20, how many planes fit into the `reserve` and how many questions
    into an `exam`, how difficult the `hardest` are, and the `marks`: pin, plane, the pips of the
    die's faces, and where the teams stand about the middle of the start.
    """
    edition = edition or _edition(position)
    squares = track.squares(edition)
    width = (WIDTH - 2 * _LEFT - _AHEAD * _GAP) / (_AHEAD + 1)
    ahead = [
        {
            "at": at,
            "x": round(_LEFT + steps * (width + _GAP), 1),
            "y": _NOW_TOP,
            "width": round(width, 1),
            "height": _NOW_DEPTH,
        }
        for steps, at in enumerate(_ahead(position, len(squares) - 1))
    ]
    home = [
        {
            "x": _LEFT,
            "y": _TEAMS_TOP + _TEAM_DEPTH * seat,
            "width": WIDTH - 2 * _LEFT,
            "height": _TEAM_DEPTH - 6,
        }
        for seat in range(len(position["teams"]))
    ]
    return {
        "edition": edition,
        "width": WIDTH,
        "height": _TEAMS_TOP + _TEAM_DEPTH * len(home) + 3,
        "map": {"x": 0.0, "y": 0.0, "width": WIDTH, "height": HEIGHT},
        "frame": dict(zip(("x", "y", "width", "height"), FRAME, strict=True)),
        "squares": squares,
        "way": track.way(edition),
        "ahead": ahead,
        "home": home,
        "routes": _signs(edition),
        "countries": {
            country: {"code": CODES[country], "flag": flag(country)}
            for country in dict.fromkeys(square.country for square in track_of(edition))
        },
        "reserve": MOST_PLANES,
        "exam": EXAM_LENGTH,
        "hardest": len(DIFFICULTIES),
        "marks": {
            "pin": PIN, "crown": CROWN, "plane": PLANE, "star": star(0, 0, 10),
            "pips": [[[*pip] for pip in face] for face in PIPS[1 : HIGHEST + 1]],
            "spots": [[*spot] for spot in SPOTS[len(home) - 1]],
        },
    }  # fmt: skip


def svg(
    position: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
    edition: str | None = None,
) -> str:
    """The position as one picture that needs nothing else."""
    names = [fit(name, _NAME) for name in names]
    edition = edition or _edition(position)
    board = layout(position, edition)
    happening = _happening(position, names, words)
    description = [f"{happening}."]
    for seat, team in enumerate(position["teams"]):
        codes = " ".join(CODES[flag] for flag in team["flags"])
        description.append(
            f"{seat + 1} {names[seat]}: {words['route']} {team['route'] or '–'}; "
            f"{_where(team, board['squares'], words)}; {words['flags']} "
            f"{codes or 0}; {words['planes']} {team['planes']}{_state(team, words, '; ')}."
        )
    picture = Picture(
        board, words, _routes(edition), position, names, happening,
        "\n".join(description),
    )  # fmt: skip
    return draw(picture)


def background(
    position: Mapping[str, Any], words: Mapping[str, str], edition: str | None = None
) -> str:
    """The board alone, for as many teams as the position has."""
    edition = edition or _edition(position)
    return draw_bare(Background(layout(position, edition), words, _routes(edition)))


def text(
    position: Mapping[str, Any],
    names: Sequence[str],
    words: Mapping[str, str],
    edition: str | None = None,
) -> str:
    """The position for a terminal of 80 columns."""
    names = [fit(name, _NAME) for name in names]
    edition = edition or _edition(position)
    squares = track.squares(edition)
    lines: list[str] = []
    for square in squares:
        if square["at"] == 0 or square["country"] != squares[square["at"] - 1]["country"]:
            country = square["country"]
            name = words[country] if country else "Murcia"
            lines.append(f"{name:<{_COUNTRY}}")
        shown = _shown(square, position, words)
        if len(lines[-1]) + len(shown) > _COLUMNS:
            lines.append(" " * _COUNTRY)
        lines[-1] += shown
    lines = [line.rstrip() for line in lines]
    signs = "  ".join(f"{sign} {route}" for route, sign in enumerate(_SIGNS) if route)
    legend = f"{words['route']}: {signs}   ★ {words['star']}   · {words['plain']}"
    lines += ["", f"{legend}   [1] {words['team']}", ""]
    lines.append(_happening(position, names, words) + _order(position, words))
    lines.append(
        f"     {words['team']:<{_NAME}} {words['square']:<{_WHERE}} {words['flags']:<11}"
        f"{words['planes']:>9}"
    )
    routes = _routes(edition)
    for seat, team in enumerate(position["teams"]):
        now = ("★" if position["winner"] == seat else ">") if seat == position["turn"] else " "
        name = names[seat] + " " * (_NAME - columns(names[seat]))
        flags = " ".join(
            CODES[country] if country in team["flags"] else "··"
            for country in routes.get(team["route"], ())
        )
        lines.append(
            f"{now}{seat + 1} {_SIGNS[team['route'] or 0]} {name} "
            f"{_where(team, squares, words):<{_WHERE}} {flags:<17}"
            f"{team['planes']:>3}  {_state(team, words)}"
        )
    return "\n".join(line.rstrip() for line in lines)


# what a position means


def _edition(position: Mapping[str, Any]) -> str:
    """The first edition that has room for the teams, their flags and the decks in use."""
    decks = {*position["used"], position["deck"]} - {"murcia", None}
    for edition in EDITIONS:
        squares, routes = track_of(edition), _routes(edition)
        if decks <= {square.country for square in squares} and all(
            team["at"] <= len(squares) + 1
            and set(team["flags"]) <= set(routes.get(team["route"], ()))
            for team in position["teams"]
        ):
            return edition
    return EDITIONS[0]


def _ahead(position: Mapping[str, Any], last: int) -> list[int]:
    """Where the team on turn is, and what a throw may lead to: backwards after a failed exam."""
    team = position["teams"][position["turn"]]
    if team["failed"]:
        return list(range(last, last - _AHEAD - 1, -1))
    return list(range(team["at"], min(team["at"] + _AHEAD, last) + 1))


def _routes(edition: str) -> dict[int, list[str]]:
    """The countries of each route, in travelling order."""
    found: dict[int, dict[str, None]] = {}
    for square in track_of(edition):
        if square.route:
            found.setdefault(square.route, {})[square.country] = None
    return {route: list(countries) for route, countries in sorted(found.items())}


def _signs(edition: str) -> list[dict[str, Any]]:
    routes = _routes(edition)
    return [
        {"colour": colour, "ink": ink, "drop": drop, "path": path, "countries": routes.get(n, [])}
        for n, (colour, ink, drop, path) in enumerate(SHAPES)
    ]


def _happening(position: Mapping[str, Any], names: Sequence[str], words: Mapping[str, str]) -> str:
    """What is done next, or has just been thrown, as a line."""
    phase, deck = position["phase"], position["deck"]
    if phase == "order":
        return words["places"]
    doing = words.get(phase, "")
    if phase == "die":
        die = position["die"]
        doing = f"{words['threw']} {words['plane'] if die == 'plane' else die}"
    elif phase in ("question", "verdict"):
        doing = f"{words['question']} {position['card']}"
    if deck == "murcia":
        right, wrong = position["exam"]
        doing = f"{words['exam']} ({right} {words['right']}, {wrong} {words['wrong']}), {doing}"
    elif deck is not None:
        doing += f", {words[deck]}"
    return f"{names[position['turn']]}: {doing}"


def _order(position: Mapping[str, Any], words: Mapping[str, str]) -> str:
    seats = " ".join(str(seat + 1) for seat in position["order"])
    return f"   ({words['order']}: {seats})" if seats else ""


def _where(
    team: Mapping[str, Any],
    squares: Sequence[Mapping[str, Any]],
    words: Mapping[str, str],
) -> str:
    square = squares[team["at"]]
    if square["kind"] in ("start", "finish"):
        return f"{team['at']} Murcia, {words[square['kind']]}"
    return f"{team['at']} {square['name'] or words[square['country']]}"


def _state(team: Mapping[str, Any], words: Mapping[str, str], before: str = "") -> str:
    """What keeps a team from an ordinary turn; at most one of these is ever true."""
    return "".join(
        before + words[state] for state in ("missing", "leaving", "failed") if team[state]
    )


def _shown(square: Mapping[str, Any], position: Mapping[str, Any], words: Mapping[str, str]) -> str:
    at, kind = square["at"], square["kind"]
    sign = {"plain": "·", "star": "★", "city": _SIGNS[square["route"] or 0]}.get(kind, "")
    here = [seat + 1 for seat, team in enumerate(position["teams"]) if team["at"] == at]
    piece = f"[{''.join(map(str, here))}]" if here else ""
    name = square["name"] or ("" if sign else f" {words[kind]}")
    return f"{at:>3}{sign}{name}{piece} "
