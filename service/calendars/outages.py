"""Outages: periods in which no web process could write, so that players could not move.

Web processes write a heartbeat every ten seconds. A gap of more than 30 seconds between two is an outage; the second
heartbeat records it before it takes effect itself. So every outage that ended before the latest heartbeat is known, in
whatever order processes start.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from domain.table.clock.counting import Interval
from projections.db_protocol import Rows, parsed, timestamp

SHORTEST = timedelta(seconds=30)
"""A shorter gap is not an outage: web processes beat every ten seconds."""


def beat(rows: Rows, now: datetime, journal: int) -> None:
    """Record that web processes can write at this moment, and first the outage that this ends, if there was one.

    The latest beat of all processes counts. One far in the future is from before the clock was put back. ``journal`` is
    the last notification id.
    """
    rows.execute(
        "INSERT INTO outages (began, ended, journal) SELECT at, :now, :journal FROM heartbeats"
        " WHERE name = 'web' AND at < :overdue ON CONFLICT DO NOTHING",
        {"now": timestamp(now), "journal": journal, "overdue": timestamp(now - SHORTEST)},
    )
    _beat(rows, "web", now)


def beat_of_worker(rows: Rows, now: datetime) -> None:
    """Record that a worker does all of its work at this moment, or stands by."""
    _beat(rows, "worker", now)


def age_of_worker(rows: Rows, now: datetime) -> timedelta | None:
    """Return how long ago a worker last did all of its work; None if there has been no worker."""
    found = rows.execute("SELECT at FROM heartbeats WHERE name = 'worker'")
    return max(timedelta(), now - parsed(found[0]["at"])) if found else None


def _beat(rows: Rows, name: str, now: datetime) -> None:
    rows.execute(
        "INSERT INTO heartbeats (name, at) VALUES (:name, :now) ON CONFLICT (name) DO UPDATE SET at = excluded.at"
        " WHERE heartbeats.at < excluded.at OR heartbeats.at > :ahead",
        {"name": name, "now": timestamp(now), "ahead": timestamp(now + SHORTEST)},
    )


def known_until(rows: Rows, now: datetime) -> datetime | None:
    """Return the moment up to which every outage is recorded; None during an outage.

    Without any heartbeat there has never been a web process, and so no outage. Read this first, then outages.
    """
    found = rows.execute("SELECT at FROM heartbeats WHERE name = 'web'")
    last = parsed(found[0]["at"]) if found else now
    return None if now - last > SHORTEST else min(last, now)


def recorded(rows: Rows, moment: datetime, until: datetime, listed: int | None = None) -> list[Interval]:
    """Return outages that ended between two moments, in order; with ``listed``, only those recorded when the event
    store ended at that id or before.
    """
    within = "" if listed is None else " AND journal <= :listed"
    return _intervals(rows, _RECORDED + within, moment, until, listed=listed)


def after(rows: Rows, moment: datetime, now: datetime) -> list[Interval]:
    """Return outages that ended after a moment, in order; the last may be the present one, up to now."""
    return _intervals(rows, f"{_RECORDED} UNION ALL {_UNDER_WAY}", moment, now)


def lost(rows: Rows, since: datetime, until: datetime) -> timedelta:
    """Return the duration of outages between two moments."""
    found = recorded(rows, since, until)
    return sum((ended - max(began, since) for began, ended in found), timedelta())


_RECORDED = "SELECT began, ended FROM outages WHERE ended > :moment AND ended <= :until"
_UNDER_WAY = "SELECT at AS began, CAST(:until AS TEXT) AS ended FROM heartbeats WHERE name = 'web' AND at < :overdue"


def _intervals(rows: Rows, query: str, moment: datetime, until: datetime, **more: Any) -> list[Interval]:
    moments = {"moment": timestamp(moment), "until": timestamp(until), "overdue": timestamp(until - SHORTEST)}
    found = rows.execute(f"{query} ORDER BY ended, began", moments | more)
    intervals = [(parsed(row["began"]), parsed(row["ended"])) for row in found]
    return [(began, ended) for began, ended in intervals if moment < ended]
