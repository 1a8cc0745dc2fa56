"""Connection limits: a thread holds one connection at a time, and waiting for one soon ends with a single error."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from projections.registry import READ_MODELS
from service import storage as storages
from service.readmodels.projection import catch_up
from service.readmodels.rebuilding import rebuild, retry_failed
from service.runtime.heartbeat import Heartbeat
from service.storage import Storage, Unavailable, connections
from service.storage.connections import SecondConnection, Turns, Work, work
from service.usecases import branches, moves
from service.usecases.command_handler import CommandHandler
from service.workers.projector import Projector
from tests import databases, postgres, toy
from tests.service.playing import context_for, play_to_end, start_game
from tests.service.readmodels.rows import wait_for
from tests.service.storage_queries import failed, lag
from tests.wait_until import wait_until

SOON = 20.0
"""Seconds within which a result comes on the busiest machine; without a limit on waiting it takes 30 or more."""


PATIENCE = 2.0
"""Seconds to wait for a connection in these tests."""


def hasty(url: str, connections: int = 8, patience: float = PATIENCE) -> Storage:
    """Return a storage that waits only briefly for connections."""
    return storages.connect(url, connections=connections, patience=patience)


@pytest.fixture
def single(storage_url: str) -> Iterator[Storage]:
    """Yield a storage with exactly one connection."""
    with closing(hasty(storage_url, connections=1)) as made:
        yield made


@contextmanager
def taken(storage: Storage) -> Iterator[None]:
    """Hold the connection in another thread."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with storage.database.reading():
            held.set()
            done.wait(30)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(30)
    try:
        yield
    finally:
        done.set()
        thread.join()


class TestOneConnectionPerThread:
    def test_thread_with_a_connection_gets_no_second_one(self, storage: Storage) -> None:
        """The pool has other connections here, but under load it would have none."""
        with storage.database.reading(), pytest.raises(SecondConnection), storage.database.reading():
            pass
        with storage.database.transaction(), pytest.raises(SecondConnection):
            storage.last_id()
        assert storage.last_id() == 0, "an error returns all connections to the pool"

    def test_one_connection_is_enough_for_a_projector_and_players(self, single: Storage) -> None:
        projector = Projector(single)
        projector.start()
        handler = CommandHandler(single)
        game = play_to_end(handler, start_game(handler))
        branches.open_branch(handler, game.id, context_for(game, 0), at=9, viewer="auditor", name="What if")
        assert all(wait_for(single, name, single.last_id(), timeout=10) for name in READ_MODELS)
        projector.stop()
        rebuild(single, list(READ_MODELS.values()))
        assert lag(single) == dict.fromkeys(READ_MODELS, 0)

    def test_one_connection_is_enough_to_retry_a_failed_game(
        self, single: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        handler = CommandHandler(single)
        game = start_game(handler, seats=3)
        catch_up(single)
        handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
        toy.change(monkeypatch, apply=toy.refuse_three(toy.RULESET.apply))
        catch_up(single)
        assert failed(single)["tables"] == 1
        toy.change(monkeypatch)
        retry_failed(single)
        assert not failed(single)


@contextmanager
def waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Yield the timeouts of all waits for a connection, in order."""
    given: list[float] = []
    taken_before = Turns.taken

    @contextmanager
    def noted(turns: Turns) -> Iterator[float]:
        with taken_before(turns) as seconds:
            given.append(seconds)
            yield seconds

    with monkeypatch.context() as patched:
        patched.setattr(Turns, "taken", noted)
        yield given


class TestWaiting:
    def test_request_waits_only_once_for_a_connection(self, single: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
        """The library itself would try up to ten times."""
        for ask in (
            lambda: single.application.read("game"),
            lambda: single.application.recorder.select_events("game"),
            lambda: single.append([StoredEvent("game", 1, "topic", b"")]),
            single.last_id,
        ):
            with taken(single), waits(monkeypatch) as waited:
                with pytest.raises(Unavailable):
                    ask()
                assert waited == [PATIENCE]
            assert single.last_id() == 0

    def test_writer_that_timed_out_does_not_block_later_writes(self, single: Storage) -> None:
        """After a timeout, the library's SQLite pool would keep its writer lock."""
        event = StoredEvent("game", 1, "topic", b"")
        with taken(single), pytest.raises(Unavailable):
            single.append([event])
        single.append([event])
        assert single.last_id() == 1

    def test_waits_in_one_unit_of_work_share_one_time_limit(
        self, single: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        token = work.set(Work(PATIENCE))
        try:
            with taken(single), waits(monkeypatch) as waited:
                for _ in range(5):
                    with pytest.raises(Unavailable):
                        single.last_id()
                assert waited == [PATIENCE] + [connections.LEAST] * 4
            assert single.last_id() == 0, "a free connection needs no waiting"
        finally:
            work.reset(token)


class TestLocks:
    """If another transaction holds a lock, a statement waits for it no longer than for a connection."""

    @pytest.fixture
    def holder(self, postgres_url: str) -> Iterator[psycopg.Connection]:
        with psycopg.connect(postgres_url) as connection:
            yield connection
            connection.rollback()

    @pytest.fixture
    def storage(self, postgres_url: str) -> Iterator[Storage]:
        with closing(hasty(postgres_url)) as made:
            yield made

    def test_waiting_for_the_append_lock_times_out(self, storage: Storage, holder: psycopg.Connection) -> None:
        event = StoredEvent("game", 1, "topic", b"")
        holder.execute("SELECT pg_advisory_xact_lock(%s)", (0x6461_7962_6F6F_6B01,))
        with pytest.raises(Unavailable):
            storage.append([event])
        with pytest.raises(Unavailable), storage.dedicated_connection() as rows:
            storage.wait_for_append_lock(rows)
        holder.rollback()
        assert storage.append([event]) == 1

    def test_waiting_for_a_table_lock_times_out(self, storage: Storage, holder: psycopg.Connection) -> None:
        holder.execute("LOCK TABLE stored_events IN ACCESS EXCLUSIVE MODE")
        for ask in (storage.last_id, lambda: storage.application.read("game")):
            with pytest.raises(Unavailable):
                ask()
        holder.rollback()
        assert storage.last_id() == 0

    def test_long_statement_times_out(self, postgres_url: str) -> None:
        with (
            closing(hasty(postgres_url, patience=0.5)) as storage,
            pytest.raises(Unavailable),
            storage.database.reading() as rows,
        ):
            rows.execute("SELECT pg_sleep(60)")


def test_heartbeat_reports_when_appends_are_blocked(storage: Storage, storage_url: str) -> None:
    heartbeat = Heartbeat(storage, [])
    heartbeat.beat()
    assert heartbeat.last().written
    with held_up(storage_url):
        heartbeat.beat()
        assert not heartbeat.last().written
    heartbeat.beat()
    assert heartbeat.last().written
    heartbeat.stop()


@contextmanager
def held_up(url: str) -> Iterator[None]:
    """Block appends, as another program does in the middle of one."""
    if url.startswith("postgresql"):
        with psycopg.connect(url) as session:
            session.execute("SELECT pg_advisory_xact_lock(%s)", (0x6461_7962_6F6F_6B01,))
            yield
            session.rollback()
    else:
        other = storages.connect(url)
        with other.database.transaction():
            yield
        other.close()


class TestOutages:
    def test_stopped_server_is_unavailable_until_it_restarts(self) -> None:
        with postgres.server() as server:
            databases.migrate(server.url)
            storage = hasty(server.url, patience=0.5)
            _use_all(storage, 8)
            server.stop()
            for _ in range(12):
                begun = time.monotonic()
                with pytest.raises(Unavailable):
                    storage.last_id()
                assert time.monotonic() - begun < SOON
            server.start()
            wait_until(lambda: _is_available(storage))
            storage.close()

    def test_lost_connections_are_detected_before_use(self, postgres_url: str) -> None:
        storage = storages.connect(postgres_url, connections=8)
        for _ in range(3):
            _use_all(storage, 8)
            with psycopg.connect(postgres_url, autocommit=True) as session:
                postgres.terminate_sessions(session)
            for _ in range(20):
                assert storage.last_id() == 0
        storage.close()

    def test_a_standby_is_unavailable_for_writes(self) -> None:
        with postgres.server() as primary:
            databases.migrate(primary.url)
            with postgres.standby(primary) as standby, closing(storages.connect(standby.url)) as storage:
                assert storage.last_id() == 0
                with pytest.raises(Unavailable), storage.database.transaction() as rows:
                    rows.execute("DELETE FROM users")
                with pytest.raises(Unavailable):
                    storage.append([StoredEvent("game", 1, "topic", b"")])

    def test_a_full_disk_is_unavailable_for_writes(self, sqlite_url: str) -> None:
        storage = storages.connect(sqlite_url)
        with pytest.raises(Unavailable), storage.database.transaction() as rows:
            rows.execute("PRAGMA max_page_count = 1")
            rows.execute("INSERT INTO listed_games VALUES (:id)", {"id": "x" * 1_000_000})
        storage.close()

    def test_a_read_only_file_is_unavailable_for_writes(self, sqlite_url: str) -> None:
        storage = storages.connect(sqlite_url)
        with pytest.raises(Unavailable), storage.database.transaction() as rows:
            rows.execute("PRAGMA query_only = 1")
            rows.execute("DELETE FROM users")
        storage.close()

    def test_invalid_statement_is_not_an_outage(self, storage: Storage) -> None:
        with pytest.raises(Exception, match="nowhere") as raised, storage.database.reading() as rows:
            rows.execute("SELECT 1 FROM nowhere")
        assert not isinstance(raised.value, Unavailable)


def _is_available(storage: Storage) -> bool:
    with suppress(Unavailable):
        return storage.last_id() == 0
    return False


def _use_all(storage: Storage, connections: int) -> None:
    together = threading.Barrier(connections)

    def use() -> None:
        with storage.database.reading():
            together.wait(30)

    threads = [threading.Thread(target=use) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_waiting_for_another_programs_write_times_out(sqlite_url: str) -> None:
    mine, theirs = storages.connect(sqlite_url, patience=0.3), storages.connect(sqlite_url)
    with theirs.database.transaction():
        begun = time.monotonic()
        with pytest.raises(Unavailable), mine.database.transaction():
            pass
        assert time.monotonic() - begun < SOON
    mine.close()
    theirs.close()
