"""Changes to vacations, each in one transaction."""

from __future__ import annotations

from datetime import date, datetime

from service.calendars import pending_recalculations, vacations
from service.calendars.vacations import Vacation
from service.calendars.zones import today_of
from service.storage import Storage


def plan(storage: Storage, user: str, first: date, last: date, now: datetime) -> None:
    """Schedule a vacation. Refused if that is not possible. No deadline of a turn that has begun moves."""
    with storage.database.counting(user) as rows:
        vacations.plan(rows, user, Vacation(first, last), today_of(rows, user, now), now)


def cancel(storage: Storage, user: str, first: date, now: datetime) -> bool:
    """Cancel a vacation from a day on, or all of it. Return whether there was one.

    Returned days count again in the turns that left them out: their clocks are set again.
    """
    with storage.database.counting(user) as rows:
        changed = vacations.cancel(rows, user, first, now)
        if changed:
            pending_recalculations.note(storage, rows, user)
    return changed


def planned(storage: Storage, user: str, now: datetime) -> tuple[list[Vacation], int]:
    """Return vacations that are not over, and the days left this year."""
    with storage.database.reading() as rows:
        today = today_of(rows, user, now)
        return vacations.of(rows, user, today), vacations.left(rows, user, today.year)
