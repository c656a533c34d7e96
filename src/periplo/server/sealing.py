"""The secrets of draws, as they lie in the database until the game is over.

They are sealed with a key from a file of its own, so that a look at the database, a copy of it or
a query shows nobody what will be thrown. It is no protection against whoever may read both, or
the memory of the server: docs/decisions/0006-dice-nobody-can-choose.md.
"""

import logging
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy.engine import make_url

from periplo.core.errors import BadSetup
from periplo.play.draws import HEX
from periplo.server.places import data_folder

KEY_BYTES = 32
NONCE_BYTES = 12
logger = logging.getLogger("periplo.sealing")


class KeyLost(Exception):
    """What was sealed with another key cannot be read any more."""


class Sealer:
    """Seals a table's secret for the database; no other table's row can hold what it gives.

    The first key seals; each of them unseals what it has sealed.
    """

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._ciphers = [AESGCM(key) for key in keys]

    def seal(self, secret: str, table_id: str) -> str:
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = self._ciphers[0].encrypt(nonce, bytes.fromhex(secret), table_id.encode())
        return (nonce + sealed).hex()

    def unseal(self, sealed: str, table_id: str) -> str:
        for cipher in self._ciphers:
            with suppress(ValueError, TypeError, InvalidTag):  # whatever a damaged row holds
                data = bytes.fromhex(sealed)
                nonce, rest = data[:NONCE_BYTES], data[NONCE_BYTES:]
                return cipher.decrypt(nonce, rest, table_id.encode()).hex()
        raise KeyLost("it was sealed with another key")


def default_key_file(database: str) -> Path:
    """Beside a SQLite file; among the person's own data for a database elsewhere."""
    url = make_url(database)
    if url.get_backend_name() == "sqlite" and url.database:
        file = Path(url.database).expanduser().resolve()  # one file has one key
        return file.with_name(f"{file.name}.key")
    return data_folder() / "draws.key"


def read_keys(file: Path) -> list[bytes]:
    """The keys in a file, one in each line; it is made with a new one if there is none."""
    try:
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            _make_key(file)
        lines = file.read_text(encoding="ascii").split()
        if os.name == "posix" and file.stat().st_mode & 0o077:
            logger.warning("%s can be read by others on this machine: chmod 600 it", file)
    except (OSError, UnicodeError) as error:
        raise BadSetup(f"key file {file}: {error}") from None
    if not lines or not all(HEX.fullmatch(line) for line in lines):
        raise BadSetup(
            f"key file {file}: it must hold 64 hexadecimal digits in each line, and nothing else"
        )
    return [bytes.fromhex(line) for line in lines]


def warn_of_lost_keys(tables: int, file: Path) -> None:
    logger.error(
        "tables in play that draw nothing any more: %d. Their secrets are sealed with a key that "
        "is not in %s. If you have it, add its line below the others there, replace none, and "
        "start the server again",
        tables,
        file,
    )


def _make_key(file: Path) -> None:
    """Whole and on disk, or not at all; of two servers that start at once, both get the same."""
    number, draft = mkstemp(dir=file.parent, prefix=".periplo-")  # for its owner alone
    try:
        with open(number, "w", encoding="ascii") as opened:
            opened.write(secrets.token_hex(KEY_BYTES) + "\n")
            opened.flush()
            os.fsync(number)
        try:
            os.link(draft, file)
        except FileExistsError:
            return
    finally:
        os.unlink(draft)
    logger.info("made a new key in %s: keep it with the database", file)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(file.parent, os.O_DIRECTORY)
        try:
            os.fsync(folder)  # nothing sealed with it may be on disk before the key is
        finally:
            os.close(folder)
