"""The skeleton of a new game: a small race that can be played, to be changed into another game."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from keyword import iskeyword
from pathlib import Path

from periplo.core.errors import BadSetup

SKELETON = "skeleton"


def write_skeleton(folder: Path, game_id: str) -> list[Path]:
    """Write the package of a new game into a folder of games; the files written."""
    if not re.fullmatch(r"[a-z][a-z0-9]*", game_id):
        raise BadSetup(f"game {game_id!r}: an id is lower-case letters and digits, as in girumgo")
    if iskeyword(game_id):
        raise BadSetup(f"game {game_id!r}: is a word of Python, which cannot name a package")
    package = folder / game_id
    if package.exists():
        raise BadSetup(f"{package}: is there already")
    names = {"@id@": game_id, "@Id@": game_id.capitalize(), "@Name@": game_id.capitalize()}
    names["@ID@"] = game_id.upper()
    return list(_copy(files(__package__) / SKELETON, package, names))


def _copy(source: Traversable, target: Path, names: dict[str, str]) -> list[Path]:
    target.mkdir()
    written = []
    for entry in sorted(source.iterdir(), key=lambda found: found.name):
        name = _fill(entry.name, names).removesuffix(".txt")
        if entry.is_dir():
            written += _copy(entry, target / name, names)
        else:
            text = _fill(entry.read_text(encoding="utf-8"), names)
            (target / name).write_text(text, encoding="utf-8")
            written.append(target / name)
    return written


def _fill(text: str, names: dict[str, str]) -> str:
    for placeholder, value in names.items():
        text = text.replace(placeholder, value)
    return text
