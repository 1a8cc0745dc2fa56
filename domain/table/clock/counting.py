"""Counted time between two moments, and the moment at which a given amount has passed. Whole seconds, in UTC."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

Interval = tuple[datetime, datetime]
"""From one moment until another, in UTC."""


def counted(since: datetime, until: datetime, windows: Sequence[Interval]) -> int:
    """Return the seconds between two moments that lie in these windows, rounded down; without windows, all of them."""
    parts = windows or ((since, until),)
    inside = (min(until, end) - max(since, begin) for begin, end in parts)
    return sum((part for part in inside if part > timedelta()), timedelta()) // timedelta(seconds=1)


def spent(since: datetime, seconds: int, windows: Iterable[Interval]) -> tuple[tuple[Interval, ...], datetime]:
    """Return the windows that contain this many seconds, and the moment at which these have passed.

    Windows are in order; those that end before ``since`` are left out. Raise ValueError if they do not suffice.
    For zero seconds the moment is ``since``.
    """
    rest, last = timedelta(seconds=seconds), since
    taken: list[Interval] = []
    for begin, end in windows:
        if not rest:
            break
        if begin >= end or (taken and begin < last):
            raise ValueError("Windows follow one another.")
        begin = max(begin, since)
        if end <= begin:
            continue
        last = min(end, begin + rest)
        taken.append((begin, last))
        rest -= last - begin
    if rest:
        raise ValueError("There are too few windows.")
    return tuple(taken), last
