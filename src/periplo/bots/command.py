"""Guests: programs that read and write JSON lines, in any language; docs/bots.md says how.

A program is started at its first decision and ended with its bot. Whatever it does wrong ends in
BotFailed with the cause in it, and the program is gone by then.
"""

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from time import monotonic
from typing import Any
from weakref import finalize

from periplo.core.dice import Dice
from periplo.core.errors import BadSetup, BotFailed
from periplo.core.game import Game, Options
from periplo.core.reading import show
from periplo.core.state import Policy, State

PROTOCOL = 1
LONGEST_ANSWER = 65536  # bytes
MOST_SHOWN = 300  # characters of a cause


class CommandBot(Policy):
    """A program at one seat."""

    def __init__(
        self,
        game: Game,
        name: str,
        words: Sequence[str],
        options: Options,
        language: str,
        clock: float,
    ) -> None:
        """`name` is what it is called in messages, `words` are the program and its arguments."""
        self._game = game
        self._name = name
        self._words = words
        self._options = options
        self._language = language
        self._clock = clock
        self._program: subprocess.Popen[bytes] | None = None

    def choose(self, state: State, seat: int, dice: Dice) -> int:
        actions = state.legal(seat)
        texts = [self._game.text(state, seat, action) for action in actions]
        deadline = monotonic() + self._clock
        asked = {"view": self._game.view(state, seat), "legal": texts, "clock": self._clock}
        message = _line(asked)
        if self._program is None:
            message = _line(self._hello(state.seats, seat)) + message
            self._program = self._start()
        try:
            self._send(self._program, message, deadline)
            answer = self._answer(self._receive(self._program, deadline))
            if answer not in texts:
                raise BotFailed(f"{self._name}: answered {show(answer)}, which is not legal")
            return actions[texts.index(answer)]
        except BotFailed:
            end(self._program)
            raise

    def close(self) -> None:
        if self._program is not None:
            end(self._program)

    def _hello(self, seats: int, seat: int) -> dict[str, Any]:
        return {
            "hello": PROTOCOL,
            "game": self._game.id,
            "rules": self._game.rules,
            "options": self._game.read_setup(seats, self._options),
            "seats": seats,
            "seat": seat + 1,
            "language": self._language,
        }

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            program = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that whatever it starts ends with it
            )
        except OSError as error:
            raise BotFailed(f"{self._name}: cannot be started: {error.strerror}") from None
        for pipe in (program.stdin, program.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        finalize(self, end, program)
        return program

    def _send(self, program: subprocess.Popen[bytes], message: bytes, deadline: float) -> None:
        assert program.stdin is not None
        pipe = program.stdin.fileno()
        while message:
            self._wait(pipe, selectors.EVENT_WRITE, deadline)
            try:
                message = message[os.write(pipe, message) :]
            except BrokenPipeError:
                raise self._gone(program) from None

    def _receive(self, program: subprocess.Popen[bytes], deadline: float) -> bytes:
        """One line."""
        assert program.stdout is not None
        pipe = program.stdout.fileno()
        received = b""
        while b"\n" not in received:
            self._wait(pipe, selectors.EVENT_READ, deadline)
            piece = os.read(pipe, LONGEST_ANSWER)
            if not piece:
                raise self._gone(program)
            received += piece
            if len(received) > LONGEST_ANSWER:
                raise BotFailed(f"{self._name}: answered more than {LONGEST_ANSWER} bytes")
        line, _, more = received.partition(b"\n")
        if more:
            raise BotFailed(f"{self._name}: answered more than one line, {show(more)}")
        return line

    def _answer(self, line: bytes) -> Any:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise BotFailed(f"{self._name}: answered {show(line)}, which is no JSON") from None
        if isinstance(answer, dict) and "error" in answer:
            raise BotFailed(f"{self._name}: gave up: {_in_one_line(answer['error'])}")
        if not isinstance(answer, dict) or "action" not in answer:
            raise BotFailed(f"{self._name}: answered {show(answer)}, which has no action in it")
        return answer["action"]

    def _wait(self, pipe: int, event: int, deadline: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, deadline - monotonic())):
                raise BotFailed(f"{self._name}: said nothing for {self._clock:g} seconds")

    def _gone(self, program: subprocess.Popen[bytes]) -> BotFailed:
        try:
            status = program.wait(1.0)
        except subprocess.TimeoutExpired:
            return BotFailed(f"{self._name}: closed its input or output")
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        return BotFailed(f"{self._name}: ended {how}")


def program_named(name: str, command: str) -> list[str]:
    """The words of a command line; BadSetup if there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadSetup(f"bot {name!r}: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise BadSetup(f"bot {name!r}: there is no such program that can be run")
    return words


def class_named(name: str, path: str) -> list[str]:
    """The words that run a class, MODULE:CLASS, which is looked at no earlier than there."""
    module, colon, kind = path.partition(":")
    if not (all(map(str.isidentifier, module.split("."))) and colon and kind.isidentifier()):
        raise BadSetup(f"bot {name!r}: must be py:MODULE:CLASS")
    if "" not in sys.path:  # what stands in the folder one is in is found, as by `python -m`
        sys.path.append("")
    if find_spec(module.partition(".")[0]) is None:
        raise BadSetup(f"bot {name!r}: there is no module {module}")
    return [sys.executable, "-m", "periplo.bots.guest", path]


def end(program: subprocess.Popen[bytes]) -> None:
    """End a program and wait for it, so that nothing of it is left."""
    if program.stdin is None or program.stdin.closed:  # it has been ended
        return
    for pipe in (program.stdin, program.stdout):
        if pipe is not None:
            pipe.close()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()


def _in_one_line(cause: object) -> str:
    return show(cause) if not isinstance(cause, str) else " ".join(cause.split())[:MOST_SHOWN]


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"
