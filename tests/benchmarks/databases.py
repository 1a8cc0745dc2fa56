"""Empty, migrated databases of each kind with fsync on, and bare connections as a baseline."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import psycopg

from deploy.private_postgres import create_database, private_server
from service.container import Services
from service.storage import Storage, connect

DIRECTORY = Path("var/benchmarks")
"""A directory on the same disk as a site's database; on a file system in memory, writes would be too fast."""


class Backend(msgspec.Struct, frozen=True):
    """A kind of database: its name, its version, and a function that returns the address of an empty one."""

    name: str
    version: str
    empty: Callable[[], str]


@contextmanager
def backends() -> Iterator[list[Backend]]:
    """Yield SQLite and PostgreSQL, and remove their databases afterwards."""
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=DIRECTORY))).resolve()
        server = stack.enter_context(private_server(directory / "postgres"))
        with psycopg.connect(server) as connection:
            version = connection.info.parameter_status("server_version") or ""
        yield [
            Backend("SQLite", sqlite3.sqlite_version, lambda: f"sqlite:///{directory}/{uuid4().hex}.sqlite"),
            Backend("PostgreSQL", version, lambda: create_database(server, f"daybook_{uuid4().hex}")),
        ]


@contextmanager
def migrated(backend: Backend) -> Iterator[tuple[str, Storage]]:
    """Yield the address of a new database with all tables, and a storage on it."""
    url = backend.empty()
    with closing(connect(url)) as storage:
        storage.migrate()
        yield url, storage


@contextmanager
def closing_storage(services: Services) -> Iterator[None]:
    """At the end of the block, stop the thread that stores last seen versions, and then close the storage.

    Python crashes if a thread uses a connection to SQLite while another one closes it.
    """
    try:
        yield
    finally:
        services.last_seen.stop()
        services.storage.close()


class Bare:
    """A connection with only the database's driver, which commits every statement durably, as the storage does."""

    def __init__(self, url: str) -> None:
        if url.startswith("sqlite"):
            self._mark, self._options = "?", {}
            self._connection: Any = sqlite3.connect(
                url.removeprefix("sqlite:///"), timeout=30, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA synchronous=FULL")
        else:
            self._mark, self._options = "%s", {"prepare": True, "binary": True}
            self._connection = psycopg.connect(url, autocommit=True)

    def rows(self, sql: str, *params: Any) -> list[Any]:
        """Run a statement (``?`` stands for a parameter) and return all rows."""
        return self._run(sql, params).fetchall()

    def run(self, sql: str, *params: Any) -> None:
        """Run a statement that returns nothing."""
        self._run(sql, params)

    def _run(self, sql: str, params: Any) -> Any:
        return self._connection.execute(sql.replace("?", self._mark), params, **self._options)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
