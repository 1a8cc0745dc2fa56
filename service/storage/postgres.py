"""PostgreSQL: the choice for a server.

Appending is one call of a function in the database. It takes an advisory lock before it inserts, so that notification
ids become visible in their order: a follower that reads by id misses nothing. (The library's function takes no lock,
and a follower was seen to miss events; the library's other way locks the whole table and is three times slower.)
"""

from __future__ import annotations

import select
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from threading import Event
from typing import Any, cast

import psycopg
from eventsourcing import persistence
from eventsourcing import postgres as library
from eventsourcing.persistence import IntegrityError, Notification, StoredEvent
from eventsourcing.persistence import Tracking as Position
from eventsourcing.utils import Environment
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg.sql import SQL, Composed
from psycopg_pool import ConnectionPool

from projections.rows import Row, Rows
from service.storage import migration
from service.storage.connections import Turns, Unavailable
from service.storage.database import Database, percent_style
from service.storage.journal import BATCH_SIZE, Batch, Journal, batch, with_whole_commands
from service.storage.mapper import StoredRow
from service.storage.storage import StreamEnd, Tracking

RECHECK = 0.25
"""Seconds after which a follower looks for new facts even if it heard of none."""

LONGEST_STATEMENT = 10
"""How many times its patience a process waits for a statement to do its work."""

_Connection = psycopg.Connection[Any]

_APPEND_LOCK = 0x6461_7962_6F6F_6B01
_MIGRATION_LOCK = 0x6461_7962_6F6F_6B02
"""Any numbers will do, as long as nothing else on this database uses them (these spell ``daybook``)."""


class PostgresStorage:
    """See :class:`service.storage.storage.Storage`."""

    def __init__(self, url: str, connections: int, patience: float) -> None:
        self._conninfo = _impatient(url)
        factory = _Factory(self._conninfo, connections, patience)
        self._datastore = factory.datastore
        self.application = Journal(factory)
        self.database: Database = PostgresDatabase(self._datastore)
        self._tracking_recorder = library.PostgresTrackingRecorder(self._datastore)
        self.tracking: Tracking = PostgresTracking(self._tracking_recorder)
        self._recorder = cast(_Recorder, self.application.recorder)

    def migrate(self) -> None:
        """One process at a time; whoever comes second finds it done."""
        with psycopg.connect(self._conninfo, autocommit=True) as lock:
            lock.execute("SELECT pg_advisory_lock(%s)", (_MIGRATION_LOCK,))
            self._recorder.create_table()
            with self.database.transaction() as rows:
                rows.execute("SET LOCAL statement_timeout = 0")
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
        """Facts above ``after``, as they come, on a connection of its own.

        (The library's subscription keeps one of the pool's for good, and two threads.)
        """
        with self._connected() as connection:
            connection.execute("LISTEN stored_events")
            while not stop.is_set():
                found = _select_notifications(connection, after)
                if found:
                    after = found[-1].id
                    yield batch(self.application.mapper, found)
                else:
                    for _ in connection.notifies(timeout=RECHECK, stop_after=1):
                        pass

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection[DictRow]]:
        with (
            _translated(),
            closing(psycopg.connect(self._conninfo, autocommit=True, row_factory=dict_row)) as connection,
        ):
            yield connection

    @contextmanager
    def apart(self) -> Iterator[Rows]:
        """A session of its own; every statement is a transaction, and waits for others two seconds at most."""
        with self._connected() as connection:
            connection.execute("SET lock_timeout = '2s'")
            yield PostgresRows(connection.cursor())

    def await_turn(self, rows: Rows) -> None:
        """Return when an append could be made now; raises Unavailable."""
        rows.execute("SELECT pg_advisory_xact_lock(:lock)", {"lock": _APPEND_LOCK})

    def last_id(self) -> int:
        """The highest notification id."""
        with self.database.reading() as rows:
            return self.tracking.end(rows)

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
        with self._connected() as session:
            yield all(_session_lock(session, f"daybook.{name}") for name in names)

    def close(self) -> None:
        """Close all connections."""
        self.application.close()


def _session_lock(session: psycopg.Connection[DictRow], name: str) -> bool:
    taken = session.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0)) AS taken", (name,)).fetchone()
    return taken is not None and bool(taken["taken"])


def _select_notifications(connection: psycopg.Connection[DictRow], after: int) -> list[Notification]:
    """At least ``BATCH_SIZE``, if there are as many, and no command cut in two."""

    def following(last: int) -> list[Notification]:
        rows = connection.execute(_SELECT_NOTIFICATIONS, (last, BATCH_SIZE), prepare=True)
        return [
            Notification(
                id=row["notification_id"],
                originator_id=row["originator_id"],
                originator_version=row["originator_version"],
                topic=row["topic"],
                state=row["state"],
            )
            for row in rows
        ]

    found = following(after)
    return found if len(found) < BATCH_SIZE else with_whole_commands(found, following)


_SELECT_NOTIFICATIONS = (
    "SELECT notification_id, originator_id, originator_version, topic, state FROM stored_events"
    " WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
)


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
    """What callers handle, at once where it happens; the library translates all other errors outside of the block."""
    try:
        yield
    except (psycopg.IntegrityError, persistence.IntegrityError) as error:
        raise IntegrityError(str(error)) from error
    except _OUTAGES as error:
        raise Unavailable(str(error)) from error
    except persistence.InternalError as error:
        if isinstance(error.__cause__, psycopg.errors.ReadOnlySqlTransaction):
            raise Unavailable(str(error)) from error
        raise


_OUTAGES = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.errors.ReadOnlySqlTransaction,
    persistence.OperationalError,
    persistence.InterfaceError,
)
"""Connections that cannot be made or are lost, a server without memory or disk, or one that only stands by."""


class PostgresTracking:
    """See :class:`service.storage.storage.Tracking`; the rows are the library's tracking recorder's."""

    def __init__(self, recorder: library.PostgresTrackingRecorder) -> None:
        self.recorder = recorder

    def end(self, rows: Rows) -> int:
        """The highest notification id."""
        found = rows.execute("SELECT MAX(notification_id) AS last FROM stored_events")
        return found[0]["last"] or 0

    def position(self, rows: Rows, name: str) -> int:
        """How far the read model has come."""
        found = rows.execute(
            "SELECT notification_id FROM notification_tracking WHERE application_name = :name", {"name": name}
        )
        return int(found[0]["notification_id"]) if found else 0

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
        self.sql_create_statements[self.create_insert_function_statement_index] = _in_order(
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

    def select_rows(self, stream: str, after: int) -> list[StoredRow]:
        """The rows of a stream after a version, in order."""
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(binary=True, row_factory=tuple_row)
            cursor.execute(_SELECT_ROWS, (stream, after), prepare=True)
            return cast(list[StoredRow], cursor.fetchall())


_UNBOUNDED_WAIT = "BEGIN    SET LOCAL lock_timeout = '0s';"


def _in_order(create_function: Composed) -> Composed:
    """The library's function, which takes a lock now, and waits for it no longer than the session waits for any.

    A library whose function looks different must not go unnoticed.
    """
    text = create_function.as_string()
    locked = text.replace(_UNBOUNDED_WAIT, f"BEGIN    PERFORM pg_advisory_xact_lock({_APPEND_LOCK});", 1)
    if locked == text:
        raise RuntimeError(f"The event store's function does not begin as expected: {text}")
    return Composed([SQL(cast(Any, locked))])


# --------------------------------------------------------------------------------------------------------------------
# Connections
# --------------------------------------------------------------------------------------------------------------------


_PROMPT = {"connect_timeout": "2", "tcp_user_timeout": "2000"}
"""A server that cannot be reached is noticed within seconds (the second number is in milliseconds); a URL may say
otherwise.
"""


def _impatient(url: str) -> str:
    given = conninfo_to_dict(url)
    return make_conninfo(url, **{name: value for name, value in _PROMPT.items() if name not in given})


def _bounded(after_connect: Callable[[_Connection], None], patience: float) -> Callable[[_Connection], None]:
    """Sets up a new connection so that waiting for others ends within ``patience`` seconds, also inside a statement.

    A statement that works may take longer, but not for ever.
    """
    milliseconds = int(1000 * patience)

    def configure(connection: _Connection) -> None:
        after_connect(connection)
        connection.execute(f"SET lock_timeout = {milliseconds}".encode())
        connection.execute(f"SET statement_timeout = {LONGEST_STATEMENT * milliseconds}".encode())

    return configure


class _Pool(ConnectionPool[psycopg.Connection[DictRow]]):
    """A connection for each thread that asks, as long as there are any; one that was lost is noticed before it is used.

    A failed attempt to connect is not repeated later and later: whoever asks next makes the next attempt. So the
    service is back as soon as its database is.
    """

    def __init__(self, conninfo: str, connections: int, patience: float, configure: Any) -> None:
        self._turns = Turns(patience)
        super().__init__(
            conninfo,
            kwargs={"row_factory": dict_row},
            min_size=min(2, connections),
            max_size=connections,
            timeout=patience,
            reconnect_timeout=0,
            configure=configure,
            check=self._require_alive,
            open=False,
        )

    def getconn(self, timeout: float | None = None) -> psycopg.Connection[DictRow]:
        """A connection, within the patience of this thread's work."""
        with self._turns.taken() as seconds:
            return super().getconn(seconds)

    def putconn(self, conn: psycopg.Connection[DictRow]) -> None:
        """Give a connection back."""
        self._turns.ended()
        super().putconn(conn)

    def _require_alive(self, connection: psycopg.Connection[DictRow]) -> None:
        """A server says nothing on an idle connection but that it is over, and then the others are over as well."""
        if connection.closed or select.select([connection], [], [], 0)[0]:
            self.drain()
            raise psycopg.OperationalError("The connection was lost")


class _Datastore(library.PostgresDatastore):
    def __init__(self, conninfo: str, connections: int, patience: float) -> None:
        super().__init__(
            "", "", "", "", "",
            idle_in_transaction_session_timeout=30,
            originator_id_type="text",
            enable_db_functions=True,
        )  # fmt: skip
        self.pool: Any = _Pool(conninfo, connections, patience, _bounded(self.after_connect_func(), patience))

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[DictRow]]:
        with _translated(), super().get_connection() as connection:
            yield connection


class _Factory(library.PostgresFactory):
    application_recorder_class = _Recorder

    def __init__(self, conninfo: str, connections: int, patience: float) -> None:
        needed = (self.POSTGRES_DBNAME, self.POSTGRES_HOST, self.POSTGRES_USER, self.POSTGRES_PASSWORD)
        super().__init__(Environment(env={**dict.fromkeys(needed, ""), self.CREATE_TABLE: "no"}))
        self.datastore = _Datastore(conninfo, connections, patience)
