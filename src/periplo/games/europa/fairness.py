"""Whether any route is better than another: every route's share of wins, and a better board.

    python -m periplo.games.europa.fairness                  the shares, over 100,000 games each
    python -m periplo.games.europa.fairness --games 5000     the same, sooner
    python -m periplo.games.europa.fairness --search today   moves squares, prints the best found

Five copies of one bot play (`judged`, skill 0.6, instructions on, built-in pack), with each of
two bots, on each board. All shares are to be from 18 to 22 %.  [EUR-R1]
"""

import argparse
from collections.abc import Sequence
from itertools import groupby, pairwise

from periplo.core.dice import Dice
from periplo.core.playout import play_game
from periplo.core.state import Policy
from periplo.games.europa.board import ROUTES, Board
from periplo.games.europa.bot import Greedy, Hasty
from periplo.games.europa.packs import built_in
from periplo.games.europa.rules import EuropaState
from periplo.games.europa.tables import EDITIONS, Track, TrackSquare, make_board, track_of

BOTS: dict[str, Policy] = {"greedy": Greedy(), "hasty": Hasty()}
SEATS = 5
SKILL = 0.6
FLAGS = 6
LONGEST_GAME = 1_000_000


def shares(board: Board, bot: Policy, games: int, seed: int) -> list[float]:
    """What part of the games each route wins, route 1 first."""
    wins = [0] * (ROUTES + 1)
    for game in range(games):
        race = EuropaState(board, [SKILL] * SEATS, True, FLAGS, True)
        play_game(race, [bot] * SEATS, Dice(seed, game), LONGEST_GAME)
        wins[race.route[race.winner]] += 1
    return [won / games for won in wins[1:]]


def measure(games: int, seed: int) -> list[tuple[str, str, list[float]]]:
    """The shares on each board, with each bot."""
    found = []
    for edition in EDITIONS:
        board = make_board(edition, track_of(edition), built_in())
        for name, bot in BOTS.items():
            found.append((edition, name, shares(board, bot, games, seed)))
    return found


# looking for a better board


def unfairness(edition: str, track: Track, games: int, seed: int) -> float:
    """How far the shares are from equal; the worst of them counts most."""
    board = make_board(edition, track, built_in())
    off = [
        abs(share - 1 / ROUTES)
        for bot in BOTS.values()
        for share in shares(board, bot, games, seed)
    ]
    return max(off) + sum(off) / len(off)


def moved(track: Track, dice: Dice) -> Track:
    """Two neighbours in a country change places; two cities change their colours only."""
    while True:
        i = dice.below(len(track) - 1)
        here, there = track[i], track[i + 1]
        if here.country != there.country or (here.sign, here.route) == (there.sign, there.route):
            continue
        if here.route and there.route:  # cities stay in the order of the journey
            if here.route == there.route:
                continue
            here, there = (
                TrackSquare(there.country, there.sign, here.route),
                TrackSquare(here.country, here.sign, there.route),
            )
        found = [*track[:i], there, here, *track[i + 2 :]]
        if not any(a.sign == b.sign == "*" for a, b in pairwise(found)):
            return found


def search(edition: str, games: int, tries: int, seed: int) -> Track:
    """Keeps whatever move makes the board fairer."""
    best = track_of(edition)
    least = unfairness(edition, best, games, seed)
    dice = Dice(seed, -1)
    for number in range(tries):
        track = moved(best, dice)
        off = unfairness(edition, track, games, seed)
        if off < least:
            best, least = track, off
            print(f"try {number + 1}: {least:.4f}", flush=True)
    return best


def written(track: Track) -> list[str]:
    """A track's lines for the file in `boards/`."""
    lines = []
    for country, group in groupby(track, key=lambda square: square.country):
        squares = list(group)
        shared = len({square.route for square in squares if square.route}) > 1
        words = [
            f"{square.sign}/{square.route}" if shared and square.route else square.sign
            for square in squares
        ]
        lines.append(f'[{country}] squares = "{" ".join(words)}"')
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Is any route better than another?")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=2009)
    parser.add_argument("--search", choices=EDITIONS)
    parser.add_argument("--tries", type=int, default=60)
    chosen = parser.parse_args(arguments)
    if chosen.search:
        track = search(chosen.search, chosen.games, chosen.tries, chosen.seed)
        print("\n".join(written(track)))
        return
    for edition, name, parts in measure(chosen.games, chosen.seed):
        percentages = "  ".join(f"route {i}: {part:6.2%}" for i, part in enumerate(parts, 1))
        print(f"{edition:5}  {name:6}  {percentages}", flush=True)


if __name__ == "__main__":
    main()
