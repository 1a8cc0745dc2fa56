"""Notification ids on SQLite are never renumbered, as read models store their position in the journal by id."""

import sqlite3
from contextlib import closing
from pathlib import Path

from service.storage import connect


def ids(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as database:
        return [row[0] for row in database.execute("SELECT rowid FROM stored_events ORDER BY rowid")]


def test_notification_ids_survive_a_vacuum(tmp_path: Path) -> None:
    path = tmp_path / "daybook.sqlite"
    storage = connect(f"sqlite:///{path}")
    storage.migrate()
    storage.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for number in (1, 2, 3):
            database.execute(
                "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES ('a', ?, 't', '')",
                (number,),
            )
        database.execute("DELETE FROM stored_events WHERE originator_version = 1")
        database.execute("VACUUM")
    assert ids(path) == [2, 3]
