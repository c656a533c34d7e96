"""What the seat on turn may do, as a set of bits, for `pick` to choose from without a list.

  bits 0–3   out 0, out 3, out 6, out 00
      4–27   the moves of each reo by the lower die, the higher and both together,
             each by the yard and by the gallery
        28   skip
        29   pass
Moves are looked for as *walks*: those that advance from bit 0, those that capture from bit 24 on.
"""

from typing import Final, NewType

from mypy_extensions import i64

from periplo.core.bits import has, with_member
from periplo.games.poleana.actions import OUT_0, SKIP, move

Choices = NewType("Choices", i64)
Walks = NewType("Walks", i64)

NO_CHOICES: Final = Choices(0)
NO_WALKS: Final = 0
OUT_0_ALONE: Final = 1 << 0
OUT_3_ALONE: Final = 1 << 1
OUT_6_OR_00: Final = 1 << 2 | 1 << 3
SKIP_ALONE: Final = 1 << 28
PASS_ALONE: Final = 1 << 29

RELEASES: Final = 4
LOWER_DIE: Final = 0
HIGHER_DIE: Final = 1
BOTH_DICE: Final = 2
BITS_A_DIE: Final = 2  # by the yard, by the gallery
BITS_A_REO: Final = 6
SKIP_BIT: Final = 28
CAPTURES: Final = 24  # where they begin; as `reasons.CAPTURE`
# the number of a bit by its remainder: powers of two leave 36 different ones
BIT: Final[tuple[int, ...]] = tuple(
    next((number for number in range(36) if (1 << number) % 37 == rest), 0) for rest in range(37)
)


def has_release(choices: i64, action: i64) -> bool:
    """Whether a release is among them."""
    return has(choices, action - OUT_0)


def with_release(choices: Choices, action: i64) -> Choices:
    """And that one of the four releases."""
    return Choices(with_member(choices, action - OUT_0))


def walks_of(reo: i64, dice: i64, ways: i64) -> i64:
    """Ways of one reo by the lower die, the higher or both, put where they stand among all."""
    return ways << (BITS_A_REO * reo + BITS_A_DIE * dice)


def by_gallery(way: i64) -> i64:
    """A way by the yard made one by the gallery."""
    return way << 1


def advances(walks: Walks) -> Choices:
    return Choices((walks & ((1 << CAPTURES) - 1)) << RELEASES)


def captures(walks: Walks) -> Choices:
    return Choices(walks >> CAPTURES << RELEASES)


def any_or_skip(walks: Walks) -> Choices:
    """Every walk, whether it captures or not, or none."""
    return Choices(advances(walks) | captures(walks) | SKIP_ALONE)


def count(choices: Choices) -> i64:
    found: i64 = 0
    rest: i64 = choices
    while rest:
        rest &= rest - 1
        found += 1
    return found


def without_first(choices: Choices) -> Choices:
    return Choices(choices & (choices - 1))


def first(choices: Choices) -> i64:
    """The number of the lowest bit."""
    return BIT[(choices & -choices) % 37]


def is_move(number: i64) -> bool:
    return RELEASES <= number < SKIP_BIT


def reo_of(number: i64) -> i64:
    return (number - RELEASES) // BITS_A_REO


def dice_of(number: i64) -> i64:
    """LOWER_DIE, HIGHER_DIE or BOTH_DICE."""
    return (number - RELEASES) % BITS_A_REO >> 1


def is_up(number: i64) -> bool:
    return number & 1 != 0


def move_of(number: i64, pips: i64) -> i64:
    """The action of a move, by what its dice show."""
    return move(reo_of(number), pips, is_up(number))


def action_of(number: i64) -> i64:
    """The action of anything else."""
    if number < RELEASES:
        return OUT_0 + number
    return SKIP + number - SKIP_BIT
