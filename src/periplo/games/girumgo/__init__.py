"""Girumgo: spin colour wheels to open a way of one's own colour to the wheel opposite."""

from periplo.games.girumgo.notation import GAME

__all__ = ["GAME"]
