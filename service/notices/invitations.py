"""Who is invited to a table by name, or by a rematch, is told so: no fact of the log says it."""

from __future__ import annotations

from datetime import datetime

from service.notices import book, holding
from service.notices.occasions import Occasion
from service.storage import Database

AT_A_TIME = 100
"""Invitations that are told in one transaction."""

_UNTOLD = "SELECT stream, user_id FROM guests WHERE NOT told ORDER BY stream, user_id LIMIT :most"
_TOLD = "UPDATE guests SET told = TRUE WHERE stream = :stream AND user_id = :user_id"


def tell(database: Database, now: datetime) -> None:
    """Note whom to tell of an invitation, each exactly once."""
    with database.reading() as rows:
        if not rows.execute(_UNTOLD, {"most": 1}):
            return
    with database.transaction() as rows:
        found = rows.execute(_UNTOLD, {"most": AT_A_TIME})
        for row in found:
            invited = Occasion(row["user_id"], "invited", 1)
            holding.hold(rows, book.noted(rows, row["stream"], [invited], now), now)
        rows.execute_many(_TOLD, found)
