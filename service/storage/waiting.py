"""Back-off and log messages while the database is unavailable."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from threading import Event, Lock
from typing import TypeVar

from service.storage.connections import DatabaseRefused, Unavailable

FIRST = 0.1
"""Seconds until the second attempt; each wait is twice as long as the one before, ..."""

LONGEST = 5.0
"""... up to this one."""

QUIET = 3 * LONGEST
"""Seconds without a failure after which the next one starts a new outage."""

_log = logging.getLogger(__name__)


class Backoff:
    """Waits between attempts, with jitter, so that processes that failed together do not retry together."""

    def __init__(self, longest: float = LONGEST) -> None:
        self._longest = longest
        self._seconds = FIRST

    def next(self) -> float:
        """Return the seconds until the next attempt."""
        seconds, self._seconds = self._seconds, min(2 * self._seconds, self._longest)
        return seconds * random.uniform(0.5, 1.0)

    def reset(self) -> None:
        """Record a success, so that the next failure counts as the first one."""
        self._seconds = FIRST


class Outage:
    """Logs the start and the end of an outage of the database, once for all threads of a process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._failed_at = -QUIET
        self._during = False

    def lost(self, error: Unavailable) -> None:
        """Record a failed attempt."""
        with self._lock:
            now = time.monotonic()
            begins = now - self._failed_at >= QUIET
            self._failed_at = now
            self._during |= begins
        if begins:
            reason = " ".join(str(error).split())
            _log.warning("The database is unavailable. Daybook keeps retrying: %s", reason)

    def found(self) -> None:
        """Record a successful attempt."""
        with self._lock:
            ends, self._during = self._during, False
        if ends:
            _log.warning("The database is available again.")

    def interrupted(self, what: str, error: Exception) -> None:
        """Log that work ended with an error and will restart: an outage, or a fault with its traceback."""
        if isinstance(error, Unavailable):
            self.lost(error)
        else:
            _log.error("The %s was interrupted and will restart", what, exc_info=error)


T = TypeVar("T")


def retry_until_available(do: Callable[[], T], stop: Event) -> T:
    """Call a function once the database can be used. Raise DatabaseRefused, or Unavailable if ``stop`` is set first."""
    outage, backoff = Outage(), Backoff(LONGEST)
    while True:
        try:
            done = do()
        except DatabaseRefused:
            raise
        except Unavailable as error:
            outage.lost(error)
            if stop.wait(backoff.next()):
                raise
        else:
            outage.found()
            return done
