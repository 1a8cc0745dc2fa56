"""Size-bounded cache that computes each key once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from operator import itemgetter
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache

Made = TypeVar("Made")


OVERHEAD = 1024
"""Additional bytes of each value, for its key and its entry in the cache."""


class ComputingCache:
    """The most recently used values, as many as fit into the room. Threads share the values, so do not modify them."""

    def __init__(self, room: int, weigh: Callable[[Any], int] = sys.getsizeof) -> None:
        """``room`` is in bytes; ``weigh`` counts the bytes of each value once, when the value is computed."""
        self._weigh = weigh
        self._lock = Lock()
        self._known: LRUCache[Hashable, tuple[Any, int]] = LRUCache(room, getsizeof=itemgetter(1))
        self._making: dict[Hashable, Future[Any]] = {}

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the value of a key; compute it, or wait if another thread computes it, unless that thread fails."""
        with self._lock:
            if key in self._known:
                known: Made = self._known[key][0]
                return known
            others: Future[Made] | None = self._making.get(key)
            if others is None:
                mine = self._making[key] = Future()
        if others is not None:
            return others.result() if others.exception() is None else make()
        try:
            made = make()
            weight = self._weigh(made) + OVERHEAD
        except BaseException as error:
            with self._lock:
                del self._making[key]
            mine.set_exception(error)
            raise
        with self._lock:
            del self._making[key]
            if weight <= self._known.maxsize:
                self._known[key] = made, weight
        mine.set_result(made)
        return made

    def known(self, key: Hashable) -> Any:
        """Return the value of a key, or None if it has to be computed."""
        with self._lock:
            return self._known[key][0] if key in self._known else None
