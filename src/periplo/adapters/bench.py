"""Steps a second of games that are stepped together: `make bench-vector`.

Timed is what the games do: acting, the table's draws, observations and masks of legal actions.
Choosing among the legal actions, evenly, is the player's business and is not timed. Seconds are
those of the processor, so that a machine with other work to do gives the same figures.
"""

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from gymnasium.vector import SyncVectorEnv
from numpy.random import default_rng

from periplo.adapters.gymnasium import ALONE, SoloEnv, SoloVectorEnv
from periplo.games import game as find_game
from periplo.games import game_ids
from periplo.vector import Batch
from periplo.version import __version__, is_compiled

SIZES = (1, 64, 1024)
ROUNDS = 5
SECONDS = 2.0  # for each size

Step = Callable[[], float]  # one step of all games; the seconds it took


def of_batch(game_id: str, games: int) -> Step:
    """`periplo.vector` alone, which gives bytes."""
    game = find_game(game_id)
    batch = Batch(game, game.fewest_seats, None, games)

    def step() -> float:
        actions = batch.pick()
        start = time.process_time()
        batch.step(actions)
        batch.observations()
        batch.masks()
        return time.process_time() - start

    return step


def of_environment(env: Any) -> Step:
    """A vector environment of Gymnasium, which gives arrays."""
    chance = default_rng(1)
    _, info = env.reset(seed=1)

    def step() -> float:
        nonlocal info
        mask = info["action_mask"]
        actions = (mask * chance.random(mask.shape)).argmax(axis=1)
        start = time.process_time()
        *_, info = env.step(actions)
        return time.process_time() - start

    return step


def of_library(game_id: str, games: int) -> Step:
    """The library's own way to have many environments: one after another."""
    return of_environment(SyncVectorEnv([lambda: SoloEnv(game_id) for _ in range(games)]))


def of_vector(game_id: str, games: int) -> Step:
    return of_environment(SoloVectorEnv(game_id, games))


def speed(step: Step, games: int, seconds: float) -> float:
    """Steps a second, all games together: the median of a few rounds."""
    rounds: list[float] = []
    for _ in range(ROUNDS):
        steps, spent = 0, 0.0
        while spent < seconds / ROUNDS:
            spent += step()
            steps += games
        rounds.append(steps / spent)
    return median(rounds)


def report(seconds: float, sizes: tuple[int, ...] = SIZES) -> Iterator[str]:
    """A grid in Markdown, line by line."""
    kind = "compiled" if is_compiled() else "interpreted"
    yield f"periplo {__version__}, {kind}; steps a second for batches of"
    yield ""
    yield f"| | {' | '.join(map(str, sizes))} |"
    yield f"|---|{'---:|' * len(sizes)}"
    rows: list[tuple[str, str, Callable[[str, int], Step]]] = []
    for game_id in game_ids():
        if find_game(game_id).fewest_seats == ALONE:
            rows.append((game_id, "Gymnasium, our vector environment", of_vector))
            rows.append((game_id, "Gymnasium, `SyncVectorEnv`", of_library))
    rows += [(game_id, "`periplo.vector` alone", of_batch) for game_id in game_ids()]
    for game_id, way, make in rows:
        speeds = [speed(make(game_id, games), games, seconds) for games in sizes]
        yield f"| `{game_id}`, {way} | {' | '.join(f'{round(s, -2):,.0f}' for s in speeds)} |"


if __name__ == "__main__":
    for line in report(SECONDS):
        print(line, flush=True)
