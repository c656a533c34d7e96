"""How the reos of each side look."""

from collections.abc import Mapping
from typing import Any, Final

# A colour is known by its shape as well. Each shape fills a circle of radius 12; the third entry is
# how far its number sits below the middle.
SHAPES: Final = (
    ("#c9352b", "#fff", 0, "M-11.5 0a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0-23 0Z"),
    ("#2262b3", "#fff", 0, "M-11-9.5a1.5 1.5 0 0 1 1.5-1.5H9.5a1.5 1.5 0 0 1 1.5 1.5"
     "V9.5a1.5 1.5 0 0 1-1.5 1.5H-9.5a1.5 1.5 0 0 1-1.5-1.5Z"),
    ("#f5bd14", "#2a1a06", 2.8, "M0-12.5Q1-12.5 1.6-11.5L13 8.5Q14 10.6 11.8 10.6H-11.8"
     "Q-14 10.6-13 8.5L-1.6-11.5Q-1-12.5 0-12.5Z"),
    ("#28803f", "#fff", 0, "M0-13.4Q.8-13.4 1.4-12.8L12.8-1.4Q14 0 12.8 1.4L1.4 12.8"
     "Q0 14-1.4 12.8L-12.8 1.4Q-14 0-12.8-1.4L-1.4-12.8Q-.8-13.4 0-13.4Z"),
)  # fmt: skip


def signs(position: Mapping[str, Any]) -> list[dict[str, str]]:
    of_seats = (SHAPES[seat["side"] - 1] for seat in position["seats"])
    return [{"colour": colour, "path": path} for colour, _, _, path in of_seats]
