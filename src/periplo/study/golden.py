"""Golden games: whole matches as text a person can read, one recipe each in `golden.toml`."""

import json
import tomllib
from pathlib import Path
from typing import Any

from periplo.core.state import Event
from periplo.play.match import Match
from periplo.study.selfplay import selfplay

POSITION_EVERY = 25


def recipes(room: Path) -> dict[str, dict[str, Any]]:
    """The recipes of a room, by name."""
    return tomllib.loads((room / "tests" / "golden.toml").read_text(encoding="utf-8"))


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


def write_all(rooms: list[Path]) -> list[str]:
    """Play every recipe and write its text; says which files changed."""
    changed = []
    for room in rooms:
        folder = room / "tests" / "golden"
        folder.mkdir(exist_ok=True)
        wanted = recipes(room)
        for name, recipe in wanted.items():
            file = folder / f"{name}.txt"
            text = render(play_recipe(room.name, recipe))
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                file.write_text(text, encoding="utf-8")
                changed.append(f"{room.name}/{name}")
        for file in folder.glob("*.txt"):
            if file.stem not in wanted:
                file.unlink()
                changed.append(f"{room.name}/{file.stem} (gone)")
    return changed


if __name__ == "__main__":
    from periplo.study.clauses import rooms_in

    print("\n".join(write_all(rooms_in(Path.cwd()))) or "golden games: nothing changed")
