"""What people were answered under the key of a request, for whoever sends the same again.

A row is written in the transaction of what it tells, where that appends to the log, or else right after it. What is
too old is removed now and then, not by those who write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import msgspec

from projections.rows import Row, Rows
from service.storage import Database, Statement, Storage

KEPT = timedelta(days=7)
"""How long an answer can be asked for again."""

AT_ONCE = 100
"""Texts that are looked for in one pass."""

SWEPT = 500
"""Rows that one statement removes."""

SWEEPS = 20
"""Such statements at a time; what is left waits for the next time."""

BESIDE = " LEFT JOIN answers ON answers.actor = users.id AND answers.idempotency_key = :key"
"""Added to a query for a user: what they were answered under a key. No key is empty, so that ``""`` finds nothing."""

COLUMNS = "answers.fingerprint, answers.status, answers.headers, answers.body"

_SELECT = f"SELECT {COLUMNS} FROM answers WHERE actor = :actor AND idempotency_key = :key"  # noqa: S608
_INSERT = (
    "INSERT INTO answers (actor, idempotency_key, fingerprint, status, headers, body, created_at) "
    "VALUES (:actor, :key, :fingerprint, :status, :headers, :body, :now) ON CONFLICT DO NOTHING"
)
_OLD = "SELECT actor, idempotency_key FROM answers WHERE created_at < :before"


class Answer(msgspec.Struct, frozen=True):
    """An answer as it was given; ``fingerprint`` stands for the request it was given to."""

    fingerprint: str
    status: int
    headers: dict[str, str]
    body: str


def in_row(row: Row) -> Answer | None:
    """The answer in a row with :data:`COLUMNS`; None where nothing was joined."""
    if row["fingerprint"] is None:
        return None
    headers = msgspec.json.decode(row["headers"], type=dict[str, str])
    return Answer(row["fingerprint"], int(row["status"]), headers, row["body"])


def given(database: Database, actor: str, key: str) -> Answer | None:
    """What this actor was answered under a key."""
    with database.reading() as rows:
        found = rows.execute(_SELECT, {"actor": actor, "key": key})
    return in_row(found[0]) if found else None


def keeping(actor: str, key: str, answer: Answer) -> Statement:
    """What keeps an answer, unless there is one already."""
    values = {
        "actor": actor,
        "key": key,
        "fingerprint": answer.fingerprint,
        "status": answer.status,
        "headers": msgspec.json.encode(answer.headers).decode(),
        "body": answer.body,
        "now": datetime.now(UTC).isoformat(),
    }
    return Statement(_INSERT, values)


def sweep(storage: Storage, rows: Rows, now: datetime) -> None:
    """Remove what is too old, a few rows at a time."""
    old = f"{_OLD} ORDER BY created_at LIMIT :swept {storage.leaving_locked}"
    delete = f"DELETE FROM answers WHERE (actor, idempotency_key) IN ({old}) RETURNING actor"  # noqa: S608
    for _ in range(SWEEPS):
        if len(rows.execute(delete, {"before": (now - KEPT).isoformat(), "swept": SWEPT})) < SWEPT:
            break


def forget(rows: Rows, actor: str, names: Iterable[str], typed: Iterable[str]) -> None:
    """What somebody was answered goes, and what others were answered with a name of theirs, also amid a sentence, or
    with a text that they typed.
    """
    rows.execute("DELETE FROM answers WHERE actor = :actor", {"actor": actor})
    sought = [*(_written(name)[1:-1] for name in names), *map(_written, dict.fromkeys(typed))]
    for start in range(0, len(sought), AT_ONCE):
        params = {f"text{place}": f"%{text}%" for place, text in enumerate(sought[start : start + AT_ONCE])}
        found = " OR ".join(f"body LIKE :{name} ESCAPE '\\'" for name in params)
        rows.execute(f"DELETE FROM answers WHERE {found}", params)  # noqa: S608


def forget_field(rows: Rows, actor: str, name: str, text: str) -> None:
    """What somebody was answered with this text in a field goes; what has it elsewhere stays."""
    rows.execute(
        "DELETE FROM answers WHERE actor = :actor AND body LIKE :field ESCAPE '\\'",
        {"actor": actor, "field": f"%{_written(name)}:{_written(text)}%"},
    )


def _written(text: str) -> str:
    """A text as it stands in an answer, quotes included, and in a pattern."""
    return re.sub(r"([\\%_])", r"\\\1", msgspec.json.encode(text).decode())
