"""The rows of all read models, and comparisons with rebuilt ones."""

from __future__ import annotations

import time
from typing import Any

from projections.registry import READ_MODELS
from service.readmodels.projection import catch_up, position
from service.readmodels.rebuilding import rebuild
from service.storage import Storage

Contents = dict[str, list[tuple[Any, ...]]]


def contents(storage: Storage) -> Contents:
    """Return all rows of all read models."""
    found = {}
    with storage.database.reading() as rows:
        for model in READ_MODELS.values():
            for table in model.tables:
                found[table] = sorted((tuple(row.values()) for row in rows.execute(f"SELECT * FROM {table}")), key=repr)
    return found


def wait_for(storage: Storage, name: str, notification_id: int, timeout: float) -> bool:
    """Wait until a read model shows a fact, and return whether it does so within ``timeout`` seconds."""
    deadline = time.monotonic() + timeout
    while position(storage, name) < notification_id:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def rebuild_all(storage: Storage) -> None:
    rebuild(storage, list(READ_MODELS.values()))


def assert_rebuild_changes_nothing(storage: Storage) -> None:
    before = contents(storage)
    assert before["history"]
    rebuild_all(storage)
    assert contents(storage) == before


def assert_equal_to_rows_of_a_new_start(storage: Storage) -> None:
    before = contents(storage)
    with storage.database.transaction() as rows:
        for model in READ_MODELS.values():
            for table in model.tables:
                rows.execute(f"DELETE FROM {table}")
            storage.tracking.reset(rows, model.name)
    catch_up(storage)
    assert contents(storage) == before
