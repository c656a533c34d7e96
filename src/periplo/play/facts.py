"""What somebody who is to choose a game, and how it is played, has to know of it."""

from collections.abc import Callable, Sequence
from typing import Any

from periplo.core.game import Game
from periplo.core.options import File, Option
from periplo.core.state import State
from periplo.core.words import LANGUAGES, Words
from periplo.play.durations import durations
from periplo.play.lessons import course

FileNames = Callable[[Game, File], dict[str, str]]  # of the files that an option may have


def game_facts(game: Game, bots: Sequence[str], names_of: FileNames) -> dict[str, Any]:
    """As docs/protocol.md describes them."""

    def in_words(part: str) -> dict[str, str]:
        return {language: getattr(Words(game.id, language), part) for language in LANGUAGES}

    return {
        "id": game.id,
        "rules": game.rules,
        "fewest_seats": game.fewest_seats,
        "most_seats": game.most_seats,
        "seat_names": list(game.seat_names),
        "default_names": {
            language: Words(game.id, language).seats(game.seat_names) for language in LANGUAGES
        },
        "options": [_option_facts(game, option, names_of) for option in game.options],
        "bots": list(bots),
        "judged_if": dict(game.judged_if),
        "throws": type(game.new(game.fewest_seats)).thrower is not State.thrower,
        "minutes": _span(durations(game.id)),
        "durations": {str(seats): span for seats, span in durations(game.id).items()},
        "setbacks": dict(game.setbacks),
        "interludes": list(game.interludes),
        "daily": game.daily() is not None,
        "classroom": game.classroom() is not None,
        "name": in_words("name"),
        "pitch": in_words("pitch"),
        "lessons": len(course(game.id).lessons),
        "signs": {
            str(seats): signs
            for seats in range(game.fewest_seats, game.most_seats + 1)
            if (signs := game.signs(seats))
        },
    }


def _span(by_seats: dict[int, list[int]]) -> list[int]:
    """The shortest and the longest of all, if there are any."""
    if not by_seats:
        return []
    return [min(few for few, _ in by_seats.values()), max(many for _, many in by_seats.values())]


def _option_facts(game: Game, option: Option, names_of: FileNames) -> dict[str, Any]:
    names = names_of(game, option) if isinstance(option, File) else {}
    choices = [option.default, *names] if isinstance(option, File) else option.choices
    return {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "least": option.least,
        "most": option.most,
        "choices": choices,
        "names": names,
        "many": option.many,
        "seats": option.seats,
    }
