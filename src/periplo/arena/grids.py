"""Standings as grids for a terminal."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text


def show_standings(found: dict[str, Any]) -> RenderableType:
    """The ranking, the grid of who was before whom if there is one, and who forfeited why."""
    solo = found["seats"] == 1
    grid = _grid("bot", "games", *(("mean score", "±") if solo else
                 ("wins", "95 % interval", "rating", "±", "mean score")))  # fmt: skip
    best_first = "mean_score" if solo else "rate"
    for row in sorted(found["bots"], key=lambda row: -row.get(best_first, -1e9)):
        grid.add_row(Text(row["bot"]), str(row["games"]), *_facts(row, solo))
    heading = (
        f"{found['game']}, {counted(found['seats'], 'seat')}, {counted(found['games'], 'game')}"
    )
    if "first" in found:
        heading += f", seat {found['first']} begins"
    parts: list[RenderableType] = [Text(f"{heading}, seed {found['seed']}"), grid]
    if "order" in found:
        parts += [Text(""), _order(found["order"])]
    if len(found["cross"]) > 1:
        parts += [Text(""), _cross(found["cross"])]
    parts += [Text(f"forfeit, {n} ×: {why}") for why, n in found["forfeits"].items()]
    return Group(*parts)


def counted(number: int, thing: str) -> str:
    """1 seat, 2 seats."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def _order(rows: list[dict[str, Any]]) -> Grid:
    """Wins by order of play, of all and of each bot."""
    bots = list(rows[0]["bots"])
    grid = _grid("order of play", "wins", "95 % interval", *bots)
    for row in rows:
        rates = [f"{one['rate']:.1%}" if one["games"] else "–" for one in row["bots"].values()]
        interval = f"{row['low']:.1%} – {row['high']:.1%}"
        grid.add_row(str(row["place"]), f"{row['rate']:.1%}", interval, *rates)
    return grid


def _facts(row: dict[str, Any], solo: bool) -> list[str]:
    if row["games"] == 0:
        return []
    if solo:
        return [f"{row['mean_score']:.2f}", f"{row['score_margin']:.2f}"]
    interval = f"{row['low']:.1%} – {row['high']:.1%}"
    rating = [f"{row['mu']:.1f}", f"{row['sigma']:.1f}"]
    return [f"{row['rate']:.1%}", interval, *rating, f"{row['mean_score']:.2f}"]


def _cross(cross: dict[str, dict[str, float | None]]) -> Grid:
    grid = _grid("before", *cross)
    for one, others in cross.items():
        rates = [others.get(other) for other in cross]
        grid.add_row(Text(one), *("–" if rate is None else f"{rate:.1%}" for rate in rates))
    return grid


def _grid(*headings: str) -> Grid:
    grid = Grid(box=None, padding=(0, 3, 0, 0))
    for number, heading in enumerate(headings):
        grid.add_column(Text(heading), justify="right" if number else "left")
    return grid
