"""Where the server keeps what is its own."""

import os
from pathlib import Path

from periplo.core.errors import BadSetup


def data_folder() -> Path:
    """Periplo's folder among the person's own data."""
    folder = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    try:
        return Path(folder).expanduser() / "periplo"
    except RuntimeError as error:
        raise BadSetup(
            f"no folder for the server's files: {error}; give --database and --key-file"
        ) from None


def default_database() -> str:
    """A file among the person's own data."""
    return f"sqlite:///{data_folder() / 'tables.db'}"
