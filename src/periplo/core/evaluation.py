"""From what positions are worth to chances of winning, for the games' `evaluate`."""

from math import exp


def share(worths: list[float], seat: int, scale: float) -> float:
    """The seat's chance when a lead of `scale` makes it e times as likely to win as another."""
    own = worths[seat]
    rivals: float = 0.0
    for worth in worths:
        rivals += exp(min(50.0, (worth - own) / scale))
    return 1.0 / rivals
