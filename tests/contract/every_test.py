"""What holds for every test, of a game alone or of all: which Periplo is under test, how many
examples are tried, the games that a test runs on, and where games' tests find their helpers.
"""

import os
import signal
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import periplo

GAMES = Path(__file__).parents[2] / "src" / "periplo" / "games"

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


def at_most(examples: int) -> settings:
    """For a test whose examples take long; a run that tries fewer of everything tries fewer."""
    return settings(max_examples=min(examples, EXAMPLES))


def times(compiled: int) -> range:
    """For a loop that takes long: so often compiled, a third of it interpreted."""
    return range(max(1, compiled * min(EXAMPLES, 36) // 36))


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


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Tests of a game import their helpers as `periplo.games.<id>.tests`, also where the package is
    installed without its tests. Its own folder stays the first, so that compiled rules are tested.
    """
    if module_path.is_relative_to(GAMES):
        folder = GAMES / module_path.relative_to(GAMES).parts[0]
        package = import_module(f"periplo.games.{folder.name}")
        if str(folder) not in package.__path__:
            package.__path__.append(str(folder))
