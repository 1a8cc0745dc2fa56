"""Keeping what was made for whoever asks for the same again: a crowd that looks at one position costs one drawing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, TypeVar

Made = TypeVar("Made")


class Kept:
    """The things asked for last, ``size`` of them at most. They are shared, so nobody may change them."""

    def __init__(self, size: int) -> None:
        self._size = size
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
                if len(self._known) > self._size:
                    self._known.popitem(last=False)
        if known is not None:
            return known.result() if known.exception() is None else make()
        try:
            made = make()
        except BaseException as error:
            with self._lock:
                self._known.pop(key, None)
            mine.set_exception(error)
            raise
        mine.set_result(made)
        return made
