"""The contract of every storage, tested on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from domain.log import HeadMoved, Recorded
from service import storage as storages
from service.readmodels.projection import position
from service.storage import Statement, Storage
from tests.processes import await_lease

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _hasty_files() -> None:
    """Commits wait for the disk here, as they do outside tests."""


def fact(storage: Storage, stream: str, version: int) -> StoredEvent:
    """Return a fact of a stream, as stored; ``to`` tells facts apart."""
    recorded = Recorded(
        originator_id=stream, originator_version=version, at=NOON, command="c", previous="", fact=HeadMoved(to=version)
    )
    return storage.application.mapper.to_stored_event(recorded)


def beat(name: str, *, at: str) -> Statement:
    """Return a statement that inserts a row into a table with unique names."""
    return Statement("INSERT INTO heartbeats (name, at) VALUES (:name, :at)", {"name": name, "at": at})


def append(storage: Storage, stream: str, *versions: int) -> int:
    return storage.append([fact(storage, stream, version) for version in versions])


class TestJournal:
    def test_facts_come_back_as_they_were_written(self, storage: Storage) -> None:
        append(storage, "game", 1, 2)
        read = list(storage.application.events.get("game"))
        assert [(record.originator_id, record.originator_version, record.fact.to) for record in read] == [
            ("game", 1, 1),
            ("game", 2, 2),
        ]
        assert read[0].at == NOON

    def test_append_returns_the_last_notification_id(self, storage: Storage) -> None:
        first = append(storage, "game", 1)
        second = append(storage, "game", 2, 3)
        assert first < second == storage.last_id()

    def test_second_writer_of_a_version_fails_and_writes_nothing(self, storage: Storage) -> None:
        append(storage, "game", 1)
        with pytest.raises(IntegrityError):
            append(storage, "game", 1)
        with pytest.raises(IntegrityError):
            append(storage, "game", 2, 1)
        assert len(storage.application.recorder.select_events("game")) == 1

    def test_facts_and_additional_rows_are_written_atomically(self, storage: Storage) -> None:
        append(storage, "game", 1)
        along = [beat("first", at="noon"), beat("second", at="noon")]
        storage.append([fact(storage, "game", 2)], along)
        with pytest.raises(IntegrityError):
            storage.append([fact(storage, "game", 2)], [beat("third", at="noon")])
        with pytest.raises(IntegrityError):
            storage.append([fact(storage, "game", 3)], [beat("first", at="night")])
        with storage.database.reading() as rows:
            beats = rows.execute("SELECT name, at FROM heartbeats ORDER BY name")
        assert beats == [{"name": "first", "at": "noon"}, {"name": "second", "at": "noon"}]
        assert [each.originator_version for each in storage.application.recorder.select_events("game")] == [1, 2]

    def test_empty_journal_has_last_id_zero_and_no_streams(self, storage: Storage) -> None:
        assert storage.last_id() == 0
        assert list(storage.stream_ends(100)) == []

    def test_environment_variables_of_the_library_have_no_effect(
        self, storage_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.popo")
        monkeypatch.setenv("SQLITE_DBNAME", ":memory:")
        monkeypatch.setenv("IS_SNAPSHOTTING_ENABLED", "y")
        first, second = storages.connect(storage_url), storages.connect(storage_url)
        append(first, "game", 1)
        assert second.last_id() > 0
        assert second.application.snapshots is None
        first.close()
        second.close()

    def test_stream_ends_at_a_notification_id_start_with_the_oldest(self, storage: Storage) -> None:
        append(storage, "older", 1)
        middle = append(storage, "newer", 1, 2)
        append(storage, "older", 2)
        assert list(storage.stream_ends(middle)) == [("older", 1), ("newer", 2)]
        assert list(storage.stream_ends(storage.last_id())) == [("older", 2), ("newer", 2)]


class TestPlainTables:
    def test_named_parameters_work_on_every_database(self, storage: Storage) -> None:
        with storage.database.transaction() as rows:
            rows.execute("CREATE TABLE note (id TEXT PRIMARY KEY, times BIGINT, seen BOOLEAN)")
            rows.execute("INSERT INTO note VALUES (:id, :times, :seen)", {"id": "50% ':x'", "times": 2, "seen": True})
            rows.execute_many(
                "INSERT INTO note VALUES (:id, :times, :seen)",
                [{"id": "b", "times": 3, "seen": False}, {"id": "c", "times": None, "seen": None}],
            )
        with storage.database.reading() as rows:
            found = rows.execute("SELECT id, times FROM note WHERE seen AND id <> ':id 50%'")
            assert found == [{"id": "50% ':x'", "times": 2}]
            assert rows.execute("SELECT id FROM note WHERE times > :least ORDER BY id", {"least": 2}) == [{"id": "b"}]

    def test_a_failed_transaction_leaves_nothing_behind(self, storage: Storage) -> None:
        with storage.database.transaction() as rows:
            rows.execute("CREATE TABLE note (id TEXT PRIMARY KEY)")
        with pytest.raises(IntegrityError), storage.database.transaction() as rows:
            rows.execute("INSERT INTO note VALUES (:id)", {"id": "a"})
            rows.execute("INSERT INTO note VALUES (:id)", {"id": "a"})
        with pytest.raises(ZeroDivisionError), storage.database.transaction() as rows:
            rows.execute("INSERT INTO note VALUES (:id)", {"id": "b"})
            raise ZeroDivisionError
        with storage.database.reading() as rows:
            assert rows.execute("SELECT id FROM note") == []

    def test_async_commit_is_atomic_and_the_next_commit_is_durable(self, storage: Storage) -> None:
        setting = "PRAGMA synchronous" if "SQLite" in type(storage).__name__ else "SHOW synchronous_commit"

        def durability() -> list[object]:
            with storage.database.transaction() as rows:
                return [list(row.values()) for row in rows.execute(setting)]

        before = durability()
        with storage.database.transaction() as rows:
            rows.execute("CREATE TABLE relaxed (id BIGINT PRIMARY KEY)")
        with storage.database.async_commit() as rows:
            rows.execute("INSERT INTO relaxed VALUES (1)")
        with pytest.raises(IntegrityError), storage.database.async_commit() as rows:
            rows.execute("INSERT INTO relaxed VALUES (2)")
            rows.execute("INSERT INTO relaxed VALUES (1)")
        with storage.database.reading() as rows:
            assert rows.execute("SELECT id FROM relaxed") == [{"id": 1}]
        assert durability() == before
        with storage.database.transaction() as rows:
            rows.execute("DROP TABLE relaxed")

    def test_a_reader_does_not_wait_for_a_writer(self, storage: Storage) -> None:
        with storage.database.transaction() as rows:
            rows.execute("CREATE TABLE note (id TEXT PRIMARY KEY)")
        seen: list[object] = []

        def read() -> None:
            with storage.database.reading() as reading:
                seen.append(reading.execute("SELECT id FROM note"))
            seen.append(list(storage.stream_ends(100)) in ([], [("game", 1)]))

        with storage.database.transaction() as writing:
            writing.execute("INSERT INTO note VALUES ('unfinished')")
            second = threading.Thread(target=append, args=(storage, "game", 1))
            second.start()  # On SQLite this writer queues behind the first; readers must not queue behind it.
            time.sleep(0.05)
            reader = threading.Thread(target=read)
            reader.start()
            reader.join()
            assert seen == [[], True]
        second.join()
        assert storage.last_id() > 0


class TestTracking:
    def test_position_is_saved_with_its_transaction(self, storage: Storage) -> None:
        with pytest.raises(ZeroDivisionError), storage.database.transaction() as rows:
            storage.tracking.advance(rows, ["view"], 1, 7)
            raise ZeroDivisionError
        assert position(storage, "view") == 0
        with storage.database.transaction() as rows:
            assert storage.tracking.locked_positions(rows, ["view"]) == {0}
            storage.tracking.advance(rows, ["view"], 1, 7)
            assert storage.tracking.locked_positions(rows, ["view"]) == {7}
        assert position(storage, "view") == 7

    def test_facts_cannot_be_processed_twice(self, storage: Storage) -> None:
        with storage.database.transaction() as rows:
            storage.tracking.advance(rows, ["view"], 1, 7)
        for again, to in (1, 7), (1, 6), (7, 7), (7, 9), (1, 9):
            with pytest.raises(IntegrityError), storage.database.transaction() as rows:
                storage.tracking.advance(rows, ["view"], again, to)
        with storage.database.transaction() as rows:
            storage.tracking.reset(rows, "view")
        assert position(storage, "view") == 0

    def test_facts_cannot_be_skipped(self, storage: Storage) -> None:
        first, second = append(storage, "game", 1), append(storage, "game", 2)
        with storage.database.transaction() as rows:
            storage.tracking.reset(rows, "view")
        with pytest.raises(IntegrityError), storage.database.transaction() as rows:
            storage.tracking.advance(rows, ["view"], second, second)
        assert position(storage, "view") == 0
        for each in first, second:
            with storage.database.transaction() as rows:
                storage.tracking.advance(rows, ["view"], each, each)
        assert position(storage, "view") == second


class TestSubscription:
    def test_old_facts_come_first_then_new_ones_as_they_are_written(self, storage: Storage) -> None:
        early = append(storage, "game", 1)
        append(storage, "game", 2, 3)
        stop = threading.Event()
        seen: list[int] = []
        later = threading.Timer(0.1, append, args=(storage, "game", 4))
        later.start()
        for batch in storage.subscribe(early, stop):
            assert batch.last == batch.ids[-1]
            seen += [record.originator_version for record in batch.records]
            if seen[-1] == 4:
                stop.set()
        later.join()
        assert seen == [2, 3, 4]

    def test_subscription_is_notified_of_writes_by_another_process(self, storage: Storage, storage_url: str) -> None:
        """Another storage object simulates another process: they share nothing but the database."""
        other = storages.connect(storage_url)
        stop = threading.Event()
        later = threading.Timer(0.1, append, args=(other, "game", 1))
        later.start()
        started = time.monotonic()
        for _ in storage.subscribe(0, stop):
            stop.set()
        assert time.monotonic() - started < 20, "the subscription does not wait for its next poll"
        later.join()
        other.close()

    def test_idle_subscription_ends_soon_after_being_stopped(self, storage: Storage) -> None:
        stop = threading.Event()
        threading.Timer(0.05, stop.set).start()
        started = time.monotonic()
        assert list(storage.subscribe(0, stop)) == []
        assert time.monotonic() - started < 20, "the subscription does not wait for its next poll"


class TestLease:
    def test_each_name_has_one_holder(self, storage: Storage, storage_url: str) -> None:
        other = storages.connect(storage_url)
        with storage.lease("history") as mine, other.lease("history") as theirs, other.lease("ledger") as another:
            assert (mine, theirs, another) == (True, False, True)
        await_lease(other, "history")
        other.close()


def test_invalid_storage_url_is_refused() -> None:
    for wrong in ("mysql://host/daybook", "sqlite:", "sqlite://", "daybook.sqlite"):
        with pytest.raises(ValueError, match="A storage is"):
            storages.connect(wrong)


def test_facts_are_stored_as_readable_json(storage: Storage) -> None:
    append(storage, "game", 1)
    stored = storage.application.recorder.select_events("game")[0]
    assert stored.topic == "log.head_moved"
    assert msgspec.json.decode(stored.state)["fact"] == {"topic": "log.head_moved", "to": 1}


def test_clock_can_be_read_during_a_transaction(storage: Storage) -> None:
    with storage.database.transaction() as rows:
        assert abs(storage.clock() - datetime.now(UTC)) < timedelta(minutes=1)
        assert rows.execute("SELECT 1 AS one", {})
