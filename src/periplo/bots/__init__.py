"""Bots, by name.

random           every legal action equally likely
greedy, …        whatever a game's own package offers
search:200ms     looks ahead for so long; also search:2s
search:500p      looks ahead by so many playouts: the same choice on any machine
easy             every other action at random (as the game's `Policy.slip`), the rest greedy's
medium           greedy
hard             search, by as many playouts as the game's `Policy.playouts` says
cmd:PROGRAM      anyone's program, over standard input and output; see docs/bots.md
py:MODULE:CLASS  anyone's class with `choose(view, legal, clock)`

A game whose bots differ in what they know offers policies called easy, medium and hard: the
levels are then made of these instead of greedy.
"""

import re
from dataclasses import dataclass, field

from periplo.bots.command import CommandBot, class_named, program_named
from periplo.bots.search import Search
from periplo.core.dice import Dice
from periplo.core.errors import BadSetup
from periplo.core.game import Game, Options
from periplo.core.state import Policy, State, Uniform

LEVELS = ("easy", "medium", "hard")  # the weakest first
HARD_SECONDS = 5.0  # only lest a table waits for ever: compiled, those take a fraction of a second
LONGEST_SEARCH = 3600.0  # seconds
MOST_PLAYOUTS = 10**9
FORMS = ("search:200ms", "search:500p", "cmd:PROGRAM", "py:MODULE:CLASS")
_BUDGET = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)(ms|s|p)", re.ASCII)


@dataclass(frozen=True)
class Setting:
    """What guests from outside are sent when they sit down, and how long `hard` may take."""

    options: Options = field(default_factory=dict)
    language: str = "en"
    clock: float = 10.0  # seconds a decision
    hard_seconds: float = HARD_SECONDS


class Sloppy(Policy):
    """Every other action at random, the rest as somebody better would."""

    def __init__(self, better: Policy) -> None:
        self._better = better

    def choose(self, state: State, seat: int, dice: Dice) -> int:
        if dice.below(2) == 0:
            return self._better.slip(state, seat, dice)
        return self._better.choose(state, seat, dice)


def bot_names(game: Game) -> list[str]:
    """The names without a budget or a program in them, the weaker ones first."""
    levels = ("random", "easy", "medium", "hard")
    own = sorted(set(game.policies()) - set(levels))
    return [*levels[:2], *own, *levels[2:]]


def bot(game: Game, name: str, setting: Setting | None = None) -> Policy:
    """A bot of that name, for one seat of one game; BadSetup if there is none."""
    if name == "random":
        return Uniform()
    policies = game.policies()
    sensible = policies.get(name) or policies.get("greedy") or Uniform()
    setting = setting or Setting()
    kind, colon, rest = name.partition(":")
    if name == "easy":
        return Sloppy(sensible)
    if name == "hard":
        return Search(game, sensible, sensible.playouts(), setting.hard_seconds)
    if name == "medium" or name in policies:
        return sensible
    if kind == "search" and colon:
        return Search(game, sensible, *_budget(name, rest))
    if kind in ("cmd", "py") and colon:
        words = program_named(name, rest) if kind == "cmd" else class_named(name, rest)
        return CommandBot(game, name, words, setting.options, setting.language, setting.clock)
    there = ", ".join([*bot_names(game), *FORMS])
    raise BadSetup(f"no bot {name!r} for {game.id}; there are {there}")


def _budget(name: str, text: str) -> tuple[int, float]:
    """Playouts and seconds, one of them 0."""
    found = _BUDGET.fullmatch(text)
    amount = float(found[1]) if found else 0.0
    if found and found[2] == "p" and amount == int(amount) and 1 <= amount <= MOST_PLAYOUTS:
        return int(amount), 0.0
    seconds = amount / 1000 if found and found[2] == "ms" else amount
    if not found or found[2] == "p" or not 0 < seconds <= LONGEST_SEARCH:
        raise BadSetup(
            f"bot {name!r}: a budget is a number of ms, s or p (playouts), as in search:200ms"
        )
    return 0, seconds


def split_names(names: str) -> list[str]:
    """The names in a list such as `random,greedy`."""
    return [name.strip() for name in names.split(",")]


def seat_bots(game: Game, names: str, seats: int, setting: Setting | None = None) -> list[Policy]:
    """One bot a seat from a list such as `random,greedy`; a short list goes round."""
    wanted = split_names(names)
    if len(wanted) > seats:
        raise BadSetup(f"bots: {len(wanted)} are named for {seats} seats")
    return [bot(game, wanted[seat % len(wanted)], setting) for seat in range(seats)]
