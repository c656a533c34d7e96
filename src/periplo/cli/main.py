"""`periplo`: the commands, their help, and how errors are shown (one line, exit code 2)."""

import json
import os
import secrets
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from periplo.arena.contest import CLOCK, Contest, Result, play_all
from periplo.arena.grids import counted, show_standings
from periplo.arena.standings import standings
from periplo.bots import bot_names, split_names
from periplo.cli.arguments import (
    GameId,
    Language,
    Options,
    parse_options,
    report_broken_games,
    report_idle_options,
)
from periplo.cli.game_commands import add_game_commands
from periplo.cli.long_runs import First, Save, TimeLimit, check_finished, interruptible, leave
from periplo.cli.minutes import minutes
from periplo.cli.operating import add_operator_commands
from periplo.cli.printing import print_kit
from periplo.cli.replaying import replay
from periplo.cli.rosters import rosters
from periplo.cli.serving import serve, verify
from periplo.core.errors import BadSetup, BrokenGame, PeriploError
from periplo.core.files import write_whole
from periplo.core.playout import count_sequences
from periplo.core.words import Words, choose_language
from periplo.games import game as find_game
from periplo.games import game_ids
from periplo.play.match import Match
from periplo.play.record import FORMAT, Record, read_json, record_from_json, write_record
from periplo.study.bench import bench as run_bench
from periplo.study.clauses import clause_faults, is_draft, packages_in
from periplo.study.new_game import write_skeleton
from periplo.study.savings import saved_seed
from periplo.study.selfplay import selfplay as play_out
from periplo.study.simulate import Study, report
from periplo.study.simulate import simulate as run_simulation
from periplo.version import __version__, is_compiled

GUIDE = "docs/adding-a-game.md"

app = typer.Typer(
    name="periplo",
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Seats = Annotated[
    int | None,
    typer.Option("--seats", metavar="N", help="Number of seats; the fewest if left out."),
]
Output = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="Where to write; - is standard output."),
]
Bots = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="NAMES",
        help="Bots by seat, such as random,greedy; a short list goes round.",
    ),
]
Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="S", help="Equal seeds give equal runs; drawn if left out."),
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", help="Processes at once.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def main() -> None:
    """Run a command; whatever is refused on purpose is shown in one line."""
    _repair_stdio()
    add_game_commands(app)
    try:
        status = app(standalone_mode=False, prog_name="periplo")
        sys.stdout.flush()
    except PeriploError as error:
        status = _complain(str(error))
    except typer.TyperException as error:
        status = _complain(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        status = 130
    except BrokenPipeError:  # the reader went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except OSError as error:
        status = _complain(str(error))
    except ValueError as error:  # numbers of thousands of digits, which nobody can print
        if "integer string conversion" not in str(error):
            raise
        status = _complain(str(error))
    sys.exit(status if isinstance(status, int) else 0)


def _repair_stdio() -> None:
    """Closed streams lead nowhere, and no letter is worth a crash."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
        elif isinstance(stream := getattr(sys, name), TextIOWrapper):
            stream.reconfigure(errors="replace" if mode == "r" else "backslashreplace")


def _complain(message: str) -> int:
    with suppress(OSError):
        print(f"periplo: {' '.join(message.split())}", file=sys.stderr)
    return 2


@app.callback(invoke_without_command=True)
def periplo(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Journey board games: play them here, replay them, simulate them by the million.

    Alone it starts the table server and opens the browser. At the terminal:
    [bold]periplo games[/bold], then [bold]periplo play oca[/bold].
    """
    if version:
        print(f"periplo {__version__}\ncompiled: {'yes' if is_compiled() else 'no'}")
    elif context.invoked_subcommand is None:
        serve(browse=True, log_level="warning")


app.command()(serve)
app.command()(verify)
app.command()(minutes)
app.command("print")(print_kit)
app.command()(rosters)
add_operator_commands(app)


@app.command()
def games(as_json: Json = False, lang: Language = None) -> None:
    """List the games; on standard error also those that cannot be loaded, and why."""
    language = choose_language(lang)
    report_broken_games()
    if as_json:
        _print_json(_all_game_facts(language))
        return
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    for heading in ("id", "name", "seats", ""):
        grid.add_column(heading, no_wrap=heading in ("id", "seats"))
    for game_id in game_ids():
        game, words = find_game(game_id), Words(game_id, language)
        seats = game.seat_range("–")
        grid.add_row(f"[bold]{game_id}[/bold]", words.name, seats, words.pitch)
    Console().print(grid)


def _all_game_facts(language: str) -> list[dict[str, Any]]:
    found = []
    for game_id in game_ids():
        try:
            found.append(_game_facts(game_id, language))
        except BrokenGame as error:  # its bots; the other games are listed
            _complain(str(error))
    return found


def _game_facts(game_id: str, language: str) -> dict[str, Any]:
    game, words = find_game(game_id), Words(game_id, language)
    return {
        "id": game_id,
        "name": words.name,
        "pitch": words.pitch,
        "rules": game.rules,
        "seats": [game.fewest_seats, game.most_seats],
        "bots": bot_names(game),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "least": option.least,
                "most": option.most,
                "choices": option.choices,
                "help": words.option(option.name),
            }
            for option in game.options
        ],
    }


@app.command()
def rules(
    game: GameId,
    clause: Annotated[str | None, typer.Argument(help="One clause, such as OCA-13.")] = None,
    lang: Language = None,
) -> None:
    """Read a game's own page, or one clause of its rules."""
    words = Words(find_game(game).id, choose_language(lang))
    if clause is None:
        from rich.markdown import Markdown

        console = Console()
        console.print(Markdown(words.page()))
        for clause_id in words.clause_ids():
            console.print(f"\n[bold]{clause_id}[/bold]  ", end="")
            console.print(words.clause(clause_id), markup=False, highlight=False)
        return
    wording = words.clause(clause.upper()) or words.clause(clause)
    if wording is None:
        raise BadSetup(f"no clause {clause!r}; there are {', '.join(words.clause_ids())}")
    print(wording)


@app.command()
def board(
    game: GameId,
    as_json: Json = False,
    svg: Annotated[bool, typer.Option("--svg", help="Draw it as SVG.")] = False,
    seats: Seats = None,
    option: Options = None,
    output: Output = "-",
    lang: Language = None,
) -> None:
    """Show a game's board: as text, as SVG, or as JSON for other programs."""
    found, options = find_game(game), parse_options(option)
    count = found.fewest_seats if seats is None else seats
    position = found.position(found.new(count, options))
    language = choose_language(lang)
    names = found.seat_names[:count]
    if as_json:
        text = json.dumps(found.board(options), ensure_ascii=False) + "\n"
    elif svg:
        text = _with_fonts(found.svg(position, names, language, options))
    else:
        text = found.text_board(position, names, language, options) + "\n"
    if output == "-":
        sys.stdout.write(text)
    else:
        write_whole(output, text)


def _with_fonts(drawing: str) -> str:
    """With our letters inside, where the extras are installed that can put them there."""
    try:
        from periplo.fonts.embed import with_fonts
    except ModuleNotFoundError as error:
        print(f"periplo: drawn without its letters, for {error.name} is missing; "
              "pip install 'periplo[server]' brings it", file=sys.stderr)  # fmt: skip
        return drawing
    return with_fonts(drawing)


@app.command()
def new(game: GameId, seats: Seats = None, option: Options = None, output: Output = "-") -> None:
    """Write the record of a match that has not begun."""
    write_record(_new_match(game, seats, option).record, output)


def _new_match(game_id: str, seats: int | None, option: list[str] | None) -> Match:
    game, options = find_game(game_id), parse_options(option)
    count = game.fewest_seats if seats is None else seats
    match = Match.new(game_id, count, options)
    report_idle_options(game, count, options)
    return match


@app.command()
def selfplay(
    game: GameId,
    seats: Seats = None,
    bots: Bots = "random",
    seed: Seed = None,
    option: Options = None,
    output: Output = "-",
) -> None:
    """Let bots play a match to its end and write its record."""
    match = _new_match(game, seats, option)
    play_out(match, bots, _seed(seed))
    write_record(match.record, output)


def _seed(seed: str | None, save: Path | None = None) -> str:
    """As given, or that of the run that was saved, or any."""
    seed = seed or saved_seed(save)
    if seed is None:
        seed = str(secrets.randbelow(10**9))
        print(f"seed {seed}", file=sys.stderr)
    return seed


app.command()(replay)


@app.command()
def simulate(
    game: GameId,
    seats: Seats = None,
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games.")] = 10_000,
    bots: Bots = "random",
    seed: Seed = None,
    jobs: Jobs = 1,
    option: Options = None,
    first: First = None,
    time: TimeLimit = None,
    save: Save = None,
    as_json: Json = False,
) -> None:
    """Play many games: who wins, how long they last, which clauses come up.

    Ctrl-C shows what has been played.
    """
    count = find_game(game).fewest_seats if seats is None else seats
    began = None if first is None else first - 1
    options = parse_options(option)
    report_idle_options(find_game(game), count, options)
    study = Study(game, count, games, bots, _seed(seed, save), options, began)
    with interruptible(time) as run, _bar() as bar:
        task = bar.add_task(f"{game}, {counted(count, 'seat')}", total=max(games, 1))
        tally = run_simulation(study, jobs, lambda done: bar.update(task, completed=done), save)
    check_finished(tally.games, games, run, save)
    found = report(study, tally)
    if as_json:
        _print_json(found)
    else:
        _show_report(found)
    leave(tally.games, games, run)


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def _show_report(found: dict[str, Any]) -> None:
    console = Console(highlight=False)
    began = f"seat {found['first']} begins, " if "first" in found else ""
    console.print(f"{found['game']}, {counted(found['seats'], 'seat')}, "
                  f"{counted(found['games'], 'game')}, "
                  f"bots {found['bots']}, {began}seed {found['seed']}")  # fmt: skip
    console.print(_wins("seat", found["wins"], "seat"))
    if "order" in found:
        console.print(_wins("order of play", found["order"], "place"))
    length = found["length"]
    console.print(
        f"actions a game: mean {length['mean']:.1f}, shortest {length['shortest']}, "
        f"5 % {length['p5']}, median {length['median']}, 95 % {length['p95']}, "
        f"longest {length['longest']}"
    )
    logged = found["clauses"]["games"]
    console.print(f"clauses, times a game (first {logged:,} games):")
    clauses = Grid(box=None, show_header=False, padding=(0, 3, 0, 0))
    for clause, times in found["clauses"]["fired"].items():
        clauses.add_row(clause, f"{times / logged:.3f}")
    console.print(clauses)


def _wins(heading: str, rows: list[dict[str, Any]], numbered: str) -> Grid:
    grid = Grid(box=None, padding=(0, 3, 0, 0))
    for name in (heading, "wins", "95 % interval", "mean score"):
        grid.add_column(name, justify="right")
    for row in rows:
        interval = f"{row['low']:.2%} – {row['high']:.2%}"
        mean = row["mean_score"]
        score = f"{mean:.2f}" if isinstance(mean, float) else str(mean)
        grid.add_row(str(row[numbered]), f"{row['rate']:.2%}", interval, score)
    return grid


@app.command()
def arena(
    game: GameId,
    bots: Annotated[
        str, typer.Option("--bots", metavar="NAMES", help="Two or more, separated by commas.")
    ] = "random,greedy,hard",
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many in all.")] = 100,
    seats: Annotated[
        int, typer.Option("--seats", metavar="N", help="Number of seats; alone, scores count.")
    ] = 2,
    seed: Seed = None,
    jobs: Jobs = 1,
    records: Annotated[
        Path | None,
        typer.Option("--records", metavar="FOLDER", help="Write the record of every game there."),
    ] = None,
    clock: Annotated[
        float,
        typer.Option("--clock", metavar="T", help="Seconds a decision for cmd: and py: bots."),
    ] = CLOCK,
    option: Options = None,
    first: First = None,
    time: TimeLimit = None,
    save: Save = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other, seats rotated: win rates, ratings, a grid of pairs.

    Ctrl-C shows what has been played.
    """
    found_game, options = find_game(game), parse_options(option)
    report_idle_options(found_game, seats, options)
    contest = Contest(
        found_game.id,
        tuple(split_names(bots)),
        games,
        seats,
        _seed(seed, save),
        options,
        records,
        clock,
        None if first is None else first - 1,
    )
    played: list[Result] = []
    screen = Live(console=Console(stderr=True), transient=True, refresh_per_second=2)
    with interruptible(time) as run, screen as live:

        def show_so_far(result: Result) -> None:
            played.append(result)
            if sys.stderr.isatty():
                live.update(show_standings(standings(contest, played)))

        results = play_all(contest, jobs, show_so_far, save)
    check_finished(len(results), games, run, save)
    found = standings(contest, results)
    if as_json:
        _print_json(found)
    else:
        Console(highlight=False).print(show_standings(found))
    leave(len(results), games, run)


@app.command()
def perft(
    game: GameId,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=0, max=12)] = 3,
    seats: Seats = None,
    option: Options = None,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="FILE", help="A position as JSON; - is standard input."),
    ] = None,
) -> None:
    """Count the sequences of actions of each length, the table's included."""
    found, options = find_game(game), parse_options(option)
    if position is None:
        state = found.new(found.fewest_seats if seats is None else seats, options)
    else:
        state = found.load(read_json(position, "position"), options)
    for length in range(depth + 1):
        print(f"{length} {count_sequences(state, length)}", flush=True)


@app.command()
def bench(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="All games if left out.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="T", min=0.1, max=600, help="Time for each.")
    ] = 3.0,
    as_json: Json = False,
) -> None:
    """Measure steps per second, beside OpenSpiel's C++ maedn in the same run.

    Also how many positions are copied, and how many playouts a search of 200 ms makes, in a second.
    """
    measured = [find_game(game_id).id for game_id in games or game_ids()]
    with Console(stderr=True).status("measuring …") as status:
        found = run_bench(measured, seconds, lambda name: status.update(f"{name} …"))
    if as_json:
        _print_json(found)
        return
    grid = Grid(box=None, padding=(0, 3, 0, 0))
    for heading in ("", "steps/s", "ratio", "copies/s", "playouts/s"):
        grid.add_column(heading, justify="right" if heading else "left")
    peer = found["peer"]["steps_per_second"]
    grid.add_row(
        found["peer"]["name"], f"{peer:,}" if peer else "not installed", "1" if peer else ""
    )
    for game_id, speed in found["games"].items():
        ratio = f"{speed['ratio']:.2f}" if peer else "–"
        steps, copies, playouts = (
            f"{speed[f'{what}_per_second']:,}" for what in ("steps", "copies", "playouts")
        )
        grid.add_row(game_id, steps, ratio, copies, playouts)
    console = Console(highlight=False)
    console.print(grid)
    if not peer:
        console.print("no peer: pip install 'periplo[bench]' brings OpenSpiel", markup=False)
    if not is_compiled():
        console.print("these rules run interpreted; an installed, compiled Periplo is far faster")


@app.command("verify-clauses")
def verify_clauses(
    source: Annotated[
        Path, typer.Option("--source", metavar="FOLDER", help="The source tree to look through.")
    ] = Path(),
) -> None:
    """Check that code and tests cite every clause, and that each has a text in every language.

    Nothing else: whether the code does what a clause says is for the tests. A game whose
    words.toml says `draft = true` needs English only.
    """
    packages = packages_in(source)
    if not packages:
        raise BadSetup(f"{source}: no source tree with games in it; run it there or give --source")
    faults = [fault for package in packages for fault in clause_faults(package)]
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        raise typer.Exit(1)
    named = [f"{found.name}{' (draft: English only)' * is_draft(found)}" for found in packages]
    print(f"clauses: {', '.join(named)}: every one cited in code and tests, and translated")


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new game's id: small letters.")],
    source: Annotated[
        Path, typer.Option("--source", metavar="FOLDER", help="The source tree to write into.")
    ] = Path(),
) -> None:
    """Write a small race that can be played, to be changed into a game of yours."""
    folder = source / "src" / "periplo" / "games"
    if not folder.is_dir():
        raise BadSetup(f"{source}: no source tree with games in it; run it there or give --source")
    for file in write_skeleton(folder, name):
        print(file)
    print(f"next: make golden GAME={name}, make docs, periplo play {name}; see {GUIDE}")


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Asked for if left out.")
    ] = None,
    seats: Seats = None,
    who: Annotated[
        str | None,
        typer.Option(
            "--who",
            metavar="NAMES",
            help="Who sits where: me, or a bot's name, by seat; me against greedy if left out.",
        ),
    ] = None,
    names: Annotated[
        str | None, typer.Option("--names", metavar="NAMES", help="The seats' names, by seat.")
    ] = None,
    real_dice: Annotated[
        bool, typer.Option("--real-dice", help="Type in what the dice and cards on the table show.")
    ] = False,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="FILE", help="The match's file; goes on if it exists."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the last match of this game.")
    ] = False,
    option: Options = None,
    lang: Language = None,
) -> None:
    """Play at this terminal, with people and bots; every action is saved at once."""
    from periplo.cli.terminal import TerminalGame, ask_game, last_file, new_file

    language = choose_language(lang)
    game = ask_game(language) if game is None else game
    words = Words(find_game(game).id, language)
    path = Path(file) if file else (last_file(game) if resume else new_file(game))
    if file == "-":
        raise BadSetup("file: a match needs a file of its own, not standard input")
    if path.exists():
        if seats is not None or names is not None or option:
            raise BadSetup(f"{path}: goes on as it is; --seats, --names and --option are settled")
        match = Match.from_record(_playable(path))
        if match.game.id != game:
            raise BadSetup(f"{path}: is a match of {match.game.id}, not of {game}")
    else:
        if seats is None and who is not None:
            seats = max(find_game(game).fewest_seats, who.count(",") + 1)
        match = _new_match(game, seats, option)
        if names is not None:
            match = _named(match, names)
    TerminalGame(match, who, path, words, real_dice).run()


def _playable(path: Path) -> Record:
    """The record of a match that goes on here; that of a real table goes on there."""
    written = read_json(str(path))
    record = record_from_json(written)
    if written["periplo"] != FORMAT:
        raise BadSetup(
            f"{path}: was played at a real table, or a position was set (format "
            f"{written['periplo']}): it can be replayed, but not played on here"
        )
    return record


def _named(match: Match, names: str) -> Match:
    given = [name.strip() for name in names.split(",")]
    if len(given) != match.state.seats or not all(given):
        raise BadSetup(f"names: {match.state.seats} are needed, separated by commas")
    match.record.seats[:] = given
    return Match.from_record(match.record.to_json())


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1))
