"""The table without I/O imports nothing that does any, so that it runs in a browser, too."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import mypy_extensions

import periplo
import periplo.table

OURS = ("periplo.core", "periplo.desk", "periplo.games", "periplo.play", "periplo.table")
# time comes in with each input, and randomness from whoever runs the table
WITH_IO = {"asyncio", "logging", "os", "random", "secrets", "socket", "threading", "time"}

MATCHES = Path(__file__).with_name("short_matches.py")
INSTALLED = {"mypy_extensions", "periplo"}
NOT_IN_A_BROWSER = {"asyncio", "http", "logging", "multiprocessing", "socket", "ssl", "subprocess"}


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            yield node.module


def test_a_table_imports_the_standard_library_and_our_own_rules_only() -> None:
    files = sorted(Path(periplo.table.__path__[0]).glob("*.py"))
    assert len(files) > 10
    for file in files:
        for name in imported(file):
            top = name.partition(".")[0]
            is_pure = top in sys.stdlib_module_names and top not in WITH_IO
            assert is_pure or name.startswith(OURS), f"{file.name} imports {name}"


def test_what_a_table_and_the_games_load_needs_no_network_and_nothing_installed() -> None:
    """Also what is loaded only when it is needed: a match of every game is played."""
    folders = [str(Path(str(module.__file__)).parent) for module in (periplo, mypy_extensions)]
    folders[0] = str(Path(folders[0]).parent)
    run = subprocess.run(
        [sys.executable, "-S", MATCHES],
        capture_output=True, text=True, check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(folders)},
    )  # fmt: skip
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    others = {name for name in loaded - sys.stdlib_module_names if not name.endswith("__mypyc")}
    assert others - {"__main__"} == INSTALLED
    assert not loaded & NOT_IN_A_BROWSER
