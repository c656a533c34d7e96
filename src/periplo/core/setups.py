"""Set-ups as `pickle` writes them: with the files that options name, for another process."""

from collections.abc import Mapping, Sequence
from typing import Any

from periplo.core.contents import Content, find, keep
from periplo.core.options import Option, hold_files, references
from periplo.core.pickling import stamp, stamped


def reduced_setup(game: Any, seats: int, options: Mapping[str, Any] | None) -> tuple[Any, ...]:
    """A game, seats and options, for `restored_setup`."""
    held = hold_files(game.options, options or {})
    return stamp(game), seats, held, held_files(game.options, held)


def restored_setup(setup: tuple[Any, ...]) -> tuple[Any, int, dict[str, Any]]:
    written, seats, options, files = setup
    keep_files(files)
    return stamped(written), seats, options


def held_files(options: Sequence[Option], held: Mapping[str, Any]) -> list[tuple[str, bytes]]:
    """Names and bytes of the files that options name by reference."""
    found = [find(reference) for reference in references(options, held)]
    return [(content.name, content.data) for content in found if content is not None]


def keep_files(files: Sequence[tuple[str, bytes]]) -> None:
    for name, data in files:
        keep(Content(name, data))


def restored_observer(setup: tuple[Any, ...]) -> Any:
    game, seats, options = restored_setup(setup)
    return game.observer(seats, options)
