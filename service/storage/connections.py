"""Rules for database connections: one per thread at a time, and a limited wait.

A thread that held one connection and waited for a second would wait for ever where all others do the same. So asking
for a second one is an error, whether the second is there or not: it shows in the first test, not under the first crowd.

To take a connection from a pool and to give it back costs as much as a short statement. So a piece of work, such as a
request, keeps the one it was given first, and is the only one that does: there are as many as may work at a time.
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
"""Seconds that may be waited even when all patience is spent: a connection that is free is found within them."""


class Unavailable(PersistenceError):
    """The database cannot do it now (it is stopped, full, read-only or has too much to do); it may do it later.

    The event store does not try again by itself, as it does for its own errors: ten attempts would be ten waits.
    """


class Refused(Unavailable):
    """The database refuses the connection for a reason that waiting cannot cure, such as a wrong password."""


class SecondConnection(RuntimeError):
    """A thread that holds a connection asked for another one: a mistake in the program."""


class Work:
    """A piece of work of one thread: how many seconds it may still wait for connections, all its waits together, and
    the connections that it keeps until it ends.
    """

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self.kept: dict[Turns, Any] = {}

    @contextmanager
    def spent(self) -> Iterator[float]:
        """Wait within the block, for as many seconds as it gives; they are spent then."""
        begun = time.monotonic()
        try:
            yield max(self.left, LEAST)
        finally:
            self.left -= time.monotonic() - begun

    def end(self) -> None:
        """Give back what is kept; it may go on, and is given another connection then."""
        while self.kept:
            turns, connection = self.kept.popitem()
            turns.give_back(connection)


work: ContextVar[Work | None] = ContextVar("work", default=None)
"""What this thread works on; None where each wait for a connection is one by itself."""


class Turns:
    """The turns that threads take at the connections of one pool; ``seconds`` is how long each waits by default."""

    def __init__(self, seconds: float, give_back: Callable[[Any], None]) -> None:
        self.give_back = give_back
        """Puts a connection back into the pool."""
        self._seconds = seconds
        self._thread = local()

    @contextmanager
    def awaited(self) -> Iterator[float]:
        """Wait for others within the block, at most as many seconds as it gives. Raises SecondConnection."""
        if getattr(self._thread, "holds", False):
            raise SecondConnection("This thread holds a connection already")
        with (work.get() or Work(self._seconds)).spent() as seconds:
            yield seconds

    @contextmanager
    def taken(self) -> Iterator[float]:
        """Wait for a connection within the block, at most as many seconds as it gives. Raises SecondConnection."""
        with self.awaited() as seconds:
            yield seconds
        self._thread.holds = True

    def kept(self) -> Any:
        """The connection that this thread's work has kept; None where it has none."""
        here = work.get()
        return here.kept.pop(self, None) if here is not None else None

    def ended(self, connection: Any, *, sound: bool) -> None:
        """The thread needs its connection no more for now; its work keeps one that is sound."""
        self._thread.holds = False
        here = work.get()
        if here is not None and sound:
            here.kept[self] = connection
        else:
            self.give_back(connection)
