"""Two dice thrown together: 21 throws, numbered 0–20 as 1+1, 1+2, … 1+6, 2+2, … 6+6."""

from fractions import Fraction
from typing import Final

THROWS: Final = tuple((a, b) for a in range(1, 7) for b in range(a, 7))
# bytes, which are read fastest
LOW: Final = bytes(a for a, _ in THROWS)
HIGH: Final = bytes(b for _, b in THROWS)
# the 36 ways two dice can fall, each as the number of its throw
FALLS: Final = bytes(THROWS.index((min(a, b), max(a, b))) for a in range(1, 7) for b in range(1, 7))
CHANCES: Final = [(throw, Fraction(1 if a == b else 2, 36)) for throw, (a, b) in enumerate(THROWS)]
