"""A database server for bulk loading, and its statistics."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg
from psycopg.sql import SQL, Identifier, Literal

from deploy.private_postgres import private_server

_SETTINGS = {
    "autovacuum": "off",  # Its work would be counted as work of a query.
    "fsync": "off",
    "maintenance_work_mem": "512MB",
    "max_wal_senders": "0",
    "max_wal_size": "4GB",
    "shared_buffers": "1GB",
    "shared_preload_libraries": "pg_stat_statements",
    "wal_level": "minimal",  # Rows copied into a truncated table are not also written to the write-ahead log.
    "work_mem": "64MB",
}


@contextmanager
def bulk_server(directory: Path) -> Iterator[str]:
    """Run a private server that fills tables quickly and counts pages; yield its URL."""
    with private_server(directory) as url, psycopg.connect(url, autocommit=True) as connection:
        for name, value in _SETTINGS.items():
            connection.execute(SQL("ALTER SYSTEM SET {} = {}").format(Identifier(name), Literal(value)))
    with private_server(directory) as url:
        yield url


def drop_database(server: str, name: str) -> None:
    """Drop the database and free its disk space."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


class Work(NamedTuple):
    """The work of a server for a database so far: pages read or found in memory, and seconds of CPU time."""

    pages: int
    seconds: float


class Meter:
    """The server's work for the existing connections to a database."""

    def __init__(self, url: str) -> None:
        self._session = psycopg.connect(url, autocommit=True)
        self._session.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        self._database = self._session.execute(_DATABASE).fetchone()
        self.meet()

    def meet(self) -> None:
        """Find the existing connections, because connections that were idle for long are replaced."""
        self._seconds = {row[0]: 0.0 for row in self._session.execute(_OTHERS).fetchall()}

    def read(self) -> Work:
        """Return the work so far; the query for it reads no pages."""
        found = self._session.execute(_PAGES, self._database, prepare=True).fetchone()
        self._seconds |= {pid: worked for pid in self._seconds if (worked := _worked(pid)) is not None}
        return Work(int(found[0]) if found else 0, sum(self._seconds.values()))

    def close(self) -> None:
        """End the session."""
        self._session.close()


_DATABASE = "SELECT oid FROM pg_database WHERE datname = current_database()"
_OTHERS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
_PAGES = "SELECT COALESCE(SUM(shared_blks_hit + shared_blks_read), 0) FROM pg_stat_statements(FALSE) WHERE dbid = %s"


def _worked(pid: int) -> float | None:
    """Return the CPU seconds of a process, from the first figure in ``schedstat``; None if the process has ended."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    except (FileNotFoundError, ProcessLookupError):
        return None
