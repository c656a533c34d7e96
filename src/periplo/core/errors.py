"""What can go wrong, as a small tree. Every message is one line and says what to do.

PeriploError
├── UnknownGame        no game of that name
├── BrokenGame         a game of which something cannot be loaded; names it and the cause
├── BadSetup           a number of seats or an option the game does not have
│   ├── BadOption      the same, of one option; names it
│   └── BadFile        a file that cannot be read at all; in contents.py
├── BadPosition        a position that the game refuses; names the field
├── BadRecord          a record that cannot be read or replayed; names the place
├── BadPickle          a pickle of another version, or something that cannot be pickled
├── IllegalAction      an action that is not legal now; names the clause
└── BotFailed          a bot that crashed, answered nonsense or nothing; names the cause
"""

from pathlib import Path
from typing import Any


class PeriploError(Exception):
    """The root: everything this package refuses on purpose."""


class UnknownGame(PeriploError):
    """There is no such game."""


class BrokenGame(PeriploError):
    """A game's package, or a part of it, cannot be loaded; the others can."""

    def __init__(self, game_id: str, why: str) -> None:
        super().__init__(f"the game {game_id} cannot be loaded: {why}")
        self.game_id = game_id
        self.why = why

    def __reduce__(self) -> tuple[Any, ...]:
        return BrokenGame, (self.game_id, self.why)


def broken_by(game_id: str, error: Exception) -> BrokenGame:
    """What a game did while it was imported, in one line that names the file."""
    why = f"{type(error).__name__}: {error}"
    if isinstance(error, BrokenGame):
        why = error.why
    elif isinstance(error, SyntaxError):
        why = f"{Path(error.filename or '').name}, line {error.lineno}: {error.msg}"
    elif isinstance(error, FileNotFoundError):
        why = f"{Path(error.filename).name} is missing"
    elif isinstance(error, AttributeError) and error.name == "GAME":
        why = "__init__.py has no GAME"
    elif type(error) is ValueError:
        why = str(error)
    return BrokenGame(game_id, why)


class BadSetup(PeriploError):
    """The game cannot be set up like this."""


class BadOption(BadSetup):
    """One option cannot be like this."""

    def __init__(self, option: str, why: str) -> None:
        super().__init__(f"option {option}: {why}")
        self.option = option
        self.why = why

    def __reduce__(self) -> tuple[Any, ...]:
        return BadOption, (self.option, self.why)


class BadPosition(PeriploError):
    """The position is refused."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}" if field else why)
        self.field = field
        self.why = why

    def __reduce__(self) -> tuple[Any, ...]:
        return BadPosition, (self.field, self.why)


class BadRecord(PeriploError):
    """The record is refused."""


class BadPickle(PeriploError):
    """It is of another version of the package or the rules, or it cannot be pickled."""


class IllegalAction(PeriploError):
    """The action is not legal; the state is untouched."""

    def __init__(self, clause: str, why: str) -> None:
        super().__init__(f"{why} [{clause}]" if clause else why)
        self.clause = clause
        self.why = why

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalAction, (self.clause, self.why)


class BotFailed(PeriploError):
    """The bot cannot go on: whoever runs the game lets it forfeit."""
