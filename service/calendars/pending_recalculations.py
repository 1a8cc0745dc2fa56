"""Users whose calendar has changed: the deadline worker sets their clocks again."""

from __future__ import annotations

from projections.db_protocol import Rows
from service.storage import Storage


def note(storage: Storage, rows: Rows, user: str) -> None:
    """Have a person's clocks set again, in the transaction that changes their zone or their vacation."""
    rows.execute(
        "INSERT INTO changed_calendars VALUES (:user, :journal)"
        " ON CONFLICT (user_id) DO UPDATE SET journal = excluded.journal",
        {"user": user, "journal": storage.tracking.end(rows)},
    )


def noted(rows: Rows, projected: int, limit: int) -> list[tuple[str, int]]:
    """People whose clocks are to be set again, of whom the read model knows all that it has to."""
    found = rows.execute(
        "SELECT user_id, journal FROM changed_calendars WHERE journal <= :projected ORDER BY user_id LIMIT :limit",
        {"projected": projected, "limit": limit},
    )
    return [(row["user_id"], row["journal"]) for row in found]


def done(rows: Rows, user: str, journal: int) -> None:
    """Their clocks have been set again, unless something has changed meanwhile."""
    rows.execute(
        "DELETE FROM changed_calendars WHERE user_id = :user AND journal = :journal", {"user": user, "journal": journal}
    )
