"""Suspended accounts: neither password nor token gives access until the account is reinstated."""

from __future__ import annotations

import msgspec

from projections.db_protocol import Row
from service.accounts import mentions
from service.storage import Database

COLUMNS = (
    "EXISTS (SELECT 1 FROM suspensions WHERE suspensions.user_id = users.id) AS suspended,"
    " EXISTS (SELECT 1 FROM administrators WHERE administrators.user_id = users.id) AS administrator"
)
"""Columns for the query that authenticates a user: whether the account is suspended, and whether it is an
administrator's.
"""

_ALL = "SELECT user_id, since, reason FROM suspensions"

MOST = 1000
"""The maximum of suspended accounts in a list."""


class Suspended(Exception):
    """The account is suspended; ``reason`` is shown to its owner."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Suspension(msgspec.Struct, frozen=True):
    """A suspended account, the time and the reason."""

    user: str
    since: str
    reason: str


def of(database: Database, user: str) -> Suspension | None:
    """Return the suspension of an account; None if it has none."""
    with database.reading() as rows:
        found = rows.execute(f"{_ALL} WHERE user_id = :user", {"user": user})
    return _suspension(found[0]) if found else None


def require_open(database: Database, user: str) -> None:
    """Raise Suspended if an account is suspended."""
    if (found := of(database, user)) is not None:
        raise Suspended(found.reason)


def all_suspended(database: Database) -> list[Suspension]:
    """Return all suspended accounts, the latest first."""
    with database.reading() as rows:
        found = rows.execute(f"{_ALL} ORDER BY since DESC, user_id LIMIT :most", {"most": MOST})
    return [_suspension(row) for row in found]


def _suspension(row: Row) -> Suspension:
    mentions.note(row["user_id"], mentions.of_suspension(row["user_id"]))
    return Suspension(row["user_id"], row["since"], row["reason"])
