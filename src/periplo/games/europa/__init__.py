"""The race round the Union: from Murcia through 27 countries, six flags, and home for the exam."""

from periplo.games.europa.notation import GAME

__all__ = ["GAME"]
