"""A site behind pgbouncer in transaction mode: nothing depends on the state of a database session."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import psycopg
import pytest

from service import storage as storages
from service.runtime import admission_control
from service.storage import Storage
from service.storage.eventsourcing_adapter.postgres import session_settings
from service.usecases.command_handler import CommandHandler
from tests.deploy.pooler import SESSIONS, pooler
from tests.load_tests.kills import KillableServer, check_writes, create_users, run_writers
from tests.processes import await_lease
from tests.service.playing import start_game

WAIT = admission_control.WAIT
"""The default, read before any test changes it."""


@pytest.fixture
def pooled_url(empty_postgres_url: str) -> Iterator[str]:
    with pooler(empty_postgres_url) as url:
        yield url


@pytest.fixture
def storage(pooled_url: str, empty_postgres_url: str) -> Iterator[Storage]:
    with closing(storages.connect(pooled_url, direct=empty_postgres_url)) as storage:
        storage.migrate()
        yield storage


def test_pooled_sessions_have_the_settings_of_direct_sessions(pooled_url: str, empty_postgres_url: str) -> None:
    names = list(session_settings(WAIT))
    with (
        closing(storages.connect(pooled_url, direct=empty_postgres_url)) as pooled,
        closing(storages.connect(empty_postgres_url, patience=WAIT)) as own,
        pooled.database.reading() as by_pooler,
        own.database.reading() as unpooled,
    ):
        for name in names:
            assert by_pooler.execute(f"SHOW {name}") == unpooled.execute(f"SHOW {name}")


def test_listening_and_leases_use_dedicated_sessions(storage: Storage) -> None:
    game = start_game(CommandHandler(storage))
    stop = Event()
    for batch in storage.subscribe(storage.last_id() - 1, stop):
        assert batch.records[-1].originator_id == game.id
        stop.set()
    with storage.lease("bots") as taken, storage.lease("bots") as again:
        assert (taken, again) == (True, False)
        for _ in range(20):
            with storage.database.transaction() as rows:
                rows.execute("SELECT 1")
    await_lease(storage, "bots")


def test_players_can_play_behind_the_pooler(pooled_url: str, empty_postgres_url: str, tmp_path: Path) -> None:
    """Players outnumber the database sessions."""
    tokens = create_users(empty_postgres_url, writers=2 * SESSIONS)
    server = KillableServer(pooled_url, tmp_path, DATABASE_DIRECT_URL=empty_postgres_url)
    server.start()
    with run_writers(server.port, tokens) as players:
        players.await_writes(80)
        with psycopg.connect(pooled_url, autocommit=True, prepare_threshold=None) as session:
            left_behind = session.execute("SELECT count(*) FROM pg_prepared_statements").fetchone()
    assert left_behind == (0,)
    findings = list(check_writes(players, empty_postgres_url, server))
    assert all(finding.kept for finding in findings), findings
