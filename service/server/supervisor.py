"""Supervisor of several processes: web processes at one address, and the workers of a site.

Python uses one core per process. The supervisor restarts each process that ends. When told to stop, it stops all
processes and waits for them. A process whose supervisor has died ends as if told to stop.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Mapping
from multiprocessing.context import SpawnProcess
from threading import Event, Thread

LOOK = 0.5
"""Seconds between two checks whether all of them run."""

_log = logging.getLogger(__name__)

Work = Callable[[], None]


def supervise(works: Mapping[str, Work]) -> None:
    """Run each of these in a process of its own, by its name, until told to stop by SIGTERM or SIGINT."""
    stopping = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    running = {name: _started(name, work) for name, work in works.items()}
    try:
        while not stopping.wait(LOOK):
            for name, process in running.items():
                if process.exitcode is not None:
                    _log.warning("The %s ended with exit code %s. Restarting it.", name, process.exitcode)
                    running[name] = _started(name, works[name])
    finally:
        for process in running.values():
            process.terminate()
        for process in running.values():
            process.join()


def _started(name: str, work: Work) -> SpawnProcess:
    process = multiprocessing.get_context("spawn").Process(target=_supervised, args=(work,), name=name)
    process.start()
    return process


def _supervised(work: Work) -> None:
    os.setsid()  # Ctrl-C is for the supervisor, which tells all processes once
    Thread(target=_end_with_supervisor, name="supervisor", daemon=True).start()
    work()


def _end_with_supervisor() -> None:
    supervisor = multiprocessing.parent_process()
    assert supervisor is not None
    supervisor.join()
    os.kill(os.getpid(), signal.SIGTERM)
