"""Boards as SVG with their fonts. Each takes tenths of a second to make, so it is made once for
all who wait for it, in a thread of its own that nothing else waits for, and kept as it is sent.
"""

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from litestar import Request, Response
from litestar.datastructures import State as AppState

from periplo.play.refusals import Refused
from periplo.server.asking import address_of_request
from periplo.server.limits import Buckets

KEPT = 128  # drawings, of 40 kB at most
# One address may look at 3000 drawings at once and at 600 a minute: 200 phones that follow an event
# load up to a dozen each. One that must be made first counts for twenty.
BURST = 3000
SECONDS = 300.0
COST_OF_NEW = 20


# a drawing brings its own style sheet and its own letters
HEADERS = {
    "Vary": "Accept-Encoding",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
}


class Drawings:
    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._made: OrderedDict[Hashable, bytes] = OrderedDict()  # the one used last is the last
        self._making: dict[Hashable, asyncio.Future[bytes]] = {}
        self._thread = ThreadPoolExecutor(1, "drawings")
        self._by_address = Buckets(BURST / SECONDS, SECONDS)

    def admits(self, address: str, key: Hashable) -> bool:
        """Whether somebody there may ask for one more now."""
        is_known = key in self._made or key in self._making
        return self._by_address.take(address, 1 if is_known else COST_OF_NEW)

    async def get(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        """The drawing, packed by gzip."""
        made = self._made.get(key)
        if made is not None:
            self._made.move_to_end(key)
            return made
        if key not in self._making:
            making = asyncio.get_running_loop().run_in_executor(self._thread, _pack, draw)
            self._making[key] = making
            making.add_done_callback(lambda done: self._finish(key, done))
        return await asyncio.shield(self._making[key])  # others may still want it

    def _finish(self, key: Hashable, done: "asyncio.Future[bytes]") -> None:
        del self._making[key]
        if done.cancelled() or done.exception() is not None:  # whoever waits gets it
            return
        self._made[key] = done.result()
        if len(self._made) > self._kept:
            self._made.popitem(last=False)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def _pack(draw: Callable[[], str]) -> bytes:
    return gzip.compress(draw().encode(), 9)


async def answer_drawing(
    request: Request[Any, Any, AppState],
    drawings: Drawings,
    key: Hashable,
    draw: Callable[[], str],
    headers: Mapping[str, str],
) -> Response[bytes]:
    """The drawing, made if nobody has asked for it yet."""
    if not drawings.admits(address_of_request(request), key):
        raise Refused("too-fast", "too many drawings; please wait a minute")
    body = await drawings.get(key, lambda: _with_fonts(draw()))
    headers = {**HEADERS, **headers}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, headers=headers, media_type="image/svg+xml")


def _with_fonts(drawing: str) -> str:
    from periplo.fonts.embed import with_fonts  # takes a while to import

    return with_fonts(drawing)
