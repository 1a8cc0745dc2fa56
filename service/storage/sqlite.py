"""SQLite: the embedded default. One file in write-ahead mode, many readers, one writer at a time.

Durability: ``synchronous=FULL``, so a move that was accepted survives a power failure; an append waits for one fsync.
Followers in the appending process are woken at once; those in other processes look every ``POLL`` seconds.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Condition, Event, Lock
from typing import Any, cast

from eventsourcing import sqlite as library
from eventsourcing.persistence import (
    ConnectionUnavailableError,
    IntegrityError,
    Notification,
    OperationalError,
    StoredEvent,
)
from eventsourcing.persistence import Tracking as Position
from eventsourcing.utils import Environment

from projections.rows import Row, Rows
from service.storage import migration
from service.storage.connections import LEAST, Turns, Unavailable
from service.storage.database import Database
from service.storage.journal import BATCH_SIZE, Batch, Journal, batch, with_whole_commands
from service.storage.mapper import StoredRow
from service.storage.storage import StreamEnd, Tracking

POLL = 0.05
"""Seconds between two looks for facts that other processes appended."""

_APART = 10.0
"""Seconds that whoever has a connection of their own waits for another writer: nobody is kept waiting by it."""


class SQLiteStorage:
    """See :class:`service.storage.storage.Storage`."""

    def __init__(self, path: Path, connections: int, patience: float) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)  # The files that SQLite puts beside it are as private as this one.
        self._path = path
        factory = _Factory(path, connections, patience)
        self._datastore = factory.datastore
        self.application = Journal(factory)
        self.database: Database = SQLiteDatabase(self._datastore)
        self._tracking_recorder = library.SQLiteTrackingRecorder(self._datastore)
        self.tracking: Tracking = SQLiteTracking(self._tracking_recorder)
        self._recorder = cast(_Recorder, self.application.recorder)

    def migrate(self) -> None:
        """One exclusive transaction does everything; whoever comes second finds it done."""
        with self.database.transaction() as rows:
            library_tables = [*self._recorder.create_table_statements, *self._tracking_recorder.create_table_statements]
            for statement in library_tables:
                rows.execute(statement)
            migration.apply(rows, "sqlite")
            migration.install_read_models(rows, self.tracking)

    def pending(self) -> list[str]:
        """Names of migration steps that were not applied yet."""
        return migration.pending(self.database, "sqlite")

    def append(self, events: Sequence[StoredEvent]) -> int:
        """Append facts in one transaction, or IntegrityError."""
        return (self._recorder.insert_events(events) or [0])[-1]

    def subscribe(self, after: int, stop: Event) -> Iterator[Batch]:
        """Facts above ``after``, as they come."""
        while not stop.is_set():
            seen = self._recorder.appends
            found = self._recorder.select_notifications(after, BATCH_SIZE, inclusive_of_start=False)
            if found:
                after = found[-1].id
                yield batch(self.application.mapper, found)
            else:
                self._recorder.await_append(seen, POLL)

    @contextmanager
    def apart(self) -> Iterator[Rows]:
        """A connection to the file beside the pool's; it waits for other writers, but not in their queue."""
        with _translated(), closing(_connected(self._path, _APART)) as connection:
            yield SQLiteRows(library.SQLiteCursor(connection.cursor()))

    def await_turn(self, rows: Rows) -> None:
        """Return when an append could be made now; raises Unavailable. There is one lock for all that is written."""
        rows.execute("BEGIN IMMEDIATE")
        rows.execute("ROLLBACK")

    def last_id(self) -> int:
        """The highest notification id."""
        with self.database.reading() as rows:
            return self.tracking.end(rows)

    def stream_ends(self, upto: int) -> Sequence[StreamEnd]:
        """Every stream as it was at a notification id, oldest stream first."""
        with self.database.reading() as rows:
            found = rows.execute(
                "SELECT originator_id AS stream, MAX(originator_version) AS version FROM stored_events"
                " WHERE rowid <= :upto GROUP BY originator_id ORDER BY MIN(rowid)",
                {"upto": upto},
            )
        return [StreamEnd(**row) for row in found]

    def version_at(self, rows: Rows, stream: str, upto: int) -> int:
        """The version a stream had at a notification id."""
        found = rows.execute(
            "SELECT MAX(originator_version) AS version FROM stored_events"
            " WHERE originator_id = :stream AND rowid <= :upto",
            {"stream": stream, "upto": upto},
        )
        return found[0]["version"] or 0

    @contextmanager
    def lease(self, *names: str) -> Iterator[bool]:
        """Locks on files beside the database, which the operating system drops with the process."""
        with ExitStack() as held:
            yield all(held.enter_context(_file_lock(Path(f"{self._path}.{name}.lock"))) for name in names)

    def close(self) -> None:
        """Close all connections."""
        self.application.close()


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

    def __init__(self, datastore: library.SQLiteDatastore) -> None:
        self._datastore = datastore

    @contextmanager
    def transaction(self) -> Iterator[Rows]:
        """Takes the write lock at once, because a reader that turns writer would fail instead of waiting."""
        with self._datastore.get_connection(commit=True) as connection, _committed(connection) as rows:
            yield rows

    @contextmanager
    def relaxed(self) -> Iterator[Rows]:
        """Without waiting for the disk; the next durable commit takes everything before it to the disk too."""
        with self._datastore.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA synchronous=NORMAL")
            try:
                with _committed(connection) as rows:
                    yield rows
            finally:
                connection.cursor().execute("PRAGMA synchronous=FULL")

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        """Statements outside of any transaction."""
        with self._datastore.get_connection(commit=False) as connection:
            yield SQLiteRows(connection.cursor())


@contextmanager
def _committed(connection: library.SQLiteConnection) -> Iterator[Rows]:
    cursor = connection.cursor()
    with _translated():
        cursor.execute("BEGIN IMMEDIATE")
    try:
        yield SQLiteRows(cursor)
    except BaseException:
        connection.rollback()
        raise
    with _translated():
        connection.commit()


class SQLiteRows:
    """See :class:`projections.rows.Rows`."""

    def __init__(self, cursor: library.SQLiteCursor) -> None:
        self.cursor = cursor

    def execute(self, sql: str, params: Mapping[str, Any] = {}) -> list[Row]:
        """Run one statement and return its rows."""
        with _translated():
            self.cursor.execute(sql, params)
            return [dict(row) for row in self.cursor.fetchall()]

    def execute_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        """Run one statement for each set of parameters."""
        with _translated():
            self.cursor.executemany(sql, params)


@contextmanager
def _translated() -> Iterator[None]:
    """What callers handle, at once where it happens, and whether an error is the program's or may pass by itself."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise IntegrityError(error) from error
    except (sqlite3.OperationalError, OperationalError) as error:
        raise (Unavailable if _may_pass(error) else OperationalError)(error) from error


def _may_pass(error: Exception) -> bool:
    """The library's errors bring SQLite's along as their cause; its pool, which has no free connection, has none."""
    cause = error if isinstance(error, sqlite3.Error) else error.__cause__
    if isinstance(cause, sqlite3.Error):
        return cause.sqlite_errorcode & 0xFF in _PASSING
    return isinstance(error, ConnectionUnavailableError)


_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY,
}


class SQLiteTracking:
    """See :class:`service.storage.storage.Tracking`; the rows are the library's tracking recorder's."""

    def __init__(self, recorder: library.SQLiteTrackingRecorder) -> None:
        self.recorder = recorder

    def end(self, rows: Rows) -> int:
        """The highest notification id."""
        return rows.execute("SELECT MAX(rowid) AS last FROM stored_events")[0]["last"] or 0

    def position(self, rows: Rows, name: str) -> int:
        """How far the read model has come."""
        found = rows.execute(
            "SELECT MAX(notification_id) AS last FROM tracking WHERE application_name = :name", {"name": name}
        )
        return found[0]["last"] or 0

    def locked_position(self, rows: Rows, name: str) -> int:
        """The position; a transaction of :class:`SQLiteDatabase` keeps all other writers out anyway."""
        return self.position(rows, name)

    def advance(self, rows: Rows, name: str, to: int) -> None:
        """Move the position forward, or IntegrityError."""
        self.recorder._insert_tracking(cast(SQLiteRows, rows).cursor, Position(name, to))

    def reset(self, rows: Rows, name: str) -> None:
        """Back to 0."""
        rows.execute("DELETE FROM tracking WHERE application_name = :name", {"name": name})


# --------------------------------------------------------------------------------------------------------------------
# The library's recorder, with our connections and a wake-up call
# --------------------------------------------------------------------------------------------------------------------


_INSERT_ROW = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
_SELECT_ROWS = (
    "SELECT originator_version, topic, state FROM stored_events"
    " WHERE originator_id = ? AND originator_version > ? ORDER BY originator_version"
)


class _Recorder(library.SQLiteApplicationRecorder):
    """Tells the followers in this process when something was appended."""

    def __init__(self, datastore: library.SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = _INSERT_ROW
        self.appends = 0
        self._appended = Condition()

    def construct_create_table_statements(self) -> list[str]:
        """Notification ids are a column of their own: the library's implicit ``rowid`` is renumbered by ``VACUUM``."""
        return [
            "CREATE TABLE IF NOT EXISTS stored_events ("
            "rowid INTEGER PRIMARY KEY, originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, "
            "topic TEXT NOT NULL, state BLOB NOT NULL, UNIQUE (originator_id, originator_version))"
        ]

    def insert_events(self, stored_events: Sequence[Any], **kwargs: Any) -> Sequence[int] | None:
        ids = super().insert_events(stored_events, **kwargs)
        with self._appended:
            self.appends += 1
            self._appended.notify_all()
        return ids

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """At least ``limit``, if there are as many, and no command cut in two."""
        select = partial(super().select_notifications, limit=limit, stop=stop, topics=topics)
        found: Sequence[Notification] = select(start, inclusive_of_start=inclusive_of_start)
        if len(found) < limit:
            return found
        return with_whole_commands(found, partial(select, inclusive_of_start=False))

    def select_rows(self, stream: str, after: int) -> list[StoredRow]:
        """The rows of a stream after a version, in order."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.sqlite_cursor.row_factory = None
            cursor.execute(_SELECT_ROWS, (stream, after))
            return cast(list[StoredRow], cursor.fetchall())

    def await_append(self, seen: int, timeout: float) -> None:
        """Return when there were more appends than ``seen``, or after ``timeout`` seconds."""
        with self._appended:
            self._appended.wait_for(lambda: self.appends != seen, timeout)


class _Pool(library.SQLiteConnectionPool):
    """Connections in write-ahead mode. Writers of this process queue here; readers do not wait behind them."""

    def __init__(self, path: Path, connections: int, patience: float) -> None:
        super().__init__(db_name=str(path), pool_size=connections, max_overflow=0, pool_timeout=patience)
        self._turns = Turns(patience)
        self._writing = Lock()
        self._writer: library.SQLiteConnection | None = None

    def get_connection(
        self, timeout: float | None = None, *, is_writer: bool | None = None
    ) -> library.SQLiteConnection:
        """Writers take turns here alone: the library's pool keeps its own lock for ever when a writer waits in vain."""
        with self._turns.taken() as seconds:
            deadline = time.monotonic() + seconds
            if is_writer and not self._writing.acquire(timeout=seconds):
                raise ConnectionUnavailableError("Timed out waiting for another writer")
            try:
                connection = super().get_connection(max(0.0, deadline - time.monotonic()))
                left = max(LEAST, deadline - time.monotonic())
                connection.cursor().execute(f"PRAGMA busy_timeout = {int(1000 * left)}")
            except BaseException:
                if is_writer:
                    self._writing.release()
                raise
            if is_writer:
                self._writer = connection
            return connection

    def put_connection(self, conn: library.SQLiteConnection) -> None:
        was_writer = conn is self._writer
        if was_writer:
            self._writer = None
        self._turns.ended()
        try:
            super().put_connection(conn)
        finally:
            if was_writer:
                self._writing.release()

    def _create_connection(self) -> library.SQLiteConnection:
        return library.SQLiteConnection(_connected(Path(self.db_name), self.pool_timeout), max_age=self.max_age)


def _connected(path: Path, patience: float) -> sqlite3.Connection:
    """A connection that waits so many seconds for the writers of other processes."""
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    _set_write_ahead(connection, patience)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    return connection


def _set_write_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Switching a new file to write-ahead mode does not honour the busy timeout, hence the loop."""
    deadline = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


class _Datastore(library.SQLiteDatastore):
    def __init__(self, path: Path, connections: int, patience: float) -> None:
        super().__init__(str(path), originator_id_type="text")
        self.pool = _Pool(path, connections, patience)

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[library.SQLiteConnection]:
        with _translated(), super().get_connection(commit=commit) as connection:
            yield connection


class _Factory(library.SQLiteFactory):
    application_recorder_class = _Recorder

    def __init__(self, path: Path, connections: int, patience: float) -> None:
        settings = {self.SQLITE_DBNAME: str(path), self.ORIGINATOR_ID_TYPE: "text", self.CREATE_TABLE: "no"}
        super().__init__(Environment(env=settings))
        self.datastore = _Datastore(path, connections, patience)
