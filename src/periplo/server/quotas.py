"""How much one device, one address or one table may have, so that nobody fills the server."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, fields

from periplo.core.errors import BadSetup

DAY = 24 * 3600.0  # seconds


@dataclass(frozen=True)
class Quotas:
    """0 is no limit. Those of an address are for a whole class of forty behind one router."""

    tables_a_device: int = 50  # opened or started within a day, and not over
    tables_an_address: int = 500
    listed_a_device: int = 5
    listed_an_address: int = 60
    chat_a_table: int = 250_000  # bytes
    chat_a_device: int = 500_000  # bytes a day
    actions_a_table: int = 200_000  # with what was taken back, and chat
    packs_a_device: int = 30  # that people write in a browser
    packs_an_address: int = 300  # a day
    pack_bytes_an_address: int = 300_000_000  # a day, of all that is saved


UNLIMITED = Quotas(*[0] * len(fields(Quotas)))


def quota_names() -> list[str]:
    return [field.name.replace("_", "-") for field in fields(Quotas)]


def read_quotas(entries: Iterable[str]) -> Quotas:
    """From `NAME=NUMBER`s."""
    given: dict[str, int] = {}
    for entry in entries:
        name, _, number = entry.partition("=")
        if name not in quota_names():
            raise BadSetup(f"quota {name!r}: there are {', '.join(quota_names())}")
        if not (number.isascii() and number.isdigit() and len(number) <= 12):
            raise BadSetup(f"quota {name}: must be a whole number, 0 for no limit")
        given[name.replace("-", "_")] = int(number)
    return Quotas(**given)


def is_over(quota: int, count: int) -> bool:
    """Whether so many are more than a quota allows."""
    return 0 < quota < count


class OpenedTables:
    """Tables that were opened from an address within a day and are not over. Only this process
    remembers them: no address is ever written to disk.
    """

    def __init__(self) -> None:
        self._of: dict[str, dict[str, tuple[float, bool]]] = {}
        self._address: dict[str, str] = {}

    def add(self, address: str, table_id: str, listed: bool) -> None:
        self._of.setdefault(address, {})[table_id] = time.monotonic(), listed
        self._address[table_id] = address

    def discard(self, table_id: str) -> None:
        address = self._address.pop(table_id, None)
        if address is not None:
            del self._of[address][table_id]
            if not self._of[address]:
                del self._of[address]

    def count(self, address: str) -> tuple[int, int]:
        """How many, and how many of them are listed."""
        self._forget_old(address)
        tables = self._of.get(address, {})
        return len(tables), sum(listed for _, listed in tables.values())

    def _forget_old(self, address: str) -> None:
        before = time.monotonic() - DAY
        tables = self._of.get(address, {})
        for table_id in [key for key, (when, _) in tables.items() if when < before]:
            self.discard(table_id)

    def forget_old(self) -> None:
        for address in list(self._of):
            self._forget_old(address)
