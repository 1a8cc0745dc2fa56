"""Deletion of expired rows a few at a time, so that no writer waits for long."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projections.db_protocol import Row, Rows
from service.storage.storage import Storage


def sweep(
    storage: Storage,
    rows: Rows,
    table: str,
    key: str,
    expired: str,
    values: Mapping[str, Any],
    *,
    size: int,
    batches: int = 1,
) -> list[Row]:
    """Delete rows and return their keys: ``size`` rows in a statement, in at most ``batches`` statements.

    The query ``expired`` finds their columns ``key``. Rows that another transaction has locked are left for the next
    time. The query runs once per statement: as a subquery, PostgreSQL may repeat it, which then finds more rows than
    its limit.
    """
    statement = (
        f"WITH found AS MATERIALIZED ({expired} LIMIT :size {storage.skip_locked})"  # noqa: S608
        f" DELETE FROM {table} WHERE ({key}) IN (SELECT {key} FROM found) RETURNING {key}"
    )
    gone: list[Row] = []
    for _ in range(batches):
        batch = rows.execute(statement, {**values, "size": size})
        gone += batch
        if len(batch) < size:
            break
    return gone
