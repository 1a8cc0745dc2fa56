"""Deferred work for deleted accounts: rows that were written late, and seats that appeared in the lists late.

Requests that began before an account was deleted may still write about the user, so the rows are deleted once more.
"""

from __future__ import annotations

from datetime import timedelta

from projections import game_list
from projections.db_protocol import timestamp
from service.account_deletion import seats
from service.account_deletion.delete_account import delete_user_data
from service.usecases.command_handler import CommandHandler

AT_A_TIME = 50
"""Deleted accounts processed per run."""

SETTLED = timedelta(seconds=20)
"""After this time none of their requests is running."""

_LATE = "SELECT user_id, journal, deleted_at FROM deleted_accounts ORDER BY deleted_at, user_id LIMIT :most"


def finish(handler: CommandHandler) -> None:
    """Delete the remaining rows of deleted accounts, and give up their seats once the lists show all of their games."""
    storage = handler.storage
    settled = timestamp(handler.clock() - SETTLED)
    with storage.database.reading() as rows:
        shown = storage.tracking.position(rows, game_list.TABLES.name)
        found = rows.execute(_LATE, {"most": AT_A_TIME})
    for departed in found:
        delete_user_data(storage, departed["user_id"])
        if departed["journal"] <= shown:
            _give_up(handler, departed["user_id"])
    if found and storage.erase():
        done = [row for row in found if row["journal"] <= shown and row["deleted_at"] <= settled]
        with storage.database.transaction() as rows:
            rows.execute_many("DELETE FROM deleted_accounts WHERE user_id = :user_id", done)


def _give_up(handler: CommandHandler, user: str) -> None:
    with handler.storage.database.reading() as rows:
        streams = game_list.streams_played(rows, user)
    seats.give_up(handler, user, streams)
