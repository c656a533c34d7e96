"""Puts what a browser runs without a server into one file: our Python sources as they are, and
mypy_extensions, which they import.

`python tools/build/offline.py` writes build/offline/periplo.zip, which the web pages are built
with. The same sources give the same bytes.
"""

import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "build" / "offline" / "periplo.zip"
PACKAGES = ("bots", "core", "desk", "fonts", "games", "offline", "play", "table")
ENDINGS = {".py", ".toml", ".json", ".md", ".csv"}
NOT_RUN = {"tests", "web", "__pycache__"}
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first time that a zip file can tell


def sources() -> Iterator[tuple[str, Path]]:
    """Names in the file, and what is to be there."""
    package = ROOT / "src" / "periplo"
    below = (file for name in PACKAGES for file in (package / name).rglob("*"))
    for file in sorted([*package.glob("*.py"), *below]):
        inside = file.relative_to(package.parent)
        if file.suffix in ENDINGS and NOT_RUN.isdisjoint(inside.parts):
            yield inside.as_posix(), file
    found = find_spec("mypy_extensions")
    assert found is not None
    assert found.origin is not None
    yield "mypy_extensions.py", Path(found.origin)


def write_zip(target: Path = TARGET) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in sources():
            about = zipfile.ZipInfo(name, LONG_AGO)
            archive.writestr(about, file.read_bytes(), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    write_zip()
