"""Colours as ink: as they are, or as greys in which black shapes are told apart by themselves."""

import re
from typing import Final

from periplo.core.kits import Ink

COLOUR: Final = re.compile(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")
# how bright red, green and blue look
WEIGHTS: Final = (0.2126, 0.7152, 0.0722)
DARK: Final = 0.3  # what is darker is line and letter, and stays black
LIGHT: Final = 0.55  # the darkest grey of everything else, so that lines are seen on it


def in_ink(text: str, ink: Ink) -> str:
    """A colour, or a drawing with all its colours, in this ink."""
    return COLOUR.sub(_grey, text) if ink == "black" else text


def _grey(found: re.Match[str]) -> str:
    digits = found[1] if len(found[1]) == 6 else "".join(2 * one for one in found[1])
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    bright = sum(weight * part for weight, part in zip(WEIGHTS, parts, strict=True))
    if bright < DARK and max(parts) - min(parts) < DARK:
        return "#000000"
    level = round(255 * (LIGHT + (1 - LIGHT) * bright))
    return f"#{level:02x}{level:02x}{level:02x}"
