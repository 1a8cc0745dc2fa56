"""User profiles: display name, time zone and language."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from eventsourcing.persistence import IntegrityError

from projections.db_protocol import parsed
from service.accounts import name_keys
from service.accounts.users import NameTaken, folded
from service.calendars import zones
from service.storage import Database, Storage

NEW = timedelta(days=1)
"""The time after signing up in which the first time zone given applies alone."""


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """Display name, IANA name of the time zone, and language; each ``""`` until it is set."""

    display_name: str = ""
    time_zone: str = ""
    language: str = ""


def of_user(database: Database, user_id: str) -> Profile:
    """Return a user's profile."""
    with database.reading() as rows:
        found = rows.execute("SELECT display_name, time_zone, language FROM users WHERE id = :id", {"id": user_id})
    return Profile(**found[0]) if found else Profile()


def say(storage: Storage, user_id: str, profile: Profile, now: datetime) -> None:
    """Change a profile. Raise NameTaken for another user's display name, and Refused for too many changes of zone.

    Clocks use the new zone from the user's next turn on.
    """
    values = {"id": user_id, "folded": folded(profile.display_name) or None, **msgspec.structs.asdict(profile)}
    try:
        with storage.database.counting(user_id) as rows:
            known = rows.execute("SELECT name, display_name, time_zone, created_at FROM users WHERE id = :id", values)[
                0
            ]
            if known["display_name"] != profile.display_name:
                name_keys.claim(rows, user_id, profile.display_name or known["name"], kept=known["name"])
            rows.execute(
                "UPDATE users SET display_name = :display_name, folded_display_name = :folded,"
                " time_zone = :time_zone, language = :language WHERE id = :id",
                values,
            )
            new = _is_new(known["created_at"], now)
            zones.changed(rows, user_id, known["time_zone"], profile.time_zone, now, new=new)
    except IntegrityError:
        raise NameTaken(profile.display_name) from None


def _is_new(registered: str, now: datetime) -> bool:
    """Return whether an account is so new that no game with it has lasted long."""
    return now - parsed(registered) < NEW
