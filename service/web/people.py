"""People by the names they go by now: invited by them, told with them. Nothing that is stored holds a name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask_babel import gettext

from projections.rows import parsed
from service.access import Seen
from service.services import services
from service.usecases import guests
from service.usecases.guests import Guest
from service.web.http.problems import Problem


def name_of(user_id: str) -> str:
    """What somebody is called now; nothing for whose account is gone."""
    return services().names.of_people([user_id]).get(user_id, "")


def id_of(name: str) -> str:
    """Who goes by a name; a Problem where nobody does."""
    found = services().accounts.named(name)
    if found is None:
        detail = gettext("Nobody here is called %(name)s.", name=name)
        raise Problem("invalid", detail, errors=[{"path": "name", "detail": detail}])
    return found.id


def invite(seen: Seen, name: str, seat: int | None) -> None:
    """The owner of a table invites somebody; Refused or a Problem where that cannot be."""
    guests.require_invitable(seen.now.table, seat)
    guests.invite(services().storage.database, seen.now.id, id_of(name), seat, seen.now.table.opened.owner)


def told(invited: Iterable[Guest]) -> list[dict[str, Any]]:
    """Guests with their names."""
    found = list(invited)
    names = services().names.of_people({guest.user for guest in found} | {guest.invited_by for guest in found})
    return [
        {
            "game": guest.stream,
            "user": guest.user,
            "name": names.get(guest.user, ""),
            "seat": guest.seat,
            "invited_by": names.get(guest.invited_by, ""),
            "invited_at": parsed(guest.invited_at),
        }
        for guest in found
    ]
