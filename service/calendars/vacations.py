"""Vacations: a number of days a year, planned ahead or begun automatically just before a flag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, timedelta

import msgspec

from domain.message import counted, message
from domain.table.clock.options import DAYS_A_YEAR
from domain.table.refusals import Refused
from projections.db_protocol import Row, Rows, parsed, timestamp
from service.calendars import zones
from service.calendars.working_time import Days
from service.storage import user_rows
from service.storage.user_rows import UserRows

FARTHEST = timedelta(days=400)
"""The furthest time ahead for which a vacation can be planned."""


class Vacation(msgspec.Struct, frozen=True):
    """From the first to the last day, both included, in the user's time zone."""

    first: date
    last: date
    by_itself: bool = False
    planned_at: datetime | None = None
    """None for one from before this was stored."""


def of(rows: Rows, user: str, since: date) -> list[Vacation]:
    """Return a user's vacations that are not over on a day, in order."""
    found = rows.execute(
        "SELECT * FROM vacations WHERE user_id = :user AND last_day >= :since ORDER BY first_day",
        {"user": user, "since": since.isoformat()},
    )
    return [_vacation(row) for row in found]


def _vacation(row: Row) -> Vacation:
    return Vacation(
        first=date.fromisoformat(row["first_day"]),
        last=date.fromisoformat(row["last_day"]),
        by_itself=bool(row["by_itself"]),
        planned_at=parsed(row["planned_at"]) if row["planned_at"] else None,
    )


def first_days(planned: Iterable[Vacation], most: int) -> list[tuple[Vacation, Days]]:
    """Return the first so many days of each calendar year in these vacations, as spans whose last day is included."""
    found: list[tuple[Vacation, Days]] = []
    taken: Counter[int] = Counter()
    for vacation in planned:
        for year in range(vacation.first.year, vacation.last.year + 1):
            first, last = max(vacation.first, date(year, 1, 1)), min(vacation.last, date(year, 12, 31))
            last = min(last, first + timedelta(days=most - taken[year] - 1))
            if first <= last:
                found.append((vacation, (first, last)))
                taken[year] += (last - first).days + 1
    return found


def covers(spans: Iterable[tuple[Vacation, Days]], day: date) -> bool:
    """Return whether one of these spans includes this day."""
    return any(first <= day <= last for _, (first, last) in spans)


def left(rows: Rows, user: str, year: int) -> int:
    """Return a user's remaining days of vacation in a year."""
    return DAYS_A_YEAR - _days_in(of(rows, user, date(year, 1, 1)), year)


def plan(rows: Rows, user: str, wanted: Vacation, today: date, now: datetime) -> None:
    """Schedule a vacation from today or later. Refused if there are too few days, or if it overlaps another.

    The caller counts the user's days: ``Database.counting``.
    """
    if not today <= wanted.first <= wanted.last <= today + FARTHEST:
        raise Refused(
            message(
                "calendar.invalid-vacation-dates",
                "A vacation must start today or later and end on or after its first day.",
            )
        )
    if any(wanted.first <= other.last and other.first <= wanted.last for other in of(rows, user, today)):
        raise Refused(message("calendar.vacation-overlaps", "You already have a vacation scheduled for that time."))
    for year in range(wanted.first.year, wanted.last.year + 1):
        if left(rows, user, year) < _days_in([wanted], year):
            raise Refused(
                counted(
                    "calendar.too-few-vacation-days",
                    "You have {count} day of vacation left. Choose fewer days.",
                    "You have {count} days of vacation left. Choose fewer days.",
                    count=left(rows, user, year),
                )
            )
    rows.execute(
        "INSERT INTO vacations (user_id, first_day, last_day, by_itself, planned_at)"
        " VALUES (:user, :first, :last, :by_itself, :now)",
        {
            "user": user,
            "first": wanted.first.isoformat(),
            "last": wanted.last.isoformat(),
            "by_itself": wanted.by_itself,
            "now": timestamp(now),
        },
    )


def cancel(rows: Rows, user: str, first: date, now: datetime) -> bool:
    """Cancel a vacation; days that have begun anywhere remain used. Return whether there was such a vacation."""
    today = zones.begun_anywhere(now)
    key = {"user": user, "first": first.isoformat(), "today": today.isoformat()}
    if first > today:
        return bool(
            rows.execute("DELETE FROM vacations WHERE user_id = :user AND first_day = :first RETURNING user_id", key)
        )
    return bool(
        rows.execute(
            "UPDATE vacations SET last_day = :today WHERE user_id = :user AND first_day = :first AND last_day > :today"
            " RETURNING user_id",
            key,
        )
    )


def delete_user_data(rows: Rows, user: str, most: int) -> bool:
    """Delete the vacations and time zones of a user, and pending recalculations."""
    return user_rows.delete_some(rows, _USER_ROWS, user, most)


_USER_ROWS = [
    UserRows("vacations", key="user_id, first_day"),
    UserRows("changed_calendars", key="user_id"),
    UserRows("time_zones", key="user_id, since"),
]


def _days_in(vacations: Iterable[Vacation], year: int) -> int:
    first, last = date(year, 1, 1), date(year, 12, 31)
    spans = ((min(last, each.last) - max(first, each.first)).days + 1 for each in vacations)
    return sum(days for days in spans if days > 0)
