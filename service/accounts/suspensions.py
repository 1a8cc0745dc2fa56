"""Suspended accounts: neither password nor token gives access until the account is reinstated."""

from __future__ import annotations

import msgspec

from projections.db_protocol import Row
from service.accounts import mentions
from service.storage import Database

COLUMNS = (
    "EXISTS (SELECT 1 FROM suspensions WHERE suspensions.user_id = users.id) AS suspended,"
    " EXISTS (SELECT 1 FROM administrators WHERE administrators.user_id = users.id) AS operator"
)
"""Among the columns of the query that finds out who asks: whether the account is closed, and whether an operator's."""

_ALL = "SELECT user_id, since, reason FROM suspensions"

MOST = 1000
"""Closed accounts that are listed."""


class Suspended(Exception):
    """The account is closed; ``reason`` is what its owner is told."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Suspension(msgspec.Struct, frozen=True):
    """A closed account, since when, and why."""

    user: str
    since: str
    reason: str


def of(database: Database, user: str) -> Suspension | None:
    """How an account is closed; None where it is not."""
    with database.reading() as rows:
        found = rows.execute(f"{_ALL} WHERE user_id = :user", {"user": user})
    return _suspension(found[0]) if found else None


def require_open(database: Database, user: str) -> None:
    """Raises Suspended where an account is closed."""
    if (found := of(database, user)) is not None:
        raise Suspended(found.reason)


def everybody(database: Database) -> list[Suspension]:
    """All closed accounts, the latest first."""
    with database.reading() as rows:
        found = rows.execute(f"{_ALL} ORDER BY since DESC, user_id LIMIT :most", {"most": MOST})
    return [_suspension(row) for row in found]


def _suspension(row: Row) -> Suspension:
    mentions.note(row["user_id"], mentions.of_suspension(row["user_id"]))
    return Suspension(row["user_id"], row["since"], row["reason"])
