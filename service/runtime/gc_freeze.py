"""Exclusion of startup objects from garbage collection."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def lasting() -> Iterator[None]:
    """What is made meanwhile is kept out of the garbage collector's sight for good."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
