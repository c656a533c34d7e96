"""What the actions of the race mean, in words: see [phrases] in words.toml."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from periplo.core.choices import Phrase
from periplo.core.state import TABLE, Seat, State
from periplo.games.europa.board import STAR
from periplo.games.europa.rules import EuropaState
from periplo.games.europa.state import (
    ANSWER,
    DIE,
    FLY,
    KEEP,
    LETTERS,
    MOVE,
    NEXT,
    PASS,
    PHASE_DIE,
    PHASE_QUESTION,
    ROUTE,
    SIX,
    THROW,
)


def said(state: State, actor: int, action: int) -> Phrase | None:
    race = cast("EuropaState", state)
    if actor == TABLE:
        if ROUTE <= action < NEXT:
            fields = {"other": int(race.turn), "number": action - ROUTE + 1}
            return {"key": "route", "fields": fields}
        if NEXT <= action < DIE:
            return {"key": "next", "fields": {"other": action - NEXT}}
        return None
    if action == MOVE:
        to = race.way_of(Seat(actor), action)[-1]
        return {"key": "move", "fields": {"square": called(race, to)}}
    if FLY < action < KEEP:
        return {"key": "fly", "fields": {"city": race.board.city[action - FLY]}}
    if action >= ANSWER:
        return {"key": "answer", "fields": {"letter": LETTERS[action - ANSWER].upper()}}
    return {"key": {THROW: "throw", KEEP: "keep", PASS: "pass"}[action]}


def called(race: EuropaState, at: int) -> Phrase:
    """A square by its city, or by its country and number."""
    board = race.board
    if board.country[at] < 0:
        return {"key": "at_finish" if at else "at_start"}
    if board.city[at]:
        return {"key": "at_city", "fields": {"city": board.city[at]}}
    fields = {"number": int(at), "country": board.countries[board.country[at]]}
    return {"key": "at_star" if board.kind[at] == STAR else "at_square", "fields": fields}


def task(state: State, _seat: int) -> Phrase | None:
    race = cast("EuropaState", state)
    if race.phase == PHASE_QUESTION:
        return {"key": "task_answer"}
    if race.phase != PHASE_DIE:
        return {"key": "task_throw_or_fly"}
    return {"key": "task_plane" if race.die == SIX else "task_die"}


CLAUSES: Final = {
    "start": ("EUR-13",),
    "plain": ("EUR-5",),
    "star": ("EUR-12", "EUR-5"),
    "city": ("EUR-10", "EUR-2", "EUR-6"),
    "finish": ("EUR-14", "EUR-10b", "EUR-13"),
}  # by kind of square


def clauses(layout: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    squares = {str(square["at"]): CLAUSES[square["kind"]] for square in layout["squares"]}
    return {**squares, "card": ("EUR-10", "EUR-11"), "die": ("EUR-4", "EUR-7", "EUR-9")}


def reason(state: State, seat: int, action: int) -> Phrase | None:
    race = cast("EuropaState", state)
    if action == MOVE or FLY < action < KEEP:
        to = race.way_of(Seat(seat), action)[-1]
        board = race.board
        if board.country[to] < 0:
            return {"key": "why_exam"} if to else None
        country = board.countries[board.country[to]]
        lacks_flag = not race.flags[seat] >> board.country[to] & 1
        if board.colour[to] == race.route[seat] and lacks_flag:
            return {"key": "why_city", "fields": {"country": country}}
        return {"key": "why_star" if board.kind[to] == STAR else "why_on"}
    return {"key": {THROW: "why_throw", KEEP: "why_keep", PASS: "why_pass"}[action]}
