"""The codes by which phones join class tables: short enough to be read off a wall, so guessing them
is slowed down.
"""

import secrets
from typing import Final

from sqlalchemy import select

from periplo.play.refusals import Refused
from periplo.server import schema
from periplo.server.limits import Buckets
from periplo.server.store import Store

ALPHABET: Final = "BCDFGHJKMNPQRSTVWXZ"  # no vowels, so no words; nothing that looks like another
LENGTH: Final = 6
MINUTE: Final = 60.0
WRONG_AN_ADDRESS: Final = 10.0  # a minute
WRONG_IN_ALL: Final = 120.0  # a minute: of 47 million codes
MOST_KNOWN: Final = 10_000
ANYWHERE: Final = "anywhere"
TOO_FAST: Final = "too many wrong codes; look at the wall, and try again in a minute"


class JoinCodes:
    """Which table a code is of.

    A right code costs nothing. After too many wrong ones nobody learns whether theirs is right, but
    for codes that somebody at the same address has used: nothing is guessed by those, and one pupil
    who tries everything does not keep out a class.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wrong_here = Buckets(WRONG_AN_ADDRESS / MINUTE, MINUTE)
        self._wrong_in_all = Buckets(WRONG_IN_ALL / MINUTE, MINUTE)
        self._known: dict[tuple[str, str], None] = {}  # by address; the oldest first

    async def new(self, address: str = "") -> str:
        """A code that no table has."""
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
            if await self._table_of(code) is None:
                self._note(address, code)
                return code

    async def find(self, text: str, address: str) -> str:
        """The id of its table; letters in either case."""
        code = text.upper()
        if (address, code) not in self._known:
            self._spend(address, 1.0)
        table_id = await self._table_of(code) if len(code) == LENGTH else None
        if table_id is None:
            raise Refused("no-code", "there is no table with this code; look at the wall again")
        if (address, code) not in self._known:
            self._note(address, code)
            self._spend(address, -1.0)
        return table_id

    def _spend(self, address: str, cost: float) -> None:
        if not self._wrong_here.take(address, cost):
            raise Refused("too-fast", TOO_FAST)
        if not self._wrong_in_all.take(ANYWHERE, cost):
            raise Refused("too-fast", TOO_FAST)

    def _note(self, address: str, code: str) -> None:
        self._known[address, code] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    async def _table_of(self, code: str) -> str | None:
        its = schema.tables.c
        found = await self._store.rows(select(its.id).where(its.join_code == code))
        return str(found[0]["id"]) if found else None
