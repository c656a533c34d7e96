"""What research passes between processes can be pickled and copied: states, games, environments."""

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from setups import setups

import periplo
from periplo import TABLE, BadPickle, Dice, Match, State
from periplo.adapters import pettingzoo
from periplo.adapters.gymnasium import ALONE
from periplo.core.pickling import stamp, stamped
from periplo.core.playout import play_randomly
from periplo.vector import Batch

ROOT = Path(__file__).parent.parent


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS = [pickled, copy.deepcopy]
both_ways = pytest.mark.parametrize("again", WAYS, ids=["pickled", "deep-copied"])
Again = Callable[[Any], Any]


def some_way_in(game_id: str, seed: int, steps: int = 40) -> State:
    """A state of one of the game's usual set-ups, after some random actions."""
    ways = setups(game_id)
    seats, options = ways[seed % len(ways)]
    state = periplo.game(game_id).new(seats, options)
    play_randomly(state, Dice(seed), steps)
    return state


@both_ways
def test_a_state_is_the_same_and_goes_on_the_same(game_id: str, again: Again) -> None:
    game = periplo.game(game_id)
    for seed in range(12):
        state = some_way_in(game_id, seed)
        other = again(state)
        assert type(other) is type(state)
        assert game.position(other) == game.position(state)
        before = game.position(state)
        play_randomly(other, Dice(seed, 1), 30)
        assert game.position(state) == before, "they share something that changes"
        play_randomly(state, Dice(seed, 1), 30)
        assert game.position(other) == game.position(state)


def test_what_a_seat_sees_is_pickled_too(game_id: str) -> None:
    game = periplo.game(game_id)
    state = some_way_in(game_id, 3)
    seen = state.seen_by(0)
    assert game.position(pickled(seen)) == game.position(seen)


@both_ways
def test_a_log_stays_with_whom_it_belongs_to(game_id: str, again: Again) -> None:
    state = periplo.game(game_id).new(2)
    state.log = []
    assert again(state).log is None
    assert state.log == []


@both_ways
def test_there_is_one_of_each_game(game_id: str, again: Again) -> None:
    game = periplo.game(game_id)
    assert again(game) is game


@both_ways
def test_a_match_goes_on_and_can_be_undone(game_id: str, again: Again) -> None:
    match = Match.new(game_id, 2)
    match.play(TABLE, match.state.legal(TABLE)[0])
    other = again(match)
    other.undo()
    assert other.position() == Match.new(game_id, 2).position()
    assert len(match.record.actions) == 1


@both_ways
def test_a_batch_goes_on_the_same(game_id: str, again: Again) -> None:
    batch = Batch(periplo.game(game_id), 2, None, 3)
    for _ in range(5):
        batch.step(batch.pick())
    other = again(batch)
    for _ in range(20):
        assert other.observations() == batch.observations()
        picked = batch.pick()
        assert other.pick() == picked
        batch.step(picked)
        other.step(picked)


@both_ways
def test_an_environment_of_pettingzoo_goes_on_the_same(game_id: str, again: Again) -> None:
    def step(env: Any) -> tuple[Any, ...]:
        if not any(env.terminations.values()):
            env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        return env.render(), env.agent_selection, env.rewards

    env = getattr(pettingzoo, pettingzoo.name_of(periplo.game(game_id))).env(render_mode="ansi")
    env.reset(seed=1)
    step(env)
    other = again(env)
    assert [step(other) for _ in range(10)] == [step(env) for _ in range(10)]


@both_ways
@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_an_environment_of_gymnasium_goes_on_the_same(make: Any, again: Again) -> None:
    for game_id in periplo.game_ids():
        game = periplo.game(game_id)
        if game.fewest_seats == ALONE:
            env = make(f"periplo/{game_id}-v{game.rules}")
            _, info = env.reset(seed=1)
            other = again(env)
            for _ in range(10):
                action = info["action_mask"].argmax(axis=-1)
                seen, *_, info = env.step(action)
                np.testing.assert_array_equal(other.step(action)[0], seen)


@both_ways
def test_a_game_of_openspiel_and_its_states(game_id: str, again: Again) -> None:
    import periplo.adapters.openspiel  # noqa: F401

    game = pyspiel.load_game(f"periplo_{game_id}", {"reward": "margin", "max_length": 70})
    other = again(game)
    assert str(other) == str(game)
    assert other.max_game_length() == 70
    state = game.new_initial_state()
    for _ in range(20):
        chance = state.is_chance_node()
        actions = [a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()
        state.apply_action(actions[-1])
        if state.is_terminal():
            break
    assert str(pickled(state)) == str(state)


def test_errors_come_back_from_other_processes() -> None:
    for error in (
        periplo.IllegalAction("OCA-1", "not now"),
        periplo.BadPosition("turn", "must be 0"),
        periplo.BrokenGame("nought", "it is empty"),
        periplo.BadSetup("no"),
        periplo.core.errors.BadOption("dial", "must be 6"),
        periplo.core.contents.BadFile("large", "too large"),
    ):
        other = pickled(error)
        assert type(other) is type(error)
        assert str(other) == str(error)


# what is refused


def test_another_version_is_refused_in_one_line(game_id: str) -> None:
    game_name, rules, version = stamp(periplo.game(game_id))
    with pytest.raises(BadPickle, match=f"rules {rules + 1} .*: keep records or positions instead"):
        stamped((game_name, rules + 1, version))
    with pytest.raises(BadPickle, match="Periplo 77"):
        stamped((game_name, rules, "77"))
    with pytest.raises(BadPickle, match="not found here"):
        stamped(("nought", rules, version))


def test_a_pickle_of_other_rules_is_not_loaded(game_id: str) -> None:
    game = periplo.game(game_id)
    data = pickle.dumps(game.new(2))
    game.rules += 1
    try:
        with pytest.raises(BadPickle) as caught:
            pickle.loads(data)
    finally:
        game.rules -= 1
    assert "\n" not in str(caught.value)


def test_a_state_that_lacks_a_part_is_refused(game_id: str) -> None:
    restore, (written, parts) = periplo.game(game_id).new(2).__reduce__()
    name = next(name for name in parts if name != "seats")
    fewer = {other: value for other, value in parts.items() if other != name}
    with pytest.raises(BadPickle, match="written otherwise"):
        restore(written, fewer)


def test_a_state_of_no_game_is_refused_when_it_is_written() -> None:
    class Odd(State):
        pass

    with pytest.raises(BadPickle, match="Odd cannot be pickled"):
        pickle.dumps(Odd(2))  # type: ignore[abstract]


# between processes

WRITE = """
import pickle, sys, periplo
from periplo import Dice
from periplo.core.playout import play_randomly
states = []
for game_id in periplo.game_ids():
    state = periplo.game(game_id).new(periplo.game(game_id).most_seats)
    play_randomly(state, Dice(1), 50)
    states.append((game_id, state, periplo.game(game_id).position(state)))
sys.stdout.buffer.write(pickle.dumps((periplo.is_compiled(), states)))
"""
READ = """
import pickle, sys, periplo
compiled, states = pickle.loads(sys.stdin.buffer.read())
for game_id, state, position in states:
    assert periplo.game(game_id).position(state) == position, game_id
print(compiled, periplo.is_compiled(), len(states))
"""


def run(script: str, where: Path, data: bytes = b"") -> bytes:
    env = {**os.environ, "PYTHONPATH": str(where)}
    command = [sys.executable, "-c", script]
    return subprocess.run(
        command, input=data, capture_output=True, check=True, timeout=120, env=env
    ).stdout


def test_compiled_and_interpreted_read_each_other() -> None:
    compiled, interpreted = ROOT / "build" / "compiled", ROOT / "src"
    assert compiled.is_dir(), "build it first: make compiled"
    games = len(periplo.game_ids())
    said = run(READ, interpreted, run(WRITE, compiled)).decode().split()
    assert said == ["True", "False", f"{games}"]
    said = run(READ, compiled, run(WRITE, interpreted)).decode().split()
    assert said == ["False", "True", f"{games}"]
