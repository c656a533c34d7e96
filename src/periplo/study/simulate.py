"""Many games at once. Game i always uses stream i of the seed, whoever plays it and when."""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from periplo.bots import Setting, seat_bots
from periplo.core.dice import Dice
from periplo.core.errors import BadSetup
from periplo.core.game import Options
from periplo.core.playout import play_game, play_randomly
from periplo.core.state import Event, Uniform
from periplo.games import game as find_game
from periplo.study.workers import check_jobs, in_parallel

UNBOUNDED = 1 << 62
CHUNKS_A_JOB = 32  # small enough for a lively bar and an even end, large enough to cost nothing
LARGEST_CHUNK = 5000
CLAUSES_COUNTED = 1000  # at least so many games, or a tenth of all, are played with a log
CONFIDENCE_95 = 1.959963984540054


@dataclass(frozen=True)
class Study:
    """What is to be simulated."""

    game: str
    seats: int
    games: int
    bots: str = "random"
    seed: int | str = 0
    options: Options = field(default_factory=dict)

    @property
    def logged(self) -> int:
        """How many games, the first ones, are played with their clauses counted."""
        return min(self.games, max(CLAUSES_COUNTED, self.games // 10))


@dataclass
class SimulationTally:
    """What some games came to; tallies of different games add up in any order."""

    games: int = 0
    wins: Counter[int] = field(default_factory=Counter)  # in 60ths: shared wins stay whole numbers
    scores: dict[int, Fraction | int] = field(default_factory=dict)  # exact, so order is nothing
    lengths: Counter[int] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)

    def add(self, other: "SimulationTally") -> None:
        self.games += other.games
        self.wins.update(other.wins)
        for seat, score in other.scores.items():
            self.scores[seat] = self.scores.get(seat, 0) + score
        self.lengths.update(other.lengths)
        self.clauses.update(other.clauses)


def play_games(study: Study, first: int, last: int) -> SimulationTally:
    """Play games `first` to `last` - 1."""
    game = find_game(study.game)
    beginning = game.new(study.seats, study.options)
    setting = Setting(study.options)
    bots = seat_bots(game, study.bots, study.seats, setting)
    all_random = all(isinstance(bot, Uniform) for bot in bots)
    tally = SimulationTally()
    for number in range(first, last):
        state = beginning.copy()
        log: list[Event] | None = [] if number < study.logged else None
        state.log = log
        dice = Dice(study.seed, number)
        if all_random:
            steps = play_randomly(state, dice, UNBOUNDED)
        else:  # with new bots: what one remembers of a game must not change the next
            bots = seat_bots(game, study.bots, study.seats, setting)
            steps = play_game(state, bots, dice, UNBOUNDED)
        winners = state.winners()
        for seat in winners:
            tally.wins[seat] += 60 // len(winners)
        for seat, score in enumerate(state.scores()):
            exact = score if isinstance(score, int) else Fraction(score)
            tally.scores[seat] = tally.scores.get(seat, 0) + exact
        tally.lengths[steps] += 1
        if log is not None:
            tally.clauses.update(event["rule"] for event in log)
    tally.games = last - first
    return tally


def simulate(study: Study, jobs: int, progress: Callable[[int], None]) -> SimulationTally:
    """Play them all; `progress` is given how many games are done."""
    if study.games < 1:
        raise BadSetup("games: must be 1 or more")
    check_jobs(jobs)
    game = find_game(study.game)
    game.new(study.seats, study.options)  # what is wrong with them is said here, once
    seat_bots(game, study.bots, study.seats)
    total = SimulationTally()
    jobs = min(jobs, study.games)
    for tally in in_parallel(play_games, _chunks(study, jobs), jobs):
        total.add(tally)
        progress(total.games)
    return total


def _chunks(study: Study, jobs: int) -> Iterator[tuple[Study, int, int]]:
    size = min(LARGEST_CHUNK, max(1, study.games // (CHUNKS_A_JOB * jobs)))
    for first in range(0, study.games, size):
        yield study, first, min(first + size, study.games)


# reporting


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate."""
    z = CONFIDENCE_95
    rate = wins / games
    middle = rate + z * z / (2 * games)
    spread = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def quantile(lengths: Counter[int], part: float) -> int:
    """The length that this part of the games does not exceed."""
    wanted = math.ceil(part * lengths.total())
    for length in sorted(lengths):
        wanted -= lengths[length]
        if wanted <= 0:
            return length
    return max(lengths)


def _mean(total: Fraction | int, games: int) -> float | int:
    mean = Fraction(total) / games
    try:
        return float(mean)
    except OverflowError:  # scores beyond what floating point can hold
        return int(mean)


def report(study: Study, tally: SimulationTally) -> dict[str, Any]:
    """Everything found, as JSON values: equal for equal studies."""
    seats = []
    for seat in range(study.seats):
        wins = tally.wins[seat] / 60
        low, high = wilson(wins, tally.games)
        seats.append(
            {
                "seat": seat + 1,
                "wins": wins,
                "rate": wins / tally.games,
                "low": low,
                "high": high,
                "mean_score": _mean(tally.scores[seat], tally.games),
            }
        )
    lengths = tally.lengths
    steps = sum(length * count for length, count in lengths.items())
    return {
        "game": study.game,
        "seats": study.seats,
        "games": tally.games,
        "bots": study.bots,
        "seed": study.seed,
        "options": study.options,
        "wins": seats,
        "length": {
            "mean": steps / tally.games,
            "shortest": min(lengths),
            "p5": quantile(lengths, 0.05),
            "median": quantile(lengths, 0.5),
            "p95": quantile(lengths, 0.95),
            "longest": max(lengths),
        },
        "clauses": {
            "games": study.logged,
            "fired": dict(sorted(tally.clauses.items(), key=lambda item: (-item[1], item[0]))),
        },
    }
