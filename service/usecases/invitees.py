"""Invited users, for whom a table may keep seats.

An invited user sees a private table, and a seat may be kept for them until they decline. Users who sign up after
following an invitation link are also invited, so that they can return to the table later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from domain.message import counted, message
from domain.table.decisions import require_seat
from domain.table.refusals import Refused
from domain.table.seating import TableState
from projections.db_protocol import Row, Rows, timestamp
from service.accounts import blocks
from service.storage import Database, Statement, user_rows
from service.storage.user_rows import UserRows

MOST = 50
"""Invited users of one table; and invitations that are shown to one user, the latest first."""

_OF = "SELECT stream, user_id, seat, invited_by, invited_at FROM guests"


class Invitee(msgspec.Struct, frozen=True):
    """An invited user, the inviter, and the seat that is kept for the user (None: none)."""

    stream: str
    user: str
    seat: int | None
    invited_by: str
    invited_at: str


def invite(database: Database, stream: str, user: str, seat: int | None, by: str, *, notified: bool = False) -> None:
    """Invite a user, and notify them unless they were notified before; a second invitation changes the seat that is
    kept.

    Refused if there are too many.
    """
    row = {
        "stream": stream,
        "user": user,
        "seat": seat,
        "by": by,
        "now": timestamp(datetime.now(UTC)),
        "notified": notified,
    }
    with database.counting(stream) as rows:
        if len(_found(rows, f"{_OF} WHERE stream = :stream AND user_id <> :user", row)) >= MOST:
            raise Refused(
                counted(
                    "table.too-many-invitations",
                    "You can invite at most {count} player to a table.",
                    "You can invite at most {count} players to a table.",
                    count=MOST,
                )
            )
        rows.execute(
            "INSERT INTO guests (stream, user_id, seat, invited_by, invited_at, notified)"
            " VALUES (:stream, :user, :seat, :by, :now, :notified)"
            " ON CONFLICT (stream, user_id) DO UPDATE SET seat = excluded.seat",
            row,
        )


def uninvite(database: Database, stream: str, user: str) -> None:
    """Withdraw or decline an invitation; do nothing if the user is not invited."""
    with database.transaction() as rows:
        rows.execute(*uninviting(stream, user))


def uninviting(stream: str, user: str) -> Statement:
    """Return the statement that deletes an invitation, to run with another write."""
    gone = "DELETE FROM guests WHERE stream = :stream AND user_id = :user"
    return Statement(gone, {"stream": stream, "user": user})


def of_table(database: Database, stream: str) -> list[Invitee]:
    """Return the invited users of a table, in order."""
    with database.reading() as rows:
        return _found(rows, f"{_OF} WHERE stream = :stream ORDER BY invited_at, user_id", {"stream": stream})


def is_invited(database: Database, stream: str, user: str) -> bool:
    """Return whether this user is invited to this table by name."""
    return any(guest.user == user for guest in of_table(database, stream))


def of_person(rows: Rows, user: str) -> list[Invitee]:
    """Return the invitations of a user, the latest first."""
    latest = f"{_OF} WHERE user_id = :user ORDER BY invited_at DESC, stream DESC LIMIT :most"
    return _found(rows, latest, {"user": user, "most": MOST})


def delete_user_data(rows: Rows, user: str, most: int) -> bool:
    """Delete the invitations of a user, and their id as the sender of others."""
    return user_rows.delete_some(rows, _USER_ROWS, user, most)


_USER_ROWS = [
    UserRows("guests", key="stream, user_id"),
    UserRows("guests", key="stream, user_id", user="invited_by", blanked="invited_by = ''"),
]


def seat_for(table: TableState, invited: Sequence[Invitee], user: str) -> int:
    """Return the default seat for a user: the seat that is kept for them, or the first free seat that is kept for no
    one. If there is none, return the first seat, which is then refused as taken.
    """
    kept = {guest.seat: guest.user for guest in invited}
    free = [seat for seat, chair in enumerate(table.chairs) if chair.free]
    own = [seat for seat in free if kept.get(seat) == user]
    return next(iter([*own, *(seat for seat in free if seat not in kept), 0]))


def require_invitable(table: TableState, seat: int | None) -> None:
    """Refuse an invitation to a table that has started, or to a seat that is not free."""
    if table.phase != "open":
        raise Refused(message("table.invitation-after-start", "You can only invite players before the game starts."))
    if seat is not None:
        require_seat(table, seat)
        if not table.chairs[seat].free:
            raise Refused(message("table.seat-taken", "This seat is taken."))


def require_not_reserved(invited: Sequence[Invitee], seat: int, user: str | None) -> None:
    """Refuse a seat that is kept for another user. The host must withdraw that invitation first."""
    if any(guest.seat == seat and guest.user != user for guest in invited):
        raise Refused(message("table.seat-reserved", "This seat is reserved for an invited player."))


def require_welcome(database: Database, owner: str, user: str | None) -> None:
    """Refuse a user whom the host has blocked."""
    if user is None or user == owner:
        return
    with database.reading() as rows:
        if blocks.blockers_of(rows, user, [owner]):
            raise Refused(message("table.cannot-join-hosts-tables", "You can't join this user's tables."))


def _found(rows: Rows, sql: str, params: Mapping[str, object]) -> list[Invitee]:
    return [_guest(row) for row in rows.execute(sql, dict(params))]


def _guest(row: Row) -> Invitee:
    return Invitee(row["stream"], row["user_id"], row["seat"], row["invited_by"], row["invited_at"])
