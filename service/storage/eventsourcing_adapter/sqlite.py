"""Recorders and connections for SQLite: wake-ups of followers, permanent ids, a queue for writers."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from threading import Condition, Lock
from typing import Any, cast

from eventsourcing import sqlite as library
from eventsourcing.persistence import ConnectionUnavailableError, IntegrityError, OperationalError
from eventsourcing.utils import Environment

from service.storage.connections import LEAST, Turns, Unavailable
from service.storage.eventsourcing_adapter.recording import Append, Ids, Recording
from service.storage.group_commit import GroupCommit, Task, Tasks
from service.storage.mapper import StoredRow

SYNCHRONOUS = "FULL"
"""A commit waits until the disk has it."""


@contextmanager
def translated() -> Iterator[None]:
    """Translate errors at once into those that callers handle: errors of the program, and those that may pass."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise IntegrityError(error) from error
    except (sqlite3.OperationalError, OperationalError) as error:
        raise (Unavailable if _may_pass(error) else OperationalError)(error) from error


def _may_pass(error: Exception) -> bool:
    """Return whether an error may pass. Its cause is SQLite's error; an exhausted pool's error has no cause."""
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


_INSERT_ROW = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"


class Recorder(Recording, library.SQLiteApplicationRecorder):
    """A recorder that appends the writes of several threads in one transaction, and wakes this process's followers."""

    def __init__(self, datastore: library.SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = _INSERT_ROW
        self.group: GroupCommit[Append, Ids] = GroupCommit(self._append, cast(Datastore, datastore).pool.awaited)
        self.appends = 0
        self._appended = Condition()

    def construct_create_table_statements(self) -> list[str]:
        """Return statements with a column for notification ids, because ``VACUUM`` renumbers the implicit ``rowid``."""
        return [
            "CREATE TABLE IF NOT EXISTS stored_events ("
            "rowid INTEGER PRIMARY KEY, originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, "
            "topic TEXT NOT NULL, state BLOB NOT NULL, UNIQUE (originator_id, originator_version))"
        ]

    def _append(self, tasks: Tasks[Append, Ids]) -> None:
        with self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            try:
                for task in tasks:
                    self._try(cursor, task)
                connection.commit()
            except BaseException:
                connection.rollback()
                raise
        with self._appended:
            self.appends += 1
            self._appended.notify_all()

    def _try(self, cursor: library.SQLiteCursor, task: Task[Append, Ids]) -> None:
        """Run one task; its failure leaves no trace and does not affect the others. Raise errors that affect all."""
        cursor.execute("SAVEPOINT one")
        try:
            with translated():
                ids = self._insert_events(cursor, task.work.events)
                for statement in task.work.also:
                    cursor.execute(*statement)
        except Exception as error:
            if not cursor.sqlite_cursor.connection.in_transaction:  # SQLite has rolled all of it back
                raise
            cursor.execute("ROLLBACK TO one")
            task.error = error
        else:
            task.succeed(ids or ())
        cursor.execute("RELEASE one")

    def select_as_rows(self, sql: str, params: Mapping[str, Any]) -> list[StoredRow]:
        """Return the selected rows as plain tuples, because a game has many."""
        with self.datastore.get_connection(commit=False) as connection:
            cursor = connection.cursor()
            cursor.sqlite_cursor.row_factory = None
            cursor.execute(sql, params)
            return cast(list[StoredRow], cursor.fetchall())

    def select_packed(self, streams: Collection[str]) -> Mapping[str, bytes]:
        """Return the packed content of these streams."""
        places = ", ".join("?" * len(streams))
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT stream, content FROM packed_streams WHERE stream IN ({places})", list(streams))  # noqa: S608
            return dict(cursor.fetchall())

    def await_append(self, seen: int, timeout: float) -> None:
        """Return when there were more appends than ``seen``, or after ``timeout`` seconds."""
        with self._appended:
            self._appended.wait_for(lambda: self.appends != seen, timeout)


class _Connection(library.SQLiteConnection):
    """A connection that remembers how long it waits for the writers of other processes."""

    _tenths = 0

    def wait_for_others(self, seconds: float) -> None:
        """Set how long to wait from now on, rounded up to tenths, since most writers have the same patience."""
        tenths = ceil(10 * seconds)
        if tenths != self._tenths:
            self._sqlite_conn.execute(f"PRAGMA busy_timeout = {100 * tenths}")
            self._tenths = tenths

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._sqlite_conn.in_transaction


class _Pool(library.SQLiteConnectionPool):
    """Connections in write-ahead mode. Writers of this process queue here; readers do not wait behind them."""

    def __init__(self, path: Path, connections: int, patience: float) -> None:
        super().__init__(db_name=str(path), pool_size=connections, max_overflow=0, pool_timeout=patience)
        self._turns = Turns(patience, super().put_connection)
        self.awaited = self._turns.awaited
        self._writing = Lock()
        self._writer: _Connection | None = None

    def get_connection(self, timeout: float | None = None, *, is_writer: bool | None = None) -> _Connection:
        """Return a connection. Writers queue only here: the library's pool never releases its lock after a timeout."""
        with self._turns.taken() as seconds:
            deadline = time.monotonic() + seconds
            if is_writer and not self._writing.acquire(timeout=seconds):
                raise ConnectionUnavailableError("Timed out waiting for another writer")
            try:
                left = max(0.0, deadline - time.monotonic())
                connection = cast(_Connection, self._turns.kept() or super().get_connection(left))
                if is_writer:  # no other thread has to wait for the writers of other processes
                    connection.wait_for_others(max(LEAST, deadline - time.monotonic()))
            except BaseException:
                if is_writer:
                    self._writing.release()
                raise
            if is_writer:
                self._writer = connection
            return connection

    def put_connection(self, conn: Any) -> None:
        """Give a connection back, so that the next writer can continue."""
        was_writer = conn is self._writer
        if was_writer:
            self._writer = None
        try:
            self._turns.ended(conn, sound=not conn.in_transaction)
        finally:
            if was_writer:
                self._writing.release()

    def _create_connection(self) -> _Connection:
        return _Connection(connected(Path(self.db_name), self.pool_timeout), self.max_age)


def connected(path: Path, patience: float) -> sqlite3.Connection:
    """Return a connection that waits ``patience`` seconds for the writers of other processes."""
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    _set_write_ahead(connection, patience)
    connection.execute(f"PRAGMA synchronous={SYNCHRONOUS}")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA secure_delete=ON")  # free pages contain nothing that was deleted
    return connection


def _set_write_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Switch a file to write-ahead mode, in a loop, because that does not honour the busy timeout."""
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


class Datastore(library.SQLiteDatastore):
    """Our pool of connections, with the errors that callers handle."""

    pool: _Pool

    def __init__(self, path: Path, connections: int, patience: float) -> None:
        super().__init__(str(path), originator_id_type="text")
        self.pool = _Pool(path, connections, patience)

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[library.SQLiteConnection]:
        """Lend a connection for the block."""
        with translated():
            connection = self.pool.get_connection(is_writer=commit)
            try:
                yield connection
            finally:
                self.pool.put_connection(connection)


class Factory(library.SQLiteFactory):
    """A factory of recorders on a file, configured only by its arguments."""

    datastore: Datastore
    application_recorder_class = Recorder

    def __init__(self, path: Path, connections: int, patience: float) -> None:
        settings = {self.SQLITE_DBNAME: str(path), self.ORIGINATOR_ID_TYPE: "text", self.CREATE_TABLE: "no"}
        super().__init__(Environment(env=settings))
        self.datastore = Datastore(path, connections, patience)
