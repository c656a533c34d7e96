"""How the flocks' pieces look."""

from collections.abc import Mapping
from typing import Any, Final

# A flock is known by its shape as well as by its colour: colour, ink upon it, how far below the
# middle its number sits, and the shape, in a circle of radius 12.
FLOCKS: Final = (
    ("#c8322b", "#fff", 0, "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0Z"),
    ("#1f63b5", "#fff", 0, "M-9.5-9.5h19v19h-19Z"),
    ("#f2b705", "#241c08", 2.5, "M0-12 12 9.5h-24Z"),
    ("#28803f", "#fff", 0, "M0-12.5 12.5 0 0 12.5-12.5 0Z"),
    ("#7d3fb0", "#fff", 0.5,
     "M0-13 3.9-5.4 12.4-4 6.3 2 7.7 10.5 0 6.5-7.7 10.5-6.3 2-12.4-4-3.9-5.4Z"),
    ("#f07f1a", "#241c08", 0, "M-5-11.5H5V-5h6.5V5H5v6.5H-5V5h-6.5V-5H-5Z"),
    ("#0b7f8b", "#fff", -0.8,
     "M0 11.5C-6 6-12 1.5-12-4A6 6 0 0 1 0-7 6 6 0 0 1 12-4C12 1.5 6 6 0 11.5Z"),
    ("#e46aa6", "#241c08", 2.5, "M0-13C3-7 9.5-3 9.5 3A9.5 9.5 0 0 1-9.5 3C-9.5-3-3-7 0-13Z"),
    ("#96653a", "#fff", 0,
     "M0-8a4.6 4.6 0 1 1 7 4a4.6 4.6 0 1 1 0 8a4.6 4.6 0 1 1-7 4a4.6 4.6 0 1 1-7-4"
     "a4.6 4.6 0 1 1 0-8a4.6 4.6 0 1 1 7-4Z"),
    ("#64748b", "#fff", 0.5, "M-11 9V-1A11 11 0 0 1 11-1V9Z"),
)  # fmt: skip


def signs(position: Mapping[str, Any]) -> list[dict[str, str]]:
    return [
        {"colour": colour, "path": shape}
        for colour, _, _, shape in FLOCKS[: len(position["flocks"])]
    ]
