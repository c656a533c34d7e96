"""A fast, repeatable random source for playouts: xoshiro128** on 32-bit words.

Words of 32 bits are used because their products fit a signed 64-bit integer, so that
compiled and interpreted runs give the same numbers.
"""

from hashlib import sha256
from typing import Final

from mypy_extensions import i64

_WORD: Final = 0xFFFFFFFF


class Dice:
    """`Dice(seed, stream)`: equal arguments give equal numbers, other streams independent ones."""

    def __init__(self, seed: object = 0, stream: int = 0) -> None:
        key = sha256(f"{seed}/{stream}".encode(errors="surrogatepass")).digest()
        self._a: i64 = int.from_bytes(key[0:4], "little")
        self._b: i64 = int.from_bytes(key[4:8], "little")
        self._c: i64 = int.from_bytes(key[8:12], "little")
        self._d: i64 = int.from_bytes(key[12:16], "little")
        if not (self._a or self._b or self._c or self._d):
            self._a = 1  # the one state that would never change

    def word(self) -> i64:
        """The next 32 random bits."""
        a: i64 = self._a
        b: i64 = self._b
        c: i64 = self._c
        d: i64 = self._d
        x: i64 = (b * 5) & _WORD
        x = (((x << 7) | (x >> 25)) & _WORD) * 9
        c ^= a
        d ^= b
        self._a = a ^ d
        self._b = b ^ c
        self._c = c ^ ((b << 9) & _WORD)
        self._d = ((d << 11) | (d >> 21)) & _WORD
        return x & _WORD

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, each equally likely, for n up to 2**31."""
        product: i64 = self.word() * n
        if (product & _WORD) < n:  # the few words that would favour some numbers are thrown again
            uneven: i64 = (_WORD + 1 - n) % n
            while (product & _WORD) < uneven:
                product = self.word() * n
        return product >> 32

    def chance(self) -> float:
        """A number from 0 up to, not including, 1."""
        return float(self.word()) / 4294967296.0
