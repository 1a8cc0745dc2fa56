"""Users who gave back vacation days: the deadline worker sets their clocks again."""

from __future__ import annotations

from projections.db_protocol import Rows
from service.storage import Storage


def note(storage: Storage, rows: Rows, user: str) -> None:
    """Have a user's clocks set again, in the transaction that gives back their vacation days."""
    rows.execute(
        "INSERT INTO changed_calendars VALUES (:user, :journal)"
        " ON CONFLICT (user_id) DO UPDATE SET journal = excluded.journal",
        {"user": user, "journal": storage.tracking.end(rows)},
    )


def noted(rows: Rows, projected: int, limit: int) -> list[tuple[str, int]]:
    """Return users whose clocks must be set again and for whom the read model is up to date."""
    found = rows.execute(
        "SELECT user_id, journal FROM changed_calendars WHERE journal <= :projected ORDER BY user_id LIMIT :limit",
        {"projected": projected, "limit": limit},
    )
    return [(row["user_id"], row["journal"]) for row in found]


def done(rows: Rows, user: str, journal: int) -> None:
    """Mark clocks as set again, unless something has changed meanwhile."""
    rows.execute(
        "DELETE FROM changed_calendars WHERE user_id = :user AND journal = :journal", {"user": user, "journal": journal}
    )
