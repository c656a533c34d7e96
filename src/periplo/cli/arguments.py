"""Arguments that several commands share."""

import json
from typing import Annotated, Any

import typer

from periplo.core.errors import BadSetup
from periplo.play.record import without_doubles

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


def _json_or_text(value: str) -> Any:
    try:
        return json.loads(value, parse_constant=str, object_pairs_hook=without_doubles)
    except (ValueError, RecursionError):
        return value
