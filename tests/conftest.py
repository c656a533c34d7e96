"""Which Periplo is under test, and the rooms that every contract test runs on."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import periplo

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "periplo" / "games"

settings.register_profile(
    "periplo", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("periplo")


def pytest_report_header() -> str:
    return f"periplo {periplo.__version__}, compiled: {periplo.is_compiled()}, {periplo.__file__}"


def pytest_sessionstart() -> None:
    """A run that was meant for the compiled package must not pass on the interpreted one."""
    wanted = os.environ.get("PERIPLO_EXPECT")
    have = "compiled" if periplo.is_compiled() else "interpreted"
    if wanted not in (None, have):
        pytest.exit(f"this run wants periplo {wanted}, but {have} was imported", returncode=3)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game_id" in metafunc.fixturenames:
        metafunc.parametrize("game_id", periplo.game_ids())
