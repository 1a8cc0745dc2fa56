"""Counting round trips to PostgreSQL from its server's messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import get_ident
from typing import Any
from unittest.mock import patch

from service.storage.eventsourcing_adapter.postgres import _Pool


@contextmanager
def counted() -> Iterator[Callable[[], int]]:
    """Count the round trips of this thread within the block, on connections that it takes from pools there.

    All messages are written down. The server says that it is ready for more once for each trip, however much was sent.
    Other threads, which may work at any moment, do not count.
    """
    taken, here = _Pool.getconn, get_ident()
    with TemporaryDirectory() as directory, (Path(directory) / "trace").open("a") as trace:

        def traced(pool: Any, timeout: float | None = None) -> Any:
            connection = taken(pool, timeout)
            if get_ident() == here:
                connection.pgconn.trace(trace.fileno())
            else:
                connection.pgconn.untrace()
            return connection

        with patch.object(_Pool, "getconn", traced):
            yield lambda: Path(trace.name).read_text().count("\tReadyForQuery\t")
