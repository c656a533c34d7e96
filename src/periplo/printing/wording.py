"""What minutes say, in one language: the words of `words.toml` and the game's own."""

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from periplo.core.game import Game
from periplo.core.words import Words, fill, load_toml, translate

MINUS = "\N{MINUS SIGN}"
DECIMALS = 6


class Wording:
    def __init__(self, game: Game, names: Sequence[str], language: str) -> None:
        self.language = language
        self.names = names
        self.game_words = Words(game.id, language)
        self._roles = self._section("roles") | self.game_words.section("roles")
        self._headings = self._section("headings") | self.game_words.section("minutes")
        self._voids = self.game_words.section("voids")
        self._sanctions = self.game_words.section("sanctions")
        self._scores = self.game_words.section("scores")

    def _section(self, name: str) -> dict[str, str]:
        entries = load_toml("periplo.printing", "words.toml")[name]
        return {key: self._translate(name, key) for key in entries}

    def _translate(self, section: str, key: str) -> str:
        entry = load_toml("periplo.printing", "words.toml")[section][key]
        return str(translate(entry, self.language, f"printing/words.toml: [{section}] {key}"))

    def say(self, section: str, key: str, **fields: object) -> str:
        texts = {name: str(value) for name, value in fields.items()}
        place = f"printing/words.toml: [{section}] {key}"
        return fill(self._translate(section, key), texts, place)

    def heading(self, key: str, **fields: object) -> str:
        """A heading or label; the game may have its own."""
        texts = {name: str(value) for name, value in fields.items()}
        return fill(self._headings[key], texts, f"[headings] {key}")

    def headings(self) -> dict[str, str]:
        return dict(self._headings)

    def everything(self) -> dict[str, dict[str, str]]:
        """All that a page needs to say the lines of a journal itself; sentences are templates."""
        return {
            "roles": self._roles,
            "lines": self._section("lines"),
            "parts": self._section("parts"),
            "voids": self._voids,
            "sanctions": self._sanctions,
            "scores": self._scores,
        }

    # ---- who

    def seat(self, seat: int) -> str:
        return self.names[seat - 1]

    def role(self, role: str) -> str:
        return self._roles[role]

    def role_of(self, role: str, seat: int | None) -> str:
        """The role, with the seat that a captain is of."""
        said = self.role(role)
        return (
            said if seat is None else self.say("parts", "of_seat", role=said, seat=self.seat(seat))
        )

    def who(self, role: str, name: str, usual: str = "") -> str:
        """A name, with the role unless it is the usual one for what they did."""
        if name and role == usual:
            return name
        if not name:  # an event need not name its organiser
            return self.say("parts", "nameless")
        return self.say("parts", "who", name=name, role=self.role(role))

    def listed(self, items: Sequence[object]) -> str:
        """“a, b and c”."""
        texts = [str(item) for item in items]
        if len(texts) < 2:
            return "".join(texts)
        return self.say("parts", "and", most=", ".join(texts[:-1]), last=texts[-1])

    # ---- what

    def number(self, value: Any, *, signed: bool = False) -> str:
        """As people write it: whole where it is whole, with a real minus sign."""
        if isinstance(value, float):
            value = round(value, DECIMALS)
            value = int(value) if value.is_integer() else value
        said = f"{value:+}" if signed and value else str(value)
        return said.replace("-", MINUS).replace(".", self._headings["decimal_mark"])

    def day(self, day: date) -> str:
        return self.heading("day", year=day.year, month=f"{day:%m}", day=f"{day:%d}")

    def value(self, option: str, value: Any) -> str:
        """What was chosen for an option."""
        if isinstance(value, bool):
            return self.heading("yes" if value else "no")
        if isinstance(value, str):
            said = self.game_words.label(option, value)
            return self.piece(value) if said == value else said
        if isinstance(value, (int, float)):
            return self.number(value)
        return json.dumps(value, ensure_ascii=False)

    def quote(self, text: str) -> str:
        return self.say("parts", "quote", text=" ".join(text.split()))

    def outcome(self, texts: Sequence[str]) -> str:
        """What the table or a seat did, as people say it."""
        return ", ".join(self.game_words.action(text) for text in texts)

    def void_reason(self, why: str) -> str:
        return self._voids.get(why) or self.quote(why)

    def sanction(self, choice: str) -> str:
        word, _, rest = choice.partition(" ")
        template = self._sanctions.get(word)
        return fill(template, {"rest": rest}, f"[sanctions] {word}") if template else choice

    def score(self, part: str) -> str:
        """What points are given for."""
        return self._scores.get(part) or self._headings["score"]

    def person(self, piece: str) -> str:
        """Who that piece is, where people walk; as it is called otherwise, if no other word."""
        return self.game_words.section("words").get(f"{piece}_person") or self.piece(piece)

    def piece(self, piece: object) -> str:
        if isinstance(piece, str):
            return self.game_words.section("words").get(piece, piece)
        return str(piece)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
