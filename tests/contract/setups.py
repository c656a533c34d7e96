"""Ways to set up each game, and a player who wanders: what the contract tests share."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import periplo
from periplo import TABLE, Dice, Game, State
from periplo.core.options import Whole
from periplo.core.playout import play_randomly
from periplo.core.words import ENGLISH, LANGUAGES, Words
from periplo.study.golden import recipes

GAMES = Path(__file__).parent.parent.parent / "src" / "periplo" / "games"


def small_table(game_id: str) -> State:
    """Two seats, or as few as can be, and the least of every number: what is over soonest."""
    game = periplo.game(game_id)
    least = {option.name: option.least for option in game.options if isinstance(option, Whole)}
    return game.new(max(2, game.fewest_seats), least)


def shortest_of(game_id: str, games: int, most: int) -> int:
    """How many actions the shortest of some random games takes; of longer ones, `most`."""
    return min(play_randomly(small_table(game_id), Dice(seed), most) for seed in range(games))


@cache
def quickest_game() -> str:
    """The game that random players finish first: the one for tests of whole games."""
    return min(periplo.game_ids(), key=lambda game_id: shortest_of(game_id, 3, 1000))


@cache
def lasting_game() -> str:
    """A game that is far from over after any few actions, and that shows all seats the same: the
    one for tests that play a little and then go on.
    """
    shown = [game_id for game_id in periplo.game_ids() if not small_table(game_id).hides()]
    return max(shown, key=lambda game_id: shortest_of(game_id, 10, 500))


@cache
def hiding_game() -> str:
    """A game in which seats do not see the same."""
    return next(game_id for game_id in periplo.game_ids() if small_table(game_id).hides())


@cache
def widest_game() -> str:
    """The game with the most to choose between at once: no single press on its board says it."""

    def widest_choice(game_id: str) -> int:
        game = periplo.game(game_id)
        state, dice, widest = game.new(max(2, game.fewest_seats)), Dice(1), 0
        for _ in range(60):
            if state.over():
                break
            actor = state.actors()[0]
            if actor != TABLE:
                widest = max(widest, len(state.legal(actor)))
            state.apply(actor, state.draw(dice) if actor == TABLE else state.pick(actor, dice))
        return widest

    return max(periplo.game_ids(), key=widest_choice)


def languages_of(game_id: str) -> tuple[str, ...]:
    """The languages that a game must have: English alone while it is a draft."""
    return (ENGLISH,) if Words(game_id, ENGLISH).draft else LANGUAGES


def setups(game_id: str) -> list[tuple[int, dict[str, Any]]]:
    """Every number of seats with the defaults, and every set-up of the golden games."""
    game = periplo.game(game_id)
    plain: list[tuple[int, dict[str, Any]]] = [
        (seats, {}) for seats in range(game.fewest_seats, game.most_seats + 1)
    ]
    golden = recipes(GAMES / game_id).values()
    return plain + [(recipe["seats"], recipe.get("options", {})) for recipe in golden]


def rows_of(name: str) -> list[Any]:
    """The rows of that file in every game's tests, a case each: the game, the row's name, the row.

    A file that cannot be read is a case, too, that fails in `read_row`: other games are tested.
    """
    cases = []
    for game_id in periplo.game_ids():
        file = GAMES / game_id / "tests" / name
        if not file.is_file():  # test_a_game_has_its_files names those that lack it
            continue
        try:
            rows = tomllib.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            rows = {name: f"{game_id}/tests/{name}: {error}"}
        cases += [pytest.param(game_id, row, rows[row], id=f"{game_id}-{row}") for row in rows]
    return cases


def read_row(row: Any) -> dict[str, Any]:
    """A row of `rows_of`, or what is wrong with its file."""
    if not isinstance(row, dict):
        pytest.fail(f"must be a row of its own: {row}", pytrace=False)
    return row


def places_of(layout: dict[str, Any]) -> set[int | str]:
    """The places that a layout names, as the plain board finds them (`web/src/boards/plain.ts`)."""
    lists = [entries for entries in layout.values() if isinstance(entries, list)]
    placed = [one for entries in lists for one in entries if isinstance(one, dict) and "x" in one]
    names = [one.get("at", one.get("name")) for one in placed]
    return {name for name in names if isinstance(name, (int, str))}


def every_seating() -> list[tuple[str, int]]:
    """Every game with every number of seats it can have."""
    return [
        (game_id, seats)
        for game_id in periplo.game_ids()
        for seats in range(periplo.game(game_id).fewest_seats, periplo.game(game_id).most_seats + 1)
    ]


def wander(game: Game, state: State, dice: Dice) -> tuple[int, int]:
    """What somebody does next: mostly sensible, so that games go on, now and then anything."""
    actors = state.actors()
    actor = actors[dice.below(len(actors))]
    if actor == TABLE:
        return actor, state.draw(dice)
    if dice.below(3) == 0:
        return actor, state.pick(actor, dice)
    return actor, game.policies()["greedy"].choose(state.seen_by(actor), actor, dice)


def wander_to(
    game_id: str, seed: int, which: int, most: int = 400
) -> tuple[Game, State, Dice, Any]:
    """A position somewhere in a game, with the options it is played with."""
    game = periplo.game(game_id)
    choices = setups(game_id)
    seats, options = choices[which % len(choices)]
    dice = Dice(seed)
    state = game.new(seats, options)
    for _ in range(dice.below(most)):
        if state.over():
            break
        state.apply(*wander(game, state, dice))
    return game, state, dice, options


def link_package(folder: Path) -> Path:
    """The package as it is, in a folder that can be put first on the path; its `games` can be added
    to and nothing is written into the work tree. Returns that folder of games.
    """
    source, package = Path(periplo.__file__).parent, folder / "periplo"
    games = package / "games"
    games.mkdir(parents=True)
    for found, target in ((source, package), (source / "games", games)):
        for entry in found.iterdir():
            if entry.name not in ("games", "__pycache__"):
                (target / entry.name).symlink_to(entry)
    for library in source.parent.glob("*__mypyc*"):  # what compiled modules share
        (folder / library.name).symlink_to(library)
    return games
