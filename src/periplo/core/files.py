"""Files that are written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import ENOENT
from pathlib import Path
from tempfile import mkstemp


def write_whole(target: str, text: str) -> None:
    """Write a text file at once: after a failure the old one is as it was. Raises OSError."""
    path = Path(target).resolve()
    if path.exists() and not path.is_file():  # a device or a pipe is written straight to
        path.write_text(text, encoding="utf-8")
        return
    with whole_file(path) as draft:
        draft.write_text(text, encoding="utf-8")


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """An empty file to write to, which takes the path's place at the end; after a failure it is
    gone, and the old one is as it was.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(ENOENT, "there is no such folder", str(path.parent))
    number, name = mkstemp(dir=path.parent, prefix=".periplo-")
    draft = Path(name)
    try:
        os.close(number)
        yield draft
        number = os.open(draft, os.O_RDWR)
        try:
            os.fsync(number)
        finally:
            os.close(number)
        os.chmod(draft, _mode(path))
        os.replace(draft, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or what a new one gets here."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
