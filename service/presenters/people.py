"""Users by their current names; stored data contains ids only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from flask_babel import gettext

from projections.db_protocol import parsed
from service.accounts import blocks, users
from service.accounts.users import User
from service.auth import ViewerContext
from service.container import services
from service.http.isolation import isolated
from service.http.problems import Problem
from service.schemas.accounts import Block
from service.schemas.tables import Invitee
from service.usecases import invitees

MOST_FAULTS = 20
"""The maximum of wrong names in one response."""


def id_of(name: str) -> str:
    """Return the user with a name. Raise Problem if there is none, or several."""
    return ids_of([name], "name")[0]


def ids_of(names: Iterable[str], path: str) -> list[str]:
    """Return the users with these names, each once.

    Raises a Problem about the field ``path`` that lists every unknown or ambiguous name.
    """
    found = {name: services().accounts.called(name) for name in dict.fromkeys(names)}
    faults = [fault for name, named in found.items() if (fault := _fault(name, named))]
    if faults:
        errors = [{"path": path, "detail": fault} for fault in faults[:MOST_FAULTS]]
        raise Problem("invalid", " ".join(faults[:MOST_FAULTS]), errors=errors)
    return list(dict.fromkeys(user.id for named in found.values() for user in named))


def _fault(name: str, named: Sequence[User]) -> str:
    if not named:
        return str(gettext("No user is called %(name)s.", name=name))
    if len(named) > 1:
        choices = ", ".join(isolated(users.handle(name, user)) for user in named)
        return str(
            gettext("Several users are called %(name)s. Type one of these: %(choices)s.", name=name, choices=choices)
        )
    return ""


def invite(seen: ViewerContext, name: str, seat: int | None) -> None:
    """Invite a user to a table of the current user. Raises Refused or Problem."""
    invitees.require_invitable(seen.now.table, seat)
    owner, guest = seen.now.table.opened.owner, id_of(name)
    require_welcome(owner, [guest])
    invitees.invite(services().storage.database, seen.now.id, guest, seat, owner)


def require_welcome(by: str, users: Iterable[str]) -> None:
    """Raise Problem if any of these users has blocked the inviter."""
    with services().storage.database.reading() as rows:
        blocking = blocks.blockers_of(rows, by, list(users))
    if blocking:
        names = ", ".join(isolated(name) for name in sorted(services().display_names.of_people(blocking).values()))
        raise Problem("refused", gettext("These users don't accept invitations from you: %(names)s.", names=names))


def block(user: str, name: str) -> None:
    """Block a user by name. Raises Refused or Problem."""
    blocks.add(services().storage.database, user, id_of(name), datetime.now(UTC))


def unblock(user: str, blocked: str) -> None:
    """Unblock a user."""
    blocks.remove(services().storage.database, user, blocked)


def blocked_by(user: str) -> list[Block]:
    """Return the users that a user has blocked, with their names."""
    with services().storage.database.reading() as rows:
        found = blocks.of_user(rows, user)
    names = services().display_names.of_people([each.blocked for each in found])
    return [Block(each.blocked, names.get(each.blocked, ""), parsed(each.blocked_at)) for each in found]


def invitee_list(invited: Iterable[invitees.Invitee]) -> list[Invitee]:
    """Return invited users with their names."""
    found = list(invited)
    names = services().display_names.of_people({guest.user for guest in found} | {guest.invited_by for guest in found})
    return [
        Invitee(
            game=guest.stream,
            user=guest.user,
            name=names.get(guest.user, ""),
            seat=guest.seat,
            invited_by=names.get(guest.invited_by, ""),
            invited_at=parsed(guest.invited_at),
        )
        for guest in found
    ]
