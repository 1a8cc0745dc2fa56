"""Leader election: one of several processes does background work, the others stand by."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from threading import Event, Thread
from typing import Literal

from service.storage.storage import Storage
from service.storage.waiting import LONGEST, Backoff

STANDBY = 1.0
"""Seconds between two attempts to take over."""

State = Literal["starting", "working", "standing by", "interrupted", "stopped"]


class Standby(ABC):
    """Background work of one process, in its own thread from ``start`` to ``stop``, or in the caller's with ``run``."""

    def __init__(self, storage: Storage, name: str, *leases: str) -> None:
        self.storage = storage
        self.name = name
        self.state: State = "starting"
        self.stopping = Event()
        """Set when the work must end, permanently or because another process may have taken it over."""
        self._stop_requested = Event()
        self._leases = leases
        self._thread = Thread(target=self.run, name=name, daemon=True)

    @abstractmethod
    def work(self) -> None:
        """Do the work, as the only process, until ``stopping`` is set."""

    def start(self) -> None:
        """Start in the background."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the current task and stop."""
        self._stop_requested.set()
        self.interrupt()
        if self._thread.is_alive():
            self._thread.join()

    def interrupt(self) -> None:
        """Tell the work to stop after the current task."""
        self.stopping.set()

    def run(self) -> None:
        """Work whenever no other process does, until stopped. Retry after an error, with longer waits each time; work
        that had succeeded for some time is retried at once.
        """
        backoff = Backoff()
        while not self._stop_requested.is_set():
            began = time.monotonic()
            try:
                self._take_turn()
                backoff.reset()
                wait = STANDBY
            except Exception as error:
                self.state = "interrupted"
                self.storage.outage.interrupted(self.name, error)
                if time.monotonic() - began > LONGEST:
                    backoff.reset()
                wait = backoff.next()
            self._stop_requested.wait(wait)
        self.state = "stopped"

    def _take_turn(self) -> None:
        self.stopping.clear()
        if self._stop_requested.is_set():  # after the last check; ``stopping``, which was set too, is cleared
            return
        with self.storage.lease(*self._leases, lost=self.interrupt) as taken:
            self.storage.outage.found()
            self.state = "working" if taken else "standing by"
            if taken:
                self.work()
