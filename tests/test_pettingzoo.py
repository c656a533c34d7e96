"""Every game is at home in PettingZoo: its own suite says so, for every number of seats."""

import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from setups import every_seating

import periplo
from periplo import Dice
from periplo.adapters import pettingzoo as adapter
from periplo.adapters.parallel import ILLEGAL_REWARD, acts_at_once

# the suite would rather have plain arrays, which leave no room for a mask
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]


def environments(game_id: str) -> Any:
    return getattr(adapter, f"periplo_{game_id}_v{periplo.game(game_id).rules}")


def play(env: Any, seed: int) -> dict[str, float]:
    """A whole episode of random actions; what each agent was rewarded with in all."""
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        over = terminated or truncated
        env.step(None if over else chance.choice(np.flatnonzero(observation["action_mask"])))
    return totals


@pytest.mark.parametrize(("played", "seats"), every_seating())
def test_the_librarys_suite_passes(played: str, seats: int) -> None:
    api_test(environments(played).env(seats=seats), num_cycles=60)
    seed_test(lambda: environments(played).env(seats=seats), num_cycles=20)


def is_coloured(pixels: Any) -> Any:
    """Not mostly black, which is what a colour unknown to the rasteriser would come out as."""
    colours, counts = np.unique(pixels @ np.array([1 << 16, 1 << 8, 1]), return_counts=True)
    return len(colours) > 100 and colours[counts.argmax()] > 0


def test_the_librarys_suite_looks_at_every_way_to_render(game_id: str) -> None:
    tests = {"rgb_array": is_coloured, "ansi": lambda board: len(board.splitlines()) > 5}
    render_test(environments(game_id).env, tests)


def test_games_are_found_by_name() -> None:
    names = [name for name in dir(adapter) if name.startswith("periplo_")]
    assert names == [f"periplo_{i}_v{periplo.game(i).rules}" for i in periplo.game_ids()]
    for name in names:
        assert str(getattr(adapter, name).env().metadata["name"]) == name
    with pytest.raises(AttributeError, match=r"no environment 'periplo_chess_v1'; there are .*oca"):
        adapter.periplo_chess_v1  # noqa: B018


def short(game_id: str) -> dict[str, Any]:
    """Settings under which random players do not go on for too long."""
    return {"max_cycles": 150, "seats": max(2, periplo.game(game_id).fewest_seats)}


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_rewards_come_at_the_end(game_id: str, reward: str) -> None:
    env = environments(game_id).raw_env(reward=reward, **short(game_id))
    totals = list(play(env, 3).values())
    state = env.unwrapped._state
    scores = state.scores()
    if reward == "margin":
        assert totals == [scores[0] - scores[1], scores[1] - scores[0]]
    elif state.over() and len(state.winners()) == 1:
        assert totals == [1.0 if seat in state.winners() else -1.0 for seat in range(2)]
    else:
        assert totals == [0.0, 0.0]


def test_a_seed_makes_the_same_game_and_its_successors() -> None:
    game_id = periplo.game_ids()[0]

    def beginnings(seed: int | None) -> list[bytes]:
        env = environments(game_id).raw_env()
        env.reset(seed=seed)
        shown = []
        for _ in range(4):
            shown.append(env.observe(env.agent_selection)["observation"].tobytes())
            env.reset()
        return shown

    assert beginnings(5) == beginnings(5)
    assert beginnings(5) != beginnings(6)
    assert len(set(beginnings(5))) > 1
    assert beginnings(None) != beginnings(None)


def test_an_episode_is_truncated_when_a_seat_has_acted_so_often(game_id: str) -> None:
    """As in the library's max_cycles_test, which itself wants all agents to act at once."""
    env = environments(game_id).env(max_cycles=4)
    env.reset(seed=2)
    acted = dict.fromkeys(env.agents, 0)
    truncations = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            truncations.append(truncated)
            env.step(None)
            continue
        acted[agent] += 1
        env.step(int(observation["action_mask"].argmax()))
    assert max(acted.values()) <= 4
    assert len(truncations) == len(acted)
    assert all(truncations) == (max(acted.values()) == 4)


def test_an_illegal_action_loses_or_is_refused(
    game_id: str, caplog: pytest.LogCaptureFixture
) -> None:
    modules = environments(game_id)
    env = modules.env()
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.last()[0]["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    env.step(illegal)
    assert "Illegal move" in caplog.text
    assert env.rewards[agent] == ILLEGAL_REWARD
    assert all(env.terminations.values())
    raw = modules.raw_env()
    raw.reset(seed=1)
    with pytest.raises(periplo.IllegalAction):
        raw.step(illegal)


def test_masks_are_the_legal_actions_of_whoever_is_asked(game_id: str) -> None:
    env = environments(game_id).raw_env(seats=periplo.game(game_id).most_seats)
    env.reset(seed=4)
    dice = Dice(4)
    for _ in range(60):
        if any(env.terminations.values()):
            break
        for seat, agent in enumerate(env.agents):
            legal = env._state.legal(seat) if agent == env.agent_selection else []
            assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == legal
        env.step(env._state.pick(env._state.next_actor(), dice))


def test_what_is_drawn_at_the_same_time_is_not_seen(game_id: str) -> None:
    """Whatever one seat does before the others have acted, they observe the same."""
    game = periplo.game(game_id)
    if not game.new(game.most_seats).hides():
        return
    env = environments(game_id).raw_env(seats=game.most_seats)
    env.reset(seed=7)
    others = env.agents[1:]
    shown: list[set[bytes]] = [set() for _ in others]
    for seed in range(12):
        env.reset(seed=7)
        dice = Dice(seed)
        while env.agent_selection == env.agents[0]:
            env.step(env._state.pick(0, dice))
        for i, agent in enumerate(others):
            shown[i].add(env.observe(agent)["observation"].tobytes())
    assert [len(observations) for observations in shown] == [1] * len(others)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seats": 99}, "seats"),
        ({"options": {"nonsense": 1}}, "nonsense"),
        ({"reward": "fame"}, "reward: must be one of win, margin"),
        ({"render_mode": "smell"}, "render_mode: one of ansi, human, rgb_array"),
    ],
)
def test_a_wrong_setting_is_named(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(periplo.BadSetup, match=said):
        environments(periplo.game_ids()[0]).env(**wrong)


# seats that act at the same time

AT_ONCE = [game_id for game_id in periplo.game_ids() if acts_at_once(periplo.game(game_id))]


def test_games_played_at_the_same_time_have_a_parallel_environment(game_id: str) -> None:
    assert AT_ONCE
    assert hasattr(environments(game_id), "parallel_env") == (game_id in AT_ONCE)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("played", AT_ONCE)
def test_the_librarys_suite_for_parallel_environments_passes(played: str, seats: int) -> None:
    parallel_api_test(environments(played).parallel_env(seats=seats), num_cycles=300)
    parallel_seed_test(lambda: environments(played).parallel_env(seats=seats))


def play_at_once(env: Any, seed: int) -> tuple[int, dict[str, float]]:
    chance = np.random.default_rng(seed)
    shown, _ = env.reset(seed=seed)
    steps = 0
    while env.agents:
        picked = {
            agent: chance.choice(np.flatnonzero(shown[agent]["action_mask"]))
            for agent in env.agents
        }
        shown, found, over, cut, _ = env.step(picked)
        steps += 1
        assert over.keys() == cut.keys() == found.keys() == set(env.possible_agents)
    return steps, found


@pytest.mark.parametrize("played", AT_ONCE)
def test_everybody_acts_in_every_step(played: str) -> None:
    """So there are about as many steps as the busiest seat has actions, not as all have."""
    env = environments(played).parallel_env(seats=4)
    steps, found = play_at_once(env, 3)
    assert sum(found.values()) == pytest.approx(0)
    assert env._state.over()
    alone, _ = play_at_once(environments(played).parallel_env(seats=2), 3)
    assert steps < 2 * alone


@pytest.mark.parametrize("played", AT_ONCE)
def test_nobody_sees_what_others_do_in_the_same_round(played: str) -> None:
    env = environments(played).parallel_env()
    shown, _ = env.reset(seed=1)
    other = np.flatnonzero(shown["seat_1"]["action_mask"])[-1]  # the first may be to be done
    views = set()
    for action in np.flatnonzero(shown["seat_0"]["action_mask"])[-3:]:
        copied = pickle.loads(pickle.dumps(env))
        seen, *_ = copied.step({"seat_0": action, "seat_1": other})
        views.add(seen["seat_1"]["observation"].tobytes())
    assert len(views) == 1


@pytest.mark.parametrize("played", AT_ONCE)
def test_an_illegal_action_ends_a_parallel_episode(played: str) -> None:
    env = environments(played).parallel_env()
    shown, _ = env.reset(seed=1)
    legal = {agent: int(shown[agent]["action_mask"].argmax()) for agent in env.agents}
    _, found, over, _, infos = env.step({**legal, "seat_1": env.wait})
    assert found == {"seat_0": 0, "seat_1": -1}
    assert all(over.values())
    assert infos["seat_1"]["refused"]
    assert env.agents == []


@pytest.mark.parametrize("played", AT_ONCE)
def test_a_parallel_episode_is_truncated(played: str) -> None:
    env = environments(played).parallel_env(max_cycles=3)
    steps, found = play_at_once(env, 1)
    assert steps == 3
    assert not any(found.values())
