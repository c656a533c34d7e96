"""What the actions of the race mean, in words: see [phrases] in words.toml."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from periplo.core.choices import Phrase
from periplo.core.state import TABLE, Seat, State
from periplo.games.europa.board import STAR, Square
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
        return _move(race, Seat(actor))
    if FLY < action < KEEP:
        city = race.board.city[action - FLY]
        to = race.way_of(Seat(actor), action)[-1]
        if to == action - FLY:
            return {"key": "fly", "fields": {"city": city}}
        return {"key": "fly_short", "fields": {"city": city, "square": called(race, to)}}
    if action >= ANSWER:
        return {"key": "answer", "fields": {"letter": LETTERS[action - ANSWER].upper()}}
    return {"key": {THROW: "throw", KEEP: "keep", PASS: "pass"}[action]}


def _move(race: EuropaState, seat: Seat) -> Phrase:
    """Where it leads, and what stops it short of what was thrown.  [EUR-5]"""
    at, to = int(race.at[seat]), race.way_of(seat, MOVE)[-1]
    meant = int(race.thrown_for(seat))
    if to == meant:
        return {"key": "move", "fields": {"square": called(race, to)}}
    taken = range(to + 1, meant + 1) if meant > at else range(to - 1, meant - 1, -1)
    fields: dict[str, Any] = {"taken": [str(square) for square in taken]}
    if to == at:
        return {"key": "move_nowhere", "fields": fields}
    return {"key": "move_short", "fields": {**fields, "square": called(race, to)}}


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
        return _why_there(race, Seat(seat), action)
    return {"key": {THROW: "why_throw", KEEP: "why_keep", PASS: "why_pass"}[action]}


def _why_there(race: EuropaState, seat: Seat, action: int) -> Phrase | None:
    """What waits where a move or a flight ends, or how far it is from there."""
    board = race.board
    to = Square(race.way_of(seat, action)[-1])
    if to == race.at[seat] or to == 0:
        return None
    if to == board.n:
        return {"key": "why_exam"}
    rest = race.after_star(seat, to)
    if race.is_due(seat, rest, False):
        country = board.countries[board.country[rest]]
        return {"key": "why_city", "fields": {"country": country}}
    if rest != to:
        return {"key": "why_star", "fields": {"number": int(rest)}}
    city = race.next_due(seat, rest)
    if city > 0:
        fields = {"city": board.city[city], "squares": int(city - rest)}
        return {"key": "why_nearer", "fields": fields}
    if race.won[seat] >= race.needed:
        return {"key": "why_home", "fields": {"squares": int(board.n - rest)}}
    return {"key": "why_on"}
