"""A finished match on paper: the board with everybody's way, how it ended, and the whole story."""

from collections.abc import Sequence
from math import hypot
from typing import Any, Final

from periplo.core.drawing import escape
from periplo.core.errors import BadSetup
from periplo.core.kits import Kit, PagesPart, TextPart, whole
from periplo.core.words import Words
from periplo.play.match import Match
from periplo.printing.kit_words import KitWords
from periplo.printing.letters import printable

# a colour and a dash a seat: told apart in black, too
WAYS: Final = (
    ("#b3261e", "none"), ("#1f5fa8", "18 8"), ("#2e7d32", "4 8"), ("#7a4d00", "24 6 4 6"),
    ("#6a1b9a", "10 5"), ("#00707a", "2 5"), ("#ad1457", "30 8"), ("#37474f", "14 4 2 4"),
    ("#8d5a00", "6 3"), ("#000000", "24 4 2 4 2 4"),
)  # fmt: skip

LONGEST: Final = 1500  # actions that a story tells, and that ways are drawn of: the last ones

Point = tuple[float, float]


def souvenir(match: Match, language: str) -> Kit:
    """BadSetup for a match that is not over."""
    game, state = match.game, match.state
    if not state.over():
        raise BadSetup("this match is not over: a souvenir is of a finished one")
    say, words = KitWords(language), Words(game.id, language)
    names = [printable(name) for name in match.record.seats]
    position = game.view(state, None)
    layout = game.layout(position, match.record.options)
    svg = game.svg(position, names, language, match.record.options)
    svg = svg.removesuffix("</svg>") + "".join(_ways(match, layout)) + "</svg>"
    board = whole(svg, layout["width"], layout["height"], ["board"])
    return Kit((
        PagesPart(words.name, (board,)),
        TextPart(say("result"), _standings(match, names, say, words), columns=1, size=11.0),
        TextPart(say("story"), _story(match, names, say, words), columns=3, size=6.8),
    ))  # fmt: skip


# ---- the way


def lines_of(match: Match, layout: dict[str, Any]) -> list[list[list[Point]]]:
    """By seat, the lines that its pieces went; [] where the game does not say where places are."""
    spot = getattr(match.game.printed(), "spot", None)
    lines: list[list[list[Point]]] = [[] for _ in match.record.seats]
    if spot is None:
        return lines
    position = match.game.view(match.state, None)
    for events in match.events[-LONGEST:]:
        for event in events:
            seat, path = event.get("seat"), event.get("path")
            if not isinstance(seat, int) or not isinstance(path, list):
                continue
            points = [
                point
                for place in path
                if (point := spot(layout, position, seat, place, event.get("piece"))) is not None
            ]
            if len(points) > 1:
                lines[seat].append(points)
    return lines


def _ways(match: Match, layout: dict[str, Any]) -> list[str]:
    wide = max(layout["width"], layout["height"]) / 260
    drawn = []
    for seat, lines in enumerate(lines_of(match, layout)):
        colour, dash = WAYS[seat % len(WAYS)]
        # beside each other, where several went the same way
        aside = (seat - (len(match.record.seats) - 1) / 2) * 1.6 * wide
        for line in lines:
            drawn.append(
                f'<path d="{_path(line, aside)}" fill="none" stroke="{colour}"'
                ' stroke-opacity="0.75"'
                f' stroke-width="{wide:g}" stroke-linejoin="round" stroke-linecap="round"'
                f' stroke-dasharray="{dash}"/>'
            )
    return drawn


def _path(line: Sequence[Point], aside: float) -> str:
    (x, y), (to_x, to_y) = line[0], line[1]
    far = hypot(to_x - x, to_y - y) or 1.0
    dx, dy = -aside * (to_y - y) / far, aside * (to_x - x) / far
    return "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for x, y in line)


# ---- words


def _standings(match: Match, names: Sequence[str], say: KitWords, words: Words) -> str:
    state = match.state
    winners, scores = state.winners(), state.scores()
    ranked = sorted(range(len(names)), key=lambda seat: (seat not in winners, -scores[seat]))
    won = ", ".join(names[seat] for seat in winners)
    lines = [
        f"# {words.name}",
        "",
        say("won", name=won) if won else say("nobody_won"),
        "",
        say("actions", n=len(match.record.actions)),
        "",
        f"| {say('seat')} | {say('points')} |",
        "|---|---|",
        *(
            f"| {escape(names[seat])}{' ★' if seat in winners else ''} | {scores[seat]:g} |"
            for seat in ranked
        ),
    ]
    return "\n".join(lines)


def _story(match: Match, names: Sequence[str], say: KitWords, words: Words) -> str:
    lines = [f"# {say('story')}", ""]
    left_out = max(0, len(match.events) - LONGEST)
    if left_out:
        lines += [say("left_out", n=left_out), ""]
    for number, events in enumerate(match.events[left_out:], left_out + 1):
        told = " ".join(words.event(event, names) for event in events)
        if told:
            lines += [f"**{number}** {told}", ""]
    return "\n".join(lines)
