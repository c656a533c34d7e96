"""Golden games: whole matches as text a person can read, one recipe each in `golden.toml`."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from periplo.core.errors import BrokenGame, PeriploError, UnknownGame
from periplo.core.state import Event
from periplo.play.match import Match
from periplo.study.clauses import packages_in
from periplo.study.selfplay import selfplay

POSITION_EVERY = 25


def recipes(package: Path) -> dict[str, dict[str, Any]]:
    """The recipes of a game, by name; none if it has no `golden.toml`."""
    file = package / "tests" / "golden.toml"
    if not file.is_file():
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{package.name}/tests/golden.toml: {error}") from None


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
        events = again.replay(written)
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


def write_texts(package: Path) -> list[str]:
    """Play every recipe of a game and write its text; says which files changed.

    Nothing is written or removed where the game or its recipes cannot be read: BrokenGame.
    """
    try:
        wanted = recipes(package)
    except ValueError as error:
        raise BrokenGame(package.name, str(error)) from None
    if not wanted:
        raise BrokenGame(package.name, "tests/golden.toml is missing, or has no recipe")
    texts = {name: render(play_recipe(package.name, recipe)) for name, recipe in wanted.items()}
    changed = []
    folder = package / "tests" / "golden"
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        file = folder / f"{name}.txt"
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            changed.append(f"{package.name}/{name}")
    for file in folder.glob("*.txt"):
        if file.stem not in wanted:
            file.unlink()
            changed.append(f"{package.name}/{file.stem} (gone)")
    return changed


def main(source: Path, asked: list[str]) -> int:
    """Write the golden games asked for, or all; 2 if those of some game cannot be written."""
    packages = {package.name: package for package in packages_in(source)}
    changed: list[str] = []
    faults: list[str] = []
    for name in asked or packages:
        try:
            if name not in packages:
                raise UnknownGame(f"no game {name!r}; there are {', '.join(packages)}")
            changed += write_texts(packages[name])
        except PeriploError as error:
            faults.append(f"golden games of {name} left as they are: {error}")
    print("\n".join(changed) or "golden games: nothing changed")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 2 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path.cwd(), sys.argv[1:]))
