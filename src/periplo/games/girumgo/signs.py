"""How colours look, and so the pieces, each in the colour of its corner."""

from collections.abc import Mapping
from typing import Any, Final

# A colour is known by its shape as well: colour, ink upon it, and the shape, in a circle of
# radius 12. Shapes stand upright on every wedge: a square that turned would be a diamond.
COLOURS: Final = (
    ("#cd3a2a", "#fff6e8", "M-9.8 0a9.8 9.8 0 1 0 19.6 0a9.8 9.8 0 1 0-19.6 0Z"),
    ("#f6bf2c", "#33240a", "M0-11.6 11.6 9h-23.2Z"),
    ("#27804d", "#fff6e8", "M-8.8-8.8h17.6v17.6h-17.6Z"),
    ("#6cbfe4", "#10293a", "M0-12.6 9.4 0 0 12.6-9.4 0Z"),
    ("#44429c", "#fff6e8",
     "M0-12.6 3.7-4.4 12.2-3.6 5.8 2.3 7.6 10.9 0 6.4-7.6 10.9-5.8 2.3-12.2-3.6-3.7-4.4Z"),
    ("#e58bb4", "#3a0f27", "M-3.6-11.4H3.6V-3.6h7.8V3.6H3.6v7.8H-3.6V3.6h-7.8V-3.6h7.8Z"),
)  # fmt: skip


def signs(position: Mapping[str, Any]) -> list[dict[str, str]]:
    of_seats = (COLOURS[seat["corner"]] for seat in position["seats"])
    return [{"colour": colour, "path": shape} for colour, _, shape in of_seats]
