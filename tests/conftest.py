"""Which Periplo is under test, the games that every contract test runs on, and servers."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from server_process import ServerProcess

import periplo

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "periplo" / "games"

# the same rules run in both modes; the compiled run, ten times as fast, tries more of everything
EXAMPLES = int(os.environ.get("PERIPLO_EXAMPLES") or (150 if periplo.is_compiled() else 12))

settings.register_profile(
    "periplo",
    deadline=None,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("periplo")


def pytest_report_header() -> str:
    return f"periplo {periplo.__version__}, compiled: {periplo.is_compiled()}, {periplo.__file__}"


def pytest_sessionstart() -> None:
    """A run that was meant for the compiled package must not pass on the interpreted one."""
    # whoever starts the tests in the background may have Ctrl-C ignored, and programs inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)
    wanted = os.environ.get("PERIPLO_EXPECT")
    have = "compiled" if periplo.is_compiled() else "interpreted"
    if wanted not in (None, have):
        pytest.exit(f"this run wants periplo {wanted}, but {have} was imported", returncode=3)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game_id" in metafunc.fixturenames:
        metafunc.parametrize("game_id", periplo.game_ids())


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
