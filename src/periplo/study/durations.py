"""How long people take for each game: `make durations` writes every game's `durations.toml`.

Games are simulated, and every throw and every choice is given the time that people take for it.
"""

import math
from importlib.resources import files
from pathlib import Path

from periplo.bots import Setting, seat_bots
from periplo.core.dice import Dice
from periplo.core.game import Game
from periplo.core.state import NOBODY, TABLE, State
from periplo.games import game as find_game
from periplo.games import game_ids
from periplo.play.durations import FILE

GAMES = 200
BOT = "medium"
SEED = "durations"
SHARE = 0.1  # of all games are shorter than is said, and as many longer

# how long people take, in seconds
THROW = 6.0  # to take the dice, throw, and see what comes of it
TURN_UP = 2.0  # to see what the table does by itself, be it one card or a whole set-up
CHOICE = 3.0  # to choose and press what is not in doubt
DOUBLING = 2.0  # more for every doubling of what may be chosen


def choice_seconds(game: Game, state: State, seat: int, action: int) -> float:
    """How long the seat takes for this action."""
    word = game.text(state, seat, action).split()[0]
    possible = len(state.legal(seat))
    return game.seconds.get(word, CHOICE + DOUBLING * math.log2(possible))


def play_seconds(game: Game, seats: int, number: int) -> float:
    """Play a game of that number, and say how long people would have taken."""
    state = game.new(seats)
    bots = seat_bots(game, BOT, seats, Setting({}))
    dice = Dice(SEED, number)
    seconds = 0.0
    shown = False
    while (actor := state.next_actor()) != NOBODY:
        if actor == TABLE:
            if state.thrower() != TABLE:
                seconds += THROW
            elif not shown:
                seconds += TURN_UP
            shown = True
            state.play(actor, state.draw(dice))
            continue
        shown = False
        action = bots[actor].choose(state.seen_by(actor), actor, dice)
        if len(state.actors()) == 1:  # those who choose at the same time wait for the last one
            seconds += choice_seconds(game, state, actor, action)
        state.play(actor, action)
    return seconds


def rounded(few: float, many: float) -> tuple[int, int]:
    """Down and up: to a minute, and from ten on to five."""
    low = math.floor(few) if few < 10 else 5 * math.floor(few / 5)
    high = math.ceil(many) if many <= 10 else 5 * math.ceil(many / 5)
    return max(1, low), high


def durations(game: Game, games: int = GAMES) -> dict[int, tuple[int, int]]:
    """From how many minutes to how many, by the number of seats."""
    found = {}
    for seats in range(game.fewest_seats, game.most_seats + 1):
        minutes = sorted(play_seconds(game, seats, number) / 60 for number in range(games))
        few, many = (minutes[int(part * (games - 1))] for part in (SHARE, 1 - SHARE))
        found[seats] = rounded(few, many)
    return found


def written(found: dict[int, tuple[int, int]]) -> str:
    lines = ["# written by `make durations`: from how many minutes to how many, by seats"]
    return (
        "\n".join([*lines, *(f"{n} = [{few}, {many}]" for n, (few, many) in found.items())]) + "\n"
    )


def main() -> None:
    for game_id in game_ids():
        game = find_game(game_id)
        file = Path(str(files(f"periplo.games.{game_id}") / FILE))
        file.write_text(written(durations(game)), encoding="utf-8")
        print(file)


if __name__ == "__main__":
    main()
