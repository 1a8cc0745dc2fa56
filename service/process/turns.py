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
"""Files in work and in the queue, and as many audits. A file waits on disk: only those in work are in memory."""

ARRIVING = 32
"""Files that are coming in, however slowly. They take room on disk, 16 MiB each, and none from those that are here."""

EACH = 4
"""Of each kind of places, how many one user may have, or one address of visitors."""

PATIENCE = 30.0
"""Seconds that one waits for a turn at most."""


class QueueFull(Exception):
    """There is no place in the queue, or no turn has come for too long."""


class Places:
    """So many for all, and a part of them for each."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._lock = Lock()
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, who: str) -> Iterator[None]:
        """Have a place; raises QueueFull at once where there is none."""
        with self._lock:
            if self._taken.total() >= self._places or self._taken[who] >= EACH:
                raise QueueFull
            self._taken[who] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[who] -= 1
                self._taken += Counter()  # Forgets whoever has none left.


class Turns:
    """Who wants long work done takes a place first, and then waits there for a turn.

    Places are of three kinds, so that nobody loses theirs to another kind of work: those of files that are coming in,
    those of files that are here, and those of audits.
    """

    def __init__(self) -> None:
        self.arriving = Places(ARRIVING)
        self.files = Places(PLACES)
        self.audits = Places(PLACES)
        self._turns = BoundedSemaphore(AT_ONCE)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Do the work; raises QueueFull where no turn comes."""
        if not self._turns.acquire(timeout=PATIENCE):
            raise QueueFull
        try:
            yield
        finally:
            self._turns.release()
