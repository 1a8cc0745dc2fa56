"""The calendars of the people at a table, looked up when a clock is set."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from domain.clock.counting import Interval
from domain.clock.course import Windows
from domain.clock.options import Clock
from domain.table.seating import TableState
from projections.rows import Rows, listed
from service.calendars import counting_time, outages, vacations
from service.calendars.counting_time import Days
from service.storage import Database


class Calendars:
    """When time counts for people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def windows(self, table: TableState) -> Windows:
        """When time counts for each seat of a table."""

        def of(seat: int, since: datetime) -> Iterable[Interval] | None:
            clock = table.clocks.clock if table.clocks else None
            if clock is None or clock.all_counts:
                return None
            with self._database.reading() as rows:
                user = table.chairs[seat].user or ""
                zone = zone_of(rows, user)
                away = _away(rows, user, clock, since.astimezone(zone).date())
            if not (away or clock.weekends_off or clock.hours):
                return None
            return counting_time.windows(clock, zone, away, since)

        return of

    def outages(self, since: datetime, until: datetime) -> list[Interval]:
        """When the service was out of order, as far as that ended between two moments."""
        with self._database.reading() as rows:
            return outages.after(rows, since, until)


def _away(rows: Rows, user: str, clock: Clock, today: date) -> list[Days]:
    """When somebody is away, as far as the table lets it count as vacation and it is not over."""
    if clock.vacation == "none":
        return []
    planned = vacations.of(rows, user, date(today.year, 1, 1))
    return [(first, last) for first, last in vacations.first_days(planned, clock.vacation_days) if last >= today]


def zone_of(rows: Rows, user: str) -> ZoneInfo:
    """The zone that a person lives in; UTC where nobody knows."""
    return counting_time.zone(time_zone(rows, user))


def zones_of(rows: Rows, users: Collection[str]) -> dict[str, ZoneInfo]:
    """The zones that these people live in; UTC where nobody knows."""
    among, params = listed("user", users)
    found = rows.execute(f"SELECT id, time_zone FROM users WHERE id IN ({among})", params)  # noqa: S608
    known = {row["id"]: row["time_zone"] for row in found}
    return {user: counting_time.zone(known.get(user, "")) for user in users}


def time_zone(rows: Rows, user: str) -> str:
    """The name of the zone that a person lives in; ``""`` where nobody knows."""
    found = rows.execute("SELECT time_zone FROM users WHERE id = :user", {"user": user})
    return str(found[0]["time_zone"]) if found else ""


def today_of(rows: Rows, user: str, now: datetime) -> date:
    """The day that it is where a person lives."""
    return now.astimezone(zone_of(rows, user)).date()


JUST_BEFORE = timedelta(hours=1)
"""So long before a flag a vacation begins by itself."""
