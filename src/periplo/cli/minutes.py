"""`periplo minutes`: the minutes of a real table, from its record."""

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from periplo.cli.arguments import Language, Packs, bring_files
from periplo.core.errors import BadSetup
from periplo.core.files import whole_file
from periplo.core.words import choose_language
from periplo.play.record import read_record
from periplo.printing.formats import FORMATS, render
from periplo.printing.minutes import make_minutes

LONGEST_ADDRESS = 500


def minutes(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A record; - is standard input.")],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FILE",
            help="Where to write; it ends in .pdf, .csv, .xlsx or .json.",
        ),
    ],
    address: Annotated[
        str,
        typer.Option("--address", metavar="URL", help="Where the replay is, for the QR code."),
    ] = "",
    pack: Packs = None,
    lang: Language = None,
) -> None:  # fmt: skip
    """Write the minutes of a real table: everything its officials did, in sentences."""
    path = Path(output)
    ending = path.suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        endings = ", ".join(f".{one}" for one in FORMATS)
        raise BadSetup(f"-o {output}: the ending says what to write: {endings}")
    _check_address(address)
    language = choose_language(lang)
    found = read_record(record)
    bring_files(found, pack)
    written = render(make_minutes(found, language, address), ending)
    with whole_file(path.resolve()) as draft:
        draft.write_bytes(written)


def _check_address(address: str) -> None:
    if not address:
        return
    if len(address) > LONGEST_ADDRESS or not address.isprintable() or " " in address:
        raise BadSetup("--address: must be an address that a phone can open")
    if urlsplit(address).scheme not in ("http", "https"):
        raise BadSetup("--address: must begin with http:// or https://")
