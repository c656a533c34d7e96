"""El camino: what a seat and a spectator may know while a round is being drawn."""

from typing import Any

import pytest

from periplo.core.dice import Dice
from periplo.core.state import TABLE, State
from periplo.games.camino import GAME

STOP = 0


def drawn_at_random(seats: int, seed: int) -> State:
    """A game in the middle of a round."""
    state = GAME.new(seats)
    dice = Dice("hiding", seed)
    rounds = dice.below(15)
    while GAME.position(state)["phase"] != "draw" or GAME.position(state)["round"] <= rounds:
        actors = state.actors()
        actor = actors[dice.below(len(actors))]
        state.apply(actor, state.draw(dice) if actor == TABLE else state.pick(actor, dice))
    return state


def draw_on(state: State, seats: list[int], dice: Dice) -> None:
    """These seats draw some cells, and do not stop."""
    for seat in seats:
        for _ in range(dice.below(4)):
            steps = [action for action in state.legal(seat) if action != STOP]
            if steps:
                state.apply(seat, steps[dice.below(len(steps))])


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_what_is_hidden_changes_no_view_and_views_are_positions(seats: int) -> None:
    """CAM-2: for each seat and for a spectator, in games of every size."""
    differed = 0
    for seed in range(16):
        turned_up = drawn_at_random(seats, seed)
        for viewer in (None, *range(seats)):
            others = [seat for seat in range(seats) if seat != viewer]
            dice = Dice("others", seed)
            one, two = turned_up.copy(), turned_up.copy()
            if viewer is not None:
                draw_on(one, [viewer], Dice("own", seed))
                draw_on(two, [viewer], Dice("own", seed))
            draw_on(one, others, dice)
            draw_on(two, others, dice)
            seen = GAME.view(one, viewer)
            assert seen == GAME.view(two, viewer)
            assert GAME.position(GAME.load(seen)) == seen
            differed += GAME.position(one) != GAME.position(two)
    assert differed > 8


def test_a_view_shows_the_own_seat_as_it_is() -> None:
    """CAM-2: nothing of one's own is taken out, and the state itself is untouched."""
    for seed in range(20):
        state = drawn_at_random(3, seed)
        draw_on(state, [0, 1, 2], Dice(seed))
        before = GAME.position(state)
        for seat in range(3):
            assert GAME.view(state, seat)["seats"][seat] == before["seats"][seat]
        assert GAME.position(state) == before


def loaded(**changes: Any) -> dict[str, Any]:
    """Round 5, card 9 (R B A P): nobody has drawn yet."""
    seats = [
        {"board": 1, "path": ["d4", "d3"], "end": None, "left": "RBAP", "done": False,
         "scored": {}},
        {"board": 2, "path": ["d5", "c4"], "end": None, "left": "RBAP", "done": False,
         "scored": {}},
    ]  # fmt: skip
    return {"round": 5, "phase": "draw", "card": 9, "played": [1, 2, 3, 4], "reached": {},
            "seats": seats} | changes  # fmt: skip


def test_what_was_drawn_this_round_is_shown_by_the_colours_used_up() -> None:
    """CAM-2: in a loaded position too; an earlier round in `reached` is no secret."""
    position = loaded(reached={"3": 2})
    position["seats"][1] |= {"path": ["d5", "c4", "c3"], "end": "head", "left": "BAP",
                             "scored": {"3": 3}}  # fmt: skip
    seen = GAME.view(GAME.load(position), 0)
    assert seen == loaded(reached={"3": 2})


def test_this_rounds_entries_of_others_go_even_where_the_cell_is_old() -> None:
    """CAM-2, to the letter: only what the viewer drew this round keeps its entry."""
    position = loaded(reached={"3": 5})
    position["seats"][1] |= {"path": ["d5", "c4", "c3"], "scored": {"3": 3}}
    state = GAME.load(position)
    assert GAME.view(state, 0) == position | {"reached": {}}
    assert GAME.view(state, 1) == position | {"reached": {}}


def test_taking_a_round_back_may_leave_a_start_cell_at_the_head() -> None:
    """CAM-2: how a path grew is not checked, so this is what stood when the card came."""
    position = loaded()
    position["seats"][1] |= {"path": ["c4", "d5", "e5"], "end": "head", "left": "BAP"}
    assert GAME.view(GAME.load(position), 0)["seats"][1]["path"] == ["c4", "d5"]
