"""El camino: one unbroken path each over the same 61 hexes, fed by the same cards."""

from periplo.games.camino.notation import GAME

__all__ = ["GAME"]
