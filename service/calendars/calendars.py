"""The calendars of a table's players, looked up when a clock is set."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from domain.table.clock.counting import Interval
from domain.table.clock.options import Clock
from domain.table.clock.transitions import Windows
from domain.table.seating import TableState
from projections.db_protocol import Rows
from service.calendars import outages, vacations, working_time, zones
from service.calendars.working_time import Days
from service.storage import Database


class Calendars:
    """The working times of players."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def windows(self, table: TableState) -> Windows:
        """Return the time that counts for each seat of a table."""

        def of(seat: int, since: datetime, began: datetime) -> Iterable[Interval] | None:
            clock = table.clocks.clock if table.clocks else None
            if clock is None or clock.all_counts:
                return None
            with self._database.reading() as rows:
                user = table.chairs[seat].user or ""
                counting = zones.of_turn(rows, user, began)
                away = _away(rows, user, clock, since.astimezone(counting[0].zone).date(), began)
            if not (away or clock.weekends_off or clock.hours):
                return None
            return working_time.united(clock, counting, away, since)

        return of

    def outages(self, since: datetime, until: datetime) -> list[Interval]:
        """Return the outages after a moment, including the present one."""
        with self._database.reading() as rows:
            return outages.after(rows, since, until)

    def known_until(self, now: datetime) -> datetime | None:
        """Return the moment up to which every outage is recorded; None during an outage."""
        with self._database.reading() as rows:
            return outages.known_until(rows, now)


def _away(rows: Rows, user: str, clock: Clock, today: date, began: datetime) -> list[Days]:
    """Return a user's vacations that are not over, as far as the table lets them count in a turn.

    A vacation planned after the turn began counts in the next one, or, if vacations begin automatically, when its day
    has come.
    """
    if clock.vacation == "none":
        return []
    found: list[Days] = []
    planned = vacations.of(rows, user, date((today - ONE_DAY).year, 1, 1))
    for vacation, (first, last) in vacations.first_days(planned, clock.vacation_days):
        if vacation.planned_at is None or vacation.planned_at <= began:
            found.append((first, last))
        elif clock.vacation == "by_itself" and first <= today:
            found.append((first, min(last, today)))
    return [(first, last) for first, last in found if last >= today - ONE_DAY]


ONE_DAY = timedelta(days=1)
"""The most by which a former time zone may be ahead."""

JUST_BEFORE = timedelta(hours=1)
"""The time before a flag at which a vacation begins automatically."""
