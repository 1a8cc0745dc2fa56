"""Keeping what was made for whoever asks for the same again: a crowd that looks at one position costs one drawing."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, TypeVar

Made = TypeVar("Made")


OVERHEAD = 1024
"""Bytes that each thing costs beside itself: its key, and how it is found."""


class Kept:
    """The things asked for last, as many as there is room for. They are shared, so nobody may change them."""

    def __init__(self, room: int, weigh: Callable[[Any], int] = sys.getsizeof) -> None:
        """``room`` is in bytes, as ``weigh`` counts them of each thing."""
        self._room = room
        self._weigh = weigh
        self._weight = 0
        self._lock = Lock()
        self._known: OrderedDict[Hashable, Future[Any]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What this key stands for; who asks while another makes it waits for that, and makes it where that failed."""
        with self._lock:
            known: Future[Made] | None = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
            else:
                mine = self._known[key] = Future()
        if known is not None:
            return known.result() if known.exception() is None else make()
        try:
            made = make()
        except BaseException as error:
            with self._lock:
                self._known.pop(key, None)
            mine.set_exception(error)
            raise
        with self._lock:
            mine.set_result(made)
            if self._known.get(key) is mine:
                self._weight += self._weight_of(made)
                self._make_room()
        return made

    def _make_room(self) -> None:
        """Let go of what was asked for longest ago; what is still being made has no weight yet."""
        while self._weight > self._room:
            _, oldest = self._known.popitem(last=False)
            if oldest.done():
                self._weight -= self._weight_of(oldest.result())

    def _weight_of(self, made: Any) -> int:
        return self._weigh(made) + OVERHEAD
