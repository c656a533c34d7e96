"""Anyone's bot in Python: a class with `choose(view, legal, clock)`, named `py:MODULE:CLASS`."""

import sys
from importlib import import_module
from typing import Any, Protocol

from periplo.core.dice import Dice
from periplo.core.errors import BadSetup, BotFailed
from periplo.core.game import Game, Position
from periplo.core.reading import show
from periplo.core.state import Policy, State


class Guest(Protocol):
    """What such a class must have; it is made anew, without arguments, for each game and seat."""

    def choose(self, view: Position, legal: list[str], clock: float) -> str:
        """One of the texts in `legal`, within `clock` seconds; `view` is what the seat sees."""


class PythonBot(Policy):
    """A guest at the table. Its time is asked for, not enforced: it runs in this process."""

    def __init__(self, game: Game, path: str, clock: float) -> None:
        self._game = game
        self._name = f"py:{path}"
        self._clock = clock
        self._guest = self._invite(path)

    def choose(self, state: State, seat: int, dice: Dice) -> int:
        actions = state.legal(seat)
        texts = [self._game.text(state, seat, action) for action in actions]
        view = self._game.view(state, seat)
        try:
            answer: Any = self._guest.choose(view, list(texts), self._clock)
        except (Exception, SystemExit) as error:
            raise BotFailed(f"{self._name}: raised {type(error).__name__}: {error}") from error
        return actions[index_of(self._name, answer, texts)]

    def _invite(self, path: str) -> Guest:
        module, colon, name = path.partition(":")
        if not (module and colon and name.isidentifier()):
            raise BadSetup(f"bot {self._name!r}: must be py:MODULE:CLASS")
        if "" not in sys.path:  # what stands in the folder one is in is found, as by `python -m`
            sys.path.append("")
        try:
            guest: Any = getattr(import_module(module), name)()
        except (Exception, SystemExit) as error:
            raise BadSetup(f"bot {self._name!r}: {type(error).__name__}: {error}") from error
        if not callable(getattr(guest, "choose", None)):
            raise BadSetup(f"bot {self._name!r}: has no choose(view, legal, clock)")
        made: Guest = guest
        return made


def index_of(name: str, answer: object, texts: list[str]) -> int:
    """Which of the legal actions a guest's answer is."""
    if not isinstance(answer, str) or answer not in texts:
        raise BotFailed(f"{name}: answered {show(answer)}, which is not legal")
    return texts.index(answer)
