"""Fixtures for all tests: the toy game, and a storage on either database."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from deploy.private_postgres import private_server
from service import storage as storages
from service.runtime import admission_control, heartbeat
from service.storage import Storage
from service.storage.eventsourcing_adapter import sqlite
from tests import compiled, databases, forks, postgres, servers, shared_files, toy

toy.install()
shared_files.share()
compiled.share()
servers.start = forks.daybook

settings.register_profile("untimed", deadline=None)  # Other tests may slow the machine.
settings.load_profile("untimed")

LONG = ("deploy", "service/runtime", "service/attacks", "service/cli", "service/pages")
"""Folders in which tests start processes, servers and browsers."""

LONG_FILES = ("test_openapi.py", "test_secrets.py", "test_bots.py", "test_replica.py")


gc.disable()  # Test collection leaves little garbage, and its objects stay until the end: see below.


def pytest_collection_finish() -> None:
    """Exclude modules and tests from garbage collection, which would visit millions of objects, and make it rare."""
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run slow tests first, so that the run does not end with a wait for one. Files stay together."""
    items.sort(key=lambda item: not _takes_long(item.path))


@cache
def _takes_long(path: Path) -> bool:
    folder = path.parent.relative_to(Path(__file__).parent).as_posix()
    return folder.startswith(LONG) or path.name in LONG_FILES


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise time limits, because other tests may slow the machine; tests of waiting set their own."""
    monkeypatch.setattr(admission_control, "WAIT", 20.0)
    monkeypatch.setattr(heartbeat, "FIRST", 20.0)


@pytest.fixture(autouse=True)
def _hasty_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn off synchronous writes of SQLite: nothing has to survive a power failure.

    ``tests/preloaded.py`` does the same in forks.
    """
    monkeypatch.setattr(sqlite, "SYNCHRONOUS", "OFF")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Yield the address of a real PostgreSQL server of this test process, started for the first test that uses it."""
    with postgres.data_directory() as directory, private_server(directory) as url:
        yield url


@pytest.fixture(scope="session")
def _reused(postgres_server: str) -> databases.Reused:
    return databases.Reused(postgres_server, "tested", databases.make_template(postgres_server))


@pytest.fixture
def postgres_url(_reused: databases.Reused) -> str:
    """Return the address of a database with all its tables and nothing in them."""
    return _reused.as_new()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Return the address of a SQLite file with all its tables and nothing in them."""
    return databases.sqlite_file(tmp_path / "daybook.sqlite")


@pytest.fixture(params=["sqlite", "postgres"])
def storage_url(request: pytest.FixtureRequest) -> str:
    """Return the address of a database with all its tables and nothing in them; the test runs on both kinds."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def empty_postgres_url(postgres_server: str) -> str:
    """Return the address of a database without tables."""
    return databases.copy_of(postgres_server, "empty", "template0")


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a database without tables, or of a SQLite file to create; the test runs on both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/empty.sqlite"
    return str(request.getfixturevalue("empty_postgres_url"))


@pytest.fixture
def storage(storage_url: str) -> Iterator[Storage]:
    """Yield a storage with all its tables; the test runs on both databases."""
    made = storages.connect(storage_url)
    yield made
    made.close()
