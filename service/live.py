"""Waking whoever waits for news of a game: one follower of the journal per process, however many listen."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from service.storage import Storage

_REMEMBERED = 4096
"""Streams whose newest version is kept in mind; the others are looked up by those who wait."""


class Crowded(Exception):
    """As many listen as may at a time."""


class Live:
    """Streams' newest versions as the follower has seen them. The thread starts with the first listener.

    Every listener keeps a thread of the web server, so only ``places`` of them are let in at a time, and of one person
    only ``each``: the rest of the site goes on answering.
    """

    def __init__(self, storage: Storage, places: int, each: int) -> None:
        self._storage = storage
        self._places = places
        self._each = each
        self._listeners: Counter[str] = Counter()
        self._news = threading.Condition()
        self._versions: OrderedDict[str, int] = OrderedDict()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def admit(self, who: str) -> Callable[[], None]:
        """Give somebody a place, until the function that is returned is called; raises Crowded."""
        with self._news:
            if self._listeners.total() >= self._places or self._listeners[who] >= self._each:
                raise Crowded
            self._listeners[who] += 1
        return lambda: self._leave(who)

    def _leave(self, who: str) -> None:
        with self._news:
            self._listeners[who] -= 1
            if not self._listeners[who]:
                del self._listeners[who]

    def listen(self) -> None:
        """Start to follow, unless that is so already. Facts appended after this call are not missed."""
        with self._news:
            if self._thread is None or not self._thread.is_alive():
                after = self._storage.last_id()
                self._thread = threading.Thread(target=self._follow, args=(after,), name="live", daemon=True)
                self._thread.start()

    def wait(self, stream: str, known: int, seconds: float) -> bool:
        """Block until the stream has a version above ``known`` (True), or the time is over or the service stops."""
        deadline = time.monotonic() + seconds
        with self._news:
            while self._versions.get(stream, 0) <= known and not self._stop.is_set():
                left = deadline - time.monotonic()
                if left <= 0:
                    return False
                self._news.wait(left)
            return not self._stop.is_set()

    @property
    def stopped(self) -> bool:
        """The service is shutting down: streams end."""
        return self._stop.is_set()

    def close(self) -> None:
        """Stop following and let everybody go who waits."""
        self._stop.set()
        with self._news:
            self._news.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _follow(self, after: int) -> None:
        for batch in self._storage.subscribe(after, self._stop):
            with self._news:
                for record in batch.records:
                    self._versions[record.originator_id] = record.originator_version
                    self._versions.move_to_end(record.originator_id)
                while len(self._versions) > _REMEMBERED:
                    self._versions.popitem(last=False)
                self._news.notify_all()
