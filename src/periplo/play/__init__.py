"""Matches: a state with its record and events; reading, writing, replaying them."""
