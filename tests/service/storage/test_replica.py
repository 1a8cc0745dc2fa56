"""Reads of past versions from a replica: the same as from the primary, whatever the replica's lag and content.

Real streaming replication between two servers.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from service.readmodels.projection import catch_up
from service.storage import replica
from service.storage.replica import Replica
from tests import databases, postgres
from tests.service.sites import Person, Site, close, site_on
from tests.wait_until import wait_until

PATIENCE = 60.0
"""Seconds within which a standby catches up, unless something is broken."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow for slow connections while other tests run."""
    monkeypatch.setattr(replica, "PATIENCE", PATIENCE)


@pytest.fixture(scope="module")
def primary() -> Iterator[postgres.Server]:
    with postgres.server() as server:
        yield server


@pytest.fixture(scope="module")
def standby(primary: postgres.Server) -> Iterator[postgres.Server]:
    with postgres.standby(primary) as server:
        yield server


@contextmanager
def site_reading(primary: postgres.Server, replica: postgres.Server | None) -> Iterator[Site]:
    """Yield a web process that has just started, with empty caches."""
    site = site_on(primary.url, replica_url=replica.url if replica else "")
    try:
        yield site
    finally:
        close(site)


@pytest.fixture
def replica_used(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return whether each query to the replica returned a result."""
    found: list[bool] = []
    asked = Replica.asked

    def noted(replica: Replica, ask: Any) -> Any:
        response = asked(replica, ask)
        found.append(response is not None)
        return response

    monkeypatch.setattr(Replica, "asked", noted)
    return found


class Running:
    """A running game on the primary, and its players."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.people = [site.person("Ada"), site.person("Ben")]
        self.id = site.game(*self.people)
        for _ in range(2):
            self.move()

    def move(self) -> int:
        """Make another move, update the read models, and return the version."""
        acting = self.site.acting(self.id, *self.people)
        assert acting is not None
        version = acting.move(self.id, acting.first_on_offer(self.id)).json["at"]
        self.site.catch_up()
        return int(version)

    def finish(self) -> None:
        self.site.finish(self.id, *self.people)
        self.site.catch_up()


@pytest.fixture
def running(primary: postgres.Server) -> Iterator[Running]:
    primary.execute("DROP SCHEMA public CASCADE")
    primary.execute("CREATE SCHEMA public")
    databases.migrate(primary.url)
    with site_reading(primary, None) as site:
        yield Running(site)


def await_replication(primary: postgres.Server, standby: postgres.Server) -> None:
    """Wait until the standby has everything that the primary has."""
    [(end,)] = primary.execute("SELECT pg_current_wal_insert_lsn()::text")
    wait_until(lambda: standby.execute(f"SELECT pg_last_wal_replay_lsn() >= '{end}'::pg_lsn")[0][0])


def contents(site: Site, paths: Sequence[str]) -> list[bytes]:
    found = [site.visitor().get(path) for path in paths]
    assert [response.status_code for response in found] == [200] * len(paths), [response.text for response in found]
    return [response.data for response in found]


def paths_of_past_versions(game: Running) -> list[str]:
    """Return paths for versions other than the latest."""
    path, version = f"/games/{game.id}", 5
    return [
        f"{path}/state?at={version}",
        f"{path}/board.svg?at={version}",
        f"{path}/history?limit=3",
        f"{path}/history/{version}",
        f"{path}/export",
    ]


@pytest.mark.parametrize("over", [False, True])
def test_replica_returns_the_same_past_versions(
    primary: postgres.Server, standby: postgres.Server, running: Running, replica_used: list[bool], over: bool
) -> None:
    if over:
        running.finish()
        running.site.services.storage.pack(threading.Event())
        assert primary.execute("SELECT stream FROM packed_streams") == [(running.id,)]
    await_replication(primary, standby)
    for path in paths_of_past_versions(running):
        replica_used.clear()
        with site_reading(primary, standby) as site:
            assert contents(site, [path]) == contents(running.site, [path])
        assert replica_used == [True] * len(replica_used), path
        assert replica_used, path


def test_primary_is_read_when_the_replica_lags_behind(
    primary: postgres.Server, standby: postgres.Server, running: Running, replica_used: list[bool]
) -> None:
    await_replication(primary, standby)
    standby.execute("SELECT pg_wal_replay_pause()")
    try:
        running.move()
        with site_reading(primary, standby) as site:
            paths = paths_of_past_versions(running)
            assert contents(site, paths) == contents(running.site, paths)
            assert replica_used == [False] * len(replica_used)
            assert replica_used
    finally:
        standby.execute("SELECT pg_wal_replay_resume()")


def test_replica_is_never_queried_for_the_latest_version(
    primary: postgres.Server, standby: postgres.Server, running: Running, replica_used: list[bool]
) -> None:
    await_replication(primary, standby)
    path = f"/games/{running.id}"
    with site_reading(primary, standby) as site:
        now = [path, f"{path}/state", f"{path}/board.svg", f"{path}/history", f"{path}/events?after=3", "/games"]
        assert contents(site, now) == contents(running.site, now)
    assert not replica_used


def test_move_is_decided_on_the_primary_after_reads_from_the_replica(
    primary: postgres.Server, standby: postgres.Server, running: Running
) -> None:
    await_replication(primary, standby)
    with site_reading(primary, standby) as site:
        contents(site, paths_of_past_versions(running))
        running.move()
        acting = site.acting(running.id, *running.people)
        assert acting is not None
        there = Person(site.app.test_client(), acting.name, acting.id, acting.token)
        assert there.move(running.id, there.first_on_offer(running.id)).status_code == 200


def test_primary_is_read_while_the_replica_is_down(
    primary: postgres.Server,
    standby: postgres.Server,
    running: Running,
    replica_used: list[bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await_replication(primary, standby)
    monkeypatch.setattr(replica, "PATIENCE", 3.0)
    with site_reading(primary, standby) as site:
        paths = paths_of_past_versions(running)
        assert contents(site, paths[:1]) == contents(running.site, paths[:1])
        assert replica_used == [True]
        standby.stop()
        try:
            assert contents(site, paths) == contents(running.site, paths)
            assert not any(replica_used[1:])
        finally:
            standby.start()
    monkeypatch.setattr(replica, "PATIENCE", PATIENCE)
    with site_reading(primary, standby) as site:
        replica_used.clear()
        assert contents(site, paths[:1]) == contents(running.site, paths[:1])
        assert replica_used == [True]


def test_diverged_replica_is_not_used(primary: postgres.Server, running: Running, replica_used: list[bool]) -> None:
    """It has as many facts of the game, but different ones, as if a failover lost facts that only the replica had."""
    with database_copy(primary) as url:
        there = site_on(url)
        acting = running.site.acting(running.id, *running.people)
        assert acting is not None
        elsewhere = Person(there.app.test_client(), acting.name, acting.id, acting.token)
        moved = elsewhere.move(running.id, elsewhere.first_on_offer(running.id))
        catch_up(there.services.storage)
        close(there)
        assert running.move() == moved.json["at"]
        site = site_on(primary.url, replica_url=url)
        paths = paths_of_past_versions(running)
        assert contents(site, paths) == contents(running.site, paths)
        close(site)
    assert replica_used == [False] * len(replica_used)
    assert replica_used


@contextmanager
def database_copy(primary: postgres.Server) -> Iterator[str]:
    """Yield the URL of a copy of the current database, which follows no primary."""
    with psycopg.connect(primary.url.replace("/tested", "/postgres"), autocommit=True) as session:
        wait_until(lambda: _try_copy(session))
        try:
            yield primary.url.replace("/tested", "/stray")
        finally:
            session.execute("DROP DATABASE stray WITH (FORCE)")


def _try_copy(session: psycopg.Connection) -> bool:
    """Copy the database, unless a client has connected again in the meantime."""
    postgres.terminate_sessions(session, "tested")
    try:
        session.execute("CREATE DATABASE stray TEMPLATE tested")
    except psycopg.errors.ObjectInUse:
        return False
    return True
