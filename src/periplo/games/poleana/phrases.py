"""What El Reo Poleana's actions mean, in words: see [phrases] in words.toml."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from periplo.core.choices import Phrase
from periplo.core.state import TABLE, State
from periplo.core.two_dice import HIGH, LOW
from periplo.games.poleana.actions import (
    FIRST,
    OUT_00,
    PASS,
    SKIP,
    is_move,
    is_release,
    is_throw,
    is_up,
    pips_of,
    released_to,
)
from periplo.games.poleana.board import EXIT, NINE, OUT, REOS, Place
from periplo.games.poleana.jail import PHASE_BONUS, PHASE_GUARD, owner_of
from periplo.games.poleana.rules import PoleanaState

FORK: Final = 14  # where the galleries leave the yard  [POL-12]


def said(state: State, actor: int, action: int) -> Phrase | None:
    jail = cast("PoleanaState", state)
    if actor == TABLE:
        if is_throw(action):
            return {"key": "thrown", "fields": {"dice": [LOW[action], HIGH[action]]}}
        return {"key": "first", "fields": {"other": action - FIRST}}
    prisoner = jail.taken_by(action)
    if is_release(action) or is_move(action):
        phrase = _release(jail, action) if is_release(action) else _walk(jail, action)
        if prisoner < 0:
            return phrase
        return {"key": "capturing", "fields": {"what": phrase, **_reo(prisoner)}}
    if action in (SKIP, PASS):
        return {"key": "skip" if action == SKIP else "pass"}
    return {"key": "taken", "fields": _reo(prisoner)}


def _release(jail: PoleanaState, action: int) -> Phrase:
    """By what throw, and where on the own side the reo is set down.  [POL-2]"""
    fields: dict[str, Any] = {"dice": _dice(jail)}
    if action == OUT_00:
        return {"key": "out_two", "fields": fields}
    at = released_to(action)
    if at == EXIT:
        return {"key": "out", "fields": fields}
    return {"key": "out_on", "fields": {**fields, "number": int(at)}}


def _dice(jail: PoleanaState) -> list[int]:
    """The throw as the sheet writes it, the higher die first."""
    return [int(jail.high), int(jail.low)]


def _walk(jail: PoleanaState, action: int) -> Phrase:
    to = jail.path_of(action)[-1]
    fields = {"reo": jail.mover(action) + 1, "pips": int(pips_of(action)), "to": to}
    if to == jail.name_of(jail.turn, Place(OUT)):
        return {"key": "walk_free", "fields": fields}
    return {"key": "climb" if is_up(action) else "walk", "fields": fields}


def _reo(prisoner: int) -> dict[str, int]:
    return {"reo": prisoner % REOS + 1, "other": int(owner_of(prisoner))}


def task(state: State, seat: int) -> Phrase | None:
    jail = cast("PoleanaState", state)
    legal = jail.legal(seat)
    if jail.phase == PHASE_GUARD:
        return {"key": "task_guard"}
    if legal == [PASS]:
        return {"key": "task_pass"}
    if is_release(legal[0]):
        return {"key": "task_release", "fields": {"dice": _dice(jail)}}
    if jail.phase == PHASE_BONUS:
        return {"key": "task_bonus"}
    if jail.taken_by(legal[0]) >= 0:
        return {"key": "task_capture"}
    return {"key": "task_walk"}


CLAUSES: Final = {
    "yard": ("POL-6", "POL-8", "POL-9"),
    "exit": ("POL-2", "POL-9", "POL-6a"),
    "nine": ("POL-11", "POL-R1"),
    "gallery": ("POL-10", "POL-12"),
    "escape": ("POL-13",),
    "cell": ("POL-2", "POL-1", "POL-R4"),
    "out": ("POL-14",),
}  # by kind of square


def clauses(layout: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    squares = {
        square["at"]: CLAUSES["gallery" if square["number"] == FORK else square["kind"]]
        for square in layout["squares"]
    }
    return {**squares, "dice": ("POL-4", "POL-5", "POL-3"), "guard": ("POL-17", "POL-R3")}


def reason(state: State, seat: int, action: int) -> Phrase | None:
    """What it brings, the best of it first."""
    jail = cast("PoleanaState", state)
    after = jail.copy()
    after.log = []
    after.play(seat, action)
    kinds = [event["kind"] for event in after.log]
    for kind in ("freed", "captured", "released", "barrier"):
        if kind in kinds:
            return {"key": f"why_{kind}"}
    if is_move(action) and jail.path_of(action)[-1] == jail.name_of(jail.turn, Place(NINE)):
        return {"key": "why_nine"}
    return {"key": "why_walk"} if is_move(action) else None
