"""Queues for long work in one process, such as verifying a file.

Each process has its own queues, one for each kind of work, so that no kind delays another. Within a kind, running a few
tasks at a time takes no longer than running all at once, and leaves processor time to requests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import BoundedSemaphore, Lock

AT_ONCE = 2
"""Files that are processed at a time; the same number of audits."""

PLACES = 8
"""Files processed or waiting in the queue; the same number of audits. Waiting files are on disk, not in memory."""

ARRIVING = 32
"""Uploads in progress, however slow. They occupy up to 16 MiB on disk each, but no places in the queue."""

EACH = 4
"""Places of each kind that one user, or one visitor's address, may have, unless the kind has a limit of its own."""

IN_A_LIST = 8
"""Miniatures that one user may wait for: a browser requests at least six pictures of a list at the same time."""

PATIENCE = 30.0
"""The most seconds of waiting for a turn."""


class QueueFull(Exception):
    """The queue has no free place, or a request has waited too long for its turn."""


class Places:
    """A limited number of places, and a lower limit for each user or address."""

    def __init__(self, places: int, each: int = EACH) -> None:
        self._places, self._each = places, each
        self._lock = Lock()
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, who: str) -> Iterator[None]:
        """Hold a place within the block; raise QueueFull at once if none is free."""
        with self._lock:
            if self._taken.total() >= self._places or self._taken[who] >= self._each:
                raise QueueFull
            self._taken[who] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[who] -= 1
                self._taken += Counter()  # Drops users without places.


class Queue:
    """One kind of long work: requests take a place first, and wait there for a turn."""

    def __init__(self, places: int, at_once: int, each: int = EACH) -> None:
        self._places = Places(places, each)
        self._turns = BoundedSemaphore(at_once)

    def taken(self, who: str) -> AbstractContextManager[None]:
        """Hold a place within the block; raise QueueFull at once if none is free."""
        return self._places.taken(who)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn and do the work within the block; raise QueueFull if no turn comes."""
        if not self._turns.acquire(timeout=PATIENCE):
            raise QueueFull
        try:
            yield
        finally:
            self._turns.release()


class WorkQueue:
    """The queues of a process. Uploads in progress have places, but do not wait for turns."""

    def __init__(self) -> None:
        self.arriving = Places(ARRIVING)
        self.files = Queue(PLACES, AT_ONCE)
        self.audits = Queue(PLACES, AT_ONCE)
        self.pictures = Queue(PLACES, at_once=1)
        self.miniatures = Queue(2 * IN_A_LIST, at_once=1, each=IN_A_LIST)
        self.animations = Queue(PLACES, at_once=1)
