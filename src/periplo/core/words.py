"""Words for people, in their language: a game's clauses, events, options, drawings and page.

All words are data. A language is a line in `languages.json`, which the web app reads too, and a
column of that name in every file of words: `words.toml`, `clauses.toml`, `page.XX.md`, and
`web/src/words/words.json`. Where a column is missing, English stands in.
"""

import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter, digits
from typing import Any, cast

from periplo.core.choices import Phrase
from periplo.core.errors import BadSetup, BrokenGame
from periplo.core.state import Event

# by code, what each language calls itself
LANGUAGE_NAMES: dict[str, str] = json.loads(
    (files("periplo.core") / "languages.json").read_text(encoding="utf-8")
)
LANGUAGES: tuple[str, ...] = tuple(LANGUAGE_NAMES)
ENGLISH = "en"
POSITION_SET = "position_set"  # what words call that event
SEAT_FIELDS = ("seat", "other")  # of events: they hold a seat, and are shown as its name


def is_position_set(event: Event) -> bool:
    """Whether a match went on from another position; games may set other things, with facts."""
    return event["kind"] == "set" and event.keys() == {"rule", "kind"}


def choose_language(asked: str | None = None) -> str:
    """The language asked for, or the locale's, or English."""
    if asked is not None:
        if asked not in LANGUAGES:
            raise BadSetup(f"language {asked!r}: there are {', '.join(LANGUAGES)}")
        return asked
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if spoken := os.environ.get(variable):
            return spoken[:2] if spoken[:2] in LANGUAGES else ENGLISH
    return ENGLISH


@cache
def load_toml(package: str, name: str) -> Mapping[str, Any]:
    """A TOML file that lies in a package."""
    try:
        return tomllib.loads((files(package) / name).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{name}: {error}") from None


def translate(entry: Any, language: str, place: str) -> Any:
    """An entry of a file of words in this language, or in English where it has no column yet.

    `place` is where the entry stands, for whoever forgot the English.
    """
    if not isinstance(entry, dict) or ENGLISH not in entry:
        raise ValueError(f"{place}: has no text in English ({ENGLISH} = …)")
    return entry[language] if language in entry else entry[ENGLISH]


def fill(template: str, fields: Mapping[str, str], place: str) -> str:
    """A template with its fields filled in; `place` is where it stands, for whoever wrote it."""
    try:
        return Formatter().vformat(template, (), fields)
    except KeyError as error:
        known = ", ".join(sorted(fields))
        raise ValueError(f"{place}: no field {{{error.args[0]}}}; there are {known}") from None
    except (ValueError, IndexError, AttributeError) as error:
        raise ValueError(f"{place}: {error}") from None


class Words:
    """What a game says, in one language."""

    def __init__(self, game_id: str, language: str) -> None:
        self.language = language
        self._game_id = game_id
        self._package = f"periplo.games.{game_id}"
        self._words = load_toml(self._package, "words.toml")
        self._clauses = load_toml(self._package, "clauses.toml")
        self._common = load_toml("periplo.core", "words.toml")

    @property
    def name(self) -> str:
        return self._about("name")

    @property
    def pitch(self) -> str:
        """The game in one sentence."""
        return self._about("pitch")

    @property
    def goal(self) -> str:
        """What one plays for, in one sentence; "" until the game says so."""
        entry = self._words.get("goal")
        return "" if entry is None else str(translate(entry, self.language, "words.toml: [goal]"))

    def seats(self, otherwise: Sequence[str]) -> list[str]:
        """What seats are called until somebody names them; `otherwise` as in the sheet."""
        return list(self._words.get("seats", {}).get(self.language, otherwise))

    @property
    def draft(self) -> bool:
        """Whether the game is still in the making, so that English alone is enough."""
        return bool(self._words.get("draft", False))

    def page(self) -> str:
        """The game's own page, as Markdown."""
        page = files(self._package) / f"page.{self.language}.md"
        if not page.is_file():
            page = files(self._package) / f"page.{ENGLISH}.md"
        return page.read_text(encoding="utf-8")

    def clause_ids(self) -> list[str]:
        return list(self._clauses)

    def clause(self, clause_id: str) -> str | None:
        """The clause in our words; None if there is no such clause."""
        entry = self._clauses.get(clause_id)
        return None if entry is None else self._clause(clause_id, entry)

    def headings(self) -> dict[str, str]:
        """What each clause is about: [titles] of those that explain something that happens, and
        [headings] of the others; its id where it has neither.
        """
        known = {**self.section("headings"), **self.section("titles")}
        return {clause: known.get(clause, clause) for clause in self.clause_ids()}

    def option(self, name: str) -> str:
        """What an option changes."""
        return self._entry("options", name, "")

    def label(self, option: str, choice: str = "") -> str:
        """What an option is called, or one of its choices; its own name if words are missing."""
        key = f"{option}={choice}" if choice else option
        return self._entry("labels", key, choice or option)

    def event(self, event: Event, names: Sequence[str]) -> str:
        """What happened, as a sentence; the bare kind of event where words are missing."""
        kind = POSITION_SET if is_position_set(event) else str(event["kind"])
        template = self._entry("events", kind, kind)
        fields = {key: self._show(key, value, names) for key, value in event.items()}
        return self._fill(template, fields, f"words.toml: [events.{kind}]")

    def action(self, text: str) -> str:
        """What an action's text means; the text itself where it speaks for itself."""
        word, *rest = text.split(" ")
        shown = " ".join(self._show("", one, ()) for one in rest)
        template = self._entry("actions", word, "")
        return self._fill(template, {"rest": shown}, f"words.toml: [actions.{word}]") or text

    def phrase(self, phrase: Phrase, names: Sequence[str]) -> str:
        """A phrase of the game in words; its bare key where words are missing."""
        key = phrase["key"]
        given = phrase.get("fields", {})
        fields = {field: self._show(field, value, names) for field, value in given.items()}
        place = f"words.toml: [phrases.{key}]"
        return self._fill(self._entry("phrases", key, key), fields, place)

    def drawing(self) -> dict[str, str]:
        """The words that drawings are given: [drawing], and [words] where those say it."""
        return {**self.section("words"), **self.section("drawing")}

    def section(self, name: str) -> dict[str, str]:
        """A part of `words.toml` in this language."""
        keys = {**self._common.get(name, {}), **self._words.get(name, {})}
        return {key: self._entry(name, key, "") for key in keys}

    def everything(self) -> dict[str, Any]:
        """All that a table elsewhere needs to speak this language; events are templates."""
        parts = (
            "events", "actions", "phrases", "words", "options", "labels", "bots", "web",
            "banners", "titles", "headline",
        )  # fmt: skip
        return {
            "language": self.language,
            "name": self.name,
            "pitch": self.pitch,
            "goal": self.goal,
            **{part: self.section(part) for part in parts},
            "clauses": {clause: self.clause(clause) for clause in self.clause_ids()},
            "headings": self.headings(),
            "page": self.page(),
        }

    def _fill(self, template: str, fields: Mapping[str, str], place: str) -> str:
        try:
            return fill(template, fields, place)
        except ValueError as error:
            raise BrokenGame(self._game_id, str(error)) from None

    def _about(self, key: str) -> str:
        found = translate(self._words.get("game"), self.language, "words.toml: [game]")
        if key not in found:
            raise ValueError(f"words.toml: [game] has no {key}")
        return str(found[key])

    def _clause(self, clause_id: str, entry: Any) -> str:
        return str(translate(entry, self.language, f"clauses.toml: [{clause_id}]"))

    def _entry(self, section: str, key: str, missing: str) -> str:
        entry = self._words.get(section, {}).get(key, self._common.get(section, {}).get(key))
        if entry is None:
            return missing
        return str(translate(entry, self.language, f"words.toml: [{section}.{key}]"))

    def _show(self, key: str, value: object, names: Sequence[str]) -> str:
        if key in SEAT_FIELDS and isinstance(value, int):
            return names[value]
        if isinstance(value, str):
            return self._word(value)
        if isinstance(value, (list, tuple)):
            between = ", " if any(isinstance(item, str) for item in value) else "+"
            return between.join(self._show("", item, names) for item in value)
        if isinstance(value, dict) and "key" in value:
            return self.phrase(cast("Phrase", value), names)
        return str(value)

    def _word(self, value: str) -> str:
        """A word, or the name of a place: [words] may have it whole, or with `#` for the number at
        its end (`1:#`), which then fills {n}. Several words may be there one by one; names that a
        dot joins (`a1.a2.b2`) are listed where [words] has what stands before the last, as `.`.
        """
        *listed, last = value.split(".")
        if listed and (between := self._entry("words", ".", "")):
            return f"{', '.join(listed)}{between}{last}"
        stem = value.rstrip(digits)
        number = value[len(stem) :]
        parts = [self._entry("words", part, "") for part in value.split(" ")]
        several = ", ".join(parts) if all(parts) else value
        pattern = self._entry("words", f"{stem}#", several) if number else several
        return self._entry("words", value, pattern.replace("{n}", number))
