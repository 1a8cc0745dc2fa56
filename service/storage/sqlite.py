"""SQLite, the embedded default: one file in write-ahead mode, with many readers and one writer at a time.

Durability: ``synchronous=FULL``, so an accepted move survives a power failure; an append waits for one fsync.
Followers in the appending process are woken at once; those in other processes poll every ``POLL`` seconds.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Event
from typing import Any, cast

from eventsourcing.persistence import Notification
from eventsourcing.sqlite import SQLiteConnection, SQLiteCursor, SQLiteTrackingRecorder

from projections.db_protocol import Row, Rows, insertion
from service.storage import migration
from service.storage.checkpoints import Tracking
from service.storage.clock import Clock, machine_time
from service.storage.database import Database
from service.storage.event_store import BATCH_SIZE, Journal
from service.storage.eventsourcing_adapter.sqlite import Datastore, Factory, Recorder, connected, translated
from service.storage.storage import Look, Storage
from service.storage.waiting import Outage

POLL = 0.02
"""Seconds between two polls for facts that other processes appended."""

_BUSY = 0.1
"""Seconds that truncating the write-ahead log waits for readers, while no one can write."""

_APART = 10.0
"""Seconds that a separate connection waits for another writer; meanwhile it blocks no one."""


class SQLiteStorage(Storage):
    """See :class:`service.storage.storage.Storage`."""

    def __init__(self, path: Path, connections: int, patience: float) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)  # the files that SQLite creates next to it become as private as this one
        self._path = path
        self.outage = Outage()
        factory = Factory(path, connections, patience)
        self._datastore = factory.datastore
        self.application = Journal(factory)
        self.database: Database = SQLiteDatabase(self._datastore)
        self.clock: Clock = machine_time
        self._tracking_recorder = SQLiteTrackingRecorder(self._datastore)
        self.tracking = Tracking("rowid", "tracking")
        self._recorder = cast(Recorder, self.application.recorder)
        self.group = self._recorder.group

    def migrate(self) -> None:
        """Migrate in one exclusive transaction; a second process finds the migration done."""
        self.pending()
        with self.database.transaction() as rows:
            library_tables = [*self._recorder.create_table_statements, *self._tracking_recorder.create_table_statements]
            for statement in library_tables:
                rows.execute(statement)
            migration.apply(rows, "sqlite")
            migration.install_read_models(rows, self.tracking)

    def pending(self) -> list[str]:
        """Return the names of pending migration steps. Raise TooOld."""
        return migration.pending(self.database, "sqlite")

    def notifications(self, after: int, stop: Event, beside: Look | None = None) -> Iterator[Sequence[Notification]]:
        """Yield facts above ``after`` as they arrive."""
        while not stop.is_set():
            seen = self._recorder.appends
            found = self._recorder.select_notifications(after, BATCH_SIZE, inclusive_of_start=False)
            more = beside is not None and self._asked(beside)
            if found or more:
                after = found[-1].id if found else after
                yield found
            else:
                self._recorder.await_append(seen, POLL)

    def _asked(self, beside: Look) -> bool:
        with self.database.reading() as rows:
            return beside(rows)

    @contextmanager
    def dedicated_connection(self) -> Iterator[Rows]:
        """Open a connection to the file outside the pool; it waits for other writers, but not in their queue."""
        with translated(), closing(connected(self._path, _APART)) as connection:
            yield SQLiteRows(SQLiteCursor(connection.cursor()))

    def wait_for_append_lock(self, rows: Rows) -> None:
        """Return as soon as an append would be possible; raise Unavailable. One lock covers all writes."""
        rows.execute("BEGIN IMMEDIATE")
        rows.execute("ROLLBACK")

    def erase(self) -> bool:
        """Move the write-ahead log into the file and truncate it, because it holds earlier versions of pages."""
        with translated(), closing(connected(self._path, _BUSY)) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")  # does most of the work while others write
            busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    @contextmanager
    def lease(self, *names: str, lost: Callable[[], None] | None = None) -> Iterator[bool]:
        """Hold locks on files next to the database; the operating system drops them with the process, never earlier."""
        with ExitStack() as held:
            yield all(held.enter_context(_file_lock(Path(f"{self._path}.{name}.lock"))) for name in names)


@contextmanager
def _file_lock(path: Path) -> Iterator[bool]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        yield False
    else:
        try:
            yield True
        finally:
            os.close(descriptor)


# --------------------------------------------------------------------------------------------------------------------
# Plain tables
# --------------------------------------------------------------------------------------------------------------------


class SQLiteDatabase:
    """See :class:`service.storage.database.Database`."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    @contextmanager
    def transaction(self) -> Iterator[Rows]:
        """Take the write lock at once, because a reader that becomes a writer would fail instead of waiting."""
        with self._datastore.get_connection(commit=True) as connection, _committed(connection) as rows:
            yield rows

    @contextmanager
    def counting(self, key: str) -> Iterator[Rows]:
        """Open a transaction; on SQLite, all transactions take turns anyway."""
        with self.transaction() as rows:
            yield rows

    @contextmanager
    def async_commit(self) -> Iterator[Rows]:
        """Commit without waiting for the disk; the next durable commit also writes all earlier commits to the disk."""
        with (
            self._datastore.get_connection(commit=True) as connection,
            _async_commit_cursor(connection),
            _committed(connection) as rows,
        ):
            yield rows

    def once(self, sql: str, params: Mapping[str, Any]) -> list[Row]:
        """Run one statement; it is committed automatically, without waiting for the disk."""
        with self._datastore.get_connection(commit=True) as connection, _async_commit_cursor(connection) as cursor:
            return SQLiteRows(cursor).execute(sql, params)

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        """Statements outside of any transaction."""
        with self._datastore.get_connection(commit=False) as connection:
            yield SQLiteRows(connection.cursor())


@contextmanager
def _async_commit_cursor(connection: SQLiteConnection) -> Iterator[SQLiteCursor]:
    """Do not wait for the disk within the block."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=NORMAL")
    try:
        yield cursor
    finally:
        cursor.execute("PRAGMA synchronous=FULL")


@contextmanager
def _committed(connection: SQLiteConnection) -> Iterator[Rows]:
    cursor = connection.cursor()
    with translated():
        cursor.execute("BEGIN IMMEDIATE")
    try:
        yield SQLiteRows(cursor)
    except BaseException:
        connection.rollback()
        raise
    with translated():
        connection.commit()


class SQLiteRows:
    """See :class:`projections.db_protocol.Rows`."""

    def __init__(self, cursor: SQLiteCursor) -> None:
        self.cursor = cursor

    def execute(self, sql: str, params: Mapping[str, Any] = {}) -> list[Row]:
        """Run one statement and return its rows."""
        with translated():
            self.cursor.execute(sql, params)
            return [dict(row) for row in self.cursor.fetchall()]

    def execute_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        """Run one statement for each set of parameters."""
        with translated():
            self.cursor.executemany(sql, params)

    def insert(self, table: str, rows: Sequence[Row], conflict: str = "") -> None:
        """Add rows to a table."""
        if rows:
            self.execute_many(insertion(table, rows[0], conflict), rows)
