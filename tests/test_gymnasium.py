"""Solo games are at home in Gymnasium, alone and by the batch."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import periplo
from periplo.adapters.bench import SIZES, report
from periplo.adapters.gymnasium import ALONE, SoloEnv, SoloVectorEnv

SOLO = [game_id for game_id in periplo.game_ids() if periplo.game(game_id).fewest_seats == ALONE]
solo_games = pytest.mark.parametrize("played", SOLO)


def name_of(game_id: str) -> str:
    return f"periplo/{game_id}-v{periplo.game(game_id).rules}"


def versus(game_id: str) -> str:
    return f"periplo/{game_id}-versus-v{periplo.game(game_id).rules}"


def choose(mask: Any, chance: np.random.Generator) -> Any:
    """A legal action for each row, evenly; 0 where there is none."""
    return (mask * chance.random(mask.shape)).argmax(axis=-1)


@solo_games
def test_the_librarys_checker_passes(played: str) -> None:
    check_env(gymnasium.make(name_of(played), disable_env_checker=True).unwrapped)


def test_games_for_one_are_registered_and_all_others_with_opponents() -> None:
    ours = {name for name in gymnasium.registry if name.startswith("periplo/")}
    alone = {name_of(game_id) for game_id in SOLO}
    assert alone
    assert ours == alone | {versus(game_id) for game_id in periplo.game_ids()}


@solo_games
def test_an_episode_ends_with_the_score(played: str) -> None:
    env = SoloEnv(played)
    chance = np.random.default_rng(1)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over, rewards = False, []
        while not over:
            _, reward, over, truncated, info = env.step(choose(info["action_mask"], chance))
            rewards.append(reward)
            assert not truncated
        assert not any(rewards[:-1])
        assert rewards[-1] == env._games.batch.states[0].scores()[0]
        assert not info["action_mask"].any()
        assert not info["refused"]


@solo_games
def test_an_illegal_action_ends_it_with_the_lowest_score(played: str) -> None:
    game = periplo.game(played)
    lowest, _ = game.score_range(ALONE, game.read_setup(ALONE, None))
    env = SoloEnv(played)
    _, info = env.reset(seed=1)
    illegal = np.flatnonzero(info["action_mask"] == 0)[0]
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over, info["refused"]) == (lowest, True, True)


@solo_games
def test_many_at_once_play_like_one(played: str) -> None:
    """Step for step: every row of a batch is what a single environment shows."""
    single, vector = SoloEnv(played), gymnasium.make_vec(name_of(played), num_envs=1)
    assert isinstance(vector.unwrapped, SoloVectorEnv)
    shown, info = single.reset(seed=11)
    rows, infos = vector.reset(seed=11)
    chance = np.random.default_rng(2)
    over = False
    while not over:
        assert rows[0].tobytes() == shown.tobytes()
        assert infos["action_mask"][0].tobytes() == info["action_mask"].tobytes()
        action = choose(infos["action_mask"], chance)
        shown, reward, over, _, info = single.step(action[0])
        rows, rewards, terminations, truncations, infos = vector.step(action)
        assert (rewards[0], terminations[0], truncations[0]) == (reward, over, False)
    assert rows[0].tobytes() == shown.tobytes()


@solo_games
def test_a_vector_goes_on_by_itself(played: str) -> None:
    env = SoloVectorEnv(played, num_envs=5)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    rows, infos = env.reset(seed=3)
    assert len({row.tobytes() for row in rows}) > 1
    chance = np.random.default_rng(3)
    ended = 0
    before = np.zeros(5, bool)
    while ended < 12:
        assert env.observation_space.contains(rows)
        rows, rewards, over, _, infos = env.step(choose(infos["action_mask"], chance))
        assert not rewards[~over].any()
        assert not (over & before).any()  # an ended game is begun anew by the next step
        assert infos["action_mask"][before].any(axis=1).all()
        before = over
        ended += int(over.sum())


@solo_games
def test_a_vector_says_which_actions_were_refused(played: str) -> None:
    env = SoloVectorEnv(played, num_envs=3)
    _, infos = env.reset(seed=3)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    _, rewards, over, _, infos = env.step(actions)
    assert infos["refused"].tolist() == over.tolist() == [False, True, False]
    assert rewards[1] < 0
    *_, infos = env.step(actions)
    assert not infos["refused"][1]


@solo_games
def test_seeds_decide(played: str) -> None:
    def beginning(seed: int) -> bytes:
        rows, _ = SoloVectorEnv(played, num_envs=8).reset(seed=seed)
        return bytes(rows.tobytes())

    assert beginning(1) == beginning(1)
    assert beginning(1) != beginning(2)


def test_the_speeds_are_reported_for_every_size() -> None:
    assert SIZES == (1, 64, 1024)
    grid = [line for line in report(0.001, sizes=(1, 2)) if line.startswith("|")]
    assert [int(cell) for cell in grid[0].split("|")[2:-1]] == [1, 2]
    assert len(grid) == 2 + 2 * len(SOLO) + len(periplo.game_ids())
    for line in grid[2:]:
        speeds = [int(cell.replace(",", "")) for cell in line.split("|")[2:-1]]
        assert all(speed > 0 for speed in speeds)


# one seat against bots


def test_the_librarys_checker_passes_against_bots(game_id: str) -> None:
    check_env(gymnasium.make(versus(game_id), disable_env_checker=True).unwrapped)


def episode(env: Any, seed: int, most: int = 10_000) -> tuple[list[float], dict[str, Any]]:
    chance = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    found = []
    for _ in range(most):
        assert info["action_mask"].any()
        assert (env.unwrapped.action_masks() == info["action_mask"]).all()
        shown, reward, over, _, info = env.step(choose(info["action_mask"], chance))
        assert env.observation_space.contains(shown)
        found.append(reward)
        if over:
            break
    return found, info


def test_an_episode_against_bots_ends_with_the_reward(game_id: str) -> None:
    seats = min(3, periplo.game(game_id).most_seats)
    for seed in range(2):
        env = gymnasium.make(versus(game_id), opponents="greedy,random", seats=seats)
        found, info = episode(env, seed)
        state, seat = env.unwrapped._state, info["seat"]  # type: ignore[attr-defined]
        if state.over():
            assert (found[-1] > 0) == (seat in state.winners() and len(state.winners()) < seats)
        assert not any(found[:-1])
        assert episode(env, seed)[0] == found, "equal seeds give equal episodes"


def test_the_learners_seat_is_drawn_or_given(game_id: str) -> None:
    env = gymnasium.make(versus(game_id))
    drawn = {env.reset(seed=seed)[1]["seat"] for seed in range(12)}
    assert drawn == {0, 1}
    env = gymnasium.make(versus(game_id), seat=1)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(4)} == {1}


def test_an_illegal_action_against_bots_loses(game_id: str) -> None:
    env = gymnasium.make(versus(game_id))
    _, info = env.reset(seed=1)
    _, reward, over, _, info = env.step(np.flatnonzero(info["action_mask"] == 0)[0])
    assert (reward, over, info["refused"]) == (-1, True, True)
    assert not info["action_mask"].any()


def test_an_episode_against_bots_is_pickled_midway(game_id: str) -> None:
    env = gymnasium.make(versus(game_id))
    _, info = env.reset(seed=4)
    other = pickle.loads(pickle.dumps(env))
    chance = np.random.default_rng(1)
    for _ in range(6):
        action = choose(info["action_mask"], chance)
        shown, *rest, info = env.step(action)
        again, *others, _ = other.step(action)
        assert again.tobytes() == shown.tobytes()
        assert others == rest
        if rest[1]:
            break


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"seat": 2}, "seat: must be None or from 0 to 1"),
        ({"opponents": "greedy,greedy"}, "opponents: there are 1"),
        ({"opponents": "nobody"}, "no bot 'nobody'"),
        ({"reward": "love"}, "reward: must be one of"),
    ],
)
def test_a_wrong_set_up_against_bots_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(periplo.BadSetup, match=why):
        gymnasium.make(versus(periplo.game_ids()[0]), **changes)
