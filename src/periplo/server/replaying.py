"""A stored table replayed from its rows, to say what is wrong with it."""

import json
from collections.abc import Sequence

from periplo.core.errors import PeriploError
from periplo.games import game as find_game
from periplo.play.match import Match
from periplo.server.store import Row


class Unreadable(PeriploError):
    """A table that cannot be opened here."""

    def __init__(self, trouble: str, why: str) -> None:
        super().__init__(why)
        self.trouble = trouble  # damaged, other-rules
        self.why = why


def replay_rows(row: Row, seats: Sequence[Row], log: Sequence[Row]) -> Match:
    """The match as it stands; Unreadable says what is wrong."""
    try:
        game = find_game(row["game"])
    except PeriploError as error:
        raise Unreadable("damaged", str(error)) from None
    if row["rules"] != game.rules:
        why = f"it was played by rules {row['rules']} of {game.id}, these are {game.rules}"
        raise Unreadable("other-rules", why)
    try:
        options = json.loads(row["options"])
        game.read_setup(len(seats), options)
        match = Match(game, [seat["name"] for seat in seats], options)
    except Exception as error:  # whatever an option holds
        raise Unreadable("damaged", f"options: {error}") from None
    for number, entry in enumerate(_kept(log), 1):
        try:
            match.play(entry["seat"], game.parse(match.state, entry["seat"], entry["text"]))
        except Exception as error:  # whatever rules do with what they have never seen
            raise Unreadable("damaged", f"row {entry['number']} of its log: {error}") from None
        if number and row["status"] == "waiting":
            raise Unreadable("damaged", "it has not begun, and has moves")
    return match


def _kept(log: Sequence[Row]) -> list[Row]:
    """What was done and not taken back."""
    kept: list[Row] = []
    for number, entry in enumerate(log, 1):
        if entry["number"] != number:
            raise Unreadable("damaged", f"row {number} of its log is missing")
        if entry["kind"] == "act":
            kept.append(entry)
        elif entry["kind"] == "undo":
            its = [at for at, done in enumerate(kept) if done["seat"] == entry["seat"]]
            if not its:
                why = f"row {number} of its log takes back what was never done"
                raise Unreadable("damaged", why)
            del kept[its[-1]]
    return kept
