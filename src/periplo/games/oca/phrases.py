"""What the actions of the goose game mean, in words: see [phrases] in words.toml."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from periplo.core.choices import Phrase
from periplo.core.state import TABLE, State
from periplo.games.oca.race import square_of
from periplo.games.oca.rules import SWAP, OcaState


def said(state: State, actor: int, action: int) -> Phrase | None:
    if actor == TABLE:
        return None
    race = cast("OcaState", state)
    if action < SWAP:
        return {"key": "stay", "fields": {"at": int(square_of(race.flocks[actor].bearer))}}
    other = action - SWAP
    at = int(square_of(race.flocks[other].bearer))
    return {"key": "swap", "fields": {"other": other, "at": at}}


def task(_state: State, _seat: int) -> Phrase | None:
    return {"key": "task_swap"}


CLAUSES: Final = {
    "start": ("OCA-24", "OCA-22"),
    "plain": ("OCA-1",),
    "own": ("OCA-4", "OCA-R4"),
    "goose": ("OCA-5", "OCA-R1"),
    "dice": ("OCA-6", "OCA-19"),
    "pledge": ("OCA-7", "OCA-24"),
    "leapfrog": ("OCA-8", "OCA-8a"),
    "bridge": ("OCA-9", "OCA-24"),
    "mill": ("OCA-10",),
    "bird": ("OCA-11", "OCA-24"),
    "inn": ("OCA-12", "OCA-20", "OCA-24"),
    "well": ("OCA-13", "OCA-24"),
    "stairs": ("OCA-14", "OCA-24"),
    "labyrinth": ("OCA-15", "OCA-24"),
    "tower": ("OCA-16", "OCA-24"),
    "prison": ("OCA-17", "OCA-20", "OCA-24"),
    "tomb": ("OCA-18",),
    "garden": ("OCA-2", "OCA-3", "OCA-25b"),
}  # by kind of square


def clauses(layout: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    squares = {str(square["at"]): CLAUSES[square["kind"]] for square in layout["squares"]}
    return {**squares, "dice": ("OCA-1", *CLAUSES["dice"])}


def reason(state: State, seat: int, action: int) -> Phrase | None:
    race = cast("OcaState", state)
    own = int(square_of(race.flocks[seat].bearer))
    if action < SWAP:
        return {"key": "why_stay"}
    gained = int(square_of(race.flocks[action - SWAP].bearer)) - own
    return {"key": "why_swap", "fields": {"n": gained}} if gained > 0 else None
