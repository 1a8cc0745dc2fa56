"""The time zones of users, and which of them count for the clock of a turn."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

from domain.message import counted
from domain.table.refusals import Refused
from projections.db_protocol import Rows, listed, parsed, timestamp
from service.calendars import working_time
from service.calendars.working_time import CountingZone

BOTH_COUNT = timedelta(days=30)
"""The time after a change for which the former zone counts as well."""

MOST_CHANGES = 10
"""Changes of zone within :data:`BOTH_COUNT`."""

FIRST_OF_ALL = timezone(timedelta(hours=14))
"""The zone in which a day begins first."""


def changed(rows: Rows, user: str, before: str, after: str, now: datetime, *, new: bool = False) -> None:
    """Record a change of zone, in its transaction. Raise Refused after too many changes.

    The first zone of a ``new`` user replaces none.
    """
    if before == after:
        return
    known = _known(rows, user)
    recent = [since for since, _ in known if since > timestamp(now - BOTH_COUNT)]
    if len(recent) >= MOST_CHANGES:
        raise Refused(
            counted(
                "calendar.time-zone-changed-too-often",
                "You have changed your time zone {count} time in the last {days} days. Try again later.",
                "You have changed your time zone {count} times in the last {days} days. Try again later.",
                count=len(recent),
                days=BOTH_COUNT.days,
            )
        )
    if not known and (before or not new):
        _remember(rows, user, "", before)
    _remember(rows, user, timestamp(now), after)


def _known(rows: Rows, user: str) -> list[tuple[str, str]]:
    found = rows.execute("SELECT since, zone FROM time_zones WHERE user_id = :user ORDER BY since", {"user": user})
    return [(row["since"], row["zone"]) for row in found]


def _remember(rows: Rows, user: str, since: str, zone: str) -> None:
    rows.execute(
        "INSERT INTO time_zones VALUES (:user, :since, :zone)"
        " ON CONFLICT (user_id, since) DO UPDATE SET zone = excluded.zone",
        {"user": user, "since": since, "zone": zone},
    )


def of_turn(rows: Rows, user: str, began: datetime) -> list[CountingZone]:
    """Return the zones that count in a turn which began at a moment: the one of that moment first, then former ones."""
    said = _known(rows, user) or [("", name_of(rows, user))]
    known = [(since, zone) for since, zone in said if since <= timestamp(began)] or [("", "")]
    former = [
        CountingZone(working_time.zone(zone), parsed(end) + BOTH_COUNT) for (_, zone), (end, _) in pairwise(known)
    ]
    current = CountingZone(working_time.zone(known[-1][1]))
    return [current, *(each for each in former if each.until is not None and each.until > began)]


def name_of(rows: Rows, user: str) -> str:
    """Return the name of a user's zone; ``""`` if it is unknown."""
    found = rows.execute("SELECT time_zone FROM users WHERE id = :user", {"user": user})
    return str(found[0]["time_zone"]) if found else ""


def of_user(rows: Rows, user: str) -> ZoneInfo:
    """Return a user's zone; UTC if it is unknown."""
    return working_time.zone(name_of(rows, user))


def of_users(rows: Rows, users: Collection[str]) -> dict[str, ZoneInfo]:
    """Return these users' zones; UTC if unknown."""
    among, params = listed("user", users)
    found = rows.execute(f"SELECT id, time_zone FROM users WHERE id IN ({among})", params)  # noqa: S608
    known = {row["id"]: row["time_zone"] for row in found}
    return {user: working_time.zone(known.get(user, "")) for user in users}


def today_of(rows: Rows, user: str, now: datetime) -> date:
    """Return the present day in a user's zone."""
    return now.astimezone(of_user(rows, user)).date()


def begun_anywhere(now: datetime) -> date:
    """Return the latest day that has begun anywhere."""
    return now.astimezone(FIRST_OF_ALL).date()
