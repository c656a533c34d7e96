"""What the actions of the race mean, in words: see [phrases] in words.toml."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from periplo.core.choices import Phrase
from periplo.core.state import TABLE, Seat, State
from periplo.games.europa.board import STAR, Square
from periplo.games.europa.rules import MOST_PLANES, EuropaState
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
            drawn = {"other": int(race.turn), "sign": f"route-{action - ROUTE + 1}"}
            return {"key": "route", "fields": drawn}
        if NEXT <= action < DIE:
            return {"key": "next", "fields": {"other": action - NEXT}}
        return None
    if action == MOVE:
        return _move(race, Seat(actor))
    if FLY < action < KEEP:
        return _flight(race, Seat(actor), Square(action - FLY))
    if action >= ANSWER:
        return {"key": "answer", "fields": {"letter": LETTERS[action - ANSWER].upper()}}
    if action == THROW:
        return {"key": "throw"}
    # what it costs, and what it is good for  [EUR-4, EUR-7]
    if action == PASS:
        lost = race.die == SIX
        return _noted({"key": "pass"}, {"key": "pass_loses_plane" if lost else "pass_costs"})
    note: Phrase = {"key": "keep_for", "fields": {"most": MOST_PLANES}}
    if race.won[actor] >= race.needed:
        note = {"key": "keep_useless"}
    return _noted({"key": "keep"}, note)


def _noted(what: Phrase, *notes: Phrase | None) -> Phrase:
    """An action, and what follows from it."""
    said: Phrase | None = None
    for note in notes:
        if note:
            said = {"key": "both", "fields": {"one": said, "other": note}} if said else note
    return {"key": "noted", "fields": {"what": what, "note": said}} if said else what


def _flight(race: EuropaState, seat: Seat, city: Square) -> Phrase:
    to = Square(race.way_of(seat, FLY + city)[-1])
    fields: dict[str, Any] = {"square": _arrival(race, seat, to)}
    what: Phrase = {"key": "fly", "fields": fields}
    if to != city:
        what = {"key": "fly_short", "fields": {"city": race.board.city[city], **fields}}
    return _noted(what, _brings(race, seat, to))


def _move(race: EuropaState, seat: Seat) -> Phrase:
    to = Square(race.way_of(seat, MOVE)[-1])
    walk: Phrase = {"key": "move_nowhere"}
    if to != race.at[seat]:
        walk = {"key": "move", "fields": {"square": _arrival(race, seat, to)}}
    if race.die == SIX:  # [EUR-R5]
        walk = {"key": "as_six", "fields": {"move": walk}}
    notes = [_stopped(race, seat, to), _brings(race, seat, to)]
    cities = passed_by(race, seat, to)
    if cities:
        board = race.board
        countries = dict.fromkeys(board.countries[board.country[city]] for city in cities)
        fields = {"cities": [board.city[city] for city in cities], "countries": [*countries]}
        notes.append({"key": "passes", "fields": fields})
    return _noted(walk, *notes)


def passed_by(race: EuropaState, seat: Seat, to: Square) -> list[Square]:
    """The own cities that a move to a square, and what its star does, would leave behind: those of
    countries whose flag is lacking, and that have no other one from there on.  [EUR-6, EUR-10]
    """
    at, rest = race.at[seat], race.after_star(seat, to)
    board = race.board
    due = [
        Square(city)
        for city in board.cities[race.route[seat]]
        if race.is_due(seat, Square(city), False)
    ]
    coming = {board.country[city] for city in due if city >= rest}
    return [city for city in due if at < city < rest and board.country[city] not in coming]


def _brings(race: EuropaState, seat: Seat, to: Square) -> Phrase | None:
    """What waits where a piece that moves to a square comes to rest."""
    rest, board = race.after_star(seat, to), race.board
    if to == race.at[seat] or board.country[rest] < 0:
        return None
    if race.is_due(seat, rest, False):
        # a card may be an instruction instead  [EUR-11]
        key = "brings_card" if race.instructions else "brings_flag"
        return {"key": key, "fields": {"country": board.countries[board.country[rest]]}}
    if race.won[seat] >= race.needed:  # by exact count  [EUR-14]
        squares = int(board.n - rest)
        return {"key": "home_one" if squares == 1 else "home_left", "fields": {"squares": squares}}
    others = board.city[rest] and board.colour[rest] != race.route[seat]  # [EUR-2]
    return {"key": "brings_nothing_to_you" if others else "brings_nothing"}


def _stopped(race: EuropaState, seat: Seat, to: Square) -> Phrase | None:
    """What stops a walk short of what was thrown.  [EUR-5]"""
    meant = int(race.thrown_for(seat))
    if to == meant:
        return None
    taken = range(to + 1, meant + 1) if meant > to else range(to - 1, meant - 1, -1)
    key = "taken_one" if len(taken) == 1 else "taken_many"
    return {"key": key, "fields": {"taken": [str(square) for square in taken]}}


def _arrival(race: EuropaState, seat: Seat, to: Square) -> Phrase:
    """A square, and where its star leads on to."""
    rest = race.after_star(seat, to)
    square = called(race, int(rest))
    if rest == to:
        return square
    return {"key": "star_to", "fields": {"number": int(to), "square": square}}


def called(race: EuropaState, at: int) -> Phrase:
    """A square by its city, or by its country and number."""
    board = race.board
    if board.country[at] < 0:
        return {"key": "at_finish" if at else "at_start"}
    if board.city[at]:
        return {"key": "at_city", "fields": {"city": board.city[at]}}
    fields = {"number": int(at), "country": board.countries[board.country[at]]}
    return {"key": "at_star" if board.kind[at] == STAR else "at_square", "fields": fields}


def task(state: State, seat: int) -> Phrase | None:
    race = cast("EuropaState", state)
    if race.phase == PHASE_QUESTION:
        return {"key": "task_answer"}
    if race.phase != PHASE_DIE:
        return {"key": "task_throw_or_fly"}
    return {"key": _task_of_die(race, Seat(seat))}


def _task_of_die(race: EuropaState, seat: Seat) -> str:
    if race.failed[seat]:
        return "task_failed"
    if race.die == SIX:
        may_all = not race.why_not_move(seat) and not race.why_not_keep(seat)
        return "task_plane" if may_all else "task_plane_less"
    if race.why_not_move(seat):
        return "task_too_far"
    return "task_leave" if race.why_not_pass(seat) else "task_die"


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
