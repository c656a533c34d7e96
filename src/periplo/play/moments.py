"""A match as somebody at the table may see it: what the server sends and browsers show.

docs/protocol.md describes the two objects made here, the moment and the entry.
"""

from collections.abc import Callable, Sequence
from typing import Any

from periplo.core.game import Game
from periplo.core.state import TABLE, Event, State
from periplo.core.words import LANGUAGES
from periplo.play.record import actor_name

SPECTATOR = TABLE  # `State.seen_by` of no seat
Told = dict[str, Any]


def in_each_language(say: Callable[[str], Any]) -> Told | None:
    """What is said in every language; None where nothing is."""
    said = say(LANGUAGES[0])
    if not said:
        return None
    return {LANGUAGES[0]: said} | {language: say(language) for language in LANGUAGES[1:]}


def sight(game: Game, state: State, seats: Sequence[int]) -> dict[str, Any]:
    """The table as whoever holds these seats may see it; nobody's seats are a spectator's."""
    viewer = seats[0] if seats else SPECTATOR
    hides = state.hides()
    seen = state.seen_by(viewer) if hides else state
    actors = seen.actors()
    thrower = seen.thrower() if TABLE in actors else TABLE
    sight: dict[str, Any] = {
        "view": game.position(seen),
        **offered(game, state, seats),
        "actors": [actor_name(actor) for actor in actors],
        "thrower": None if thrower == TABLE else thrower + 1,
        "over": not actors,
        "scores": seen.scores(),
        "winners": [seat + 1 for seat in seen.winners()],
        "prompt": in_each_language(lambda language: game.prompt(seen, language)),
        "question": in_each_language(lambda language: game.question(seen, language)),
        "derived": game.derived(seen),
    }
    if hides and len(seats) > 1:
        own = {str(seat + 1): state.seen_by(seat) for seat in seats}
        sight["views"] = {seat: game.position(seen) for seat, seen in own.items()}
        sight["standings"] = {seat: seen.scores() for seat, seen in own.items()}
    return sight


def offered(game: Game, state: State, seats: Sequence[int]) -> dict[str, Any]:
    """What these seats may do now: as texts, and with the parts of each."""
    choices = {str(seat + 1): found for seat in seats if (found := game.choices(state, seat))}
    legal = {seat: [choice["text"] for choice in found] for seat, found in choices.items()}
    return {"legal": legal, "choices": choices}


def legal_texts(game: Game, state: State, seat: int) -> list[str]:
    return [game.text(state, seat, action) for action in state.legal(seat)]


def footnotes(game: Game, state: State, events: Sequence[Event]) -> list[Told | None]:
    """What stands behind each event; `state` is any of the match after it."""
    return [
        in_each_language(lambda language, event=event: game.footnote(state, event, language))  # type: ignore[misc]
        for event in events
    ]
