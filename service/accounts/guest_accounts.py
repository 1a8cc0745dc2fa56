"""Guest accounts: accounts without a chosen name or password, for playing immediately.

No one can log in to a guest account: only the browser that created it has access, until the guest signs up or the
account expires. Guest accounts are the only accounts with an empty password.
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
"""The lifetime of an account whose guest does not sign up."""

_TRIES = 5
"""The number of names to draw until one is free."""

_NEW = "INSERT INTO users (id, name, folded_name, password, created_at) VALUES (:id, :name, :folded, '', :now)"
_OLD = (
    "SELECT id, name, password FROM users WHERE password = '' AND created_at < :before ORDER BY created_at LIMIT :most"
)


def begin(database: Database, now: datetime) -> User:
    """Create a guest account with a random name."""
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
    """Return expired guest accounts, the oldest first."""
    before = (now - KEPT).isoformat()
    return [user_of(row) for row in rows.execute(_OLD, {"before": before, "most": most})]
