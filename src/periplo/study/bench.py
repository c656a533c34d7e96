"""Speed, ours and a peer's, measured in turns within one run on one core.

Measured are steps of random games, copies of positions, and playouts of the search that bots
look ahead with. Seconds are those that the processor spent on it, so that a machine with other
work to do gives the same figures.
"""

from collections.abc import Callable
from itertools import cycle
from statistics import median
from time import thread_time
from typing import Any

from periplo.bots import bot
from periplo.bots.search import Search
from periplo.core.dice import Dice
from periplo.core.game import Game
from periplo.core.playout import play_game, play_randomly
from periplo.core.state import State
from periplo.games import game as find_game

ROUNDS = 5
SEATS = 4  # or as many as a game has
SLICE = 20_000  # steps between two looks at the clock
COPIES = 1_000  # ... and copies
COPYING = 0.2  # of the time that steps are given: copies vary less
SEARCH = "search:200ms"  # as long as a bot with that name looks ahead for one choice
POSITIONS = 12  # in which it is asked
APART = 12  # steps between two of them, at least
PEER = "OpenSpiel maedn (C++)"

Runner = Callable[[float], tuple[int, float]]  # seconds → how many, and seconds they took


def our_runner(game_id: str) -> Runner:
    """Random games of ours, through the contract."""
    game = find_game(game_id)
    beginning = _beginning(game)
    dice = Dice("bench")

    def run(seconds: float) -> tuple[int, float]:
        steps = 0
        start = now = thread_time()
        state = beginning.copy()
        while now - start < seconds:
            target = steps + SLICE
            while steps < target:
                steps += play_randomly(state, dice, target - steps)
                if state.over():
                    state = beginning.copy()
            now = thread_time()
        return steps, now - start

    return run


def copying_runner(game_id: str) -> Runner:
    """Copies of positions."""
    states = [state for state, _ in _positions(find_game(game_id))]

    def run(seconds: float) -> tuple[int, float]:
        copies = 0
        start = now = thread_time()
        while now - start < seconds:
            for state in states:
                copy = state.copy
                for _ in range(COPIES):
                    copy()
                copies += COPIES
            now = thread_time()
        return copies, now - start

    return run


def searching_runner(game_id: str) -> Runner:
    """Playouts of a bot that looks ahead, each position as if it were the first."""
    game = find_game(game_id)
    asked = cycle(_positions(game))
    dice = Dice("bench")

    def run(seconds: float) -> tuple[int, float]:
        playouts = 0
        start = now = thread_time()
        while now - start < seconds:
            state, seat = next(asked)
            searcher = bot(game, SEARCH)
            assert isinstance(searcher, Search)
            searcher.seconds = min(searcher.seconds, seconds)
            searcher.choose(state, seat, dice)
            playouts += searcher.done
            now = thread_time()
        return playouts, now - start

    return run


def _beginning(game: Game) -> State:
    return game.new(min(SEATS, game.most_seats))


def _positions(game: Game) -> list[tuple[State, int]]:
    """Positions of a sensible bot's games in which a seat has a choice, as it sees them; and it."""
    beginning = _beginning(game)
    players = [bot(game, "medium") for _ in range(beginning.seats)]
    dice = Dice("positions")
    state = beginning.copy()
    found: list[tuple[State, int]] = []
    while len(found) < POSITIONS:
        play_game(state, players, dice, APART)
        while state.next_actor() < 0 or len(state.legal(state.next_actor())) == 1:
            if state.over():
                state = beginning.copy()
            play_game(state, players, dice, 1)
        seat = int(state.next_actor())
        found.append((state.seen_by(seat), seat))
    return found


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
        start = now = thread_time()
        while now - start < seconds:
            for _ in range(20):
                state = game.new_initial_state()
                pyspiel.evaluate_bots(state, bots, seed)
                steps += state.move_number()
                seed += 1
            now = thread_time()
        return steps, now - start

    return run


def bench(game_ids: list[str], seconds: float, progress: Callable[[str], None]) -> dict[str, Any]:
    """What the peer and each game do in a second: the median of rounds taken in turns."""
    peer = peer_runner()
    runners: dict[tuple[str, str], Runner] = {}
    for game_id in game_ids:
        runners[game_id, "steps"] = our_runner(game_id)
        runners[game_id, "copies"] = copying_runner(game_id)
        runners[game_id, "playouts"] = searching_runner(game_id)
    if peer is not None:
        runners[PEER, "steps"] = peer
    speeds: dict[tuple[str, str], list[float]] = {name: [] for name in runners}
    for _ in range(ROUNDS):
        for (name, what), run in runners.items():
            progress(f"{name}, {what}")
            share = COPYING if what == "copies" else 1.0
            done, took = run(share * seconds / ROUNDS)
            speeds[name, what].append(done / took)
    typical = {name: median(measured) for name, measured in speeds.items()}
    peer_speed = typical.get((PEER, "steps"))
    return {
        "peer": {"name": PEER, "steps_per_second": peer_speed and round(peer_speed)},
        "games": {
            game_id: {
                "steps_per_second": round(typical[game_id, "steps"]),
                "ratio": peer_speed and round(typical[game_id, "steps"] / peer_speed, 3),
                "copies_per_second": round(typical[game_id, "copies"]),
                "playouts_per_second": round(typical[game_id, "playouts"]),
            }
            for game_id in game_ids
        },
    }
