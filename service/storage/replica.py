"""A replica of the database, which may be late or down without delaying a request."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from eventsourcing.persistence import PersistenceError

from projections.db_protocol import Rows
from service.storage.connections import work
from service.storage.database import Database

PATIENCE = 0.2
"""Seconds of waiting for a connection to the replica, because the primary can answer instead."""

AGAIN = 5.0
"""Seconds for which a replica that did not answer is not used."""

Answer = TypeVar("Answer")

_log = logging.getLogger(__name__)


class Replica:
    """A replica, for reads of data that no longer change, once it has these data."""

    def __init__(self, database: Database, close: Callable[[], None]) -> None:
        self._database = database
        self.close = close
        """Give its connections back."""
        self._not_before = 0.0

    def asked(self, ask: Callable[[Rows], Answer | None]) -> Answer | None:
        """Return the replica's answer; None if it lacks the data or does not answer."""
        if time.monotonic() < self._not_before:
            return None
        waiting = work.set(None)  # the work's remaining time is kept for the primary
        try:
            with self._database.reading() as rows:
                return ask(rows)
        except PersistenceError as error:
            self._not_before = time.monotonic() + AGAIN
            _log.warning("The replica does not answer. It is not used for %s seconds: %s", AGAIN, error)
            return None
        finally:
            work.reset(waiting)
