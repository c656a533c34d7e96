"""One server a database: who holds it, and whether it is still the one that was opened.

Of SQLite a file beside the database is locked, and the system frees it when the process ends,
however it ends. Of PostgreSQL the session that writes holds an advisory lock: as long as it can
commit, nobody else has it.
"""

import logging
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from periplo.core.errors import BadSetup

LOOK_AGAIN = 0.1  # seconds
PERIPLO = 0x7065726C  # the first half of our advisory lock; the other is the schema's name
BESIDE = ("", "-wal", "-shm")  # what SQLite calls its files, after the database's own name

logger = logging.getLogger("periplo.store")


class LostDatabase(Exception):
    """The database is not, or was not all the time, this process's own."""


class TakenAgain(LostDatabase):
    """It is this process's own again; what was read before counts no more."""


class Lock(Protocol):
    """The right to write, and the connection to do it by."""

    def take(self) -> bool:
        """Try to get it."""

    def holder(self) -> str:
        """Who has it, for people to read."""

    def connection(self) -> Connection:
        """To write by; LostDatabase if somebody else may have written meanwhile."""

    def watch(self) -> None:
        """From now on `check` means the files as they are now."""

    def check(self) -> None:
        """LostDatabase if what is written now would not be found again."""

    def failed(self) -> None:
        """A write failed: whatever is wrong with the connection, the next gets a good one."""

    def release(self) -> None:
        """Close every connection, and let others have it."""


def lock_of(engine: Engine) -> Lock:
    return FileLock(engine) if engine.dialect.name == "sqlite" else SessionLock(engine)


def take(lock: Lock, wait: float) -> None:
    """Get the lock within so many seconds, or BadSetup."""
    until = time.monotonic() + wait
    said = False
    try:
        while not lock.take():
            if time.monotonic() >= until:
                raise BadSetup(
                    f"database: {lock.holder()}; end that first, or use another database"
                )
            if not said:
                said = True
                logger.warning("%s: waiting up to %g seconds for it", lock.holder(), wait)
            time.sleep(LOOK_AGAIN)
    except DBAPIError as error:
        raise BadSetup(f"database: {error.orig}") from None


class FileLock:
    """Of a SQLite database."""

    def __init__(self, engine: Engine) -> None:
        assert engine.url.database is not None
        self._engine = engine
        self._database = engine.url.database
        self._path = f"{self._database}.lock"
        self._file: int | None = None
        self._held: tuple[int, int] | None = None  # which file that is
        self._connection: Connection | None = None
        self._known: dict[str, tuple[int, int] | None] = {}
        self._is_rescued = False

    def take(self) -> bool:
        while self._file is None:
            try:
                file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
            except OSError as error:
                raise BadSetup(f"database: {error}") from None
            if not _lock(file):
                os.close(file)
                return False
            held = _id_of(os.fstat(file))
            if _identity(self._path) == held:
                self._file, self._held = file, held
            else:  # it was removed meanwhile, and somebody else may lock another
                os.close(file)
        with suppress(OSError):  # only for people to read
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)
            self._give_to_owner(self._file)
        return True

    def _give_to_owner(self, file: int) -> None:
        """What root makes here must not keep out the database's own user."""
        if sys.platform != "win32" and os.geteuid() == 0:
            owner = os.stat(self._database)
            os.fchown(file, owner.st_uid, owner.st_gid)

    def holder(self) -> str:
        try:
            process = Path(self._path).read_text().strip()
        except (OSError, ValueError):
            process = ""
        who = f"process {process}" if process else "another process"
        return f"{who} uses {self._database} and holds {self._path}"

    def connection(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def failed(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def watch(self) -> None:
        self._known = {name: _identity(self._database + name) for name in BESIDE}

    def check(self) -> None:
        changed = [
            name for name, known in self._known.items() if _identity(self._database + name) != known
        ]
        if changed == ["-wal"] and not self._is_rescued:
            self._rescue()
        if changed:
            raise LostDatabase(
                f"{self._database}{changed[0]} was removed or replaced; put it back if you can, "
                "and start the server again"
            )
        if _identity(self._path) != self._held:
            self._take_again()

    def _rescue(self) -> None:
        """Somebody removed SQLite's write-ahead log. It is still open here, so what it holds can
        be brought over; nobody else would find it.
        """
        if _identity(f"{self._database}-wal") is None:  # else others have begun another
            driver: Any = self.connection().connection
            (busy, *_) = driver.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
            self._is_rescued = not busy
            logger.error(
                "%s-wal was removed: what it held is %s",
                self._database,
                "lost" if busy else "saved",
            )

    def _take_again(self) -> None:
        """The lock's file was removed: whoever makes it first has it."""
        held, self._file = self._file, None
        with suppress(OSError):
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666))
            if self.take():
                assert held is not None
                os.close(held)
                return
        self._file = held
        raise LostDatabase(f"{self._path} was replaced: another server may use the database")

    def release(self) -> None:
        self.failed()
        self._engine.dispose()
        if self._file is not None:
            os.close(self._file)
            self._file = None


class SessionLock:
    """Of a PostgreSQL database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._is_held = False

    def take(self) -> bool:
        if self._connection is None:
            self._connection = self._engine.connect()
        ask = text("SELECT pg_try_advisory_lock(:ours, hashtext(current_schema()))")
        with self._connection.begin():
            found = self._connection.execute(ask, {"ours": PERIPLO})
            self._is_held = bool(found.scalar_one())
        return self._is_held

    def holder(self) -> str:
        ask = text(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = :ours "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        assert self._connection is not None
        with self._connection.begin():
            session = self._connection.execute(ask, {"ours": PERIPLO}).scalars().first()
        name = self._engine.url.database
        return f"another server uses the database {name!r} (session {session} of PostgreSQL)"

    def connection(self) -> Connection:
        if self._connection is None or not self._is_held:
            if not self.take():
                raise LostDatabase(self.holder())
            raise TakenAgain("the connection to the database was lost; there is a new one")
        return self._connection

    def failed(self) -> None:
        if self._connection is not None and self._connection.invalidated:
            self._connection.close()
            self._connection = None
            self._is_held = False

    def watch(self) -> None:
        """A commit is all the proof there can be."""

    def check(self) -> None:
        """The same."""

    def release(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._engine.dispose()


def _identity(path: str) -> tuple[int, int] | None:
    """Which file a path leads to; None if to none."""
    try:
        return _id_of(os.stat(path))
    except OSError:
        return None


def _id_of(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            raise BadSetup(f"database: its folder cannot be locked: {error}") from None
        return True
