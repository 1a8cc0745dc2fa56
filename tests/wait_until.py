"""Waiting in tests: long enough for slow machines, with a limit."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

TIMEOUT = 60.0
"""Seconds after which a condition will never come true, however busy the machine is."""

PAUSE = 0.05
"""Seconds between two attempts."""

Found = TypeVar("Found")


def wait_until(ask: Callable[[], Found], met: Callable[[Found], object] = bool, seconds: float = TIMEOUT) -> Found:
    """Repeat a query until its answer is as expected, and return it."""
    deadline = time.monotonic() + seconds
    while not met(found := ask()):
        assert time.monotonic() < deadline, found
        time.sleep(PAUSE)
    return found
