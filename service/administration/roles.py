"""The administrators of the site."""

from __future__ import annotations

from datetime import UTC, datetime

from projections.db_protocol import Rows, timestamp
from service.administration import audit_trail
from service.storage import Database


def all_operators(rows: Rows) -> set[str]:
    """The ids of all operators."""
    return {row["user_id"] for row in rows.execute("SELECT user_id FROM administrators")}


def appoint(database: Database, user: str) -> None:
    """Make somebody an operator; nothing new for whoever is one."""
    with database.transaction() as rows:
        if user in all_operators(rows):
            return
        now = timestamp(datetime.now(UTC))
        rows.execute("INSERT INTO administrators VALUES (:user, :now)", {"user": user, "now": now})
        rows.execute(*audit_trail.recording("", "appoint", user=user))


def dismiss(database: Database, user: str) -> None:
    """Somebody is an operator no more; nothing for whoever is none."""
    with database.transaction() as rows:
        if user not in all_operators(rows):
            return
        rows.execute("DELETE FROM administrators WHERE user_id = :user", {"user": user})
        rows.execute(*audit_trail.recording("", "dismiss", user=user))
