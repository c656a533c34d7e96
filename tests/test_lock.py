"""What is installed is pinned and hashed, for every platform, and no file says from where."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PYTHON = sorted((ROOT / "requirements").glob("*.txt"))
WEB = ROOT / "package-lock.json"
# addresses, names of hosts, places in the file system, and any option of an installer but a hash
HOST = re.compile(
    r"://|\b[\w-]+\.(?:com|dev|io|net|org)\b|resolved|file:|@ |^\s*-(?!-hash=sha256:[0-9a-f]{64})"
)
# a pin, its condition, and its hashes, each on a line of its own
PINNED = re.compile(
    r"(?P<name>[\w.-]+)==(?P<version>[\w.+!-]+)(?: ; (?P<when>[^\\]+?))? \\\n"
    r"(?P<hashes>(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)"
)
PLATFORMS = ("linux-x64-gnu", "linux-arm64-gnu", "darwin-arm64", "darwin-x64")


def pins(file: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for match in PINNED.finditer(file.read_text(encoding="utf-8")):
        found.setdefault(canonicalize_name(match["name"]), []).append(match["version"])
    return found


def test_the_lock_files_are_here() -> None:
    assert [file.name for file in PYTHON] == ["dev.txt", "node.txt"]


@pytest.mark.parametrize("file", [*PYTHON, WEB], ids=lambda file: file.name)
def test_a_lock_names_no_host(file: Path) -> None:
    for line in file.read_text(encoding="utf-8").splitlines():
        assert not HOST.search(line), line


@pytest.mark.parametrize("file", PYTHON, ids=lambda file: file.name)
def test_every_requirement_is_hashed(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    comment, rest = text.split("\n", 1)
    assert comment.startswith("# ")
    assert PINNED.sub("", rest) == ""  # there is nothing else in it
    assert "torch" not in pins(file)


def test_the_lock_agrees_with_pyproject() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for extra in project["project"]["optional-dependencies"].values():
        wanted += extra
    locked = pins(ROOT / "requirements" / "dev.txt")
    assert len(wanted) > 30
    for text in wanted:
        requirement = Requirement(text)
        name = canonicalize_name(requirement.name)
        if name != project["project"]["name"]:
            assert name in locked, f"{name} is not locked: make lock"
            for version in locked[name]:
                assert version in requirement.specifier, f"{text}, but {version}: make lock"


def test_the_lock_agrees_with_package_json() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    packages = json.loads(WEB.read_text(encoding="utf-8"))["packages"]
    root = packages.pop("")
    assert root["devDependencies"] == package["devDependencies"], "make lock"
    for name, version in package["devDependencies"].items():
        assert packages[f"node_modules/{name}"]["version"] == version, "make lock"
    for place, locked in packages.items():
        assert re.fullmatch(r"sha512-[\w+/]+=*", locked["integrity"]), place
        for name in locked.get("optionalDependencies", {}):
            if name.endswith(PLATFORMS):
                assert f"node_modules/{name}" in packages, f"{place} would not run there"
