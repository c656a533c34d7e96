"""The options of a game: what they are called, what they may be, what they are if left out."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from mypy_extensions import mypyc_attr

from periplo.core.contents import Content, find, hash_of, is_reference, keep, read_content
from periplo.core.errors import BadOption, BadSetup
from periplo.core.reading import show

LARGEST = 10**9


@mypyc_attr(allow_interpreted_subclasses=True)
class Option:
    """One option. `kind` and its bounds let a form be drawn for it; `read` is what decides."""

    def __init__(self, name: str, kind: str, default: Any) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.least: int | None = None
        self.most: int | None = None
        self.choices: list[Any] = []
        self.many = False  # whether a value is a list
        # "each" where a list has an entry a seat (unless it is `many`, one value for all will do);
        # "one" where the value is a seat from 0, or one of the choices
        self.seats = ""

    @abstractmethod
    def read(self, value: object, seats: int) -> Any:
        """The value as the rules use it, or `self.refuse(…)`."""

    def fill_in(self, seats: int) -> Any:
        """The default for this number of seats."""
        return self.default

    def refuse(self, must: str, value: object) -> BadOption:
        return BadOption(self.name, f"must be {must}, not {show(value)}")


class Whole(Option):
    """A whole number from `least` on, to `most` if that is given."""

    def __init__(self, name: str, default: int, least: int, most: int | None = None) -> None:
        super().__init__(name, "whole", default)
        self.least = least
        self.most = most

    def read(self, value: object, seats: int) -> Any:
        too_much = isinstance(value, int) and self.most is not None and value > self.most
        if (
            not isinstance(value, int)
            or isinstance(value, bool)
            or value < (self.least or 0)
            or too_much
        ):
            bounds = (
                f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"
            )
            raise self.refuse(f"a whole number, {bounds}", value)
        return value


class Flag(Option):
    """True or false."""

    def __init__(self, name: str, default: bool) -> None:
        super().__init__(name, "flag", default)

    def read(self, value: object, seats: int) -> Any:
        if not isinstance(value, bool):
            raise self.refuse("true or false", value)
        return value


class OneOf(Option):
    """One of a few words."""

    def __init__(self, name: str, default: str, choices: Sequence[str]) -> None:
        super().__init__(name, "choice", default)
        self.choices = list(choices)

    def read(self, value: object, seats: int) -> Any:
        if not isinstance(value, str) or value not in self.choices:
            raise self.refuse("one of " + ", ".join(show(c) for c in self.choices), value)
        return value


@mypyc_attr(allow_interpreted_subclasses=True)
class File(Option):
    """The default, or a file: its path, or a reference to what it holds (see `contents.py`)."""

    def __init__(self, name: str, default: str) -> None:
        super().__init__(name, "file", default)

    def read(self, value: object, seats: int) -> Any:
        if not isinstance(value, str) or not value:
            raise self.refuse(f"{self.default}, or the path of a file", value)
        if is_reference(value) and find(value) is None:
            raise BadOption(self.name, f"the file that has {hash_of(value)} is not at hand")
        return value

    @abstractmethod
    def check(self, content: Content) -> None:
        """Refuse a file that no game could be played with; BadSetup says what is wrong."""


def references(options: Sequence[Option], given: Mapping[str, Any]) -> list[str]:
    """The files that the given options name by what they hold."""
    values = [given.get(option.name) for option in options if isinstance(option, File)]
    return [value for value in values if isinstance(value, str) and is_reference(value)]


def check_numbers(given: dict[str, Any]) -> None:
    """Refuse numbers beyond ±LARGEST, for whoever reckons with scores in floating point.

    The rules themselves take any finite number, and so do records.
    """
    for name, value in given.items():
        if not _is_moderate(value):
            raise BadOption(
                name, f"numbers must be from -{LARGEST} to {LARGEST} here, not {show(value)}"
            )


def _is_moderate(value: object) -> bool:
    if isinstance(value, (int, float)):
        return -LARGEST <= value <= LARGEST  # which NaN is not
    if isinstance(value, dict):
        return all(_is_moderate(part) for part in value.values())
    return not isinstance(value, list) or all(_is_moderate(part) for part in value)


def hold_files(options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """The given options with references in place of paths: what the files hold now."""
    held = dict(given)
    for option in options:
        value = given.get(option.name, option.default)
        is_path = isinstance(value, str) and value != "" and not is_reference(value)
        if isinstance(option, File) and value != option.default and is_path:
            try:
                held[option.name] = keep(read_content(value))
            except BadSetup as error:
                raise BadOption(option.name, str(error)) from None
    return held


def read_options(
    options: Sequence[Option], seats: int, given: dict[str, Any] | None
) -> dict[str, Any]:
    """All options of a game: the given ones read, the others filled in."""
    given = {} if given is None else given
    known = [option.name for option in options]
    for name in given:
        if name not in known:
            has = ", ".join(known) if known else "no options"
            raise BadOption(show(name), f"unknown; this game has {has}")
    return {
        option.name: option.read(given[option.name], seats)
        if option.name in given
        else option.fill_in(seats)
        for option in options
    }
