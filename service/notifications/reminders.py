"""Reminders: a second notification of a turn when most of its time has passed."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from projections import deadlines
from projections.db_protocol import Rows, timestamp
from service.notifications import delivery_schedule, inbox
from service.notifications.triggers import Occasion
from service.storage import Database

AT_A_TIME = 200
"""Reminders that are created in one transaction."""


def plan(rows: Rows, streams: Collection[str]) -> None:
    """Set the reminder times of users who were notified of turns in these games, by their current clocks."""
    rows.execute_many(
        "UPDATE turn_notifications SET remind_at = :at WHERE stream = :stream AND user_id = :user AND NOT reminded",
        [reminder._asdict() for reminder in deadlines.reminders(rows, streams)],
    )


def remind(database: Database, now: datetime) -> int:
    """Create the reminders that are due; return their number."""
    due = {"now": timestamp(now), "most": AT_A_TIME}
    query = "SELECT * FROM turn_notifications WHERE remind_at <= :now ORDER BY remind_at, stream, user_id LIMIT :most"
    with database.reading() as rows:
        if not rows.execute(query, due | {"most": 1}):
            return 0
    with database.async_commit() as rows:
        found = rows.execute(query, due)
        made = [
            inbox.create(rows, row["stream"], [Occasion(row["user_id"], "reminder", row["version"])], now)
            for row in found
        ]
        delivery_schedule.hold(rows, [each for notifications in made for each in notifications], now)
        rows.execute_many(
            "UPDATE turn_notifications SET remind_at = NULL, reminded = TRUE"
            " WHERE stream = :stream AND user_id = :user_id",
            [{"stream": row["stream"], "user_id": row["user_id"]} for row in found],
        )
    return len(found)
