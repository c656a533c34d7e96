"""A real server process for the tests, on a real file."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from periplo.server.quotas import quota_names

NO_QUOTAS = [word for name in quota_names() for word in ("--quota", f"{name}=0")]
PROJECT = Path(__file__).parents[2]
METRICS_TOKEN = "counts for the tests"


def measured() -> dict[str, str]:
    """The environment of a program whose coverage counts, where that is measured."""
    if "COVERAGE_FILE" not in os.environ:
        return dict(os.environ)
    return os.environ | {"COVERAGE_PROCESS_START": str(PROJECT / "pyproject.toml")}


def logged_errors(log: str) -> list[str]:
    return [line for line in log.splitlines() if '"level": "error"' in line or "Traceback" in line]


class ServerProcess:
    """`periplo serve` on a database; it can be killed and started again.

    Coverage is measured in those that many tests share: to start costs twice as much with it.
    """

    def __init__(self, database: str, log: Path, *more: str, is_measured: bool = False) -> None:
        self._command = [
            sys.executable, "-m", "periplo", "serve", "--database", database,
            "--rate", "10000", "--tables", "1000000", "--least-limit", "1",
            "--metrics-token", METRICS_TOKEN, *NO_QUOTAS, *more,
        ]  # fmt: skip
        self._log = log
        self._environment = measured() if is_measured else dict(os.environ)
        self._process: subprocess.Popen[str] | None = None
        self.address = ""
        self.port = 0
        self.start()

    def start(self) -> None:
        """The same port again after a restart, so that clients find it."""
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [*self._command, "--port", str(self.port)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
                env=self._environment,
            )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        assert self.address, self.log()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def read_line(self) -> str:
        """The next line that it prints."""
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def log(self) -> str:
        return self._log.read_text()

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As an operator would."""
        self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(number)
            process.wait(20)
            assert process.stdout is not None
            process.stdout.close()
            with suppress(ProcessLookupError):  # whatever it had started
                os.killpg(process.pid, signal.SIGKILL)
