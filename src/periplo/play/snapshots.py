"""A match as somebody at the table may see it: what the server sends and browsers show.

docs/protocol.md describes the two objects made here: the snapshot, which is called a moment on the
wire, and the entry.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Literal, TypeVar

from periplo.core.choices import Choice
from periplo.core.game import Game, Position
from periplo.core.state import TABLE, Event, State
from periplo.core.words import LANGUAGES
from periplo.play.record import actor_name

SPECTATOR = TABLE  # `State.seen_by` of no seat
Translated = dict[str, str]  # by language
T = TypeVar("T")


@dataclass(slots=True)
class Entry:
    """An action as clients are sent it; `n` is how many actions they have then seen. What is not
    set at all is not sent.
    """

    n: int
    actor: str
    text: str
    by: Literal["person", "bot", "clock", "table"]
    time: int
    events: list[Event]
    asides: Sequence[Translated | None]
    note: str
    # only at real tables: the line of the journal whose place it comes from
    line: int = field(init=False, compare=False, repr=False)


@dataclass(slots=True)
class Snapshot:
    """Seats are counted from 1. What is not set at all (see the end) is not sent."""

    n: int
    entries: list[Entry]
    view: Position
    legal: dict[str, list[str]]
    choices: dict[str, list[Choice]]
    actors: list[str]
    thrower: int | None
    undo: list[int]
    over: bool
    scores: list[float]
    winners: list[int]
    prompt: Translated | None
    question: dict[str, Any] | None
    derived: dict[str, Any]
    deadline: int | None
    now: int
    undone: int | None
    # only for several seats, in games that hide things: position, scores and what follows from
    # them, as each sees it
    views: dict[str, Position] | None = field(init=False, compare=False, repr=False)
    standings: dict[str, list[float]] | None = field(init=False, compare=False, repr=False)
    derived_by_seat: dict[str, dict[str, Any]] | None = field(init=False, compare=False, repr=False)
    # only for officials who enter what the table does: what they need to know for it
    answer: Translated | None = field(init=False, compare=False, repr=False)
    # the same at a rehearsal: what the table might do now, or several things as one
    proposal: str | list[str] = field(init=False, compare=False, repr=False)
    # the last entries anew, after something was taken back
    log: list[Entry] | None = field(init=False, compare=False, repr=False)


def required_fields(shape: type[Snapshot | Entry]) -> list[str]:
    """What is always sent."""
    return [one.name for one in fields(shape) if one.init]


_known_fields = attrgetter(*required_fields(Snapshot))


def build_snapshot(
    game: Game, state: State, seats: Sequence[int], n: int = 0, entries: list[Entry] | None = None
) -> Snapshot:
    """The table as whoever holds these seats may see it; nobody's seats are a spectator's.

    What a match does not know is left for whoever runs it: deadline, undo, the time.
    """
    viewer = seats[0] if seats else SPECTATOR
    hides = state.hides()
    seen = state.seen_by(viewer) if hides else state
    actors = seen.actors()
    thrower = seen.thrower() if TABLE in actors else TABLE
    choices = _choices(game, state, seats)
    snapshot = Snapshot(
        n=n,
        entries=entries or [],
        view=game.position(seen),
        legal=_texts(choices),
        choices=choices,
        actors=[actor_name(actor) for actor in actors],
        thrower=None if thrower == TABLE else thrower + 1,
        undo=[],
        over=not actors,
        scores=seen.scores(),
        winners=[seat + 1 for seat in seen.winners()],
        prompt=in_each_language(lambda language: game.prompt(seen, language)),
        question=in_each_language(lambda language: game.question(seen, language)),
        derived=game.derived(seen),
        deadline=None,
        now=0,
        undone=None,
    )
    if hides and len(seats) > 1:
        own = {str(seat + 1): state.seen_by(seat) for seat in seats}
        snapshot.views = {seat: game.position(seen) for seat, seen in own.items()}
        snapshot.standings = {seat: seen.scores() for seat, seen in own.items()}
        snapshot.derived_by_seat = {seat: game.derived(seen) for seat, seen in own.items()}
    return snapshot


def set_fields(built: Snapshot | Entry) -> dict[str, Any]:
    """What is sent of it, for whoever encodes it by the standard library."""
    return {one.name: getattr(built, one.name) for one in fields(built) if hasattr(built, one.name)}


def offer_choices(common: Snapshot, game: Game, state: State, seats: Sequence[int]) -> Snapshot:
    """A spectator's snapshot of a game that hides nothing, made one for those who hold seats."""
    snapshot = Snapshot(*_known_fields(common))  # as `replace` does, but faster
    snapshot.choices = _choices(game, state, seats)
    snapshot.legal = _texts(snapshot.choices)
    return snapshot


def _choices(game: Game, state: State, seats: Sequence[int]) -> dict[str, list[Choice]]:
    acting = state.actors() if seats else ()
    return {str(seat + 1): game.choices(state, seat) for seat in seats if seat in acting}


def _texts(choices: dict[str, list[Choice]]) -> dict[str, list[str]]:
    return {seat: [choice["text"] for choice in found] for seat, found in choices.items()}


def legal_texts(game: Game, state: State, seat: int) -> list[str]:
    return [game.text(state, seat, action) for action in state.legal(seat)]


def in_each_language(say: Callable[[str], T]) -> dict[str, T] | None:
    """What is said in every language; None where nothing is."""
    said = say(LANGUAGES[0])
    if not said:
        return None
    return {LANGUAGES[0]: said} | {language: say(language) for language in LANGUAGES[1:]}


def footnotes(game: Game, state: State, events: Sequence[Event]) -> list[Translated | None]:
    """What stands behind each event; `state` is any of the match after it."""
    return [
        in_each_language(lambda language, event=event: game.footnote(state, event, language))  # type: ignore[misc]
        for event in events
    ]
