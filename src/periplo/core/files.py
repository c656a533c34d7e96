"""Files that are written whole or not at all."""

import os
from pathlib import Path
from tempfile import mkstemp


def write_whole(target: str, text: str) -> None:
    """Write a text file at once: after a failure the old one is as it was. Raises OSError."""
    path = Path(target).resolve()
    if path.exists() and not path.is_file():  # a device or a pipe is written straight to
        path.write_text(text, encoding="utf-8")
        return
    number, draft = mkstemp(dir=path.parent, prefix=".periplo-")
    try:
        with open(number, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(number)
        os.chmod(draft, _mode(path))
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or what a new one gets here."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
