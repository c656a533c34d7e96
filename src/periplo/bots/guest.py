"""Anyone's bot in Python, named `py:MODULE:CLASS`: this runs it, as a program of its own.

`python -m periplo.bots.guest MODULE:CLASS` speaks the line protocol of docs/bots.md for a class
with `choose(view, legal, clock)`, and, if it wants to know where it sits, `sit_down(hello)`.
Nothing here is used by the process that plays.
"""

import json
import os
import sys
from importlib import import_module
from typing import Any, Protocol, TextIO


class Guest(Protocol):
    """What such a class must have; it is made anew, without arguments, for each game and seat."""

    def choose(self, view: dict[str, Any], legal: list[str], clock: float) -> str:
        """One of the texts in `legal`, within `clock` seconds; `view` is what the seat sees."""

    # sit_down(hello: dict[str, Any]) is called before the first choice, if the class has it:
    # the game, its rules and options, the number of seats, its own from 1, the language


def invite(path: str, hello: dict[str, Any]) -> Guest:
    module, _, name = path.partition(":")
    guest: Guest = getattr(import_module(module), name)()
    if not callable(getattr(guest, "choose", None)):
        raise TypeError(f"{name} has no choose(view, legal, clock)")
    if hasattr(guest, "sit_down"):
        guest.sit_down(hello)
    return guest


def answer_all(path: str, asked: TextIO, answers: TextIO) -> None:
    """Line by line; whatever the class raises is sent instead of an action."""
    guest, hello = None, {}
    for line in asked:
        question = json.loads(line)
        if "hello" in question:
            hello = question
            continue
        try:
            guest = guest or invite(path, hello)
            action = guest.choose(question["view"], question["legal"], question["clock"])
            answer = json.dumps({"action": action})
        except (Exception, SystemExit) as error:
            answer = json.dumps({"error": f"{type(error).__name__}: {error}"})
        print(answer, file=answers, flush=True)


def main() -> None:
    # what the class prints is no answer: it goes where errors go
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    answer_all(sys.argv[1], sys.stdin, answers)


if __name__ == "__main__":
    main()
