"""Some thousands of random messages from random officials; `make desk-fuzz` sends 100,000."""

from pathlib import Path

from desk_fuzz import fuzz


def test_random_officials_lose_nothing_and_break_nothing(tmp_path: Path) -> None:
    found = fuzz(tmp_path, most=3000, seconds=30)
    assert found.codes["done"] > 100
    for code in ("not-yours", "illegal", "stale", "broken", "no-line"):
        assert found.codes[code], code
