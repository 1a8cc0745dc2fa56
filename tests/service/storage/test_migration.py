"""Tables come into being once, however many processes want them at the same moment."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError, ProgrammingError

from projections import game_list
from service import storage as storages
from service.readmodels.projector import catch_up, position
from service.storage import Storage, migration
from service.storage.database import TEXTS, percent_style
from service.usecases.command_handler import CommandHandler
from tests.processes import await_ready, go, process
from tests.service.playing import started


def test_processes_that_start_together_on_an_empty_database_do_not_race(empty_url: str) -> None:
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


def test_a_worker_makes_no_tables(empty_url: str) -> None:
    storage = storages.connect(empty_url)
    with pytest.raises((OperationalError, ProgrammingError)):
        position(storage, "view")
    storage.close()


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of steps instead of the real one."""
    directory = tmp_path / "steps"
    (directory / "migrations").mkdir(parents=True)
    monkeypatch.setattr(migration, "files", lambda package: directory)
    migration.steps.cache_clear()
    yield directory / "migrations"
    migration.steps.cache_clear()


def test_each_step_runs_once_in_order_and_a_new_one_is_pending_until_it_ran(empty_url: str, steps: Path) -> None:
    (steps / "0000").mkdir()
    (steps / "0000" / "0002_more.sql").write_text(
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


def test_a_script_ends_with_a_whole_statement() -> None:
    with pytest.raises(ValueError, match="does not end with a semicolon"):
        list(migration.statements("CREATE TABLE note (id TEXT);\nDELETE FROM note\n"))


def test_named_parameters_in_the_style_of_psycopg() -> None:
    assert percent_style("SELECT :a, ':b 5%', x::text FROM t WHERE y LIKE :c") == (
        "SELECT %(a)s, ':b 5%%', x::text FROM t WHERE y LIKE %(c)s"
    )


def test_statements_with_lists_of_every_length_are_not_all_remembered() -> None:
    for length in range(2 * TEXTS):
        percent_style(f"SELECT 1 WHERE :a IN ({', '.join(['0'] * length)})")
    assert percent_style.cache_info().currsize <= TEXTS


def test_every_step_has_a_number_of_its_own() -> None:
    for dialect in ("sqlite", "postgresql"):
        numbers = [name.split("_")[0] for name in migration.steps(dialect)]
        assert all(len(number) == 4 and number.isdigit() for number in numbers)
        assert len(set(numbers)) == len(numbers)


def test_lists_of_a_site_that_kept_them_otherwise_are_made_again(storage: Storage) -> None:
    """As before each person had rows of their own: by other tables, of which nothing stays."""
    game = started(CommandHandler(storage))
    catch_up(storage)
    with storage.database.transaction() as rows:
        rows.execute("DROP TABLE tables")
        rows.execute("DROP TABLE table_people")
        rows.execute("CREATE TABLE tables (stream TEXT PRIMARY KEY, name TEXT NOT NULL)")
        rows.execute("CREATE TABLE table_seats (stream TEXT NOT NULL, seat BIGINT NOT NULL)")
        rows.execute("UPDATE read_models SET fingerprint = 'of before' WHERE name = 'tables'")
        rows.execute("DELETE FROM migration_steps WHERE name LIKE '0125%'")
    storage.migrate()
    catch_up(storage)
    with storage.database.transaction() as rows:
        assert [table.stream for table in game_list.find(rows, "ada", "my_turn")] == [game.id]
        rows.execute("CREATE TABLE table_seats (stream TEXT)")  # The name is free.


def test_a_zone_said_for_notices_alone_becomes_the_person_s(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = storages.connect(empty_url)
    with monkeypatch.context() as before:
        steps = migration.steps
        before.setattr(
            migration, "steps", lambda dialect: dict(filter(lambda step: step[0] < "0230", steps(dialect).items()))
        )
        storage.migrate()
    with storage.database.transaction() as rows:
        for name, zone in (("ada", ""), ("ben", "Asia/Seoul"), ("cleo", "")):
            rows.execute(
                "INSERT INTO users (id, name, folded_name, password, created_at, time_zone)"
                " VALUES (:name, :name, :name, '', '', :zone)",
                {"name": name, "zone": zone},
            )
        for name in ("ada", "ben"):
            rows.execute(
                "INSERT INTO notice_times VALUES (:name, 'Europe/Berlin', '22:00', '07:00', '08:00')", {"name": name}
            )
    storage.migrate()
    with storage.database.reading() as rows:
        zones = {row["id"]: row["time_zone"] for row in rows.execute("SELECT id, time_zone FROM users")}
        changed = [row["user_id"] for row in rows.execute("SELECT user_id FROM changed_calendars")]
    assert zones == {"ada": "Europe/Berlin", "ben": "Asia/Seoul", "cleo": ""}
    assert changed == ["ada"], "whose clocks are to be set again"
    storage.close()
