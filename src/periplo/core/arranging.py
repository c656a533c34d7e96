"""What of a position people may set by hand, such as a council that rules at a real table.

Not compiled: mypyc forgets the types of fields, and the server describes them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict

from periplo.core.words import fill

FieldKind = Literal["place", "choice", "number"]  # of the layout; one of `choices`; any
Labelled = tuple[Any, str]  # a value, and what people call it


class FieldChoice(TypedDict):
    value: Any
    label: str


class PositionField(TypedDict):
    """One value of a position that may be set."""

    seat: int | None  # whose it is, from 0
    label: str
    path: list[int | str]  # where it is in the position
    kind: FieldKind
    value: Any  # now
    choices: list[FieldChoice]  # none for numbers


class PositionFields:
    """Collects them for a game, with its words for them: [arrangement] of `words.toml`."""

    def __init__(
        self, position: Mapping[str, Any], names: Sequence[str], words: Mapping[str, str]
    ) -> None:
        self.position = position
        self.names = names
        self.found: list[PositionField] = []
        self._words = words

    def say(self, key: str, number: object = "") -> str:
        return fill(self._words[key], {"number": str(number)}, f"words.toml: [arrangement.{key}]")

    def add_place(
        self, seat: int, label: str, path: list[int | str], places: Iterable[Labelled]
    ) -> None:
        """Where a piece stands; `places` are where it may."""
        self._add("place", seat, label, path, places)

    def add_choice(
        self, seat: int | None, label: str, path: list[int | str], choices: Iterable[Labelled]
    ) -> None:
        self._add("choice", seat, label, path, choices)

    def add_flag(self, seat: int, label: str, path: list[int | str]) -> None:
        self._add("choice", seat, label, path, [(False, self.say("no")), (True, self.say("yes"))])

    def add_number(self, seat: int, label: str, path: list[int | str]) -> None:
        self._add("number", seat, label, path, ())

    def add_turn(self) -> None:
        """Whose turn it is: every game's position says it alike."""
        self._add("choice", None, self.say("turn"), ["turn"], enumerate(self.names))

    def add_phase(self, beginning: str) -> None:
        """Whether what is under way goes on, or the turn begins anew with another phase."""
        now = self.position["phase"]
        if now != beginning:
            choices = [(now, self.say("goes_on")), (beginning, self.say("anew"))]
            self._add("choice", None, self.say("phase"), ["phase"], choices)

    def _add(
        self,
        kind: FieldKind,
        seat: int | None,
        label: str,
        path: list[int | str],
        choices: Iterable[Labelled],
    ) -> None:
        value: Any = self.position
        for key in path:
            value = value[key] if not isinstance(value, list) or int(key) < len(value) else None
        if seat is not None:
            label = f"{self.names[seat]}: {label}"
        listed: list[FieldChoice] = [{"value": one, "label": said} for one, said in choices]
        if listed and value not in [one["value"] for one in listed]:
            listed.insert(0, {"value": value, "label": str(value)})
        self.found.append(
            {
                "seat": seat,
                "label": label,
                "path": path,
                "kind": kind,
                "value": value,
                "choices": listed,
            }
        )
