"""Run with kill_at.c loaded: migrate copies of a database, each killed one write later.

    killed_migrations.py FOLDER [DATABASE]

Leaves FOLDER/1/tables.db, FOLDER/2/tables.db and so on, until one is not killed.
"""

import ctypes
import itertools
import os
import shutil
import sys
from pathlib import Path

from periplo.server.database import migrate, open_engine


def main(folder: Path, before: Path | None) -> None:
    shim = ctypes.CDLL(None)
    for number in itertools.count(1):
        file = folder / str(number) / "tables.db"
        file.parent.mkdir()
        if before is not None:
            shutil.copyfile(before, file)
        child = os.fork()
        if child == 0:
            shim.kill_at(ctypes.c_long(number))
            engine = open_engine(f"sqlite:///{file}")
            migrate(engine)
            engine.dispose()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            assert status == 0, f"the migration failed: {status}"
            return


main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
