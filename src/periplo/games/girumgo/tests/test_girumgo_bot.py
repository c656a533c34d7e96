"""Girumgo's greedy player: sensible in small positions, and far better than chance."""

from typing import Any

import pytest

from periplo.core.dice import Dice
from periplo.core.playout import play_game
from periplo.core.state import NOBODY, TABLE, Policy, State, Uniform
from periplo.games.girumgo import GAME
from periplo.games.girumgo.board import BOARDS

GREEDY = GAME.policies()["greedy"]
DICE = Dice("unused")


def turn(wheels: dict[str, int], left: int, *seats: tuple[str, int], **more: Any) -> State:
    position = GAME.position(GAME.new(2, {"wheels": [0] * 37}))
    rotations = [wheels.get(name, 0) for name in BOARDS[3].names]
    position.update(phase="turn", die=left, left=left, wheels=rotations, before=rotations)
    position.update(more)
    for seat, (at, advances) in zip(position["seats"], seats, strict=True):
        seat.update(at=at, advances=advances)
    return GAME.load(position)


def chosen(state: State) -> str:
    return GAME.text(state, 0, GREEDY.choose(state, 0, DICE))


def test_it_steps_when_that_leads_nearer_to_its_goal() -> None:
    assert chosen(turn({"d4": 3, "d3": 5}, 3, ("d4", 1), ("d1", 0))) == "step d3"


def test_it_does_not_step_back() -> None:
    assert chosen(turn({"d5": 2}, 0, ("d4", 1), ("d1", 0), die=2)) == "end"


def test_it_makes_a_triangle_when_it_has_no_advance() -> None:
    assert chosen(turn({"a2": 3, "a1": 4}, 1, ("d7", 0), ("d1", 0))) == "spin a2 -"


def test_without_one_in_reach_it_works_towards_a_triangle() -> None:
    state = turn({}, 4, ("d7", 0), ("d1", 0))
    for _ in range(4):
        assert GAME.position(state)["counted"] == []
        state.apply(0, GREEDY.choose(state, 0, DICE))
    assert len(GAME.position(state)["counted"]) == 1


def test_it_turns_its_way_open_when_it_has_advances_enough() -> None:
    assert chosen(turn({"d7": 3, "d6": 4}, 1, ("d7", 6), ("d1", 0))) == "spin d6 +"


@pytest.mark.parametrize("held", [2, 6])
def test_it_surrounds_a_rival_when_it_can(held: int) -> None:
    wheels = {"d4": 0, "d5": 2, "c4": 4, "d3": 1, "e3": 4, "a2": 3, "a1": 4}
    before = [wheels.get(name, 0) for name in BOARDS[3].names]
    before[BOARDS[3].names.index("d5")] = 1
    counted = [["c4.d4.d5", 0]]
    state = turn(wheels, 5, ("d7", 1), ("d4", held), before=before, counted=counted, die=6)
    assert chosen(state) == "spin d3 +"


@pytest.mark.parametrize("seats", [2, 4])
def test_it_looks_without_touching_and_chooses_what_is_legal(seats: int) -> None:
    state = GAME.new(seats, {"radius": 2})
    dice = Dice("looks", seats)
    while (actor := state.next_actor()) != NOBODY:
        if actor == TABLE:
            state.play(actor, state.draw(dice))
            continue
        before = GAME.position(state)
        action = GREEDY.choose(state, actor, dice)
        assert GAME.position(state) == before
        assert state.is_legal(actor, action)
        state.play(actor, action)


def test_it_beats_chance() -> None:
    chance: Policy = Uniform()
    for game in range(6):
        state = GAME.new(3, {"radius": 2})
        policies = [chance, chance, chance]
        policies[game % 3] = GREEDY
        play_game(state, policies, Dice("better", game), 100_000)
        assert state.winners() == [game % 3]
