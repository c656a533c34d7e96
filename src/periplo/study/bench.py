"""Speed, ours and a peer's, measured in turns within one run on one core."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from periplo.core.dice import Dice
from periplo.core.playout import play_randomly
from periplo.games import game as find_game

ROUNDS = 5
SEATS = 4  # or as many as a game has
SLICE = 20_000  # steps between two looks at the clock
PEER = "OpenSpiel maedn (C++)"

Runner = Callable[[float], tuple[int, float]]  # seconds → steps and seconds they took


def our_runner(game_id: str) -> Runner:
    """Random games of ours, through the contract."""
    game = find_game(game_id)
    beginning = game.new(min(SEATS, game.most_seats))
    dice = Dice("bench")

    def run(seconds: float) -> tuple[int, float]:
        steps = 0
        start = now = time.perf_counter()
        state = beginning.copy()
        while now - start < seconds:
            target = steps + SLICE
            while steps < target:
                steps += play_randomly(state, dice, target - steps)
                if state.over():
                    state = beginning.copy()
            now = time.perf_counter()
        return steps, now - start

    return run


def peer_runner() -> Runner | None:
    """Random games of the peer, by its own C++ bots; None if it is not installed."""
    try:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    game = pyspiel.load_game("maedn")
    bots = [pyspiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(game.num_players())]

    def run(seconds: float) -> tuple[int, float]:
        steps = seed = 0
        start = now = time.perf_counter()
        while now - start < seconds:
            for _ in range(20):
                state = game.new_initial_state()
                pyspiel.evaluate_bots(state, bots, seed)
                steps += state.move_number()
                seed += 1
            now = time.perf_counter()
        return steps, now - start

    return run


def bench(game_ids: list[str], seconds: float, progress: Callable[[str], None]) -> dict[str, Any]:
    """Steps per second of the peer and of each game: the median of rounds taken in turns."""
    runners: dict[str, Runner] = {game_id: our_runner(game_id) for game_id in game_ids}
    peer = peer_runner()
    if peer is not None:
        runners[PEER] = peer
    speeds: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(ROUNDS):
        for name, run in runners.items():
            progress(name)
            steps, took = run(seconds / ROUNDS)
            speeds[name].append(steps / took)
    typical = {name: median(measured) for name, measured in speeds.items()}
    peer_speed = typical.get(PEER)
    return {
        "peer": {"name": PEER, "steps_per_second": peer_speed and round(peer_speed)},
        "games": {
            game_id: {
                "steps_per_second": round(typical[game_id]),
                "ratio": peer_speed and round(typical[game_id] / peer_speed, 3),
            }
            for game_id in game_ids
        },
    }
