"""The fonts we ship: TrueType files for pixels and paper, and every list of font names.

The browser gets the same faces as woff2, from web/fonts; `make fonts` writes both.
"""

from importlib.resources import files
from pathlib import Path
from typing import Final

SYMBOLS: Final = "Periplo Symbols"
# ours first; the others are for letters that ours lack, and for drawings that carry no font
STACKS: Final = {
    "serif": ("Periplo Serif", SYMBOLS, "Palatino Linotype", "Palatino", "Georgia", "serif"),
    "sans": ("Periplo Sans", SYMBOLS, "Gill Sans", "Segoe UI", "Noto Sans", "sans-serif"),
    "slab": ("Periplo Slab", "Periplo Serif", SYMBOLS, "Rockwell", "Georgia", "serif"),
}
GENERIC: Final = ("serif", "sans-serif")


def stack(kind: str) -> str:
    """A list of font names as style sheets write it."""
    return ",".join(name if name in GENERIC else f'"{name}"' for name in STACKS[kind])


def font_files() -> list[Path]:
    """The TrueType files, for whatever draws without a browser."""
    return sorted(Path(str(files(__name__))).glob("*.ttf"))
