"""PostgreSQL: the choice for a server.

Appending is one call of a function in the database. It takes an advisory lock before it inserts, so that notification
ids become visible in their order: a follower that reads by id misses nothing. (The library's function takes no lock,
and a follower was seen to miss events; the library's other way locks the whole table and is three times slower.)
"""

from __future__ import annotations

import queue
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from threading import Event
from typing import Any, cast

import psycopg
from eventsourcing import postgres as library
from eventsourcing.persistence import (
    IntegrityError,
    InterfaceError,
    Notification,
    OperationalError,
    ShutDown,
    StoredEvent,
)
from eventsourcing.persistence import Tracking as Position
from eventsourcing.utils import Environment, retry
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed

from projections.rows import Row, Rows
from service.mapper import StoredRow
from service.storage import migration
from service.storage.database import Database, percent_style
from service.storage.journal import Batch, Journal, batch, with_whole_commands
from service.storage.storage import StreamEnd, Tracking

RECHECK = 0.25
"""Seconds after which a follower looks for new facts even if it heard of none."""

_APPEND_LOCK = 0x6461_7962_6F6F_6B01
_MIGRATION_LOCK = 0x6461_7962_6F6F_6B02
"""Any numbers will do, as long as nothing else on this database uses them (these spell ``daybook``)."""


class PostgresStorage:
    """See :class:`service.storage.storage.Storage`."""

    def __init__(self, url: str) -> None:
        self._url = url
        factory = _Factory(url)
        self._datastore = factory.datastore
        self.application = Journal(factory)
        self.database: Database = PostgresDatabase(self._datastore)
        self._tracking_recorder = library.PostgresTrackingRecorder(self._datastore)
        self.tracking: Tracking = PostgresTracking(self._tracking_recorder)
        self._recorder = cast(_Recorder, self.application.recorder)

    def migrate(self) -> None:
        """One process at a time; whoever comes second finds it done."""
        with psycopg.connect(self._url, autocommit=True) as lock:
            lock.execute("SELECT pg_advisory_lock(%s)", (_MIGRATION_LOCK,))
            self._recorder.create_table()
            with self.database.transaction() as rows:
                for statement in self._tracking_recorder.sql_create_statements:
                    rows.execute(statement.as_string())
                migration.apply(rows, "postgresql")
                migration.install_read_models(rows, self.tracking)

    def pending(self) -> list[str]:
        """Names of migration steps that were not applied yet."""
        return migration.pending(self.database, "postgresql")

    def append(self, events: Sequence[StoredEvent]) -> int:
        """Append facts in one transaction, or IntegrityError."""
        ids: Sequence[int] = self._recorder.insert_events(events) or [0]
        return ids[-1]

    def subscribe(self, after: int, stop: Event) -> Iterator[Batch]:
        """Facts above ``after``, as they come."""
        with _Subscription(self._recorder, after) as subscription:
            for found in subscription.batches(stop):
                yield batch(self.application.mapper, found)

    def last_id(self) -> int:
        """The highest notification id."""
        return self._recorder.max_notification_id() or 0

    def stream_ends(self, upto: int) -> Sequence[StreamEnd]:
        """Every stream as it was at a notification id, oldest stream first."""
        with self.database.reading() as rows:
            found = rows.execute(
                "SELECT originator_id AS stream, MAX(originator_version) AS version FROM stored_events"
                " WHERE notification_id <= :upto GROUP BY originator_id ORDER BY MIN(notification_id)",
                {"upto": upto},
            )
        return [StreamEnd(**row) for row in found]

    def version_at(self, rows: Rows, stream: str, upto: int) -> int:
        """The version a stream had at a notification id."""
        found = rows.execute(
            "SELECT MAX(originator_version) AS version FROM stored_events"
            " WHERE originator_id = :stream AND notification_id <= :upto",
            {"stream": stream, "upto": upto},
        )
        return found[0]["version"] or 0

    @contextmanager
    def lease(self, *names: str) -> Iterator[bool]:
        """Advisory locks of a session of its own, which the server drops with the connection."""
        with closing(psycopg.connect(self._url, autocommit=True)) as session:
            yield all(_session_lock(session, f"daybook.{name}") for name in names)

    def close(self) -> None:
        """Close all connections."""
        self.application.close()


def _session_lock(session: psycopg.Connection, name: str) -> bool:
    taken = session.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", (name,)).fetchone()
    return taken is not None and bool(taken[0])


# --------------------------------------------------------------------------------------------------------------------
# Plain tables
# --------------------------------------------------------------------------------------------------------------------


class PostgresDatabase:
    """See :class:`service.storage.database.Database`; shares the journal's pool of connections."""

    def __init__(self, datastore: library.PostgresDatastore) -> None:
        self._datastore = datastore

    @contextmanager
    def transaction(self) -> Iterator[Rows]:
        """A transaction at the default isolation (read committed)."""
        with self._datastore.transaction(commit=True) as cursor:
            yield PostgresRows(cursor)

    @contextmanager
    def relaxed(self) -> Iterator[Rows]:
        """Without waiting for the disk; the next durable commit takes everything before it to the disk too."""
        with self._datastore.transaction(commit=True) as cursor:
            cursor.execute("SET LOCAL synchronous_commit TO off")
            yield PostgresRows(cursor)

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        """Statements outside of any transaction."""
        with self._datastore.cursor() as cursor:
            yield PostgresRows(cursor)


class PostgresRows:
    """See :class:`projections.rows.Rows`."""

    def __init__(self, cursor: psycopg.Cursor[Row]) -> None:
        self.cursor = cursor

    def execute(self, sql: str, params: Mapping[str, Any] = {}) -> list[Row]:
        """Run one statement and return its rows."""
        with _translated():
            self.cursor.execute(percent_style(sql).encode(), params)
        return self.cursor.fetchall() if self.cursor.description else []

    def execute_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        """Run one statement for each set of parameters, without waiting for each answer."""
        with _translated():
            self.cursor.executemany(percent_style(sql).encode(), params)


@contextmanager
def _translated() -> Iterator[None]:
    """What callers handle where it happens; the library translates all other errors on their way out of the block."""
    try:
        yield
    except psycopg.IntegrityError as error:
        raise IntegrityError(str(error)) from error


class PostgresTracking:
    """See :class:`service.storage.storage.Tracking`; the rows are the library's tracking recorder's."""

    def __init__(self, recorder: library.PostgresTrackingRecorder) -> None:
        self.recorder = recorder

    def position(self, name: str) -> int:
        """How far the read model has come."""
        return self.recorder.max_tracking_id(name) or 0

    def locked_position(self, rows: Rows, name: str) -> int:
        """The position; its row stays locked until the transaction ends."""
        rows.execute(
            "INSERT INTO notification_tracking VALUES (:name, 0) ON CONFLICT (application_name) DO NOTHING",
            {"name": name},
        )
        found = rows.execute(
            "SELECT notification_id FROM notification_tracking WHERE application_name = :name FOR UPDATE",
            {"name": name},
        )
        return int(found[0]["notification_id"])

    def advance(self, rows: Rows, name: str, to: int) -> None:
        """Move the position forward, or IntegrityError."""
        self.recorder._insert_tracking(cast(PostgresRows, rows).cursor, Position(name, to))

    def reset(self, rows: Rows, name: str) -> None:
        """Back to 0."""
        rows.execute("DELETE FROM notification_tracking WHERE application_name = :name", {"name": name})


# --------------------------------------------------------------------------------------------------------------------
# The library's recorder and subscription, with order guaranteed
# --------------------------------------------------------------------------------------------------------------------


_SELECT_ROWS = (
    b"SELECT originator_version, topic, state FROM stored_events"
    b" WHERE originator_id = %s AND originator_version > %s ORDER BY originator_version"
)


class _Recorder(library.PostgresApplicationRecorder):
    def __init__(self, datastore: library.PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.sql_create_statements[self.create_insert_function_statement_index] = _with_lock(
            self.sql_create_pg_function_insert_events
        )

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

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)
    def select_rows(self, stream: str, after: int) -> list[StoredRow]:
        """The rows of a stream after a version, in order."""
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(binary=True, row_factory=tuple_row)
            cursor.execute(_SELECT_ROWS, (stream, after), prepare=True)
            return cast(list[StoredRow], cursor.fetchall())


def _with_lock(create_function: Composed) -> Composed:
    """The library's function with one more line; a library whose function looks different must not go unnoticed."""
    text = create_function.as_string()
    locked = text.replace("BEGIN", f"BEGIN    PERFORM pg_advisory_xact_lock({_APPEND_LOCK});", 1)
    if locked == text:
        raise RuntimeError(f"There is no BEGIN in the event store's function: {text}")
    return Composed([SQL(cast(Any, locked))])


class _Subscription(library.PostgresSubscription):
    """Yields the lists that the library pulls, instead of single notifications."""

    def batches(self, stop: Event) -> Iterator[Sequence[Any]]:
        """New notifications, in order, until ``stop`` is set."""
        while not stop.is_set():
            try:
                yield self._notifications_queue.get(timeout=RECHECK)
            except queue.Empty:
                # Also finds what was appended between the library's first look and its LISTEN.
                self._has_been_notified.set()
            except ShutDown:
                break
        if self._thread_error is not None:
            raise self._thread_error


class _Factory(library.PostgresFactory):
    application_recorder_class = _Recorder

    def __init__(self, url: str) -> None:
        parameters = conninfo_to_dict(url)
        settings = {
            self.POSTGRES_DBNAME: str(parameters.pop("dbname", "")),
            self.POSTGRES_HOST: str(parameters.pop("host", "")),
            self.POSTGRES_PORT: str(parameters.pop("port", 5432)),
            self.POSTGRES_USER: str(parameters.pop("user", "")),
            self.POSTGRES_PASSWORD: str(parameters.pop("password", "")),
            self.POSTGRES_IDLE_IN_TRANSACTION_SESSION_TIMEOUT: "30",
            self.POSTGRES_POOL_SIZE: "2",
            self.POSTGRES_MAX_OVERFLOW: "14",
            self.POSTGRES_ENABLE_DB_FUNCTIONS: "yes",
            self.ORIGINATOR_ID_TYPE: "text",
            self.CREATE_TABLE: "no",
        }
        super().__init__(Environment(env=settings))
        cast(dict[str, Any], self.datastore.pool.kwargs).update(parameters)
