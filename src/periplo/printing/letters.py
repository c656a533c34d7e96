"""Letters that our fonts can print: people may be called anything, paper must not fail."""

import re
from functools import cache
from unicodedata import category, normalize

from fontTools.ttLib import TTFont

from periplo.fonts import SYMBOLS, font_files

FAMILY = "Periplo Serif"
LONG_WORD = re.compile(r"\S{25,}")
MAY_BREAK = "\u200b"
MISSING = "\N{WHITE SQUARE}"
UNSEEN = ("Mn", "Me", "Cf", "Cc")  # marks without their letter, joiners, controls
# what does not fall into a letter and a mark
PLAIN = str.maketrans(
    {"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "ı": "i", "ŧ": "t", "Ŧ": "T",
     "‘": "'", "’": "'", "\t": " ", "\u00a0": " ", "\u202f": " "}
)  # fmt: skip


def printable(text: str) -> str:
    """The text in letters that every cut of our font has; a square for those that none has."""
    return (
        text
        if have().issuperset(text)
        else "".join(_printable(one) for one in normalize("NFC", text))
    )


def breakable(text: str) -> str:
    """Very long words may be broken anywhere; else they would run over the edge of the paper."""
    return LONG_WORD.sub(lambda word: MAY_BREAK.join(word[0]), text)


def _printable(character: str) -> str:
    if character in have():
        return character
    plain = normalize("NFKD", character).translate(PLAIN)
    left = "".join(one for one in plain if category(one) not in UNSEEN)
    if not left:
        return ""
    return left if have().issuperset(left) else MISSING


@cache
def have() -> frozenset[str]:
    cuts: list[set[str]] = []
    symbols: set[str] = set()
    for file in font_files():
        with TTFont(file, lazy=True) as font:
            family = font["name"].getDebugName(1)
            if family == FAMILY:
                cuts.append(set(map(chr, font.getBestCmap())))
            elif family == SYMBOLS:
                symbols = set(map(chr, font.getBestCmap()))
    return frozenset(set.intersection(*cuts) | symbols | {"\n"})
