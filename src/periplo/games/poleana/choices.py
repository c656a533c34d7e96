"""What the seat on turn may do, as a set of bits, for `pick` to choose from without a list.

  bits 0–3   out 0, out 3, out 6, out 00
      4–27   the moves of each reo by the lower die, the higher and both together,
             each by the yard and by the gallery
        28   skip
        29   pass
Moves are looked for as *walks*: those that advance from bit 0, those that capture from bit 24 on.
A *reach* says with how many pips one reo may walk: bit n for n of them, and bit 24 + n if that
captures.
"""

from typing import Final, NewType

from mypy_extensions import i64

from periplo.core.bits import has, with_member
from periplo.games.poleana.actions import OUT_0, SKIP, move

Choices = NewType("Choices", i64)
Walks = NewType("Walks", i64)
Reach = NewType("Reach", i64)

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
EITHER_WAY: Final = 1 << CAPTURES | 1
# the number of a bit by its remainder: powers of two leave 36 different ones
BIT: Final = bytes(
    next((number for number in range(36) if (1 << number) % 37 == rest), 0) for rest in range(37)
)


def has_release(choices: i64, action: i64) -> bool:
    """Whether a release is among them."""
    return has(choices, action - OUT_0)


def with_release(choices: Choices, action: i64) -> Choices:
    """And that one of the four releases."""
    return Choices(with_member(choices, action - OUT_0))


def reach_of(advances: i64, captures: i64) -> Reach:
    return Reach(advances | captures << CAPTURES)


def walks_of(reach: Reach, low: i64, high: i64, both: i64) -> i64:
    """The walks of a reo by the lower die, the higher and both together, 0 for none of them."""
    return (
        (reach >> low & EITHER_WAY)
        | (reach >> high & EITHER_WAY) << BITS_A_DIE
        | (reach >> both & EITHER_WAY) << 2 * BITS_A_DIE
    )


def by_gallery(walks: i64) -> i64:
    """Walks by the yard made ones by the gallery."""
    return walks << 1


def by_reo(reo: i64, walks: i64) -> i64:
    """Those of one reo, put where they stand among all."""
    return walks << BITS_A_REO * reo


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
