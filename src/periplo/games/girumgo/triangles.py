"""Triangles that one more spin makes."""

from typing import Final

from mypy_extensions import i64

from periplo.games.girumgo.board import Gap, Triangle, Wheel, colour_at, triangle
from periplo.games.girumgo.rules import GirumgoState, spin_action

NONE: Final = -1


def counts(state: GirumgoState, triangle: Triangle) -> bool:
    """Whether the triangle would count if it were made now.  [GIR-5]"""
    return not (triangle in state.counted or state.shows(state.before, triangle))


def last_spin_of(state: GirumgoState, gap: Gap) -> i64:
    """The one spin that makes a triangle in the gap, or NONE."""
    first = shown(state, gap * 3)
    second = shown(state, gap * 3 + 1)
    third = shown(state, gap * 3 + 2)
    odd: i64 = gap * 3
    change: i64 = second - first
    if first == second:
        odd += 2
        change = first - third
    elif first == third:
        odd += 1
        change = first - second
    elif second != third:
        return NONE
    wheel = Wheel(state.board.gap_wheels[odd])
    if change == -1 or change == 5:  # a wheel's rotation grows as its colours pass
        return spin_action(wheel, True)
    return spin_action(wheel, False) if change == 1 or change == -5 else NONE


def in_reach(state: GirumgoState, gap: Gap) -> Triangle:
    """The triangle that `last_spin_of` makes."""
    first = shown(state, gap * 3)
    second = shown(state, gap * 3 + 1)
    third = shown(state, gap * 3 + 2)
    return triangle(gap, second if second == third else first)


def shown(state: GirumgoState, corner: i64) -> i64:
    """The colour that a wheel shows in a gap; `corner` is as in the board's tables."""
    rotation: i64 = state.wheels[state.board.gap_wheels[corner]]
    return colour_at(state.board.gap_slots[corner], rotation)
