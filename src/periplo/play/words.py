"""Words for people, in their language: a room's clauses, events, options and page."""

import os
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

from periplo.core.errors import BadSetup
from periplo.core.state import Event

LANGUAGES = ("en", "es", "it")
SEAT_FIELDS = ("seat", "other")  # fields of an event that hold a seat, and are shown as its name


def choose_language(asked: str | None = None) -> str:
    """The language asked for, or the locale's, or English."""
    if asked is not None:
        if asked not in LANGUAGES:
            raise BadSetup(f"language {asked!r}: there are {', '.join(LANGUAGES)}")
        return asked
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if spoken := os.environ.get(variable):
            return spoken[:2] if spoken[:2] in LANGUAGES else "en"
    return "en"


@cache
def load_toml(package: str, name: str) -> Mapping[str, Any]:
    """A TOML file that lies in a package."""
    return tomllib.loads((files(package) / name).read_text(encoding="utf-8"))


class Words:
    """What a room says, in one language."""

    def __init__(self, game_id: str, language: str) -> None:
        self.language = language
        self._room = f"periplo.games.{game_id}"
        self._words = load_toml(self._room, "words.toml")
        self._clauses = load_toml(self._room, "clauses.toml")

    @property
    def name(self) -> str:
        return str(self._words["game"][self.language]["name"])

    @property
    def pitch(self) -> str:
        """The game in one sentence."""
        return str(self._words["game"][self.language]["pitch"])

    def page(self) -> str:
        """The game's own page, as Markdown."""
        return (files(self._room) / f"page.{self.language}.md").read_text(encoding="utf-8")

    def clause_ids(self) -> list[str]:
        return list(self._clauses)

    def clause(self, clause_id: str) -> str | None:
        """The clause in our words; None if there is no such clause."""
        entry = self._clauses.get(clause_id)
        return None if entry is None else str(entry[self.language])

    def option(self, name: str) -> str:
        """What an option changes."""
        return str(self._words["options"][name][self.language])

    def label(self, option: str, choice: str = "") -> str:
        """What an option is called, or one of its choices."""
        key = f"{option}={choice}" if choice else option
        return str(self._words["labels"][key][self.language])

    def event(self, event: Event, names: Sequence[str]) -> str:
        """What happened, as a sentence."""
        template = str(self._words["events"][event["kind"]][self.language])
        return Formatter().vformat(
            template, (), {key: self._show(key, value, names) for key, value in event.items()}
        )

    def action(self, text: str) -> str:
        """What an action's text means; the text itself where it speaks for itself."""
        word, *rest = text.split(" ")
        template = self._words.get("actions", {}).get(word)
        if template is None:
            return text
        told = " ".join(self._show("", one, ()) for one in rest)
        return str(template[self.language]).format(rest=told)

    def everything(self) -> dict[str, Any]:
        """All that a table elsewhere needs to speak this language; events are templates."""
        said = {
            part: {key: entry[self.language] for key, entry in self._words.get(part, {}).items()}
            for part in ("events", "actions", "words", "options", "labels", "bots", "web")
        }
        clauses = {clause: self.clause(clause) for clause in self.clause_ids()}
        return {
            "language": self.language,
            "name": self.name,
            "pitch": self.pitch,
            **said,
            "clauses": clauses,
            "page": self.page(),
        }

    def _show(self, key: str, value: object, names: Sequence[str]) -> str:
        if key in SEAT_FIELDS and isinstance(value, int):
            return names[value]
        if isinstance(value, str):
            entry = self._words.get("words", {}).get(value)
            return value if entry is None else str(entry[self.language])
        if isinstance(value, (list, tuple)):
            return "+".join(self._show("", item, names) for item in value)
        return str(value)
