"""What a process keeps of games at their versions, and what is kept of a version that is only about to be written.

A version is told before it is written, so that what is told of it can be written along. Until then it is nobody else's:
the write may fail, and then somebody else's version has this number. So whatever is asked while a version is told keeps
what it finds here (:class:`Known`) and nowhere else.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from eventsourcing.application import LRUCache

Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing")


class Known(LRUCache[Key, Thing]):
    """What was worked out last, so much at most, by stream, version and whatever else it depends on."""

    def get(self, key: Key, *, evict: bool = False) -> Thing:
        """What is known; raises KeyError."""
        meanwhile = _meanwhile.get()
        if meanwhile is not None and (self, key) in meanwhile:
            found: Thing = meanwhile[self, key]
            return found
        return super().get(key, evict=evict)

    def put(self, key: Key, value: Thing | None) -> None:
        """Keep this, for all or, while it is tentative, for this thread."""
        meanwhile = _meanwhile.get()
        if meanwhile is None:
            super().put(key, value)
        else:
            meanwhile[self, key] = value


_meanwhile: ContextVar[dict[tuple[Known[Any, Any], Any], Any] | None] = ContextVar("meanwhile", default=None)


@contextmanager
def tentatively() -> Iterator[None]:
    """What is worked out within the block is for this thread, and for all once the block has ended well."""
    meanwhile: dict[tuple[Known[Any, Any], Any], Any] = {}
    token = _meanwhile.set(meanwhile)
    try:
        yield
    finally:
        _meanwhile.reset(token)
    for (known, key), value in meanwhile.items():
        known.put(key, value)
