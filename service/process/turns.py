"""Long work of one process, such as verifying a file: a little at a time, the rest in a short queue.

Each process has its own: it is the process that runs out of memory and of time for everybody else. Two at a time are
done no later than twenty, and everything else goes on beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

AT_ONCE = 2
"""Pieces of work that are done at a time."""

PLACES = 8
"""Those in work and in the queue. What waits there may be a file of 16 MiB, so that there cannot be many."""

EACH = 4
"""Of these, how many one user may have, or one address of visitors."""

PATIENCE = 30.0
"""Seconds that one waits for a turn at most."""


class QueueFull(Exception):
    """There is no place in the queue, or no turn has come for too long."""


class Turns:
    """Who wants long work done takes a place first, and then waits there for a turn."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._taken: Counter[str] = Counter()
        self._turns = BoundedSemaphore(AT_ONCE)

    @contextmanager
    def place(self, who: str) -> Iterator[None]:
        """Be in the queue; raises QueueFull at once where there is no place."""
        with self._lock:
            if self._taken.total() >= PLACES or self._taken[who] >= EACH:
                raise QueueFull
            self._taken[who] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[who] -= 1
                self._taken += Counter()  # Forgets whoever has none left.

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Do the work; raises QueueFull where no turn comes."""
        if not self._turns.acquire(timeout=PATIENCE):
            raise QueueFull
        try:
            yield
        finally:
            self._turns.release()
