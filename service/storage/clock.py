"""The database's time, so that several machines agree and a changed local clock has no effect."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock

Clock = Callable[[], datetime]
"""Tells the time, in UTC."""

FRESH = 60.0
"""Seconds for which what the database said is reckoned on from: clocks drift apart by less than a millisecond then."""


def machine_time() -> datetime:
    """By the clock of this machine, which is that of an embedded database."""
    return datetime.now(UTC)


class DatabaseTime:
    """The time by a database server, which is asked once a minute where anybody wants to know it."""

    def __init__(self, ask: Clock) -> None:
        self._ask = ask
        self._lock = Lock()
        self._known: tuple[float, datetime] | None = None

    def __call__(self) -> datetime:
        """The time now."""
        known = self._known
        if known is None or time.monotonic() - known[0] > FRESH:
            known = self._asked()
        since, then = known
        return then + timedelta(seconds=time.monotonic() - since)

    def _asked(self) -> tuple[float, datetime]:
        with self._lock:
            before = time.monotonic()
            told = self._ask()
            self._known = known = ((before + time.monotonic()) / 2, told)
        return known
