"""Guest accounts: accounts without a chosen name or password, for playing at once.

Nobody can log in by such an account: it is known in the one browser that it was made for, until it is kept by
registering, or goes. It is told by its empty password, which no other account has.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from uuid import uuid4

from eventsourcing.persistence import IntegrityError

from projections.db_protocol import Rows
from service.accounts import name_keys
from service.accounts.users import NameTaken, User, folded, user_of
from service.storage import Database

KEPT = timedelta(days=14)
"""After this time an account goes that was not kept by registering."""

_TRIES = 5
"""Names that are drawn until one is free."""

_NEW = "INSERT INTO users (id, name, folded_name, password, created_at) VALUES (:id, :name, :folded, '', :now)"
_OLD = (
    "SELECT id, name, password FROM users WHERE password = '' AND created_at < :before ORDER BY created_at LIMIT :most"
)


def begin(database: Database, now: datetime) -> User:
    """A new account on trial, under a name that was drawn."""
    for _ in range(_TRIES):
        name = f"Guest {secrets.token_hex(3).upper()}"
        row = {"id": uuid4().hex, "name": name, "folded": folded(name), "password": "", "now": now.isoformat()}
        try:
            with database.transaction() as rows:
                rows.execute(_NEW, row)
                name_keys.claim(rows, row["id"], name)
        except (IntegrityError, NameTaken):
            continue
        return user_of(row)
    raise NameTaken(name)


def old(rows: Rows, now: datetime, most: int) -> list[User]:
    """Accounts on trial that go, the oldest first."""
    before = (now - KEPT).isoformat()
    return [user_of(row) for row in rows.execute(_OLD, {"before": before, "most": most})]
