"""What the drawings of games share."""

import html
from collections.abc import Mapping
from typing import Any, Final

Tones = Mapping[str, tuple[str, str]]  # colours by name: in light, in the dark

# where the pips of a die are, by its number, in parts of the way from the middle
PIPS: Final[tuple[tuple[tuple[int, int], ...], ...]] = (
    (),  # not thrown yet
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)


def escape(text: str) -> str:
    """Text as it may stand between tags. The XML library's own costs a third of our import time:
    it loads what fetches pages.
    """
    return html.escape(text, quote=False)


def opening(css_class: str, size: Mapping[str, Any], labels: str) -> str:
    """The tag that begins a drawing; `labels` are the ids of what says in words what it shows."""
    labelled = f' aria-labelledby="{labels}"' if labels else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{css_class}"'
        f' viewBox="0 0 {size["width"]:g} {size["height"]:g}" role="img"{labelled}>'
    )


def themed(css_class: str, tones: Tones) -> str:
    """Rules that make the tones variables, light or dark as the reader likes it."""
    light = "".join([f"--{name}:{tone};" for name, (tone, _) in tones.items()])
    dark = "".join([f"--{name}:{tone};" for name, (_, tone) in tones.items()])
    return f".{css_class}{{{light}}}\n@media(prefers-color-scheme:dark){{.{css_class}{{{dark}}}}}\n"
