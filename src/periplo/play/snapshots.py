"""A match as somebody at the table may see it: what the server sends and browsers show.

docs/protocol.md describes the two objects made here: the snapshot, which is called a moment on the
wire, and the entry.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NotRequired, TypedDict, TypeVar

from periplo.core.choices import Choice, Phrase, ToEnter
from periplo.core.game import Game, Position
from periplo.core.state import TABLE, Event, State
from periplo.core.words import LANGUAGES
from periplo.play.record import actor_name

SPECTATOR = TABLE  # `State.seen_by` of no seat
Translated = dict[str, str]  # by language
Cause = Literal["time-up", "was-away", "bot-failed", "skipped"]  # of a note
T = TypeVar("T")


class Entry(TypedDict):
    """An action as clients are sent it; `n` is how many actions they have then seen."""

    n: int
    actor: str
    text: str
    by: Literal["person", "bot", "clock", "table"]
    time: int
    events: list[Event]
    asides: Sequence[Translated | None]
    note: str
    cause: NotRequired[Cause]  # only where there is a note
    # only at real tables: the line of the journal whose place it comes from
    line: NotRequired[int]


class VerdictDue(TypedDict):
    """Somebody has said something aloud, and people judge it. Seats are counted from 1."""

    seat: int  # whose it is
    by: list[int]  # the seats that may judge; empty where it is a spectator
    outcomes: list[str]  # what they may say
    yours: bool  # whether whoever is sent this may


class SideResult(TypedDict):
    """What a team answered aside to the last question that was decided."""

    seat: int
    answer: str
    right: bool


class SideStanding(TypedDict):
    """The side contest of a class table, as a group may see it. Seats are counted from 1."""

    letters: list[str]  # to choose from; [] while no question is open
    may: list[int]  # which of one's own seats may answer now
    answered: list[int]  # the seats that have
    yours: dict[str, str]  # what one's own seats have answered
    results: list[SideResult] | None  # None while a question is open
    points: list[int]  # right answers aside, by seat


class Headline(TypedDict):
    """How near a seat is to winning: the game's own figure for it, and who is ahead by it."""

    figure: int
    place: int  # from 1; shared by those who are level


class Snapshot(TypedDict):
    """Seats are counted from 1."""

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
    headline: list[Headline]
    winners: list[int]
    prompt: Translated | None
    question: dict[str, Any] | None
    derived: dict[str, Any]
    deadline: int | None
    now: int
    undone: int | None
    # only for several seats, in games that hide things: position, scores and what follows from
    # them, as each sees it
    views: NotRequired[dict[str, Position] | None]
    standings: NotRequired[dict[str, list[float]] | None]
    derived_by_seat: NotRequired[dict[str, dict[str, Any]] | None]
    # what each of these seats has to do now, where the game says it
    tasks: NotRequired[dict[str, Phrase]]
    # whose turn could be passed now, as whoever is sent this sees it; left out for nobody's
    may_pass: NotRequired[list[int]]
    # only where people judge what a seat has said
    verdict: NotRequired[VerdictDue]
    # only for officials who enter what the table does, and for whoever judges: what they need to
    # know for it
    answer: NotRequired[Translated | None]
    # the same where several outcomes are entered as one: which seats or places they are about
    to_enter: NotRequired[ToEnter]
    # the same at a rehearsal: what the table might do now, or several things as one
    proposal: NotRequired[str | list[str]]
    # only at a class table with a side contest
    side: NotRequired[SideStanding]
    # the last entries anew, after something was taken back
    log: NotRequired[list[Entry] | None]


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
    snapshot: Snapshot = {
        "n": n,
        "entries": entries or [],
        "view": game.position(seen),
        "legal": {},
        "choices": {},
        "actors": [actor_name(actor) for actor in actors],
        "thrower": None if thrower == TABLE else thrower + 1,
        "undo": [],
        "over": not actors,
        "scores": seen.scores(),
        "headline": _headline(game, seen),
        "winners": [seat + 1 for seat in seen.winners()],
        "prompt": in_each_language(game.prompt, seen),
        "question": in_each_language(game.question, seen),
        "derived": game.derived(seen),
        "deadline": None,
        "now": 0,
        "undone": None,
    }
    passing = [seat + 1 for seat in actors if seat != TABLE and _may_pass(game, seen, seat)]
    if passing:
        snapshot["may_pass"] = passing
    if seats:
        acting = state.actors()
        offer_choices(snapshot, game, state, [seat for seat in seats if seat in acting])
    if hides and len(seats) > 1:
        own = {str(seat + 1): state.seen_by(seat) for seat in seats}
        snapshot["views"] = {seat: game.position(seen) for seat, seen in own.items()}
        snapshot["standings"] = {seat: seen.scores() for seat, seen in own.items()}
        snapshot["derived_by_seat"] = {seat: game.derived(seen) for seat, seen in own.items()}
    return snapshot


def _may_pass(game: Game, seen: State, seat: int) -> bool:
    return any(game.choice(seen, seat, action).get("passes") for action in seen.legal(seat))


def _headline(game: Game, seen: State) -> list[Headline]:
    figures = game.headline(seen)
    if not figures:
        return []
    winners = seen.winners()
    # whoever has won is ahead of everybody, whatever they have
    ranks = [
        (seat not in winners, figure if game.headline_falls else -figure)
        for seat, figure in enumerate(figures)
    ]
    return [
        {"figure": figure, "place": 1 + sum(other < rank for other in ranks)}
        for figure, rank in zip(figures, ranks, strict=True)
    ]


def offer_choices(snapshot: Snapshot, game: Game, state: State, seats: Sequence[int]) -> None:
    """Add what these seats may do now; each of them is to act."""
    choices = {str(seat + 1): game.choices(state, seat) for seat in seats}
    snapshot["choices"] = choices
    snapshot["legal"] = {seat: [one["text"] for one in found] for seat, found in choices.items()}
    tasks = {str(seat + 1): game.task(state, seat) for seat in seats}
    said = {seat: task for seat, task in tasks.items() if task is not None}
    if said:
        snapshot["tasks"] = said


def legal_texts(game: Game, state: State, seat: int) -> list[str]:
    return [game.text(state, seat, action) for action in state.legal(seat)]


def in_each_language(say: Callable[..., T], *about: Any) -> dict[str, T] | None:
    """What is said of something in every language; None where nothing is."""
    said = say(*about, LANGUAGES[0])
    if not said:
        return None
    return {LANGUAGES[0]: said} | {language: say(*about, language) for language in LANGUAGES[1:]}


def footnotes(game: Game, state: State, events: Sequence[Event]) -> list[Translated | None]:
    """What stands behind each event; `state` is any of the match after it."""
    return [in_each_language(game.footnote, state, event) for event in events]
