"""A supervisor of two processes that wait: ``python -m tests.service.server.supervised``."""

from __future__ import annotations

import signal
from threading import Event

from service.server.supervisor import supervise


def wait() -> None:
    """Wait until told to stop, then end normally."""
    stop = Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    stop.wait()


if __name__ == "__main__":
    supervise({"one": wait, "other": wait})
