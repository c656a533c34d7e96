"""Bots against each other: balanced line-ups, ratings, grids, and the proof of strength."""
