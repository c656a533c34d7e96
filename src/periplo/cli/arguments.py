"""Arguments that several commands share."""

import json
import sys
from typing import Annotated, Any

import typer

from periplo.core.contents import hash_of, is_reference, keep, read_content
from periplo.core.errors import BadRecord, BadSetup
from periplo.core.game import Game
from periplo.core.options import File
from periplo.games import broken_games, folder_names
from periplo.games import game as find_game
from periplo.play.record import Record, reject_duplicate_keys

GameId = Annotated[str, typer.Argument(metavar="GAME", help="The game's id; see `periplo games`.")]
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="LANG", help="en, es or it; the locale's if left out."),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="K=V",
        help="An option of the game; V is JSON, a bare word a text. May be repeated.",
    ),
]

Packs = Annotated[
    list[str] | None,
    typer.Option(
        "--pack",
        metavar="FILE",
        help="The question pack that the record names by its hash. The built-in one needs none.",
    ),
]


def bring_files(record: Record, paths: list[str] | None) -> None:
    """Have the files at hand that a record names by hash; put them in place of a path, too."""
    given = {keep(read_content(path)): path for path in paths or []}
    if record.game not in folder_names():
        return  # whoever replays it says so
    files = [option for option in find_game(record.game).options if isinstance(option, File)]
    named = {
        option.name: value
        for option in files
        if (value := record.options.get(option.name, option.default)) != option.default
    }
    for name, value in named.items():
        if not is_reference(value):
            record.options[name] = next(iter(given), value)
        elif hash_of(value) not in given:
            wrong = "".join(f"; {path} has {hash}" for hash, path in given.items())
            say = wrong or "; give it with --pack FILE"
            raise BadRecord(f"option {name}: needs the file that has {hash_of(value)}{say}")
    if given and not named:
        print("--pack is not needed: this record names no file", file=sys.stderr)


def report_broken_games() -> None:
    """Name each game that cannot be loaded, a line each on standard error."""
    for game_id, why in broken_games().items():
        print(f"periplo: the game {game_id} cannot be loaded: {why}", file=sys.stderr)


def parse_options(pairs: list[str] | None) -> dict[str, Any]:
    """`["first=2", "leapfrog=pieces"]` as an object of JSON values."""
    options: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadSetup(f"--option {pair!r}: must be NAME=VALUE")
        if name in options:
            raise BadSetup(f"--option {name}: is given twice")
        options[name] = _json_or_text(value)
    return options


def report_idle_options(game: Game, seats: int, given: dict[str, Any]) -> None:
    """Name each given option that has no effect in this set-up, a line each on standard error."""
    idle = game.without_effect(seats, game.read_setup(seats, given))
    for name in given:
        if name in idle:
            print(f"periplo: option {name} has no effect: {idle[name]}", file=sys.stderr)


def _json_or_text(value: str) -> Any:
    try:
        return json.loads(value, parse_constant=str, object_pairs_hook=reject_duplicate_keys)
    except (ValueError, RecursionError):
        return value
