"""`periplo print`: a game as paper that one can cut, fold and play."""

from pathlib import Path
from typing import Annotated

import typer

from periplo.cli.arguments import GameId, Language, Options, Packs, bring_files, parse_options
from periplo.cli.game_commands import progress_bar
from periplo.core.errors import BadSetup
from periplo.core.files import whole_file
from periplo.core.words import choose_language
from periplo.games import game as find_game
from periplo.play.match import Match
from periplo.play.record import read_record


def print_kit(
    game: GameId,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Where to write; GAME.pdf if left out."
        ),
    ] = None,
    paper: Annotated[
        str, typer.Option("--paper", metavar="PAPER", help="a4, a3, a2, a1 or letter.")
    ] = "a4",
    ink: Annotated[
        str,
        typer.Option(
            "--ink", metavar="INK", help="colour; save: white grounds; black: no colours at all."
        ),
    ] = "colour",
    seats: Annotated[
        int | None,
        typer.Option("--seats", metavar="N", help="Number of seats; the most if left out."),
    ] = None,
    option: Options = None,
    match: Annotated[
        str | None,
        typer.Option("--match", metavar="RECORD", help="A finished match, as a souvenir."),
    ] = None,
    pack: Packs = None,
    use: Annotated[
        str | None,
        typer.Option("--for", metavar="USE", help="What for, where a game asks: table or square."),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="FILE", help="The set-up of a position, as JSON."),
    ] = None,
    event: Annotated[
        str | None,
        typer.Option(
            "--event", metavar="FILE", help="An event, as JSON: badges get names and QR codes."
        ),
    ] = None,
    day: Annotated[
        str | None, typer.Option("--day", metavar="DATE", help="The deal of a day: 2026-03-01.")
    ] = None,
    lang: Language = None,
) -> None:
    """Write a print kit as PDF: boards, cards, pieces, sheets and rules."""
    found, language = find_game(game), choose_language(lang)
    path = Path(output or f"{found.id}.pdf")
    if path.suffix.lower() != ".pdf":
        raise BadSetup(f"-o {output}: a kit is written as .pdf")
    try:
        from periplo.printing.kits import Wanted, to_pdf
    except ModuleNotFoundError as error:
        raise BadSetup(f"this needs {error.name}: pip install 'periplo[print]'") from None
    more = {"for": use, "position": position, "day": day, "event": event}
    record = None if match is None else read_record(match)
    if record is not None:
        if record.game != found.id:
            raise BadSetup(f"--match {match}: a match of {record.game}, not of {found.id}")
        bring_files(record, pack)
    wanted = Wanted(
        found,
        paper=paper,
        language=language,
        seats=seats,
        options=parse_options(option),
        ink=ink,
        more={name: text for name, text in more.items() if text is not None},
        match=None if record is None else Match.from_record(record),
    )
    with progress_bar() as progress:
        written = to_pdf(wanted, progress)
    with whole_file(path.resolve()) as draft:
        draft.write_bytes(written)
    print(path)
