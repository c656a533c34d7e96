"""El Reo Poleana: four prisoners a side break out of their cell and run for the middle."""

from periplo.games.poleana.notation import GAME

__all__ = ["GAME"]
