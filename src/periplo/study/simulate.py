"""Many games at once. Game i always uses stream i of the seed, whoever plays it and when.

Whoever interrupts it gets what has been played; `save` keeps it in a file, to go on from.
"""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from periplo.bots import Setting, seat_bots
from periplo.core.dice import Dice
from periplo.core.errors import BadSetup
from periplo.core.game import Options
from periplo.core.playout import play_game, play_opening, play_randomly
from periplo.core.state import Event, Uniform
from periplo.games import game as find_game
from periplo.study.order import beginner_draw, check_first, completed, fixed
from periplo.study.savings import Line, Savings
from periplo.study.workers import check_jobs, in_parallel

UNBOUNDED = 1 << 62
CHUNKS_A_JOB = 32  # small enough for a lively bar and an even end, large enough to cost nothing
LARGEST_CHUNK = 5000
LONGEST_CHUNK = 1.0  # seconds: no more than this is lost with a worker that is ended
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
    first: int | None = None  # the seat that begins, in games that draw it

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
    logged: int = 0  # the games whose clauses were counted
    # by place in the order of play; empty in games without one
    order_wins: Counter[int] = field(default_factory=Counter)
    order_scores: dict[int, Fraction | int] = field(default_factory=dict)
    out_of_seat_order: int = 0  # games
    interrupted: bool = False  # somebody wants no more

    def add(self, other: "SimulationTally") -> None:
        self.games += other.games
        self.wins.update(other.wins)
        for seat, score in other.scores.items():
            self.scores[seat] = self.scores.get(seat, 0) + score
        self.lengths.update(other.lengths)
        self.clauses.update(other.clauses)
        self.logged += other.logged
        self.order_wins.update(other.order_wins)
        for place, score in other.order_scores.items():
            self.order_scores[place] = self.order_scores.get(place, 0) + score
        self.out_of_seat_order += other.out_of_seat_order

    def count(self, played: "Played") -> None:
        """One game more."""
        self.games += 1
        for seat in played.winners:
            self.wins[seat] += 60 // len(played.winners)
        for seat, score in enumerate(played.scores):
            self.scores[seat] = self.scores.get(seat, 0) + score
        self.lengths[played.steps] += 1
        if played.clauses is not None:
            self.clauses.update(played.clauses)
            self.logged += 1
        for place, seat in enumerate(played.order):
            won = 60 // len(played.winners) if seat in played.winners else 0
            self.order_wins[place] += won
            self.order_scores[place] = self.order_scores.get(place, 0) + played.scores[seat]
        self.out_of_seat_order += played.order != tuple(sorted(played.order))

    def to_json(self) -> Line:
        return {
            "games": self.games,
            "wins": dict(self.wins),
            "scores": {seat: str(score) for seat, score in self.scores.items()},
            "lengths": dict(self.lengths),
            "clauses": dict(self.clauses),
            "logged": self.logged,
            "order_wins": dict(self.order_wins),
            "order_scores": {place: str(score) for place, score in self.order_scores.items()},
            "out_of_seat_order": self.out_of_seat_order,
        }

    @classmethod
    def from_json(cls, line: Line) -> "SimulationTally":
        return cls(
            line["games"],
            _counter(line["wins"]),
            _exact(line["scores"]),
            _counter(line["lengths"]),
            Counter(line["clauses"]),
            line["logged"],
            _counter(line["order_wins"]),
            _exact(line["order_scores"]),
            line["out_of_seat_order"],
        )


def _counter(counts: dict[str, int]) -> Counter[int]:
    return Counter({int(key): count for key, count in counts.items()})


def _exact(totals: dict[str, str]) -> dict[int, Fraction | int]:
    return {int(key): Fraction(total) for key, total in totals.items()}


class Played(NamedTuple):
    """How one game went."""

    winners: list[int]
    scores: list[Fraction | int]
    steps: int
    order: tuple[int, ...]
    clauses: list[str] | None  # None where they are not counted


def play_games(study: Study, first: int, last: int) -> SimulationTally:
    """Play games `first` to `last` - 1, or as many of them as there is time for, or until
    somebody interrupts it; one at least, if nobody does.
    """
    game = find_game(study.game)
    beginning = game.new(study.seats, study.options)
    setting = Setting(study.options)
    bots = seat_bots(game, study.bots, study.seats, setting)
    all_random = all(isinstance(bot, Uniform) for bot in bots)
    firsts = [] if study.first is None else beginner_draw(game, study.seats, study.options)
    all_played: list[Played] = []
    until = monotonic() + LONGEST_CHUNK
    interrupted = False
    try:
        for number in range(first, last):
            state = beginning.copy()
            log: list[Event] | None = [] if number < study.logged else None
            state.log = log
            dice = Dice(study.seed, number)
            if all_random:
                bots = []
            else:  # new bots: what one remembers of a game must not change the next
                bots = seat_bots(game, study.bots, study.seats, setting)
            order: list[int] = []
            steps = play_opening(state, bots, dice, firsts, fixed(study.first), order)
            if all_random:
                steps += play_randomly(state, dice, UNBOUNDED)
            else:
                steps += play_game(state, bots, dice, UNBOUNDED)
            all_played.append(
                Played(
                    state.winners(),
                    [
                        score if isinstance(score, int) else Fraction(score)
                        for score in state.scores()
                    ],
                    steps,
                    completed(order, study.seats),
                    None if log is None else [event["rule"] for event in log],
                )
            )
            if monotonic() > until:
                break
    except KeyboardInterrupt:
        interrupted = True
    tally = SimulationTally(interrupted=interrupted)
    for played in all_played:
        tally.count(played)
    return tally


class _Ranges:
    """Ranges of games that are still to be played; what a worker had no time for comes back."""

    def __init__(self, study: Study, ranges: list[tuple[int, int]], size: int) -> None:
        self._study = study
        self._left = [
            (at, min(at + size, end)) for start, end in ranges for at in range(start, end, size)
        ][::-1]

    def __iter__(self) -> "_Ranges":
        return self

    def __next__(self) -> tuple[Study, int, int]:
        if not self._left:
            raise StopIteration
        return self._study, *self._left.pop()

    def put_back(self, start: int, end: int) -> None:
        if start < end:
            self._left.append((start, end))


def simulate(
    study: Study, jobs: int, progress: Callable[[int], None], save: Path | None = None
) -> SimulationTally:
    """Play them all; `progress` is given how many games are done.

    Ctrl-C ends it: what is returned has as many games as were finished, perhaps none. `save`
    names a file that they are kept in, and taken from if it is there.
    """
    if study.games < 1:
        raise BadSetup("games: must be 1 or more")
    check_jobs(jobs)
    game = find_game(study.game)
    game.new(study.seats, study.options)  # what is wrong with them is said here, once
    seat_bots(game, study.bots, study.seats)
    check_first(game, study.seats, study.options, study.first)
    savings = Savings(save, _facts(study))
    # by the first game of each; added up at the end, for an interruption may come at any time
    tallies = [(line["first"], SimulationTally.from_json(line)) for line in savings.lines]
    done = sum(tally.games for _, tally in tallies)
    try:
        progress(done)
        games = study.games - done
        jobs = min(jobs, max(1, games))
        size = min(LARGEST_CHUNK, max(1, games // (CHUNKS_A_JOB * jobs)))
        ranges = _Ranges(study, _missing(study, savings.lines), size)
        for first, last, tally in in_parallel(_play_range, ranges, jobs):
            if tally.games:
                tallies.append((first, tally))
                savings.add({"first": first, **tally.to_json()})
            ranges.put_back(first + tally.games, last)
            done += tally.games
            progress(done)
            if tally.interrupted:
                break
    except KeyboardInterrupt:  # what is finished is finished
        savings.write_anew([{"first": first, **tally.to_json()} for first, tally in tallies])
    finally:
        savings.close()
    total = SimulationTally()
    for _, tally in tallies:
        total.add(tally)
    return total


def _play_range(study: Study, first: int, last: int) -> tuple[int, int, SimulationTally]:
    return first, last, play_games(study, first, last)


def _facts(study: Study) -> Line:
    """What must be the same for games to belong together."""
    return {"simulation": 1, "rules": find_game(study.game).rules, **asdict(study)}


def _missing(study: Study, lines: list[Line]) -> list[tuple[int, int]]:
    """The ranges of games that no line has."""
    found, at = [], 0
    for first, games in sorted((line["first"], line["games"]) for line in lines):
        if at < first:
            found.append((at, first))
        at = first + games
    return [*found, (at, study.games)] if at < study.games else found


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
    """Everything found, as JSON values: equal for equal studies.

    `order`, by place in the order of play, is there where that is another one than the seats'.
    """
    lengths = tally.lengths
    steps = sum(length * count for length, count in lengths.items())
    fixed_first = {} if study.first is None else {"first": study.first + 1}
    unfinished = {} if tally.games == study.games else {"unfinished": study.games - tally.games}
    order = {}
    if tally.out_of_seat_order:
        order["order"] = _rows(
            "place", study.seats, tally.games, tally.order_wins, tally.order_scores
        )
    return {
        "game": study.game,
        "seats": study.seats,
        "games": tally.games,
        **unfinished,
        "bots": study.bots,
        "seed": study.seed,
        "options": study.options,
        **fixed_first,
        "wins": _rows("seat", study.seats, tally.games, tally.wins, tally.scores),
        **order,
        "length": {
            "mean": steps / tally.games,
            "shortest": min(lengths),
            "p5": quantile(lengths, 0.05),
            "median": quantile(lengths, 0.5),
            "p95": quantile(lengths, 0.95),
            "longest": max(lengths),
        },
        "clauses": {
            "games": tally.logged,
            "fired": dict(sorted(tally.clauses.items(), key=lambda item: (-item[1], item[0]))),
        },
    }


def _rows(
    name: str, count: int, games: int, wins: Counter[int], scores: dict[int, Fraction | int]
) -> list[dict[str, Any]]:
    rows = []
    for number in range(count):
        won = wins[number] / 60
        low, high = wilson(won, games)
        row = {name: number + 1, "wins": won, "rate": won / games, "low": low, "high": high}
        rows.append({**row, "mean_score": _mean(scores[number], games)})
    return rows
