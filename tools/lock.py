"""Pins and hashes everything that is installed from elsewhere: `make lock`.

requirements/*.txt for Python, package-lock.json for the web pages. What is pinned stays as it is
while it still fits pyproject.toml and package.json; `make lock UPGRADE=1` takes the newest. No
file names a host: whoever installs asks the registries they are used to, and the hashes show
whether they got the same.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tools" / "build"))

from npm import FROM_PYPI, npm_command  # noqa: E402

HEADER = "# Written by tools/lock.py: make lock\n"
OLDEST_PYTHON = "3.11"
UPGRADE = bool(os.environ.get("UPGRADE"))


def lock_python(target: Path, *source: str, given: str | None = None) -> None:
    """For every Python and platform at once, with the hash of every file there is."""
    command = [
        sys.executable, "-m", "uv", "pip", "compile", "--quiet", *source,
        "--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes",
        "--no-header", "--no-annotate",
        "--output-file", str(target), *(["--upgrade"] if UPGRADE else []),
    ]  # fmt: skip
    target.parent.mkdir(exist_ok=True)
    subprocess.run(command, cwd=ROOT, input=given, text=True, check=True, stdout=subprocess.DEVNULL)
    pinned = target.read_text(encoding="utf-8")
    target.write_text(HEADER + pinned, encoding="utf-8")


def lock_web() -> None:
    """Made in an empty folder: with packages beside it, npm leaves out those of other platforms."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("package.json", ".npmrc", "package-lock.json"):
            if (ROOT / name).is_file() and not (UPGRADE and name == "package-lock.json"):
                shutil.copy(ROOT / name, folder)
        command = [*npm_command(), "install", "--package-lock-only", "--ignore-scripts"]
        subprocess.run([*command, "--loglevel=error"], cwd=folder, check=True)
        lock = json.loads(Path(folder, "package-lock.json").read_text(encoding="utf-8"))
    for package in lock["packages"].values():
        package.pop("funding", None)  # addresses that nobody installs from
    text = json.dumps(lock, indent=2, ensure_ascii=False) + "\n"
    (ROOT / "package-lock.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    lock_python(ROOT / "requirements" / "dev.txt", "pyproject.toml", "--extra", "dev")
    lock_python(ROOT / "requirements" / "node.txt", "-", given=FROM_PYPI)
    lock_web()
