"""Delivery times: after a short grace period, after quiet hours, or once a day. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

GRACE = timedelta(seconds=30)
"""Nobody is told outside of the page before: whoever looks at the game just now sees it by themselves."""


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """When somebody wants to be told nothing, and when of a whole day, by the clock of the zone that they live in.

    Quiet hours may go over midnight; there are none where both ends are the same.
    """

    quiet_from: time = time(0)
    quiet_until: time = time(0)
    daily_at: time = time(8)


def times_of(told: Mapping[str, str]) -> Times:
    """Times that are written as ``22:00``."""
    return Times(**{name: time.fromisoformat(told[name]) for name in ("quiet_from", "quiet_until", "daily_at")})


def due(now: datetime, times: Times, zone: ZoneInfo, *, daily: bool) -> datetime:
    """When something is told that is noted now."""
    if daily:
        return _next(now, times.daily_at, zone)
    moment = now + GRACE
    return after_quiet(moment, times, zone) or moment


def after_quiet(now: datetime, times: Times, zone: ZoneInfo) -> datetime | None:
    """When the quiet hours end that somebody has now; None where they have none."""
    if not _quiet(now.astimezone(zone).time(), times):
        return None
    ends = sorted(_moments(now, times.quiet_until, zone, fold=0) + _moments(now, times.quiet_until, zone, fold=1))
    return next(end for end in ends if not _quiet(end.astimezone(zone).time(), times))


def _quiet(clock: time, times: Times) -> bool:
    start, end = times.quiet_from, times.quiet_until
    return start <= clock < end if start <= end else clock >= start or clock < end


def _next(after: datetime, clock: time, zone: ZoneInfo) -> datetime:
    """The next moment at which the clock of a zone shows this; one that is left out in spring comes an hour later."""
    return _moments(after, clock, zone, fold=0)[0]


def _moments(after: datetime, clock: time, zone: ZoneInfo, *, fold: int) -> list[datetime]:
    """The next moments at which the clock of a zone shows this, in order; in autumn for the first or the second time.

    For the second time (``fold``) what is left out in spring comes an hour earlier.
    """
    day = after.astimezone(zone).date()
    shown = (datetime.combine(day + timedelta(days=days), clock, zone).replace(fold=fold) for days in range(3))
    return [moment for each in shown if (moment := each.astimezone(UTC)) > after]
