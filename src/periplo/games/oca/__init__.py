"""Il Giro dell'Oca: a living game of the goose for flocks of people, with judges."""

from periplo.games.oca.notation import GAME

__all__ = ["GAME"]
