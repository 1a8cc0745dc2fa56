"""What people say of themselves, beside the name they log in with."""

from __future__ import annotations

import msgspec
from eventsourcing.persistence import IntegrityError

from service.calendars import changes
from service.people import name_keys
from service.people.accounts import NameTaken, folded
from service.storage import Database, Storage


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """Each ``""`` until it is said: what somebody is called where others see them, the IANA name of the zone that they
    live in, the language that they read.
    """

    display_name: str = ""
    time_zone: str = ""
    language: str = ""


def of_user(database: Database, user_id: str) -> Profile:
    """What somebody says of themself."""
    with database.reading() as rows:
        found = rows.execute("SELECT display_name, time_zone, language FROM users WHERE id = :id", {"id": user_id})
    return Profile(**found[0]) if found else Profile()


def say(storage: Storage, user_id: str, profile: Profile) -> None:
    """Raises NameTaken for a display name that somebody else goes by. Clocks follow the zone."""
    values = {"id": user_id, "folded": folded(profile.display_name) or None, **msgspec.structs.asdict(profile)}
    try:
        with storage.database.transaction() as rows:
            before = rows.execute("SELECT name, display_name FROM users WHERE id = :id", values)[0]
            if before["display_name"] != profile.display_name:
                name_keys.claim(rows, user_id, profile.display_name or before["name"], kept=before["name"])
            rows.execute(
                "UPDATE users SET display_name = :display_name, folded_display_name = :folded,"
                " time_zone = :time_zone, language = :language WHERE id = :id",
                values,
            )
            changes.note(storage, rows, user_id)
    except IntegrityError:
        raise NameTaken(profile.display_name) from None
