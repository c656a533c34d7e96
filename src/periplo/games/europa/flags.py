"""The flags that are won, each in a box of 30 by 20; coats of arms are simplified."""

from math import cos, pi, sin
from typing import Final

from periplo.games.europa.map import outlines

Stripe = tuple[float, str]  # how broad, and its colour

_WHITE: Final = "#fff"
_BLACK: Final = "#000"

# stripes from the top, or from the hoist where they stand upright
_LEVEL: Final[dict[str, tuple[Stripe, ...]]] = {
    "spain": ((1, "#aa151b"), (2, "#f1bf00"), (1, "#aa151b")),
    "luxembourg": ((1, "#ed2939"), (1, _WHITE), (1, "#00a1de")),
    "netherlands": ((1, "#ae1c28"), (1, _WHITE), (1, "#21468b")),
    "germany": ((1, _BLACK), (1, "#dd0000"), (1, "#ffce00")),
    "estonia": ((1, "#0072ce"), (1, _BLACK), (1, _WHITE)),
    "latvia": ((2, "#9e3039"), (1, _WHITE), (2, "#9e3039")),
    "lithuania": ((1, "#fdb913"), (1, "#006a44"), (1, "#c1272d")),
    "poland": ((1, _WHITE), (1, "#dc143c")),
    "czechia": ((1, _WHITE), (1, "#d7141a")),
    "slovakia": ((1, _WHITE), (1, "#0b4ea2"), (1, "#ee1c25")),
    "austria": ((1, "#ed2939"), (1, _WHITE), (1, "#ed2939")),
    "slovenia": ((1, _WHITE), (1, "#005da4"), (1, "#ed1c24")),
    "croatia": ((1, "#e8112d"), (1, _WHITE), (1, "#171796")),
    "hungary": ((1, "#ce2939"), (1, _WHITE), (1, "#477050")),
    "bulgaria": ((1, _WHITE), (1, "#00966e"), (1, "#d62612")),
    "greece": tuple((1, ("#0d5eaf", _WHITE)[n % 2]) for n in range(9)),
    "cyprus": ((1, _WHITE),),
    "united-kingdom": ((1, "#012169"),),
    "denmark": ((1, "#c8102e"),),
    "sweden": ((1, "#006aa7"),),
    "finland": ((1, _WHITE),),
}
_UPRIGHT: Final[dict[str, tuple[Stripe, ...]]] = {
    "portugal": ((2, "#046a38"), (3, "#da291c")),
    "france": ((1, "#000091"), (1, _WHITE), (1, "#e1000f")),
    "ireland": ((1, "#169b62"), (1, _WHITE), (1, "#ff883e")),
    "belgium": ((1, _BLACK), (1, "#fdda24"), (1, "#ef3340")),
    "romania": ((1, "#002b7f"), (1, "#fcd116"), (1, "#ce1126")),
    "malta": ((1, _WHITE), (1, "#cf142b")),
    "italy": ((1, "#009246"), (1, _WHITE), (1, "#ce2b37")),
}


def _path(fill: str, d: str) -> str:
    return f'<path fill="{fill}" d="{d}"/>'


def _line(stroke: str, width: float, d: str) -> str:
    return f'<path fill="none" stroke="{stroke}" stroke-width="{width:g}" d="{d}"/>'


def _nordic(colour: str, left: float, right: float, top: float, bottom: float) -> str:
    """A cross of the north: its upright arm from left to right, the other from top to bottom."""
    return _path(colour, f"M{left} 0H{right}V20H{left}ZM0 {top}H30V{bottom}H0Z")


def star(x: float, y: float, radius: float) -> str:
    """A path of a star as on the Union's flag: five points, one of them upwards."""
    points = (
        (radius * (1, 0.382)[n % 2] * sin(n * pi / 5), radius * (1, 0.382)[n % 2] * cos(n * pi / 5))
        for n in range(10)
    )
    return "M" + "L".join(f"{x + a:.2f} {y - b:.2f}" for a, b in points) + "Z"


def _checks() -> str:
    """Five by five, the first one red, in a shield at the middle of the Croatian flag."""
    squares = "".join(
        f"M{11.5 + 1.4 * (n % 5):g} {6.3 + 1.5 * (n // 5):g}h1.4v1.5h-1.4Z" for n in range(0, 25, 2)
    )
    shield = "M11.5 6.3h7v4.6a3.5 3.5 0 0 1-7 0Z"
    return (
        f'<clipPath id="europa-checks"><path d="{shield}"/></clipPath>'
        + _path(_WHITE, shield)
        + f'<g clip-path="url(#europa-checks)">{_path("#e8112d", squares)}</g>'
        + f'<path fill="none" stroke="#e8112d" stroke-width=".5" d="{shield}"/>'
        + _path("#0093dd", "M11.2 6 10.9 3.9l1.6-.5.9 1.1ZM18.8 6l.3-2.1-1.6-.5-.9 1.1Z")
        + _path("#171796", "M12.7 5.6l.5-2.2h1.1l.7 2ZM17.3 5.6l-.5-2.2h-1.1l-.7 2Z")
    )


def _cyprus() -> str:
    """The island as it is on the map, over two olive branches."""
    leaves = "M{0} 15.2q1-1.8 2.6-1.6-.4 1.8-2.6 1.6ZM{1} 16.4q1.4-1.5 2.9-1-.7 1.7-2.9 1Z"
    return (
        '<g transform="translate(15 8.2) rotate(17) scale(.25) translate(-774 -902)">'
        f"{_path('#d57800', outlines()['cyprus'])}</g>"
        + _line("#4e5b31", 0.7, "M15 18Q10 17.6 8.4 13.2M15 18Q20 17.6 21.6 13.2")
        + _path("#4e5b31", leaves.format(9.6, 11.6))
        + '<g transform="translate(30 0) scale(-1 1)">'
        f"{_path('#4e5b31', leaves.format(9.6, 11.6))}</g>"
    )


# what lies upon the stripes
_CHARGES: Final = {
    "spain": (
        _path("#c9b37f", "M6.2 7.6h1v5.2h-1ZM12.8 7.6h1v5.2h-1Z")
        + _path("#aa151b", "M7.8 7.6h4.4v3.4a2.2 2.3 0 0 1-4.4 0Z")
        + _path("#f1bf00", "M8.2 8h1.7v1.9H8.2ZM10.1 10.1h1.7v.9q-.2 1.2-1.7 1.8Z")
        + _path(_WHITE, "M10.1 8h1.7v1.9h-1.7Z")
        + _path("#aa151b", "M8 7.2 7.7 5.6l1.2.6L10 5l1.1 1.2 1.2-.6L12 7.2Z")
    ),
    "portugal": (
        '<circle cx="12" cy="10" r="4.6" fill="none" stroke="#ffe000" stroke-width="1"/>'
        + _line("#ffe000", 0.6, "M7.4 10h9.2M8.6 6.8q3.4 2 6.8 0M8.6 13.2q3.4-2 6.8 0M12 5.4v9.2")
        + _path("#da291c", "M9.2 7.2h5.6v3.4a2.8 2.8 0 0 1-5.6 0Z")
        + _path(_WHITE, "M10.2 8.2h3.6v2.5a1.8 1.8 0 0 1-3.6 0Z")
        + _path("#002d72", "M11.6 8.5h.8v.9h-.8ZM11.6 9.8h.8v.9h-.8ZM11.6 11.1h.8v.9h-.8Z"
                "M10.5 9.8h.7v.9h-.7ZM12.8 9.8h.7v.9h-.7Z")
    ),
    "united-kingdom": (
        '<clipPath id="europa-jack"><path d="M15 10h15v10zv10h-15zh-15v-10zv-10h15z"/></clipPath>'
        + _line(_WHITE, 4, "M0 0 30 20M30 0 0 20")
        + f'<g clip-path="url(#europa-jack)">{_line("#c8102e", 2.67, "M0 0 30 20M30 0 0 20")}</g>'
        + _line(_WHITE, 6.67, "M15 0V20M0 10H30")
        + _line("#c8102e", 4, "M15 0V20M0 10H30")
    ),
    "denmark": _nordic(_WHITE, 8.57, 11.43, 8.57, 11.43),
    "sweden": _nordic("#fecc02", 9.38, 13.13, 8, 12),
    "finland": _nordic("#002f6c", 8.33, 13.33, 7.27, 12.73),
    "czechia": _path("#11457e", "M0 0 15 10 0 20Z"),
    "slovakia": (
        _path(_WHITE, "M4.2 4.4h9.6v5.8q0 4.4-4.8 6.2-4.8-1.8-4.8-6.2Z")
        + _path("#ee1c25", "M4.9 5.1h8.2v5.1q0 3.8-4.1 5.4-4.1-1.6-4.1-5.4Z")
        + _line(_WHITE, 0.9, "M9 5.8V13M7.1 7.6h3.8M6.4 9.8h5.2")
        + _path("#0b4ea2", "M5.4 12.6q1.2-1.4 2.3-.5Q9 10.9 10.3 12.1q1.1-.9 2.3.5"
                "-1 1.9-3.6 3-2.6-1.1-3.6-3Z")
    ),
    "slovenia": (
        _path("#ed1c24", "M5.2 3.4h4.6v4.2q0 2.6-2.3 3.8-2.3-1.2-2.3-3.8Z")
        + _path("#005da4", "M5.6 3.4h3.8v4.2q0 2.3-1.9 3.3-1.9-1-1.9-3.3Z")
        + _path(_WHITE, "M5.7 8.6 6.6 7.2l.3.3.6-1.4.6 1.4.3-.3.9 1.4q-.4 1.5-1.8 2.2"
                "-1.4-.7-1.8-2.2Z")
        + _path("#ffdd00", star(6.8, 4.3, 0.5) + star(8.2, 4.3, 0.5) + star(7.5, 5.3, 0.5))
    ),
    "croatia": _checks(),
    "greece": (
        _path("#0d5eaf", "M0 0H11.11V11.11H0Z")
        + _path(_WHITE, "M4.44 0H6.67V4.44H11.11V6.67H6.67V11.11H4.44V6.67H0V4.44H4.44Z")
    ),
    "cyprus": _cyprus(),
    "malta": (
        _path("#cf142b", "M2.2 1.2h1.8v1.6h1.6v1.8H4v1.6H2.2V4.6H.6V2.8h1.6Z")
        + _path("#96918b", "M2.45 1.45h1.3v1.6h1.6v1.3h-1.6v1.6h-1.3v-1.6H.85v-1.3h1.6Z")
    ),
}  # fmt: skip


def flag(country: str) -> str:
    """What is inside the box of 30 by 20."""
    upright = country in _UPRIGHT
    stripes = _UPRIGHT[country] if upright else _LEVEL[country]
    unit = (30 if upright else 20) / sum(broad for broad, _ in stripes)
    parts, done = [], 0.0
    for broad, colour in stripes:
        begin, done = done, done + unit * broad
        # each stripe goes on to the end under the next, so that no seam shows
        box = f"M{begin:.5g} 0H30V20H{begin:.5g}Z" if upright else f"M0 {begin:.5g}H30V20H0Z"
        parts.append(_path(colour, box))
    return "".join(parts) + _CHARGES.get(country, "")
