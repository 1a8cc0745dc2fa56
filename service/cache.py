"""Caches of limited size that threads share."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """The most recently used values, at most ``size`` of them."""

    def __init__(self, size: int) -> None:
        self._values: LRUCache[Key, Value] = LRUCache(size)
        self._lock = Lock()  # even a read changes the order of use

    def get(self, key: Key) -> Value:
        """Return the value of a key; raise KeyError if it is not cached."""
        with self._lock:
            return self._values[key]

    def put(self, key: Key, value: Value) -> None:
        """Cache a value in place of an earlier one, or of the value that was not used for longest."""
        with self._lock:
            self._values[key] = value

    def pop(self, key: Key) -> Value:
        """Remove a key and return its value; raise KeyError if it is not cached."""
        with self._lock:
            return self._values.pop(key)
