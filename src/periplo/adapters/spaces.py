"""What is observed, as arrays that learning libraries take."""

import numpy as np
from numpy.typing import NDArray

from periplo.core.observing import Observer

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]


class Scale:
    """Observations with every place brought to the range from 0 to 1."""

    def __init__(self, observer: Observer) -> None:
        self._tops = np.frombuffer(observer.tops(), np.uint8).astype(np.float32)

    def rows(self, numbers: bytes | bytearray) -> Floats:
        """A row for each observation."""
        rows = np.frombuffer(numbers, np.uint8).reshape(-1, len(self._tops))
        scaled: Floats = np.divide(rows, self._tops, dtype=np.float32)
        return scaled
