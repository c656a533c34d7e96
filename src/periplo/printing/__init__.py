"""Paper: what is printed of games and events."""
