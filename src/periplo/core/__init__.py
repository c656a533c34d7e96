"""What every game is. Standard library and mypy_extensions only; compiled."""
