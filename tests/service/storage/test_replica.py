"""Reads of the past from a replica: the same as from the primary, whatever the replica's lag and contents.

Real streaming replication between two servers.
"""

from __future__ import annotations

import threading
import time
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
from tests.wait_until import at_last

PATIENCE = 60.0
"""Seconds after which a standby has come far enough, or something is broken."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside other tests a connection may take its time."""
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
    """Yield a web process that has just started, and keeps nothing yet."""
    site = site_on(primary.url, replica_url=replica.url if replica else "")
    try:
        yield site
    finally:
        close(site)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each question to the replica, whether it had an answer."""
    found: list[bool] = []
    asked = Replica.asked

    def noted(replica: Replica, ask: Any) -> Any:
        answer = asked(replica, ask)
        found.append(answer is not None)
        return answer

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
        """Return the version after another move, which the read models show."""
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


def caught_up(primary: postgres.Server, standby: postgres.Server) -> None:
    """Return when the standby shows all that the primary has."""
    [(end,)] = primary.execute("SELECT pg_current_wal_insert_lsn()::text")
    deadline = time.monotonic() + PATIENCE
    while not standby.execute(f"SELECT pg_last_wal_replay_lsn() >= '{end}'::pg_lsn")[0][0]:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def answers(site: Site, paths: Sequence[str]) -> list[bytes]:
    found = [site.visitor().get(path) for path in paths]
    assert [answer.status_code for answer in found] == [200] * len(paths), [answer.text for answer in found]
    return [answer.data for answer in found]


def of_the_past(game: Running) -> list[str]:
    """Requests for versions other than the latest."""
    path, version = f"/games/{game.id}", 5
    return [
        f"{path}/state?at={version}",
        f"{path}/board.svg?at={version}",
        f"{path}/history?limit=3",
        f"{path}/history/{version}",
        f"{path}/export",
    ]


@pytest.mark.parametrize("over", [False, True])
def test_a_replica_returns_the_same_past(
    primary: postgres.Server, standby: postgres.Server, running: Running, told: list[bool], over: bool
) -> None:
    if over:
        running.finish()
        running.site.services.storage.pack(threading.Event())
        assert primary.execute("SELECT stream FROM packed_streams") == [(running.id,)]
    caught_up(primary, standby)
    for path in of_the_past(running):
        told.clear()
        with site_reading(primary, standby) as site:
            assert answers(site, [path]) == answers(running.site, [path])
        assert told == [True] * len(told), path
        assert told, path


def test_the_primary_answers_when_the_replica_is_behind(
    primary: postgres.Server, standby: postgres.Server, running: Running, told: list[bool]
) -> None:
    caught_up(primary, standby)
    standby.execute("SELECT pg_wal_replay_pause()")
    try:
        running.move()
        with site_reading(primary, standby) as site:
            paths = of_the_past(running)
            assert answers(site, paths) == answers(running.site, paths)
            assert told == [False] * len(told)
            assert told
    finally:
        standby.execute("SELECT pg_wal_replay_resume()")


def test_a_replica_is_never_asked_for_the_present(
    primary: postgres.Server, standby: postgres.Server, running: Running, told: list[bool]
) -> None:
    caught_up(primary, standby)
    path = f"/games/{running.id}"
    with site_reading(primary, standby) as site:
        now = [path, f"{path}/state", f"{path}/board.svg", f"{path}/history", f"{path}/events?after=3", "/games"]
        assert answers(site, now) == answers(running.site, now)
    assert not told


def test_a_move_is_decided_on_the_primary_whatever_was_read_from_the_replica(
    primary: postgres.Server, standby: postgres.Server, running: Running
) -> None:
    caught_up(primary, standby)
    with site_reading(primary, standby) as site:
        answers(site, of_the_past(running))
        running.move()
        acting = site.acting(running.id, *running.people)
        assert acting is not None
        there = Person(site.app.test_client(), acting.name, acting.id, acting.token)
        assert there.move(running.id, there.first_on_offer(running.id)).status_code == 200


def test_a_replica_that_is_down_is_not_missed(
    primary: postgres.Server,
    standby: postgres.Server,
    running: Running,
    told: list[bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caught_up(primary, standby)
    monkeypatch.setattr(replica, "PATIENCE", 3.0)
    with site_reading(primary, standby) as site:
        paths = of_the_past(running)
        assert answers(site, paths[:1]) == answers(running.site, paths[:1])
        assert told == [True]
        standby.stop()
        try:
            assert answers(site, paths) == answers(running.site, paths)
            assert not any(told[1:])
        finally:
            standby.start()
    monkeypatch.setattr(replica, "PATIENCE", PATIENCE)
    with site_reading(primary, standby) as site:
        told.clear()
        assert answers(site, paths[:1]) == answers(running.site, paths[:1])
        assert told == [True]


def test_a_replica_that_went_its_own_way_is_not_believed(
    primary: postgres.Server, running: Running, told: list[bool]
) -> None:
    """It has as many facts of the game, but others: as when a fail-over lost what only the replica had seen."""
    with copied(primary) as url:
        there = site_on(url)
        acting = running.site.acting(running.id, *running.people)
        assert acting is not None
        elsewhere = Person(there.app.test_client(), acting.name, acting.id, acting.token)
        moved = elsewhere.move(running.id, elsewhere.first_on_offer(running.id))
        catch_up(there.services.storage)
        close(there)
        assert running.move() == moved.json["at"]
        site = site_on(primary.url, replica_url=url)
        paths = of_the_past(running)
        assert answers(site, paths) == answers(running.site, paths)
        close(site)
    assert told == [False] * len(told)
    assert told


@contextmanager
def copied(primary: postgres.Server) -> Iterator[str]:
    """Yield the URL of a copy of the database as it is, which follows no primary."""
    with psycopg.connect(primary.url.replace("/tested", "/postgres"), autocommit=True) as session:
        at_last(lambda: _copied(session))
        try:
            yield primary.url.replace("/tested", "/stray")
        finally:
            session.execute("DROP DATABASE stray WITH (FORCE)")


def _copied(session: psycopg.Connection) -> bool:
    """Copy the database, unless a client has connected again in the meantime."""
    postgres.throw_out(session, "tested")
    try:
        session.execute("CREATE DATABASE stray TEMPLATE tested")
    except psycopg.errors.ObjectInUse:
        return False
    return True
