"""The service's own programs as real processes, for tests and benchmarks: ``daybook serve`` and others."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

DAYBOOK = Path(sys.executable).with_name("daybook")

FIRST_PORT, LAST_PORT = 10_000, 32_768
"""A range of ports below those that Linux assigns automatically."""

WORKERS = 16
"""The number of test processes that can use disjoint sets of ports."""


def environment(database_url: str, **settings: str) -> dict[str, str]:
    """Return the environment of a process on this database, with a write limit high enough for programs."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DAYBOOK_")}
    given = {"DAYBOOK_SECRET_KEY": "0123456789abcdef" * 4, "DAYBOOK_WRITE_LIMIT": "100000 per minute"}
    return {**inherited, "DATABASE_URL": database_url, **given, **settings}


class Process(Protocol):
    """A running command of the program, with the interface of ``subprocess.Popen``."""

    args: Any

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> Any: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...


def installed(arguments: tuple[str, ...], variables: Mapping[str, str], log: Path) -> Process:
    """Start a command of the installed program; its output goes to the end of ``log``."""
    with log.open("ab") as output:
        command = [DAYBOOK, *arguments]
        return subprocess.Popen(command, env=variables, stdout=output, stderr=output, start_new_session=True)


start: Callable[[tuple[str, ...], Mapping[str, str], Path], Process] = installed
"""The function that starts all programs of this module. Tests replace it with forks: see ``tests/forks.py``."""


def run(*arguments: str, variables: Mapping[str, str]) -> str:
    """Run a command of the program to its end and return its output."""
    code, output = ended(*arguments, variables=variables)
    assert code == 0, output
    return output


def ended(*arguments: str, variables: Mapping[str, str]) -> tuple[int, str]:
    """Run a command of the program to its end and return its exit code and its output."""
    with TemporaryDirectory() as directory:
        log = Path(directory) / "log"
        with running(*arguments, variables=variables, log=log) as process:
            code = process.wait(120)
        return code, log.read_text()


@contextmanager
def running(*arguments: str, variables: Mapping[str, str], log: Path) -> Iterator[Process]:
    """Run a command of the program until the end of the block; its output goes to ``log``."""
    process = start(arguments, variables, log)
    try:
        yield process
    finally:
        stop(process)


def stop(process: Process) -> None:
    """Terminate the process, and kill it if it does not end in time."""
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def web(*, variables: Mapping[str, str], log: Path) -> Iterator[tuple[int, Process]]:
    """Yield the port of a web process that accepts connections, and the process."""
    port = free_port()
    with running("serve", "--host", "127.0.0.1", "--port", str(port), variables=variables, log=log) as process:
        await_port(port, process)
        yield port, process


def free_port() -> int:
    """Return a free port, which stays free while its process is killed and restarted.

    The system never assigns it, not even to outgoing connections, and no other test process uses it.
    """
    for port in _ports():
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("Every port is taken.")


@cache
def _ports() -> Iterator[int]:
    """Return the ports of this test process in random order; concurrent test processes have other ports."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    ours = list(range(FIRST_PORT + worker % WORKERS, LAST_PORT, WORKERS))
    random.Random().shuffle(ours)
    return iter(ours)


def await_port(port: int, process: Process, seconds: float = 60) -> None:
    """Wait until the port is open; fail if the process ends or the time is up."""
    deadline = time.monotonic() + seconds
    while not listening(port):
        assert process.poll() is None, f"{process.args} ended with {process.returncode}"
        assert time.monotonic() < deadline, f"{process.args} does not listen on {port}"
        time.sleep(0.02)


def listening(port: int) -> bool:
    """Return whether the port accepts connections."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def kill(process: Process, port: int) -> None:
    """Kill the process and its workers, and wait until their port is free."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    while listening(port):
        time.sleep(0.002)
