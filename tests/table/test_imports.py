"""The table without I/O imports nothing that does any, so that it runs in a browser, too."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import periplo.table

OURS = ("periplo.core", "periplo.games", "periplo.play", "periplo.table")
# time comes in with each input, and randomness from whoever runs the table
WITH_IO = {"asyncio", "logging", "os", "random", "secrets", "socket", "threading", "time"}


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
