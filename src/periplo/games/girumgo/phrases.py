"""What Girumgo's actions mean, in words: see [phrases] in words.toml."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from periplo.core.choices import Phrase
from periplo.core.state import Seat, State
from periplo.games.girumgo.rules import (
    END,
    FIRST,
    SPIN,
    STEP,
    THROW,
    WAYS,
    GirumgoState,
    is_forward,
    wheel_of,
)


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
    game = cast("GirumgoState", state)
    may_cross = any(STEP <= action < END for action in game.legal(seat))
    if not game.left:
        return {"key": "task_cross" if may_cross else "task_end"}
    return {"key": "task_both" if may_cross else "task_spin", "fields": {"left": int(game.left)}}


def clauses(layout: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    corners = {corner["wheel"] for corner in layout["corners"]}
    wheels = [wheel["name"] for wheel in layout["wheels"]]
    found: dict[str, Sequence[str]] = {
        name: ("GIR-8", "GIR-1") if name in corners else ("GIR-3", "GIR-2") for name in wheels
    }
    gaps = {gap["name"]: ("GIR-4", "GIR-5", "GIR-7") for gap in layout["gaps"]}
    return {**found, **gaps, "die": ("GIR-2",)}


def reason(state: State, seat: int, action: int) -> Phrase | None:
    """What it brings, the best of it first."""
    game = cast("GirumgoState", state)
    after = cast("GirumgoState", game.copy())
    after.log = []
    after.play(seat, action)
    kinds = [event["kind"] for event in after.log]
    for kind in ("won", "surrounded", "gained"):
        if kind in kinds:
            return {"key": f"why_{kind}"}
    if "crossed" in kinds:
        to_go = game.to_go(seat, after.at[seat])
        return {"key": "why_crossed", "fields": {"n": to_go}}
    if len(after.ways(Seat(seat))) > len(game.ways(Seat(seat))):
        return {"key": "why_way"}
    return {"key": "why_spin"} if SPIN <= action < STEP else None
