"""Bots against each other: balanced line-ups, ratings, cross tables, and the proof of strength."""
