"""Account deletion by the schema: no column of any table that can hold a user id still holds the deleted one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError

from projections.registry import READ_MODELS
from service.account_deletion import deferred_seats, delete_account
from service.storage.sqlite import SQLiteStorage
from tests.service.account_deletion.test_delete_account import dump_table
from tests.service.sites import Site, close, site_on

LOG_TABLES = {"stored_events", "packed_streams", "snapshots", "failed_streams"}
"""The log and what is derived from it, which keep user ids for ever."""

SITE_TABLES = {
    "notification_tracking",
    "tracking",
    "migration_steps",
    "read_models",
    "heartbeats",
    "time_marks",
    "outages",
    "site_keys",
    "limits",
}
"""Tables without personal data; the keys of limits are keyed hashes."""

COLUMNS_WITHOUT_USERS = {
    "appointed_at",
    "asked_at",
    "note",
    "act",
    "address",
    "at",
    "attempts",
    "blocked_at",
    "body",
    "browser",
    "channel",
    "command",
    "content",
    "created_at",
    "deleted_at",
    "digest",
    "display_name",
    "due_at",
    "ended_at",
    "failed_at",
    "failure",
    "fingerprint",
    "first_day",
    "folded_address",
    "folded_display_name",
    "folded_name",
    "game",
    "headers",
    "id",
    "idempotency_key",
    "invited_at",
    "kind",
    "label",
    "last_notified",
    "language",
    "last_day",
    "name",
    "notification",
    "opened_at",
    "password",
    "planned_at",
    "password_stamp",
    "quiet_from",
    "quiet_until",
    "daily_at",
    "reason",
    "recipient",
    "remind_at",
    "removed",
    "retry_at",
    "root",
    "salt",
    "secret",
    "seen_at",
    "session_id",
    "since",
    "stream",
    "text",
    "time_zone",
    "title",
    "notified_at",
    "unwanted",
    "wanted",
    "what",
    "zone",
}
"""Columns that never hold a user id. Add a new column here, or clear it when an account is deleted."""


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url)
    yield made
    close(made)


def columns(site: Site) -> dict[str, dict[str, Any]]:
    """Return the columns of every table with a value of their type, except for the log, site and read models."""
    storage = site.services.storage
    of_sqlite = (
        "SELECT tables.name AS tab, columns.name AS col, lower(columns.type) AS kind, columns.dflt_value AS given"
        " FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns"
        " WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'"
    )
    of_postgres = (
        "SELECT table_name AS tab, column_name AS col, data_type AS kind, column_default AS given"
        " FROM information_schema.columns WHERE table_schema = 'public'"
    )
    with storage.database.reading() as rows:
        found = rows.execute(of_sqlite if isinstance(storage, SQLiteStorage) else of_postgres)
    derived = {table for model in READ_MODELS.values() for table in model.tables}
    tables: dict[str, dict[str, Any]] = {}
    for row in found:
        if row["tab"] not in LOG_TABLES | SITE_TABLES | derived:
            tables.setdefault(row["tab"], {})[row["col"]] = VALUES[row["kind"]]
    return tables


VALUES: dict[str, Any] = {"text": "", "bigint": 0, "integer": 0, "boolean": False, "bytea": b"", "blob": b""}


def plant(site: Site, table: str, row: dict[str, Any]) -> bool:
    """Add a row; return False if a constraint refuses it."""
    names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    try:
        with site.services.storage.database.transaction() as rows:
            rows.execute(f"INSERT INTO {table} ({names}) VALUES ({values})", row)
    except IntegrityError:
        return False
    return True


def test_no_table_holds_the_id_of_a_deleted_user(site: Site) -> None:
    zenobia = site.person("Zenobia")
    tables = columns(site)
    assert len(tables) > 25
    planted = {
        (table, column)
        for table, row in tables.items()
        for column, value in row.items()
        if value == "" and column not in COLUMNS_WITHOUT_USERS and plant(site, table, {**row, column: zenobia.id})
    }
    assert {column for _, column in planted} >= {"user_id", "actor", "author", "owner", "invited_by"}
    delete_account.close(site.services.handler, zenobia.id)
    delete_account.delete_user_data(site.services.storage, zenobia.id)
    later = site.services.handler.clock() + deferred_seats.SETTLED
    site.services.handler.clock = lambda: later
    deferred_seats.finish(site.services.handler)
    assert [table for table in tables if zenobia.id in dump_table(site, table)] == []
