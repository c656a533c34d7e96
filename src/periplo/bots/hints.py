"""A good action for somebody who asks for one: what the hard bot would do, and why."""

import os
from typing import TypedDict

from periplo.bots import Setting, bot
from periplo.bots.search import Search
from periplo.core.choices import Phrase
from periplo.core.dice import Dice
from periplo.core.game import Game, Position

HINTED_BY = "hard"


class Hint(TypedDict):
    text: str  # the action, as in the seat's choices
    expected: float | None  # how it will probably end, from 0 to 1; None where nothing was searched
    reason: Phrase | None  # where the game can give one


def find_hint(game: Game, view: Position, seat: int, setting: Setting) -> Hint:
    """From what the seat may see."""
    state = game.load(view, setting.options)
    player = bot(game, HINTED_BY, setting)
    action = player.choose(state, seat, Dice(os.urandom(16).hex()))
    expected = player.expected if isinstance(player, Search) else -1.0
    plan = player.plan if isinstance(player, Search) else []
    return {
        "text": game.text(state, seat, action),
        "expected": round(expected, 3) if expected >= 0.0 else None,
        "reason": game.intent(state, seat, plan) or game.reason(state, seat, action),
    }
