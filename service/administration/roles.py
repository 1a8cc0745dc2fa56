"""The administrators of the site."""

from __future__ import annotations

from datetime import UTC, datetime

from projections.db_protocol import Rows, timestamp
from service.administration import audit_trail
from service.storage import Database


def all_administrators(rows: Rows) -> set[str]:
    """Return the ids of all administrators."""
    return {row["user_id"] for row in rows.execute("SELECT user_id FROM administrators")}


def appoint(database: Database, user: str) -> None:
    """Make a user an administrator; do nothing if they are one."""
    with database.transaction() as rows:
        if user in all_administrators(rows):
            return
        now = timestamp(datetime.now(UTC))
        rows.execute("INSERT INTO administrators VALUES (:user, :now)", {"user": user, "now": now})
        rows.execute(*audit_trail.recording("", "appoint", user=user))


def dismiss(database: Database, user: str) -> None:
    """End a user's role as an administrator; do nothing if they are not one."""
    with database.transaction() as rows:
        if user not in all_administrators(rows):
            return
        rows.execute("DELETE FROM administrators WHERE user_id = :user", {"user": user})
        rows.execute(*audit_trail.recording("", "dismiss", user=user))
