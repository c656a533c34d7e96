"""For tests of games, which are in the games' folders, and for all others alike."""

pytest_plugins = ["every_test"]
