"""Colours for light and dark, and how everything in the picture of the race looks."""

from typing import Final

from periplo.core.drawing import themed
from periplo.fonts import stack

# A route is shown by its shape as well as by its colour: colour, ink upon it, how far below the
# middle its number sits, and the shape, in a circle of radius 12. The first is for no route yet.
SHAPES: Final = (
    ("#66717d", "#fff", 0, "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0Z"),
    ("#c8322b", "#fff", 0, "M-11.5 0a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0-23 0Z"),
    ("#1f63b5", "#fff", 0, "M-10-10h20v20h-20Z"),
    ("#f2b705", "#241c08", 3.4, "M0-12.8 12.9 10.3h-25.8Z"),
    ("#28803f", "#fff", 0, "M0-13 13 0 0 13-13 0Z"),
    ("#7d3fb0", "#fff", 0, "M-6.5-12.5h13v6h6v13h-6v6h-13v-6h-6v-13h6Z"),
)

# light, dark
COLOURS: Final = {
    "paper": ("#f6f1e4", "#10171c"),
    "sea": ("#c4dce8", "#14222d"),
    "shallow": ("#d9e9f0", "#1b2e3b"),
    "grid": ("#b2cfde", "#203443"),
    "land": ("#e6e1d6", "#252c31"),
    "border": ("#fbf8f0", "#11181d"),
    "cell": ("#fffdf7", "#1b252c"),
    "edge": ("#b8ab92", "#4a5862"),
    "ink": ("#1d2733", "#eef2f4"),
    "soft": ("#5a6470", "#a9b5be"),
    "way": ("#5b4630", "#e3d3b4"),
    "verge": ("#fffdf7", "#0c1216"),
}
_GROUND: Final = ("#fbf7ec", "#2a333a")  # what the routes' colours are mixed into for the lands
_PART: Final = (0.25, 0.36)

# every class starts with europa-, for the picture may stand inside a page
STYLE: Final = (
    f"""
.europa{{font-family:{stack("sans")};font-variant-numeric:lining-nums tabular-nums}}
.europa-title{{font-family:{stack("serif")};font-style:italic}}"""
    """
.europa text{fill:var(--ink);text-anchor:middle;font-weight:700;paint-order:stroke;
stroke-linejoin:round}
.europa-coast{stroke:var(--shallow);stroke-width:16;stroke-linejoin:round}
.europa-lands path{stroke:var(--border);stroke-width:1.1;stroke-linejoin:round}
.europa-lands .europa-land{stroke:var(--land);stroke-width:1}
.europa-grid{fill:none;stroke:var(--grid);stroke-width:1}
.europa-verge{fill:none;stroke:var(--verge);stroke-width:8;stroke-opacity:.75;
stroke-linecap:round}
.europa-way{fill:none;stroke:var(--way);stroke-width:3;stroke-dasharray:.1 7;
stroke-linecap:round}
.europa-onward{fill:none;stroke:var(--way);stroke-width:3;stroke-linecap:round;
stroke-linejoin:round}
.europa-leader{fill:none;stroke:var(--ink);stroke-width:1.2}
.europa-true{fill:var(--ink);stroke:var(--verge);stroke-width:1.2}
.europa-frame{fill:none;stroke:var(--edge);stroke-width:2}
.europa-rim{fill:var(--shape);stroke:#fffdf7;stroke-width:3;stroke-linejoin:round;
paint-order:stroke}
.europa-line{fill:none;stroke:#1a1714;stroke-width:.8;stroke-linejoin:round}
.europa .europa-number{fill:var(--on);font-size:10.6px}
.europa-stone{fill:var(--cell);stroke:var(--way);stroke-width:1.8}
.europa .europa-step{font-size:13.5px}
.europa-blue{fill:#039;stroke:#fffdf7;stroke-width:2}
.europa-gold{fill:#fc0}
.europa .europa-starred{fill:#002a80;font-size:12px;stroke:#fc0;stroke-width:3.5}
.europa .europa-city{font-size:16px;font-weight:600;stroke:var(--verge);stroke-width:3.4;
stroke-opacity:.85}
.europa .europa-home{font-size:23px;stroke:var(--verge);stroke-width:4}
.europa .europa-white{fill:#fff}
.europa .europa-title text{font-weight:400}
.europa-card{fill:var(--cell);stroke:var(--edge);stroke-width:1.5}
.europa-list{fill:var(--cell);fill-opacity:.82;stroke:var(--edge)}
.europa-now{stroke:var(--ink);stroke-width:4}
.europa .europa-left{text-anchor:start}
.europa .europa-light{fill:var(--soft);font-weight:400}
.europa-flag{stroke:var(--edge);stroke-width:.6;fill:none}
.europa-empty{fill:none;stroke:var(--edge);stroke-width:1.5;stroke-dasharray:4 4}
.europa-pin{fill:#fffdf7;stroke:#1a1714;stroke-width:1.8;stroke-linejoin:round}
.europa-plane,.europa .europa-won{fill:var(--ink)}
.europa-crown{fill:#fc0;stroke:#1a1714;stroke-width:1.4;stroke-linejoin:round}
.europa-right{fill:#28803f}
.europa-wrong{fill:#c8322b}
.europa-mark{fill:none;stroke:#fff;stroke-width:7;stroke-linecap:round;stroke-linejoin:round}
.europa-die{fill:#fffdf7;stroke:#1a1714;stroke-width:1.4}
.europa-pip{fill:#1a1714}
.europa-none{fill:none;stroke:var(--edge);stroke-width:1.2}
.europa-shadow{fill:#000;opacity:.22}
"""
)


def style() -> str:
    mixed = {f"tint{route}": _tint(SHAPES[route][0]) for route in range(1, len(SHAPES))}
    fills = "".join(f".europa-{name}{{fill:var(--{name})}}" for name in ("paper", "sea", "land"))
    tints = "".join(f".europa-t{n}{{fill:var(--tint{n})}}" for n in range(1, len(SHAPES)))
    shapes = "".join(
        f".europa-r{n}{{--shape:{colour};--on:{ink}}}"
        for n, (colour, ink, _, _) in enumerate(SHAPES)
    )
    return f"{themed('europa', COLOURS | mixed)}{fills}\n{tints}\n{shapes}{STYLE}"


def _tint(colour: str) -> tuple[str, str]:
    """Of a land on a route of that colour: in light, in the dark."""
    return _mixed(colour, _GROUND[0], _PART[0]), _mixed(colour, _GROUND[1], _PART[1])


def _mixed(colour: str, background: str, part: float) -> str:
    """So much of a colour in another."""
    mixed = (
        round(part * int(colour[n : n + 2], 16) + (1 - part) * int(background[n : n + 2], 16))
        for n in (1, 3, 5)
    )
    return "#" + "".join(f"{tone:02x}" for tone in mixed)
