"""Rules for database connections: one per thread at a time, and a limited wait.

If threads that hold one connection waited for a second connection, they could wait for one another for ever. So asking
for a second one is an error even if a connection is free: tests then find the mistake, which otherwise appears only
under load.

Taking a connection from a pool and returning it costs as much as a short statement. So a unit of work, such as a
request, keeps its first connection until it ends: there are as many connections as concurrent units of work.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import local
from typing import Any

from eventsourcing.persistence import PersistenceError

LEAST = 0.05
"""Seconds of waiting allowed even after the patience is spent, enough to get a free connection."""


class Unavailable(PersistenceError):
    """The database cannot be used now (it is stopped, full, read-only or overloaded), but may be usable later.

    The event store does not retry automatically, as it does for its own errors: ten attempts would be ten waits.
    """


class DatabaseRefused(Unavailable):
    """The database refuses the connection for a reason that waiting cannot cure, such as a wrong password."""


class SecondConnection(RuntimeError):
    """A thread that holds a connection asked for another one, because of a mistake in the program."""


class Work:
    """A unit of work of one thread: the seconds that it may still wait for connections in total, and the connections
    that it keeps until it ends.
    """

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self.kept: dict[Turns, Any] = {}

    @contextmanager
    def spent(self) -> Iterator[float]:
        """Wait within the block, for at most the seconds it yields; the waiting time is then deducted."""
        begun = time.monotonic()
        try:
            yield max(self.left, LEAST)
        finally:
            self.left -= time.monotonic() - begun

    def end(self) -> None:
        """Return the kept connections to the pool; if the work continues, it gets another connection."""
        while self.kept:
            turns, connection = self.kept.popitem()
            turns.give_back(connection)


work: ContextVar[Work | None] = ContextVar("work", default=None)
"""The unit of work of this thread; None if each wait for a connection is independent."""


class Turns:
    """The order in which threads get the connections of one pool; ``seconds`` is the default time that each waits."""

    def __init__(self, seconds: float, give_back: Callable[[Any], None]) -> None:
        self.give_back = give_back
        """Puts a connection back into the pool."""
        self._seconds = seconds
        self._thread = local()

    @contextmanager
    def awaited(self) -> Iterator[float]:
        """Wait for others within the block, for at most the seconds it yields. Raise SecondConnection."""
        if getattr(self._thread, "holds", False):
            raise SecondConnection("This thread already holds a connection")
        with (work.get() or Work(self._seconds)).spent() as seconds:
            yield seconds

    @contextmanager
    def taken(self) -> Iterator[float]:
        """Wait for a connection within the block, for at most the seconds it yields. Raise SecondConnection."""
        with self.awaited() as seconds:
            yield seconds
        self._thread.holds = True

    def kept(self) -> Any:
        """Return the connection that this thread's work has kept; None if it has none."""
        here = work.get()
        return here.kept.pop(self, None) if here is not None else None

    def ended(self, connection: Any, *, sound: bool) -> None:
        """End the use of a connection for now; the thread's work keeps it if it is sound."""
        self._thread.holds = False
        here = work.get()
        if here is not None and sound:
            here.kept[self] = connection
        else:
            self.give_back(connection)
