"""The supervisor: its processes start together, restart when they end, and stop together."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

SECONDS = 60
"""Longer than any step takes on the busiest machine."""


@contextmanager
def supervised() -> Iterator[tuple[subprocess.Popen[bytes], list[psutil.Process]]]:
    """Yield a supervisor, and the two processes that it has started."""
    supervisor = subprocess.Popen([sys.executable, "-m", "tests.service.server.supervised"])
    try:
        yield supervisor, processes_of(supervisor)
    finally:
        supervisor.kill()
        supervisor.wait()


def processes_of(supervisor: subprocess.Popen[bytes], *former: psutil.Process) -> list[psutil.Process]:
    """Return its two processes once they lead their own sessions, without the former ones. (Python starts one more.)"""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        children = psutil.Process(supervisor.pid).children()
        parts = [child for child in children if child not in former and _leads(child)]
        if len(parts) == 2:
            return parts
        time.sleep(0.02)
    raise AssertionError("There are no two processes")


def _leads(child: psutil.Process) -> bool:
    try:
        return os.getsid(child.pid) == child.pid
    except ProcessLookupError:  # The process has just ended.
        return False


def test_terminated_supervisor_stops_its_processes_and_waits() -> None:
    with supervised() as (supervisor, parts):
        supervisor.terminate()
        assert supervisor.wait(SECONDS) == 0
        assert not any(part.is_running() for part in parts)


def test_a_killed_process_is_restarted() -> None:
    with supervised() as (supervisor, (one, other)):
        one.kill()
        again = processes_of(supervisor, one)
        assert other in again


def test_no_process_outlives_a_killed_supervisor() -> None:
    with supervised() as (supervisor, parts):
        supervisor.kill()
        assert psutil.wait_procs(parts, timeout=SECONDS)[1] == []
