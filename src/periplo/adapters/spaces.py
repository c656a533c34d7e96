"""Observations as arrays of numbers from 0 to 1."""

import numpy as np
from numpy.typing import NDArray

from periplo.core.observing import Observer

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]


class Scale:
    """Brings every place of an observation to the same range."""

    def __init__(self, observer: Observer) -> None:
        self._tops = np.frombuffer(observer.tops(), np.uint8).astype(np.float32)

    def __call__(self, numbers: bytes | bytearray) -> Floats:
        """One observation, or several in a row."""
        shown: Floats = np.divide(np.frombuffer(numbers, np.uint8), self._tops, dtype=np.float32)
        return shown
