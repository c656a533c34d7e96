"""What Girumgo's actions mean, in words: see [phrases] in words.toml."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from periplo.core.choices import Phrase
from periplo.core.state import Seat, State
from periplo.games.girumgo.board import (
    HUES,
    NO_WHEEL,
    Gap,
    Wheel,
    colour_of,
)
from periplo.games.girumgo.bot import nearest_way
from periplo.games.girumgo.rules import (
    END,
    FIRST,
    SPIN,
    STEP,
    THROW,
    WAYS,
    GirumgoState,
    is_forward,
    spin_action,
    wheel_of,
)
from periplo.games.girumgo.triangles import NONE, counts, in_reach, last_spin_of


def said(state: State, actor: int, action: int) -> Phrase | None:
    game = cast("GirumgoState", state)
    if action == END:
        return {"key": "end"}
    if FIRST <= action < THROW:
        return {"key": "first", "fields": {"other": action - FIRST}}
    if action < SPIN:
        return None
    wheel = wheel_of(action)
    fields = {"wheel": game.board.names[wheel]}
    if action >= STEP:
        return {"key": "step" if game.to_go(actor, wheel) else "step_home", "fields": fields}
    fields["way"] = WAYS[is_forward(action)]
    riders = [seat for seat in range(game.seats) if game.at[seat] == wheel]
    if actor in riders:
        return {"key": "spin_own", "fields": fields}
    if riders:
        return {"key": "spin_rival", "fields": {**fields, "other": riders[0]}}
    return {"key": "spin", "fields": fields}


def task(state: State, seat: int) -> Phrase | None:
    """The next thing to do, as a newcomer would be told; `more_task_…` says why.

    `other` is a rival on the wheel that is named.
    """
    game = cast("GirumgoState", state)
    me = Seat(seat)
    fields: dict[str, Any] = {"hue": HUES[game.corner[seat]], "advances": game.advances[seat]}
    open_way = game.way_nearer(me)
    if open_way != NO_WHEEL:
        fields |= _about(game, me, open_way)
        if game.advances[seat] > 0:
            return {
                "key": "task_cross" if game.to_go(seat, open_way) else "task_win",
                "fields": fields,
            }
    if not game.left:
        return {"key": "task_end", "fields": fields}
    triangles = _triangles_in_reach(game)
    if game.advances[seat] > 0:
        spins, wheel = nearest_way(game, me)
        fields |= {"at": game.board.names[game.at[seat]], "n": spins, "left": int(game.left)}
        fields |= _about(game, me, wheel)
        if spins == 1 <= game.left:
            return {"key": "task_way", "fields": fields}
        # out of reach: there is something to collect, unless the dial is full  [GIR-R6]
        can_collect = triangles and not 0 < game.dial <= game.advances[seat]
        key = "task_short" if can_collect else "task_nearer"
        if spins <= game.left:
            key = "task_far"
        useful = [one for one in (game.at[seat], wheel) if _comes_nearer(game, me, Wheel(one))]
        if len(useful) == 1:  # the other one is right already
            ready = wheel if useful[0] == game.at[seat] else game.at[seat]
            fields |= {"turn": game.board.names[useful[0]], "ready": game.board.names[ready]}
            key += "_one"
        return {"key": key, "fields": fields}
    if not triangles:
        return {"key": "task_prepare", "fields": fields}
    return {"key": "task_triangle" if open_way == NO_WHEEL else "task_pay", "fields": fields}


def _comes_nearer(game: GirumgoState, seat: Seat, wheel: Wheel) -> bool:
    """Whether a spin of this wheel leaves fewer spins to a way towards the goal."""
    spins, _ = nearest_way(game, seat)
    for forward in (True, False):
        after = cast("GirumgoState", game.copy())
        after.play(seat, spin_action(wheel, forward))
        if nearest_way(after, seat)[0] < spins:
            return True
    return False


def _about(game: GirumgoState, seat: Seat, wheel: Wheel) -> dict[str, Any]:
    riders = [rival for rival in range(game.seats) if rival != seat and game.at[rival] == wheel]
    named: dict[str, Any] = {"wheel": game.board.names[wheel]}
    return {**named, "other": riders[0]} if riders else named


def _triangles_in_reach(game: GirumgoState) -> dict[str, int]:
    """The gaps in which one spin makes a triangle that counts, and its colour."""
    found: dict[str, int] = {}
    for gap in map(Gap, range(game.board.gaps)):
        if last_spin_of(game, gap) == NONE:
            continue
        made = in_reach(game, gap)
        if counts(game, made):
            found[game.board.gap_names[gap]] = int(colour_of(made))
    return found


def clauses(layout: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    corners = {corner["wheel"] for corner in layout["corners"]}
    wheels = [wheel["name"] for wheel in layout["wheels"]]
    found: dict[str, Sequence[str]] = {
        name: ("GIR-8", "GIR-1") if name in corners else ("GIR-3", "GIR-2", "GIR-7")
        for name in wheels
    }
    gaps = {gap["name"]: ("GIR-4", "GIR-5", "GIR-7") for gap in layout["gaps"]}
    return {**found, **gaps, "die": ("GIR-2",)}


def reason(state: State, seat: int, action: int) -> Phrase | None:
    """What it brings, the best of it first."""
    game = cast("GirumgoState", state)
    after = cast("GirumgoState", game.copy())
    after.log = []
    after.play(seat, action)
    events = {event["kind"]: event for event in after.log}
    if "won" in events:
        return {"key": "why_won"}
    if "surrounded" in events:
        return {"key": "why_surrounded", "fields": {"other": events["surrounded"]["other"]}}
    if "gained" in events:
        made = events["formed"]
        return {"key": "why_gained", "fields": {"hue": made["hue"], "gap": made["gap"]}}
    if "crossed" in events:
        return {"key": "why_crossed", "fields": {"n": game.to_go(seat, after.at[seat])}}
    if action == END:
        return {"key": "why_end" if game.left else "why_spent"}
    return _reason_of_spin(game, after, Seat(seat))


def _reason_of_spin(game: GirumgoState, after: GirumgoState, seat: Seat) -> Phrase:
    """What a spin that gains nothing at once is good for."""
    hue = HUES[game.corner[seat]]
    names = game.board.names
    way = after.way_nearer(seat)
    if way != NO_WHEEL and way not in game.ways(seat):
        return {"key": "why_way", "fields": {"wheel": names[way], "hue": hue}}
    for rival in map(Seat, range(game.seats)):
        closed = game.way_nearer(rival)
        if rival != seat and closed != NO_WHEEL and closed not in after.ways(rival):
            return {"key": "why_closed", "fields": {"other": int(rival), "wheel": names[closed]}}
    if game.advances[seat] > 0:
        spins, wheel = nearest_way(after, seat)
        if spins < nearest_way(game, seat)[0]:
            return {"key": "why_nearer", "fields": {"hue": hue, "wheel": names[wheel], "n": spins}}
    before = _triangles_in_reach(game)
    for gap, colour in _triangles_in_reach(after).items():
        if gap not in before:
            return {"key": "why_half", "fields": {"hue": HUES[colour], "gap": gap}}
    return {"key": "why_spin"}


def intent(state: State, seat: int, plan: Sequence[int]) -> Phrase | None:
    """Why to begin a turn so, and what the rest of it brings; None if that is nothing more."""
    why = reason(state, seat, plan[0]) if plan else None
    after = cast("GirumgoState", state.copy())
    for action in plan[:1]:
        after.play(seat, action)
    after.log = []
    for action in plan[1:]:
        after.play(seat, action)
    aims = _aims(after.log)
    if why is None or not aims:
        return None
    then = aims[0]
    for aim in aims[1:]:
        then = {"key": "aim_and", "fields": {"first": then, "then": aim}}
    return {"key": "why_aim", "fields": {"why": why, "aim": then}}


def _aims(events: Sequence[Mapping[str, Any]]) -> list[Phrase]:
    """What the events bring: triangles, rivals surrounded, and where the piece comes to."""
    aims: list[Phrase] = []
    kinds = [event["kind"] for event in events]
    if "formed" in kinds:
        aims.append({"key": "aim_triangles", "fields": {"n": kinds.count("formed")}})
    for event in events:
        if event["kind"] == "surrounded":
            aims.append({"key": "aim_surround", "fields": {"other": event["other"]}})
    crossed = [event["to"] for event in events if event["kind"] == "crossed"]
    if crossed:
        key = "aim_win" if "won" in kinds else "aim_cross"
        aims.append({"key": key, "fields": {"wheel": crossed[-1]}})
    return aims
