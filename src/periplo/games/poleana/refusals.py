"""Why reos may not go where the dice would lead them, in words: see [phrases] in words.toml."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from periplo.core.choices import Phrase
from periplo.games.poleana import reasons as why
from periplo.games.poleana.actions import is_move, is_release, move, pips_of
from periplo.games.poleana.board import (
    CELL,
    MOST_PIPS,
    NOWHERE,
    OUT,
    REOS,
    Place,
    landing,
    path,
)
from periplo.games.poleana.jail import BOTH, PHASE_BONUS, PHASE_MOVE, pips_left
from periplo.games.poleana.rules import WALK, PoleanaState

KEYS: Final = {
    why.ADVANCE: "no_advance",
    why.BARRIER_THERE: "no_barrier",
    why.TOO_FAR: "no_count",
    why.GALLERY_TAKEN: "no_gallery",
    why.ESCAPE_TAKEN: "no_escape",
    why.GUARD_THERE: "no_guard",
    why.CELL_NOT_EMPTY: "no_capture",
    why.PROTECTED: "no_corner",
}  # not in it: a way up where there is none, which nobody misses


class Refusal(NamedTuple):
    """A walk that the dice would allow, and what forbids it."""

    reo: int
    pips: int
    to: str  # empty where the way ends before
    why: Phrase


def refusals(jail: PoleanaState) -> list[Refusal]:
    """Of the seat on turn, unless it has to break out: that has nothing to do with places."""
    if jail.phase not in (PHASE_MOVE, PHASE_BONUS):
        return []
    legal = set(jail.legal(jail.turn))
    if any(is_release(action) for action in legal):
        return []
    return [
        found
        for reo in on_the_way(jail)
        for pips in _pips(jail)
        for up in (False, True)
        if move(reo, pips, up) not in legal
        for found in _refusal(jail, reo, pips, up)
    ]


def on_the_way(jail: PoleanaState) -> list[int]:
    """The reos of the seat on turn that are neither in the cell nor free."""
    return [reo for reo in range(REOS) if jail.place_of(jail.turn, reo) not in (CELL, OUT)]


def _pips(jail: PoleanaState) -> list[int]:
    """How far the dice that are left lead, each alone and both together.  [POL-4, POL-7]"""
    if jail.phase == PHASE_BONUS:
        return [WALK]
    dice = list(dict.fromkeys(dice_left(jail)))
    return [*dice, int(jail.low + jail.high)] if jail.left == BOTH else dice


def dice_left(jail: PoleanaState) -> list[int]:
    return [int(die) for die in pips_left(jail.low, jail.high, jail.left)]


def _refusal(jail: PoleanaState, reo: int, pips: int, up: bool) -> Iterator[Refusal]:
    reason, at = jail.why_not_walk(reo, pips, up)
    if int(reason) not in KEYS:
        return
    if reason == why.CELL_NOT_EMPTY:  # an empty cell would not help on a corner  [POL-11]
        rival = jail.lone_reo_on(jail.square_of(jail.turn, at))
        reason = why.PROTECTED if jail.protects(jail.reos[rival]) else reason
    place = jail.place_of(jail.turn, reo)
    fields: dict[str, Any] = {}
    to = ""
    if reason == why.TOO_FAR:
        fields["pips"] = len(_rest_of_way(place))
    else:
        to = jail.name_of(jail.turn, landing(place, pips, up))
        if reason != why.ADVANCE:
            fields["at"] = jail.name_of(jail.turn, at)
    yield Refusal(reo, pips, to, {"key": KEYS[int(reason)], "fields": fields})


def _rest_of_way(place: Place) -> list[Place]:
    """What is left of it to a reo for which a throw is too many."""
    return [to for to in path(place, MOST_PIPS, False)[1:] if to != NOWHERE]


def unusable(jail: PoleanaState) -> list[Phrase]:
    """Why no reo can use a die that is left: a reason once, with one reo that it stops.

    Nothing of dice that only have to wait until somebody is captured.
    """
    legal = jail.legal(jail.turn) if jail.phase == PHASE_MOVE else []
    if any(jail.taken_by(action) >= 0 for action in legal):
        return []
    used = {int(pips_of(action)) for action in legal if is_move(action)}
    stopped: dict[tuple[int, str], Refusal] = {}
    for refusal in refusals(jail):
        if refusal.pips in dice_left(jail) and refusal.pips not in used:
            stopped.setdefault((refusal.pips, refusal.why["key"]), refusal)
    said: list[Phrase] = []
    key = "die" if len(on_the_way(jail)) == 1 else "die_reo"
    for reo, pips, _, reason in stopped.values():
        alike = [one["fields"] for one in said if one["fields"]["why"] == reason]
        if alike and alike[0]["reo"] == reo + 1:
            alike[0]["pips"].append(pips)
        else:
            fields = {"pips": [pips], "reo": reo + 1, "why": reason}
            said.append({"key": key, "fields": fields})
    return said
