"""Boards as SVG with their fonts. Each takes tenths of a second to make, so it is made once for
all who wait for it, in a thread of its own that nothing else waits for, and kept as it is sent.
"""

import gzip
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from litestar import Request, Response
from litestar.datastructures import State as AppState

from periplo.play.refusals import Refused
from periplo.server.asking import address_of_request
from periplo.server.limits import Buckets
from periplo.server.made_once import MadeOnce

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


class Drawings(MadeOnce):
    """Each is packed by gzip."""

    def __init__(self, kept: int = KEPT) -> None:
        by_address = Buckets(BURST / SECONDS, SECONDS)
        super().__init__(kept, lambda: ThreadPoolExecutor(1, "drawings"), by_address, COST_OF_NEW)


def pack(draw: Callable[[], str]) -> bytes:
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
    body = await drawings.get(key, pack, lambda: _with_fonts(draw()))
    headers = {**HEADERS, **headers}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, headers=headers, media_type="image/svg+xml")


def _with_fonts(drawing: str) -> str:
    from periplo.fonts.embed import with_fonts  # takes a while to import

    return with_fonts(drawing)
