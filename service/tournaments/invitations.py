"""Invitations to a tournament. The organiser invites; users enter by their own request, or decline."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime

import msgspec

from domain.message import counted
from domain.table.refusals import Refused
from domain.tournament.tournament import MOST_ENTRANTS, Tournament, require_before_start
from projections.db_protocol import Rows, timestamp
from service.storage import Database, Statement, user_rows
from service.storage.user_rows import UserRows

SHOWN = 50
"""The maximum of invitations shown to one user, the latest first."""

_SELECT = "SELECT stream, user_id, invited_by, invited_at FROM entrant_invitations"


class TournamentInvitation(msgspec.Struct, frozen=True):
    """A user invited to a tournament, and the inviter."""

    stream: str
    user: str
    invited_by: str
    invited_at: str


def invite(database: Database, found: Tournament, by: str, people: Collection[str]) -> None:
    """Invite users; those invited or entered already are ignored.

    Refused once the tournament has begun, and if more would be invited than can enter.
    """
    require_before_start(found)
    now = timestamp(datetime.now(UTC))
    asked = [
        {"stream": found.id, "user": person, "by": by, "now": now, "notified": False}
        for person in people
        if not found.entrants.get(person)
    ]
    with database.transaction() as rows:
        rows.execute_many(
            "INSERT INTO entrant_invitations (stream, user_id, invited_by, invited_at, notified)"
            " VALUES (:stream, :user, :by, :now, :notified) ON CONFLICT DO NOTHING",
            asked,
        )
        total = rows.execute(
            "SELECT COUNT(*) AS invited FROM entrant_invitations WHERE stream = :stream", {"stream": found.id}
        )
        if int(total[0]["invited"]) + len(found.staying) > MOST_ENTRANTS:
            raise Refused(
                counted(
                    "tournament.too-many-entrants",
                    "A tournament can have at most {count} entrant.",
                    "A tournament can have at most {count} entrants.",
                    count=MOST_ENTRANTS,
                )
            )


def ending(stream: str) -> Statement:
    """Return the statements that delete all invitations, in the transaction that begins or ends the tournament."""
    return Statement("DELETE FROM entrant_invitations WHERE stream = :stream", {"stream": stream})


def withdrawing(stream: str, user: str) -> Statement:
    """Return the statement that deletes an invitation, for another transaction."""
    gone = "DELETE FROM entrant_invitations WHERE stream = :stream AND user_id = :user"
    return Statement(gone, {"stream": stream, "user": user})


def withdraw(database: Database, stream: str, user: str) -> None:
    """Withdraw an invitation, or decline it; do nothing for users who are not invited."""
    with database.transaction() as rows:
        rows.execute(*withdrawing(stream, user))


def of_tournament(database: Database, stream: str) -> list[TournamentInvitation]:
    """Return the invited users who have not answered, in the order of invitation."""
    with database.reading() as rows:
        return _found(rows, f"{_SELECT} WHERE stream = :stream ORDER BY invited_at, user_id", {"stream": stream})


def is_invited(database: Database, stream: str, user: str) -> bool:
    """Return whether a user is invited to a tournament."""
    with database.reading() as rows:
        return bool(
            _found(rows, f"{_SELECT} WHERE stream = :stream AND user_id = :user", {"stream": stream, "user": user})
        )


def of_person(rows: Rows, user: str) -> list[TournamentInvitation]:
    """Return a user's invitations to tournaments, the latest first."""
    latest = f"{_SELECT} WHERE user_id = :user ORDER BY invited_at DESC, stream DESC LIMIT :shown"
    return _found(rows, latest, {"user": user, "shown": SHOWN})


def delete_user_data(rows: Rows, user: str, most: int) -> bool:
    """Delete the data of a user whose account is deleted; see :mod:`service.storage.user_rows`."""
    return user_rows.delete_some(rows, _USER_ROWS, user, most)


_USER_ROWS = (
    UserRows("entrant_invitations", "stream, user_id"),
    UserRows("entrant_invitations", "stream, user_id", "invited_by", "invited_by = ''"),
)


def _found(rows: Rows, sql: str, params: Mapping[str, object]) -> list[TournamentInvitation]:
    return [
        TournamentInvitation(row["stream"], row["user_id"], row["invited_by"], row["invited_at"])
        for row in rows.execute(sql, dict(params))
    ]
