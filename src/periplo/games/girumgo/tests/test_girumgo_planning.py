"""Girumgo's planner: whole turns, in small positions; each is a position and a sentence."""

from time import perf_counter
from typing import Any

import pytest

from periplo.bots import bot
from periplo.bots.search import Search
from periplo.core.dice import Dice
from periplo.core.state import NOBODY, TABLE, Seat, State
from periplo.games.girumgo import GAME
from periplo.games.girumgo.board import BOARDS
from periplo.games.girumgo.planning import FAR, Outlook, plan_turns, spins_to_surround
from periplo.games.girumgo.rules import GirumgoState

NEVER = 1e18


def turn(wheels: dict[str, int], left: int, *seats: tuple[str, int], **more: Any) -> GirumgoState:
    """Seat 0 is red and goes west, from d7 to d1; seat 1 comes the other way."""
    options = {"surround": more.pop("surround", "touching")}
    position = GAME.position(GAME.new(2, {"wheels": [0] * 37, **options}))
    rotations = [wheels.get(name, 0) for name in BOARDS[3].names]
    position.update(phase="turn", die=left, left=left, wheels=rotations, before=rotations)
    position.update(more)
    for seat, (at, advances) in zip(position["seats"], seats, strict=True):
        seat.update(at=at, advances=advances)
    state = GAME.load(position, options)
    assert isinstance(state, GirumgoState)
    return state


def planned(state: GirumgoState, most: int = 1) -> list[str]:
    """The best turn, as it would be written down."""
    return written(state, plan_turns(state, most, NEVER)[0])


def written(state: State, plan: list[int]) -> list[str]:
    after, texts = state.copy(), []
    for action in plan:
        texts.append(GAME.text(after, 0, action))
        after.apply(0, action)
    return texts


# red shows to the west on d2 turned by 3; d1 shows it beside that when it is turned by 5
HOME_IN_ONE = {"d2": 3, "d1": 4}


def test_it_crosses_home_at_once_when_one_spin_opens_the_way() -> None:
    state = turn(HOME_IN_ONE, 6, ("d2", 1), ("d1", 0))
    assert planned(state) == ["spin d1 +", "step d1"]
    assert len(plan_turns(state, 16, NEVER)) == 1  # nothing else is worth a thought


def test_it_makes_the_triangle_that_pays_for_the_way_home() -> None:
    plan = planned(turn({**HOME_IN_ONE, "a2": 3, "a1": 4}, 2, ("d2", 0), ("d1", 0)))
    assert len(plan) == 3
    assert "spin d1 +" in plan
    assert plan[-1] == "step d1"


def test_it_crosses_rather_than_leaves_an_open_way_to_a_rival_to_close() -> None:
    assert "step d4" in planned(turn({"d5": 3, "d4": 5}, 1, ("d5", 4), ("d1", 0)))


def test_it_surrounds_a_rival_by_several_spins_none_of_which_does_it_alone() -> None:
    """GIR-7: two triangles at d4, each a spin away."""
    wheels = {"d4": 0, "d5": 1, "c4": 4, "d3": 1, "e3": 4}
    state = turn(wheels, 2, ("d7", 1), ("d4", 2))
    assert spins_to_surround(state, Seat(1), 6, True) == 2
    assert sorted(planned(state)) == ["end", "spin d3 +", "spin d5 +"]


def test_it_closes_the_way_of_a_rival_who_would_be_home() -> None:
    threat = turn({"d6": 3, "d7": 5}, 1, ("d4", 0), ("d6", 3))
    after = threat.copy()
    assert isinstance(after, GirumgoState)
    assert after.way_nearer(Seat(1)) >= 0
    for action in plan_turns(threat, 1, NEVER)[0]:
        after.apply(0, action)
    assert after.way_nearer(Seat(1)) < 0


def test_nobody_is_surrounded_on_a_corner_or_by_what_stands_already() -> None:
    """GIR-5: a triangle that stood before the turn would not count."""
    one_stands = {"d4": 0, "d5": 2, "c4": 4, "d3": 1, "e3": 4}
    state = turn(one_stands, 3, ("d7", 0), ("d4", 0))
    assert spins_to_surround(state, Seat(1), 6, True) > 1
    assert spins_to_surround(state, Seat(0), 6, False) == FAR


def test_a_triangle_of_this_turn_is_half_of_it() -> None:
    wheels = {"d4": 0, "d5": 2, "c4": 4, "d3": 1, "e3": 4}
    before = [wheels.get(name, 0) for name in BOARDS[3].names]
    before[BOARDS[3].names.index("d5")] = 1
    counted = [["c4.d4.d5", 0]]
    state = turn(wheels, 5, ("d7", 1), ("d4", 2), before=before, counted=counted, die=6)
    assert spins_to_surround(state, Seat(1), 6, True) == 1
    assert "spin d3 +" in planned(state)


@pytest.mark.parametrize("seed", range(12))
def test_spins_to_surround_are_those_that_the_rules_need(seed: int) -> None:
    """With one or two spins every turn can be tried out."""
    state = GAME.new(2, {"radius": 2})
    dice = Dice("surround", seed)
    while state.next_actor() == TABLE:
        state.apply(TABLE, state.draw(dice))
    position = GAME.position(state)
    position["seats"][1].update(at=("b2", "b3", "c3", "d2")[seed % 4])
    position.update(phase="turn", die=2, left=2)
    position["turn"] = 0
    begun = GAME.load(position, {"radius": 2})
    assert isinstance(begun, GirumgoState)
    told = spins_to_surround(begun, Seat(1), 2, False)
    assert told == spins_to_surround(begun, Seat(1), 2, True)
    assert (told if told <= 2 else 3) == _tried(begun)


def _tried(state: GirumgoState) -> int:
    for spins in (1, 2):
        lines: list[State] = [state]
        for _ in range(spins):
            nexts = []
            for line in lines:
                for action in line.legal(0):
                    if GAME.text(line, 0, action).startswith("spin"):
                        after = line.copy()
                        after.play(0, action)
                        assert isinstance(after, GirumgoState)
                        if after.struck:
                            return spins
                        nexts.append(after)
            lines = list(nexts)
    return 3


def test_work_is_less_after_a_crossing_and_none_at_the_goal() -> None:
    state = turn({"d5": 3, "d4": 5}, 1, ("d5", 4), ("d1", 0))
    outlook = Outlook(state)
    before = outlook.work(state, 0)
    state.apply(0, GAME.parse(state, 0, "step d4"))
    assert outlook.work(state, 0) < before
    at_home = turn(HOME_IN_ONE, 1, ("d2", 1), ("d1", 0))
    for text in ("spin d1 +", "step d1"):
        at_home.apply(0, GAME.parse(at_home, 0, text))
    assert Outlook(at_home).work(at_home, 0) == 0


@pytest.mark.parametrize("options", [{"radius": 2}, {"surround": "same-colour"}, {"dial": 0}])
@pytest.mark.parametrize("seats", [2, 4])
def test_every_plan_is_a_whole_turn_of_legal_actions(seats: int, options: dict[str, Any]) -> None:
    state = GAME.new(seats, options)
    dice = Dice("plans", seats)
    turns = 0
    while (actor := state.next_actor()) != NOBODY and turns < 12:
        if actor == TABLE:
            state.play(actor, state.draw(dice))
            continue
        before = GAME.position(state)
        assert isinstance(state, GirumgoState)
        plans = plan_turns(state, 3, NEVER)
        assert GAME.position(state) == before
        assert 0 < len(plans) <= 3
        for plan in plans:
            after = state.copy()
            for action in plan:
                after.apply(actor, action)
            assert after.next_actor() in (TABLE, NOBODY)
        for action in plans[0]:
            state.apply(actor, action)
        turns += 1


def test_without_time_it_has_a_turn_nevertheless() -> None:
    state = turn(HOME_IN_ONE, 6, ("d2", 1), ("d1", 0))
    assert written(state, plan_turns(state, 16, perf_counter() - 1.0)[0]) == ["end"]


# ---- the search


def test_the_search_plays_its_plan_to_the_end_without_another_look() -> None:
    search = bot(GAME, "search:3p")
    assert isinstance(search, Search)
    state = turn({"a2": 3, "a1": 4}, 3, ("d7", 0), ("d1", 0))
    done: list[int] = []
    while state.next_actor() == 0:
        action = search.choose(state.seen_by(0), 0, Dice(len(done)))
        assert search.plan[0] == action
        done.append(search.done)
        state.apply(0, action)
    assert done[0] == 3
    assert len(done) > 1
    assert not any(done[1:])


def test_it_plans_anew_where_the_plan_does_not_lead() -> None:
    search = bot(GAME, "search:2p")
    assert isinstance(search, Search)
    state = turn({"a2": 3, "a1": 4}, 3, ("d7", 0), ("d1", 0))
    search.choose(state, 0, Dice(1))
    other = turn(HOME_IN_ONE, 6, ("d2", 1), ("d1", 0))
    assert GAME.text(other, 0, search.choose(other, 0, Dice(2))) == "spin d1 +"
    assert written(other, search.plan) == ["spin d1 +", "step d1"]


def test_equal_playouts_give_equal_plans() -> None:
    state = turn({"a2": 3, "a1": 4, "d5": 2}, 3, ("d6", 2), ("d2", 1))
    plans = []
    for _ in range(2):
        search = bot(GAME, "search:6p")
        assert isinstance(search, Search)
        search.choose(state, 0, Dice("same"))
        plans.append(search.plan)
    assert plans[0] == plans[1]
