"""What the files hold that options name.

On the command line an option of the kind "file" is a path. Wherever a match is kept for others
it is a reference instead, "sha256:" and the hash of the file's bytes: a file that is edited, moved
or deleted changes nothing of a match that has begun, and no path is sent to anybody.

This is what a process has at hand; the server keeps the same in its database.
"""

import os
import re
import stat
from hashlib import sha256
from typing import Any, Final

from periplo.core.errors import BadSetup

MOST_BYTES: Final = 4 * 1024 * 1024
# A "+1" behind the hash asks for the file as the first version read it, for matches begun then.
_REFERENCE: Final = re.compile(r"sha256:[0-9a-f]{64}(\+1)?")
EARLIER: Final = "+1"


class BadFile(BadSetup):
    """A file that cannot be read at all; `kind` is why, for whoever says it in other words."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why

    def __reduce__(self) -> tuple[Any, ...]:
        return BadFile, (self.kind, self.why)


class Content:
    """The bytes of a file. Its name has no folder; its ending may say the format."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data
        self.hash: str = "sha256:" + sha256(data).hexdigest()


_at_hand: dict[str, Content] = {}


def keep(content: Content) -> str:
    """From now on its reference can be used in options; returns the reference."""
    return _at_hand.setdefault(content.hash, content).hash


def forget(reference: str) -> None:
    """It is not at hand any more: nothing may name it."""
    _at_hand.pop(hash_of(reference), None)


def find(reference: str) -> Content | None:
    return _at_hand.get(hash_of(reference))


def is_reference(value: object) -> bool:
    return isinstance(value, str) and _REFERENCE.fullmatch(value) is not None


def hash_of(reference: str) -> str:
    return reference.removesuffix(EARLIER)


def read_content(path: str) -> Content:
    """What a file holds now; BadSetup if it cannot be read or is too large."""
    try:
        # before it is opened: a pipe would keep us waiting
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise BadSetup(f"{path}: is no file")
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadSetup(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # a path with a zero byte
        raise BadSetup(f"{path!r}: {error}") from None
    if len(data) > MOST_BYTES:
        raise BadFile("large", f"{path}: is larger than {MOST_BYTES // 1024 // 1024} MB")
    return Content(_printable(os.path.basename(path)), data)


def _printable(name: str) -> str:
    """A file may be called anything; what is sent to others is text."""
    return "".join(char if char.isprintable() else "?" for char in name)
