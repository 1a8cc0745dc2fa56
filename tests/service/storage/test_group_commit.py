"""Group commit: waiting writes commit together, and each gets its own result."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from typing import cast

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from service import storage as storages
from service.storage import Statement, Storage, Unavailable
from service.storage.connections import SecondConnection
from service.storage.eventsourcing_adapter.sqlite import Recorder
from service.storage.group_commit import GroupCommit, Tasks
from service.storage.postgres import PostgresStorage
from tests.wait_until import wait_until

WRITERS = 5

Futures = list[Future[int]]


@pytest.fixture
def single_writer(storage_url: str) -> Iterator[Storage]:
    """Yield a storage whose writers wait for one another, with a connection for each."""
    made = storages.connect(storage_url, connections=WRITERS + 2, patience=20)
    yield made
    made.close()


def event(stream: str, version: int = 1) -> StoredEvent:
    return StoredEvent(stream, version, "Any", b"{}")


def note(key: str) -> Statement:
    return Statement("INSERT INTO limits (key, count, ends) VALUES (:key, 1, '')", {"key": key})


def notes(storage: Storage) -> set[str]:
    with storage.database.reading() as rows:
        return {row["key"] for row in rows.execute("SELECT key FROM limits")}


def streams(storage: Storage) -> set[str]:
    return {end.stream for end in storage.stream_ends(storage.last_id())}


@contextmanager
def held_up(storage: Storage) -> Iterator[None]:
    """Hold up appends within the block: the first one waits for it, and the others for the first."""
    with storage.database.transaction() as rows:
        if isinstance(storage, PostgresStorage):
            storage.wait_for_append_lock(rows)
        yield


@contextmanager
def waiting_together(storage: Storage, writes: list[str]) -> Iterator[Futures]:
    """Append a fact to each stream in a separate thread; all of them wait for the writer before them."""
    with ThreadPoolExecutor(len(writes)) as threads:
        with held_up(storage):
            futures: Futures = []
            for name in writes:
                futures.append(threads.submit(storage.append, [event(name)], [note(name)]))
                await_leader(storage)
            await_waiting_tasks(storage, len(writes) - 1)
        yield futures


_SELECT_WAITING = (
    "SELECT 1 FROM pg_locks JOIN pg_database ON oid = database"
    " WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted"
)


def await_leader(storage: Storage) -> None:
    """Wait until a leader has collected its group."""
    group = cast(Recorder, storage.application.recorder).group
    wait_until(lambda: group._led)
    if isinstance(storage, PostgresStorage):
        with closing(psycopg.connect(storage._direct, autocommit=True)) as looking:
            wait_until(lambda: looking.execute(_SELECT_WAITING).fetchall())


def await_waiting_tasks(storage: Storage, number: int) -> None:
    """Wait until this many tasks wait for the leader."""
    group = cast(Recorder, storage.application.recorder).group
    wait_until(lambda: len(group._brought) >= number)


def transactions(storage: Storage) -> int:
    """Return the number of transactions that wrote the existing facts."""
    if not isinstance(storage, PostgresStorage):
        return cast(Recorder, storage.application.recorder).appends
    with storage.database.reading() as rows:
        return len(rows.execute("SELECT DISTINCT xmin::text FROM stored_events"))


def test_waiting_writes_share_one_transaction(single_writer: Storage) -> None:
    """On PostgreSQL, they wait for a write whose transaction has already begun and waits in the database."""
    names = [f"stream-{number}" for number in range(WRITERS)]
    with waiting_together(single_writer, names) as futures:
        ids = {each.result(20) for each in futures}
    assert len(ids) == WRITERS
    assert max(ids) == single_writer.last_id()
    assert transactions(single_writer) == (2 if isinstance(single_writer, PostgresStorage) else 1)
    assert streams(single_writer) == notes(single_writer) == set(names)


def test_failed_write_writes_nothing_and_the_others_succeed(single_writer: Storage) -> None:
    single_writer.append([event("taken")])
    names = ["one", "taken", "two"]
    with waiting_together(single_writer, names) as futures:
        assert isinstance(futures[1].exception(20), IntegrityError)
        assert futures[0].result(20) != futures[2].result(20)
    assert streams(single_writer) == {"one", "taken", "two"}
    assert notes(single_writer) == {"one", "two"}


def test_only_the_write_with_an_invalid_statement_fails(single_writer: Storage) -> None:
    nowhere = Statement("INSERT INTO nowhere (key) VALUES (:key)", {"key": "one"})
    with ThreadPoolExecutor(3) as threads:
        with held_up(single_writer):
            futures = [threads.submit(single_writer.append, [event("one")])]
            await_leader(single_writer)
            futures += [
                threads.submit(single_writer.append, [event("two")], [nowhere]),
                threads.submit(single_writer.append, [event("three")], [note("three")]),
            ]
            await_waiting_tasks(single_writer, 2)
        assert [each.exception(20) is not None for each in futures] == [False, True, False]
    assert streams(single_writer) == {"one", "three"}
    assert notes(single_writer) == {"three"}


def test_only_one_of_two_writes_of_the_same_version_succeeds(single_writer: Storage) -> None:
    with waiting_together(single_writer, ["same", "same"]) as futures:
        errors = [each.exception(20) for each in futures]
    assert {type(error) for error in errors} == {IntegrityError, type(None)}


def test_failure_at_commit_is_not_reported_as_success(single_writer: Storage) -> None:
    """The constraint is checked only at commit. On PostgreSQL, each write is then retried alone."""
    with single_writer.database.transaction() as rows:
        rows.execute("CREATE TABLE parents (id INTEGER PRIMARY KEY)")
        rows.execute("CREATE TABLE children (id INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)")
    orphan = Statement("INSERT INTO children VALUES (:id)", {"id": 1})
    with ThreadPoolExecutor(3) as threads:
        with held_up(single_writer):
            futures = [threads.submit(single_writer.append, [event("one")])]
            await_leader(single_writer)
            futures += [
                threads.submit(single_writer.append, [event("two")]),
                threads.submit(single_writer.append, [event("three")], [orphan]),
            ]
            await_waiting_tasks(single_writer, 2)
        failed = [each.exception(20) is not None for each in futures]
    together = not isinstance(single_writer, PostgresStorage)
    assert failed == [together, together, True]
    assert streams(single_writer) == (set() if together else {"one", "two"})
    single_writer.append([event("four")])
    assert "four" in streams(single_writer)


def test_timed_out_write_fails_and_is_not_written_later(storage_url: str) -> None:
    with ExitStack() as stack:
        patient = storages.connect(storage_url, patience=20)
        stack.callback(patient.close)
        hasty = storages.connect(storage_url, connections=4, patience=2)
        stack.callback(hasty.close)
        threads = stack.enter_context(ThreadPoolExecutor(2))
        with held_up(patient):
            futures = [threads.submit(hasty.append, [event(name)]) for name in ("one", "two")]
            assert [type(each.exception(20)) for each in futures] == [Unavailable, Unavailable]
        hasty.append([event("three")])
        assert streams(patient) == {"three"}


def test_second_connection_is_refused_without_delaying_others(single_writer: Storage) -> None:
    def append_while_reading() -> None:
        with single_writer.database.reading():
            single_writer.append([event("two")])

    with ThreadPoolExecutor(2) as threads:
        with held_up(single_writer):
            first = threads.submit(single_writer.append, [event("one")])
            await_leader(single_writer)
            assert isinstance(threads.submit(append_while_reading).exception(20), SecondConnection)
        first.result(20)
    single_writer.append([event("three")])
    assert streams(single_writer) == {"one", "three"}


def test_additional_rows_are_locked_before_the_append_lock(postgres_url: str) -> None:
    """A transaction that holds a row the group needs may be about to append: they would deadlock."""
    with ExitStack() as stack:
        here, elsewhere = (storages.connect(postgres_url, connections=WRITERS, patience=20) for _ in range(2))
        stack.callback(here.close)
        stack.callback(elsewhere.close)
        threads = stack.enter_context(ThreadPoolExecutor(3))
        with elsewhere.database.transaction() as rows:
            rows.execute(*note("key"))
            with held_up(here):
                futures = [threads.submit(here.append, [event("one")])]
                await_leader(here)
                futures.append(threads.submit(here.append, [event("two")]))
                futures.append(threads.submit(here.append, [event("three")], [note("key")]))
                await_waiting_tasks(here, 2)
            futures[0].result(20)
            wait_until(lambda: rows.execute("SELECT 1 FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted"))
            elsewhere.wait_for_append_lock(rows)
            rows.execute("DELETE FROM limits")
        assert [each.exception(20) for each in futures] == [None, None, None]


def test_a_task_added_during_a_write_belongs_to_the_next_group() -> None:
    """Each group holds the tasks that arrive before its leader begins; the thread that has waited longest leads."""
    begun, go_on = threading.Semaphore(0), threading.Semaphore(0)
    groups: list[list[int]] = []

    def write(tasks: Tasks[int, int]) -> None:
        group = list(tasks)
        groups.append([task.work for task in group])
        begun.release()
        go_on.acquire(timeout=20)
        for task in group:
            task.succeed(task.work)

    @contextmanager
    def waiting() -> Iterator[float]:
        yield 20

    group = GroupCommit(write, waiting)
    with ThreadPoolExecutor(4) as threads:
        futures = [threads.submit(group.commit, 0)]
        begun.acquire(timeout=20)
        for number in (1, 2, 3):
            futures.append(threads.submit(group.commit, number))
            wait_until(lambda number=number: len(group._brought) >= number)
        go_on.release(2)
        assert [each.result(20) for each in futures] == [0, 1, 2, 3]
    assert groups == [[0], [1, 2, 3]]
