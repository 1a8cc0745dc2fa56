"""What a process makes at its start stays as long as it does: nobody has to look for garbage in it, then or later."""

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
