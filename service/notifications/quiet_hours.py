"""Delivery times, as pure functions: after a short grace period, after quiet hours, or once a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

GRACE = timedelta(seconds=30)
"""The time before notifications are sent: users who are looking at the game see the change on the page."""


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """A user's quiet hours, and the time of their daily digest, in their time zone.

    Quiet hours may span midnight; there are none if both ends are the same.
    """

    quiet_from: time = time(0)
    quiet_until: time = time(0)
    daily_at: time = time(8)


def times_of(texts: Mapping[str, str]) -> Times:
    """Parse times of the form ``22:00``."""
    return Times(**{name: time.fromisoformat(texts[name]) for name in ("quiet_from", "quiet_until", "daily_at")})


def due(now: datetime, times: Times, zone: ZoneInfo, *, daily: bool) -> datetime:
    """Return when a notification created now is due."""
    if daily:
        return _next(now, times.daily_at, zone)
    moment = now + GRACE
    return after_quiet(moment, times, zone) or moment


def after_quiet(now: datetime, times: Times, zone: ZoneInfo) -> datetime | None:
    """Return the end of a user's current quiet hours; None if they have none now."""
    if not _quiet(now.astimezone(zone).time(), times):
        return None
    ends = sorted(_moments(now, times.quiet_until, zone, fold=0) + _moments(now, times.quiet_until, zone, fold=1))
    return next(end for end in ends if not _quiet(end.astimezone(zone).time(), times))


def _quiet(clock: time, times: Times) -> bool:
    start, end = times.quiet_from, times.quiet_until
    return start <= clock < end if start <= end else clock >= start or clock < end


def _next(after: datetime, clock: time, zone: ZoneInfo) -> datetime:
    """Return the next moment with this clock time in a zone; a time skipped in spring comes an hour later."""
    return _moments(after, clock, zone, fold=0)[0]


def _moments(after: datetime, clock: time, zone: ZoneInfo, *, fold: int) -> list[datetime]:
    """Return the next moments with this clock time in a zone, in order; in autumn, its first or second occurrence.

    For the second occurrence (``fold``), a time skipped in spring comes an hour earlier.
    """
    day = after.astimezone(zone).date()
    shown = (datetime.combine(day + timedelta(days=days), clock, zone).replace(fold=fold) for days in range(3))
    return [moment for each in shown if (moment := each.astimezone(UTC)) > after]
