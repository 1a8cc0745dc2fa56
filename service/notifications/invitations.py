"""Notifications of invitations to tables and tournaments, and of requests to be a replacement.

Invitations are rows outside the log, so no facts describe them.
"""

from __future__ import annotations

from datetime import datetime

from projections.db_protocol import Rows
from service.notifications import delivery_schedule, inbox
from service.notifications.triggers import Kind, Occasion
from service.storage import Database

AT_A_TIME = 100
"""Invitations of one kind that are processed in one transaction."""

_SOURCES: dict[str, tuple[Kind, str]] = {
    "guests": ("invited", "invited_by"),
    "entrant_invitations": ("entry", "invited_by"),
    "replacement_requests": ("replacement", "asked_by"),
}
"""Tables of invitations, all with a column ``notified``; the kind of notification; the column of the inviting user."""


def notify(database: Database, now: datetime) -> None:
    """Create the notifications of invitations, each exactly once."""
    for table, (kind, by) in _SOURCES.items():
        with database.reading() as rows:
            if not _not_notified(rows, table, by, 1):
                continue
        with database.transaction() as rows:
            found = _not_notified(rows, table, by, AT_A_TIME)
            for row in found:
                invited = Occasion(row["user_id"], kind, 1, by=row["by_user"])
                delivery_schedule.hold(rows, inbox.create(rows, row["stream"], [invited], now), now)
            mark = f"UPDATE {table} SET notified = TRUE WHERE stream = :stream AND user_id = :user_id"  # noqa: S608
            rows.execute_many(mark, [{"stream": row["stream"], "user_id": row["user_id"]} for row in found])


def _not_notified(rows: Rows, table: str, by: str, most: int) -> list[dict[str, str]]:
    return rows.execute(
        f"SELECT stream, user_id, {by} AS by_user FROM {table} WHERE NOT notified ORDER BY stream, user_id LIMIT :most",  # noqa: S608
        {"most": most},
    )
