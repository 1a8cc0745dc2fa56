"""Migration: tables are created once, however many processes try at the same moment."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError, ProgrammingError

from deploy.private_postgres import PROGRAMS
from service import storage as storages
from service.accounts.users import Accounts
from service.readmodels.projection import position
from service.storage import Storage, migration
from service.storage.database import TEXTS, percent_style
from tests.processes import await_ready, go, process

BASELINE = Path(migration.__file__).with_name("migrations")


def test_concurrent_migrations_of_an_empty_database_do_not_race(empty_url: str) -> None:
    with ExitStack() as stack:
        running = [stack.enter_context(process("migrate", empty_url)) for _ in range(4)]
        for each in running:
            await_ready(each)
        for each in running:
            go(each)
        assert [each.wait(30) for each in running] == [0, 0, 0, 0]
    storage = storages.connect(empty_url)
    assert storage.pending() == []
    assert storage.last_id() == 0
    storage.close()


def test_connecting_creates_no_tables(empty_url: str) -> None:
    storage = storages.connect(empty_url)
    with pytest.raises((OperationalError, ProgrammingError)):
        position(storage, "view")
    storage.close()


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a directory for migration steps that replaces the real one."""
    directory = tmp_path / "steps"
    (directory / "migrations").mkdir(parents=True)
    monkeypatch.setattr(migration, "files", lambda package: directory)
    migration.steps.cache_clear()
    yield directory / "migrations"
    migration.steps.cache_clear()


def test_steps_run_once_and_in_order_and_new_ones_are_pending(empty_url: str, steps: Path) -> None:
    (steps / "0002_more.sql").write_text(
        "INSERT INTO note\nVALUES ('a; b', TRUE);\nINSERT INTO note VALUES ('c', FALSE);\n"
    )
    (steps / "0001_note.sqlite.sql").write_text("CREATE TABLE note (id TEXT PRIMARY KEY, seen INTEGER);\n")
    (steps / "0001_note.postgresql.sql").write_text("CREATE TABLE note (id TEXT PRIMARY KEY, seen BOOLEAN);\n")
    storage = storages.connect(empty_url)
    assert storage.pending() == ["0001_note", "0002_more"]
    storage.migrate()
    (steps / "0003_last.sql").write_text("-- why; because\nDELETE FROM note WHERE id = 'c';\n")
    migration.steps.cache_clear()
    assert storage.pending() == ["0003_last"]
    storage.migrate()
    storage.migrate()
    with storage.database.reading() as rows:
        assert rows.execute("SELECT id FROM note") == [{"id": "a; b"}]
    storage.close()


def test_a_step_that_fails_changes_nothing(empty_url: str, steps: Path) -> None:
    (steps / "0001_wrong.sql").write_text("CREATE TABLE note (id TEXT);\nINSERT INTO nowhere VALUES (1);\n")
    storage = storages.connect(empty_url)
    with pytest.raises((OperationalError, ProgrammingError)):
        storage.migrate()
    (steps / "0001_wrong.sql").write_text("CREATE TABLE note (id TEXT);\n")
    migration.steps.cache_clear()
    storage.migrate()
    assert storage.pending() == []
    storage.close()


def test_script_must_end_with_a_semicolon() -> None:
    with pytest.raises(ValueError, match="does not end with a semicolon"):
        list(migration.statements("CREATE TABLE note (id TEXT);\nDELETE FROM note\n"))


def test_named_parameters_are_converted_for_psycopg() -> None:
    assert percent_style("SELECT :a, ':b 5%', x::text FROM t WHERE y LIKE :c") == (
        "SELECT %(a)s, ':b 5%%', x::text FROM t WHERE y LIKE %(c)s"
    )


def test_cache_of_converted_statements_is_bounded() -> None:
    for length in range(2 * TEXTS):
        percent_style(f"SELECT 1 WHERE :a IN ({', '.join(['0'] * length)})")
    assert percent_style.cache_info().currsize <= TEXTS


def test_every_step_has_a_unique_number() -> None:
    for dialect in ("sqlite", "postgresql"):
        numbers = [name.split("_")[0] for name in migration.steps(dialect)]
        assert all(len(number) == 4 and number.isdigit() for number in numbers)
        assert len(set(numbers)) == len(numbers)


def test_a_migration_runs_on_top_of_the_baseline(storage: Storage, steps: Path) -> None:
    """One script changes a table that has rows; one script per database adds an index."""
    for file in BASELINE.glob("*.sql"):
        shutil.copy(file, steps)
    assert storage.pending() == []
    person = Accounts(storage.database, memory_cost=64).register("Ada", "a long password")
    (steps / "0003_pronouns.sql").write_text(
        "-- An example.\nALTER TABLE users ADD COLUMN pronouns TEXT NOT NULL DEFAULT '';\n"
        "UPDATE users SET pronouns = 'she' WHERE name = 'Ada';\n"
    )
    for dialect, ids in (("sqlite", "rowid"), ("postgresql", "notification_id")):
        (steps / f"0004_topics.{dialect}.sql").write_text(f"CREATE INDEX topics ON stored_events (topic, {ids});\n")
    migration.steps.cache_clear()
    assert storage.pending() == ["0003_pronouns", "0004_topics"]
    storage.migrate()
    assert storage.pending() == []
    with storage.database.transaction() as rows:
        assert rows.execute("SELECT id, pronouns FROM users") == [{"id": person.id, "pronouns": "she"}]
        rows.execute("DROP INDEX topics")


def test_prerelease_database_is_refused_and_left_unchanged(empty_url: str) -> None:
    with closing(storages.connect(empty_url)) as storage:
        with storage.database.transaction() as rows:
            rows.execute("CREATE TABLE migration_steps (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)")
            rows.execute("INSERT INTO migration_steps VALUES ('0100_accounts', '2026-01-01T00:00:00+00:00')")
            rows.execute("CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT NOT NULL)")
            rows.execute("INSERT INTO users VALUES ('1', 'Ada')")
        storage.erase()
    before = content_of(empty_url)
    with closing(storages.connect(empty_url)) as storage:
        for attempt in (storage.migrate, storage.pending, storage.migrate):
            with pytest.raises(migration.TooOld, match="set DATABASE_URL to a new database"):
                attempt()
    assert content_of(empty_url) == before


def content_of(url: str) -> bytes:
    """Return the whole content of a database."""
    if url.startswith("sqlite"):
        return Path(url.removeprefix("sqlite:///")).read_bytes()
    dump = subprocess.run([PROGRAMS / "pg_dump", "--restrict-key=same", url], check=True, capture_output=True)
    return dump.stdout


def test_database_of_a_later_version_is_accepted(storage: Storage) -> None:
    """While the processes of a site are being replaced, some still run the previous version."""
    with storage.database.transaction() as rows:
        rows.execute("INSERT INTO migration_steps VALUES ('9999_later', '2030-01-01T00:00:00+00:00')")
    assert storage.pending() == []
    storage.migrate()
