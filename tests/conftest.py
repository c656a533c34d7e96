"""Servers that tests talk to."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from server_process import ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One that many tests share: each has tables of its own."""
    folder = tmp_path_factory.mktemp("server")
    process = ServerProcess(f"sqlite:///{folder}/tables.db", folder / "log")
    yield process
    process.stop()
    assert '"level": "error"' not in process.log(), process.log()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """One that a test may kill."""
    process = ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log")
    yield process
    process.stop()
