"""Blocks between users: blocked users cannot invite those who blocked them, join their tables or notify them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import msgspec

from domain.message import counted, message
from domain.table.refusals import Refused
from projections.db_protocol import Rows, listed, timestamp
from service.storage import Database, user_rows
from service.storage.user_rows import UserRows

MOST = 500
"""Users whom one user can block."""


class Block(msgspec.Struct, frozen=True):
    """A blocked user, and when they were blocked."""

    blocked: str
    blocked_at: str


def add(database: Database, user: str, blocked: str, now: datetime) -> None:
    """Block a user; do nothing if they are blocked already. Refused for yourself, and above ``MOST`` users."""
    if user == blocked:
        raise Refused(message("account.cannot-block-yourself", "You can't block yourself."))
    with database.counting(user) as rows:
        found = rows.execute("SELECT blocked FROM blocks WHERE user_id = :user", {"user": user})
        if len(found) >= MOST and blocked not in {row["blocked"] for row in found}:
            raise Refused(
                counted(
                    "account.too-many-blocks",
                    "You can block at most {count} user.",
                    "You can block at most {count} users.",
                    count=MOST,
                )
            )
        rows.execute(
            "INSERT INTO blocks (user_id, blocked, blocked_at) VALUES (:user, :blocked, :now) ON CONFLICT DO NOTHING",
            {"user": user, "blocked": blocked, "now": timestamp(now)},
        )


def remove(database: Database, user: str, blocked: str) -> None:
    """Unblock a user; do nothing if they are not blocked."""
    with database.transaction() as rows:
        rows.execute(
            "DELETE FROM blocks WHERE user_id = :user AND blocked = :blocked", {"user": user, "blocked": blocked}
        )


def of_user(rows: Rows, user: str) -> list[Block]:
    """Return the users that a user has blocked, the most recently blocked first."""
    latest = "SELECT blocked, blocked_at FROM blocks WHERE user_id = :user ORDER BY blocked_at DESC, blocked"
    return [Block(row["blocked"], row["blocked_at"]) for row in rows.execute(latest, {"user": user})]


def blockers_of(rows: Rows, blocked: str, users: Collection[str]) -> set[str]:
    """Return those of the given users who have blocked a user."""
    if not users:
        return set()
    among, params = listed("user", users)
    found = rows.execute(
        f"SELECT user_id FROM blocks WHERE blocked = :blocked AND user_id IN ({among})",  # noqa: S608
        params | {"blocked": blocked},
    )
    return {row["user_id"] for row in found}


def delete_user_data(rows: Rows, user: str, most: int) -> bool:
    """Delete the data of a user whose account is deleted; see :mod:`service.storage.user_rows`."""
    return user_rows.delete_some(rows, _USER_ROWS, user, most)


_USER_ROWS = (UserRows("blocks", "user_id, blocked"), UserRows("blocks", "user_id, blocked", "blocked"))
