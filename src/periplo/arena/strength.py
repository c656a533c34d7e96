"""The proof of strength, for every game found: `make strength`, or this module with `--help`.

For each game: greedy against random and hard against greedy with two seats and with four, mean
scores alone where a game can be played alone, and how many playouts a search makes in 200 ms.
"""

import argparse
import json
import os
from collections.abc import Iterator
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import Progress

from periplo.arena.contest import Contest, play_all
from periplo.arena.standings import standings
from periplo.bots import bot
from periplo.bots.search import Search
from periplo.core.dice import Dice
from periplo.core.game import Game
from periplo.core.state import TABLE
from periplo.games import game as find_game
from periplo.games import game_ids
from periplo.version import is_compiled

PAIRS = (("greedy", "random"), ("hard", "greedy"))
SEATS = (2, 4)
FEWER = 5  # with four seats every game counts for four, and takes longer: so many times fewer
TIMED = "search:200ms"
TIMED_DECISIONS = 12


def duels(game: Game, games: int, hard_games: int, jobs: int) -> Iterator[str]:
    """A line for each pair of bots and number of seats."""
    for seats in SEATS:
        if not game.fewest_seats <= seats <= game.most_seats:
            continue
        for pair in PAIRS:
            count = hard_games if "hard" in pair else games
            if seats > 2:
                count = max(1, count // FEWER)
            first, second = _rows(Contest(game.id, pair, count, seats, "strength"), jobs)
            yield (
                f"| {game.id} | {seats} | {pair[0]} – {pair[1]} | {count} | {_rate(first)} "
                f"| {_rate(second)} |"
            )


def _rows(contest: Contest, jobs: int) -> list[dict[str, Any]]:
    """The standings of a contest; while it is played, a bar is shown where one may be."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        title = f"{contest.game}, {contest.seats} seats, {' – '.join(contest.bots)}"
        bar = progress.add_task(title, total=contest.games)
        results = play_all(contest, jobs, lambda _: progress.advance(bar))
    if len(results) < contest.games:
        raise KeyboardInterrupt  # a part of a contest is no answer
    rows: list[dict[str, Any]] = standings(contest, results)["bots"]
    return rows


def _rate(row: dict[str, Any]) -> str:
    return f"{row['rate']:.1%} ({row['low']:.1%} – {row['high']:.1%})"


def alone(game: Game, games: int, jobs: int) -> Iterator[str]:
    """A line for each bot, where a game can be played alone."""
    if game.fewest_seats == 1:
        for name in ("random", "greedy", "hard"):
            row = _rows(Contest(game.id, (name,), games, 1, "strength"), jobs)[0]
            score = f"{row['mean_score']:.2f} ± {row['score_margin']:.2f}"
            yield f"| {game.id} | {name} | {games} | {score} |"


def speed(game: Game) -> str:
    """Playouts a decision in 200 ms, the median of decisions spread over a game of greedy's.

    Beside it those that hard makes, however long they take.
    """
    seats = max(2, game.fewest_seats)
    state, dice = game.new(seats), Dice("strength")
    guide, search, hard = bot(game, "greedy"), bot(game, TIMED), bot(game, "hard")
    assert isinstance(search, Search)
    assert isinstance(hard, Search)
    done: list[int] = []
    waited = 0
    while not state.over() and len(done) < TIMED_DECISIONS:
        actor = state.next_actor()
        if actor == TABLE:
            state.play(actor, state.draw(dice))
            continue
        seen = state.seen_by(actor)
        waited += 1
        if len(state.legal(actor)) > 1 and waited % 3 == 1:
            search.choose(seen, actor, dice)
            if search.done > 0:  # else there was one action worth a look
                done.append(search.done)
        state.play(actor, guide.choose(seen, actor, dice))
    return f"| {game.id} | {seats} | {median(done) if done else 0:.0f} | {hard.most_playouts} |"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument(
        "--games", type=int, default=400, help="of greedy against random with two seats"
    )
    reader.add_argument(
        "--hard-games", type=int, default=300, help="of hard against greedy with two seats"
    )
    reader.add_argument("--solo-games", type=int, default=200, help="alone")
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("only", nargs="*", help="games; all if none is named")
    given = reader.parse_args()
    games = [find_game(game_id) for game_id in given.only or game_ids()]
    load = json.dumps([round(load, 1) for load in os.getloadavg()])
    compiled = "yes" if is_compiled() else "no"
    print(f"compiled: {compiled}; load of the machine at the start: {load}", end="\n\n")
    _table("| game | seats | playouts in 200 ms | of hard |", (speed(game) for game in games))
    _table(
        "| game | seats | bots | games | first wins (95 %) | second wins (95 %) |",
        (line for game in games
         for line in duels(game, given.games, given.hard_games, given.jobs)),
    )  # fmt: skip
    _table(
        "| game, alone | bot | games | mean score (95 %) |",
        (line for game in games for line in alone(game, given.solo_games, given.jobs)),
    )


def _table(heading: str, lines: Iterator[str]) -> None:
    print(heading)
    print("|---" * (heading.count("|") - 1) + "|")
    for line in lines:
        print(line, flush=True)
    print()


if __name__ == "__main__":
    main()
