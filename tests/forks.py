"""Programs that start as copies of a process with all imports, because importing takes longer than most tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from pathlib import Path
from typing import Any

CONTEXT = get_context("forkserver")

CONTEXT.set_forkserver_preload(["tests.preloaded"])


Work = Callable[..., Any]


class Fork:
    """A running copy, with the part of ``subprocess.Popen`` that tests need."""

    def __init__(
        self, work: Callable[..., Any], args: tuple[str, ...], variables: Mapping[str, str], log: Path
    ) -> None:
        self.args = args
        self._process = CONTEXT.Process(target=_run, args=(work, args, dict(variables), str(log)))
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        """Return the exit code; None while the process runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the process ends, and return its exit code."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return self._process.exitcode

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


def daybook(arguments: tuple[str, ...], variables: Mapping[str, str], log: Path) -> Fork:
    """Start a command of the program; its output goes to the end of ``log``."""
    return Fork(_daybook, arguments, variables, log)


def _daybook(*arguments: str) -> None:
    from service.__main__ import main

    sys.argv = ["daybook", *arguments]
    main()


def _run(work: Work, args: tuple[str, ...], variables: dict[str, str], log: str) -> None:
    """Run the work like a new program: in its own session, with only these environment variables."""
    os.setsid()
    with Path(log).open("ab") as output:
        for stream in (1, 2):
            os.dup2(output.fileno(), stream)
    sys.stdout, sys.stderr = os.fdopen(1, "w", buffering=1), os.fdopen(2, "w", buffering=1)
    os.environ.clear()
    os.environ.update(variables)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    work(*args)
