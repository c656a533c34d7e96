"""What somebody who is to choose a game, and how it is played, has to know of it."""

from collections.abc import Callable, Sequence
from typing import Any

from periplo.core.game import Game
from periplo.core.options import File, Option
from periplo.core.words import LANGUAGES, Words
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
        "options": [_option_facts(game, option, names_of) for option in game.options],
        "bots": list(bots),
        "judged_if": dict(game.judged_if),
        "minutes": list(game.minutes),
        "setbacks": dict(game.setbacks),
        "interludes": list(game.interludes),
        "daily": game.daily() is not None,
        "name": in_words("name"),
        "pitch": in_words("pitch"),
        "lessons": len(course(game.id).lessons),
    }


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
    }
