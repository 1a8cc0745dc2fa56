"""A clock that tests set."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class Clock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> datetime:
        """Let time pass."""
        self.now += timedelta(**time)
        return self.now
