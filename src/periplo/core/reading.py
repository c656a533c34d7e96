"""Strict reading of JSON values: every refusal names the field. True is no number."""

from collections.abc import Sequence
from typing import Any

from mypy_extensions import i64

from periplo.core.errors import BadPosition
from periplo.core.state import NOBODY


def show(value: object) -> str:
    """A value as it may stand in a one-line message."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of thousands of digits
        return "a number of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "..."


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def mapping(value: object, field: str, keys: Sequence[str]) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(value, dict):
        raise BadPosition(field, f"must be an object, not {show(value)}")
    inside = f"{field}." if field else ""
    for key in keys:
        if key not in value:
            raise BadPosition(f"{inside}{key}", "is missing")
    for key in value:
        if key not in keys:
            raise BadPosition(f"{inside}{key}", "is no field of this game")
    return value


def array(value: object, field: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadPosition(field, f"must be a list, not {show(value)}")
    return value


def whole(value: object, field: str, least: int, most: int | None = None) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadPosition(field, f"must be a whole number, not {show(value)}")
    if value < least or (most is not None and value > most):
        bounds = f"{least} to {most}" if most is not None else f"{least} or more"
        raise BadPosition(field, f"must be {bounds}, not {show(value)}")
    return value


def text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise BadPosition(field, f"must be a text, not {show(value)}")
    return value


def flag(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise BadPosition(field, f"must be true or false, not {show(value)}")
    return value


def word(value: object, field: str, choices: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise BadPosition(field, f"must be one of {', '.join(choices)}, not {show(value)}")
    return value


def winner(value: object, turn: i64, seats: i64, over: bool) -> i64:
    """The seat that has won, which is the one on turn; before the game is over, null for NOBODY."""
    if not over:
        nothing(value, "winner", "before the game is over")
        return NOBODY
    if whole(value, "winner", 0, seats - 1) != turn:
        raise BadPosition("winner", "must be the seat on turn")
    return turn


def nothing(value: object, field: str, when: str) -> None:
    if value is not None:
        raise BadPosition(field, f"must be null {when}, not {show(value)}")
