"""A supervisor of two idle processes: ``python -m tests.service.server.supervised``."""

from __future__ import annotations

import signal
from threading import Event

from service.server.supervisor import supervise


def wait() -> None:
    """Wait for SIGTERM, then return."""
    stop = Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    stop.wait()


if __name__ == "__main__":
    supervise({"one": wait, "other": wait})
