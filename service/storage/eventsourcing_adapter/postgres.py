"""Recorders and connections for PostgreSQL: appends in order, connections with a time limit.

One call of a function in the database appends events. The function takes an advisory lock before it inserts, so that
notification ids become visible in order and a follower that reads by id misses nothing. (The library's function takes
no lock, and followers missed events; the library's alternative locks the whole table and is three times slower.)
"""

from __future__ import annotations

import logging
import re
import select
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, cast

import psycopg
from eventsourcing import persistence
from eventsourcing import postgres as library
from eventsourcing.persistence import IntegrityError
from eventsourcing.utils import Environment
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.rows import DictRow, TupleRow, dict_row, tuple_row
from psycopg.sql import SQL, Composed
from psycopg_pool import ConnectionPool

from service.storage.connections import DatabaseRefused, Turns, Unavailable
from service.storage.database import TEXTS, Statement, percent_style
from service.storage.eventsourcing_adapter.recording import Append, Ids, Recording
from service.storage.group_commit import GroupCommit, Task, Tasks
from service.storage.mapper import StoredRow

LONGEST_STATEMENT = 10
"""The time limit of a working statement, as a multiple of the process's patience."""

LONGEST_IDLE = 30_000
"""Milliseconds after which the server ends an idle transaction."""

APPEND_LOCK = 0x6461_7962_6F6F_6B01
"""Any number will do, as long as nothing else on this database uses it (this one spells ``daybook``)."""

_Connection = psycopg.Connection[Any]


@contextmanager
def translated() -> Iterator[None]:
    """Translate errors at once into those that callers handle; the library translates the others outside the block."""
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
"""Failed or lost connections, a server without memory or disk space, or a standby server."""


@contextmanager
def connecting() -> Iterator[None]:
    """Connect within the block. Raise DatabaseRefused if the settings are wrong, else Unavailable."""
    try:
        yield
    except psycopg.Error as error:
        reason = " ".join(str(error).split())
        raise (DatabaseRefused if _is_refusal(str(error)) else Unavailable)(reason) from error


def _is_refusal(text: str) -> bool:
    """Return whether waiting cannot help. If a message names several hosts, all of them must have refused.

    PostgreSQL has a code for each reason, but libpq passes on only the text.
    """
    attempts = [line for line in text.splitlines() if line.startswith("- host:")] or [text]
    return all(_REFUSAL.search(attempt) for attempt in attempts)


_REFUSAL = re.compile(
    r"authentication failed|no password supplied|no pg_hba\.conf entry|(database|role) \".*\" does not exist"
    r"|is not permitted to log in|permission denied for database|no such (database|user)"
    r"|invalid (port number|\w+ value)"
)
"""Messages of PostgreSQL, libpq and pgbouncer. A server with messages in another language counts as unavailable."""


_SELECT_PACKED = "SELECT stream, content FROM packed_streams WHERE stream = ANY(%s)"


class Recorder(Recording, library.PostgresApplicationRecorder):
    """A recorder that appends in order, and selects rows in the form that is decoded."""

    def __init__(self, datastore: library.PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.sql_create_statements[self.create_insert_function_statement_index] = _in_order(
            self.sql_create_pg_function_insert_events
        )
        self.group: GroupCommit[Append, Ids] = GroupCommit(self._append, cast(Datastore, datastore).pool.awaited)

    def _append(self, tasks: Tasks[Append, Ids]) -> None:
        with self.datastore.get_connection() as connection:
            group = list(tasks)
            if len(group) == 1 or not self._together(connection, group):
                for task in group:
                    self._alone(connection, task)

    def _together(self, connection: _Connection, group: Sequence[Task[Append, Ids]]) -> bool:
        """Write all in one transaction and one round trip; return False, with nothing written, if one of them fails.

        The further rows of all appends come first: a writer of the same rows may wait for the append lock.
        """
        try:
            with translated(), connection.pipeline():
                connection.execute("BEGIN")
                for sql, params in (each for task in group for each in task.work.also):
                    connection.execute(percent_style(sql).encode(), params, prepare=True)
                sent = [self._sent(connection, Append(task.work.events, ())) for task in group]
                connection.execute("COMMIT")
        except Unavailable:
            raise
        except Exception:
            connection.rollback()
            return False
        for task, cursor in zip(group, sent, strict=True):
            task.succeed(_ids(cursor))
        return True

    def _alone(self, connection: _Connection, task: Task[Append, Ids]) -> None:
        """Write one task in one statement, which is its own transaction."""
        try:
            with translated():
                task.succeed(_ids(self._sent(connection, task.work)))
        except Exception as error:
            task.error = error

    def _sent(self, connection: _Connection, append: Append) -> psycopg.Cursor[TupleRow]:
        events = [
            self.construct_pg_stored_event(each.originator_id, each.originator_version, each.topic, each.state)
            for each in append.events
        ]
        cursor = connection.cursor(row_factory=tuple_row)
        params = {"events": events, **_params(append.also)}
        return cursor.execute(_text(tuple(each.sql for each in append.also)), params, prepare=True)

    def select_as_rows(self, sql: str, params: Mapping[str, Any]) -> list[StoredRow]:
        """Return the selected rows as plain tuples, because a game has many."""
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(binary=True, row_factory=tuple_row)
            cursor.execute(percent_style(sql).encode(), params, prepare=True)
            return cast(list[StoredRow], cursor.fetchall())

    def select_packed(self, streams: Collection[str]) -> Mapping[str, bytes]:
        """Return the packed content of these streams."""
        with self.datastore.get_connection() as connection:
            return packed(connection, streams)


def packed(connection: psycopg.Connection[Any], streams: Collection[str]) -> dict[str, bytes]:
    """Return the packed content of streams, on a connection of the caller's."""
    cursor = connection.cursor(binary=True, row_factory=tuple_row)
    return dict(cursor.execute(_SELECT_PACKED, (list(streams),), prepare=True).fetchall())


def _ids(cursor: psycopg.Cursor[TupleRow]) -> list[int]:
    return [found[0] for found in cursor.fetchall()]


def _params(also: Sequence[Statement]) -> dict[str, Any]:
    return {f"also{number}_{key}": value for number, each in enumerate(also) for key, value in each.params.items()}


@lru_cache(TEXTS)
def _text(also: tuple[str, ...]) -> bytes:
    """Return one statement that runs these, each with its own parameters, and then appends.

    They come first because appending takes the lock that everyone else waits for: counting forces their execution.
    """
    append = "SELECT es_insert_events_text(%(events)b)"
    if not also:
        return append.encode()
    parts = [
        f"also{number} AS ({percent_style(sql).replace('%(', f'%(also{number}_')} RETURNING 1)"
        for number, sql in enumerate(also)
    ]
    done = ", ".join(f"(SELECT COUNT(*) FROM also{number}) AS done{number}" for number in range(len(also)))  # noqa: S608
    return f"WITH {', '.join(parts)} {append} FROM {done}".encode()


_UNBOUNDED_WAIT = "BEGIN    SET LOCAL lock_timeout = '0s';"


def _in_order(create_function: Composed) -> Composed:
    """Return the library's function with a lock added, for which it waits no longer than the session's limit.

    A library with a different function must be noticed.
    """
    text = create_function.as_string()
    locked = text.replace(_UNBOUNDED_WAIT, f"BEGIN    PERFORM pg_advisory_xact_lock({APPEND_LOCK});", 1)
    if locked == text:
        raise RuntimeError(f"The event store's function does not begin as expected: {text}")
    return Composed([SQL(cast(Any, locked))])


# --------------------------------------------------------------------------------------------------------------------
# Connections
# --------------------------------------------------------------------------------------------------------------------


_PROMPT = {"connect_timeout": "2", "tcp_user_timeout": "2000", "keepalives_idle": "5", "keepalives_interval": "2"}
"""Settings that detect an unreachable server within seconds, also on idle connections (the second number is in
milliseconds); a URL may override them.
"""

logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # Callers get the error, and log each outage once.


def with_short_timeouts(url: str) -> str:
    """Return the address with short timeouts for an unreachable server. Raise ValueError if it is not an address."""
    try:
        given = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise ValueError(f"The database URL is invalid: {str(error).strip()}") from error
    return make_conninfo(url, **{name: value for name, value in _PROMPT.items() if name not in given})


Configure = Callable[[_Connection], None]
"""A function that sets up a new connection."""


def own_session(patience: float) -> Configure:
    """Return the set-up of a connection to the server: its session gets the :func:`session_settings`."""
    settings = "; ".join(f"SET {name} = {value}" for name, value in session_settings(patience).items())

    def configure(connection: _Connection) -> None:
        connection.autocommit = True
        connection.execute(settings.encode())

    return configure


def session_settings(patience: float) -> dict[str, str]:
    """Return settings that end waiting for others within ``patience`` seconds, also inside a statement.

    A working statement may take longer, but not for ever. Lists must be read in the order of an index and only as far
    as they are shown, whatever the planner's estimates: it must not collect and sort everything.
    """
    return {
        "idle_in_transaction_session_timeout": str(LONGEST_IDLE),
        "enable_bitmapscan": "off",
        "lock_timeout": str(int(1000 * patience)),
        "statement_timeout": str(int(1000 * patience) * LONGEST_STATEMENT),
    }


def shared_session(connection: _Connection) -> None:
    """Set up a connection to a pooler, which gives each transaction another session and sets up the sessions itself.

    A transaction must leave nothing in the session that the next one does not expect, not even a prepared statement.
    """
    connection.autocommit = True
    connection.prepare_threshold = None


class _Pool(ConnectionPool[psycopg.Connection[DictRow]]):
    """A pool with a connection for each thread, up to its limit; it detects a lost connection before use.

    A failed connection attempt has no back-off: the next caller makes the next attempt. So the service is back as soon
    as its database is.
    """

    def __init__(self, conninfo: str, connections: int, patience: float, configure: Configure) -> None:
        self._turns = Turns(patience, super().putconn)
        self.awaited = self._turns.awaited
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
        """Return a connection, within the patience of this thread's work."""
        with self._turns.taken() as seconds:
            return self._turns.kept() or super().getconn(seconds)

    def putconn(self, conn: psycopg.Connection[DictRow]) -> None:
        """Give a connection back."""
        self._turns.ended(conn, sound=conn.pgconn.transaction_status == TransactionStatus.IDLE)

    def _require_alive(self, connection: psycopg.Connection[DictRow]) -> None:
        """Check a connection: data on an idle one means that it has ended, and that all others have, too."""
        if connection.closed or select.select([connection], [], [], 0)[0]:
            self.drain()
            raise psycopg.OperationalError("The connection was lost")


class Datastore(library.PostgresDatastore):
    """Our pool of connections, with the errors that callers handle."""

    def __init__(self, conninfo: str, connections: int, patience: float, configure: Configure) -> None:
        super().__init__("", "", "", "", "", originator_id_type="text", enable_db_functions=True)
        self.pool: Any = _Pool(conninfo, connections, patience, configure)

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[DictRow]]:
        """Lend a connection for the block."""
        with translated(), super().get_connection() as connection:
            yield connection


class Factory(library.PostgresFactory):
    """A factory of recorders on a database, configured only by its arguments."""

    datastore: Datastore
    application_recorder_class = Recorder

    def __init__(self, conninfo: str, connections: int, patience: float, configure: Configure) -> None:
        needed = (self.POSTGRES_DBNAME, self.POSTGRES_HOST, self.POSTGRES_USER, self.POSTGRES_PASSWORD)
        super().__init__(Environment(env={**dict.fromkeys(needed, ""), self.CREATE_TABLE: "no"}))
        self.datastore = Datastore(conninfo, connections, patience, configure)
