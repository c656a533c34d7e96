"""A device's own random values for a table's dice, and what the server said about them."""

import logging
from dataclasses import dataclass, field
from typing import Any

from periplo.client.errors import UnfairDice
from periplo.play.draws import commitment, new_secret

logger = logging.getLogger("periplo.client")


@dataclass
class Contribution:
    """A seat's own random value for the dice, and what the server has acknowledged of it."""

    value: str = field(default_factory=new_secret)
    promised: bool = False
    shown: bool = False


@dataclass
class Mixing:
    """What a device knows about how a table's dice came about; it outlives a lost connection."""

    given: dict[int, Contribution] = field(default_factory=dict)  # by seat, from 1
    left_out: set[int] = field(default_factory=set)  # seats whose value came too late
    published: dict[str, Any] = field(default_factory=dict)

    def look(self, table: dict[str, Any]) -> None:
        """Compare what is published now with what was, and with what was given; UnfairDice if it
        does not fit.
        """
        for name in ("commitment", "promises", "contributions"):
            now = table[name]  # None: another connection may know more already
            if now is not None and self.published.setdefault(name, now) != now:
                raise UnfairDice(f"{name}: not what was published before")
        promises, values = table["promises"], table["contributions"]
        for seat, given in self.given.items():
            if promises is not None and promises.get(str(seat)) != commitment(given.value):
                self._is_missing(seat, given.promised)
            elif values is not None and values.get(str(seat)) != given.value:
                self._is_missing(seat, given.shown)
        for seat_text, value in (values or {}).items():
            if commitment(value) != promises.get(seat_text):
                raise UnfairDice(f"seat {seat_text} contributed another value than it promised")

    def _is_missing(self, seat: int, acknowledged: bool) -> None:
        if acknowledged:
            raise UnfairDice(f"the value of seat {seat} was taken and is not in the dice")
        if seat not in self.left_out:
            self.left_out.add(seat)
            logger.warning("the dice were mixed without the value of seat %d: it came late", seat)
