"""Requests to take over the seat of an absent player: the organiser asks, the replacement consents."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from domain.aggregate import Game
from domain.game import Fact
from domain.message import message
from domain.table.refusals import Refused
from domain.table.rulings import decisions
from domain.table.rulings.facts import Reason
from domain.table.seat_changes.facts import SeatHandedOver
from projections.db_protocol import Row, Rows, timestamp
from service.accounts import blocks, suspensions
from service.storage import Database, Statement, user_rows
from service.storage.user_rows import UserRows

SHOWN = 50
"""The maximum of requests shown to one user, the latest first."""

_SELECT = "SELECT stream, user_id, seat, replaced, version, reason, note, asked_by, asked_at FROM replacement_requests"


class Replacement(msgspec.Struct, frozen=True, kw_only=True):
    """A request to one user: the seat, its player, and the version of the game at which it was made.

    ``note`` is the organiser's own text, in addition to the reason for the log.
    """

    stream: str
    user_id: str
    seat: int
    replaced: str
    version: int
    reason: Reason
    note: str
    asked_by: str
    asked_at: str


def ask(database: Database, game: Game, awaited: list[int], user: str, reason: Reason, note: str, by: str) -> None:
    """Ask a user to take over the one seat whose turn it is. A new request to the same user replaces the earlier one.
    Refused if it could not be carried out now.
    """
    require_open(database, user)
    with database.reading() as rows:
        if blocks.blockers_of(rows, by, [user]):
            raise Refused(message("tournament.requests-not-accepted", "This user doesn't accept requests from you."))
    decisions.substitute(game.table, awaited, user, reason)
    asked = Replacement(
        stream=game.id,
        user_id=user,
        seat=awaited[0],
        replaced=game.table.chairs[awaited[0]].user or "",
        version=game.version,
        reason=reason,
        note=note,
        asked_by=by,
        asked_at=timestamp(datetime.now(UTC)),
    )
    with database.transaction() as rows:
        rows.execute(
            "INSERT INTO replacement_requests"
            " (stream, user_id, seat, replaced, version, reason, note, asked_by, asked_at, notified)"
            " VALUES (:stream, :user_id, :seat, :replaced, :version, :reason, :note, :asked_by, :asked_at, :notified)"
            " ON CONFLICT (stream, user_id) DO UPDATE SET seat = excluded.seat, replaced = excluded.replaced,"
            " version = excluded.version, reason = excluded.reason, note = excluded.note,"
            " asked_by = excluded.asked_by, asked_at = excluded.asked_at",
            msgspec.structs.asdict(asked) | {"notified": False},
        )


def decided(game: Game, awaited: list[int], asked: Replacement) -> list[Fact]:
    """Hand over the seat as requested. Refused if the player has returned, or if it is no longer their turn."""
    since = game.records[asked.version :]
    returned = any(record.actor == asked.replaced for record in since if asked.replaced)
    replaced = any(isinstance(record.fact, SeatHandedOver) and record.fact.seat == asked.seat for record in since)
    if returned or replaced or awaited != [asked.seat]:
        raise Refused(
            message(
                "tournament.replacement-no-longer-needed",
                "This seat no longer needs a replacement. The player has returned or been replaced.",
            )
        )
    return decisions.substitute(game.table, awaited, asked.user_id, asked.reason)


def require_open(database: Database, user: str) -> None:
    """Raise Refused for a user whose account is suspended."""
    if suspensions.of(database, user) is not None:
        raise Refused(
            message("tournament.organiser-account-closed", "This user's account is suspended. Choose someone else.")
        )


def of(database: Database, stream: str, user: str) -> Replacement | None:
    """Return the request to a user in a game; None if there is none."""
    with database.reading() as rows:
        found = rows.execute(f"{_SELECT} WHERE stream = :stream AND user_id = :user", {"stream": stream, "user": user})
    return _replacement(found[0]) if found else None


def of_person(rows: Rows, user: str) -> list[Replacement]:
    """Return the requests to a user, the latest first."""
    latest = f"{_SELECT} WHERE user_id = :user ORDER BY asked_at DESC, stream DESC LIMIT :shown"
    return [_replacement(row) for row in rows.execute(latest, {"user": user, "shown": SHOWN})]


def answering(streams: Iterable[str], user: str) -> list[Statement]:
    """Return the statements that delete requests to a user, in the transaction of their answer."""
    gone = "DELETE FROM replacement_requests WHERE stream = :stream AND user_id = :user"
    return [Statement(gone, {"stream": stream, "user": user}) for stream in streams]


def decline(database: Database, stream: str, user: str) -> None:
    """Decline a request; do nothing without one."""
    with database.transaction() as rows:
        for statement in answering([stream], user):
            rows.execute(*statement)


def delete_user_data(rows: Rows, user: str, most: int) -> bool:
    """Delete the data of a user whose account is deleted; see :mod:`service.storage.user_rows`."""
    return user_rows.delete_some(rows, _USER_ROWS, user, most)


_USER_ROWS = tuple(
    UserRows("replacement_requests", "stream, user_id", person) for person in ("user_id", "replaced", "asked_by")
)


def _replacement(row: Row) -> Replacement:
    return msgspec.convert(row, Replacement)
