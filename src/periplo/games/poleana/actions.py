"""The actions of El Reo Poleana, as numbers:

   0–20  the throws 1+1, 1+2, … 1+6, 2+2, … 6+6     (the table)
  21–24  seat 1 … seat 4 begins                     (the table)
  25–28  out 0, out 3, out 6, out 00                (a seat)
 29–124  p1 1, p1 1 up, p1 2, … p4 12, p4 12 up
    125  skip
    126  pass
127–142  taken 1.1, taken 1.2, … taken 4.4
"""

from typing import Final

from mypy_extensions import i64

from periplo.games.poleana.board import EXIT, MOST_PIPS, SIX, THREE, Place

THROW: Final = 0
FIRST: Final = 21
OUT_0: Final = 25
OUT_3: Final = 26
OUT_6: Final = 27
OUT_00: Final = 28
MOVE: Final = 29
SKIP: Final = 125
PASS: Final = 126
TAKEN: Final = 127
ACTIONS: Final = 143

MOVES_A_REO: Final = 2 * MOST_PIPS


def is_throw(action: i64) -> bool:
    return THROW <= action < FIRST


def is_release(action: i64) -> bool:
    return OUT_0 <= action <= OUT_00


def released_to(action: i64) -> Place:
    """Where a release sets a reo down.  [POL-2]"""
    if action == OUT_3:
        return Place(THREE)
    return Place(SIX if action == OUT_6 else EXIT)


def is_move(action: i64) -> bool:
    return MOVE <= action < SKIP


def move(reo: i64, pips: i64, up: bool) -> i64:
    return MOVE + MOVES_A_REO * reo + 2 * (pips - 1) + (1 if up else 0)


def reo_of(move: i64) -> i64:
    return (move - MOVE) // MOVES_A_REO


def pips_of(move: i64) -> i64:
    return ((move - MOVE) % MOVES_A_REO >> 1) + 1


def is_up(move: i64) -> bool:
    """Whether it goes by the gallery."""
    return (move - MOVE) & 1 != 0


def taken(prisoner: i64) -> i64:
    """A guard takes that reo, an index of all reos: REOS a seat."""
    return TAKEN + prisoner


def prisoner_of(action: i64) -> i64:
    return action - TAKEN
