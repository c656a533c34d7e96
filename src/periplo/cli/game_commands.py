"""Commands that games bring along, such as a solver or the keeping of question packs.

A game's `commands.py` has `COMMANDS`, groups of plain functions by name, and `HELP` for the groups.
Parameters are annotated `Annotated[type, "help"]`; one without a default is an argument, any
other an option. A parameter called `progress` is not shown: it is given something to call with
the part done (0 to 1) and a few words, which moves a bar. What a function returns is printed.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from importlib.resources import files
from typing import Annotated, Any, get_args, get_type_hints

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from periplo.games import folder_names


def add_game_commands(app: typer.Typer) -> None:
    """Let every game add its commands to the menu; one whose commands are broken adds none."""
    groups: dict[str, typer.Typer] = {}
    for game_id in folder_names():
        if not (files("periplo.games") / game_id / "commands.py").is_file():
            continue
        try:
            module = import_module(f"periplo.games.{game_id}.commands")
        except Exception as error:  # whatever a game does while it is imported
            print(f"periplo: commands of {game_id} left out: {error}", file=sys.stderr)
            continue
        for group, functions in module.COMMANDS.items():
            if group not in groups:
                groups[group] = typer.Typer(help=module.HELP[group])
                app.add_typer(groups[group], name=group)
            for name, function in functions.items():
                groups[group].command(name)(_as_command(function))


def _as_command(function: Callable[..., str]) -> Callable[..., None]:
    hints = get_type_hints(function, include_extras=True)
    given = inspect.signature(function).parameters
    shown = [
        _dressed(parameter, hints[name]) for name, parameter in given.items() if name != "progress"
    ]

    @wraps(function)
    def command(**arguments: Any) -> None:
        if "progress" not in given:
            text = function(**arguments)
        else:
            with progress_bar() as progress:
                text = function(**arguments, progress=progress)
        if text:
            print(text)

    command.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in shown}
    return command


def _dressed(parameter: inspect.Parameter, hint: Any) -> inspect.Parameter:
    kind, help_text = get_args(hint)[:2]
    facts: Any = typer.Option(f"--{parameter.name}", help=help_text)
    if parameter.default is inspect.Parameter.empty:
        facts = typer.Argument(help=help_text)
    return parameter.replace(annotation=Annotated[kind, facts], kind=inspect.Parameter.KEYWORD_ONLY)


@contextmanager
def progress_bar() -> Iterator[Callable[[float, str], None]]:
    """Something to call with the part done, 0 to 1, and a few words; it moves a bar."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda done, words: bar.update(task, completed=done, description=words)
