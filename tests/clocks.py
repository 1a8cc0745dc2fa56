"""A clock set by tests."""

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
        """Let time pass."""
        self.now += timedelta(**time)
        return self.now


def record_outage(storage: Storage, began: datetime, ended: datetime) -> None:
    """Web processes have beaten at these moments, and have been at work since."""
    with storage.database.transaction() as rows:
        outages.beat(rows, began, storage.tracking.end(rows))
        outages.beat(rows, ended, storage.tracking.end(rows))
        rows.execute("DELETE FROM heartbeats")


def record_heartbeat(storage: Storage, now: datetime) -> None:
    """Web processes have beaten every ten seconds until now."""
    with storage.database.transaction() as rows:
        rows.execute(
            "INSERT INTO heartbeats (name, at) VALUES ('web', :now) ON CONFLICT (name) DO UPDATE SET at = excluded.at",
            {"now": timestamp(now)},
        )
