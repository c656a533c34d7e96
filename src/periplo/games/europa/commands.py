"""The game's own commands: keeping question packs."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from periplo.core.errors import BadSetup


def check(
    file: Annotated[str, "A pack, a spreadsheet (.csv, .xlsx) or a Moodle quiz (.gift)."],
) -> str:
    """Name every fault of a file of questions, with its line."""
    from periplo.games.europa import packs

    faults = packs.check(file)
    for fault in faults:
        print(fault)
    if faults:
        raise BadSetup(f"{file}: faults found: {len(faults)}")
    return f"{file}: no faults found"


def import_(
    file: Annotated[str, "A spreadsheet (.csv, .xlsx) or a Moodle quiz (.gift)."],
    pack: Annotated[str, "The pack to write, a .jsonl file."],
) -> str:
    """Make a pack of a file of questions; a file with faults is refused."""
    from periplo.games.europa import packs

    made = packs.import_pack(file, pack)
    count = sum(len(made.difficulties(deck)) for deck in made.deck_names())
    return f"{pack}: {count} questions; play it with --option pack={Path(pack)}"


def export(
    pack: Annotated[str, "A pack, or built-in."],
    file: Annotated[str, "What to write: .csv, .xlsx, .gift or .jsonl."],
) -> str:
    """Write a pack as a spreadsheet or a Moodle quiz, to be edited."""
    from periplo.games.europa import packs

    packs.export_pack(packs.load_pack(pack), file)
    return f"{file}: written"


COMMANDS: dict[str, dict[str, Callable[..., str]]] = {
    "questions": {"check": check, "import": import_, "export": export}
}
HELP = {"questions": "Keep question packs: check, import and export them."}
