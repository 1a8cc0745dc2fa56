"""Audit trail of administrators' actions."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal
from uuid import uuid4

import msgspec

from projections.db_protocol import Row, Rows, timestamp
from service.accounts import idempotency_store, mentions
from service.storage import Database, Statement, user_rows
from service.storage.user_rows import UserRows

Action = Literal[
    "appoint", "dismiss", "suspend", "reinstate", "void", "name_organiser", "remove_message", "retry_emails"
]

LATEST: tuple[str, str] = ("9999", "")
"""Before the first entry of the audit trail, which begins with the latest."""


_ALL = "SELECT id, at, actor, act, user_id, stream, reason FROM audit_trail"


class AuditEntry(msgspec.Struct, frozen=True):
    """One action: the administrator (``""``: the operator), the user or game concerned, and the reason."""

    id: str
    at: str
    actor: str
    act: Action
    user: str | None
    stream: str | None
    reason: str


def recording(
    actor: str, act: Action, *, user: str | None = None, stream: str | None = None, reason: str = ""
) -> Statement:
    """Return the statements that record an action, for its transaction."""
    row = {
        "id": uuid4().hex,
        "at": timestamp(datetime.now(UTC)),
        "actor": actor,
        "act": act,
        "user": user,
        "stream": stream,
        "reason": reason,
    }
    return Statement("INSERT INTO audit_trail VALUES (:id, :at, :actor, :act, :user, :stream, :reason)", row)


def entries(
    database: Database, after: tuple[str, str] = LATEST, limit: int = 100, act: Action | None = None
) -> list[AuditEntry]:
    """Return entries, of one kind of action if requested, latest first, after an entry's time and id."""
    kind = "" if act is None else " AND act = :act"
    with database.reading() as rows:
        found = rows.execute(
            f"{_ALL} WHERE (at, id) < (:at, :id){kind} ORDER BY at DESC, id DESC LIMIT :limit",
            {"at": after[0], "id": after[1], "limit": limit, "act": act},
        )
    return [_entry(row) for row in found]


def about(database: Database, user: str) -> list[AuditEntry]:
    """Return the administrators' actions about a user, the first ones first."""
    with database.reading() as rows:
        found = rows.execute(f"{_ALL} WHERE user_id = :user ORDER BY at, id", {"user": user})
    return [_entry(row) for row in found]


def delete_user_data(rows: Rows, user: str, most: int) -> bool:
    """Keep only the fact that something was done about a user; delete the reasons that they wrote."""
    suspended = rows.execute(_SUSPENDED_BY, {"actor": user, "most": most})
    rows.execute_many("UPDATE suspensions SET reason = '' WHERE user_id = :user", suspended)
    for about in suspended:
        idempotency_store.forget_text(rows, mentions.of_suspension(about["user"]), most)
    rows.execute_many("UPDATE audit_trail SET actor = '', reason = '' WHERE id = :id", suspended)
    return user_rows.delete_some(rows, _USER_ROWS, user, most) or len(suspended) == most


_SUSPENDED_BY = (
    "SELECT id, user_id AS user FROM audit_trail WHERE actor = :actor AND act = 'suspend' AND user_id IS NOT NULL"
    " LIMIT :most"
)
_USER_ROWS = [
    UserRows("audit_trail", key="id", blanked="user_id = NULL, reason = ''"),
    UserRows("audit_trail", key="id", user="actor", blanked="actor = '', reason = ''"),
    UserRows("administrators", key="user_id"),
    UserRows("suspensions", key="user_id"),
]


def _entry(row: Row) -> AuditEntry:
    mentions.note(row["actor"], row["user_id"] or "")
    return AuditEntry(row["id"], row["at"], row["actor"], row["act"], row["user_id"], row["stream"], row["reason"])
