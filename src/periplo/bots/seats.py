"""Bots at tables: each goes on with what it has found out at its seat."""

import os
from collections import OrderedDict

from periplo.bots import Setting, bot
from periplo.core.dice import Dice
from periplo.core.game import Game, Position
from periplo.core.state import Policy

BOTS_KEPT = 64  # a search goes on with the tree of its last action


class BotSeats:
    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, int, str], Policy] = OrderedDict()

    def choose(
        self, table_id: str, game: Game, view: Position, seat: int, name: str, setting: Setting
    ) -> str:
        """The text of what the bot does, seeing only its view."""
        state = game.load(view, setting.options)
        key = table_id, seat, name
        player = self._bots.pop(key, None) or bot(game, name, setting)
        self._bots[key] = player
        if len(self._bots) > BOTS_KEPT:
            self._bots.popitem(last=False)
        legal = state.legal(seat)
        if len(legal) == 1:
            return game.text(state, seat, legal[0])
        try:
            action = player.choose(state, seat, Dice(os.urandom(16).hex()))
        except Exception:
            del self._bots[key]  # whatever it is, it is not asked again
            raise
        return game.text(state, seat, action)

    def close(self) -> None:
        for player in list(self._bots.values()):
            player.close()
