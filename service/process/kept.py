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
        self._known: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._making: dict[Hashable, Future[Any]] = {}

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What this key stands for; who asks while another makes it waits for that, and makes it where that failed."""
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
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
            self._known[key] = made, weight
            self._weight += weight
            self._make_room()
        mine.set_result(made)
        return made

    def known(self, key: Hashable) -> Any:
        """What this key stands for if it is kept; None if it has to be made."""
        with self._lock:
            return self._known[key][0] if key in self._known else None

    def _make_room(self) -> None:
        """Let go of what was asked for longest ago, by its weight when it came: a text that was sent weighs more."""
        while self._weight > self._room:
            _, (_, weight) = self._known.popitem(last=False)
            self._weight -= weight
