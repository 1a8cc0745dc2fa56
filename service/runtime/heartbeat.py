"""Heartbeat: regular test writes, so that health checks do not query the database."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from threading import Condition, Event, Thread

import msgspec

from projections.db_protocol import Rows
from service.calendars import outages
from service.readmodels import failed_streams
from service.readmodels.projection import lag
from service.storage import Storage
from service.storage.waiting import Backoff

EVERY = 10.0
"""Seconds between two attempts."""

AGAIN = 2.0
"""The most seconds until the next attempt after a failure, so that a recovered database is detected soon."""

OVERDUE = 30.0
"""Seconds within which an attempt must end; otherwise the database does not respond at all."""

FIRST = 2.0
"""Seconds that callers wait for the first attempt to end."""

Sweep = Callable[[Storage, Rows, datetime], None]
"""A function that deletes a limited number of expired rows at a time."""


class Beat(msgspec.Struct, frozen=True):
    """The result of an attempt; if the write failed, the other values are those of the previous attempt."""

    at: float
    """By the monotonic clock."""
    written: bool
    journal: int = 0
    lags: dict[str, int] = {}
    failed: Counter[str] = Counter()
    worker: timedelta | None = None
    """The time since a worker last reported that all of its work runs; None without a report."""

    @property
    def age(self) -> float:
        """Seconds since the attempt."""
        return time.monotonic() - self.at


class Heartbeat:
    """A thread with its own connection for each attempt, outside all pools, so that many readers cannot delay it.

    It starts with :meth:`start`, or with the first call of :meth:`last`.
    """

    def __init__(self, storage: Storage, sweeps: Sequence[Sweep]) -> None:
        self._storage = storage
        self._sweeps = sweeps
        self._last: Beat | None = None
        self._known = Condition()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Begin in the background."""
        with self._known:
            if self._thread.ident is None:
                self._thread.start()

    def stop(self) -> None:
        """End after the current attempt."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join(timeout=5)

    def last(self) -> Beat:
        """Return the latest attempt that has ended."""
        self.start()
        with self._known:
            self._known.wait_for(lambda: self._last is not None, FIRST)
            return self._last or Beat(time.monotonic(), written=False)

    def _run(self) -> None:
        backoff = Backoff(AGAIN)
        while not self._stop.is_set():
            if self.beat():
                backoff.reset()
                self._stop.wait(EVERY)
            else:
                self._stop.wait(backoff.next())

    def beat(self) -> bool:
        """Make an attempt now; return whether it succeeded."""
        try:
            beat = self._attempt()
            self._storage.outage.found()
        except Exception as error:
            self._storage.outage.interrupted("heartbeat", error)
            beat = msgspec.structs.replace(self._last or _NEVER, at=time.monotonic(), written=False)
        with self._known:
            self._last = beat
            self._known.notify_all()
        return beat.written

    def _attempt(self) -> Beat:
        """Make a small durable write, wait for the append lock, and read the positions of the read models. Delete
        expired rows, so that no request has to.
        """
        now = self._storage.clock()  # The time of the database, which all machines share.
        with self._storage.dedicated_connection() as rows:
            outages.beat(rows, now, self._storage.tracking.end(rows))
            self._storage.wait_for_append_lock(rows)
            for sweep in self._sweeps:
                sweep(self._storage, rows, datetime.now(UTC))
            journal = self._storage.tracking.end(rows)
            worker = outages.age_of_worker(rows, now)
            return Beat(time.monotonic(), True, journal, lag(self._storage, rows), failed_streams.counted(rows), worker)


_NEVER = Beat(0.0, written=False)
