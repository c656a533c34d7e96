"""What documents say of each game, written from the games themselves: `make docs`.

That is docs/observations.md, and the list of games in README.md.
"""

import re
from pathlib import Path

from periplo.core.game import Game
from periplo.core.words import ENGLISH, Words
from periplo.games import game as find_game
from periplo.games import game_ids

README = Path("README.md")
OBSERVATIONS = Path("docs/observations.md")
INTRODUCTION = """# Observations

What programs that learn are shown of each game. Written by `make docs` from every game's
`observe.py`.

An observation is a row of whole numbers from 0 to a greatest one, in fixed places; the adapters
divide each by its greatest, so that all are between 0 and 1. It is made from what the seat may
see, and from nothing else. Where a field has a row for each seat, the first is the observer's own
and the others follow in the order of seats, going round. Fields whose greatest number is 1 are yes
or no; one of a list is shown by a single 1 among zeros. What exceeds the greatest number is shown
as the greatest.

Action numbers are those at the top of each game's `actions.py`, or of `rules.py` where there is
none; the table's are among them and never legal for a seat.
"""


def readme(text: str) -> str:
    """The README with its list of games as they are now."""
    rows = ["<!-- games, by `make docs` -->", "| id | game | seats |", "|---|---|---|"]
    for game_id in game_ids():
        game, words = find_game(game_id), Words(game_id, ENGLISH)
        seats = game.seat_range("–")
        rows.append(f"| `{game_id}` | **{words.name}**. {words.pitch} | {seats} |")
    return re.sub(r"<!-- games.*?\n\n", lambda _: "\n".join(rows) + "\n\n", text, flags=re.DOTALL)


def observations() -> str:
    return "\n".join([INTRODUCTION, *(_section(find_game(game_id)) for game_id in game_ids())])


def _section(game: Game) -> str:
    """The grid for the fewest seats; what grows with their number is given for the most too."""
    few, many = game.fewest_seats, game.most_seats
    options = game.read_setup(few, None)
    fewest = game.observer(few, options)
    most = game.observer(many, game.read_setup(many, None))
    sizes = f"{fewest.size} numbers with {few} {'seat' if few == 1 else 'seats'}"
    if many > few:
        sizes += f", {most.size} with {many}"
    lines = [
        f"## `{game.id}`",
        f"{sizes}, and the default options; {game.action_count(options)} actions.",
        "",
        f"| with {few}, from | field | shape | greatest | meaning |",
        "|---:|---|---|---:|---|",
    ]
    for field, wider in zip(fewest.fields, most.fields, strict=True):
        shape = " × ".join(
            f"{length}" if length == wide else "seats"
            for length, wide in zip(field.shape, wider.shape, strict=True)
        )
        greatest = f"{field.most}" if field.most == wider.most else "seats"
        start = fewest.start_of(field.name)
        lines.append(f"| {start} | `{field.name}` | {shape} | {greatest} | {field.meaning} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    README.write_text(readme(README.read_text(encoding="utf-8")), encoding="utf-8")
    OBSERVATIONS.write_text(observations(), encoding="utf-8")
