"""Work in the background that one of several processes does, while the others stand by to take over."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from threading import Event, Thread

from service.storage.storage import Storage

STANDBY = 1.0
"""Seconds between two attempts to take over, and until what was interrupted is tried again."""

_log = logging.getLogger(__name__)


class Standby(ABC):
    """Works in a thread of its own between ``start`` and ``stop``, or in the caller's with ``run``."""

    def __init__(self, storage: Storage, name: str, *leases: str) -> None:
        self.storage = storage
        self.stopping = Event()
        self._leases = leases
        self._thread = Thread(target=self.run, name=name, daemon=True)

    @abstractmethod
    def work(self) -> None:
        """Do the work, as the only one, until ``stopping`` is set."""

    def start(self) -> None:
        """Begin in the background."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is in hand and end."""
        self.stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def run(self) -> None:
        """Work whenever nobody else does, until told to stop; an error is logged and everything tried again."""
        while not self.stopping.is_set():
            try:
                with self.storage.lease(*self._leases) as taken:
                    if taken:
                        self.work()
            except Exception:
                _log.exception("The %s was interrupted, and starts again", self._thread.name)
            self.stopping.wait(STANDBY)
