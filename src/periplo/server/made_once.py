"""What takes long to make is made once for all who wait for it, elsewhere than where everything
else waits, and kept.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import BrokenExecutor, Executor
from typing import Any

from periplo.server.limits import Buckets


class MadeOnce:
    """`kept` are kept at most, those used last; `begin` starts what makes them."""

    def __init__(
        self, kept: int, begin: Callable[[], Executor], by_address: Buckets, cost_of_new: float
    ) -> None:
        self._kept = kept
        self._start_executor = begin
        self._executor = begin()
        self._by_address = by_address
        self._cost_of_new = cost_of_new
        self._made: OrderedDict[Hashable, bytes] = OrderedDict()  # the one used last is the last
        self._making: dict[Hashable, asyncio.Future[bytes]] = {}

    def admits(self, address: str, key: Hashable) -> bool:
        """Whether somebody there may ask for one more now."""
        is_known = key in self._made or key in self._making
        return self._by_address.take(address, 1 if is_known else self._cost_of_new)

    async def get(self, key: Hashable, make: Callable[..., bytes], *given: Any) -> bytes:
        made = self._made.get(key)
        if made is not None:
            self._made.move_to_end(key)
            return made
        if key not in self._making:
            making = self._start(make, *given)
            self._making[key] = making
            making.add_done_callback(lambda done: self._finish(key, done))
        return await asyncio.shield(self._making[key])  # others may still want it

    def _start(self, make: Callable[..., bytes], *given: Any) -> "asyncio.Future[bytes]":
        loop = asyncio.get_running_loop()
        try:
            return loop.run_in_executor(self._executor, make, *given)
        except BrokenExecutor:  # its process was ended
            self._executor = self._start_executor()
            return loop.run_in_executor(self._executor, make, *given)

    def _finish(self, key: Hashable, done: "asyncio.Future[bytes]") -> None:
        del self._making[key]
        if done.cancelled() or done.exception() is not None:  # whoever waits gets it
            return
        self._made[key] = done.result()
        if len(self._made) > self._kept:
            self._made.popitem(last=False)

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
