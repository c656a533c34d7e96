"""Golden games: whole matches as text a person can read, one recipe each in `golden.toml`."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from periplo.core.state import Event
from periplo.play.match import Match
from periplo.study.selfplay import selfplay

POSITION_EVERY = 25


def recipes(package: Path) -> dict[str, dict[str, Any]]:
    """The recipes of a game, by name; none if it has no `golden.toml`."""
    file = package / "tests" / "golden.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def play_recipe(game_id: str, recipe: dict[str, Any]) -> Match:
    match = Match.new(game_id, recipe["seats"], recipe.get("options"))
    selfplay(match, recipe.get("bots", "random"), recipe["seed"])
    return match


def render(match: Match) -> str:
    """The match as text: every action with its events, positions now and then and at the end."""
    record = match.record
    lines = [
        f"game {record.game}, rules {record.rules}, {len(record.seats)} seats",
        f"options {json.dumps(record.options)}",
    ]
    again = Match.at_start(record)
    for number, written in enumerate(record.actions, 1):
        events = again.write(written)
        lines.append(f"{number:5}  {written}")
        lines += [f"         {_fact(event)}" for event in events]
        if number % POSITION_EVERY == 0 or number == len(record.actions):
            lines.append(f"       = {json.dumps(again.position(), ensure_ascii=False)}")
    lines.append(f"winners {[seat + 1 for seat in again.state.winners()]}")
    lines.append(f"scores {again.state.scores()}")
    return "\n".join(lines) + "\n"


def written_actions(text: str) -> list[str]:
    """The actions in a golden text."""
    return [line[7:] for line in text.splitlines() if line[:5].strip().isdigit()]


def _fact(event: Event) -> str:
    facts = " ".join(
        f"{key}={json.dumps(value, ensure_ascii=False)}"
        for key, value in event.items()
        if key not in ("rule", "kind")
    )
    return f"{event['rule']:8} {event['kind']} {facts}"


def write_all(packages: list[Path]) -> list[str]:
    """Play every recipe and write its text; says which files changed."""
    changed = []
    for package in packages:
        folder = package / "tests" / "golden"
        wanted = recipes(package)
        if wanted:
            folder.mkdir(exist_ok=True)
        for name, recipe in wanted.items():
            file = folder / f"{name}.txt"
            text = render(play_recipe(package.name, recipe))
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                file.write_text(text, encoding="utf-8")
                changed.append(f"{package.name}/{name}")
        for file in folder.glob("*.txt"):
            if file.stem not in wanted:
                file.unlink()
                changed.append(f"{package.name}/{file.stem} (gone)")
    return changed


if __name__ == "__main__":
    from periplo.study.clauses import packages_in

    packages = packages_in(Path.cwd())
    wanted = [package for package in packages if package.name in sys.argv[1:]] or packages
    print("\n".join(write_all(wanted)) or "golden games: nothing changed")
