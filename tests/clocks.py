"""A clock that tests set, and records of outages and heartbeats."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from projections.db_protocol import timestamp
from service.calendars import outages
from service.storage import Storage


class Clock:
    """A clock that shows the same time until it is set."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **time: float) -> datetime:
        """Advance the clock and return the new time."""
        self.now += timedelta(**time)
        return self.now


def record_outage(storage: Storage, began: datetime, ended: datetime) -> None:
    """Record the outage, if any, between two heartbeats of web processes, and no outage after the second."""
    with storage.database.transaction() as rows:
        outages.beat(rows, began, storage.tracking.end(rows))
        outages.beat(rows, ended, storage.tracking.end(rows))
        rows.execute("DELETE FROM heartbeats")


def record_heartbeat(storage: Storage, now: datetime) -> None:
    """Set the latest heartbeat of web processes to this moment, without recording an outage."""
    with storage.database.transaction() as rows:
        rows.execute(
            "INSERT INTO heartbeats (name, at) VALUES ('web', :now) ON CONFLICT (name) DO UPDATE SET at = excluded.at",
            {"now": timestamp(now)},
        )
