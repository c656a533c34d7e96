"""The table server with the load test's own small game: `serve.py DATABASE`."""

import sys
from pathlib import Path

import periplo.games

periplo.games.__path__.append(str(Path(__file__).parent / "games"))

from periplo.server.quotas import UNLIMITED  # noqa: E402
from periplo.server.registry import Settings  # noqa: E402
from periplo.server.run import serve  # noqa: E402

if __name__ == "__main__":
    settings = Settings(
        sys.argv[1],
        messages_a_second=1e6,
        tables_a_minute=1e9,
        sockets_an_address=10_000,
        quotas=UNLIMITED,
    )
    serve(settings, "127.0.0.1", 0, browse=False, log_level="warning")
