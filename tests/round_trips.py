"""A counter of round trips to PostgreSQL, based on the server's messages."""

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
    """Yield a function that returns this thread's round trips so far, on connections taken from pools in the block.

    All messages are written to a file. The server sends one ReadyForQuery per round trip, however much was sent.
    Other threads, which may work at any moment, are not counted.
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
