"""Finished games in a file, so that an interrupted run can go on: a line of JSON each.

The first line says what is played. A line that was cut off, as when the machine stopped, is left
out; everything else must fit what is asked for.
"""

import json
from pathlib import Path
from typing import Any, TextIO

from periplo.core.errors import BadSetup
from periplo.core.reading import show

Line = dict[str, Any]


class Savings:
    """The file of one run; without a path it keeps nothing."""

    def __init__(self, path: Path | None, what: Line) -> None:
        """`what` is compared with the first line, field by field."""
        self.lines: list[Line] = []  # what was saved before
        self._what = what
        self._path = path
        self._file: TextIO | None = None
        if path is None:
            return
        written = read_lines(path)
        if written:
            self.lines = written[1:]
            for name, value in what.items():
                if written[0].get(name) != value:
                    had = show(written[0].get(name))
                    raise BadSetup(f"save: {path} is of {name} {had}, not {show(value)}")
        self.write_anew(self.lines)

    def write_anew(self, lines: list[Line]) -> None:
        """All of them: after an interruption, which may have come between two of our steps."""
        if self._path is None:
            return
        self.close()
        try:
            self._file = self._path.open("w", encoding="utf-8")
        except OSError as error:
            raise BadSetup(f"save: {self._path}: {error.strerror}") from None
        for line in [self._what, *lines]:
            self._write(line)
        self._file.flush()

    def add(self, line: Line) -> None:
        if self._file is not None:
            self._write(line)
            self._file.flush()

    def _write(self, line: Line) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def read_lines(path: Path) -> list[Line]:
    """The lines of a file, [] if there is none."""
    try:
        texts = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise BadSetup(f"save: {path}: {error}") from None
    lines: list[Line] = []
    for number, text in enumerate(texts, 1):
        try:
            line = json.loads(text)
        except ValueError:
            line = None
        if isinstance(line, dict):
            lines.append(line)
        elif number < len(texts) or number == 1:
            raise BadSetup(f"save: {path}: line {number} is not what we write")
    return lines


def saved_seed(path: Path | None) -> Any:
    """The seed of a run that was saved, None if there is none."""
    lines = [] if path is None else read_lines(path)
    return lines[0].get("seed") if lines else None
