"""An event that a whole square follows, from behind one router: `make followers` in short."""

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "load" / "followers.py"


def test_a_throw_reaches_200_followers_and_15_officials_who_all_come_back() -> None:
    ran = subprocess.run(
        [sys.executable, TOOL, "--followers", "200", "--officials", "15", "--throws", "3"],
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, (ran.stdout, ran.stderr)
    assert "3 throws reached all of them, none was cut off" in ran.stdout
    assert "all of them were back" in ran.stdout
