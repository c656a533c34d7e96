"""Events alone say what has moved, from where to where: whoever shows a game needs no rules."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from every_test import at_most
from hypothesis import given
from hypothesis import strategies as st
from setups import setups, wander, wander_to

import periplo
from periplo import Dice, Event, Game, State

seeds = st.integers(min_value=0, max_value=2**32)
starts = st.integers(min_value=0, max_value=10_000)

Piece = tuple[int, int | str]  # whose, and what events call it
Place = int | str
ACTIONS = 25


def act(game: Game, state: State, dice: Dice) -> Iterator[tuple[State, list[Event], State]]:
    """Some actions that follow: the state before, what is logged, the state after."""
    for _ in range(ACTIONS):
        if state.over():
            break
        before, state.log = state.copy(), []
        state.apply(*wander(game, state, dice))
        yield before, state.log, state


def standing(game: Game, state: State) -> Counter[tuple[Piece, Place]]:
    """How many pieces of each name stand where."""
    return Counter(
        ((seat, piece), place)
        for seat in range(state.seats)
        for piece, place in game.standing(state, seat)
    )


def mover(event: Event) -> Piece:
    return (event["owner"] if "owner" in event else event["seat"]), event["piece"]


@at_most(30)
@given(seed=seeds, which=starts)
def test_an_event_that_moves_something_names_the_piece_and_its_way(
    game_id: str, seed: int, which: int
) -> None:
    game, state, dice, _ = wander_to(game_id, seed, which)
    for before, log, after in act(game, state, dice):
        places = {place for _, place in standing(game, before) | standing(game, after)}
        for event in log:
            ends = {event.get("from"), event.get("to")}
            if len(ends) == 2 and ends <= places:
                assert {"piece", "path"} <= set(event), event
            if "piece" in event and event.get("from") != event.get("to"):
                assert "path" in event
            if "path" in event:
                assert "piece" in event
                assert len(event["path"]) >= 2
                assert event.get("from", event["path"][0]) == event["path"][0]
                assert event.get("to", event["path"][-1]) == event["path"][-1]
                assert event.get("owner") != event["seat"]


@at_most(30)
@given(seed=seeds, which=starts)
def test_every_piece_is_where_the_paths_of_events_lead_it(
    game_id: str, seed: int, which: int
) -> None:
    """Each path begins where its piece stands and ends where it stands then, as `standing` says.

    Places that `standing` leaves out, off the board, may begin and end paths, too. A piece that
    stood nowhere is put down by an event that says where, `at`.
    """
    game, state, dice, _ = wander_to(game_id, seed, which)
    for before, log, after in act(game, state, dice):
        now, end = standing(game, before), standing(game, after)
        places = {place for _, place in now | end}
        moves = [event for event in log if "path" in event]
        new = {piece for piece, _ in end} - {piece for piece, _ in now} - set(map(mover, moves))
        for event in log:
            if event in moves:
                first, last = event["path"][0], event["path"][-1]
                if first in places:
                    assert now[mover(event), first] > 0, f"nothing of the sort is there: {event}"
                    now[mover(event), first] -= 1
                now[mover(event), last] += 1
            elif "at" in event:
                now += Counter((piece, event["at"]) for piece in new if piece[0] == event["seat"])
        assert {where: n for where, n in now.items() if n and where[1] in places} == end, log


def test_every_seat_has_a_piece_that_stands_somewhere_and_moves(game_id: str) -> None:
    """Or nothing would be compared above."""
    game, dice = periplo.game(game_id), Dice("pieces")
    for seats, options in setups(game_id):
        state, moved = game.new(seats, options), set[int]()
        while len(moved) < seats and not state.over():
            before = standing(game, state)
            state.apply(*wander(game, state, dice))
            left = {piece for piece, _ in before - standing(game, state)}
            moved |= {seat for seat, _ in left}
        assert moved == set(range(seats))


# what an event changes in the position


def merge(value: Any, changes: Any) -> Any:
    """As browsers do it: objects and lists part by part, None takes away, anything else stands."""
    if not isinstance(changes, dict):
        return changes
    if isinstance(value, list):
        parts = merge(dict(enumerate(value)), {int(key): new for key, new in changes.items()})
        return [parts[i] for i in range(len(parts))]
    merged = {**value, **{key: merge(value.get(key, {}), new) for key, new in changes.items()}}
    return {key: new for key, new in merged.items() if key not in changes or new is not None}


@at_most(40)
@given(seed=seeds, which=starts)
def test_changes_lead_from_a_position_to_the_next(game_id: str, seed: int, which: int) -> None:
    """In games whose events have them, they leave nothing out and say nothing wrong."""
    game, state, dice, _ = wander_to(game_id, seed, which)
    for before, log, after in act(game, state, dice):
        changes = [event["changes"] for event in log if "changes" in event]
        if not changes:
            continue
        shown = game.position(before)
        for each in changes:
            shown = merge(shown, each)
        assert shown == game.position(after)
