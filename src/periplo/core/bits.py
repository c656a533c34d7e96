"""Sets of small whole numbers, 0 to 60, each kept as one number with a bit for every member."""

from typing import Final

from mypy_extensions import i64

_LAST: Final = 60
_LAST_BIT: Final = 1 << _LAST


def bit(member: i64) -> i64:
    """The set of that one alone. Compiled, `1 << member` would be reckoned in 32 bits."""
    return _LAST_BIT >> _LAST - member


def has(members: i64, member: i64) -> bool:
    return members >> member & 1 != 0


def with_member(members: i64, member: i64) -> i64:
    return members | bit(member)


def without(members: i64, member: i64) -> i64:
    return members & ~bit(member)
