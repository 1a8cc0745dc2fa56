"""Responses stored under idempotency keys, for repeated requests.

A response is stored in the transaction of the append that it reports, or, without an append, right after the effect.
Background work deletes expired responses. A response is deleted with the account of any user that it mentions: the ids
of the mentioned users and texts are stored with it (``mentions.py``), as an index.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

import msgspec

from projections.db_protocol import Row, Rows, listed
from service.storage import Database, Statement, Storage, sweeping

KEPT = timedelta(days=7)
"""The time for which a response can be repeated."""

SWEPT = 500
"""Rows that one statement deletes."""

SWEEPS = 20
"""Statements per run; the rest waits for the next run."""

BESIDE = " LEFT JOIN stored_responses ON stored_responses.actor = users.id AND stored_responses.idempotency_key = :key"
"""Joins a user's stored response under a key to a query for the user. No key is empty, so ``""`` finds nothing."""

COLUMNS = "stored_responses.fingerprint, stored_responses.status, stored_responses.headers, stored_responses.body"

_SELECT = f"SELECT {COLUMNS} FROM stored_responses WHERE actor = :actor AND idempotency_key = :key"  # noqa: S608
_INSERT = (
    "INSERT INTO stored_responses (actor, idempotency_key, fingerprint, status, headers, body, created_at) "
    "VALUES (:actor, :key, :fingerprint, :status, :headers, :body, :now) ON CONFLICT DO NOTHING"
)
_KEY = "actor, idempotency_key"
_MENTIONING = f"SELECT {_KEY} FROM response_mentions WHERE about = :about LIMIT :most"  # noqa: S608
_OLD = "SELECT actor, idempotency_key FROM stored_responses WHERE created_at < :before ORDER BY created_at"


class StoredResponse(msgspec.Struct, frozen=True):
    """A stored response; ``fingerprint`` identifies its request."""

    fingerprint: str
    status: int
    headers: dict[str, str]
    body: str


def in_row(row: Row) -> StoredResponse | None:
    """Return the response in a row with :data:`COLUMNS`; None if the join found none."""
    if row["fingerprint"] is None:
        return None
    headers = msgspec.json.decode(row["headers"], type=dict[str, str])
    return StoredResponse(row["fingerprint"], int(row["status"]), headers, row["body"])


def given(database: Database, actor: str, key: str) -> StoredResponse | None:
    """Return the stored response to this actor under a key."""
    with database.reading() as rows:
        found = rows.execute(_SELECT, {"actor": actor, "key": key})
    return in_row(found[0]) if found else None


def keeping(actor: str, key: str, answer: StoredResponse, mentioned: Collection[str]) -> list[Statement]:
    """Return the statements that store a response, if none is stored, with the users and texts that it mentions."""
    values = {
        "actor": actor,
        "key": key,
        "fingerprint": answer.fingerprint,
        "status": answer.status,
        "headers": msgspec.json.encode(answer.headers).decode(),
        "body": answer.body,
        "now": datetime.now(UTC).isoformat(),
    }
    return [Statement(_INSERT, values), *_mentioning(actor, key, set(mentioned) - {actor})]


def _mentioning(actor: str, key: str, mentioned: Collection[str]) -> list[Statement]:
    if not mentioned:
        return []
    _, params = listed("about", sorted(mentioned))
    rows = ", ".join(f"(:{about}, :actor, :key)" for about in params)
    insert = f"INSERT INTO response_mentions (about, actor, idempotency_key) VALUES {rows} ON CONFLICT DO NOTHING"  # noqa: S608
    return [Statement(insert, {"actor": actor, "key": key, **params})]


def sweep(storage: Storage, rows: Rows, now: datetime) -> None:
    """Delete responses that are too old to be requested again."""
    values = {"before": (now - KEPT).isoformat()}
    sweeping.sweep(storage, rows, "stored_responses", _KEY, _OLD, values, size=SWEPT, batches=SWEEPS)


def delete_user_data(rows: Rows, user: str, most: int) -> bool:
    """Delete responses to a user, and responses to others that name the user or quote their texts."""
    own = f"SELECT {_KEY} FROM stored_responses WHERE actor = :about LIMIT :most"  # noqa: S608
    return sum(_deleted(rows, found, user, most) for found in (own, _MENTIONING)) >= most


def forget_text(rows: Rows, about: str, most: int) -> bool:
    """Delete responses that quote a text; ``about`` is its key in :mod:`service.accounts.mentions`."""
    return _deleted(rows, _MENTIONING, about, most) == most


def _deleted(rows: Rows, found: str, about: str, most: int) -> int:
    delete = f"DELETE FROM stored_responses WHERE ({_KEY}) IN ({found}) RETURNING 1 AS done"  # noqa: S608
    return len(rows.execute(delete, {"about": about, "most": most}))
