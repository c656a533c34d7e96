"""What would follow from each thing that a seat may do, as far as that seat may know.

docs/protocol.md describes the object made here. It stops at the next chance: nothing is drawn.
"""

from collections.abc import Iterator
from typing import Any, TypedDict

from periplo.core.game import Game
from periplo.core.state import Event, State


class Consequence(TypedDict):
    text: str  # the action, as in the seat's choices
    events: list[Event]  # that it would bring about
    # what it would add to the lists of `Game.derived`, and take from them
    new: dict[str, list[Any]]
    gone: dict[str, list[Any]]


def consequences(game: Game, state: State, seat: int) -> Iterator[Consequence]:
    """In the order of the seat's choices, one at a time: there may be many.

    An action that makes something known, which is why nobody may take it back, is left out.
    """
    seen = state.seen_by(seat)
    before = game.derived(seen)
    for action in seen.legal(seat):
        if not seen.may_take_back(seat, action):
            continue
        after = seen.copy()
        after.log = []
        after.play(seat, action)
        then = game.derived(after)
        yield {
            "text": game.text(seen, seat, action),
            "events": after.log,
            "new": _only_in(then, before),
            "gone": _only_in(before, then),
        }


def _only_in(one: dict[str, Any], other: dict[str, Any]) -> dict[str, list[Any]]:
    """What the lists of one have and those of the other do not."""
    found = {
        part: [item for item in items if item not in other.get(part, ())]
        for part, items in one.items()
        if isinstance(items, list)
    }
    return {part: items for part, items in found.items() if items}
