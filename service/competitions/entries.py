"""Entries from before they were noted beside the logs of competitions."""

from __future__ import annotations

from datetime import UTC, datetime

from service.competitions import competitions, titles
from service.storage import Storage
from service.usecases.command_handler import CommandHandler

_STEP = "entries_of_earlier_competitions"
"""Stands among the steps of the migration when all competitions are noted."""


def note_earlier(storage: Storage) -> None:
    """Note the people who entered a competition, from the logs, once. An interrupted run can be repeated."""
    with storage.database.reading() as rows:
        if rows.execute("SELECT name FROM migration_steps WHERE name = :step", {"step": _STEP}):
            return
        streams = [row["stream"] for row in rows.execute("SELECT stream FROM competitions ORDER BY stream")]
    handler = CommandHandler(storage)
    for stream in streams:
        entered = competitions.load(handler, stream).entrants
        with storage.database.transaction() as rows:
            for person in entered:
                rows.execute(*titles.entering(stream, person))
    with storage.database.transaction() as rows:
        now = datetime.now(UTC).isoformat()
        rows.execute(
            "INSERT INTO migration_steps VALUES (:step, :now) ON CONFLICT DO NOTHING", {"step": _STEP, "now": now}
        )
