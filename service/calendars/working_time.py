"""Working time: the time that counts for a player after a given moment, as intervals in UTC.

Time zones come from the pinned package ``tzdata`` and not from the machine, so that all processes use the same rules.
"""

from __future__ import annotations

import heapq
import zoneinfo
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from domain.table.clock.counting import Interval
from domain.table.clock.options import Clock, Hours

zoneinfo.reset_tzpath(to=())

Days = tuple[date, date]
"""From the first to the last day, both included."""

FARTHEST = 400
"""The maximum of days to compute: beyond them everything counts."""

LONGEST = timedelta(days=100)
"""The length beyond which adjacent intervals are not merged: no clock needs more."""

_WHOLE_DAY = Hours(first=0, until=24)


def zone(name: str) -> ZoneInfo:
    """Return the time zone with this name, or UTC if there is none (any more)."""
    try:
        return ZoneInfo(name or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


class CountingZone(NamedTuple):
    """A time zone that counts for a turn, until a moment (None: for all of it)."""

    zone: ZoneInfo
    until: datetime | None = None


def united(clock: Clock, zones: Iterable[CountingZone], away: Sequence[Days], since: datetime) -> Iterator[Interval]:
    """Yield the time that counts in one of several zones from a moment on, in order; adjacent intervals are merged."""
    open_window: Interval | None = None
    for begin, end in heapq.merge(*(_in_zone(clock, each, away, since) for each in zones)):
        if open_window is None:
            open_window = (begin, end)
        elif begin < open_window[1] or (begin == open_window[1] and end - open_window[0] < LONGEST):
            open_window = (open_window[0], max(open_window[1], end))
        else:
            yield open_window
            open_window = (begin, end)
    if open_window is not None:
        yield open_window


def _in_zone(clock: Clock, counting: CountingZone, away: Sequence[Days], since: datetime) -> Iterator[Interval]:
    for begin, end in _days(clock, counting.zone, away, since):
        if counting.until is None:
            yield begin, end
        elif begin < counting.until:
            yield begin, min(end, counting.until)
        else:
            return


def _days(clock: Clock, place: ZoneInfo, away: Sequence[Days], since: datetime) -> Iterator[Interval]:
    hours = clock.hours or _WHOLE_DAY
    today = since.astimezone(place).date()
    for number in range(FARTHEST):
        day = today + timedelta(days=number)
        if _counts(clock, away, day):
            begin, end = _moment(day, hours.first, place), _moment(day, hours.until, place)
            if end > since:
                yield max(begin, since), end
    yield max(since, _moment(today + timedelta(days=FARTHEST), 0, place)), datetime.max.replace(tzinfo=UTC)


def _counts(clock: Clock, away: Sequence[Days], day: date) -> bool:
    if clock.weekends_off and day.weekday() >= 5:
        return False
    return clock.vacation == "none" or not any(first <= day <= last for first, last in away)


def _moment(day: date, hour: int, place: ZoneInfo) -> datetime:
    """Return the beginning of an hour; if clocks are put forward over it, the moment when they are."""
    day, hour = (day + timedelta(days=1), 0) if hour == 24 else (day, hour)
    return datetime.combine(day, time(hour), place).astimezone(UTC)
