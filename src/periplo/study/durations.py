"""How long people take for each game: `make durations` writes every game's `durations.toml`, and
`class.toml` of those that a class can play.

Games are simulated, and every throw and every choice is given the time that people take for it.
"""

import math
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from periplo.bots import Setting, seat_bots
from periplo.core.dice import Dice
from periplo.core.game import Game, Options
from periplo.core.state import NOBODY, TABLE, State
from periplo.games import game as find_game
from periplo.games import game_ids
from periplo.play.class_settings import CLASS_FILE
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


def choice_seconds(
    game: Game, state: State, seat: int, action: int, known: Mapping[str, float]
) -> float:
    """How long the seat takes for this action; `known` by its first word."""
    word = game.text(state, seat, action).split()[0]
    possible = len(state.legal(seat))
    return known.get(word, CHOICE + DOUBLING * math.log2(possible))


def play_seconds(
    game: Game,
    seats: int,
    number: int,
    options: Options | None = None,
    known: Mapping[str, float] | None = None,
    throw: float = THROW,
) -> float:
    """Play a game of that number, and say how long people would have taken."""
    state = game.new(seats, options)
    bots = seat_bots(game, BOT, seats, Setting({}))
    dice = Dice(SEED, number)
    seconds = 0.0
    shown = False
    while (actor := state.next_actor()) != NOBODY:
        if actor == TABLE:
            if state.thrower() != TABLE:
                seconds += throw
            elif not shown:
                seconds += TURN_UP
            shown = True
            state.play(actor, state.draw(dice))
            continue
        shown = False
        action = bots[actor].choose(state.seen_by(actor), actor, dice)
        if len(state.actors()) == 1:  # those who choose at the same time wait for the last one
            seconds += choice_seconds(game, state, actor, action, known or game.seconds)
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


ClassMinutes = dict[str, dict[int, list[list[int]]]]  # by how dice are thrown, and by teams


def class_durations(game: Game, games: int = GAMES) -> ClassMinutes:
    """How many minutes a class takes: for each of the settings that make a game shorter or longer,
    one game in ten takes less than the first number, half of them take less than the second, and
    one in ten takes more than the last. Dice that are thrown by themselves need only be seen.
    """
    teams = range(game.fewest_seats, game.most_seats + 1)
    return {
        throws: {count: _class_minutes(game, count, games, seconds) for count in teams}
        for throws, seconds in (("press", THROW), ("auto", TURN_UP))
    }


def _class_minutes(game: Game, teams: int, games: int, throw: float) -> list[list[int]]:
    room = game.classroom()
    found = []
    for options in room.SETTINGS:
        numbers = range(games)
        seconds = [play_seconds(game, teams, n, options, room.SECONDS, throw) for n in numbers]
        found.append(_spread([one / 60 for one in seconds]))
    return found


def _spread(minutes: list[float]) -> list[int]:
    last = len(minutes) - 1
    ordered = sorted(minutes)
    return [round(ordered[int(part * last)]) for part in (SHARE, 0.5, 1 - SHARE)]


def written_for_class(found: ClassMinutes) -> str:
    lines = [
        "# written by `make durations`: minutes that a class takes (few, usual, many), by teams;",
        "# a row for each of SETTINGS in classroom.py",
    ]
    for throws, by_teams in found.items():
        lines += ["", f"[{throws}]", *(f"{teams} = {rows}" for teams, rows in by_teams.items())]
    return "\n".join(lines) + "\n"


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
        if game.classroom() is not None:
            for_class = file.with_name(CLASS_FILE)
            for_class.write_text(written_for_class(class_durations(game)), encoding="utf-8")
            print(for_class)


if __name__ == "__main__":
    main()
