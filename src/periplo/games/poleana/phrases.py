"""What El Reo Poleana's actions mean, in words: see [phrases] in words.toml."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from periplo.core.choices import Phrase
from periplo.core.state import TABLE, Seat, State
from periplo.core.two_dice import HIGH, LOW
from periplo.games.poleana.actions import (
    FIRST,
    OUT_0,
    OUT_00,
    PASS,
    SKIP,
    is_move,
    is_release,
    is_throw,
    is_up,
    pips_of,
    released_to,
    reo_of,
)
from periplo.games.poleana.board import CELL, ESCAPE, EXIT, OUT, REOS, Place, gallery_of
from periplo.games.poleana.jail import BOTH, PHASE_BONUS, PHASE_GUARD, PHASE_MOVE, owner_of
from periplo.games.poleana.refusals import dice_left, unusable
from periplo.games.poleana.risk import EXPOSED, risk
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
        if prisoner >= 0:
            phrase = {"key": "capturing", "fields": {"what": phrase, **_reo(prisoner)}}
        found = _risk_after(jail, action)
        if not found:
            return phrase
        return {"key": "noted", "fields": {"what": phrase, "note": {"key": f"note_{found}"}}}
    if action == SKIP:
        return {"key": "skip"}
    if action == PASS:
        return {"key": "pass", "fields": {"why": lost(jail)}}
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
    """The throw as events and records write it, the lower die first."""
    return [int(jail.low), int(jail.high)]


def _risk_after(jail: PoleanaState, action: int) -> str:
    """How safe the reo is that an action moves, where it comes to stand."""
    after = _played(jail, action)
    mover = jail.mover(action)
    if after.place_of(jail.turn, mover) == OUT:
        return ""  # nobody asks any more
    return risk(after, jail.turn, mover)


def _played(jail: PoleanaState, action: int) -> PoleanaState:
    after = cast("PoleanaState", jail.copy())
    after.log = []
    after.play(jail.turn, action)
    return after


def _walk(jail: PoleanaState, action: int) -> Phrase:
    to = jail.path_of(action)[-1]
    pips = int(pips_of(action))
    dice = dice_left(jail)
    fields: dict[str, Any] = {"reo": jail.mover(action) + 1, "pips": pips, "to": to}
    if jail.phase != PHASE_BONUS:  # which of the dice it takes, and what is left then  [POL-4]
        rest = dice[:]
        if pips in dice:
            rest.remove(pips)
            fields |= {"dice": [pips], "rest": rest}
        else:
            fields |= {"dice": dice, "rest": []}
    if to == jail.name_of(jail.turn, Place(OUT)):
        return {"key": "walk_free", "fields": fields}
    return {"key": "climb" if is_up(action) else "walk", "fields": fields}


def is_locked_in(jail: PoleanaState, seat: Seat) -> bool:
    """Whether nobody of a seat is on the way: all that a throw can do is open the cell.  [POL-2]"""
    places = [jail.place_of(seat, reo) for reo in range(REOS)]
    return all(place in (CELL, OUT) for place in places)


def lost(jail: PoleanaState) -> Phrase | None:
    """Why dice that are left cannot be used; None where every one of them can."""
    if jail.phase != PHASE_MOVE or is_release(jail.legal(jail.turn)[0]):
        return None
    if is_locked_in(jail, jail.turn):
        return _shut(jail)
    said: Phrase | None = None
    for one in unusable(jail):
        said = one if said is None else {"key": "also", "fields": {"one": said, "more": one}}
    return said


def _shut(jail: PoleanaState) -> Phrase:
    """Why nobody comes out of the cell.  [POL-2]"""
    if jail.left != BOTH:
        return {"key": "shut_half"}
    releases = range(OUT_0, OUT_00 + 1)
    if any(jail.refusal(jail.turn, release)[0] != "POL-2" for release in releases):
        return {"key": "shut_blocked"}  # the dice would open it
    return {"key": "shut", "fields": {"dice": _dice(jail)}}


def _reo(prisoner: int) -> dict[str, int]:
    return {"reo": prisoner % REOS + 1, "other": int(owner_of(prisoner))}


def task(state: State, seat: int) -> Phrase | None:
    jail = cast("PoleanaState", state)
    legal = jail.legal(seat)
    if jail.phase == PHASE_GUARD:
        return {"key": "task_guard"}
    if legal == [PASS]:
        if is_locked_in(jail, jail.turn):
            return {"key": "task_locked", "fields": {"why": _shut(jail)}}
        return {"key": "task_pass", "fields": {"dice": dice_left(jail)}}
    if is_release(legal[0]):
        return {"key": "task_release", "fields": {"dice": _dice(jail)}}
    alone = len({reo_of(action) for action in legal if is_move(action)}) == 1
    if jail.phase == PHASE_BONUS:
        return {"key": "task_bonus_only" if alone else "task_bonus"}
    if jail.taken_by(legal[0]) >= 0:
        return {"key": "task_capture_only" if alone else "task_capture"}
    if len(legal) == 1:
        fields = {"reo": reo_of(legal[0]) + 1, "pips": int(pips_of(legal[0]))}
        return {"key": "task_only", "fields": fields}
    if alone:
        return {"key": "task_walk_only", "fields": {"reo": reo_of(legal[0]) + 1}}
    return {"key": "task_walk"}


CLAUSES: Final = {
    "yard": ("POL-6", "POL-8", "POL-9"),
    "exit": ("POL-2", "POL-9", "POL-6a"),
    "nine": ("POL-11", "POL-R1"),
    "gallery": ("POL-10", "POL-12"),
    "escape": ("POL-13",),
    "cell": ("POL-2", "POL-6", "POL-R4"),
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
    after = _played(jail, action)
    kinds = [event["kind"] for event in after.log or ()]
    for kind in ("freed", "captured", "released", "barrier"):
        if kind in kinds:
            return {"key": f"why_{kind}"}
    if not is_move(action):
        return None
    owner, reo = Seat(seat), jail.mover(action)
    place = after.place_of(owner, reo)
    if gallery_of(place) >= 0:
        return {"key": "why_gallery"}
    if place >= ESCAPE:
        return {"key": "why_escape"}
    if after.protects(place):
        return {"key": "why_nine"}
    fields = {"reo": reo + 1, "pips": int(pips_of(action))}
    if risk(after, owner, reo) == EXPOSED:
        return {"key": "why_dares", "fields": fields}
    fled = risk(jail, owner, reo) == EXPOSED
    return {"key": "why_flees" if fled else "why_walk", "fields": fields}
