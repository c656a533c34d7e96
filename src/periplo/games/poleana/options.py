"""The options of El Reo Poleana."""

from typing import Any

from periplo.core.options import Flag, OneOf, Option
from periplo.core.reading import is_whole

DRAW = "draw"


class First(Option):
    """Who begins: drawn, or a seat from 0."""

    def __init__(self) -> None:
        super().__init__("first", "first", DRAW)
        self.choices = [DRAW]
        self.seats = "one"

    def read(self, value: object, seats: int) -> Any:
        if value == DRAW or (is_whole(value) and value in range(seats)):
            return value
        raise self.refuse(f'"{DRAW}", or a seat from 0 to {seats - 1}', value)


OPTIONS = (
    Flag("custodians", False),
    OneOf("reach", "side", ("side", "yard")),
    OneOf("nine", "anyone", ("anyone", "owner")),
    First(),
)
