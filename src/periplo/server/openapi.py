"""The server's description as JSON on standard output, for whoever generates types from it."""

import json
import tempfile

from periplo.server.app import Server
from periplo.server.registry import Settings


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        described = Server(Settings(f"sqlite:///{folder}/tables.db")).openapi()
    print(json.dumps(described, indent=1, ensure_ascii=False, sort_keys=True))


if __name__ == "__main__":
    main()
