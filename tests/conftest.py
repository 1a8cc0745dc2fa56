"""What tests of every part may use: the toy game, a storage on either database, an empty PostgreSQL database."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from psycopg import Connection, connect

from deploy.private_postgres import create_database, private_server
from service import storage as storages
from service.process import gate, pulse
from service.storage import Storage
from tests import toy
from tests.postgres import throw_out

toy.install()

settings.register_profile("untimed", deadline=None)  # Beside other tests the machine may be slow.
settings.load_profile("untimed")

LONG = ("deploy", "service/process", "service/attacks", "service/cli", "service/pages")
"""Folders in which tests start processes, servers and browsers."""

LONG_FILES = ("test_openapi.py", "test_secrets.py", "test_bots.py", "test_replica.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first: at the end of a run nobody waits for one test. Files stay together."""
    items.sort(key=lambda item: not _takes_long(item.path))


def _takes_long(path: Path) -> bool:
    folder = path.parent.relative_to(Path(__file__).parent).as_posix()
    return folder.startswith(LONG) or path.name in LONG_FILES


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside other tests the machine may be slow, which is no outage; tests of waiting say how long it may take."""
    monkeypatch.setattr(gate, "WAIT", 20.0)
    monkeypatch.setattr(pulse, "FIRST", 20.0)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a real PostgreSQL server of this test process; it starts when the first test asks for it."""
    directory = Path(tempfile.mkdtemp(prefix="daybook-postgres-"))
    try:
        with private_server(directory) as url:
            with connect(url, autocommit=True) as session:
                _make_hasty(session)
            yield url
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _make_hasty(session: Connection) -> None:
    """Nothing here has to survive a power failure."""
    session.execute("ALTER SYSTEM SET fsync = off")
    session.execute("ALTER SYSTEM SET max_wal_size = '256MB'")
    session.execute("SELECT pg_reload_conf()")


@pytest.fixture(scope="session")
def _postgres_database(postgres_server: str) -> str:
    return create_database(postgres_server, "tested")


@pytest.fixture
def postgres_url(_postgres_database: str) -> str:
    """The address of an empty database. (Emptying one is four times faster than making another.)"""
    with connect(_postgres_database, autocommit=True) as session:
        throw_out(session)
        session.execute("DROP SCHEMA public CASCADE")
        session.execute("CREATE SCHEMA public")
    return _postgres_database


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
