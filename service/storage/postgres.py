"""PostgreSQL, for servers."""

from __future__ import annotations

import select
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, datetime
from functools import partial
from threading import Event, Thread
from typing import Any, cast

import msgspec
import psycopg
from eventsourcing.persistence import Notification
from eventsourcing.postgres import PostgresTrackingRecorder
from psycopg.rows import DictRow, dict_row

from projections.db_protocol import Row, Rows
from service.storage import compaction, migration, replica
from service.storage.checkpoints import Tracking
from service.storage.clock import Clock, DatabaseTime
from service.storage.database import Database, percent_style
from service.storage.event_store import AT_A_TIME, BATCH_SIZE, Journal, with_whole_commands
from service.storage.eventsourcing_adapter.postgres import (
    APPEND_LOCK,
    Datastore,
    Factory,
    Recorder,
    connecting,
    own_session,
    packed,
    shared_session,
    translated,
    with_short_timeouts,
)
from service.storage.replica import Replica
from service.storage.storage import Answer, Look, Storage
from service.storage.waiting import Outage

RECHECK = 0.25
"""Seconds after which a follower checks for new facts without a notification."""

_MIGRATION_LOCK = 0x6461_7962_6F6F_6B02
"""Any number will do, as long as nothing else on this database uses it (this one spells ``daybook``)."""


class PostgresStorage(Storage):
    """See :class:`service.storage.storage.Storage`."""

    skip_locked = "FOR UPDATE SKIP LOCKED"

    def __init__(self, url: str, connections: int, patience: float, *, replica_url: str, direct_url: str) -> None:
        self.outage = Outage()
        self._direct = with_short_timeouts(direct_url or url)
        for address in {with_short_timeouts(url), self._direct}:
            with connecting():
                psycopg.connect(address).close()
        configure = shared_session if direct_url else own_session(patience)
        factory = Factory(with_short_timeouts(url), connections, patience, configure)
        self._datastore = factory.datastore
        self.application = Journal(factory)
        self.database: Database = PostgresDatabase(self._datastore)
        self.clock: Clock = DatabaseTime(self._time)
        self._tracking_recorder = PostgresTrackingRecorder(self._datastore)
        self.tracking = Tracking("notification_id", "notification_tracking")
        self._recorder = cast(Recorder, self.application.recorder)
        self.group = self._recorder.group
        self._replica = _replica(replica_url, connections) if replica_url else None

    def _time(self) -> datetime:
        """Return the time, read on a separate connection: the caller may already hold one of the pool."""
        with self._connected() as connection:
            row = connection.execute("SELECT clock_timestamp() AS now").fetchone()
        assert row is not None
        asked: datetime = row["now"]
        return asked.astimezone(UTC)

    def migrate(self) -> None:
        """Migrate, one process at a time; a second process finds the migration done."""
        with self._connected() as lock:
            lock.execute("SET lock_timeout = 0")
            lock.execute("SELECT pg_advisory_lock(%s)", (_MIGRATION_LOCK,))
            self.pending()
            self._recorder.create_table()
            with self.database.transaction() as rows:
                rows.execute("SET LOCAL statement_timeout = 0")
                for statement in self._tracking_recorder.sql_create_statements:
                    rows.execute(statement.as_string())
                migration.apply(rows, "postgresql")
                migration.install_read_models(rows, self.tracking)

    def pending(self) -> list[str]:
        """Return the names of pending migration steps. Raise TooOld."""
        return migration.pending(self.database, "postgresql")

    def from_replica(self, stream: str, version: int, ask: Callable[[Rows], Answer | None]) -> Answer | None:
        """Return the replica's answer, if it has the same fact at this version as the primary.

        The primary provides a fingerprint: each fact contains the hash of the one before. The comparison detects a
        replica that no longer follows its primary, or follows another one.
        """
        if self._replica is None:
            return None
        with self.database.reading() as rows:
            wanted = _fingerprint(rows, stream, version)

        def ask_if_same(rows: Rows) -> Answer | None:
            return ask(rows) if wanted and wanted == _fingerprint(rows, stream, version) else None

        return self._replica.asked(ask_if_same)

    def close(self) -> None:
        """Close all connections, including those to the replica."""
        super().close()
        if self._replica is not None:
            self._replica.close()

    def notifications(self, after: int, stop: Event, beside: Look | None = None) -> Iterator[Sequence[Notification]]:
        """Yield facts above ``after`` as they arrive, on a separate connection.

        (The library's subscription permanently occupies a pooled connection and two threads.) NOTIFY announces every
        commit after a query, so no fact is missed.
        """
        with self._connected() as connection:
            connection.execute("LISTEN stored_events")
            if beside is not None:
                connection.execute("LISTEN beside")
            while not stop.is_set():
                found = _select_notifications(connection, after)
                more = beside is not None and beside(PostgresRows(connection.cursor()))
                if found or more:
                    after = found[-1].id if found else after
                    yield found
                if len(found) < BATCH_SIZE:
                    for _ in connection.notifies(timeout=RECHECK, stop_after=1):
                        pass

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection[DictRow]]:
        with connecting():
            connection = psycopg.connect(self._direct, autocommit=True, row_factory=dict_row)
        with translated(), closing(connection):
            yield connection

    @contextmanager
    def dedicated_connection(self) -> Iterator[Rows]:
        """Open a separate session; every statement is a transaction, and waits for others two seconds at most."""
        with self._connected() as connection:
            connection.execute("SET lock_timeout = '2s'")
            yield PostgresRows(connection.cursor())

    def wait_for_append_lock(self, rows: Rows) -> None:
        """Return as soon as an append would be possible; raise Unavailable."""
        rows.execute("SELECT pg_advisory_xact_lock(:lock)", {"lock": APPEND_LOCK})

    @contextmanager
    def lease(self, *names: str, lost: Callable[[], None] | None = None) -> Iterator[bool]:
        """Hold advisory locks in a separate session; the server drops them with the connection."""
        with self._connected() as session:
            taken = all(_session_lock(session, f"daybook.{name}") for name in names)
            with _watched(session, lost) if taken and lost else nullcontext():
                yield taken


def _fingerprint(rows: Rows, stream: str, version: int) -> list[Row]:
    """Return the fingerprint of a fact, or of the packed row that contains it."""
    return rows.execute(_SELECT_FINGERPRINT, {"stream": stream, "version": version})


_SELECT_FINGERPRINT = (
    "SELECT sha256(state) FROM stored_events"
    " WHERE originator_id = :stream AND originator_version = :version AND length(state) > 0"
    " UNION ALL SELECT sha256(content) FROM packed_streams WHERE stream = :stream AND version >= :version"
)


def _replica(url: str, connections: int) -> Replica:
    datastore = Datastore(with_short_timeouts(url), connections, replica.PATIENCE, own_session(replica.PATIENCE))
    return Replica(PostgresDatabase(datastore), datastore.close)


@contextmanager
def _watched(session: psycopg.Connection[DictRow], lost: Callable[[], None]) -> Iterator[None]:
    """Call ``lost`` as soon as an idle session ends within the block, which then raises the reason.

    The operating system detects a server that no longer responds (see ``with_short_timeouts``).
    """
    over, failures = Event(), list[psycopg.Error]()

    def watch() -> None:
        try:
            while not over.is_set():
                if select.select([session], [], [], RECHECK)[0]:
                    session.execute("SELECT 1")  # a server may also send changed settings
        except psycopg.Error as error:
            if not over.is_set():
                failures.append(error)
                lost()
        except OSError:  # After the block, the caller may close the session while this thread waits for it.
            if not over.is_set():
                raise

    Thread(target=watch, name="lease", daemon=True).start()
    try:
        yield
    finally:
        over.set()
    if failures:
        raise failures[0]


def _session_lock(session: psycopg.Connection[DictRow], name: str) -> bool:
    taken = session.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0)) AS taken", (name,)).fetchone()
    return taken is not None and bool(taken["taken"])


def _select_notifications(connection: psycopg.Connection[DictRow], after: int) -> list[Notification]:
    """Return at least ``BATCH_SIZE`` notifications, if there are as many, without cutting a command in two."""

    def following(last: int, limit: int = AT_A_TIME) -> list[Notification]:
        rows = connection.execute(_SELECT_NOTIFICATIONS, (last, limit), prepare=True)
        found = [
            Notification(
                id=row["notification_id"],
                originator_id=row["originator_id"],
                originator_version=row["originator_version"],
                topic=row["topic"],
                state=row["state"],
            )
            for row in rows
        ]
        streams = compaction.packed_among(found)
        return compaction.restored(found, packed(connection, streams)) if streams else found

    found = following(after, BATCH_SIZE)
    return found if len(found) < BATCH_SIZE else with_whole_commands(found, following)


_SELECT_NOTIFICATIONS = (
    "SELECT notification_id, originator_id, originator_version, topic, state FROM stored_events"
    " WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
)


# --------------------------------------------------------------------------------------------------------------------
# Plain tables
# --------------------------------------------------------------------------------------------------------------------


class PostgresDatabase:
    """See :class:`service.storage.database.Database`; shares the event store's pool of connections."""

    def __init__(self, datastore: Datastore) -> None:
        self._datastore = datastore

    @contextmanager
    def transaction(self) -> Iterator[Rows]:
        """A transaction at the default isolation (read committed)."""
        with self._datastore.transaction(commit=True) as cursor:
            yield PostgresRows(cursor)

    @contextmanager
    def counting(self, key: str) -> Iterator[Rows]:
        """Open a transaction that first takes an advisory lock of the key, which ends with it."""
        with self.transaction() as rows:
            rows.execute("SELECT pg_advisory_xact_lock(hashtextextended(:key, 1))", {"key": key})
            yield rows

    @contextmanager
    def async_commit(self) -> Iterator[Rows]:
        """Commit without waiting for the disk; the next durable commit also writes all earlier commits to the disk.

        Writes are sent together, with the next query or at the end: without a query, the whole transaction is one round
        trip.
        """
        with self._datastore.get_connection() as connection:
            rows = QueuedRows(connection.cursor())
            rows.execute_many("BEGIN", [{}])
            rows.execute_many("SET LOCAL synchronous_commit TO off", [{}])
            yield rows
            rows.execute_many("COMMIT", [{}])
            rows.send()

    def once(self, sql: str, params: Mapping[str, Any]) -> list[Row]:
        """Run one statement; connections commit automatically outside a transaction."""
        with self._datastore.cursor() as cursor:
            return PostgresRows(cursor).execute(sql, params)

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        """Statements outside of any transaction."""
        with self._datastore.cursor() as cursor:
            yield PostgresRows(cursor)


class PostgresRows:
    """See :class:`projections.db_protocol.Rows`."""

    def __init__(self, cursor: psycopg.Cursor[Row]) -> None:
        self.cursor = cursor

    def execute(self, sql: str, params: Mapping[str, Any] = {}) -> list[Row]:
        """Run one statement and return its rows."""
        with translated():
            self.cursor.execute(percent_style(sql).encode(), params)
            return self.cursor.fetchall() if self.cursor.description else []

    def execute_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        """Run one statement for each set of parameters, without waiting for each result."""
        with translated():
            self.cursor.executemany(percent_style(sql).encode(), params)

    def insert(self, table: str, rows: Sequence[Row], conflict: str = "") -> None:
        """Add rows to a table, all in one parameter, which costs a quarter of one statement per row."""
        if rows:
            columns = ", ".join(rows[0])
            statement = (
                f"INSERT INTO {table} ({columns})"  # noqa: S608
                f" SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s::json) {conflict}"
            )
            with translated():
                self.cursor.execute(statement.encode(), (msgspec.json.encode(rows).decode(),))


class QueuedRows(PostgresRows):
    """Rows whose writes wait for the next query, or for the end, and are sent in one pipeline with it.

    The pipeline ends before an error is raised, so that a rollback to a savepoint is possible.
    """

    def __init__(self, cursor: psycopg.Cursor[Row]) -> None:
        super().__init__(cursor)
        self._waiting: list[Callable[[], None]] = []

    def execute(self, sql: str, params: Mapping[str, Any] = {}) -> list[Row]:
        """Run one statement, after the queued ones, and return its rows."""
        with translated():
            with self.cursor.connection.pipeline():
                self._send()
                self.cursor.execute(percent_style(sql).encode(), params)
            return self.cursor.fetchall() if self.cursor.description else []

    def execute_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        """Run one statement for each set of parameters, later."""
        self._waiting.append(partial(super().execute_many, sql, params))

    def insert(self, table: str, rows: Sequence[Row], conflict: str = "") -> None:
        """Add rows to a table, later."""
        self._waiting.append(partial(super().insert, table, rows, conflict))

    def send(self) -> None:
        """Run all queued statements."""
        with translated(), self.cursor.connection.pipeline():
            self._send()

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for write in waiting:
            write()
