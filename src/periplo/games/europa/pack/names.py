"""Writes names.toml: the names of countries, languages and currencies that the pack uses.

    python -m periplo.games.europa.pack.names

They come from CLDR through Babel, which only this script needs: nobody types such names by hand.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

from periplo.core.words import LANGUAGES
from periplo.games.europa.packs import CODES

HERE = Path(__file__).parent
KINDS = {"territory": "territories", "language": "languages", "currency": "currencies"}


def codes_in_use() -> dict[str, set[str]]:
    """By kind: every code in a placeholder, and the countries of all editions."""
    codes: dict[str, set[str]] = {kind: set() for kind in KINDS}
    codes["territory"] |= set(CODES.values())
    for file in HERE.glob("*.toml"):
        for kind, code in re.findall(r"\{(\w+):([\w-]+)\}", file.read_text(encoding="utf-8")):
            codes[kind.lower()].add(code)
    return codes


def main() -> None:
    locale: Any = import_module("babel").Locale
    lines = ["# Out of CLDR, by `python -m periplo.games.europa.pack.names`. Do not edit."]
    for kind, codes in codes_in_use().items():
        lines.append(f"[{kind}]")
        for code in sorted(codes):
            names = {
                language: getattr(locale(language), KINDS[kind])[code] for language in LANGUAGES
            }
            inside = ", ".join(f'{language} = "{name}"' for language, name in names.items())
            lines.append(f"{code} = {{ {inside} }}")
    (HERE / "names.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
