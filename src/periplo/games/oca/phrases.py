"""What the actions of the goose game mean, in words: see [phrases] in words.toml."""

from typing import cast

from periplo.core.choices import Phrase
from periplo.core.state import TABLE, State
from periplo.games.oca.race import square_of
from periplo.games.oca.rules import SWAP, OcaState


def said(state: State, actor: int, action: int) -> Phrase | None:
    if actor == TABLE:
        return None
    race = cast("OcaState", state)
    if action < SWAP:
        return {"key": "stay", "fields": {"at": int(square_of(race.bearers[actor]))}}
    other = action - SWAP
    at = int(square_of(race.bearers[other]))
    return {"key": "swap", "fields": {"other": other, "at": at}}


def task(_state: State, _seat: int) -> Phrase | None:
    return {"key": "task_swap"}
