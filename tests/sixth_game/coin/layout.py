"""Two places, and the coin on one of them."""

from collections.abc import Mapping
from typing import Any


def layout(position: Mapping[str, Any]) -> dict[str, Any]:
    squares = [{"at": "heads", "x": 100, "y": 100}, {"at": "tails", "x": 300, "y": 100}]
    won = [squares[seat]["at"] for seat, score in enumerate(position["scores"]) if score]
    pieces = [{"seat": 0, "piece": 1, "at": at} for at in won]
    return {"width": 400, "height": 200, "squares": squares, "pieces": pieces}
