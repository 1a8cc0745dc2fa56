"""Exclusion of startup objects from garbage collection."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def freeze_startup_objects() -> Iterator[None]:
    """Exclude objects created within the block from garbage collection for good."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
