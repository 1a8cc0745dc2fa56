"""Waiting in tests, with a limit that suits slow machines."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

TIMEOUT = 60.0
"""Seconds after which a wait fails: even on a busy machine, the condition would never be met."""

PAUSE = 0.05
"""Seconds between two attempts."""

Found = TypeVar("Found")


def wait_until(ask: Callable[[], Found], met: Callable[[Found], object] = bool, seconds: float = TIMEOUT) -> Found:
    """Repeat a query until ``met`` accepts its result, and return that result."""
    deadline = time.monotonic() + seconds
    while not met(found := ask()):
        assert time.monotonic() < deadline, found
        time.sleep(PAUSE)
    return found
