"""The database's time, so that machines agree and a changed local clock has no effect."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock

Clock = Callable[[], datetime]
"""A function that returns the time, in UTC."""

FRESH = 60.0
"""Seconds for which the database's last answer is extrapolated: clocks drift by less than 1 ms meanwhile."""


def machine_time() -> datetime:
    """Return the time of this machine's clock, which is also the time of an embedded database."""
    return datetime.now(UTC)


class DatabaseTime:
    """The time of a database server, which is queried at most once a minute, on demand."""

    def __init__(self, ask: Clock) -> None:
        self._ask = ask
        self._lock = Lock()
        self._known: tuple[float, datetime] | None = None

    def __call__(self) -> datetime:
        """Return the current time."""
        known = self._known
        if known is None or time.monotonic() - known[0] > FRESH:
            known = self._asked()
        since, then = known
        return then + timedelta(seconds=time.monotonic() - since)

    def _asked(self) -> tuple[float, datetime]:
        with self._lock:
            before = time.monotonic()
            now = self._ask()
            self._known = known = ((before + time.monotonic()) / 2, now)
        return known
