"""What every HTTP end point asks of a request: whose it is, and about which table."""

import json
from collections.abc import Iterable
from typing import Annotated, Any, cast

from litestar import Request
from litestar.datastructures import State as AppState
from litestar.params import HeaderParameter, PathParameter, QueryParameter

from periplo.core.errors import BadSetup
from periplo.core.game import Options
from periplo.core.words import LANGUAGES
from periplo.play.record import reject_duplicate_keys
from periplo.play.refusals import Refused
from periplo.server.clients import address_of
from periplo.server.limits import Buckets
from periplo.server.reach import is_loopback, names_loopback
from periplo.server.registry import TableRegistry
from periplo.server.secrets import END, TABLE_ID, digest, is_device_secret
from periplo.server.table import Held, LiveTable
from periplo.table.rows import TEACHER_OFFICE
from periplo.table.stored import ORGANISER

MOST_TOKENS = 20
CACHE = {"Cache-Control": "public, max-age=3600"}

Device = Annotated[
    str | None,
    HeaderParameter(name="Periplo-Device", description="The device's secret."),
]
Tokens = Annotated[
    str | None,
    HeaderParameter(
        name="Periplo-Seat", description="Tokens of seats and of officials, separated by commas."
    ),
]
TableId = Annotated[str, PathParameter(pattern=TABLE_ID)]
GameId = Annotated[str, PathParameter(pattern="^[a-z][a-z0-9_]{0,63}" + END)]
LANGUAGE = f"^({'|'.join(LANGUAGES)}){END}"
Language = Annotated[str, QueryParameter(pattern=LANGUAGE)]
OptionsText = Annotated[
    str, QueryParameter(name="options", max_length=4000, description="Options as a JSON object.")
]


def options_in(text: str) -> Options:
    try:
        options = json.loads(text, parse_constant=str, object_pairs_hook=reject_duplicate_keys)
    except (ValueError, RecursionError):
        raise BadSetup("options: must be a JSON object") from None
    if not isinstance(options, dict):
        raise BadSetup("options: must be a JSON object")
    return options


def address_of_request(request: Request[Any, Any, AppState]) -> str:
    return address_of(cast("dict[str, Any]", request.scope))


def registry_of(request: Request[Any, Any, AppState]) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry


async def find_table(request: Request[Any, Any, AppState], table_id: str) -> LiveTable:
    table = await registry_of(request).find(table_id)
    if table is None:
        raise Refused("no-table", "there is no such table")
    return table


def device_hash(secret: str | None) -> str:
    """By which a device is known; "" for one that does not say who it is."""
    return digest(secret) if secret else ""


def split_tokens(tokens: str | None) -> list[str]:
    return [token.strip() for token in tokens.split(",")[:MOST_TOKENS]] if tokens else []


def held_by(table: LiveTable, tokens: str | None) -> Held:
    """The seats and the offices that the request may speak for."""
    held = table.holds(split_tokens(tokens))
    if held is None:
        raise Refused("not-yours", "a token fits no seat of this table")
    return held


def is_from_here(request: Request[Any, Any, AppState]) -> bool:
    """Whether somebody asks who sits at the server's own machine.

    Whoever comes through a proxy on this machine does not: they name it otherwise.
    """
    from_here = request.client is not None and is_loopback(request.client.host)
    return from_here and names_loopback(request.headers.get("host", ""))


def checked_device(secret: str | None) -> str:
    """The secret of a device that must say who it is."""
    if secret is None:
        raise Refused("no-device", "the header Periplo-Device is missing")
    if not is_device_secret(secret):
        raise Refused(
            "no-device", "Periplo-Device must be 32 to 128 letters, digits, hyphens or underscores"
        )
    return secret


def spend(request: Request[Any, Any, AppState], device: str | None = None) -> None:
    """Opening tables, sitting down and reading files is not for free."""
    by_address: Buckets = request.app.state.by_address
    by_device: Buckets = request.app.state.by_device
    may = by_address.take(address_of_request(request))
    if not may or not (device is None or by_device.take(device)):
        raise Refused("too-fast", "too many requests; please wait a minute")


def seats_among(tokens: Iterable[str]) -> tuple[int, ...]:
    """The seats whose tokens these are the names of; those of offices are of none."""
    return tuple(int(name) - 1 for name in tokens if name not in (ORGANISER, TEACHER_OFFICE))
