"""What holds for the connections to either database: a thread holds one at a time, and nobody waits for long.

A thread that held one connection and waited for a second would wait for ever where all others do the same. So asking
for a second one is an error, whether the second is there or not: it shows in the first test, not under the first crowd.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import local

from eventsourcing.persistence import PersistenceError

LEAST = 0.05
"""Seconds that may be waited even when all patience is spent: a connection that is free is found within them."""


class Unavailable(PersistenceError):
    """The database cannot do it now (it is stopped, full, read-only or has too much to do); it may do it later.

    The event store does not try again by itself, as it does for its own errors: ten attempts would be ten waits.
    """


class SecondConnection(RuntimeError):
    """A thread that holds a connection asked for another one: a mistake in the program."""


class Patience:
    """How many seconds a piece of work may still wait for connections, all its waits together."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    @contextmanager
    def spent(self) -> Iterator[float]:
        """Wait within the block, for as many seconds as it gives; they are spent then."""
        begun = time.monotonic()
        try:
            yield max(self.left, LEAST)
        finally:
            self.left -= time.monotonic() - begun


patience: ContextVar[Patience | None] = ContextVar("patience", default=None)
"""That of the work which this thread does; None where a storage's own holds, for each wait anew."""


class Turns:
    """The turns that threads take at the connections of one pool; ``seconds`` is how long each waits by default."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._thread = local()

    @contextmanager
    def taken(self) -> Iterator[float]:
        """Wait for a connection within the block, at most as many seconds as it gives. Raises SecondConnection."""
        if getattr(self._thread, "holds", False):
            raise SecondConnection("This thread holds a connection already")
        with (patience.get() or Patience(self._seconds)).spent() as seconds:
            yield seconds
        self._thread.holds = True

    def ended(self) -> None:
        """The thread has given its connection back."""
        self._thread.holds = False
