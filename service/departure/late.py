"""Games that the lists did not show yet when somebody left: their seats there are given up as soon as they do."""

from __future__ import annotations

from projections import tables
from projections.rows import Rows
from service.departure import seats
from service.storage import Storage
from service.usecases.daybook import Daybook

AT_A_TIME = 20
"""People whose games are looked at, each time."""

_LATE = "SELECT user_id, journal FROM departed WHERE journal <= :shown ORDER BY journal, user_id LIMIT :most"


def note(storage: Storage, rows: Rows, user: str) -> None:
    """Somebody leaves, in the transaction that forgets them."""
    rows.execute(
        "INSERT INTO departed VALUES (:user, :journal) ON CONFLICT DO NOTHING",
        {"user": user, "journal": storage.tracking.end(rows)},
    )


def give_up_late(daybook: Daybook) -> None:
    """Give up what those have left of whom the lists show everything by now."""
    database = daybook.storage.database
    with database.reading() as rows:
        shown = daybook.storage.tracking.position(rows, tables.TABLES.name)
        found = [row["user_id"] for row in rows.execute(_LATE, {"shown": shown, "most": AT_A_TIME})]
    for user in found:
        with database.reading() as rows:
            streams = tables.streams_played(rows, user)
        seats.give_up(daybook, user, streams)
        with database.transaction() as rows:
            rows.execute("DELETE FROM departed WHERE user_id = :user", {"user": user})
