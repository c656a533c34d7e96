"""The package installs without a C compiler too, interpreted, and says so."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from periplo.fonts import font_files

ROOT = Path(__file__).parent.parent
FONT_LICENCES = {"DejaVu.txt", "Source.txt", "Zilla.txt"}


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("CC", "/no/such/compiler", "no C compiler with Python's headers: installing interpreted"),
        ("PERIPLO_COMPILE", "0", "installing interpreted, as PERIPLO_COMPILE=0 asks"),
    ],
)
def test_the_package_installs_interpreted(
    variable: str, value: str, said: str, tmp_path: Path
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("*.egg-info"))
    shutil.copytree(ROOT / "tools" / "build", source / "tools" / "build")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    environment = {**os.environ, "PERIPLO_WEB": "0", variable: value}
    environment.pop("PYTHONPATH", None)
    built = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "--no-build-isolation",
         "--no-index", "--wheel-dir", str(tmp_path), "."],
        cwd=source, env=environment, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    assert said in built.stdout + built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    installed = tmp_path / "installed"
    shutil.unpack_archive(wheel, installed, "zip")
    assert not list((installed / "periplo" / "games").glob("**/tests"))
    fonts = sorted(file.name for file in (installed / "periplo" / "fonts").glob("*.ttf"))
    assert fonts == sorted(file.name for file in font_files())
    assert {file.name for file in installed.glob("*.dist-info/**/*.txt")} >= FONT_LICENCES
    version = subprocess.run(
        [sys.executable, "-m", "periplo", "--version"],
        env={**environment, "PYTHONPATH": str(installed)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "compiled: no" in version.stdout
